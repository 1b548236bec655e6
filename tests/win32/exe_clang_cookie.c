/* A cookie behind buffers: the loader gives it a value of its own, and a buffer that is overrun
   ends the program.

   compiler: clang
   flags: -fstack-protector-strong -fno-builtin
   linker: -entry:early */

#include <windows.h>

#include <stdio.h>
#include <string.h>

extern DWORD __security_cookie;
extern void mainCRTStartup(void);

static DWORD cookie_at_entry;

/* The library makes a cookie where the loader has made none. */
void early(void)
{
    cookie_at_entry = __security_cookie;
    mainCRTStartup();
}

static __declspec(noinline) int length_of(const char *text)
{
    char copy[16];
    strcpy(copy, text);
    return (int)strlen(copy);
}

int main(int count, char **words)
{
    char longer[65];
    memset(longer, 'x', 64);
    longer[64] = 0;
    puts(cookie_at_entry == 0xBB40E64E ? "the linker's cookie" : "a cookie of this run");
    printf("fits: %d\n", length_of("fifteen letters"));
    fflush(NULL);
    printf("overrun: %d\n", length_of(longer));
    return 0;
}
