#include "win32/kernel32/process_facts.h"

#include "win32/fails.h"
#include "win32/filetime.h"
#include "win32/process_handle.h"

#include <intrin.h>
#include <libloaderapi.h>
#include <nt_image.h>
#include <processthreadsapi.h>
#include <profileapi.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <stringapiset.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <winnls.h>
#include <winnt.h>

enum {
    SESSION = 1,
    PAGE = 4096,
    LEAST_PAGES = 50,
    MOST_PAGES = 345,
    KERNEL_NAME = 1, /* a flag */
    DEP_ENABLED = 1,
    DEP_ALWAYS = 1
};

/* Whether this is the process' number, or 0 where that means it. */
static BOOL is_id(DWORD id)
{
    return id == GetCurrentProcessId() || fails(ERROR_INVALID_PARAMETER);
}

DWORD WINAPI GetProcessVersion(DWORD id)
{
    const char *base = (const char *)GetModuleHandleA(NULL);
    if (id && !is_id(id))
        return 0;
    const IMAGE_NT_HEADERS32 *headers =
        (const IMAGE_NT_HEADERS32 *)(base + ((const IMAGE_DOS_HEADER *)base)->e_lfanew);
    return (DWORD)headers->OptionalHeader.MajorSubsystemVersion << 16 |
           headers->OptionalHeader.MinorSubsystemVersion;
}

/* A program on the console never asks for a message, so that no wait for it would end. */
DWORD WINAPI WaitForInputIdle(HANDLE process, DWORD milliseconds)
{
    (void)milliseconds;
    if (process_is_this(process))
        SetLastError(ERROR_NOT_GUI_PROCESS);
    return WAIT_FAILED;
}

BOOL WINAPI ProcessIdToSessionId(DWORD id, DWORD *session)
{
    if (!session)
        return fails(ERROR_INVALID_PARAMETER);
    if (!is_id(id))
        return FALSE;
    *session = SESSION;
    return TRUE;
}

DWORD WINAPI WTSGetActiveConsoleSessionId(void)
{
    return SESSION;
}

BOOL WINAPI QueryFullProcessImageNameW(HANDLE process, DWORD flags, LPWSTR buffer, PDWORD size)
{
    static const WCHAR drive[] = L"\\Device\\HarddiskVolume1";
    WCHAR path[MAX_PATH], *from = path;
    WCHAR name[MAX_PATH + sizeof drive / sizeof *drive];
    if (!process_is_this(process))
        return FALSE;
    DWORD length = GetModuleFileNameW(NULL, path, MAX_PATH), before = 0;
    if (flags & ~KERNEL_NAME)
        return fails(ERROR_INVALID_PARAMETER);
    if (flags & KERNEL_NAME) { /* in place of C: */
        before = sizeof drive / sizeof *drive - 1;
        from += 2;
        length -= 2;
    }
    memcpy(name, drive, before * sizeof *name);
    memcpy(name + before, from, (length + 1) * sizeof *name);
    if (!buffer || *size <= before + length)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    memcpy(buffer, name, (before + length + 1) * sizeof *name);
    *size = before + length;
    return TRUE;
}

BOOL WINAPI QueryFullProcessImageNameA(HANDLE process, DWORD flags, LPSTR buffer, PDWORD size)
{
    WCHAR wide[2 * MAX_PATH];
    DWORD units = sizeof wide / sizeof *wide;
    if (!QueryFullProcessImageNameW(process, flags, wide, &units))
        return FALSE;
    int length = WideCharToMultiByte(CP_ACP, 0, wide, -1, NULL, 0, NULL, NULL);
    if (*size < (DWORD)length)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    if (!buffer)
        return fails(ERROR_INVALID_PARAMETER);
    WideCharToMultiByte(CP_ACP, 0, wide, -1, buffer, length, NULL, NULL);
    *size = (DWORD)length - 1;
    return TRUE;
}

BOOL WINAPI GetProcessIoCounters(HANDLE process, PIO_COUNTERS counters)
{
    if (!process_is_this(process))
        return FALSE;
    *counters = (IO_COUNTERS){0};
    return TRUE;
}

/* ---------------------------------------------------------------- times */

BOOL WINAPI GetSystemTimes(LPFILETIME idle, LPFILETIME in_kernel, LPFILETIME in_programs)
{
    FILETIME made, ended, kernel, program, now;
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    GetProcessTimes(GetCurrentProcess(), &made, &ended, &kernel, &program);
    GetSystemTimeAsFileTime(&now);
    ULONGLONG all = (filetime_units(&now) - filetime_units(&made)) * system.dwNumberOfProcessors;
    ULONGLONG busy = filetime_units(&program) < all ? filetime_units(&program) : all;
    if (idle)
        *idle = filetime_of(all - busy);
    if (in_kernel) /* the idle time is among it */
        *in_kernel = filetime_of(all - busy);
    if (in_programs)
        *in_programs = filetime_of(busy);
    return TRUE;
}

/* The cycles of the machine's clock in so many units of 100 ns. */
static ULONGLONG cycles_of(FILETIME time)
{
    enum { UNITS_A_SECOND = 10000000 };
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    return filetime_units(&time) * (ULONGLONG)frequency.QuadPart / UNITS_A_SECOND;
}

BOOL WINAPI QueryProcessCycleTime(HANDLE process, PULONGLONG cycles)
{
    FILETIME made, ended, kernel, program;
    if (!GetProcessTimes(process, &made, &ended, &kernel, &program))
        return FALSE;
    *cycles = cycles_of(program);
    return TRUE;
}

BOOL WINAPI QueryThreadCycleTime(HANDLE thread, PULONGLONG cycles)
{
    FILETIME made, ended, kernel, program;
    if (!GetThreadTimes(thread, &made, &ended, &kernel, &program))
        return FALSE;
    *cycles = cycles_of(program);
    return TRUE;
}

/* ---------------------------------------------------------------- settings */

static struct {
    SIZE_T least, most;
    DWORD flags, shutdown_level, shutdown_flags;
    BOOL no_boost;
} settings = {LEAST_PAGES * PAGE, MOST_PAGES *PAGE, 0xA, 0x280, 0, FALSE};

BOOL WINAPI GetProcessWorkingSetSizeEx(HANDLE process, PSIZE_T least, PSIZE_T most, PDWORD flags)
{
    if (!process_is_this(process))
        return FALSE;
    *least = settings.least;
    *most = settings.most;
    if (flags)
        *flags = settings.flags;
    return TRUE;
}

BOOL WINAPI GetProcessWorkingSetSize(HANDLE process, PSIZE_T least, PSIZE_T most)
{
    return GetProcessWorkingSetSizeEx(process, least, most, NULL);
}

BOOL WINAPI SetProcessWorkingSetSizeEx(HANDLE process, SIZE_T least, SIZE_T most, DWORD flags)
{
    const SIZE_T to_empty = (SIZE_T)-1;
    if (!process_is_this(process))
        return FALSE;
    if (least == to_empty && most == to_empty)
        return TRUE;
    if (least >= most || !least)
        return fails(ERROR_INVALID_PARAMETER);
    settings.least = least;
    settings.most = most;
    if (flags)
        settings.flags = flags;
    return TRUE;
}

BOOL WINAPI SetProcessWorkingSetSize(HANDLE process, SIZE_T least, SIZE_T most)
{
    return SetProcessWorkingSetSizeEx(process, least, most, 0);
}

BOOL WINAPI GetProcessShutdownParameters(LPDWORD level, LPDWORD flags)
{
    *level = settings.shutdown_level;
    *flags = settings.shutdown_flags;
    return TRUE;
}

BOOL WINAPI SetProcessShutdownParameters(DWORD level, DWORD flags)
{
    settings.shutdown_level = level;
    settings.shutdown_flags = flags;
    return TRUE;
}

BOOL WINAPI GetProcessPriorityBoost(HANDLE process, PBOOL disabled)
{
    return process_tell(process, (DWORD *)disabled, (DWORD)settings.no_boost);
}

BOOL WINAPI SetProcessPriorityBoost(HANDLE process, BOOL disabled)
{
    if (!process_is_this(process))
        return FALSE;
    settings.no_boost = disabled != FALSE;
    return TRUE;
}

BOOL WINAPI GetProcessDEPPolicy(HANDLE process, LPDWORD flags, PBOOL permanent)
{
    if (!process_is_this(process))
        return FALSE;
    if (flags)
        *flags = DEP_ENABLED;
    *permanent = TRUE;
    return TRUE;
}

BOOL WINAPI SetProcessDEPPolicy(DWORD flags)
{
    (void)flags;
    return fails(ERROR_ACCESS_DENIED);
}

DWORD WINAPI GetSystemDEPPolicy(void)
{
    return DEP_ALWAYS;
}

/* The word of the TEB that Windows 7 keeps it in, at F28h. */
static DWORD *thread_error_mode(void)
{
    TEB *teb = NtCurrentTeb();
    return (DWORD *)&teb->ReservedF10[0xF28 - offsetof(TEB, ReservedF10)];
}

DWORD WINAPI GetThreadErrorMode(void)
{
    return *thread_error_mode();
}

BOOL WINAPI SetThreadErrorMode(DWORD mode, LPDWORD before)
{
    const DWORD known = SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX;
    if (mode & ~known)
        return fails(ERROR_INVALID_PARAMETER);
    if (before)
        *before = *thread_error_mode();
    *thread_error_mode() = mode;
    return TRUE;
}

VOID WINAPI RestoreLastError(DWORD error)
{
    SetLastError(error);
}
