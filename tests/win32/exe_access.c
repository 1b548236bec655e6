/* A write through a null pointer ends the process with the exception's code. */

#include <stdio.h>
#include <stdlib.h>

static void bye(void) { puts("no function of atexit is called"); }

int main(void)
{
    volatile int *volatile nowhere = NULL;
    atexit(bye);
    printf("writing\n");
    fflush(stdout);
    *nowhere = 1;
    puts("never here");
    return 0;
}
