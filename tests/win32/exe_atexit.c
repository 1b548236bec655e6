/* The work of exit, and its order: functions last in, first out, then the files. */

#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first in, last out"); }

static void late(void) { puts("made at the end"); }

static void second(void)
{
    puts("second");
    atexit(late);
}

static int third(void)
{
    puts("third");
    return 0;
}

static __attribute__((constructor)) void before(void) { puts("before main"); }

static __attribute__((destructor)) void after(void)
{
    printf("after all, and without a line's end");
}

int main(void)
{
    atexit(first);
    atexit(second);
    _onexit(third);
    puts("main");
    exit(4);
}
