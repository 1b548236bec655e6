/* DLLs that need each other: the program needs a, a needs b, b needs c, and c needs a again. */

#include <stdio.h>
#include <windows.h>

__declspec(dllimport) int of_a(int value);

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    puts("main");
    printf("%d\n", of_a(5));
    HMODULE b = GetModuleHandleA("exe_chain_dll_b");
    int (*of_b)(int) = (int (*)(int))GetProcAddress(b, "of_b");
    printf("%d\n", of_b(0));
    return 0;
}
