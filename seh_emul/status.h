/* What Windows makes of a trap. */
#ifndef SEH_EMUL_STATUS_H
#define SEH_EMUL_STATUS_H

#include "kernel/trap.h"

#include <nt.h>

/* What an exception's trap frame does not tell. */
struct trap_facts {
    uint32_t esp;         /* of the interrupted code */
    uint16_t x87_control; /* the FPU's control and status words */
    uint16_t x87_status;
    uint32_t x87_address; /* of the instruction that the FPU complained about last, or 0 */
};

/* Fills record from a copy of an exception's trap frame and, where Windows does so, moves the
 * copy's eip or clears its trap flag. In the trap, interrupts off. */
void status_describe(struct trap_frame *frame, const struct trap_facts *facts,
                     EXCEPTION_RECORD *record);

/* Turns record into a stack overflow at the same address, by touching an address of the stack. */
void status_describe_overflow(uint32_t touched, EXCEPTION_RECORD *record);

/* A few words for a status ("integer division by zero"), or "exception". */
const char *status_name(DWORD status);

/* What an access violation's first parameter says: "reading", "writing", "executing". */
const char *status_access_name(DWORD access);

#endif
