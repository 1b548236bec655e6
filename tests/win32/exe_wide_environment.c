/* The environment of the C library as wide texts: a list that is made when it is asked for.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>

static void claim(int holds, const char *text) { printf("%s%s\n", holds ? "" : "NOT: ", text); }

int main(void)
{
    wchar_t ***wide =
        ((wchar_t * **(*)(void)) GetProcAddress(GetModuleHandleA("msvcrt.dll"), "__p__wenviron"))();
    _putenv("EXE_ONE=first");
    claim(!*wide, "a narrow program has no wide list");
    const wchar_t *text = _wgetenv(L"exe_one");
    claim(text && !wcscmp(text, L"first") && *wide, "until it asks for a variable");
    _putenv("EXE_TWO=second");
    text = _wgetenv(L"EXE_TWO");
    claim(text && !wcscmp(text, L"second"), "then both change together");
    _wputenv(L"EXE_ONE=");
    claim(!getenv("EXE_ONE") && !_wgetenv(L"EXE_ONE") && getenv("EXE_TWO"), "in either way");
    wchar_t room[4] = L"xyz";
    SetEnvironmentVariableW(L"EXE_NONE", L"");
    SetLastError(ERROR_SUCCESS);
    claim(GetEnvironmentVariableW(L"EXE_NONE", room, 4) == 0 && !*room && !GetLastError(),
          "a variable without letters is there");
    claim(GetEnvironmentVariableW(L"EXE_NONE", NULL, 0) == 1, "and needs room for its end");
    return 0;
}
