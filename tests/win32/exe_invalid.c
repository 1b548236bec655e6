/* Parameters that no call of msvcrt.dll may have: the call fails, and the program goes on. And what
 * signals find of exceptions. */

#include <errno.h>
#include <malloc.h>
#include <mbstring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void **of_the_exception(void)
{
    return (
        (void **(*)(void))(void *)GetProcAddress(GetModuleHandleA("msvcrt"), "__pxcptinfoptrs"))();
}

static void seen(int number)
{
    printf("signal %d: %s\n", number, *of_the_exception() ? "an exception" : "none");
}

typedef struct tm *date_of(const LONG *time);

/* A row for each call without the text or the FILE that it needs. */
#define WITHOUT(call, result)                                                                      \
    errno = 0;                                                                                     \
    is_right = (call) == (result);                                                                 \
    printf("%s: %d, %d\n", #call, is_right, errno == EINVAL)

static void without_a_pointer(void)
{
    const char *volatile no_text = NULL;
    const wchar_t *volatile no_wide = NULL;
    FILE *volatile none = NULL;
    double (*to_double)(const char *, char **) =
        (void *)GetProcAddress(GetModuleHandleA("msvcrt"), "strtod"); /* MinGW has its own */
    char room[4] = "abc", *end = room;
    wchar_t wide[4];
    int is_right;
    WITHOUT(fopen(no_text, "r"), NULL);
    WITHOUT(fopen("exe_invalid.txt", no_text), NULL);
    WITHOUT(fgets(room, 4, none), NULL);
    WITHOUT(fgetc(none), EOF);
    WITHOUT(ungetc('x', none), EOF);
    WITHOUT(fread(room, 1, 3, none), 0);
    WITHOUT(fgetwc(none), WEOF);
    WITHOUT(fseek(none, 0, SEEK_SET), -1);
    WITHOUT(fputs("x", none), EOF);
    WITHOUT(fwrite(room, 1, 3, none), 0);
    WITHOUT(ftell(none), -1);
    WITHOUT(fclose(none), EOF);
    WITHOUT(fputs(no_text, stdout), EOF);
    WITHOUT(fputws(no_wide, stdout), -1);
    WITHOUT(_stricmp(no_text, "x"), _NLSCMPERROR);
    WITHOUT(_memicmp(no_text, "x", 1), _NLSCMPERROR);
    WITHOUT(_wcsicmp(L"x", no_wide), _NLSCMPERROR);
    WITHOUT(strtol(no_text, &end, 10), 0);
    WITHOUT(to_double(no_text, NULL), 0);
    WITHOUT(wcstol(no_wide, NULL, 10), 0);
    WITHOUT(_gcvt(1.5, 3, (char *)no_text), NULL);
    WITHOUT(_strlwr((char *)no_text), NULL);
    WITHOUT(_wcsupr((wchar_t *)no_wide), NULL);
    WITHOUT(strxfrm(room, no_text, 4), _NLSCMPERROR);
    WITHOUT(_mbscmp((const unsigned char *)no_text, (const unsigned char *)"x"), _NLSCMPERROR);
    WITHOUT(mbstowcs(wide, no_text, 4), (size_t)-1);
    WITHOUT(wcstombs(room, no_wide, 4), (size_t)-1);
    printf("copies of no text: %d, and the end of one: %d\n",
           !_strdup(no_text) && !_wcsdup(no_wide), !end);
    FILE *file = fopen("exe_invalid.txt", "w");
    printf("constants: %s %ls\n", _strlwr((char *)"small"), _wcslwr((wchar_t *)L"small"));
    int closed = fclose(file);
    printf("closed: %d, and again: %d\n", closed, fclose(file));
}

static int print_wide(wchar_t *to, const wchar_t *format, ...)
{
    int (*print)(wchar_t *, const wchar_t *, void *, va_list) =
        (void *)GetProcAddress(GetModuleHandleA("msvcrt"), "_vswprintf_l");
    va_list args;
    va_start(args, format);
    int length = print(to, format, NULL, args);
    va_end(args);
    return length;
}

int main(void)
{
    HMODULE library = GetModuleHandleA("msvcrt");
    int (*copy)(char *, size_t, const char *) =
        (int (*)(char *, size_t, const char *))(void *)GetProcAddress(library, "strcpy_s");
    char text[4] = "abc";
    int error = copy(text, sizeof text, "too long");
    printf("strcpy_s: %d, %d\n", error == ERANGE, text[0]);
    error = copy(NULL, 0, "x");
    printf("without a place: %d\n", error == EINVAL);

    date_of *date = (date_of *)(void *)GetProcAddress(library, "_gmtime32");
    if (!date)
        date = (date_of *)(void *)GetProcAddress(library, "gmtime");
    errno = 0;
    struct tm *none = date(NULL);
    printf("gmtime: %s, %d\n", none ? "a date" : "none", errno == EINVAL);

    void *block = _aligned_malloc(100, 0);
    printf("no alignment: %d\n", block && !((DWORD_PTR)block % sizeof(void *)));
    _aligned_free(block);
    errno = 0;
    block = _aligned_malloc(100, 3);
    printf("3: %d, %d\n", block == NULL, errno == EINVAL);

    without_a_pointer();
    wchar_t wide[16];
    printf("without a size: %d, %ls\n", print_wide(wide, L"%s %d", L"wide", 7), wide);

    int place;
    *of_the_exception() = &place;
    signal(SIGSEGV, seen);
    raise(SIGSEGV);
    signal(SIGTERM, seen);
    raise(SIGTERM);
    printf("after: %d\n", *of_the_exception() == &place);
    return 0;
}
