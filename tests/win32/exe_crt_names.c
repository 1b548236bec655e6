/* Calls of msvcrt.dll that few programs make: found by their names, with Microsoft's results.
   flags: -D__USE_MINGW_ANSI_STDIO=0 -Wno-format -Wno-format-extra-args */

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>
#include <windows.h>

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

static void *msvcrt(const char *name)
{
    void *found = (void *)GetProcAddress(GetModuleHandleA("msvcrt.dll"), name);
    if (!found)
        printf("no %s\n", name);
    return found;
}

static int is_three(void *context, const void *key, const void *element)
{
    ++*(int *)context;
    return *(const int *)key - *(const int *)element;
}

static void formats(void)
{
    int (*into)(char *, size_t, const char *, ...) = msvcrt("_sprintf_p");
    int (*wide_into)(wchar_t *, size_t, const wchar_t *, ...) = msvcrt("_swprintf_p");
    int (*counted)(const char *, ...) = msvcrt("_scprintf_p");
    int (*with_locale)(char *, const char *, void *, ...) = msvcrt("_sprintf_l");
    int (*ended)(char *, size_t, const char *, ...) = msvcrt("_snprintf_c");
    char room[64];
    wchar_t wide[64];
    claim(into(room, 64, "%2$s %1$d %2$s", 5, "x") == 5 && !strcmp(room, "x 5 x"),
          "arguments by their numbers");
    claim(into(room, 64, "%3$*1$.*2$f|%4$I64x", 6, 2, 1.5, 0x123456789ll) == 16 &&
              !strcmp(room, "  1.50|123456789"),
          "widths, precisions, and long ones");
    claim(into(room, 64, "%d%%", 7) == 2 && !strcmp(room, "7%"), "or in their order");
    errno = 0;
    claim(into(room, 64, "%1$d %3$d", 1, 2, 3) == -1 && errno == EINVAL, "none is left out");
    claim(into(room, 64, "%1$d %1$s", 1) == -1 && into(room, 64, "%1$d %d", 1, 2) == -1,
          "each has one type, and all have numbers");
    claim(wide_into(wide, 64, L"%2$c%1$ls", L"bc", L'a') == 3 && !wcscmp(wide, L"abc"),
          "wide ones");
    claim(counted("%2$s%1$s", "abc", "de") == 5, "a length");
    claim(with_locale(room, "%d %s", NULL, 12, "twelve") == 9 && !strcmp(room, "12 twelve"),
          "with a locale");
    claim(ended(room, 4, "%s", "12345") == -1 && !strcmp(room, "123"), "with an end in any case");

    int (*narrow)(char *, size_t, const char *, ...) = msvcrt("_snprintf");
    int (*wide_one)(wchar_t *, size_t, const wchar_t *, ...) = msvcrt("_snwprintf");
    errno = 0;
    *room = 'x';
    claim(narrow(room, 0, NULL) == -1 && errno == EINVAL && *room == 'x', "no format");
    errno = 0;
    claim(wide_one(wide, 2, NULL) == -1 && errno == EINVAL, "no wide one");

    int (*part)(const char *, size_t, const char *, ...) = msvcrt("_snscanf");
    int (*wide_part)(const wchar_t *, size_t, const wchar_t *, ...) = msvcrt("_snwscanf_s");
    int (*scanned)(const char *, const char *, void *, ...) = msvcrt("_sscanf_l");
    int number = 0;
    claim(part("12345", 3, "%d", &number) == 1 && number == 123, "the beginning of a text");
    claim(wide_part(L"abcdef", 2, L"%s", wide, 10u) == 1 && !wcscmp(wide, L"ab"), "of a wide one");
    claim(scanned("77", "%o", NULL, &number) == 1 && number == 63, "scanning with a locale");
}

static void texts(void)
{
    char room[16] = "abcdef";
    int (*fill)(char *, size_t, int, size_t) = msvcrt("_strnset_s");
    claim(fill(room, 16, 'x', 3) == 0 && !strcmp(room, "xxxdef"), "_strnset_s");
    claim(fill(room, 4, 'y', 9) == EINVAL && !*room, "needs the end in the place");

    int numbers[4] = {1, 2, 3}, key = 3, calls = 0;
    unsigned count = 3;
    void *(*find)(const void *, const void *, unsigned *, size_t, void *, void *) =
        msvcrt("_lfind_s");
    void *(*add)(const void *, void *, unsigned *, size_t, void *, void *) = msvcrt("_lsearch_s");
    claim(find(&key, numbers, &count, sizeof key, is_three, &calls) == &numbers[2] && calls == 3,
          "_lfind_s");
    key = 9;
    claim(add(&key, numbers, &count, sizeof key, is_three, &calls) == &numbers[3] && count == 4 &&
              numbers[3] == 9,
          "_lsearch_s");
    claim(!find(NULL, numbers, &count, sizeof key, is_three, &calls) && errno == EINVAL,
          "not without a key");

    int (*search)(const char *, const char *, char *, size_t) = msvcrt("_searchenv_s");
    fclose(fopen("exe_here.txt", "w"));
    claim(search("exe_here.txt", "PATH", room, 15) == ERANGE && !*room, "_searchenv_s needs room");
    claim(search("exe_none.txt", "PATH", room, 16) == ENOENT, "and a file");

    int length = 0;
    int (*narrow)(int *, char *, size_t, wchar_t, void *) = msvcrt("wcrtomb_s");
    claim(narrow(&length, room, 16, L'a', NULL) == 0 && length == 1 && *room == 'a', "wcrtomb_s");
    claim(narrow(&length, room, 16, 0x3042, NULL) == EILSEQ, "a character of one byte");
    size_t (*limited)(const char *, size_t) = msvcrt("__strncnt");
    claim(limited("abc", 2) == 2 && limited("abc", 9) == 3, "__strncnt");
    int (*kind)(unsigned char, int) = msvcrt("_mbbtype");
    claim(kind('a', 0) == 0 && kind('\n', 0) == -1 && kind('a', 1) == -1, "_mbbtype");
    unsigned (*same)(unsigned) = msvcrt("_mbctohira");
    claim(same(0x8340) == 0x8340, "_mbctohira");

    double value = 0;
    int (*number)(double *, const char *) = msvcrt("_atodbl");
    claim(number(&value, "1.5x") == 0 && value == 1.5, "_atodbl");
    claim(number(&value, "1e999") == 3 && value == HUGE_VAL, "too large");
    claim(number(&value, "1e-999") == 4 && value == 0, "too small");
    static const struct {
        const char *text;
        unsigned short exponent;
        unsigned long high, low;
        int length, kind;
    } longs[] = {
        {" -1.5e0x", 0xBFFF, 0xC0000000, 0, 7, 0},
        {"1.7976931348623158e+308", 0x43FE, 0xFFFFFFFF, 0xFFFFFBAF, 23, 0},
        {".1d0", 0x3FFB, 0xCCCCCCCC, 0xCCCCCCCD, 4, 0},
        {"1e+", 0x3FFF, 0x80000000, 0, 1, 0},
        {"18446744073709551617", 0x403F, 0x80000000, 0, 20, 0},
        {"36893488147419103233", 0x4040, 0x80000000, 0, 20, 0},
        {"36893488147419103235", 0x4040, 0x80000000, 1, 20, 0},
        {"3.6e-4951", 0, 0, 1, 9, 0},
        {"3.3621031431120935063e-4932", 1, 0x80000000, 0, 27, 0},
        {"1.18e4932", 0x7FFE, 0xFDE7F18A, 0x68067525, 9, 0},
        {"1.19e4932", 0x7FFF, 0x80000000, 0, 9, 2},
        {"-1e99999", 0xFFFF, 0x80000000, 0, 8, 2},
        {"1e-99999", 0, 0, 0, 8, 1},
        {"000", 0, 0, 0, 3, 0},
        {"inf", 0, 0, 0, 0, 4},
    };
    int (*long_number)(void *, char **, const char *, int) = msvcrt("__STRINGTOLD");
    for (unsigned i = 0; i < sizeof longs / sizeof *longs; i++) {
        unsigned long words[3] = {0};
        char *end;
        int got = long_number(words, &end, longs[i].text, 0);
        claim(got == longs[i].kind && end == longs[i].text + longs[i].length &&
                  words[2] == longs[i].exponent && words[1] == longs[i].high &&
                  words[0] == longs[i].low,
              longs[i].text);
    }
    unsigned short types[2];
    int (*types_of)(void *, unsigned long, const wchar_t *, int, unsigned short *) =
        msvcrt("__crtGetStringTypeW");
    claim(types_of(NULL, 1, L"A1", 2, types) && types[0] & 1 && types[1] & 4,
          "__crtGetStringTypeW");
    int (*error)(char *, size_t, const char *) = msvcrt("_strerror_s");
    errno = ENOENT;
    claim(error(room, 8, "title") == 0 && !strcmp(room, "title: "), "_strerror_s cuts");
}

static void files(void)
{
    struct times {
        long read, written;
    } times = {86400 * 400, 86400 * 500};
    struct _stat status;
    int (*set)(const char *, struct times *) = msvcrt("_utime32");
    int (*set_open)(int, struct times *) = msvcrt("_futime32");
    claim(set("exe_here.txt", &times) == 0 && _stat("exe_here.txt", &status) == 0 &&
              status.st_mtime == 86400 * 500,
          "_utime");
    claim(set("exe_none.txt", &times) == -1 && errno == ENOENT, "of no file");
    int number = _open("exe_here.txt", _O_RDWR | _O_BINARY);
    times.written += 86400;
    claim(set_open(number, &times) == 0 && _fstat(number, &status) == 0 &&
              status.st_mtime == 86400 * 501,
          "_futime");
    int (*lock)(int, int, long) = msvcrt("_locking");
    claim(lock(number, 2, 10) == 0 && lock(number, 0, 10) == 0, "_locking");
    claim(lock(number, 7, 10) == -1 && errno == EINVAL && lock(99, 2, 10) == -1 && errno == EBADF,
          "not in any way, and no file that is none");
    _close(number);
    struct space {
        unsigned clusters, free, sectors, bytes;
    } space;
    unsigned (*ask)(unsigned, struct space *) = msvcrt("_getdiskfree");
    claim(ask(3, &space) == 0 && space.bytes && space.free <= space.clusters, "_getdiskfree");
    claim(ask(26, &space) != 0 && ask(99, &space) == ERROR_INVALID_PARAMETER, "of other drives");
}

typedef int print_into(unsigned long long options, char *to, size_t size, const char *format,
                       void *locale, va_list args);

static int newer_into(print_into *print, char *to, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = print(0, to, size, format, NULL, args);
    va_end(args);
    return length;
}

static void go_on(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                  unsigned line, UINT_PTR reserved)
{
}

static void newer(void)
{
    HMODULE library = LoadLibraryA("ucrtbase.dll");
    print_into *print = (print_into *)(void *)GetProcAddress(library, "__stdio_common_vsprintf_p");
    size_t (*date_text)(char *, size_t, const char *, const void *) =
        (void *)GetProcAddress(library, "strftime");
    ((void *(*)(void *))(void *)GetProcAddress(library, "_set_invalid_parameter_handler"))(go_on);
    const int date[9] = {5, 4, 15, 7, 2, 115, 6, 65, 0};
    char room[64];
    claim(newer_into(print, room, sizeof room, "%2$s %1$d %2$s", 5, "x") == 5 &&
              !strcmp(room, "x 5 x"),
          "numbered arguments in ucrtbase.dll");
    claim(newer_into(print, room, 4, "%1$s", "12345") == -1, "they need room");
    claim(date_text(room, sizeof room, "%e|%#e|%F|%#d|%V|%z", date) == 26 &&
              !strcmp(room, " 7|7|2015-03-07|7|10|+0000"),
          "its dates have C99's letters");
    claim(date_text(room, sizeof room, "%c|%#x", date) == 49 &&
              !strcmp(room, "Sat Mar  7 15:04:05 2015|Saturday, March 07, 2015"),
          "and Microsoft's flag");
    claim(date_text(room, sizeof room, "%Q", date) == 0 && !*room, "others are refused");
}

int main(void)
{
    formats();
    texts();
    files();
    newer();
    return 0;
}
