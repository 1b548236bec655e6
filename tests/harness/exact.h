/* Calls with every register known before and seen after, for tests of calls that keep registers.
 * Serves C and assembly. */
#ifndef TESTS_EXACT_H
#define TESTS_EXACT_H

#define EXACT_ROOM 512

#ifndef __ASSEMBLER__
#include <ring3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct exact {
    uint32_t eax, ecx, edx, ebx, esi, edi, ebp, eflags;
    uint32_t esp; /* before: in front of the arguments' pushes; after: as it was left */
    uint32_t es;  /* only after */
};

_Static_assert(offsetof(struct exact, eflags) == 28 && offsetof(struct exact, es) == 36,
               "exact.S knows these offsets");

/* The registers that the next call loads, all but esp and es, and those that the last call left. */
extern struct exact exact_before, exact_after;

/* Registers unlike each other, interrupts on, all flags else clear. Needed before each call whose
 * registers matter: a call leaves exact_before alone, but for esp. */
void exact_prepare(void);

/* Pushes count words, the last one first, loads exact_before and calls function. The caller's
 * registers, stack and direction flag are kept, also when function changes them. Returns true when
 * it came back by itself, or by a context that goes on at exact_return; false by way of
 * exact_leave. Calls may be nested. */
bool exact_call(const void *function, unsigned count, ...);

/* Where function returns to. */
extern const char exact_return[];

/* Gives up the running code and makes the innermost exact_call return false. */
_Noreturn void exact_leave(void);

/* Functions to call: an invalid instruction of two bytes, then a return; the same above which
 * EXACT_ROOM bytes of stack are free; the same with the trap flag set, at the label behind. */
extern const char exact_ud2[], exact_ud2_roomy[], exact_ud2_traced[], exact_ud2_traced_at[];

/* A handler that goes on behind exact_ud2 and keeps neither registers nor its arguments. */
extern const char exact_careless_handler[];

/* The value of eflags after code has set it: in ring 3 interrupts stay on. */
static inline uint32_t exact_eflags(uint32_t eflags)
{
    return ring3_current() == 3 ? eflags | 0x200 : eflags;
}
#endif

#endif
