/* The first program. */

#include <stdio.h>

int main(void)
{
    printf("Hello from Windows\n");
    puts("two lines");
    fprintf(stdout, "%s %d\n", "and", 3);
    return 0;
}
