/* A service in the kernel: its call, its entry, and what an entry can do beside its work. */
#ifndef KERNEL_TRAP_SERVICE_ENTRY_H
#define KERNEL_TRAP_SERVICE_ENTRY_H

#include "kernel/call/service.h"

struct trap_frame;

/* A call: its parameters' words, and the frame of its trap, which an entry may change. */
struct service_call {
    uint32_t words[SERVICE_WORDS];
    struct trap_frame *frame;
    struct trap_frame *leave; /* the frame to leave through: frame, or another of the thread's */
};

/* The kernel's entries, called in the trap. */
typedef uint32_t service_entry(struct service_call *call);
#define SERVICE(way, words, result, name, parameters) service_entry user_##name;
#include "kernel/call/services.h"
#undef SERVICE

/* Returns the parameter of 64 bits that begins with this word. */
static inline uint64_t service_long(const uint32_t *word)
{
    return word[0] | (uint64_t)word[1] << 32;
}

/* Makes a frame behind an `int 2Eh` execute it again. */
void service_step_back(struct trap_frame *frame);

/* Makes the call happen again when the trap is left. A service that can do nothing now, or that has
 * done a part, returns its result. */
uint32_t service_again(struct service_call *call);

/* Tells whether a service runs here, and not a trap inside of one. */
bool service_may_pause(void);

/* Lets interrupts come in the middle of a long service: they are served, but no thread is switched
 * to. Does nothing elsewhere. */
void service_pause(void);

/* Like service_pause, for a loop over pages: pauses once in four pages. */
static inline void service_pause_at(const void *page)
{
    enum { STRIDE = 4 * 4096 };
    if ((uint32_t)page % STRIDE == 0)
        service_pause();
}

#endif
