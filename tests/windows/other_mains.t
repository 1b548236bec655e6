#!/usr/bin/env bash
# Programs that begin with wmain, WinMain or wWinMain, as compilers for Windows let them; TCHAR's names for both.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/wmain.c" <<'END'
#include <stdio.h>
#include <wchar.h>
#include <windows.h>
int wmain(int argc, wchar_t **argv, wchar_t **environment)
{
    volatile int caught = 0;
    __try {
        *(volatile int *)0 = 1;
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        caught = 1;
    }
    for (int i = 1; i < argc; i++)
        wprintf(L"%u:%ls ", (unsigned)wcslen(argv[i]), argv[i]);
    printf("%d %d %d\n", argv[argc] == NULL, *environment == NULL, caught);
    return argc;
}
END
cat >"$scratch/WinMain.c" <<'END'
#include <stdio.h>
#include <windows.h>
int WINAPI WinMain(HINSTANCE module, HINSTANCE previous, LPSTR line, int show)
{
    printf("%d %d [%s] %d\n", module == GetModuleHandle(NULL), previous == NULL, line, show);
    return 3;
}
END
cat >"$scratch/tWinMain.c" <<'END'
#include <windows.h>
#include <tchar.h>
int APIENTRY _tWinMain(HINSTANCE module, HINSTANCE previous, LPTSTR line, int show)
{
    _TCHAR copy[60];
    _sntprintf(copy, 60, _T("%d %d [%s] %d %u"), module == GetModuleHandle(NULL), previous == NULL, line, show, (unsigned)sizeof copy[0]);
    _putts(copy);
    return _tcscmp(copy, _T("")) == 0;
}
END
cat >"$scratch/tmain.c" <<'END'
#include <windows.h>
#include <tchar.h>
int _tmain(int argc, _TCHAR *argv[])
{
    _tprintf(_T("%d %s %u\n"), argc, argv[1], (unsigned)_tcslen(argv[1]));
    return _ttoi(argv[2]);
}
END
echo 'int begin(void) { return 0; }' >"$scratch/none.c"

for cc in "${compilers[@]}"; do
    for ring in 0 3; do
        try ./trapline run --cc "$cc" --ring $ring "$scratch/wmain.c" 'a b' $'\xC3\xA9\xF0\x9F\x98\x80'
        is "$status/$out" $'3/3:a b 3:\xC3\xA9\xF0\x9F\x98\x80 1 1 1' "$cc, ring $ring: wmain gets wide arguments and no environment"
        try ./trapline run --cc "$cc" --ring $ring "$scratch/WinMain.c" 'a b' c
        is "$status/$out" '3/1 1 ["a b" c] 10' "$cc, ring $ring: WinMain gets the module and the line behind the program's name"
        try ./trapline run --cc "$cc" --ring $ring -DUNICODE -D_UNICODE "$scratch/tWinMain.c" c
        is "$status/$out" '0/1 1 [c] 10 2' "$cc, ring $ring: wWinMain gets it wide"
    done
    try ./trapline run --cc "$cc" "$scratch/tWinMain.c"
    is "$status/$out" '0/1 1 [] 10 1' "$cc: _tWinMain is WinMain without UNICODE; the line may be empty"
    try ./trapline run --cc "$cc" -DUNICODE -D_UNICODE "$scratch/tmain.c" $'\xC3\xA9' 9
    is "$status/$out" $'9/3 \xC3\xA9 1' "$cc: _tmain is wmain with _UNICODE"
    try ./trapline run --cc "$cc" "$scratch/tmain.c" $'\xC3\xA9' 9
    is "$status/$out" $'9/3 \xC3\xA9 2' "$cc: and main without"
done

if command -v i686-w64-mingw32-gcc >/dev/null; then
    i686-w64-mingw32-gcc -DUNICODE -D_UNICODE -c -o "$scratch/tmain.obj" "$scratch/tmain.c"
    i686-w64-mingw32-gcc -c -o "$scratch/WinMain.obj" "$scratch/WinMain.c"
    try ./trapline run "$scratch/tmain.obj" abc 7
    is "$status/$out" '7/3 abc 3' "an object of a compiler for Windows begins with its wmain"
    try ./trapline run "$scratch/WinMain.obj" abc
    is "$status/$out" '3/1 1 [abc] 10' "and with its WinMain"
fi

try ./trapline run "$scratch/none.c"
[[ $status == 2 && $err == *"has no main; a program starts with int main"*"or wWinMain" ]]
report $? "a program with none of them is told so"
finish
