/* The pool waits for more objects than one thread can. A wait that one of its threads has is set
 * anew, while another one of them looks at its own. A schedule makes them meet there.
 *
 * run: virtual-time=1
 * run: name=2 smp=2 virtual-time=1 compilers=gcc
 * run: name=ring3 ring=3 virtual-time=1 compilers=gcc
 * run: name=schedule-3r schedule=3r compilers=gcc
 * run: name=schedule-5r schedule=5r compilers=gcc
 */
#include "tests/windows/windows_pool.h"

enum { WAITS = MAXIMUM_WAIT_OBJECTS, ROUNDS = 16 }; /* one more than a thread waits for */

static volatile LONG ended[WAITS];

static VOID NTAPI counts_wait(PTP_CALLBACK_INSTANCE instance, PVOID context, PTP_WAIT wait,
                              TP_WAIT_RESULT result)
{
    InterlockedIncrement(&ended[(DWORD)context]);
}

static void check_waits(void)
{
    PTP_WAIT waits[WAITS], *first = waits, *last = &waits[WAITS - 1];
    HANDLE never = CreateEvent(NULL, TRUE, FALSE, NULL),
           one = CreateEvent(NULL, FALSE, FALSE, NULL),
           other = CreateEvent(NULL, FALSE, FALSE, NULL);
    for (DWORD i = 0; i < WAITS; i++) {
        waits[i] = CreateThreadpoolWait(counts_wait, (PVOID)i, NULL);
        SetThreadpoolWait(waits[i], never, NULL);
    }
    for (DWORD i = 0; i < ROUNDS; i++) {
        SetThreadpoolWait(*first, one, NULL);
        SetEvent(one);
        SetThreadpoolWait(*last, other, NULL);
    }
    SetEvent(other);
    check(reaches(&ended[WAITS - 1], 1), "a wait that was set anew many times ends once");
    check(reaches(&ended[0], 1) || ended[0] > 1, "and the other thread's ends, too");
    for (DWORD i = 0; i < WAITS; i++) {
        SetThreadpoolWait(waits[i], NULL, NULL);
        WaitForThreadpoolWaitCallbacks(waits[i], TRUE);
        CloseThreadpoolWait(waits[i]);
    }
    CLOSE(never, one, other);
}

int main(void)
{
    check_waits();
    return done();
}
