/* Sleeping, by Windows' name. */
#ifndef SYNCHAPI_H
#define SYNCHAPI_H

#include <minwinbase.h>

#define INFINITE           0xFFFFFFFFu

/* Results of waits. */
#define WAIT_OBJECT_0      0u
#define WAIT_ABANDONED     0x80u
#define WAIT_ABANDONED_0   0x80u
#define WAIT_IO_COMPLETION 0xC0u
#define WAIT_TIMEOUT       258u
#define WAIT_FAILED        0xFFFFFFFFu

/* Lets this many milliseconds pass; INFINITE sleeps for ever. In a user-level thread the other
 * threads run meanwhile, and 0 lets each of them have its turn. Outside of threads the CPU halts,
 * and 0 returns at once. For ordinary code and handlers, at either privilege level. */
void WINAPI Sleep(DWORD ms);

#endif
