/* Texts of errors, and the last error of each thread. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void show(DWORD error)
{
    char text[200];
    DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                  error, 0, text, sizeof text, NULL);
    if (length >= 2 && strcmp(text + length - 2, "\r\n") == 0)
        text[length - 2] = 0;
    printf("%lu: %s\n", error, length ? text : "none");
}

static DWORD WINAPI worker(void *parameter)
{
    DWORD first = GetLastError();
    SetLastError(3);
    return first;
}

int main(void)
{
    static const DWORD errors[] = {0, 2, 5, 6, 8, 87, 122, 126, 127, 193, 998, 1114};
    char *made = NULL, text[80];
    DWORD status;
    for (unsigned i = 0; i < sizeof errors / sizeof errors[0]; i++)
        show(errors[i]);
    DWORD_PTR arguments[] = {(DWORD_PTR) "inserted", 42};
    printf("%lu", FormatMessageA(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_STRING |
                                     FORMAT_MESSAGE_ARGUMENT_ARRAY,
                                 "%2!d! times %1%%", 0, 0, (char *)&made, 0, (va_list *)arguments));
    printf(" %s", made);
    printf(" %d\n", LocalFree(made) == NULL);
    SetLastError(0);
    printf("too short: %lu", FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 5, 0, text, 5, NULL));
    printf(" %lu\n", GetLastError());
    printf("no number: %lu", FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, 0x20000001, 0x409,
                                            text, sizeof text, NULL));
    printf(" %lu\n", GetLastError());
    SetLastError(1000);
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("a thread begins with %lu, mine is %lu\n", status, GetLastError());
    return 0;
}
