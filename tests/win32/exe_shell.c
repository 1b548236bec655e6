/* Words of a command line as shell32 finds them, the user's folders, and what no shell can do.
 * arguments: "a b" c
 * flags: -lshell32 */
#include <windows.h>

#include <shellapi.h>
#include <shlobj.h>
#include <stdio.h>
#include <string.h>

static void words(const wchar_t *line)
{
    int count;
    wchar_t **found = CommandLineToArgvW(line, &count);
    printf("%d", count);
    for (int i = 0; i < count; i++)
        printf(" [%ls]", found[i]);
    printf(" %d\n", found[count] == NULL);
    LocalFree(found);
}

int main(void)
{
    char path[MAX_PATH], profile[MAX_PATH];
    wchar_t wide[MAX_PATH];
    int count;
    words(L"prog a  b\t c ");
    words(L"\"C:\\a b\\prog\\\"next \"x y\"z");
    words(L"p\"r\"o\\\"g a\\\\b a\\\\\"b c\" \\\"d\\\"");
    words(L"p a\\\\\\\"b \"\" \"c\\\\\\\\\" d\"\"e");
    words(L"p \"a\"\"b c\" d\"\"\"e f\"\"\" g");
    words(L" p");
    words(GetCommandLineW() + wcslen(GetCommandLineW()) - 7);
    wchar_t **own = CommandLineToArgvW(L"", &count);
    printf("%d %d\n", count, wcsstr(own[0], L"exe_shell.exe") != NULL);
    SetLastError(0);
    printf("%d", CommandLineToArgvW(L"a", NULL) == NULL);
    printf(" %lu\n", GetLastError());

    GetEnvironmentVariableA("APPDATA", profile, MAX_PATH);
    printf("%lx", SHGetFolderPathA(NULL, CSIDL_APPDATA | CSIDL_FLAG_CREATE, NULL, 0, path));
    printf(" %d %d\n", strcmp(path, profile), GetFileAttributesA(path) == FILE_ATTRIBUTE_DIRECTORY);
    printf("%lx", SHGetFolderPathW(NULL, CSIDL_SYSTEM, NULL, SHGFP_TYPE_CURRENT, wide));
    printf(" %ls\n", wide);
    printf("%d", SHGetSpecialFolderPathA(NULL, path, CSIDL_PERSONAL, TRUE));
    printf(" %s\n", strrchr(path, '\\'));
    printf("%lx\n", SHGetFolderPathA(NULL, 0xF0, NULL, 0, path));

    printf("%d\n", (int)(INT_PTR)ShellExecuteA(NULL, "open", "no such file", NULL, NULL, SW_SHOW));
    printf("%d",
           (int)(INT_PTR)ShellExecuteW(NULL, L"open", L"http://localhost/", NULL, NULL, SW_SHOW));
    printf(" %lu\n", GetLastError());
    SHELLEXECUTEINFOA information = {.cbSize = sizeof information, .lpFile = "x"};
    printf("%d", ShellExecuteExA(&information));
    printf(" %d\n", IsUserAnAdmin());
    SHFILEOPSTRUCTA operation = {.wFunc = FO_DELETE, .pFrom = "x\0"};
    printf("%d\n", SHFileOperationA(&operation) != 0);
    return 0;
}
