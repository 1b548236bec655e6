/* A thread's own words, and a fiber's own values with their callbacks.
 *
 * run: emulator=qemu
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=end ring=3 args=end exit=7 expect="^called with 11$"
 * run: name=main-end args=main-end exit=0 expect="^called with 11$"
 */
#include <windows.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

#include <string.h>

enum { MOST_TLS = 1088, MOST_FLS = 127 };

/* ---------------------------------------------------------------- a thread's */

static DWORD indexes[MOST_TLS];

static void check_tls(void)
{
    DWORD index = TlsAlloc();
    check(index < 64, "TlsAlloc returns an index of the TEB's own slots first");
    SetLastError(4711);
    check(TlsGetValue(index) == NULL && GetLastError() == 0,
          "17: a slot that was never set reads as 0, and TlsGetValue clears the last error");
    SetLastError(4711);
    check(TlsSetValue(index, &index) && GetLastError() == 4711, "TlsSetValue leaves it alone");
    check(TlsGetValue(index) == &index && NtCurrentTeb()->TlsSlots[index] == &index &&
              __readfsdword(0xE10 + 4 * index) == (DWORD)&index,
          "the value lies at E10h of the TEB");
    check(TlsFree(index) && FAILS(TlsFree(index), ERROR_INVALID_PARAMETER),
          "TlsFree, once: the second call is refused with 87");
    check(TlsAlloc() == index && TlsGetValue(index) == NULL,
          "17: after TlsFree and TlsAlloc the slot reads as 0");
    TlsFree(index);
    check(FAILS(TlsGetValue(MOST_TLS), ERROR_INVALID_PARAMETER) &&
              FAILS(TlsSetValue(MOST_TLS, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(TlsFree(TLS_OUT_OF_INDEXES), ERROR_INVALID_PARAMETER),
          "an index that there cannot be: 87");
}

static HANDLE is_set, is_freed;

static DWORD CALLBACK keeps_value(PVOID index)
{
    TlsSetValue((DWORD)index, &is_set);
    SignalObjectAndWait(is_set, is_freed, INFINITE, FALSE);
    return TlsGetValue((DWORD)index) == NULL;
}

/* Whether a value that another thread has set is gone when the index was freed and given again. */
static BOOL has_no_value_elsewhere(DWORD index)
{
    DWORD code = 0;
    is_set = CreateEvent(NULL, FALSE, FALSE, NULL);
    is_freed = CreateEvent(NULL, FALSE, FALSE, NULL);
    HANDLE thread = start(keeps_value, (PVOID)index);
    WaitForSingleObject(is_set, INFINITE);
    BOOL again = TlsFree(index) && TlsAlloc() == index;
    SetEvent(is_freed);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &code);
    CLOSE(thread, is_set, is_freed);
    return again && code == 1;
}

static void check_all_tls(void)
{
    DWORD count = 0, wrong = 0;
    while (count < MOST_TLS && (indexes[count] = TlsAlloc()) != TLS_OUT_OF_INDEXES)
        count++;
    check(count == MOST_TLS, "there are 1088 indexes");
    SetLastError(0);
    check(TlsAlloc() == TLS_OUT_OF_INDEXES && GetLastError() == ERROR_NO_MORE_ITEMS,
          "and no more: FFFFFFFFh, 259");
    check(TlsGetValue(1000) == NULL && NtCurrentTeb()->TlsExpansionSlots == NULL,
          "a slot beyond the TEB's reads as 0 without memory");
    for (DWORD i = 0; i < MOST_TLS; i++)
        TlsSetValue(indexes[i], (PVOID)(i * 3 + 1));
    for (DWORD i = 0; i < MOST_TLS; i++)
        wrong += TlsGetValue(indexes[i]) != (PVOID)(i * 3 + 1);
    check(wrong == 0, "each has its value");
    check(NtCurrentTeb()->TlsExpansionSlots[1000 - 64] == TlsGetValue(1000),
          "the TEB's word at F94h leads to those from 64 on");
    for (DWORD i = 0; i < MOST_TLS; i++)
        TlsFree(indexes[i]);
    for (DWORD i = 0; i < MOST_TLS; i++)
        wrong += TlsAlloc() == TLS_OUT_OF_INDEXES;
    for (DWORD i = 0; i < MOST_TLS; i++)
        wrong += TlsGetValue(i) != NULL;
    check(wrong == 0, "17: all read as 0 after TlsFree and TlsAlloc");
    TlsFree(1000);
    TlsSetValue(1000, &wrong);
    check(TlsAlloc() == 1000 && TlsGetValue(1000) == NULL, "also one that was set while free");
    check(has_no_value_elsewhere(1000), "and in another thread");
    for (DWORD i = 0; i < MOST_TLS; i++)
        TlsFree(i);
}

/* ---------------------------------------------------------------- a fiber's */

static DWORD calls, sum;

static VOID WINAPI count_call(PVOID value)
{
    calls++;
    sum += (DWORD)value;
}

static DWORD CALLBACK reads_unset(PVOID parameter)
{
    (void)parameter;
    SetLastError(4711);
    return FlsGetValue(1) ? 0 : GetLastError();
}

static void check_fls(void)
{
    DWORD index = FlsAlloc(count_call), other = FlsAlloc(NULL);
    check(index == 1 && other == 2, "FlsAlloc begins with 1: 0 is no index");
    SetLastError(4711);
    check(FlsGetValue(index) == NULL && GetLastError() == 0,
          "an unset value is NULL, and no error");
    check(FlsSetValue(index, (PVOID)5) && FlsSetValue(other, (PVOID)6) &&
              FlsGetValue(index) == (PVOID)5 && FlsGetValue(other) == (PVOID)6,
          "FlsSetValue");
    check(FAILS(FlsGetValue(0), ERROR_INVALID_PARAMETER) &&
              FAILS(FlsSetValue(0, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(FlsGetValue(128), ERROR_INVALID_PARAMETER) &&
              FAILS(FlsSetValue(128, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(FlsSetValue(3, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(FlsFree(3), ERROR_INVALID_PARAMETER) &&
              FAILS(FlsFree(128), ERROR_INVALID_PARAMETER),
          "0, 128 and an index that nobody has: 87");
    calls = sum = 0;
    check(FlsFree(index) && calls == 1 && sum == 5, "17: FlsFree calls back with the value");
    check(FlsFree(other) && calls == 1, "without a callback nothing is called");
    check(FlsAlloc(count_call) == 1 && FlsGetValue(1) == NULL, "the next owner finds NULL");
    check(end_of(start(reads_unset, NULL)) == ERROR_INVALID_PARAMETER,
          "a thread that has set none: NULL, 87");
    check(FlsFree(1) && calls == 1, "and NULL gets no call");
}

/* ---------------------------------------------------------------- its end and an index' */

enum { LONG_MS = 60000 };

static HANDLE inside, go_on;
static DWORD first_index, second_index, seconds, strangers;
static PVOID second_value, seen_inside;

/* The callback of a value of a thread that ends: it has another value still. */
static VOID WINAPI first_callback(PVOID value)
{
    seen_inside = FlsGetValue(second_index);
    SetEvent(inside);
    WaitForSingleObject(go_on, LONG_MS);
}

static VOID WINAPI second_callback(PVOID value)
{
    seconds++;
    second_value = value;
}

/* Its index never had a value since it was given. */
static VOID WINAPI stranger(PVOID value) { strangers++; }

static DWORD CALLBACK sets_both(PVOID unused)
{
    FlsSetValue(first_index, (PVOID)0xA1);
    FlsSetValue(second_index, (PVOID)0xB1);
    return 0;
}

static void check_end_and_free(void)
{
    inside = CreateEvent(NULL, FALSE, FALSE, NULL);
    go_on = CreateEvent(NULL, FALSE, FALSE, NULL);
    first_index = FlsAlloc(first_callback);
    second_index = FlsAlloc(second_callback);
    HANDLE thread = start(sets_both, NULL);
    WaitForSingleObject(inside, LONG_MS);
    check(seen_inside == (PVOID)0xB1, "a thread's callback finds its other values");
    check(FlsFree(second_index) && seconds == 1 && second_value == (PVOID)0xB1,
          "FlsFree calls back for a thread that is about to end");
    DWORD third_index = FlsAlloc(stranger);
    SetEvent(go_on);
    WaitForSingleObject(thread, LONG_MS);
    check(third_index == second_index && strangers == 0 && seconds == 1,
          "the thread's end never calls the index' next owner");
    FlsFree(third_index);
    FlsFree(first_index);
    CLOSE(thread, inside, go_on);
}

static DWORD index_that_goes, refusals;

static VOID WINAPI uses_it(PVOID value)
{
    DWORD other = FlsAlloc(NULL);
    refusals += FAILS(FlsSetValue(index_that_goes, (PVOID)2), ERROR_INVALID_PARAMETER) &&
                FAILS(FlsFree(index_that_goes), ERROR_INVALID_PARAMETER) &&
                other != index_that_goes;
    FlsFree(other);
}

static DWORD rest;

static VOID WINAPI ends_again(PVOID value) { ExitThread(5); }
static VOID WINAPI count_rest(PVOID value) { rest += (DWORD)value; }

static DWORD CALLBACK sets_for_end(PVOID both)
{
    FlsSetValue(((DWORD *)both)[0], (PVOID)1);
    FlsSetValue(((DWORD *)both)[1], (PVOID)33);
    return 4;
}

static void check_calls_in_callbacks(void)
{
    index_that_goes = FlsAlloc(uses_it);
    FlsSetValue(index_that_goes, (PVOID)1);
    check(FlsFree(index_that_goes) && refusals == 1,
          "an index that goes is not set, not freed again and not given until it is gone");
    DWORD both[] = {FlsAlloc(ends_again), FlsAlloc(count_rest)}, code = 0;
    HANDLE thread = start(sets_for_end, both);
    WaitForSingleObject(thread, LONG_MS);
    check(GetExitCodeThread(thread, &code) && code == 5 && rest == 33,
          "a callback that ends the thread again leaves no value without its call");
    FlsFree(both[0]);
    FlsFree(both[1]);
    CloseHandle(thread);
}

/* ---------------------------------------------------------------- fibers */

static VOID WINAPI nothing(PVOID fiber)
{
    for (;;)
        SwitchToFiber(fiber);
}

static DWORD index_of_fibers;

static VOID WINAPI sets_value(PVOID parameter)
{
    FlsSetValue(index_of_fibers, parameter);
    SwitchToFiber(TlsGetValue(0));
}

static void check_fls_of_fibers(void)
{
    PVOID self = ConvertThreadToFiber(NULL), first, second;
    DWORD count = 0, none = 0;
    TlsAlloc();
    TlsSetValue(0, self);
    index_of_fibers = FlsAlloc(count_call);
    FlsSetValue(index_of_fibers, (PVOID)1);
    first = CreateFiber(0, sets_value, (PVOID)20);
    second = CreateFiber(0, sets_value, (PVOID)300);
    SwitchToFiber(first);
    SwitchToFiber(second);
    check(FlsGetValue(index_of_fibers) == (PVOID)1, "each fiber has its own value");
    calls = sum = 0;
    DeleteFiber(first);
    check(calls == 1 && sum == 20, "17: deleting a fiber calls back with its value");
    FlsFree(index_of_fibers);
    check(calls == 3 && sum == 321, "17: FlsFree calls back for every fiber that has a value");
    DeleteFiber(second);
    check(calls == 3, "once each");
    first = CreateFiber(0, nothing, self);
    DeleteFiber(first);
    TlsFree(0);
    ConvertFiberToThread();
    while (count < MOST_FLS + 1 && FlsAlloc(NULL) != FLS_OUT_OF_INDEXES)
        count++;
    check(count == MOST_FLS && FAILS(FlsAlloc(NULL) != FLS_OUT_OF_INDEXES, 8),
          "there are 127 indexes, and no more: FFFFFFFFh, 8");
    for (DWORD i = 1; i <= MOST_FLS; i++)
        none += !FlsFree(i);
    check(none == 0, "all are freed");
}

/* ---------------------------------------------------------------- the program's end */

static VOID WINAPI print_call(PVOID value) { printf("called with %lu\n", (DWORD)value); }

int main(int argc, char **argv)
{
    if (argc > 1) {
        FlsSetValue(FlsAlloc(print_call), (PVOID)11);
        TlsSetValue(100, argv);
        if (strcmp(argv[1], "end") == 0)
            ExitThread(7);
        return 0;
    }
    check_tls();
    check_all_tls();
    check_fls();
    check_end_and_free();
    check_calls_in_callbacks();
    check_fls_of_fibers();
    return done();
}
