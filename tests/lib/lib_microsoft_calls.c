/* Small calls of Microsoft's C library: searching, texts, times, kinds of numbers, files.
 *
 * run: name=plain args="one two"
 * run: name=ring3 ring=3 args="one two"
 */
#include <ctype.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <io.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <wchar.h>

#include "tests/harness/tap.h"
#include "tests/lib/noted_refusals.h"

static int by_value(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

/* In the direction that the context says. */
static int by_direction(void *context, const void *left, const void *right)
{
    return *(const int *)context * by_value(left, right);
}

static void check_searching(void)
{
    int items[40] = {5, 3, 9}, key = 9, missing = 4, down = -1;
    unsigned count = 3;
    ok(_lfind(&key, items, &count, sizeof key, by_value) == &items[2] &&
           !lfind(&missing, items, &count, sizeof key, by_value) && count == 3,
       "_lfind finds an element, or not");
    ok(lsearch(&key, items, &count, sizeof key, by_value) == &items[2] && count == 3 &&
           _lsearch(&missing, items, &count, sizeof key, by_value) == &items[3] && count == 4 &&
           items[3] == 4,
       "_lsearch adds what is not there");
    for (int i = 0; i < 40; i++)
        items[i] = i * 7 % 40;
    qsort_s(items, 40, sizeof *items, by_direction, &down);
    bool sorted = true;
    for (int i = 0; i < 40; i++)
        sorted &= items[i] == 39 - i;
    ok(sorted, "qsort_s sorts by a comparison with a context");
    ok(bsearch_s(&key, items, 40, sizeof key, by_direction, &down) == &items[30] && !calls,
       "bsearch_s finds by one");
    errno = 0;
    ok(!bsearch_s(&key, NULL, 1, 4, by_direction, NULL) && errno == EINVAL && calls == 1,
       "no array: EINVAL");
    qsort_s(items, 40, 0, by_direction, &down);
    ok(calls == 2 && items[0] == 39, "elements of no size, too");
    qsort_s(NULL, 0, 4, by_direction, NULL);
    ok(calls == 2, "but no elements are right");
}

static void check_texts(int argc, char **argv)
{
    char text[] = "abcd", swapped[6] = "-----";
    ok(_strnset(text, '-', 3) == text && strcmp(text, "---d") == 0 &&
           strcmp(strnset(text, 'y', 9), "yyyy") == 0 && strcmp(_strset(text, 'x'), "xxxx") == 0,
       "_strset and _strnset fill a text up to its end");
    _swab((char *)"badce", swapped, 5);
    ok(strcmp(swapped, "abcd-") == 0, "_swab exchanges pairs");
    _swab(swapped, swapped, 4);
    ok(strcmp(swapped, "badc-") == 0, "also in place");
    ok(isascii(0x7F) && !__isascii(0x80) && !isascii(-1) && toascii(0xC1) == 'A' &&
           __toascii('b') == 'b' && iscsym('_') && __iscsym('z') && __iscsymf('z') && iscsym('1') &&
           !iscsymf('1') && !iscsym('-'),
       "isascii, toascii, iscsym");
    ok(__argc == argc && argc == 3 && __argv == argv && strcmp(__argv[2], "two") == 0,
       "__argc and __argv are main's");
    char day[9], hour[9];
    time_t now = time(NULL);
    char *date = ctime(&now);
    _strdate(day);
    _strtime(hour);
    ok(strlen(day) == 8 && day[2] == '/' && strncmp(day + 6, date + 22, 2) == 0 &&
           atoi(day + 3) == atoi(date + 8) && strlen(hour) == 8 && strncmp(hour, date + 11, 2) == 0,
       "_strdate and _strtime write the time now");
    calls = 0;
    ok(_strdate_s(day, 9) == 0 && _strtime_s(hour, 8) == ERANGE && !*hour && calls == 1 &&
           _strdate_s(NULL, 9) == EINVAL,
       "with the size of the place, too");
}

static void check_numbers(void)
{
    volatile double zero = 0, one = 1, least = 4.9e-324;
    ok(_fpclass(zero) == _FPCLASS_PZ && _fpclass(-zero) == _FPCLASS_NZ &&
           _fpclass(one) == _FPCLASS_PN && _fpclass(-one) == _FPCLASS_NN &&
           _fpclass(least) == _FPCLASS_PD && _fpclass(-least) == _FPCLASS_ND &&
           _fpclass(one / zero) == _FPCLASS_PINF && _fpclass(-one / zero) == _FPCLASS_NINF &&
           _fpclass(zero / zero) == _FPCLASS_QNAN,
       "_fpclass");
    union {
        uint64_t bits;
        double number;
    } signals = {0x7FF0000000000001};
    int (*of_bits)(uint64_t) = (int (*)(uint64_t))(void *)_fpclass; /* no load makes it quiet */
    is_dec(of_bits(signals.bits), _FPCLASS_SNAN, "a NaN that signals");
    ok(_hypot(3, 4) == 5 && _nextafter(one, 2) == 1 + DBL_EPSILON, "_hypot and _nextafter");
}

static void check_files(void)
{
    int open = _flushall();
    int number = _open("size", _O_CREAT | _O_RDWR | _O_BINARY, 0600);
    is_dec(_flushall(), open + 1, "_flushall counts what is open");
    struct _stat64 status = {0};
    struct _stat small = {0};
    _write(number, "12345", 5);
    ok(_filelengthi64(number) == 5 && _fstat64(number, &status) == 0 && status.st_size == 5 &&
           sizeof status.st_size == 8,
       "sizes have 64 bits");
    _close(number);
    struct _stati64 same = {0};
    ok(_stati64("size", &same) == 0 && same.st_size == 5 && S_ISREG(same.st_mode) &&
           _stat64("none", &status) == -1 && errno == ENOENT,
       "_stat64");
    ok(_wmkdir(L"\x3B5") == 0 && _wchdir(L"\x3B5") == 0 && _waccess(L"C:\\size", 0) == 0 &&
           _waccess(L"size", 0) == -1 && _wchdir(L"..") == 0 && _wstat(L"size", &small) == 0 &&
           small.st_size == 5 && _wstat64(L"\x3B5", &status) == 0 && S_ISDIR(status.st_mode) &&
           _wrmdir(L"\x3B5") == 0 && _wunlink(L"size") == 0 && _waccess(L"size", 0) == -1,
       "files and folders by wide names");
}

int main(int argc, char **argv)
{
    _set_invalid_parameter_handler(note);
    check_searching();
    check_texts(argc, argv);
    check_numbers();
    check_files();
    return tap_done();
}
