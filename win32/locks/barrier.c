/* Barriers. The last thread that comes begins the next phase, and all others wait for that. */
#include <errhandlingapi.h>
#include <intrin.h>
#include <synchapi.h>

/* The meaning of a barrier's words. */
struct barrier {
    LONG total;
    volatile LONG missing; /* threads that this phase waits for */
    volatile LONG phase;
    volatile LONG inside; /* threads that have not left their call */
    DWORD unused[2];
};
_Static_assert(sizeof(struct barrier) == sizeof(SYNCHRONIZATION_BARRIER), "struct barrier");

BOOL WINAPI InitializeSynchronizationBarrier(LPSYNCHRONIZATION_BARRIER barrier, LONG threads,
                                             LONG spins)
{
    if (threads <= 0 || spins < -1) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return FALSE;
    }
    *(struct barrier *)barrier = (struct barrier){.total = threads, .missing = threads};
    return TRUE;
}

/* Waits until the word is no longer this one. */
static void wait_while(volatile LONG *word, LONG value)
{
    while (*word == value)
        WaitOnAddress(word, &value, sizeof value, INFINITE);
}

BOOL WINAPI EnterSynchronizationBarrier(LPSYNCHRONIZATION_BARRIER barrier, DWORD flags)
{
    struct barrier *own = (struct barrier *)barrier;
    LONG phase = own->phase;
    (void)flags;
    _InterlockedIncrement(&own->inside);
    BOOL last = _InterlockedDecrement(&own->missing) == 0;
    if (last) {
        own->missing = own->total;
        _InterlockedIncrement(&own->phase);
        WakeByAddressAll((PVOID)&own->phase);
    } else {
        wait_while(&own->phase, phase);
    }
    if (_InterlockedDecrement(&own->inside) == 0)
        WakeByAddressAll((PVOID)&own->inside); /* only the address counts: it may be gone */
    return last;
}

BOOL WINAPI DeleteSynchronizationBarrier(LPSYNCHRONIZATION_BARRIER barrier)
{
    struct barrier *own = (struct barrier *)barrier;
    for (LONG inside; (inside = own->inside) != 0;)
        wait_while(&own->inside, inside);
    return TRUE;
}
