/* Running out of stack and going on: the handler runs on pages that were kept back for it. Then the
 * guard page must be set again.
 */
#include <processthreadsapi.h>
#include <seh.h>
#include <stdio.h>

enum {
    TOO_DEEP = 1000000, /* calls: no stack is large enough */
    FEW = 4             /* calls by which the depth may vary: a clock tick needs stack, too */
};

static volatile unsigned depth;

static unsigned dig(unsigned level)
{
    volatile char room[1000];
    room[0] = (char)level;
    depth = level;
    return level == TOO_DEEP ? 0 : dig(level + 1) + (unsigned)room[0];
}

/* Returns the depth that dig has reached. */
SEH_FUNCTION static unsigned overflow(int attempt)
{
    __try {
        printf("never printed, %u\n", dig(1));
    } __except (GetExceptionCode() == STATUS_STACK_OVERFLOW) {
        printf("attempt %d: %08X\n", attempt, (unsigned)GetExceptionCode());
        /* 1: attempt 1: C00000FD | 3: attempt 2: C00000FD */
    }
    printf("the guard page is set again: %s\n", _resetstkoflw() ? "yes" : "no");
    return depth; /* 2: the guard page is set again: yes | 4: the guard page is set again: yes */
}

int main(void)
{
    unsigned first = overflow(1), second = overflow(2);
    printf("deeper than 100 calls: %s\n", first > 100 ? "yes" : "no");
    printf("as deep as the first time: %s\n", first - second + FEW <= 2 * FEW ? "yes" : "no");
    /* 5: deeper than 100 calls: yes | 6: as deep as the first time: yes */
    return 0;
}
