/* The environment, by the C library and by Windows' calls. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

#define CALL(name, ...)                                                                            \
    ((LONG(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), #name))

static WCHAR *env;

static UNICODE_STRING counted(const WCHAR *text)
{
    USHORT length = (USHORT)(wcslen(text) * 2);
    return (UNICODE_STRING){length, length + 2, (WCHAR *)text};
}

static LONG set(WCHAR **block, const WCHAR *name, const WCHAR *value)
{
    UNICODE_STRING names = counted(name), values = counted(value ? value : L"");
    return CALL(RtlSetEnvironmentVariable, WCHAR **, UNICODE_STRING *,
                UNICODE_STRING *)(block, &names, value ? &values : NULL);
}

static void query(WCHAR *block, const WCHAR *name, USHORT room)
{
    WCHAR text[32] = L"";
    UNICODE_STRING names = counted(name), value = {0, room, text};
    SIZE_T length = 0;
    LONG status = CALL(RtlQueryEnvironmentVariable_U, WCHAR *, UNICODE_STRING *,
                       UNICODE_STRING *)(block, &names, &value);
    printf("%ls: %lX %u \"%ls\"", name, status, value.Length, text);
    status = CALL(RtlQueryEnvironmentVariable, WCHAR *, const WCHAR *, SIZE_T, WCHAR *, SIZE_T,
                  SIZE_T *)(block, name, wcslen(name), text, room / 2, &length);
    printf(", %lX %lu\n", status, (DWORD)length);
}

/* Blocks of variables by ntdll's calls. */
static void check_blocks(void)
{
    WCHAR text[32] = L"", *before = NULL;
    UNICODE_STRING source = counted(L"a %Two% %none% %one"), to = {0, sizeof text, text};
    ULONG needed = 0;
    printf("block: %lX", CALL(RtlCreateEnvironment, BOOLEAN, WCHAR **)(FALSE, &env));
    printf(", empty %d", *env == 0);
    printf(", set %lX %lX", set(&env, L"two", L"2=2"), set(&env, L"One", L"first"));
    printf(" %lX %lX", set(&env, L"TWO", L"second"), set(&env, L"=C:", L"C:\\x"));
    printf(", wrong %lX %lX, gone %lX\n", set(&env, L"a=b", L"c"), set(&env, L"", L"c"),
           set(&env, L"none", NULL));
    for (WCHAR *one = env; *one; one += wcslen(one) + 1)
        printf("  %ls\n", one);
    query(env, L"two", 64);
    query(env, L"TWO", 4);
    query(env, L"=C:", 64);
    query(env, L"tw", 64);
    LONG(NTAPI * expand)
    (WCHAR *, UNICODE_STRING *, UNICODE_STRING *, ULONG *) =
        CALL(RtlExpandEnvironmentStrings_U, WCHAR *, UNICODE_STRING *, UNICODE_STRING *, ULONG *);
    printf("expanded: %lX", expand(env, &source, &to, &needed));
    printf(" %u %lu \"%ls\"", to.Length, needed, text);
    to.MaximumLength = 10;
    printf(", short %lX", expand(env, &source, &to, &needed));
    printf(" %lu\n", needed);
    query(NULL, L"EXE_SIZE", 64);
    CALL(RtlSetCurrentEnvironment, WCHAR *, WCHAR **)(env, &before);
    printf("another environment: %d", GetEnvironmentVariableW(L"EXE_SIZE", text, 32) == 0);
    printf(" %lu \"%ls\"", GetEnvironmentVariableW(L"one", text, 32), text);
    CALL(RtlSetCurrentEnvironment, WCHAR *, WCHAR **)(before, &before);
    printf(", back %d %d", before == env, GetEnvironmentVariableW(L"one", text, 32) == 0);
    printf(", set %lX", set(NULL, L"Exe_Own", L"here"));
    printf(" \"%s\"", GetEnvironmentVariableA("EXE_OWN", (char *)text, 32) ? (char *)text : "?");
    CALL(RtlDestroyEnvironment, WCHAR *)(env);
    printf(", copied %lX", CALL(RtlCreateEnvironment, BOOLEAN, WCHAR **)(TRUE, &env));
    printf(" %d\n", set(&env, L"EXE_OWN", NULL) == 0);
}

/* The parameters that a process would be started with. */
static void check_parameters(void)
{
    struct {
        ULONG most, size, flags, debug;
        HANDLE console, rest[4];
        UNICODE_STRING folder;
        HANDLE folder_handle;
        UNICODE_STRING dll_folders, image, line;
        WCHAR *env;
    } * made;
    UNICODE_STRING image = counted(L"c:\\x.exe"), line = counted(L"x y");
    printf("parameters: %lX",
           CALL(RtlCreateProcessParameters, void *, void *, void *, void *, void *, WCHAR *, void *,
                void *, void *, void *)(&made, &image, NULL, NULL, &line, (WCHAR *)L"a=b\0c=d\0",
                                        NULL, NULL, NULL, NULL));
    printf(" %lu, sizes %d, distances %d", made->flags, made->most == made->size,
           (DWORD)made->image.Buffer < made->size && made->folder.MaximumLength == 520);
    CALL(RtlNormalizeProcessParams, void *)(made);
    printf(", places %lu \"%ls\" \"%ls\" \"%ls\"", made->flags, made->image.Buffer,
           made->line.Buffer, made->env + 4);
    CALL(RtlDeNormalizeProcessParams, void *)(made);
    printf(", back %d", (DWORD)made->line.Buffer < made->size);
    CALL(RtlDestroyProcessParameters, void *)(made);
    CALL(RtlCreateProcessParametersEx, void *, void *, void *, void *, void *, WCHAR *, void *,
         void *, void *, void *, ULONG)
    (&made, &image, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1);
    printf(", own %lu \"%ls\" %d\n", made->flags, made->line.Buffer, *made->env != 0);
    CALL(RtlDestroyProcessParameters, void *)(made);
}

int main(void)
{
    char text[64];
    printf("missing: %d", getenv("EXE_NONE") == NULL);
    printf(" %lu", GetEnvironmentVariableA("EXE_NONE", text, sizeof text));
    printf(" %lu\n", GetLastError());
    printf("set: %d\n", SetEnvironmentVariableA("Exe_Colour", "green"));
    printf("case: %lu", GetEnvironmentVariableA("EXE_COLOUR", text, sizeof text));
    printf(" %s\n", text);
    printf("too short: %lu\n", GetEnvironmentVariableA("exe_colour", text, 5));
    printf("the library's copy: %d\n", getenv("exe_colour") == NULL);
    printf("putenv: %d", _putenv("EXE_SIZE=large"));
    printf(" %s", getenv("exe_size"));
    printf(" %lu %s\n", GetEnvironmentVariableA("EXE_SIZE", text, sizeof text), text);
    printf("expanded: %lu", ExpandEnvironmentStringsA("a %EXE_size% %none%", text, sizeof text));
    printf(" %s\n", text);
    printf("removed: %d", SetEnvironmentVariableA("EXE_COLOUR", NULL));
    printf(" %lu\n", GetEnvironmentVariableA("EXE_COLOUR", text, sizeof text));
    printf("no name: %d", SetEnvironmentVariableA("", "x"));
    printf(" %lu\n", GetLastError());
    char *block = GetEnvironmentStrings();
    int sizes = 0, sorted = 1;
    for (char *one = block; *one; one += strlen(one) + 1) {
        char *next = one + strlen(one) + 1;
        sizes += strcmp(one, "EXE_SIZE=large") == 0;
        sorted &= *next == 0 || *one == '=' || _stricmp(one, next) < 0;
    }
    printf("in the block: %d, sorted %d\n", sizes, sorted);
    FreeEnvironmentStringsA(block);
    printf("Windows: %s\n", getenv("OS") ? getenv("OS") : "?");
    const char *count = getenv("NUMBER_OF_PROCESSORS");
    printf("processors: %d\n", count && atoi(count) >= 1);
    check_blocks();
    check_parameters();
    return 0;
}
