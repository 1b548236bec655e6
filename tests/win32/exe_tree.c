/* LoadLibrary of a DLL that needs others: they come and go with it, but for those that another
 * needs. */

#include <stdio.h>
#include <windows.h>

static void show(const char *what)
{
    printf("%s: a %d, b %d, c %d\n", what, GetModuleHandleA("exe_tree_dll_a") != NULL,
           GetModuleHandleA("exe_tree_dll_b") != NULL, GetModuleHandleA("exe_tree_dll_c") != NULL);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    show("at first");
    HMODULE a = LoadLibraryA("exe_tree_dll_a.dll");
    show("with a");
    int (*of_a)(void) = (int (*)(void))GetProcAddress(a, "of_a");
    printf("a has %d\n", of_a());
    HMODULE c = LoadLibraryA("exe_tree_dll_c.dll");
    puts("c once more");
    FreeLibrary(a);
    show("without a");
    FreeLibrary(c);
    show("without c");
    LoadLibraryA("exe_tree_dll_b.dll");
    show("with b");
    return 0;
}
