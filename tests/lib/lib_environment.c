/* The environment, the locale, texts of errors, and what a program may ask of a system.
 *
 * run: name=plain
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=checked checked=1
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timeb.h>
#include <sys/types.h>
#include <time.h>

#include "lib/environment.h"
#include "tests/harness/tap.h"

static bool is(const char *name, const char *value)
{
    const char *text = getenv(name);
    return text && value ? strcmp(text, value) == 0 : text == value;
}

static void check_environment(void)
{
    ok(is("PATH", NULL), "the environment is empty at the start");
    ok(_putenv("Color=red") == 0 && is("Color", "red"), "_putenv makes a variable");
    ok(is("COLOR", "red") && is("colo", NULL) && is("colors", NULL),
       "capitals and small letters of its name are the same, and it is the whole name");
    ok(_putenv_s("COLOR", "blue") == 0 && is("Color", "blue"), "a variable gets another text");
    ok(_putenv("colored=1") == 0 && _putenv("col=2") == 0 && is("color", "blue") &&
           is("col", "2") && is("colored", "1"),
       "names that begin alike are three variables");
    char *block = environment_block();
    ok(block && memcmp(block, "col=2\0COLOR=blue\0colored=1\0", 27) == 0,
       "the block has all of them, sorted");
    free(block);
    char room[4];
    ok(environment_copy("color", room, sizeof room) == 4 && environment_copy("x", room, 4) + 1 == 0,
       "a text without room is only measured");
    ok(_putenv("COLOR=") == 0 && is("Color", NULL) && is("colored", "1"),
       "an empty text takes a variable away");
    errno = 0;
    ok(_putenv("nothing") == -1 && errno == EINVAL && _putenv("=x") == -1 &&
           _putenv_s("a=b", "c") == EINVAL,
       "a text without a name is refused");
}

static void check_errors(void)
{
    ok(strcmp(strerror(0), "No error") == 0 &&
           strcmp(strerror(ENOENT), "No such file or directory") == 0 &&
           strcmp(strerror(ERANGE), "Result too large") == 0 &&
           strcmp(strerror(EILSEQ), "Illegal byte sequence") == 0,
       "texts of errors are Microsoft's");
    ok(strcmp(strerror(-1), "Unknown error") == 0 && strcmp(strerror(15), "Unknown error") == 0 &&
           strcmp(strerror(9999), "Unknown error") == 0,
       "any other number is an unknown error");
    errno = EDOM;
    perror("# perror");
}

static void check_locale(void)
{
    ok(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && setlocale(LC_CTYPE, "") &&
           setlocale(LC_TIME, "C") && !setlocale(LC_ALL, "POSIX") && !setlocale(6, "C"),
       "there is one locale");
    const struct lconv *conventions = localeconv();
    ok(strcmp(conventions->decimal_point, ".") == 0 && !*conventions->thousands_sep &&
           conventions->frac_digits == CHAR_MAX && conventions->n_sign_posn == CHAR_MAX,
       "its conventions are C's");
    char copy[8] = "......";
    ok(strcoll("a", "B") > 0 && strxfrm(copy, "abc", sizeof copy) == 3 &&
           strcmp(copy, "abc") == 0 && strxfrm(NULL, "abcd", 0) == 4,
       "texts are in the order of their bytes");
}

static void check_texts(void)
{
    char text[70];
    ok(strcmp(_itoa(-42, text, 10), "-42") == 0 && strcmp(_itoa(-1, text, 16), "ffffffff") == 0 &&
           strcmp(_itoa(0, text, 2), "0") == 0,
       "only base 10 has a sign");
    ok(strcmp(_i64toa(LLONG_MIN, text, 10), "-9223372036854775808") == 0 &&
           strcmp(_ui64toa(ULLONG_MAX, text, 36), "3w5e11264sgsf") == 0 &&
           strcmp(_ultoa(ULONG_MAX, text, 8), "37777777777") == 0 &&
           strcmp(_ltoa(LONG_MIN, text, 10), "-2147483648") == 0,
       "limits of numbers have texts");
    ok(strlen(_ui64toa(ULLONG_MAX, text, 2)) == 64, "in base 2, too");
    strcpy(text, "aBc-1");
    ok(strcmp(_strupr(text), "ABC-1") == 0 && strcmp(_strlwr(text), "abc-1") == 0 &&
           strcmp(_strrev(text), "1-cba") == 0,
       "texts in capitals, in small letters and backwards");
    ok(_memicmp("aB", "Ab", 2) == 0 && _memicmp("a", "B", 1) < 0, "_memicmp");
    ok(_memccpy(text, "a.b", '.', 3) == text + 2 && !_memccpy(text, "abc", '.', 3), "_memccpy");
    char list[] = "a,b", *position;
    ok(*strtok_s(list, ",", &position) == 'a' && *strtok_s(NULL, ",", &position) == 'b',
       "strtok_s goes on where it stopped");
}

static unsigned order;

static void first(void)
{
    order = order * 10 + 1;
    ok(order == 21, "the functions of at_quick_exit are called, the last one first");
    tap_done();
}

static void second(void) { order = order * 10 + 2; }

static int never(void)
{
    ok(false, "quick_exit calls no functions of atexit");
    return 0;
}

int main(void)
{
    check_environment();
    check_errors();
    check_locale();
    check_texts();
    struct _timeb now;
    _ftime(&now);
    ok(now.time - time(NULL) <= 1 && now.millitm < 1000 && now.timezone == 0,
       "_ftime is time with milliseconds");
    ok(sizeof(off_t) == 4 && sizeof(ino_t) == 2 && sizeof(dev_t) == 4,
       "types of files are Microsoft's");
    ok(_onexit(never) == never, "_onexit returns its function");
    ok(at_quick_exit(first) == 0 && at_quick_exit(second) == 0, "at_quick_exit takes functions");
    quick_exit(0);
}
