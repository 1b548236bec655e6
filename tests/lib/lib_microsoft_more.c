/* More calls of Microsoft's C library: the heap's blocks, digits, shared files, conversions with
 * sizes.
 *
 * run: name=plain
 * run: name=ring3 ring=3
 */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <share.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utime.h>
#include <wchar.h>

#include "tests/harness/tap.h"
#include "tests/lib/noted_refusals.h"

static void check_rotations(void)
{
    ok(_rotl(0x80000001u, 4) == 0x18 && _rotr(0x18, 4) == 0x80000001u &&
           _lrotl(1, 31) == 1ul << 31 && _lrotr(1, 33) == 1ul << 31 &&
           _rotl64(1ull << 63, 1) == 1 && _rotr64(1, 1) == 1ull << 63,
       "stdlib.h has rotations");
}

static void check_blocks(void)
{
    char *before = malloc(16);
    memset(before, 0xFF, 16);
    free(before);
    char *zeros = calloc(3, 5), *block = malloc(100);
    ok(_msize(block) >= 100 && _msize(block) < 200, "_msize tells a block's room");
    errno = 0;
    calls = 0;
    ok(_msize(NULL) == (size_t)-1 && errno == EINVAL && calls == 1, "of no block: EINVAL");
    ok(_expand(block, 50) == block && !_expand(block, 100000) && errno == ENOMEM,
       "_expand moves no block");
    ok(!_expand(NULL, 10) && errno == EINVAL && calls == 2, "nor makes one");
    memset(zeros, 1, 15);
    zeros = _recalloc(zeros, 500, 2);
    bool are_zeros = zeros != NULL;
    for (int i = 0; are_zeros && i < 1000; i++)
        are_zeros = zeros[i] == (i < 15);
    ok(are_zeros, "_recalloc adds zeros");
    ok(!_recalloc(zeros, 0x10000, 0x10000) && errno == ENOMEM, "as many as there can be");
    ok(_heapchk() == _HEAPOK, "the heap is in order");
    free(zeros);
    free(block);
}

static const struct {
    double value;
    int count;
    const char *digits;
    int point, sign;
} by_count[] = {{3.14159265, 5, "31416", 1, 0}, {-1234.5, 6, "123450", 4, 1},
                {0, 4, "0000", 0, 0},           {0.00123, 2, "12", -2, 0},
                {999.96, 4, "1000", 4, 0},      {1e20, 3, "100", 21, 0}},
  behind_point[] = {{3.14159265, 3, "3142", 1, 0}, {-1234.5, 1, "12345", 4, 1},
                    {0, 3, "000", 0, 0},           {0.00123, 5, "123", -2, 0},
                    {0.001, 2, "", -2, 0},         {999.96, 1, "10000", 4, 0}};

static void check_digits(void)
{
    int point, sign;
    for (unsigned i = 0; i < sizeof by_count / sizeof by_count[0]; i++) {
        const char *digits = _ecvt(by_count[i].value, by_count[i].count, &point, &sign);
        ok(strcmp(digits, by_count[i].digits) == 0 && point == by_count[i].point &&
               sign == by_count[i].sign,
           "_ecvt: %s", by_count[i].digits);
        digits = _fcvt(behind_point[i].value, behind_point[i].count, &point, &sign);
        ok(strcmp(digits, behind_point[i].digits) == 0 && point == behind_point[i].point &&
               sign == behind_point[i].sign,
           "_fcvt: %s", behind_point[i].digits);
    }
    static const struct {
        double value;
        int count;
        const char *text;
    } written[] = {{-314150, 7, "-314150."}, {123456789, 7, "1.234568e+08"},
                   {3.5, 5, "3.5"},          {0.01, 3, "1.e-02"},
                   {0.25, 3, "0.25"},        {0, 3, "0."}};
    for (unsigned i = 0; i < sizeof written / sizeof written[0]; i++) {
        char text[50];
        ok(strcmp(_gcvt(written[i].value, written[i].count, text), written[i].text) == 0,
           "_gcvt: %s", written[i].text);
    }
}

static void check_files(void)
{
    int number, other = 0;
    ok(_sopen_s(&number, "shared", _O_CREAT | _O_RDWR, _SH_DENYNO, _S_IREAD | _S_IWRITE) == 0 &&
           number > 2 && _close(number) == 0 &&
           (number = _sopen("shared", _O_RDONLY, _SH_DENYRW)) > 2 && _close(number) == 0 &&
           (number = _wsopen(L"shared", _O_RDONLY, _SH_DENYRW)) > 2 && _close(number) == 0 &&
           _wsopen_s(&number, L"shared", _O_RDONLY, _SH_DENYNO, 0) == 0 && _close(number) == 0,
       "_sopen and its kin open files");
    ok(_sopen_s(&other, "none", _O_RDONLY, _SH_DENYNO, 0) == ENOENT && other == -1,
       "or tell errno's number");
    calls = 0;
    other = 0;
    ok(_sopen_s(&other, NULL, 0, 0, 0) == EINVAL && other == -1 &&
           _wsopen_s(NULL, L"x", 0, 0, 0) == EINVAL && calls == 2,
       "no name: EINVAL");
    FILE *file = _fsopen("shared", "r", _SH_DENYWR);
    ok(file && fclose(file) == 0, "_fsopen opens a FILE");
    ok(_chmod("shared", _S_IREAD | _S_IWRITE) == 0 && _wchmod(L"shared", _S_IWRITE) == 0,
       "_chmod lets a file be written");
    ok(_chmod("shared", _S_IREAD) == 0 && _access("shared", 4) == 0 && _access("shared", 2) == -1 &&
           errno == EACCES && !fopen("shared", "a") && errno == EACCES && remove("shared") == -1 &&
           errno == EACCES && _chmod("shared", _S_IREAD | _S_IWRITE) == 0 &&
           _chmod("none", _S_IWRITE) == -1 && errno == ENOENT,
       "or only read");
    ok(_utime("shared", NULL) == -1 && errno == EACCES && _utime("none", NULL) == -1 &&
           errno == ENOENT,
       "times of files stay");
    ok(_umask(_S_IWRITE) == 0 && _umask(0) == _S_IWRITE, "_umask returns the permissions before");
    remove("shared");
}

static int print_list(wchar_t *text, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = _vswprintf(text, format, args);
    va_end(args);
    return length;
}

static void check_conversions(void)
{
    wchar_t wide[8] = L"x";
    char narrow[8] = "x";
    size_t length = 0;
    ok(mbstowcs_s(&length, wide, 8, "abc", 7) == 0 && length == 4 && wcscmp(wide, L"abc") == 0 &&
           wcstombs_s(&length, narrow, 8, L"a\u00E4", _TRUNCATE) == 0 && length == 4 &&
           strcmp(narrow, "a\u00C3\u00A4") != 0 && strcmp(narrow, "a\xC3\xA4") == 0,
       "texts are converted both ways");
    ok(mbstowcs_s(&length, NULL, 0, "abc", 0) == 0 && length == 4 &&
           mbstowcs_s(NULL, wide, 8, "abc", 2) == 0 && wcscmp(wide, L"ab") == 0,
       "counted, and cut where the count says so");
    ok(mbstowcs_s(&length, wide, 3, "abcd", _TRUNCATE) == STRUNCATE && wcscmp(wide, L"ab") == 0 &&
           length == 3,
       "or to the place");
    calls = 0;
    ok(wcstombs_s(&length, narrow, 3, L"abcd", 7) == ERANGE && !narrow[0] && calls == 1 &&
           wcstombs_s(&length, NULL, 3, L"abcd", 7) == EINVAL && calls == 2,
       "no room, or no place: the handler");
    strcpy(narrow, "x");
    ok(mbstowcs_s(&length, wide, 8, "\xFF", 7) == EILSEQ && !wide[0] && calls == 2,
       "no character: EILSEQ");

    wchar_t word[4];
    int value = 0;
    ok(swscanf_s(L"abc 7", L"%ls %d", word, 4, &value) == 2 && wcscmp(word, L"abc") == 0 &&
           value == 7 && swscanf_s(L"abcd", L"%ls", word, 4) == 0,
       "swscanf_s takes sizes");
    FILE *file = fopen("numbers", "w+");
    fputs("5 xyz", file);
    rewind(file);
    ok(fwscanf_s(file, L"%d %ls", &value, word, 4) == 2 && value == 5 && wcscmp(word, L"xyz") == 0,
       "fwscanf_s, too");
    fclose(file);
    ok(freopen("numbers", "r", stdin) && wscanf_s(L"%d %ls", &value, word, 4) == 2 && value == 5,
       "wscanf_s, too");
    fclose(stdin);
    remove("numbers");
    wchar_t text[20];
    ok(_swprintf(text, L"%d %ls", 4, L"y") == 3 && wcscmp(text, L"4 y") == 0 &&
           print_list(text, L"%x", 255) == 2 && wcscmp(text, L"ff") == 0,
       "_swprintf has no size");
    errno = ENOENT;
    ok(strcmp(_strerror("title"), "title: No such file or directory\n") == 0 &&
           strcmp(_strerror(NULL), "No such file or directory\n") == 0,
       "_strerror has a line's end");
}

static void check_names(void)
{
    wchar_t path[_MAX_PATH], made[] = L"nXXXXXX";
    FILE *file = fopen("here", "w");
    fclose(file);
    _wsearchenv(L"here", L"PATH", path);
    ok(wcscmp(path, L"C:\\here") == 0, "_wsearchenv finds a file");
    _wsearchenv(L"nowhere", L"PATH", path);
    ok(!path[0] && errno == ENOENT, "or none");
    wchar_t *name = _wtempnam(NULL, L"pre");
    ok(name && wcsstr(name, L"pre"), "_wtempnam makes a name");
    free(name);
    ok(_wmktemp(made) == made && made[1] == 'a', "_wmktemp fills one in");
    wchar_t wrong[] = L"short";
    ok(!_wmktemp(wrong) && errno == EINVAL, "or refuses it");
    remove("here");
}

int main(void)
{
    _set_invalid_parameter_handler(note);
    check_rotations();
    check_blocks();
    check_digits();
    check_files();
    check_conversions();
    check_names();
    return tap_done();
}
