/* Two DLLs that are linked for one address: one of them has to move, with all that points into it.
 */

#include <stdio.h>
#include <windows.h>

struct answers {
    const char *text;
    int (*function)(int);
    int *variable;
};

static const struct answers *load(const char *name, HMODULE *module)
{
    *module = LoadLibraryA(name);
    const struct answers *(*about)(void) = (void *)GetProcAddress(*module, "about");
    return about();
}

static int is_inside(HMODULE module, const void *at)
{
    IMAGE_NT_HEADERS *headers = (void *)((char *)module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    return (DWORD)((char *)at - (char *)module) < headers->OptionalHeader.SizeOfImage;
}

int main(void)
{
    static const char *const names[] = {"exe_base_dll_a", "exe_base_dll_b"};
    HMODULE modules[2];
    for (int i = 0; i < 2; i++) {
        const struct answers *answers = load(names[i], &modules[i]);
        printf("%s: %s %d", names[i], answers->text, answers->function(5));
        printf(" %d\n", *answers->variable);
        printf("inside: %d %d %d %d\n", is_inside(modules[i], answers),
               is_inside(modules[i], answers->text), is_inside(modules[i], answers->function),
               is_inside(modules[i], answers->variable));
    }
    printf("the first at its place: %d, two places: %d\n", modules[0] == (HMODULE)0x12340000,
           modules[0] != modules[1]);
    printf("code is code again: ");
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery((void *)GetProcAddress(modules[1], "about"), &about, sizeof about);
    printf("%lX\n", about.Protect);
    FreeLibrary(modules[0]);
    printf("the other one's place is free: %d\n", LoadLibraryA(names[0]) == modules[0]);
    return 0;
}
