#!/usr/bin/env bash
# Variables that each thread has for itself, of several files, and of objects that other compilers have made.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/main.c" <<'END'
#include <stdio.h>
#include <windows.h>
extern __declspec(thread) int own;
__declspec(thread) char of_main = 100;
int next(void);
static DWORD CALLBACK thread(void *unused)
{
    int first = next(), second = next();
    printf("%d %d %d %d\n", first, second, own, of_main);
    return 0;
}
int main(void)
{
    for (int i = 0; i < 2; i++) { /* the second gets the first one's stack */
        HANDLE other = CreateThread(NULL, 0, thread, NULL, 0, NULL);
        WaitForSingleObject(other, INFINITE);
        CloseHandle(other);
    }
    return (int)thread(NULL);
}
END
cat >"$scratch/part.c" <<'END'
__declspec(thread) int own = 5;
static __declspec(thread) long long none, some = 20;
extern __declspec(thread) char of_main;
int next(void) { return own++ + (int)none++ + (int)some + of_main++; }
END
wanted=$'125 128 7 102\n125 128 7 102\n125 128 7 102'

for cc in "${compilers[@]}"; do
    try ./trapline run --cc "$cc" "$scratch/main.c" "$scratch/part.c"
    is "$status/$out" "0/$wanted" "$cc: two files share the variables of each thread"
    try ./trapline run --cc "$cc" --opt 2 --ring 3 "$scratch/main.c" "$scratch/part.c"
    is "$status/$out" "0/$wanted" "$cc: and so in ring 3, optimised"
done

if with clang; then
    for level in -O0 -O2; do
        clang --target=i686-pc-windows-msvc -fms-extensions -g $level -c -o "$scratch/part.obj" "$scratch/part.c"
        try ./trapline run "$scratch/main.c" "$scratch/part.obj"
        is "$status/$out" "0/$wanted" "$level: an object in Windows' format has variables of each thread, and finds another file's"
    done
    nm "$scratch/part.obj" | grep -q __tls_index
    report $? "it does ask for the module's index"
fi

# Objects whose compiler asks for the address by a call have a block for each thread, with its value and alignment, freed at the end.
cat >"$scratch/emulated.c" <<'END'
static __thread int counted = 5;
static __thread char aligned[100] __attribute__((aligned(64)));
__thread long long of_part = 7;
int step(void) { return counted++ * 100 + aligned[99]++ * 10 + (int)of_part++; }
int is_aligned(void) { return (unsigned)aligned % 64 == 0 && aligned[0] == 0; }
END
cat >"$scratch/asks.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
int step(void), is_aligned(void);
static DWORD CALLBACK thread(void *unused)
{
    SetLastError(77);
    int first = step(), second = step();
    return first == 507 && second == 618 && is_aligned() && GetLastError() == 77;
}
int main(void)
{
    DWORD right = thread(NULL), one;
    for (int i = 0; i < 100; i++) {
        HANDLE other = CreateThread(NULL, 0, thread, NULL, 0, NULL);
        WaitForSingleObject(other, INFINITE);
        GetExitCodeThread(other, &one);
        CloseHandle(other);
        right += one;
    }
    printf("%lu %d\n", right, step());
    return 0;
}
END
for command in "clang --target=i686-linux-gnu -fno-pic -femulated-tls" i686-w64-mingw32-gcc; do
    [[ $command != clang* ]] || with clang || continue
    command -v "${command%% *}" >/dev/null || continue
    # shellcheck disable=SC2086 # the words of a command
    $command -O1 -c -o "$scratch/emulated.o" "$scratch/emulated.c"
    for ring in '0 --checked' '3 --checked' 0; do
        # shellcheck disable=SC2086 # the ring and an option
        try ./trapline run --ring $ring "$scratch/asks.c" "$scratch/emulated.o"
        is "$status/$out" "0/101 729" "ring $ring: each thread has its own, which goes with it, by the call of ${command##*/}"
    done
done

for part in '__thread int own; int next(void) { return own; }' 'extern __thread int own; int next(void) { return own; }'; do
    "$(command -v i686-linux-gnu-gcc || command -v i686-elf-gcc)" -m32 -fno-pic -c -o "$scratch/part.o" -x c - <<<"$part"
    try ./trapline run "$scratch/main.c" "$scratch/part.o"
    like "$status $err" '^2 .*part.o has own, a variable of each thread, .*build it from its source' "an object of ELF that looks for one at GS is refused: ${part%%;*}"
done

finish
