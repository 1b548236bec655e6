/* What Windows makes of a trap. */
#ifndef SEH_EMUL_STATUS_H
#define SEH_EMUL_STATUS_H

#include "kernel/trap.h"

#include <nt.h>

/* Fills record from an exception's trap frame and, where Windows does so, moves the frame's eip or
 * clears its trap flag. x87_status is the FPU's status word, x87_control its control word, x87_at
 * the address of the instruction it last complained about. In the trap, interrupts off. */
struct x87_fault {
    uint16_t control, status;
    uint32_t address;
};
void status_describe(struct trap_frame *frame, const struct x87_fault *x87,
                     EXCEPTION_RECORD *record);

/* A few words for a status ("integer division by zero"), or "exception". */
const char *status_name(DWORD status);

/* What an access violation's first parameter says: "reading", "writing", "executing". */
const char *status_access_name(DWORD access);

#endif
