/* A program that needs a DLL which does not exist: it never begins. */

#include <stdio.h>

__declspec(dllimport) int of_none(void);

int main(void)
{
    puts("never here");
    return of_none();
}
