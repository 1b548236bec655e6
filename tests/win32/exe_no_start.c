/* A program whose DLL says FALSE: main is never called. */

#include <stdio.h>

__declspec(dllimport) int there(void);

int main(void)
{
    printf("never here: %d\n", there());
    return 0;
}
