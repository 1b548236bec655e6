/* Calls of the kernel from code that runs in either ring. The list of services is services.h, and
 * the kernel's side is kernel/trap/service_entry.h. Serves C and assembly.
 */
#ifndef KERNEL_CALL_SERVICE_H
#define KERNEL_CALL_SERVICE_H

/* The words of the longest parameter list. */
#define SERVICE_WORDS 6

#ifndef __ASSEMBLER__
#include <ring3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct _MEMORY_BASIC_INFORMATION;
struct debug_registers;
struct machine_state;
struct process_information;
struct program_entries;
struct stack;
struct supply_made;
struct thread_creation;
struct thread_information;
struct object_state;
struct view_wanted;

/* sys_console_write(bytes, length) and so on: the same call from either ring, not from traps. The
 * contract of each stands at the kernel's declaration of the name without sys_. */
#define SERVICE(way, words, result, name, parameters) result sys_##name parameters;
#include "kernel/call/services.h"
#undef SERVICE

enum service {
#define SERVICE(way, words, result, name, parameters) SERVICE_##name,
#include "kernel/call/services.h"
#undef SERVICE
    SERVICE_COUNT
};

#else
/* The numbers for assembly. */
/* clang-format off */
	.set	SERVICE_COUNT, 0
#define SERVICE(way, words, result, name, parameters) \
	.set	SERVICE_##name, SERVICE_COUNT; \
	.set	SERVICE_COUNT, SERVICE_COUNT + 1;
#include "kernel/call/services.h"
#undef SERVICE
/* clang-format on */
#endif

#endif
