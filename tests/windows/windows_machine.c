/* The machine's memory, the program's times, the time zone, the names and the language.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include "tests/windows/windows_check.h"

#define MB (1024 * 1024)

static void check_memory(void)
{
    MEMORYSTATUSEX before = {.dwLength = sizeof before}, after = before, bad = {.dwLength = 63};
    MEMORYSTATUS old;
    SetLastError(0);
    check(!GlobalMemoryStatusEx(&bad) && GetLastError() == ERROR_INVALID_PARAMETER &&
              sizeof before == 64,
          "another length than 64: 87");
    check(GlobalMemoryStatusEx(&before) && before.dwLength == 64 &&
              before.ullTotalPhys > 100ull * MB && before.ullAvailPhys < before.ullTotalPhys &&
              before.ullTotalPageFile == before.ullTotalPhys && !before.ullAvailExtendedVirtual,
          "there is memory, of which a part is in use");
    check(before.dwMemoryLoad ==
              (before.ullTotalPhys - before.ullAvailPhys) * 100 / before.ullTotalPhys,
          "the load is that part");
    check(before.ullTotalVirtual == 0x7FFE0000 && before.ullAvailVirtual < before.ullTotalVirtual &&
              before.ullAvailVirtual > 0x40000000,
          "a program has the addresses from 10000h to 7FFEFFFFh");
    char *pages = VirtualAlloc(NULL, 8 * MB, MEM_RESERVE, PAGE_READWRITE);
    GlobalMemoryStatusEx(&after);
    check(before.ullAvailVirtual - after.ullAvailVirtual == 8 * MB &&
              before.ullAvailPhys - after.ullAvailPhys < MB,
          "a range takes addresses");
    VirtualAlloc(pages, 8 * MB, MEM_COMMIT, PAGE_READWRITE);
    GlobalMemoryStatusEx(&after);
    check(before.ullAvailPhys - after.ullAvailPhys >= 8 * MB &&
              before.ullAvailPhys - after.ullAvailPhys < 9 * MB,
          "its pages take memory");
    GlobalMemoryStatus(&old);
    check(old.dwLength == 32 && old.dwAvailVirtual == after.ullAvailVirtual &&
              old.dwTotalPhys ==
                  (after.ullTotalPhys < 0x7FFFFFFF ? after.ullTotalPhys : 0x7FFFFFFF),
          "GlobalMemoryStatus says the same, to 2 GB");
    VirtualFree(pages, 0, MEM_RELEASE);
}

static ULONGLONG number(FILETIME time)
{
    return (ULONGLONG)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static DWORD WINAPI work(LPVOID none)
{
    (void)none;
    for (DWORD from = GetTickCount(); GetTickCount() - from < 40;)
        ;
    return 0;
}

static void check_times(void)
{
    FILETIME made, ended, in_kernel, before, after, now, of_thread, other[3];
    check(GetProcessTimes(GetCurrentProcess(), &made, &ended, &in_kernel, &before),
          "the process' times are told");
    HANDLE thread = CreateThread(NULL, 0, work, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetThreadTimes(thread, &other[0], &other[1], &other[2], &of_thread);
    CloseHandle(thread);
    GetProcessTimes(GetCurrentProcess(), &made, &ended, &in_kernel, &after);
    GetSystemTimePreciseAsFileTime(&now);
    check(number(of_thread) > 0 && number(after) - number(before) >= number(of_thread),
          "a thread's time counts when it has ended");
    check(number(made) < number(now) && number(now) - number(made) >= 300000 &&
              number(after) <= number(now) - number(made) + 20000 && number(ended) == 0,
          "it began before, has had no more than has passed, and has no end");
    check(!GetProcessTimes(NULL, &made, &ended, &in_kernel, &after) &&
              GetLastError() == ERROR_INVALID_HANDLE,
          "no process: 6");
}

static void check_zone(void)
{
    TIME_ZONE_INFORMATION zone;
    memset(&zone, 0xFF, sizeof zone);
    check(sizeof zone == 172 && GetTimeZoneInformation(&zone) == TIME_ZONE_ID_UNKNOWN &&
              !zone.Bias && !zone.StandardBias && !zone.DaylightBias && !zone.DaylightDate.wMonth &&
              !lstrcmpW(zone.StandardName, L"UTC") && !lstrcmpW(zone.DaylightName, L"UTC"),
          "the time zone is UTC");
}

static void check_names(void)
{
    char name[32];
    WCHAR wide[32];
    DWORD size = sizeof name;
    check(GetComputerNameA(name, &size) && size == 8 && !lstrcmpA(name, "TRAPLINE"),
          "the computer has a name, whose length has no zero");
    size = 8;
    SetLastError(0);
    check(!GetComputerNameA(name, &size) && GetLastError() == 111 && size == 9,
          "without room: 111, and the room");
    size = 9;
    check(GetComputerNameW(wide, &size) && size == 8 && !lstrcmpW(wide, L"TRAPLINE"),
          "the same in wide characters");
    size = sizeof name;
    check(GetUserNameA(name, &size) && size == 5 && !lstrcmpA(name, "User"),
          "the user has a name, whose length has the zero");
    size = 4;
    check(!GetUserNameA(name, &size) && GetLastError() == 122 && size == 5,
          "without room: 122, and the room");
    check(GetUserNameW(wide, &size) && size == 5 && !lstrcmpW(wide, L"User"),
          "the same in wide characters");
}

static void check_system(void)
{
    BOOL is = 9;
    WCHAR name[LOCALE_NAME_MAX_LENGTH];
    check(IsWow64Process(GetCurrentProcess(), &is) && !is, "the system has 32 bits");
    check(!IsWow64Process(NULL, &is) && GetLastError() == 6 &&
              !IsWow64Process(GetCurrentProcess(), NULL) && GetLastError() == 998,
          "no process: 6; no place for the answer: 998");
    check(GetUserDefaultLCID() == 0x409 && GetSystemDefaultLCID() == 0x409 &&
              GetThreadLocale() == 0x409 && GetUserDefaultLangID() == 0x409 &&
              GetSystemDefaultLangID() == 0x409 && GetUserDefaultUILanguage() == 0x409 &&
              GetSystemDefaultUILanguage() == 0x409 &&
              PRIMARYLANGID(LANGIDFROMLCID(GetThreadLocale())) == LANG_ENGLISH,
          "the language is 409h");
    check(GetUserDefaultLocaleName(name, 6) == 6 && !lstrcmpW(name, L"en-US") &&
              GetUserDefaultLocaleName(NULL, 0) == 6,
          "its name has 6 characters with the zero");
    check(!GetUserDefaultLocaleName(name, 5) && GetLastError() == 122 &&
              !GetUserDefaultLocaleName(NULL, 6) && GetLastError() == 87,
          "without room: 122; without a buffer: 87");
}

int main(void)
{
    check_memory();
    check_times();
    check_zone();
    check_names();
    check_system();
    return done();
}
