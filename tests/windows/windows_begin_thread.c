/* Threads by the C runtime's names, and what is asked of threads and process.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 */
#include <windows.h>

#include "tests/harness/tap.h"

#include <errno.h>
#include <process.h>
#include <stdlib.h>
#include <wchar.h>

static volatile LONG ran;
static HANDLE go_on;

static unsigned __stdcall returns_code(void *argument)
{
    InterlockedIncrement(&ran);
    return (unsigned)argument;
}

static unsigned __stdcall ends_with_code(void *argument) { _endthreadex((unsigned)argument + 1); }

static void __cdecl returns(void *argument)
{
    WaitForSingleObject(argument, INFINITE);
    InterlockedIncrement(&ran);
}

static void __cdecl ends(void *argument)
{
    returns(argument);
    _endthread();
}

static DWORD end_of(uintptr_t thread)
{
    DWORD code = 0;
    WaitForSingleObject((HANDLE)thread, INFINITE);
    GetExitCodeThread((HANDLE)thread, &code);
    CloseHandle((HANDLE)thread);
    return code;
}

static void check_with_handle(void)
{
    unsigned id = 0;
    uintptr_t thread = _beginthreadex(NULL, 0, returns_code, (void *)7, CREATE_SUSPENDED, &id);
    ok(thread && id == GetThreadId((HANDLE)thread), "_beginthreadex stores the thread's number");
    is_dec(WaitForSingleObject((HANDLE)thread, 30) == WAIT_TIMEOUT && ran == 0, true,
           "a suspended thread waits for its resume");
    ResumeThread((HANDLE)thread);
    is_dec(end_of(thread), 7, "what its function returns is the exit code");
    thread = _beginthreadex(NULL, 100000, ends_with_code, (void *)7,
                            STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    is_dec(end_of(thread), 8, "and so is what _endthreadex gets");
    errno = 0;
    is_dec(_beginthreadex(NULL, 0, NULL, NULL, 0, NULL), 0, "no function: no thread");
    is_dec((unsigned)errno, EINVAL, "with EINVAL");
    errno = 0;
    is_dec(_beginthreadex(NULL, 0, returns_code, NULL, 0x80, NULL), 0, "nor with unknown flags");
    is_dec((unsigned)errno, EINVAL, "with EINVAL, too");
}

/* Tells whether the thread's own handle is gone soon. */
static bool closes_itself(void(__cdecl *function)(void *argument))
{
    DWORD code;
    uintptr_t thread = _beginthread(function, 0, go_on);
    LONG before = ran;
    bool was_open = GetExitCodeThread((HANDLE)thread, &code) && code == STILL_ACTIVE;
    SetEvent(go_on);
    for (unsigned i = 0; i < 1000 && GetExitCodeThread((HANDLE)thread, &code); i++)
        Sleep(1);
    return was_open && ran == before + 1 && !GetExitCodeThread((HANDLE)thread, &code) &&
           GetLastError() == ERROR_INVALID_HANDLE;
}

static void check_without_handle(void)
{
    go_on = CreateEvent(NULL, FALSE, FALSE, NULL);
    ok(closes_itself(returns), "a thread of _beginthread closes its handle when it returns");
    ok(closes_itself(ends), "and with _endthread");
    errno = 0;
    ok(_beginthread(NULL, 0, NULL) == (uintptr_t)-1 && errno == EINVAL, "no function: -1, EINVAL");
    CloseHandle(go_on);
}

static void check_questions(void)
{
    SYSTEM_INFO info;
    ULONG_PTR low, high, here = (ULONG_PTR)__builtin_frame_address(0);
    GetCurrentThreadStackLimits(&low, &high);
    ok(low < here && here < high && high - low >= 0x10000, "the stack's limits: %u KB",
       (unsigned)(high - low) / 1024);
    GetSystemInfo(&info);
    is_dec(GetActiveProcessorCount(0), info.dwNumberOfProcessors, "the first group has all CPUs");
    SetLastError(0);
    ok(GetActiveProcessorCount(1) == 0 && GetLastError() == ERROR_INVALID_PARAMETER,
       "there is no other group");
    is_dec(GetProcessId(GetCurrentProcess()), GetCurrentProcessId(), "the program's number");
    ok(GetProcessId(GetCurrentThread()) == 0 && GetLastError() == ERROR_INVALID_HANDLE,
       "a thread is no process");
    LONG sum = 5;
    LONG64 wide = 0xFFFFFFFF;
    ok(InterlockedAdd(&sum, 3) == 8 && sum == 8, "InterlockedAdd returns the sum");
    ok(InterlockedAdd64(&wide, 2) == 0x100000001 && wide == 0x100000001, "of 64 bits, too");
    HANDLE timer = CreateWaitableTimer(NULL, TRUE, NULL);
    const LARGE_INTEGER soon = {.QuadPart = -10000};
    ok(SetWaitableTimerEx(timer, &soon, 0, NULL, NULL, NULL, 1000) &&
           WaitForSingleObject(timer, 1000) == WAIT_OBJECT_0,
       "a timer that may come late comes");
    CloseHandle(timer);
}

static void check_names(void)
{
    static const WCHAR longest[] =
        L"0123456789012345678901234567890123456789012345678901234567890123456789";
    PWSTR name;
    ok(GetThreadDescription(GetCurrentThread(), &name) == S_OK && name[0] == 0,
       "a thread has no name at first");
    ok(LocalFree(name) == NULL, "which LocalFree takes");
    is_dec((unsigned)SetThreadDescription(GetCurrentThread(), L"the first \x00FC"), S_OK,
           "it gets one");
    GetThreadDescription(GetCurrentThread(), &name);
    ok(wcscmp(name, L"the first \x00FC") == 0, "that is told");
    LocalFree(name);
    SetThreadDescription(GetCurrentThread(), longest);
    GetThreadDescription(GetCurrentThread(), &name);
    ok(wcslen(name) == 63 && wcsncmp(name, longest, 63) == 0, "63 units of a longer one are kept");
    LocalFree(name);
    is_hex((unsigned)SetThreadDescription(NULL, L"x"), 0xD0000008, "no thread: no name");
    is_hex((unsigned)GetThreadDescription(NULL, &name), 0xD0000008, "nor one to tell");
    HANDLE weak = OpenThread(THREAD_TERMINATE, FALSE, GetCurrentThreadId());
    is_hex((unsigned)SetThreadDescription(weak, L"x"), 0xD0000022, "the handle needs the right");
    CloseHandle(weak);
}

int main(void)
{
    check_names();
    check_with_handle();
    check_without_handle();
    check_questions();
    return tap_done();
}
