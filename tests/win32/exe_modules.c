/* Modules by their names, their functions, and what is answered for those that are not there. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void name_of(HMODULE module, DWORD room)
{
    char path[MAX_PATH] = "untouched";
    SetLastError(0);
    DWORD length = GetModuleFileNameA(module, path, room);
    const char *name = strrchr(path, '\\') ? strrchr(path, '\\') + 1 : path;
    printf("%s, whole %d, error %lu\n", room > 20 ? name : "cut", length == strlen(path),
           GetLastError());
}

static void find(HMODULE module, const char *name)
{
    SetLastError(0);
    FARPROC function = GetProcAddress(module, name);
    printf("%d, error %lu\n", function != NULL, GetLastError());
}

int main(void)
{
    HMODULE kernel = GetModuleHandleA("kernel32"), other = NULL;
    printf("%d %d %d\n", kernel != NULL, kernel == GetModuleHandleA("KERNEL32.DLL"),
           kernel == GetModuleHandleW(L"Kernel32.dll"));
    printf("not loaded: %d", GetModuleHandleA("exe_none.dll") != NULL);
    printf(" %lu\n", GetLastError());
    printf("not there: %d", LoadLibraryA("exe_none.dll") != NULL);
    printf(" %lu\n", GetLastError());
    printf("mine: %d\n", *(WORD *)GetModuleHandleA(NULL) == IMAGE_DOS_SIGNATURE);
    name_of(NULL, MAX_PATH);
    name_of(GetModuleHandleA("msvcrt.dll"), MAX_PATH);
    name_of(NULL, 5);
    name_of((HMODULE)0x12345, MAX_PATH);

    find(kernel, "Sleep");
    find(kernel, "sleep");
    find(kernel, "NoSuchFunction");
    find(kernel, (const char *)60000);
    find(GetModuleHandleA("ntdll"), "NtClose");
    find(NULL, "main");
    printf("imported and found: %d\n",
           (void *)GetProcAddress(kernel, "GetTickCount") == (void *)GetTickCount);
    printf("loaded again: %d", LoadLibraryA("kernel32") == kernel);
    printf(" freed %d\n", FreeLibrary(kernel));
    printf("not a module: %d", FreeLibrary((HMODULE)0x12340000));
    printf(" %lu\n", GetLastError());
    printf("by an address: %d", GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                                                       GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                                                   (const char *)main, &other));
    printf(" %d\n", other == GetModuleHandleA(NULL));
    return 0;
}
