/* DLLs that cannot be loaded: each with its error, and nothing of them is left. */

#include <stdio.h>
#include <windows.h>

static void load(const char *name)
{
    SetLastError(0);
    HMODULE dll = LoadLibraryA(name);
    DWORD error = GetLastError();
    printf("%s: %s, error %lu, left %d\n", name, dll ? "loaded" : "refused", error,
           GetModuleHandleA(name) != NULL);
}

int main(void)
{
    char path[MAX_PATH];
    setvbuf(stdout, NULL, _IONBF, 0);
    SetErrorMode(SEM_FAILCRITICALERRORS);
    load("exe_refused_dll_false");
    load("exe_refused_dll_fault");
    load("exe_refused_dll_needs");
    load("exe_refused_dll_none");
    FILE *file = fopen("exe_refused_text.dll", "w");
    fputs("This is no image, although its name says so.\n", file);
    fclose(file);
    load("exe_refused_text");
    GetModuleFileNameA(NULL, path, sizeof path);
    HMODULE self = LoadLibraryA(path);
    printf("itself: %d\n", self == GetModuleHandleA(NULL));
    return 0;
}
