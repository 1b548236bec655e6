/* The value of main is the status of the process. */

#include <stdio.h>
#include <stdlib.h>

static void bye(void) { puts("bye"); }

int main(void)
{
    atexit(bye);
    puts("300 is more than a byte");
    return 300;
}
