/* Calls that the C runtimes of compilers for Windows make when they start, and old calls.
 *
 * run: emulator=qemu
 * run: name=ring3 ring=3
 */
#include <windows.h>

#include <string.h>
#include <wchar.h>
#include <winternl.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void check_environment(void)
{
    WCHAR text[40];
    SetEnvironmentVariableW(L"FIRST", L"1");
    SetEnvironmentVariableW(L"SECOND", L"\u00E4");
    LPWSTR block = GetEnvironmentStringsW();
    BOOL first = FALSE, second = FALSE;
    for (LPCWSTR next = block; next && *next; next += wcslen(next) + 1) {
        first |= wcscmp(next, L"FIRST=1") == 0;
        second |= first && wcscmp(next, L"SECOND=\u00E4") == 0;
    }
    check(first && second, "GetEnvironmentStringsW has all variables, and an empty text");
    check(FreeEnvironmentStringsW(block), "FreeEnvironmentStringsW");
    check(ExpandEnvironmentStringsW(L"a%second%b%none%", text, 40) == 10 &&
              wcscmp(text, L"a\u00E4b%none%") == 0 &&
              ExpandEnvironmentStringsW(L"%FIRST%", NULL, 0) == 2,
          "ExpandEnvironmentStringsW");
}

static void check_startup_info(void)
{
    STARTUPINFOA narrow;
    STARTUPINFOW wide;
    WCHAR title[MAX_PATH];
    GetStartupInfoA(&narrow);
    GetStartupInfoW(&wide);
    MultiByteToWideChar(CP_ACP, 0, narrow.lpTitle, -1, title, MAX_PATH);
    check(wide.cb == 0x44 && wcscmp(wide.lpTitle, title) == 0 &&
              wcscmp(wide.lpDesktop, L"WinSta0\\Default") == 0 && wide.cbReserved2 == 0,
          "GetStartupInfoW says what GetStartupInfoA says");
}

static void check_pointers(void)
{
    int place;
    PVOID code = EncodePointer(&place);
    check(code != &place && DecodePointer(code) == &place && EncodePointer(&place) == code &&
              RtlDecodePointer(RtlEncodePointer(check_pointers)) == check_pointers,
          "an encoded pointer is another one, and is decoded");
    check(EncodePointer(NULL) && !DecodePointer(EncodePointer(NULL)), "NULL, too");
    check(DecodeSystemPointer(EncodeSystemPointer(&place)) == &place &&
              RtlDecodeSystemPointer(RtlEncodeSystemPointer(&place)) == &place,
          "for the system");
}

static void check_heaps(void)
{
    ULONG kind = 0, small = 2;
    SIZE_T needed = 0;
    HANDLE fixed = HeapCreate(0, 0, 0x10000);
    check(HeapQueryInformation(GetProcessHeap(), HeapCompatibilityInformation, &kind, sizeof kind,
                               &needed) &&
              kind == 2 && needed == 4,
          "HeapQueryInformation: the process' heap is one of small blocks");
    check(HeapQueryInformation(fixed, HeapCompatibilityInformation, &kind, sizeof kind, NULL) &&
              kind == 0 &&
              FAILS(HeapSetInformation(fixed, HeapCompatibilityInformation, &small, sizeof small),
                    ERROR_GEN_FAILURE),
          "a heap that cannot grow is none: 31");
    check(
        HeapSetInformation(GetProcessHeap(), HeapCompatibilityInformation, &small, sizeof small) &&
            HeapSetInformation(NULL, HeapEnableTerminationOnCorruption, NULL, 0),
        "HeapSetInformation");
    HANDLE heaps[2] = {NULL, NULL};
    check(GetProcessHeaps(2, heaps) >= 2 && heaps[0] == GetProcessHeap() && heaps[1] == fixed,
          "GetProcessHeaps");
    needed = 0;
    check(FAILS(HeapQueryInformation(fixed, HeapCompatibilityInformation, NULL, 0, &needed),
                ERROR_INSUFFICIENT_BUFFER) &&
              needed == 4 &&
              FAILS(HeapSetInformation(fixed, (HEAP_INFORMATION_CLASS)7, &small, sizeof small),
                    ERROR_INVALID_PARAMETER),
          "no room: 122; another class: 87");
    HeapDestroy(fixed);
}

static void check_searches(void)
{
    WIN32_FIND_DATAA narrow;
    WIN32_FIND_DATAW wide;
    HANDLE search = FindFirstFileExA("C:\\Windows\\*", FindExInfoBasic, &narrow,
                                     FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
    check(search != INVALID_HANDLE_VALUE && strcmp(narrow.cFileName, ".") == 0 &&
              FindNextFileA(search, &narrow) && FindClose(search),
          "FindFirstFileExA begins a search");
    search = FindFirstFileExW(L"C:\\Win*", FindExInfoStandard, &wide,
                              FindExSearchLimitToDirectories, NULL, 0);
    check(search != INVALID_HANDLE_VALUE && wcscmp(wide.cFileName, L"Windows") == 0 &&
              FindClose(search),
          "FindFirstFileExW");
    check(FindFirstFileExA("C:\\*", FindExInfoMaxInfoLevel, &narrow, FindExSearchNameMatch, NULL,
                           0) == INVALID_HANDLE_VALUE &&
              GetLastError() == ERROR_INVALID_PARAMETER &&
              FindFirstFileExW(L"C:\\*", FindExInfoBasic, &wide, FindExSearchLimitToDevices, NULL,
                               0) == INVALID_HANDLE_VALUE &&
              GetLastError() == ERROR_NOT_SUPPORTED,
          "no such level: 87; devices: 50");
}

/* The calls themselves: parentheses hide the macros. */
static void check_interlocked(void)
{
    volatile LONG value = 5;
    volatile LONGLONG wide = 1;
    check((InterlockedIncrement)(&value) == 6 && (InterlockedDecrement)(&value) == 5 &&
              (InterlockedExchangeAdd)(&value, 3) == 5 && (InterlockedExchange)(&value, 1) == 8 &&
              (InterlockedCompareExchange)(&value, 2, 1) == 1 && value == 2,
          "the Interlocked calls");
    check((InterlockedCompareExchange64)(&wide, 1ll << 40, 1) == 1 && wide == 1ll << 40,
          "of 64 bits");
    LONG(WINAPI * increment)
    (volatile LONG *) =
        (void *)GetProcAddress(GetModuleHandleA("kernel32"), "InterlockedIncrement");
    check(increment && increment(&value) == 3, "kernel32 has them by name");
}

static DWORD CALLBACK leave(LPVOID module) { FreeLibraryAndExitThread(module, 17); }

static void check_others(void)
{
    DWORD before = GetTickCount();
    check(SetHandleCount(77) == 77, "SetHandleCount");
    check(Beep(440, 30) && GetTickCount() - before >= 15, "Beep takes its time");
    check(FAILS(Beep(36, 1), ERROR_INVALID_PARAMETER) &&
              FAILS(Beep(32768, 1), ERROR_INVALID_PARAMETER),
          "no such tone: 87");
    check(end_of(start(leave, LoadLibraryA("user32"))) == 17, "FreeLibraryAndExitThread");
}

int main(void)
{
    check_environment();
    check_startup_info();
    check_pointers();
    check_heaps();
    check_searches();
    check_interlocked();
    check_others();
    return done();
}
