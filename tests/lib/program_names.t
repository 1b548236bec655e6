#!/usr/bin/env bash
# A program may define every name that the runtime has: it links, it runs, and the runtime calls none of its functions.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/main.c" <<'END_C'
int main(int argc, char **argv)
{
    volatile int zero = argc - 2;
    (void)argv;
    return argc > 1 ? 7 / zero : 7;
}
END_C
# An own allocator, own copies of what the C library has, and names of the runtime's inside.
cat >"$scratch/own.c" <<'END_C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
static char room[64];
static int allocations, lengths, sleeps;
int format = 5;
int panic(void)
{
    return 6;
}
void *malloc(size_t size)
{
    allocations++;
    return size <= sizeof room ? room : NULL;
}
void free(void *block)
{
    allocations -= block == room;
}
size_t strlen(const char *text)
{
    lengths++;
    return text[0] == 'o';
}
VOID WINAPI Sleep(DWORD milliseconds)
{
    sleeps += (int)milliseconds;
}
static DWORD WINAPI thread(LPVOID parameter)
{
    Sleep(3);
    return *(DWORD *)parameter;
}
int main(void)
{
    char *own = malloc(3), text[32];
    DWORD answer = 9;
    snprintf(text, sizeof text, "%s", "a text of the runtime");
    HANDLE handle = CreateThread(NULL, 0, thread, &answer, 0, NULL);
    WaitForSingleObject(handle, INFINITE);
    GetExitCodeThread(handle, &answer);
    void *other = calloc(1, 100000);
    int length = (int)strlen(own == room ? "other" : "");
    printf("%s: %d %d %d %d %lu %d %d\n", text, allocations, length, lengths, sleeps, answer, format, panic());
    return other == NULL;
}
END_C
# Names whose headers lead to others, declared by the program itself.
python3 - >"$scratch/others" <<'END_PYTHON'
import pathlib
import re
for header in sorted(path for folder in ("include", "lib/include") for path in pathlib.Path(folder).rglob("*.h")):
    for name, other in re.findall(r'\b(\w+)\((?:[^()]|\([^()]*\))*\)\s*__asm__\("(\w+)"\)', header.read_text()):
        print(name, other)
END_PYTHON
{
    awk '{ print "extern int " $1 "(), " $2 "();" }' "$scratch/others"
    echo 'int puts(const char *); int main(void) { void *volatile left, *volatile right;'
    awk '{ print "left = (void *)" $1 "; right = (void *)" $2 "; if (left != right) puts(\"" $1 "\");" }' "$scratch/others"
    echo 'return 0; }'
} >"$scratch/others.c"
is "$(($(wc -l <"$scratch/others") > 40)) $(grep -c '^write _write$' "$scratch/others")" '1 1' "the headers lead names to others"
for compiler in gcc clang; do
    with "$compiler" || continue
    try ./trapline build --cc "$compiler" "$scratch/main.c"
    folder=build; [[ $compiler == gcc ]] || folder=build/clang
    { nm -g --defined-only "$folder/runtime.o" | sed -n 's/^[0-9a-f]* [A-Z] //p' | grep -v '^image[.]'
      sed -n 's/^ *image[.]\([a-z_]*\) = .*/\1/p' linker.ld; } | sort -u >"$scratch/names"
    for name in panic format printf memcpy malloc RtlUnwind NtContinue utYield __udivdi3 _chkstk kernel_text_start stdout boot_entry; do
        grep -qx "$name" "$scratch/names" || missed+=" $name"
    done
    is "${missed-}" "" "$compiler: the runtime's names are known, $(wc -l <"$scratch/names") of them"
    { sed 's/.*/\t.globl "&"\n"&":/' "$scratch/names"; printf '\tud2\n'; } >"$scratch/names.S"
    try ./trapline run --cc "$compiler" -w -fno-builtin "$scratch/others.c"
    is "$status/$out" 0/ "$compiler: a program may declare them by itself"
    for ring in 0 3; do
        try ./trapline run --cc "$compiler" --ring "$ring" "$scratch/main.c" "$scratch/names.S"
        is "$status/$out" "7/" "$compiler, ring $ring: a program that defines all of them runs"
        try ./trapline run --cc "$compiler" --ring "$ring" "$scratch/main.c" "$scratch/names.S" -- fault
        like "$out$err" 'C0000094.*main' "$compiler, ring $ring: its fault is reported"
        try ./trapline run --cc "$compiler" --ring "$ring" "$scratch/own.c"
        is "$status/$out" "0/a text of the runtime: 1 1 1 3 9 5 6" "$compiler, ring $ring: an own malloc, strlen and Sleep are the program's alone"
    done
done

finish
