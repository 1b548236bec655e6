/* Reads a line from the keyboard and answers. Keyboard input comes through the serial console.
 *
 *     ./trapline run ask
 */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char name[80];
    printf("What is your name? ");
    if (!fgets(name, sizeof name, stdin)) {
        printf("\nThe input has ended without an answer.\n");
        return 1;
    }
    name[strcspn(name, "\n")] = 0;
    printf("Good to see you, %s.\n", name);
    return 0;
}
