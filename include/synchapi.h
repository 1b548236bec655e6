/* Sleeping, by Windows' name. */
#ifndef SYNCHAPI_H
#define SYNCHAPI_H

#include <nt.h>

#define INFINITE 0xFFFFFFFFu

/* Lets this many milliseconds pass; INFINITE sleeps for ever. In a user-level thread the other
 * threads run meanwhile, and 0 lets each of them have its turn. Outside of threads the CPU halts,
 * and 0 returns at once. For ordinary code and handlers, at either privilege level. */
void WINAPI Sleep(DWORD ms);

#endif
