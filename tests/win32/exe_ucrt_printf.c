/* printf and scanf of ucrtbase.dll, by their options.
 * flags: -D_UCRT -Wno-format -Wno-format-extra-args -nodefaultlibs -lmingw32 -lgcc -lmoldname -lmingwex -lucrt -lkernel32 -luser32 -ladvapi32 -lgcc */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef unsigned long long options;

static int print(options word, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = __stdio_common_vfprintf(word, stdout, format, NULL, args);
    va_end(args);
    return length;
}

static int into(options word, char *to, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = __stdio_common_vsprintf(word, to, size, format, NULL, args);
    va_end(args);
    return length;
}

static int wide_into(options word, wchar_t *to, size_t size, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = __stdio_common_vswprintf(word, to, size, format, NULL, args);
    va_end(args);
    return length;
}

static int safely_into(char *to, size_t size, size_t most, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = __stdio_common_vsnprintf_s(0, to, size, most, format, NULL, args);
    va_end(args);
    return length;
}

static int scan(options word, const char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int found = __stdio_common_vsscanf(word, text, size, format, NULL, args);
    va_end(args);
    return found;
}

static int refusals;

static void count(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                  unsigned line, uintptr_t reserved)
{
    refusals++;
}

static void numbers(void)
{
    volatile double zero = 0;
    print(0, "%e|%.0f|%.0f|%g|%a\n", 12345.678, 0.5, 2.5, 1e100, 1.0);
    print(0x20, "%.0f|%.0f|%.0f|%.1f\n", 0.5, 1.5, 2.5, 0.25);
    print(0x10, "%e %g\n", 1.0, 1e-7);
    print(0, "%.20f %.17g\n", 0.1, 0.1);
    print(0, "%f %F %e %G|%6.1f|%-6f|%+f|%06f\n", INFINITY, INFINITY, INFINITY, INFINITY, INFINITY,
          INFINITY, INFINITY, INFINITY);
    print(0, "%f %f %F\n", NAN, zero / zero, zero / zero);
    print(8, "%f\n", INFINITY);
    print(0, "%a %A %.2a %a\n", 0.1, 255.5, 1.5, 0.0);
    print(0, "%hhd %hd %zu %jd %td %lld %I64d %I32d\n", 300, 65537, sizeof(int), (long long)-1, 5,
          1LL << 40, -(1LL << 40), 9);
    print(0, "%p %p %#x %#o %+d % d %05d\n", (void *)0x12AB, (void *)NULL, 255, 8, 5, 5, -42);
}

static void texts(void)
{
    print(0, "%s %.3s %ls %S %hs|%5s|%-5s|%c%lc\n", (char *)NULL, (char *)NULL, L"wide", L"Wide",
          "narrow", "ab", "cd", 'x', L'y');
    print(0, "%y%%\n");
    wchar_t wide[32];
    printf("%d", wide_into(4, wide, 32, L"%s %S", L"one", "two"));
    printf(" %ls\n", wide);
    printf("%d", wide_into(0, wide, 32, L"%s %S", "three", L"four"));
    printf(" %ls\n", wide);
}

static void buffers(void)
{
    char room[8] = "#######";
    printf("%d %s\n", into(2, room, 4, "12345"), room);
    printf("%d\n", into(2, NULL, 0, "12345"));
    printf("%d", into(1, room, 4, "abcd"));
    printf(" %.5s\n", room);
    printf("%d", into(1, room, 4, "ABCDE"));
    printf(" %.5s\n", room);
    printf("%d", into(0, room, 4, "vwxyz") < 0);
    printf(" %s\n", room);
    _set_invalid_parameter_handler(count);
    printf("%d", into(0, room, 0, ""));
    printf(" %d\n", into(0, room, 1, "x"));
    printf("%d", safely_into(room, 4, _TRUNCATE, "12345"));
    printf(" %s %d\n", room, refusals);
    printf("%d", safely_into(room, 4, 2, "12345"));
    printf(" %s %d\n", room, refusals);
    errno = 0;
    printf("%d", safely_into(room, 4, 9, "12345"));
    printf(" %d %d %d\n", room[0], refusals, errno == ERANGE);
}

static void input(void)
{
    int whole;
    unsigned hexadecimal;
    double number, power, endless;
    char word[8], set[8];
    printf("%d",
           scan(0, "-7 ff 1.5e1 0x1p3 inf word abc1", (size_t)-1, "%d %x %lf %lf %lf %7s %7[a-z]",
                &whole, &hexadecimal, &number, &power, &endless, word, set));
    printf(" %d %x %g %g %g %s %s\n", whole, hexadecimal, number, power, endless, word, set);
    printf("%d", scan(0, "12345", 3, "%d", &whole));
    printf(" %d\n", whole);
    printf("%d", scan(1, "longer", (size_t)-1, "%s", word, 3u));
    printf(" %d\n", word[0]);
    printf("%d", swscanf(L"8 wide", L"%d %7hs", &whole, word));
    printf(" %d %s\n", whole, word);
}

int main(void)
{
    numbers();
    texts();
    buffers();
    input();
    return 0;
}
