/* Resources: found by number and by name, texts by their number, and the order of all. */

#include <stdio.h>
#include <string.h>
#include <windows.h>

static void show(const char *name, const char *type)
{
    SetLastError(0);
    HRSRC found = FindResourceA(NULL, name, type);
    if (!found) {
        printf("none, error %lu\n", GetLastError());
        return;
    }
    const char *bytes = LockResource(LoadResource(NULL, found));
    DWORD size = SizeofResource(NULL, found);
    printf("%lu bytes: %.*s\n", size, (int)size, bytes);
}

static BOOL CALLBACK each(HMODULE module, LPCSTR type, LPSTR name, LONG_PTR context)
{
    if (IS_INTRESOURCE(name))
        printf("  number %u\n", (unsigned)(ULONG_PTR)name);
    else
        printf("  name %s\n", name);
    ++*(int *)context;
    return TRUE;
}

static BOOL CALLBACK each_type(HMODULE module, LPSTR type, LONG_PTR context)
{
    (void)module;
    if (IS_INTRESOURCE(type))
        printf(" %u", (unsigned)(ULONG_PTR)type);
    else
        printf(" %s", type);
    return --*(int *)context != 0;
}

static BOOL CALLBACK each_wide(HMODULE module, LPCWSTR type, LPCWSTR name, WORD language,
                               LONG_PTR context)
{
    (void)module, (void)type;
    printf("language %x of %ls, %d\n", language, name, (int)context);
    return TRUE;
}

static BOOL CALLBACK each_narrow(HMODULE module, LPCSTR type, LPCSTR name, WORD language,
                                 LONG_PTR context)
{
    (void)module, (void)type;
    printf("language %x of %s, %d\n", language, name, (int)context);
    return FALSE;
}

/* Types and languages are walked over, and nothing is changed. */
static void check_kinds(void)
{
    int most = 99;
    printf("types:");
    printf(" %d\n", EnumResourceTypesA(NULL, each_type, (LONG_PTR)&most));
    most = 1;
    printf("the first:");
    printf(" %d", EnumResourceTypesA(NULL, each_type, (LONG_PTR)&most));
    printf(" %lu\n", GetLastError());
    printf("%d\n", EnumResourceLanguagesW(NULL, L"POEM", L"note", each_wide, 7));
    printf("%d", EnumResourceLanguagesA(NULL, "poem", "NOTE", each_narrow, 8));
    printf(" %lu\n", GetLastError());
    printf("%d", EnumResourceLanguagesA(NULL, "poem", "none", each_narrow, 9));
    printf(" %lu\n", GetLastError());
    printf("%d", BeginUpdateResourceA("none.exe", FALSE) != NULL);
    printf(" %lu", GetLastError());
    printf(" %d", UpdateResourceA(NULL, "type", "name", 0, NULL, 0));
    printf(" %lu\n", GetLastError());
}

int main(void)
{
    char text[40];
    int count = 0;
    show(MAKEINTRESOURCEA(5), (char *)RT_RCDATA);
    show("#5", (char *)RT_RCDATA);
    show("greeting", (char *)RT_RCDATA);
    show("Note", "poem");
    show("none", (char *)RT_RCDATA);
    show("none", "nothing");
    printf("%d", LoadStringA(NULL, 100, text, sizeof text));
    printf(" %s\n", text);
    printf("%d", LoadStringA(NULL, 117, text, 6));
    printf(" %s\n", text);
    printf("%d\n", LoadStringA(NULL, 101, text, sizeof text));
    printf("names of the first type:\n");
    printf("%d", EnumResourceNamesA(NULL, (char *)RT_RCDATA, each, (LONG_PTR)&count));
    printf(" %d\n", count);
    check_kinds();
    const char *data =
        LockResource(LoadResource(NULL, FindResourceA(NULL, "greeting", (char *)RT_RCDATA)));
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery(data, &about, sizeof about);
    printf("in the image: %d\n", about.AllocationBase == GetModuleHandleA(NULL));
    return 0;
}
