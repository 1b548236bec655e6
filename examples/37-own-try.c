/* A __try of one's own: natively by the runtime's macros, and with --windows by the tables of a
 * compiler. A text of more than seven letters behind the program's name is too long for it.
 */
#include <stdio.h>
#include <windows.h>

static int filter(DWORD code)
{
    printf("filter: %08X\n", (unsigned)code); /* 3: filter: C0000005 */
    return EXCEPTION_EXECUTE_HANDLER;
}

static void guarded(const char *text)
{
    char name[8];
    __try {
        printf("block 0\n"); /* 1: block 0 */
        __try {
            int i = 0;
            do
                name[i] = text[i];
            while (text[i++]);
            printf("block 1: %s\n", name); /* 2: block 1: Ann */
            *(volatile int *)0 = 1;
        } __finally {
            printf("finally\n"); /* 4: finally */
        }
    } __except (filter(GetExceptionCode())) {
        printf("except\n"); /* 5: except */
    }
}

int main(int argc, char **argv)
{
    guarded(argc > 1 ? argv[1] : "Ann");
    return 0;
}
