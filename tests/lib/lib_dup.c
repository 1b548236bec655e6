/* Numbers that stand for what another number has open.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/tap.h"

/* Whether the file has these bytes, as text. */
static bool has(const char *name, const char *expected)
{
    char text[64] = "";
    FILE *file = fopen(name, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    return length == strlen(expected) && strcmp(text, expected) == 0;
}

static void check_console(void)
{
    int saved = _dup(1);
    bool opened = freopen("out.txt", "w", stdout) == stdout;
    printf("to the file\n");
    int again = _dup(1), back = _dup2(saved, 1);
    printf("# to the console\n");
    bool written = _write(again, "and\n", 4) == 4;
    ok(saved > 2 && opened && back == 0 && written, "output goes to a file, and back");
    ok(_close(again) == 0 && _close(saved) == 0 && has("out.txt", "to the file\nand\n"),
       "the file has what was printed meanwhile");
    ok(_isatty(1) && _isatty(0) && !_isatty(again) && errno == EBADF,
       "the console stays when the other number is closed");
}

static void check_position(void)
{
    int first = _open("both", _O_CREAT | _O_RDWR | _O_TRUNC | _O_BINARY, 0600);
    int second = _dup(first);
    char text[4] = "";
    ok(_write(first, "one", 3) == 3 && _tell(second) == 3 && _write(second, "two", 3) == 3 &&
           _tell(first) == 6 && _filelength(second) == 6,
       "both go on at one position");
    ok(_lseek(first, 2, SEEK_SET) == 2 && _read(second, text, 3) == 3 && !memcmp(text, "etw", 3) &&
           _eof(first) == 0 && _lseek(second, 0, SEEK_END) == 6 && _eof(first) == 1,
       "whichever of them moves it");
    ok(_close(first) == 0 && _tell(second) == 6 && _write(second, "!", 1) == 1,
       "which outlives the first");
    int other = _open("both", _O_RDONLY);
    ok(other == first && _tell(other) == 0 && _tell(second) == 7,
       "a file that is opened later has its own");
    ok(_dup2(second, other) == 0 && _tell(other) == 7 && _close(second) == 0 && _tell(other) == 7 &&
           _close(other) == 0 && has("both", "onetwo!"),
       "_dup2 closes what the number stood for");
    bool all = true;
    for (int i = 0; i < 100; i++) {
        first = _open("both", _O_RDONLY);
        second = _dup(first);
        all &= second > first && _dup2(first, 2) == 0 && _dup2(1, 2) == 0 && _close(first) == 0 &&
               _close(second) == 0;
    }
    ok(all, "numbers are used again");
}

static void check_errors(void)
{
    ok(_dup(-1) == -1 && errno == EBADF && _dup(77) == -1, "_dup of no number");
    errno = 0;
    ok(_dup2(5, 1) == -1 && errno == EBADF && _isatty(1), "_dup2 of none leaves the other alone");
    errno = 0;
    ok(_dup2(1, 1000) == -1 && errno == EBADF && _dup2(1, -1) == -1 && _dup2(1, 1) == 0,
       "nor to one that there cannot be");
    ok(_dup2(1, 9) == 0 && _isatty(9) && _close(9) == 0, "but to one that is free");
    int numbers[FOPEN_MAX], count = 0, more;
    while (count < FOPEN_MAX && (numbers[count] = _dup(2)) >= 0)
        count++;
    more = _dup(2);
    ok(count == FOPEN_MAX && more == -1 && errno == EMFILE, "there are so many");
    while (count)
        _close(numbers[--count]);
    int nul = _open("NUL", _O_RDWR), copy = dup(nul);
    ok(_write(copy, "x", 1) == 1 && _read(copy, numbers, 4) == 0 && dup2(copy, nul) == 0 &&
           _close(nul) == 0 && _close(copy) == 0,
       "NUL stays empty");
}

int main(void)
{
    check_console();
    check_position();
    check_errors();
    return tap_done();
}
