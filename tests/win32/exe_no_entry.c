/* A program that needs a function which kernel32 does not have: it never begins. */

#include <stdio.h>

__declspec(dllimport) int NoSuchFunction(void);

int main(void)
{
    puts("never here");
    return NoSuchFunction();
}
