/* Calls for wide text, and small calls beside them.
 *
 * run: emulator=qemu args=one
 * run: name=ring3 ring=3 args=one
 */
#include <windows.h>

#include <stdarg.h>
#include <string.h>
#include <wchar.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static WCHAR text[256];

static DWORD format(DWORD flags, LPCVOID source, DWORD number, ...)
{
    va_list arguments;
    va_start(arguments, number);
    DWORD length = FormatMessageW(flags, source, number, 0, text, 64, &arguments);
    va_end(arguments);
    return length;
}

static void check_messages(void)
{
    LPWSTR made = NULL;
    check(format(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 5) == 19 &&
              wcscmp(text, L"Access is denied.\r\n") == 0,
          "FormatMessageW has the system's texts");
    check(format(FORMAT_MESSAGE_FROM_STRING, L"\xFC %1 %2!S! %3!hs! %4!d! %5!c!", 0, L"\xE4",
                 "narrow", "h", 7, L'\x20AC') == 16 &&
              wcscmp(text, L"\xFC \xE4 narrow h 7 \x20AC") == 0,
          "its inserts are wide, but for S and hs");
    check(FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER, NULL, 2, 0,
                         (LPWSTR)&made, 0, NULL) == 44 &&
              made && wcsncmp(made, L"The system cannot find", 22) == 0 && LocalFree(made) == NULL,
          "and memory for them");
    check(FAILS(FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 5, 0, text, 19, NULL),
                ERROR_INSUFFICIENT_BUFFER) &&
              FAILS(format(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 0x12345), ERROR_MR_MID_NOT_FOUND) &&
              FAILS(FormatMessageW(0, NULL, 5, 0, text, 64, NULL), ERROR_INVALID_PARAMETER) &&
              FAILS(format(FORMAT_MESSAGE_FROM_STRING, NULL, 0), ERROR_INVALID_PARAMETER),
          "too small, no text, no source: 122, 317, 87");
}

static void check_modules(void)
{
    HMODULE module = NULL;
    check(GetModuleHandleW(NULL) == GetModuleHandleA(NULL) &&
              GetModuleHandleW(L"Kernel32.dll") == GetModuleHandleA("kernel32") &&
              FAILS(GetModuleHandleW(L"none"), ERROR_MOD_NOT_FOUND),
          "GetModuleHandleW");
    check(LoadLibraryW(L"ntdll") == GetModuleHandleA("ntdll") &&
              LoadLibraryExW(L"C:\\x\\ntdll.dll", NULL, 0) &&
              FAILS(LoadLibraryW(NULL), ERROR_INVALID_PARAMETER),
          "LoadLibraryW");
    check(GetModuleHandleExW(0, L"kernel32", &module) && module == GetModuleHandleA("kernel32") &&
              GetModuleHandleExA(0, NULL, &module) && module == GetModuleHandleA(NULL),
          "GetModuleHandleEx");
    check(GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (LPCWSTR)&check_modules,
                             &module) &&
              module == GetModuleHandleA(NULL) &&
              FAILS(GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (LPCSTR)&module,
                                       &module),
                    ERROR_MOD_NOT_FOUND) &&
              module == NULL &&
              FAILS(GetModuleHandleExA(8, "kernel32", &module), ERROR_INVALID_PARAMETER),
          "by an address, and its errors: 126, 87");
    DWORD length = GetModuleFileNameW(GetModuleHandleA("kernel32"), text, 256);
    check(length == 32 && wcscmp(text, L"C:\\Windows\\System32\\kernel32.dll") == 0 &&
              FAILS(GetModuleFileNameW(NULL, text, 4) != 4, ERROR_INSUFFICIENT_BUFFER) &&
              wcslen(text) == 3,
          "GetModuleFileNameW, cut where it has no room: 122");
}

static void check_environment(void)
{
    check(SetEnvironmentVariableW(L"NAME", L"\xFC"
                                           L"ber") &&
              GetEnvironmentVariableW(L"name", text, 256) == 4 &&
              wcscmp(text, L"\xFC"
                           L"ber") == 0 &&
              GetEnvironmentVariableW(L"NAME", text, 4) == 5,
          "the environment, in wide text");
    check(SetEnvironmentVariableW(L"NAME", NULL) &&
              FAILS(GetEnvironmentVariableW(L"NAME", text, 256), ERROR_ENVVAR_NOT_FOUND) &&
              FAILS(SetEnvironmentVariableW(L"a=b", L"x"), ERROR_INVALID_PARAMETER),
          "its errors: 203, 87");
    LPWSTR line = GetCommandLineW();
    check(line == GetCommandLineW() && wcsstr(line, L" one") &&
              wcslen(line) == strlen(GetCommandLineA()),
          "the command line");
}

static void check_texts(void)
{
    WCHAR buffer[16];
    check(lstrlenW(L"abc") == 3 && lstrlenW(NULL) == 0 && lstrlenW((LPCWSTR)16) == 0, "lstrlenW");
    check(lstrcpyW(buffer, L"ab") == buffer && lstrcatW(buffer, L"cd") == buffer &&
              wcscmp(buffer, L"abcd") == 0 && lstrcpyW((LPWSTR)16, L"x") == NULL &&
              lstrcatW(buffer, NULL) == NULL,
          "lstrcpyW, lstrcatW");
    check(lstrcpynW(buffer, L"abcdef", 4) && wcscmp(buffer, L"abc") == 0 &&
              lstrcpynW(buffer, L"a", 0) == NULL,
          "lstrcpynW");
    check(lstrcmpW(L"a", L"B") < 0 && lstrcmpW(L"a", L"A") < 0 && lstrcmpiW(L"A", L"a") == 0 &&
              lstrcmpiW(NULL, L"") < 0 && lstrcmpW(L"co-op", L"coop") > 0,
          "lstrcmpW, lstrcmpiW");
    check(IsBadStringPtrW((LPCWSTR)16, 1) && !IsBadStringPtrW(L"a", 10) &&
              !IsBadStringPtrW((LPCWSTR)16, 0),
          "IsBadStringPtrW");
    OutputDebugStringW(L"for a debugger");
    check(AreFileApisANSI(), "AreFileApisANSI");
}

static void check_system(void)
{
    OSVERSIONINFOEXW wide = {.dwOSVersionInfoSize = sizeof wide};
    OSVERSIONINFOA plain = {.dwOSVersionInfoSize = sizeof plain}, bad = {.dwOSVersionInfoSize = 7};
    check(GetVersion() == 0x1DB10106, "GetVersion: 6.1, 7601");
    check(GetVersionExW((LPOSVERSIONINFOW)&wide) && sizeof wide == 284 &&
              wide.dwBuildNumber == 7601 && wcscmp(wide.szCSDVersion, L"Service Pack 1") == 0 &&
              wide.wServicePackMajor == 1 && wide.wSuiteMask == 0x100 && wide.wProductType == 1,
          "GetVersionExW");
    check(GetVersionExA(&plain) && sizeof plain == 148 && plain.dwMajorVersion == 6 &&
              plain.dwMinorVersion == 1 && plain.dwPlatformId == 2 &&
              strcmp(plain.szCSDVersion, "Service Pack 1") == 0 &&
              FAILS(GetVersionExA(&bad), ERROR_INSUFFICIENT_BUFFER),
          "GetVersionExA; no such size: 122");
    DWORD flags = 7;
    HANDLE event = CreateEvent(NULL, FALSE, FALSE, NULL);
    check(GetHandleInformation(event, &flags) && flags == 0 &&
              SetHandleInformation(event, HANDLE_FLAG_INHERIT, 0) &&
              FAILS(SetHandleInformation(event, 2, 2), ERROR_NOT_SUPPORTED),
          "a handle has no flags");
    CloseHandle(event);
    check(FAILS(GetHandleInformation(event, &flags), ERROR_INVALID_HANDLE) &&
              FAILS(SetHandleInformation(event, 1, 1), ERROR_INVALID_HANDLE),
          "one that is closed: 6");
    check(HeapLock(GetProcessHeap()) && HeapUnlock(GetProcessHeap()) &&
              HeapCompact(GetProcessHeap(), 0) && FAILS(HeapLock(event), ERROR_INVALID_HANDLE) &&
              FAILS(HeapUnlock(event), ERROR_INVALID_HANDLE) &&
              FAILS(HeapCompact(event, 0), ERROR_INVALID_HANDLE),
          "HeapLock, HeapUnlock, HeapCompact");
    FILETIME time = {1, 2}, local, back;
    check(FileTimeToLocalFileTime(&time, &local) && LocalFileTimeToFileTime(&local, &back) &&
              memcmp(&time, &local, sizeof time) == 0 && memcmp(&time, &back, sizeof time) == 0,
          "the local time is UTC");
}

int main(void)
{
    check_messages();
    check_modules();
    check_environment();
    check_texts();
    check_system();
    return done();
}
