#!/usr/bin/env bash
# gcc's functions within functions: their addresses are those of code on the stack. Where a CPU can forbid that, an image
# whose program has such code allows it, on every kind of stack, and no other image does.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/nested.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthread.h>
#include <windows.h>

static int sorted(const char *where)
{
    int calls = 0, numbers[4] = {3, 1, 4, 2};
    int compare(const void *a, const void *b)
    {
        calls++;
        return *(const int *)a - *(const int *)b;
    }
    qsort(numbers, 4, sizeof *numbers, compare);
    return printf("%s %d %d %d\n", where, numbers[0], numbers[3], calls > 2);
}

static int deep(int levels)
{
    char room[4000];
    memset(room, levels, sizeof room);
    return levels ? deep(levels - 1) + room[9] : sorted("grown");
}

static DWORD WINAPI thread(void *unused)
{
    (void)unused;
    return (DWORD)sorted("thread");
}

static void user_thread(void)
{
    sorted("user thread");
}

static void WINAPI fiber(void *first)
{
    sorted("fiber");
    SwitchToFiber(first);
}

static unsigned char variable[] = {0xB8, 9, 0, 0, 0, 0xC3}; /* movl $9, %eax; ret */

int main(void)
{
    MEMORY_BASIC_INFORMATION place;
    unsigned char *copy = malloc(sizeof variable);
    sorted("first");
    deep(30);
    WaitForSingleObject(CreateThread(NULL, 0, thread, NULL, 0, NULL), INFINITE);
    utSch scheduler = utSchedulerCreate();
    utSchAddUthd(scheduler, uThreadCreate(user_thread));
    utSchStart(scheduler);
    SwitchToFiber(CreateFiber(0, fiber, ConvertThreadToFiber(NULL)));
    VirtualQuery(&place, &place, sizeof place);
    memcpy(copy, variable, sizeof variable);
    printf("%lX %d %d\n", place.Protect, ((int (*)(void))(void *)variable)(), ((int (*)(void))(void *)copy)());
    return 0;
}
END
wanted='first 1 4 1
grown 1 4 1
thread 1 4 1
user thread 1 4 1
fiber 1 4 1
4 9 9'
for ring in 0 3; do
    try ./trapline run --cc gcc --ring "$ring" --cpu max "$scratch/nested.c"
    is "$status/$out" "0/$wanted" "ring $ring: they run on each kind of stack, and data is executed, though its pages are PAGE_READWRITE"
done

cat >"$scratch/plain.c" <<'END'
#include <windows.h>
static unsigned char variable[] = {0xB8, 9, 0, 0, 0, 0xC3};
int main(void)
{
    return ((int (*)(void))(void *)variable)();
}
END
try ./trapline run --cc gcc --cpu max "$scratch/plain.c"
is "$status" 5 "a program without them executes no data"

# MinGW's compiler makes the code executable by a call.
sed -e 's/{$/{ __enable_execute_stack(variable);/' -e 's/^int main/void __enable_execute_stack(void *code);\n&/' "$scratch/plain.c" >"$scratch/call.c"
try ./trapline run --cc gcc --ring 3 --cpu max "$scratch/call.c"
is "$status" 9 "the call by which MinGW's compiler does without is there"
cat >"$scratch/part.c" <<'END'
int apply(int (*call)(int), int value);
int sum(int by)
{
    int add(int value) { return value + by; }
    return apply(add, 3);
}
END
cat >"$scratch/main.c" <<'END'
int apply(int (*call)(int), int value), sum(int by);
int apply(int (*call)(int), int value)
{
    return call(value);
}
int main(void)
{
    return sum(4);
}
END
if command -v i686-w64-mingw32-gcc >/dev/null; then
    i686-w64-mingw32-gcc -O1 -c -o "$scratch/part.o" "$scratch/part.c"
    for ring in 0 3; do
        try ./trapline run --ring "$ring" --cpu max "$scratch/main.c" "$scratch/part.o"
        is "$status" 7 "ring $ring: an object of MinGW's compiler has them, too"
    done
fi

finish
