/* As many threads and as many handles as there is memory for: the next one is refused, those that
 * are there work, and all comes back.
 *
 * run: memory=8M
 * run: name=ring3 ring=3 memory=8M
 * run: name=checked checked=1 memory=12M compilers=gcc
 */
#include "tests/harness/tap.h"

#include <stdio.h>
#include <windows.h>

enum { MOST = 2000000, MOST_THREADS = 4000 };

static HANDLE threads[MOST_THREADS];
static volatile LONG ran;

static DWORD CALLBACK runs(PVOID number)
{
    InterlockedIncrement(&ran);
    return (DWORD)number;
}

/* Returns how many threads there is memory for. All run and end. */
static unsigned all_threads(void)
{
    unsigned made = 0, wrong = 0;
    ran = 0;
    SetLastError(0);
    while (made < MOST_THREADS &&
           (threads[made] = CreateThread(NULL, 0, runs, (PVOID)made, CREATE_SUSPENDED, NULL)))
        made++;
    is_dec(GetLastError(), ERROR_NOT_ENOUGH_MEMORY, "after %u threads the next is refused", made);
    for (unsigned i = 0; i < made; i++)
        wrong += ResumeThread(threads[i]) != 1;
    for (unsigned i = 0; i < made; i++) {
        DWORD code = 0;
        wrong += WaitForSingleObject(threads[i], INFINITE) != WAIT_OBJECT_0;
        wrong += !GetExitCodeThread(threads[i], &code) || code != i;
        wrong += !CloseHandle(threads[i]);
    }
    is_dec(wrong, 0, "each of them runs and ends with its code");
    is_dec(ran, made, "once");
    return made;
}

/* Returns how many handles of one object there is memory for. */
static unsigned all_handles(HANDLE event)
{
    HANDLE process = GetCurrentProcess(), handle, last = NULL;
    unsigned made = 0, closed = 0;
    SetLastError(0);
    while (made < MOST &&
           DuplicateHandle(process, event, process, &handle, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
        last = handle;
        made++;
    }
    is_dec(GetLastError(), ERROR_NOT_ENOUGH_MEMORY, "after %u handles the next is refused", made);
    ok(SetEvent(last) && WaitForSingleObject(event, 0) == WAIT_OBJECT_0, "the last one works");
    for (ULONG_PTR value = 4; closed < made && value < 4 * (ULONG_PTR)(MOST + 1000); value += 4)
        if ((HANDLE)value != event && value > (ULONG_PTR)event)
            closed += CloseHandle((HANDLE)value) != 0;
    is_dec(closed, made, "all are closed");
    return made;
}

int main(void)
{
    HANDLE event = CreateEventA(NULL, FALSE, FALSE, NULL);
    unsigned first = all_threads(), second;
    ok(first > 20, "there are some");
    second = all_threads();
    ok(second <= first && second > first * 9 / 10,
       "and as many again, but for page tables at other addresses");
    first = all_handles(event);
    ok(first > 1000, "there are many");
    is_dec(all_handles(event), first, "and as many again");
    CloseHandle(event);
    return tap_done();
}
