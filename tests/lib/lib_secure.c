/* Microsoft's functions that end in _s, and the handler of invalid parameters.
 *
 * run: name=plain input="word toolong\n"
 *
 * run: name=ring3 ring=3 input="word toolong\n"
 *
 * run: name=ends args=end exit=125 expect="an invalid parameter of strcpy_s: Result too large"
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "tests/harness/tap.h"
#include "tests/lib/noted_refusals.h"

static void check_memory(void)
{
    char to[8] = "abcdefg";
    ok(memcpy_s(to, 8, "xyz", 3) == 0 && strcmp(to, "xyzdefg") == 0 &&
           memcpy_s(NULL, 0, NULL, 0) == 0,
       "memcpy_s copies");
    ok(refuses(memcpy_s(to, 2, "123", 3), ERANGE) && to[0] == 0 && to[1] == 0 && to[2] == 'z',
       "what has no room leaves zeros: ERANGE");
    ok(refuses(memcpy_s(NULL, 8, "x", 1), EINVAL) && refuses(memcpy_s(to, 8, NULL, 1), EINVAL),
       "NULL: EINVAL");
    strcpy(to, "abcdefg");
    ok(memmove_s(to + 1, 7, to, 6) == 0 && strcmp(to, "aabcdef") == 0 &&
           refuses(memmove_s(to, 1, to + 1, 2), ERANGE) &&
           refuses(memmove_s(to, 8, NULL, 1), EINVAL),
       "memmove_s");
}

static void check_texts(void)
{
    char to[6] = "zzzzz";
    ok(strcpy_s(to, 6, "12345") == 0 && strcmp(to, "12345") == 0, "strcpy_s copies");
    ok(refuses(strcpy_s(to, 6, "123456"), ERANGE) && !*to &&
           refuses(strcpy_s(NULL, 6, "1"), EINVAL) && refuses(strcpy_s(to, 0, "1"), EINVAL),
       "what has no room leaves an empty text");
    strcpy(to, "12");
    ok(refuses(strcpy_s(to, 6, NULL), EINVAL) && !*to, "so does NULL");
    strcpy(to, "12");
    ok(strcat_s(to, 6, "345") == 0 && strcmp(to, "12345") == 0 &&
           refuses(strcat_s(to, 6, "6"), ERANGE) && !*to,
       "strcat_s");
    memset(to, 'x', sizeof to);
    ok(refuses(strcat_s(to, 6, "6"), EINVAL) && !*to, "a text without an end: EINVAL");
    ok(strncpy_s(to, 6, "1234567", 3) == 0 && strcmp(to, "123") == 0 &&
           refuses(strncpy_s(to, 6, "1234567", 6), ERANGE) &&
           strncpy_s(to, 6, "1234567", _TRUNCATE) == STRUNCATE && strcmp(to, "12345") == 0 &&
           !calls && strncpy_s(NULL, 0, NULL, 0) == 0,
       "strncpy_s, and its cut");
    ok(strncpy_s(to, 6, "12", 2) == 0 && strncat_s(to, 6, "3456", 2) == 0 &&
           strcmp(to, "1234") == 0 && strncat_s(to, 6, "567", _TRUNCATE) == STRUNCATE &&
           strcmp(to, "12345") == 0 && refuses(strncat_s(to, 6, "6", 1), ERANGE),
       "strncat_s");
    char text[40];
    ok(strerror_s(text, sizeof text, ENOENT) == 0 &&
           strcmp(text, "No such file or directory") == 0 && strerror_s(text, 3, ENOENT) == 0 &&
           strcmp(text, "No") == 0 && refuses(strerror_s(NULL, 3, 1), EINVAL),
       "strerror_s");
    ok(strnlen_s("abc", 2) == 2 && strnlen_s(NULL, 2) == 0, "strnlen_s");
}

static void check_numbers(void)
{
    char to[12];
    ok(_itoa_s(-123, to, 12, 10) == 0 && strcmp(to, "-123") == 0 &&
           _ultoa_s(255, to, 12, 16) == 0 && strcmp(to, "ff") == 0 &&
           _i64toa_s(1234567890123, to, 12, 36) == 0,
       "numbers");
    ok(refuses(_itoa_s(1234, to, 4, 10), ERANGE) && !*to &&
           refuses(_itoa_s(1, to, 12, 1), EINVAL) && refuses(_ultoa_s(1, to, 12, 37), EINVAL) &&
           refuses(_i64toa_s(1, NULL, 12, 10), EINVAL),
       "no room, no base");
    size_t needed = 7;
    _putenv("NAME=value");
    ok(getenv_s(&needed, to, 12, "name") == 0 && needed == 6 && strcmp(to, "value") == 0 &&
           getenv_s(&needed, to, 3, "NAME") == ERANGE && !*to &&
           getenv_s(&needed, NULL, 0, "none") == 0 && needed == 0 &&
           refuses(getenv_s(NULL, to, 12, "NAME"), EINVAL),
       "getenv_s");
    char date[26];
    time_t zero = 0;
    struct tm fields;
    ok(gmtime_s(&fields, &zero) == 0 && asctime_s(date, 26, &fields) == 0 &&
           strcmp(date, "Thu Jan  1 00:00:00 1970\n") == 0 && ctime_s(date, 26, &zero) == 0 &&
           refuses(ctime_s(NULL, 26, &zero), EINVAL),
       "asctime_s, ctime_s");
    ok(refuses(asctime_s(date, 25, &fields), EINVAL) && !*date && gmtime_s(&fields, &zero) == 0 &&
           ctime_s(date, 26, &zero) == 0 && refuses(ctime_s(date, 26, NULL), EINVAL) && !*date,
       "a date that is refused is no text");
}

static int formats(bool to_text, char *to, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = !to_text              ? vfprintf_s(stdout, format, args)
                 : strchr(format, '%') ? vsprintf_s(to, size, format, args)
                                       : _vsnprintf_s(to, size, 2, format, args);
    va_end(args);
    return length;
}

static void check_printing(void)
{
    char to[6];
    ok(sprintf_s(to, 6, "%d", 12345) == 5 && formats(true, to, 6, "%s", "ab") == 2 &&
           strcmp(to, "ab") == 0,
       "sprintf_s");
    ok(sprintf_s(to, 6, "%d", 123456) == -1 && errno == ERANGE && !*to && was_called() &&
           sprintf_s(NULL, 6, "x") == -1 && errno == EINVAL && was_called(),
       "what has no room: -1");
    ok(_snprintf_s(to, 6, 3, "%d", 12345) == -1 && strcmp(to, "123") == 0 &&
           _snprintf_s(to, 6, _TRUNCATE, "%d", 1234567) == -1 && strcmp(to, "12345") == 0 &&
           !calls && _snprintf_s(to, 6, 5, "%d", 12345) == 5 && formats(true, to, 6, "abc") == -1 &&
           strcmp(to, "ab") == 0,
       "_snprintf_s cuts");
    ok(_snprintf_s(to, 6, 7, "%d", 1234567) == -1 && !*to && was_called(), "but not without room");
    ok(printf_s("# %s\n", "printed") == 10 && fprintf_s(stdout, "# too\n") == 6 &&
           formats(false, NULL, 0, "#\n") == 2 && fprintf_s(NULL, "x") == -1 && was_called(),
       "printf_s, fprintf_s");
}

static void check_files(void)
{
    FILE *file = NULL, *again = NULL;
    int number = 0;
    char text[8], letter[2] = "";
    ok(fopen_s(&file, "secure", "w+") == 0 && file && fputs("12 abc xyz", file) == 0, "fopen_s");
    rewind(file);
    ok(fscanf_s(file, "%d %s %c", &number, text, 8u, letter, 1u) == 3 && number == 12 &&
           strcmp(text, "abc") == 0 && letter[0] == 'x',
       "fscanf_s");
    ok(freopen_s(&again, "secure", "r", file) == 0 && again == file && fclose(again) == 0,
       "freopen_s");
    ok(fopen_s(&file, "none", "r") == ENOENT && !file && refuses(fopen_s(NULL, "x", "r"), EINVAL) &&
           refuses(freopen_s(&again, NULL, "r", stdout), EINVAL),
       "their errors");
    ok(sscanf_s("abcdefgh 5", "%s %d", text, 8u, &number) == 0 && !*text && number == 12,
       "a text that has no room ends the call, and is empty");
    ok(sscanf_s("abcdefg 5", "%s %d", text, 8u, &number) == 2 && number == 5, "its end needs room");
    wchar_t wide[8];
    wmemset(wide, L'.', 8);
    ok(sscanf_s("\U0001F600", "%S", wide, 2u) == 0 && !wide[0] && wide[1] == L'.' &&
           sscanf_s("\U0001F600", "%S", wide, 3u) == 1 && wide[1] == 0xDE00 && !wide[2] &&
           wide[3] == L'.',
       "a wide character of two units needs room for both");
    wmemset(wide, L'.', 8);
    ok(sscanf("\x80\x80\xE0\x80\x80\x80\x80\x80\x80", "%4S", wide) == 1 && wide[3] != L'.' &&
           !wide[4] && wide[5] == L'.',
       "and what is no UTF-8 no more than the width");
    ok(sscanf_s("abcdefgh", "%3s%[d-f]%2c", text, 4u, text, 8u, letter, 2u) == 3 &&
           strcmp(text, "def") == 0 && letter[0] == 'g' && letter[1] == 'h' &&
           sscanf_s("abc", "%3c", text, 2u) == 0,
       "widths");
    ok(scanf_s("%s", text, 8u) == 1 && strcmp(text, "word") == 0 && scanf_s("%s", text, 5u) == 0 &&
           !*text,
       "scanf_s");
}

static int own_calls;

static void note_own(const wchar_t *expression, const wchar_t *function, const wchar_t *file,
                     unsigned line, uintptr_t reserved)
{
    (void)expression, (void)function, (void)file, (void)line, (void)reserved;
    own_calls++;
}

static void check_thread(void)
{
    ok(_set_thread_local_invalid_parameter_handler(note_own) == NULL &&
           _get_thread_local_invalid_parameter_handler() == note_own,
       "a thread may have a handler of its own");
    ok(strcpy_s(NULL, 0, "x") == EINVAL && own_calls == 1, "it is asked before the program's");
    ok(_set_thread_local_invalid_parameter_handler(NULL) == note_own &&
           refuses(strcpy_s(NULL, 0, "x"), EINVAL) && own_calls == 1,
       "and no more when it is taken away");
}

int main(int argc, char **argv)
{
    ok(_get_invalid_parameter_handler() == NULL, "there is no handler at first");
    if (argc > 1) {
        char to[2];
        strcpy_s(to, sizeof to, argv[1]);
    }
    ok(_set_invalid_parameter_handler(note) == NULL && _get_invalid_parameter_handler() == note,
       "now there is one");
    check_thread();
    check_memory();
    check_texts();
    check_numbers();
    check_printing();
    check_files();
    return tap_done();
}
