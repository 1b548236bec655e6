/* The first program: prints its arguments. Start of everything one writes oneself.
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
