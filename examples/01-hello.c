/* The first program: it prints its arguments. Any program of one's own can start from it.
 *
 *     ./trapline run hello one "two words"
 */
#include <stdio.h>

int main(int argc, char **argv)
{
    printf("Hello from bare metal.\n");
    for (int i = 1; i < argc; i++)
        printf("argument %d: %s\n", i, argv[i]);
    return 0;
}
