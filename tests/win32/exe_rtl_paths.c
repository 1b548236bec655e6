/* Paths of DOS and of the system: their kinds, devices among them, whole paths. flags: -lntdll */

#include <stdio.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

static void check_whole(void)
{
    UNICODE_STRING path;
    wchar_t whole[40], *part = NULL;
    ULONG length = CALL(ULONG, RtlGetFullPathName_U, const wchar_t *, ULONG, wchar_t *,
                        wchar_t **)(L"a\\..\\b.txt", sizeof whole, whole, &part);
    printf("whole: %lu %ls, last %ls\n", length, whole, part);
    BOOLEAN(NTAPI * to_path)
    (const wchar_t *, UNICODE_STRING *, wchar_t **, void *) =
        CALL(BOOLEAN, RtlDosPathNameToNtPathName_U, const wchar_t *, UNICODE_STRING *, wchar_t **,
             void *);
    printf("path: %d", to_path(L"b.txt", &path, &part, NULL));
    printf(" %ls %u, last %ls\n", path.Buffer, path.Length, part);
    RtlFreeUnicodeString(&path);
    printf("whole already: %d", to_path(L"\\\\?\\C:\\b.txt", &path, NULL, NULL));
    printf(" %ls, none: %d", path.Buffer, to_path(L"", &path, NULL, NULL));
    printf(" %d\n", to_path(NULL, &path, NULL, NULL));
}

/* The beginnings of names, and the names of devices. */
static void check_names(void)
{
    static const wchar_t *const names[] = {L"//server", L"c:/x",  L"c:x",   L"/x",
                                           L"x",        L"//./x", L"\\\\?", L"\\\\.x"};
    static const wchar_t *const devices[] = {L"c:\\Nul.txt", L"lpt1:", L"c:com2  ", L"nul\\x",
                                             L"\\\\server\\nul"};
    static const wchar_t *const wholes[] = {
        L"c:x",         L"//./y/..",     L"\\\\.\\z",  L"//server/share", L"\\\\server\\share\\f",
        L"\\??\\a\\..", L"\\\\?\\b\\..", L"//?/b\\..", L"c\\nul"};
    UNICODE_STRING path;
    wchar_t *part;
    printf("kinds:");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        printf(" %lu", CALL(ULONG, RtlDetermineDosPathNameType_U, const wchar_t *)(names[i]));
    printf("\ndevices:");
    for (unsigned i = 0; i < sizeof devices / sizeof devices[0]; i++)
        printf(" %lX", CALL(ULONG, RtlIsDosDeviceName_U, const wchar_t *)(devices[i]));
    printf("\n");
    for (unsigned i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        CALL(BOOLEAN, RtlDosPathNameToNtPathName_U, const wchar_t *, UNICODE_STRING *, wchar_t **,
             void *)
        (wholes[i], &path, &part, NULL);
        printf("%ls: %ls, last %ls\n", wholes[i], path.Buffer, part ? part : L"none");
        RtlFreeUnicodeString(&path);
    }
}

int main(void)
{
    ntdll = GetModuleHandleA("ntdll.dll");
    check_whole();
    check_names();
    return 0;
}
