/* A DLL that loads another one while it begins, and a function that is passed on to a DLL which is
   loaded only then. */

#include <stdio.h>
#include <windows.h>

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    HMODULE outer = LoadLibraryA("exe_nested_dll_outer");
    printf("outer %d, inner %d\n", outer != NULL, GetModuleHandleA("exe_nested_dll_inner") != NULL);
    int (*seen)(void) = (int (*)(void))GetProcAddress(outer, "seen");
    printf("seen while it began: %d\n", seen());
    printf("target: %d\n", GetModuleHandleA("exe_nested_dll_target") != NULL);
    int (*passed_on)(void) = (int (*)(void))GetProcAddress(outer, "passed_on");
    printf("target: %d", GetModuleHandleA("exe_nested_dll_target") != NULL);
    printf(", answer %d\n", passed_on ? passed_on() : -1);
    printf("to nowhere: %d", GetProcAddress(outer, "to_nowhere") != NULL);
    printf(" %lu\n", GetLastError());
    return 0;
}
