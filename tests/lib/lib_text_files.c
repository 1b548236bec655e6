/* Text and binary files, files by numbers, and the console without lines.
 *
 * run: name=plain input="one\r\ntwo\rthree\n\x1A drop\nkey\nlast\n"
 *
 * run: name=ring3 ring=3 compilers=gcc input="one\r\ntwo\rthree\n\x1A drop\nkey\nlast\n"
 */
#include <conio.h>
#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>
#include <windows.h>

#include "tests/harness/open_host.h"
#include "tests/harness/tap.h"

static char bytes[64];

/* Whether the file has these bytes, and no others. */
static bool has(const char *name, const char *expected)
{
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    return file && fclose(file) == 0 && length == strlen(expected) &&
           memcmp(bytes, expected, length) == 0;
}

static bool opens(const char *name, const char *mode)
{
    FILE *file = fopen(name, mode);
    return file && fclose(file) == 0;
}

/* Opens another file in the FILE of one that can be read. */
static FILE *other_than(const char *old, const char *name, const char *mode)
{
    FILE *file = fopen(old, "r");
    return freopen(name, mode, file);
}

static void make(const char *name, const char *text)
{
    FILE *file = fopen(name, "wb");
    fputs(text, file);
    fclose(file);
}

static void check_text(void)
{
    char line[16];
    FILE *file = fopen("text", "w+");
    ok(fputs("a\n\nb", file) == 0 && fputc('\n', file) == '\n' && fprintf(file, "%d\n", 7) == 2 &&
           ftell(file) == 11,
       "text is written with CR LF for LF, and positions count bytes");
    rewind(file);
    ok(fread(bytes, 1, sizeof bytes, file) == 7 && memcmp(bytes, "a\n\nb\n7\n", 7) == 0,
       "and read as it was");
    fclose(file);
    ok(has("text", "a\r\n\r\nb\r\n7\r\n"), "a binary file shows the bytes");

    make("crlf", "a\r\nb\rc\r\r\nd\x1Aze\n");
    file = fopen("crlf", "r");
    ok(fgets(line, sizeof line, file) && strcmp(line, "a\n") == 0 && ftell(file) == 3,
       "a line of text ends at LF without CR");
    ok(fgetc(file) == 'b' && fgetc(file) == '\r' && fgetc(file) == 'c' && fgetc(file) == '\r' &&
           fgetc(file) == '\n' && fgetc(file) == 'd',
       "a CR alone stays");
    ok(fgetc(file) == EOF && feof(file) && fgetc(file) == EOF, "^Z ends the text");
    ok(fseek(file, 11, SEEK_SET) == 0 && fgetc(file) == 'z', "but behind it text can be read");
    ok(_setmode(_fileno(file), _O_BINARY) == _O_TEXT && fseek(file, 1, SEEK_SET) == 0 &&
           fgetc(file) == '\r' && _setmode(_fileno(file), _O_TEXT) == _O_BINARY,
       "_setmode changes the mode");
    ok(_setmode(_fileno(file), 7) == -1 && errno == EINVAL, "to one that exists");
    rewind(file);
    int number = 0;
    char letter = 0;
    ok(fscanf(file, "%c b %n", &letter, &number) == 1 && letter == 'a' && number == 4,
       "scanf sees the text, too (%d)", number);
    fclose(file);

    make("end", "x\r\n\x1A");
    file = fopen("end", "a+");
    fputs("y", file);
    fclose(file);
    ok(has("end", "x\r\ny"), "text is appended in place of a ^Z at the end");
    _fmode = _O_BINARY;
    file = fopen("binary", "w");
    fputs("\n", file);
    fclose(file);
    file = fopen("marked", "wt");
    fputs("\n", file);
    fclose(file);
    _fmode = _O_TEXT;
    ok(has("binary", "\n") && has("marked", "\r\n"), "_fmode chooses for modes without t and b");
    errno = 0;
    ok(!opens("binary", "wx") && errno == EEXIST, "x opens no file that is there");
}

static void check_files(void)
{
    fpos_t position;
    FILE *file = other_than("text", "binary", "w+b");
    ok(file && fputs("0123", file) == 0 && has("binary", "0123"), "freopen opens another file");
    ok(_fseeki64(file, 2, SEEK_SET) == 0 && fgetpos(file, &position) == 0 && position == 2 &&
           fgetc(file) == '2' && _ftelli64(file) == 3 && fsetpos(file, &position) == 0 &&
           fgetc(file) == '2',
       "fgetpos and fsetpos");
    ok(setvbuf(file, NULL, _IOFBF, 512) == 0 && setvbuf(file, NULL, _IONBF, 0) == 0 &&
           setvbuf(file, NULL, _IOFBF, 1) == -1 && setvbuf(file, NULL, 3, 512) == -1,
       "setvbuf checks its mode and size");
    setbuf(file, NULL);
    fclose(file);
    char name[L_tmpnam], second[L_tmpnam];
    ok(tmpnam(name) == name && !opens(name, "r") && strcmp(strcpy(second, tmpnam(NULL)), name) != 0,
       "tmpnam gives names that no file has");
    errno = 0;
    file = other_than("text", "none", "r");
    ok(!file && errno == ENOENT && opens("text", "r"), "freopen of a file that is not there");
}

static void check_numbers(void)
{
    int file = _open("io", _O_CREAT | _O_RDWR | _O_BINARY, _S_IREAD | _S_IWRITE);
    ok(file > 2 && _write(file, "abc\n", 4) == 4 && _tell(file) == 4 && _filelength(file) == 4,
       "a file has a number");
    ok(_lseek(file, 1, SEEK_SET) == 1 && _read(file, bytes, 9) == 3 && bytes[0] == 'b' &&
           _eof(file) == 1 && _read(file, bytes, 9) == 0,
       "and is read by it");
    ok(_lseeki64(file, -1, SEEK_END) == 3 && _eof(file) == 0 && _chsize(file, 6) == 0 &&
           _filelength(file) == 6 && _commit(file) == 0,
       "_chsize makes it longer");
    FILE *stream = _fdopen(file, "r+t");
    ok(stream && _fileno(stream) == file && fputc('\n', stream) == '\n' && _tell(file) == 5,
       "_fdopen gives its FILE, in another mode");
    ok(_close(file) == 0 && _close(file) == -1 && errno == EBADF && _read(file, bytes, 1) == -1,
       "it is closed once");
    ok(_open("none", _O_RDONLY) == -1 && errno == ENOENT &&
           _open("io", _O_CREAT | _O_EXCL | _O_WRONLY, 0) == -1 && errno == EEXIST,
       "_open says what is wrong");
    file = _creat("text2", 0);
    ok(_write(file, "a\nb\n", 4) == 4 && _lseek(file, 0, SEEK_SET) == 0 &&
           _read(file, bytes, 9) == 4 && _close(file) == 0 && has("text2", "a\r\nb\r\n"),
       "files by numbers are text, too");
    ok(_isatty(1) && fileno(stderr) == 2 && _write(1, "# by number\n", 12) == 12 &&
           _write(0, "x", 1) == -1 && errno == EBADF && _read(1, bytes, 1) == -1,
       "the console has three numbers");
}

static void check_knowledge(void)
{
    struct _stat known;
    ok(_stat("io", &known) == 0 && known.st_size == 6 && S_ISREG(known.st_mode) &&
           known.st_mtime > 0 && _access("io", 6) == 0,
       "the size of a file is known");
    ok(sizeof known == 48 && _stat("none", &known) == -1 && errno == ENOENT &&
           _access("none", 0) == -1,
       "and that there is none");
    ok(fstat(0, &known) == 0 && S_ISCHR(known.st_mode) && stat(".", &known) == 0 &&
           S_ISDIR(known.st_mode) && _fstat(99, &known) == -1,
       "the console and the root are no files");
    ok(_unlink("io") == 0 && _access("io", 0) == -1, "_unlink takes the name away");
}

/* Whether a key comes. A busy host sends the next bytes of the input when it gets around to. */
static bool key_comes(void)
{
    for (int i = 0; !_kbhit() && i < 30000; i++)
        Sleep(1);
    return _kbhit();
}

static void check_console(void)
{
    char line[16];
    ok(fgets(line, sizeof line, stdin) && strcmp(line, "one\n") == 0 &&
           fgets(line, sizeof line, stdin) && strcmp(line, "two\n") == 0,
       "CR LF and CR of the console are one LF");
    ok(_read(0, line, sizeof line) == 6 && memcmp(line, "three\n", 6) == 0, "_read reads a line");
    ok(!fgets(line, sizeof line, stdin) && feof(stdin), "a line that begins with ^Z is the end");
    ok(key_comes() && _getch() == 'k' && _ungetch('q') == 'q' && _kbhit() && _getch() == 'q',
       "_getch reads what comes behind it, key by key");
    ok(_cputs("# ") == 0 && _getche() == 'e' && _putch('y') == 'y' && _cprintf("%c", '\n') == 1 &&
           _getch() == 'y' && _getch() == 13,
       "and the enter key is 13");
    ok(getwchar() == L'l' && fgets(line, sizeof line, stdin) && strcmp(line, "ast\n") == 0,
       "stdin goes on behind them");
    ok(freopen("text", "r", stdin) == stdin && getchar() == 'a' && !_isatty(0),
       "stdin may be a file");
    bool hides = freopen("out", "w", stdout) == stdout && printf("hidden\n") == 7 && !_isatty(1) &&
                 _isatty(2);
    ok(freopen("CONOUT$", "w", stdout) == stdout && hides && has("out", "hidden\r\n"),
       "stdout may be a file, and the console again");
    FILE *console = fopen("con", "r");
    ok(console && fgetc(console) == EOF && fclose(console) == 0, "con is the console");
    ok(_close(0) == 0 && _close(0) == -1 && getchar() == EOF, "stdin may be closed");
}

/* ---------------------------------------------------------------- a console that waits */

static size_t (*console_read)(char *buffer, size_t size);
static const char *const *next_line; /* up to NULL, where a reader would wait */
static bool reader_waits;

static size_t read_next(char *buffer, size_t size)
{
    if (size == 0)
        return *next_line != NULL;
    if (!*next_line) {
        reader_waits = true;
        return 0;
    }
    size_t length = strlen(*next_line);
    memcpy(buffer, *next_line++, length);
    return length;
}

static void check_end_of_text(void)
{
    static const char *const lines[] = {"a\n", "\x1A", " drop\n", "\x1A\n", NULL};
    console_read = lib_host.read;
    next_line = lines;
    lib_host.read = read_next;
    ok(fread(bytes, 1, sizeof bytes, stdin) == 2 && memcmp(bytes, "a\n", 2) == 0 && feof(stdin) &&
           !reader_waits && next_line == lines + 3,
       "a line that begins with ^Z ends what fread waits for");
    ok(fread(bytes, 1, sizeof bytes, stdin) == 0 && feof(stdin) && !reader_waits,
       "also as the first one");
    lib_host.read = console_read;
}

static HANDLE inside, go_on;

static size_t read_late(char *buffer, size_t size)
{
    if (size == 0)
        return 0;
    SetEvent(inside);
    WaitForSingleObject(go_on, INFINITE);
    *buffer = '\n';
    return 1;
}

static DWORD CALLBACK reads(PVOID unused)
{
    (void)unused;
    return (DWORD)getchar();
}

static void check_other_reader(void)
{
    inside = CreateEvent(NULL, FALSE, FALSE, NULL);
    go_on = CreateEvent(NULL, FALSE, FALSE, NULL);
    lib_host.read = read_late;
    HANDLE thread = CreateThread(NULL, 0, reads, NULL, 0, NULL);
    WaitForSingleObject(inside, INFINITE);
    ok(!_kbhit(), "_kbhit does not wait for a thread that reads");
    SetEvent(go_on);
    WaitForSingleObject(thread, INFINITE);
    lib_host.read = console_read;
    CloseHandle(thread);
    CloseHandle(inside);
    CloseHandle(go_on);
}

static bool is_asked_again;

static size_t read_whole(char *buffer, size_t size)
{
    static const char text[] = "ab\r\ncd\r\n\x1A\n";
    static size_t length = sizeof text - 1;
    size_t given = length;
    is_asked_again = !given;
    length = 0;
    return size < given ? 0 : (memcpy(buffer, text, given), given);
}

static void check_pipe(void)
{
    char line[16];
    lib_host.read = read_whole;
    lib_host.input_is_pipe = true;
    ok(_read(0, line, sizeof line) == 6 && memcmp(line, "ab\ncd\n", 6) == 0,
       "what a pipe has is one read, over the ends of lines");
    ok(!fgets(line, sizeof line, stdin) && fread(line, 1, 2, stdin) == 0 && !is_asked_again,
       "^Z ends a pipe's text, and nothing behind it is waited for");
    ok(_setmode(0, _O_BINARY) == _O_TEXT && fread(line, 1, 2, stdin) == 2 &&
           memcmp(line, "\x1A\n", 2) == 0 && _setmode(0, _O_TEXT) == _O_BINARY,
       "it is there in binary mode");
    clearerr(stdin);
    lib_host.input_is_pipe = false;
    lib_host.read = console_read;
}

int main(void)
{
    open_host();
    check_end_of_text();
    check_other_reader();
    check_pipe();
    check_text();
    check_files();
    check_numbers();
    check_knowledge();
    check_console();
    return tap_done();
}
