/* A DLL that loads another one when it begins and frees it when it ends, and names of one file in
   several forms. */

#include <stdio.h>
#include <windows.h>

static void load_and_free(void)
{
    HMODULE module = LoadLibraryA("exe_detach_dll_a");
    printf("loaded: %d\n", module != NULL);
    fflush(stdout);
    printf("freed: %d\n", FreeLibrary(module));
    printf("left: %d %d\n", GetModuleHandleA("exe_detach_dll_a") != NULL,
           GetModuleHandleA("exe_detach_dll_b") != NULL);
}

int main(void)
{
    load_and_free();
    load_and_free();
    HMODULE module = LoadLibraryA("exe_detach_dll_b.dll");
    printf("the same: %d", LoadLibraryA(".\\exe_detach_dll_b.dll") == module);
    printf(" %d", LoadLibraryA("C:/exe_detach_dll_b.dll") == module);
    printf(" %d\n", LoadLibraryA("c:\\windows\\..\\EXE_DETACH_DLL_B.DLL") == module);
    for (int i = 0; i < 3; i++)
        FreeLibrary(module);
    printf("still there: %d\n", GetModuleHandleA("exe_detach_dll_b") != NULL);
    FreeLibrary(module);
    printf("still there: %d\n", GetModuleHandleA("exe_detach_dll_b") != NULL);
    printf("of Windows: %d\n",
           LoadLibraryA("C:\\Windows\\system32\\kernel32.dll") == GetModuleHandleA("kernel32"));
    printf("no file: %d", LoadLibraryExA("exe_none.dll", NULL, LOAD_LIBRARY_AS_DATAFILE) != NULL);
    printf(" %lu", GetLastError());
    printf(", no library: %d", LoadLibraryExA("exe_none.dll", NULL, 0) != NULL);
    printf(" %lu\n", GetLastError());
    module = LoadLibraryExA("exe_detach_dll_b.dll", NULL, LOAD_LIBRARY_AS_DATAFILE);
    printf("to look at: %d\n", module != NULL);
    FreeLibrary(module);
    printf("an unknown flag: %d", LoadLibraryExA("exe_detach_dll_b.dll", NULL, 0x10000) != NULL);
    printf(" %lu\n", GetLastError());
    return 0;
}
