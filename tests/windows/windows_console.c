/* The console by handles: its three handles, its modes, its text.
 *
 * run: emulator=qemu input="first\nsec\xC3\xBCnd\n12\nlast"
 * run: name=ring3 ring=3 input="first\nsec\xC3\xBCnd\n12\nlast"
 */
#include <windows.h>

#include <string.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static BOOL reads(HANDLE input, DWORD size, const char *text)
{
    char buffer[32] = "";
    DWORD count = 77;
    return ReadFile(input, buffer, size, &count, NULL) && count == strlen(text) &&
           strcmp(buffer, text) == 0;
}

static void check_handles(HANDLE input, HANDLE output)
{
    HANDLE error = GetStdHandle(STD_ERROR_HANDLE), copy, nul;
    check(input && output && error && input != output && output != error &&
              GetStdHandle(STD_OUTPUT_HANDLE) == output,
          "three handles");
    check(GetFileType(input) == FILE_TYPE_CHAR && GetFileType(output) == FILE_TYPE_CHAR,
          "of devices of characters");
    check(FAILS(GetStdHandle(0) != INVALID_HANDLE_VALUE, ERROR_INVALID_HANDLE) &&
              FAILS(SetStdHandle(7, output), ERROR_INVALID_HANDLE),
          "no other: 6");
    check(duplicate(output, &copy, 0, DUPLICATE_SAME_ACCESS) && is_signalled(copy) &&
              CloseHandle(copy),
          "they can be duplicated");
    nul = CreateFileA("nul", GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    check(SetStdHandle(STD_ERROR_HANDLE, nul) && GetStdHandle(STD_ERROR_HANDLE) == nul,
          "SetStdHandle puts another in its place");
    SetStdHandle(STD_ERROR_HANDLE, error);
    DWORD mode = 4711;
    check(FAILS(GetConsoleMode(nul, &mode), ERROR_INVALID_HANDLE) && mode == 4711 &&
              FAILS(WriteConsoleA(nul, "x", 1, NULL, NULL), ERROR_INVALID_HANDLE),
          "NUL is no console: 6");
    CloseHandle(nul);
    check(FAILS(GetFileSize(output, NULL) != INVALID_FILE_SIZE, ERROR_INVALID_HANDLE) &&
              FAILS(SetFilePointer(input, 0, NULL, FILE_BEGIN) != INVALID_SET_FILE_POINTER,
                    ERROR_INVALID_HANDLE) &&
              FAILS(FlushFileBuffers(output), ERROR_INVALID_HANDLE),
          "the console has no size and no positions: 6");
}

static void check_modes(HANDLE input, HANDLE output)
{
    DWORD in = 0, out = 0, after = 0;
    check(GetConsoleMode(input, &in) && in == 0x1B7 && GetConsoleMode(output, &out) && out == 3,
          "the modes at the start");
    check(SetConsoleMode(input, in & ~ENABLE_ECHO_INPUT) && GetConsoleMode(input, &after) &&
              after == (in & ~ENABLE_ECHO_INPUT),
          "a mode is kept");
    check(FAILS(SetConsoleMode(input, ENABLE_ECHO_INPUT), ERROR_INVALID_PARAMETER) &&
              FAILS(SetConsoleMode(output, 4), ERROR_INVALID_PARAMETER) &&
              GetConsoleMode(output, &out) && out == 3,
          "echo without lines, and a bit that is none: 87");
    SetConsoleMode(input, in);
    check(GetConsoleCP() == 437 && GetConsoleOutputCP() == 437 && SetConsoleOutputCP(CP_UTF8) &&
              GetConsoleOutputCP() == CP_UTF8 && SetConsoleCP(1252) && GetConsoleCP() == 1252 &&
              FAILS(SetConsoleCP(7), ERROR_INVALID_PARAMETER),
          "code pages");
}

static BOOL WINAPI handle_event(DWORD event) { return event == CTRL_C_EVENT; }

static void check_text(HANDLE input, HANDLE output)
{
    DWORD count = 0;
    WCHAR wide[32] = L"";
    check(reads(input, 31, "first\r\n"), "ReadFile reads a line with CR LF");
    check(ReadConsoleW(input, wide, 32, &count, NULL) && count == 8 &&
              memcmp(wide, L"sec\xFCnd\r\n", 16) == 0,
          "ReadConsoleW, in wide text");
    char narrow[4] = "";
    check(ReadConsoleA(input, narrow, 3, &count, NULL) && count == 3 &&
              memcmp(narrow, "12\r", 3) == 0 && reads(input, 3, "\n"),
          "what has no room comes with the next read");
    check(reads(input, 31, "last") && reads(input, 31, ""), "then the input ends");
    check(WriteConsoleA(output, "# narrow\n", 9, &count, NULL) && count == 9 &&
              WriteConsoleW(output,
                            L"# w\xEF"
                            L"de \xD83D\xDE00\n",
                            10, &count, NULL) &&
              count == 10,
          "WriteConsole counts characters");
    check(WriteFile(output, "# by WriteFile\n", 15, &count, NULL) && count == 15,
          "WriteFile writes, too");
    check(SetConsoleCtrlHandler(handle_event, TRUE) && SetConsoleCtrlHandler(handle_event, FALSE) &&
              FAILS(SetConsoleCtrlHandler(handle_event, FALSE), ERROR_INVALID_PARAMETER) &&
              SetConsoleCtrlHandler(NULL, TRUE),
          "handlers of Ctrl-C come and go");
}

int main(void)
{
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE), output = GetStdHandle(STD_OUTPUT_HANDLE);
    check_handles(input, output);
    check_modes(input, output);
    check_text(input, output);
    return done();
}
