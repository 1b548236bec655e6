/* Objects that are initialised once, without a second thread: the answers of each call, and how it
 * refuses. Threads that meet there are in tests/host/win32_locks.c, on the host.
 *
 * run: emulator=qemu
 * run: name=486 cpu=486 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=4-ring3 smp=4 ring=3 compilers=gcc
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

#include <string.h>

static unsigned runs;
static BOOL answer;

static BOOL CALLBACK run_once(PINIT_ONCE once, PVOID parameter, PVOID *data)
{
    runs++;
    if (data)
        *data = parameter;
    if (!answer)
        SetLastError(99);
    return answer;
}

static void check_execute_once(void)
{
    INIT_ONCE once = INIT_ONCE_STATIC_INIT;
    PVOID data = NULL;
    check(FAILS(InitOnceExecuteOnce(&once, run_once, NULL, &data), 99) && runs == 1,
          "a function that fails: FALSE, and its own last error");
    answer = TRUE;
    check(SUCCEEDS(InitOnceExecuteOnce(&once, run_once, (PVOID)0x1000, &data)) && runs == 2 &&
              data == (PVOID)0x1000,
          "the next caller runs it again, and gets its data");
    data = NULL;
    check(SUCCEEDS(InitOnceExecuteOnce(&once, run_once, (PVOID)0x2000, &data)) && runs == 2 &&
              data == (PVOID)0x1000,
          "later ones get the data, and do not run it");
    check(SUCCEEDS(InitOnceExecuteOnce(&once, run_once, NULL, NULL)) && runs == 2,
          "nobody need want the data");
    InitOnceInitialize(&once);
    check(FAILS(InitOnceExecuteOnce(&once, run_once, (PVOID)3, &data), ERROR_INVALID_PARAMETER),
          "data in the two reserved bits: 87");
}

static void check_begin(void)
{
    INIT_ONCE once = INIT_ONCE_STATIC_INIT;
    BOOL pending = 5;
    PVOID data = NULL;
    check(FAILS(InitOnceBeginInitialize(&once, INIT_ONCE_CHECK_ONLY, &pending, &data),
                ERROR_GEN_FAILURE) &&
              pending == 5,
          "14: CHECK_ONLY before it is done: 31");
    check(FAILS(InitOnceComplete(&once, 0, NULL), ERROR_GEN_FAILURE),
          "14: Complete without Begin: 31");
    check(FAILS(InitOnceBeginInitialize(&once, INIT_ONCE_CHECK_ONLY | INIT_ONCE_ASYNC, &pending,
                                        NULL),
                ERROR_INVALID_PARAMETER) &&
              FAILS(InitOnceBeginInitialize(&once, 8, &pending, NULL), ERROR_INVALID_PARAMETER),
          "14: CHECK_ONLY with ASYNC, and unknown flags: 87");
    check(SUCCEEDS(InitOnceBeginInitialize(&once, 0, &pending, &data)) && pending == TRUE,
          "Begin: pending");
    check(FAILS(InitOnceBeginInitialize(&once, INIT_ONCE_ASYNC, &pending, NULL),
                ERROR_INVALID_PARAMETER),
          "14: ASYNC where another initialises alone: 87");
    check(FAILS(InitOnceBeginInitialize(&once, INIT_ONCE_CHECK_ONLY, &pending, NULL),
                ERROR_GEN_FAILURE),
          "14: CHECK_ONLY meanwhile: 31");
    check(FAILS(InitOnceComplete(&once, INIT_ONCE_ASYNC, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(InitOnceComplete(&once, 0, (PVOID)1), ERROR_INVALID_PARAMETER) &&
              FAILS(InitOnceComplete(&once, INIT_ONCE_INIT_FAILED, (PVOID)4),
                    ERROR_INVALID_PARAMETER) &&
              FAILS(InitOnceComplete(&once, INIT_ONCE_INIT_FAILED | INIT_ONCE_ASYNC, NULL),
                    ERROR_INVALID_PARAMETER) &&
              FAILS(InitOnceComplete(&once, 16, NULL), ERROR_INVALID_PARAMETER),
          "14: Complete with ASYNC, with reserved bits, with data of a failure: 87");
    check(SUCCEEDS(InitOnceComplete(&once, INIT_ONCE_INIT_FAILED, NULL)) &&
              SUCCEEDS(InitOnceBeginInitialize(&once, 0, &pending, NULL)) && pending == TRUE,
          "after a failure the next Begin is pending again");
    check(SUCCEEDS(InitOnceComplete(&once, 0, &once)), "Complete");
    pending = 5;
    check(SUCCEEDS(InitOnceBeginInitialize(&once, 0, &pending, &data)) && !pending && data == &once,
          "then Begin is not pending, and has the data");
    check(SUCCEEDS(InitOnceBeginInitialize(&once, INIT_ONCE_CHECK_ONLY, &pending, &data)) &&
              !pending,
          "nor is CHECK_ONLY");
    check(FAILS(InitOnceComplete(&once, 0, NULL), ERROR_GEN_FAILURE), "14: Complete again: 31");
}

static void check_async(void)
{
    INIT_ONCE once = INIT_ONCE_STATIC_INIT;
    BOOL first = 5, second = 5;
    PVOID data = NULL;
    check(SUCCEEDS(InitOnceBeginInitialize(&once, INIT_ONCE_ASYNC, &first, NULL)) &&
              SUCCEEDS(InitOnceBeginInitialize(&once, INIT_ONCE_ASYNC, &second, NULL)) && first &&
              second,
          "with ASYNC two callers may initialise");
    check(FAILS(InitOnceBeginInitialize(&once, 0, &first, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(InitOnceComplete(&once, 0, NULL), ERROR_INVALID_PARAMETER),
          "14: without ASYNC meanwhile: 87");
    check(SUCCEEDS(InitOnceComplete(&once, INIT_ONCE_ASYNC, (PVOID)0x40)) &&
              FAILS(InitOnceComplete(&once, INIT_ONCE_ASYNC, (PVOID)0x80), ERROR_GEN_FAILURE),
          "14: the first that completes did it; the other: 31");
    check(SUCCEEDS(InitOnceBeginInitialize(&once, 0, &first, &data)) && data == (PVOID)0x40,
          "its data counts");
}

/* The calls of ntdll have statuses where those of kernel32 have the last error. */

static ULONG NTAPI rtl_run_once(PRTL_RUN_ONCE once, PVOID parameter, PVOID *data)
{
    runs++;
    *data = parameter;
    return (ULONG)answer;
}

static void check_execute_once_of_ntdll(void)
{
    RTL_RUN_ONCE once;
    PVOID data = NULL;
    memset(&once, 0x55, sizeof once);
    RtlRunOnceInitialize(&once);
    check(!once.Ptr, "RtlRunOnceInitialize");
    runs = 0;
    answer = FALSE;
    check((ULONG)RtlRunOnceExecuteOnce(&once, rtl_run_once, NULL, &data) == 0xC0000001 && runs == 1,
          "RtlRunOnceExecuteOnce of a function that fails: C0000001");
    answer = TRUE;
    check((ULONG)RtlRunOnceExecuteOnce(&once, rtl_run_once, (PVOID)3, &data) == 0xC000000D,
          "data in the two reserved bits: C000000D");
    RtlRunOnceInitialize(&once);
    runs = 0;
    check(RtlRunOnceExecuteOnce(&once, rtl_run_once, (PVOID)0x1000, &data) == 0 && runs == 1 &&
              data == (PVOID)0x1000,
          "one that does not: 0, and its data");
    data = NULL;
    check(RtlRunOnceExecuteOnce(&once, rtl_run_once, (PVOID)0x2000, &data) == 0 && runs == 1 &&
              data == (PVOID)0x1000,
          "later callers get the data, and do not run it");
}

static void check_begin_of_ntdll(void)
{
    RTL_RUN_ONCE once = RTL_RUN_ONCE_INIT;
    PVOID data = NULL;
    check((ULONG)RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_CHECK_ONLY, &data) == 0xC0000001 &&
              (ULONG)RtlRunOnceComplete(&once, 0, NULL) == 0xC0000001,
          "CHECK_ONLY before it is done, and Complete without Begin: C0000001");
    check((ULONG)RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_CHECK_ONLY | RTL_RUN_ONCE_ASYNC,
                                           &data) == 0xC000000D &&
              (ULONG)RtlRunOnceBeginInitialize(&once, 8, &data) == 0xC000000D,
          "CHECK_ONLY with ASYNC, and unknown flags: C000000D");
    check(RtlRunOnceBeginInitialize(&once, 0, &data) == 0x103, "Begin: STATUS_PENDING");
    check((ULONG)RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_ASYNC, &data) == 0xC000000D &&
              (ULONG)RtlRunOnceComplete(&once, RTL_RUN_ONCE_ASYNC, NULL) == 0xC000000D &&
              (ULONG)RtlRunOnceComplete(&once, 0, (PVOID)1) == 0xC000000D &&
              (ULONG)RtlRunOnceComplete(&once, RTL_RUN_ONCE_INIT_FAILED, &once) == 0xC000000D,
          "ASYNC where it is initialised alone, reserved bits, data of a failure: C000000D");
    check(RtlRunOnceComplete(&once, RTL_RUN_ONCE_INIT_FAILED, NULL) == 0 &&
              RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_ASYNC, &data) == 0x103 &&
              RtlRunOnceBeginInitialize(&once, RTL_RUN_ONCE_ASYNC, &data) == 0x103,
          "after a failure it is pending again, with ASYNC for two callers");
    check(RtlRunOnceComplete(&once, RTL_RUN_ONCE_ASYNC, &once) == 0 &&
              (ULONG)RtlRunOnceComplete(&once, RTL_RUN_ONCE_ASYNC, NULL) == 0xC0000001,
          "the first that completes did it; the other: C0000001");
    check(RtlRunOnceBeginInitialize(&once, 0, &data) == 0 && data == &once,
          "then Begin has the data");
}

int main(void)
{
    check_execute_once();
    check_begin();
    check_async();
    check_execute_once_of_ntdll();
    check_begin_of_ntdll();
    return done();
}
