#!/usr/bin/env bash
# Objects of g++: the headers name C's functions for it, and its constructors and destructors run.
. "$(dirname "$0")/../harness/tap.sh"

compiler=()
for command in i686-elf-g++ i686-linux-gnu-g++ 'g++ -m32'; do
    read -ra words <<<"$command"
    if "${words[@]}" -fsyntax-only -x c++ /dev/null 2>/dev/null; then
        compiler=("${words[@]}")
        break
    fi
done
if ((${#compiler[@]} == 0)); then
    echo '1..0 # SKIP there is no g++ for 32-bit x86'
    exit
fi

for header in lib/include/{,sys/}*.h; do
    name=${header#lib/include/}
    [[ $name == complex.h || $name == tgmath.h ]] || echo "#include <$name>"
done >"$scratch/headers.h"
cat >"$scratch/part.cpp" <<'END'
#include <windows.h>
#include "headers.h"
#include <process.h>
#include <tlhelp32.h>

static_assert(sizeof(CONTEXT) == 0x2CC, "nt.h");

class Section {
    CRITICAL_SECTION section;
public:
    Section() { InitializeCriticalSection(&section); puts("begun"); }
    ~Section() { puts("ended"); }
    int with(int (*work)(int), int value)
    {
        EnterCriticalSection(&section);
        int result = work(value);
        LeaveCriticalSection(&section);
        return result;
    }
};
static Section section;

static unsigned __stdcall thread(void *argument) { return section.with(abs, *(int *)argument); }

extern "C" int part(int value)
{
    DWORD code = 0;
    HANDLE other = (HANDLE)_beginthreadex(NULL, 0, thread, &value, 0, NULL);
    WaitForSingleObject(other, INFINITE);
    GetExitCodeThread(other, &code);
    CloseHandle(other);
    assert(code == 7);
    assert(_getch() == EOF && !setlocale(LC_ALL, "none") && _access("none", 0) && fegetround() == 0);
    return (int)code + (int)wcslen(L"four") + (int)strlen("three");
}
END
cat >"$scratch/main.c" <<'END'
#include <stdio.h>
int part(int value);
int main(void)
{
    printf("%d\n", part(-7));
    return 0;
}
END
# The options of docs/using.md.
options=(-march=i486 -ffreestanding -fno-exceptions -fno-rtti -fno-pic -fno-stack-protector -fno-use-cxa-atexit
    -nostdinc -isystem "$("${compiler[@]}" -print-file-name=include)" -isystem lib/include -Iinclude/compiler -Iinclude -imacros include/predefined.h
    -mms-bitfields -malign-double -mlong-double-64 -fshort-wchar)
try "${compiler[@]}" "${options[@]}" -Wall -c -o "$scratch/part.o" "$scratch/part.cpp"
is "$status/$err" 0/ "the headers are C++, without a warning"
for ring in 0 3; do
    try ./trapline run --ring "$ring" "$scratch/main.c" "$scratch/part.o"
    is "$status/$out" $'0/begun\n16\nended' "ring $ring: the object is linked, and its constructor and destructor run"
done

finish
