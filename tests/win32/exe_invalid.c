/* Parameters that no call of msvcrt.dll may have: the call fails, and the program goes on. And what
 * signals find of exceptions. */

#include <errno.h>
#include <malloc.h>
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

    int place;
    *of_the_exception() = &place;
    signal(SIGSEGV, seen);
    raise(SIGSEGV);
    signal(SIGTERM, seen);
    raise(SIGTERM);
    printf("after: %d\n", *of_the_exception() == &place);
    return 0;
}
