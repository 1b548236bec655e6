/* Calls of the kernel from code that runs in either ring (lib, seh_emul, uthread, win32, programs),
 * and the kernel's side of them. The list of services is services.h.
 */
#ifndef KERNEL_SERVICES_SERVICE_H
#define KERNEL_SERVICES_SERVICE_H

/* The words of the longest parameter list. */
#define SERVICE_WORDS 4

#ifndef __ASSEMBLER__
#include <ring3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct _MEMORY_BASIC_INFORMATION;
struct debug_registers;
struct machine_state;
struct stack;
struct trap_frame;

/* sys_console_write(bytes, length) and so on: the same call from either ring. The contract of each
 * stands at the kernel's declaration of the name without sys_. */
#define SERVICE(words, result, name, parameters) result sys_##name parameters;
#include "kernel/services/services.h"
#undef SERVICE

enum service {
#define SERVICE(words, result, name, parameters) SERVICE_##name,
#include "kernel/services/services.h"
#undef SERVICE
    SERVICE_COUNT
};

/* A call from ring 3: its parameters' words, and the frame of its trap, which an entry may
 * change. */
struct service_call {
    uint32_t words[SERVICE_WORDS];
    struct trap_frame *frame;
};

/* The kernel's entries for ring 3, called in the trap, but with interrupts on. */
typedef uint32_t service_entry(const struct service_call *call);
#define SERVICE(words, result, name, parameters) service_entry user_##name;
#include "kernel/services/services.h"
#undef SERVICE

/* Serves one `int 2Eh`: eax is the number, edx points to the words. Ring 3 finds the result in eax:
 * STATUS_INVALID_SYSTEM_SERVICE for an unknown number, STATUS_ACCESS_VIOLATION for words that it
 * may not read. Ring 0 is refused, because it can call the functions themselves. */
struct trap_frame *service_enter(struct trap_frame *frame);
#endif

#endif
