/* What programs that know Windows' inside read: the version in the shared page. */

#include <stdio.h>
#include <windows.h>

int main(void)
{
    printf("version in the shared page: %lu.%lu\n", *(DWORD *)0x7FFE026C, *(DWORD *)0x7FFE0270);
    return 0;
}
