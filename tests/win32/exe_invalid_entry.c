/* An invalid parameter does not end a program that has an entry of its own.
   flags: -D__USE_MINGW_ANSI_STDIO=0 -nostartfiles -Wl,-e,_begin -Wl,--disable-auto-import */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

void begin(void)
{
    char text[4] = "abc";
    int (*copy)(char *, size_t, const char *) =
        (void *)GetProcAddress(GetModuleHandleA("msvcrt.dll"), "strcpy_s");
    printf("%d", copy(text, sizeof text, "too long") == ERANGE && !*text);
    printf(" %d\n", copy(NULL, 1, "") == EINVAL);
    ExitProcess(3);
}
