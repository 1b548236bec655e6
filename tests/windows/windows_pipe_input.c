/* Standard input that is a pipe: any bytes, by a handle, by a number, and as text.
 *
 * run: name=ring0 args=trapline:input=pipe
 *   input="\x04\x10\r\nhand\r\nlines\n\x1A\r\nk\r\nab\r\ncd\r\none\r\ntwo\r3\r\r\n\x1A\r\n\x04t\x1Aq\rend\r"
 * run: name=ring3 ring=3 args=trapline:input=pipe
 *   input="\x04\x10\r\nhand\r\nlines\n\x1A\r\nk\r\nab\r\ncd\r\none\r\ntwo\r3\r\r\n\x1A\r\n\x04t\x1Aq\rend\r"
 */
#include <windows.h>

#include <conio.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/windows/handles.h"
#include "tests/windows/windows_check.h"

static void check_kind(HANDLE input)
{
    struct _stat status;
    LARGE_INTEGER size = {.QuadPart = 77};
    DWORD mode = 4711, count = 77;
    char byte = 0;
    check(GetFileType(input) == FILE_TYPE_PIPE && !_isatty(0) && _isatty(1) &&
              _fstat(0, &status) == 0 && status.st_mode == _S_IFIFO,
          "the handle and the number are a pipe's");
    check(FAILS(GetConsoleMode(input, &mode), ERROR_INVALID_HANDLE) && mode == 4711 &&
              FAILS(ReadConsoleA(input, &byte, 1, &count, NULL), ERROR_INVALID_HANDLE),
          "it is no console: 6");
    check(FAILS(WriteFile(input, "x", 1, &count, NULL), ERROR_ACCESS_DENIED) && count == 0,
          "nothing can be written there: 5");
    check(GetFileSizeEx(input, &size) && size.QuadPart == 0 && is_signalled(input),
          "it has no size, and can be waited for");
}

/* Whether the next bytes of the pipe are these. They come in pieces of any length. */
static BOOL reads(HANDLE input, const char *bytes)
{
    for (DWORD count; *bytes; bytes += count) {
        char buffer[16];
        if (!ReadFile(input, buffer, (DWORD)strlen(bytes), &count, NULL) || !count ||
            memcmp(buffer, bytes, count) != 0)
            return FALSE;
    }
    return TRUE;
}

/* Whether the next bytes are these, read by the file's number. */
static BOOL reads_text(const char *text)
{
    for (int length; *text; text += length) {
        char buffer[16];
        length = _read(0, buffer, (unsigned)strlen(text));
        if (length <= 0 || memcmp(buffer, text, (size_t)length) != 0)
            return FALSE;
    }
    return TRUE;
}

static BOOL gets_line(const char *line)
{
    char buffer[16];
    return fgets(buffer, sizeof buffer, stdin) && strcmp(buffer, line) == 0;
}

int main(void)
{
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE), console;
    char bytes[16];
    DWORD count;
    check_kind(input);
    check(reads(input, "\x04\x10\r\n"), "ReadFile gets each byte as it is");

    console = CreateFileA("CONIN$", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    check(ReadConsoleA(console, bytes, sizeof bytes, &count, NULL) && count == 6 &&
              memcmp(bytes, "hand\r\n", 6) == 0,
          "a console that is asked for reads lines of it");
    check(ReadConsoleA(console, bytes, 4, &count, NULL) && count == 4 &&
              ReadConsoleA(console, bytes, sizeof bytes, &count, NULL) && count == 3 &&
              memcmp(bytes, "s\r\n", 3) == 0 && ReadConsoleA(console, bytes, 2, &count, NULL) &&
              count == 2 && memcmp(bytes, "\x1A\r", 2) == 0 &&
              ReadConsoleA(console, bytes, sizeof bytes, &count, NULL) && count == 1 &&
              *bytes == '\n',
          "with CR LF at their ends, and ^Z as any byte");
    CloseHandle(console);
    check(_getch() == 'k' && _getch() == '\r' && _getch() == 'a' && _ungetch('a') == 'a' &&
              _getch() == 'a',
          "the enter key of a line in CR LF is one key");
    check(getchar() == 'b' && reads_text("\ncd\n"), "by number, text comes with LF for CR LF");

    check(gets_line("one\n") && getchar() == 't', "text has LF for CR LF");
    check(gets_line("wo\r3\r\n"), "and each other CR as it is");
    check(getchar() == EOF && feof(stdin) && getchar() == EOF, "^Z ends it");
    check(_setmode(0, _O_BINARY) == _O_TEXT && fread(bytes, 1, 4, stdin) == 4 &&
              memcmp(bytes, "\x1A\r\n\x04", 4) == 0,
          "but not in binary mode");
    clearerr(stdin);
    check(_setmode(0, _O_TEXT) == _O_BINARY && _read(0, bytes, 1) == 1 && *bytes == 't' &&
              _read(0, bytes, 1) == 0,
          "by number likewise");
    check(reads(input, "\x1Aq"), "handle, number and FILE read on where another one ended");
    check(getchar() == '\r' && gets_line("end\r") && getchar() == EOF, "the last CR stays, too");
    check(_read(0, bytes, 0) == 0, "a read of no bytes waits for none");
    check(FAILS(ReadFile(input, bytes, 1, &count, NULL), ERROR_BROKEN_PIPE) && count == 0,
          "at the end ReadFile fails: 109");
    return done();
}
