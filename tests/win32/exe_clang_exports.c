/* A DLL by lld-link: names, numbers, forwarders, data; it is moved when its place is taken.

   compiler: clang */

#include <windows.h>

#include <stdio.h>

__declspec(dllimport) extern int shared;
__declspec(dllimport) int *place_of_shared(void);
__declspec(dllimport) DWORD error_now(void);

int main(void)
{
    HMODULE dll = GetModuleHandleA("exe_clang_exports_dll.dll");
    puts((DWORD)dll == 0x400000 ? "over the program" : "moved");
    printf("shared: %d, %s\n", shared, &shared == place_of_shared() ? "one place" : "two places");
    int *moved = *(int **)GetProcAddress(dll, "pointer");
    puts(moved == &shared ? "pointer: relocated" : "pointer: not relocated");
    SetLastError(123);
    printf("forwarded: %lu\n", error_now());
    puts(GetProcAddress(dll, "error_now") ==
                 GetProcAddress(GetModuleHandleA("kernel32"), "GetLastError")
             ? "kernel32's own"
             : "another");
    int (*seventh)(void) = (int (*)(void))(DWORD)GetProcAddress(dll, (LPCSTR)7);
    printf("number 7: %d\n", seventh());
    SetLastError(0);
    BOOL by_name = GetProcAddress(dll, "seventh") != NULL;
    printf("by name: %d, %lu\n", by_name, GetLastError());
    return 0;
}
