/* The C library's locks by their numbers, for programs that bring parts of it themselves. A thread
 * may take one again. The library's own files have other locks. */
#include "win32/msvcrt/call.h"

#include <synchapi.h>

enum { LOCKS = 64 }; /* numbers go up to 35 */

static CRITICAL_SECTION locks[LOCKS];

static BOOL CALLBACK make_locks(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once, (void)parameter, (void)context;
    for (unsigned i = 0; i < LOCKS; i++)
        InitializeCriticalSection(&locks[i]);
    return TRUE;
}

CALL(void, _lock, int number)
{
    static INIT_ONCE once;
    InitOnceExecuteOnce(&once, make_locks, NULL, NULL);
    EnterCriticalSection(&locks[(unsigned)number % LOCKS]);
}

CALL(void, _unlock, int number)
{
    LeaveCriticalSection(&locks[(unsigned)number % LOCKS]);
}
