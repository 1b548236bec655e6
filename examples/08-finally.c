/* The order of filters, __finally and __except blocks, and every way out of a block. */
#include <seh.h>
#include <stdio.h>

enum way { END, LEAVE, RETURN, FAULT };

SEH_FUNCTION static void guarded(enum way way)
{
    __try {
        if (way == LEAVE)
            __leave;
        if (way == RETURN)
            return;
        if (way == FAULT)
            *(int *)0 = 1;
    } __finally {
        printf("  finally, abnormal %d\n", AbnormalTermination());
        /* 2: finally, abnormal 0 | 5: finally, abnormal 0 | 8: finally, abnormal 1
         * | 11: finally, abnormal 1 */
    }
    printf("  behind the block\n"); /* 3, 6 */
}

static int filter(DWORD code)
{
    printf("  filter: %08X\n", (unsigned)code); /* 10: filter: C0000005 */
    return EXCEPTION_EXECUTE_HANDLER;
}

SEH_FUNCTION int main(void)
{
    static const char *const names[] = {"its end", "leave", "return", "fault"};
    for (enum way way = END; way <= FAULT; way++) {
        printf("left by %s:\n", names[way]);
        /* 1: left by its end: | 4: left by leave: | 7: left by return: | 9: left by fault: */
        __try {
            guarded(way);
        } __except (filter(GetExceptionCode())) {
            printf("  except\n"); /* 12 */
        }
    }
    return 0;
}
