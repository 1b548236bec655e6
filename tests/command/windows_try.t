#!/usr/bin/env python3
"""__try in programs for Windows, by clang's own blocks and handlers: what they guard, jumps out of them, what clang cannot make."""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import finish, ok, trapline  # noqa: E402
from sources import file, refused, runs, scratch  # noqa: E402

BLOCKS = r"""
#include <windows.h>
#include <stdio.h>
static int filter(unsigned code) { printf("filter %08X\n", code); return EXCEPTION_EXECUTE_HANDLER; }
static int divide(int a, int b)
{
    int result = -1;
    __try {
        __try {
            if (b == 9)
                __leave;
            result = a / b;
        } __finally {
            printf("finally %d\n", AbnormalTermination() != 0);
        }
    } __except (filter(GetExceptionCode())) {
        result = 77;
    }
    return result;
}
int main(int argc, char **argv)
{
    printf("%d %d", divide(12, argc), divide(1, 9));
    printf(" %d %s\n", divide(1, 0), argc > 1 ? argv[1] : "");
    return divide(8, 2);
}
"""
BLOCKS_SAY = "finally 0\nfinally 0\n6 -1filter C0000094\nfinally 1\n 77 word\nfinally 0\n"

REGISTERS = r"""
#include <malloc.h>
#include <stdio.h>
static int leaf(int *at, int count) { int seen = count; __try { seen = 5; *at = 0; seen = 3; } __except (1) { } return seen; }
static int wide(int *at, int count)
{
    __declspec(align(32)) int row[8] = {0};
    int *room = _alloca(count);
    __try { row[3] = room[3] = 5; *at = 0; row[3] = 3; } __except (1) { row[2] = 1; }
    return row[3];
}
__declspec(naked) int kept(int (*function)(int *, int))
{
    __asm {
        push ebx
        push esi
        push edi
        mov ebx, 0x1111
        mov esi, 0x2222
        mov edi, 0x3333
        push 64
        push 0
        call dword ptr [esp + 24]
        add esp, 8
        lea eax, [ebx + esi]
        add eax, edi
        pop edi
        pop esi
        pop ebx
        ret
    }
}
int main(void) { printf("%x %x %d %d\n", kept(leaf), kept(wide), leaf(0, 1), wide(0, 64)); return 0; }
"""

GUARDED = r"""
#include <windows.h>
#include <stdio.h>
#include <string.h>
struct Big { int numbers[40]; };
static struct Big big, *volatile nowhere;
static int *volatile none;
static volatile int three = 3;
#define GUARDED(...) { __try { __VA_ARGS__; printf("no "); } __except (1) { printf("%lX ", GetExceptionCode()); } }
static void inside(void)
{
    GUARDED(__asm { int 3 })
    GUARDED(__asm { cli })
    GUARDED(__asm { nop } *none = 1)
    GUARDED(big = *nowhere)
    GUARDED(memset(nowhere, 0, sizeof big))
    GUARDED(__builtin_trap())
    GUARDED(double number = *(double *)none; printf("%g", number))
    GUARDED(int row[3] = {1, 2, three}; *none = row[2])
}
static int in_finally(void)
{
    int steps = 1;
    __try {
        __try { *none = 1; } __finally { __try { *none = 1; } __except (1) { steps += 10; } steps += 100; }
    } __except (1) { steps += 1000; }
    return steps;
}
#define OUTSIDE __except (1) { printf("wrong "); }
static void after_break(void) { for (;;) { __try { if (three) break; } OUTSIDE } *none = 1; }
static void after_return(int *volatile *at) { __try { if (three) return; } OUTSIDE }
static void after_goto(void) { __try { __try { if (three) goto out; } OUTSIDE } OUTSIDE out: *none = 1; }
static void after_end(void) { __try { three = 3; } OUTSIDE *none = 1; }
static void between(void) { __try { __try { three = 3; } OUTSIDE *none = 1; } __except (1) { printf("between "); three = 0; } }
int main(void)
{
    void (*all[])(void) = {after_break, after_goto, after_end, between};
    inside();
    printf("%d ", in_finally());
    after_return(&none);
    for (int i = 0; i < 4; i++) { __try { all[i](); } __except (1) { printf("outside "); } }
    return three;
}
"""
GUARDED_SAYS = "80000003 C0000096 C0000005 C0000005 C0000005 C000001D C0000005 C0000005 1111 outside outside outside between "

MIXED = r"""
#include <vector>
#include <cstdio>
#include <windows.h>
static int *volatile none;
struct Object { ~Object() { std::printf("gone "); } };
struct Member { int number; int load() { __try { number = *none; } __except (number == 4) { number = 9; } return number; } };
template <class T> static T load(T other) { __try { return *none; } __except (1) { return other; } }
static int both() { int steps = 0; __try { __try { *none = 1; steps = 5; } __finally { steps += 100; } } __except (GetExceptionCode() == STATUS_ACCESS_VIOLATION) { steps += 1000; } return steps; }
static void left(int most) { for (int i = 0; i < most; i++) { __try { if (i == 2) break; } __except (1) { std::printf("wrong "); } } *none = 3; }
static void thrower() { Object object; throw std::vector<int>(3); }
int main()
{
    Member member{4};
    std::printf("%d %d %d ", both(), load(7), member.load());
    __try { left(3); } __except (1) { std::printf("outside "); }
    __try { thrower(); } __except (GetExceptionCode() == 0xE06D7363) { std::printf("C++ "); }
    return [](int other) { __try { *none = 0; } __except (1) { return other; } return 0; }(6);
}
"""

JUMPS = r"""
#include <setjmp.h>
#include <stdio.h>
#include <windows.h>
static jmp_buf inside, outside;
static void leaves(jmp_buf *to, int value) { __try { longjmp(*to, value); } __finally { printf("finally %d ", value); } }
static int function(void)
{
    volatile int rounds = 0;
    __try {
        __try {
            if (!setjmp(inside))
                rounds = 1;
            rounds++;
            if (rounds < 4)
                __try { leaves(&inside, rounds); } __finally { printf("in "); }
            leaves(&outside, 7);
        } __finally { printf("out %d ", AbnormalTermination()); }
    } __except (1) { printf("wrong "); }
    return rounds;
}
int main(void) { int value = setjmp(outside); return value ? value : function(); }
"""

RETURNED = r"""
#include <stdio.h>
#include <windows.h>
static int *volatile nowhere;
static int function(int number)
{
    __try {
        printf("%d ", number);
        if (number == 2)
            *nowhere = 1;
    } __finally {
        printf("finally %d ", AbnormalTermination());
        if (number == 1)
            return 3;
        __try { if (number) return 3; } __finally { printf("lost "); }
        printf("wrong ");
    }
    return 4;
}
int main(void)
{
    int sum = function(1);
    __try { sum += function(2); } __except (printf("took it "), 1) { sum += 4; }
    return sum;
}
"""

blocks = file("blocks.c", BLOCKS)
for options in ((), ("-O2",), ("--eh", "4"), ("--eh", "4", "-O2"), ("--safeseh",), ("--smp", "2")):
    runs(4, BLOCKS_SAY, f"__try of a compiler for Windows, {' '.join(options) or 'as it is'}", "--windows", *options, blocks, "word")
registers = file("registers.c", REGISTERS)
for options in ((), ("-O2",), ("--eh", "4"), ("--eh", "4", "-O2")):
    runs(0, "6666 6666 5 5\n", f"registers of the caller, where a __try block has no call: {options}", *options, registers)
guarded, mixed = file("guarded.c", GUARDED), file("mixed.cpp", MIXED)
for options in ((), ("-O2",), ("--eh", "4", "-O2"), ("--eh", "4", "-Os")):
    runs(0, GUARDED_SAYS, f"all of a __try block is guarded, and nothing behind it: {options}", "--windows", *options, guarded)
for options in ((), ("-O2",), ("-Wshadow", "-Werror")):
    runs(6, "1100 7 9 outside C++ ", f"__try in C++: {options}", *options, mixed)
jumps = file("jumps.c", JUMPS)
for options in ((), ("-O2",), ("--eh", "4"), ("--eh", "4", "-O2")):
    runs(7, "finally 2 in finally 3 in finally 7 out 1 ", f"longjmp into a function with __try, and out of it: {options}", "--windows", *options, jumps)
returned = file("returned.c", RETURNED)
for options in ((), ("-O2",), ("--eh", "4")):
    runs(8, "1 finally 0 2 took it finally 1 ", f"a block that returns ends there, also out of a block inside it, and nothing else does: {options}", "--windows", "-w", *options, returned)

refused("needs an __except (filter) or a __finally block", "__try alone is told", "run", "--windows", file("alone.c", "int main(void) { __try { return 1; } return 2; }\n"))
refused("With #include <seh.h>, __try is for an image, too", "and what to include for an image", "build", scratch / "alone.c")
JUMP = "#include <stdio.h>\nint main(void) { for (;;) { __try { puts(\"body\"); }\n__finally { %s; } } return 4; }\n"
LOST = "jump.c:3:13: warning: a jump out of a __finally block is lost, because clang cannot make it; set a variable there, and jump behind the block"
refused(LOST, "a jump out of __finally has a warning, and what to do", "run", file("jump.c", JUMP % "break"))
done = trapline("cc", file("jump.c", JUMP % "return 3"), "-o", scratch / "jump.exe")
ok(done.returncode == 0 and LOST in done.stderr, "so has a return", done)
done = trapline("cc", file("jump.c", JUMP.replace("for (;;)", "if (1)") % "while (1) break"), "-o", scratch / "jump.exe")
ok(done.returncode == 0 and "warning" not in done.stderr, "and a jump that stays in the block has none", done)
refused("come with #include <windows.h>", "a name of windows.h is told", "run", file("names.c", "int main(void) { __try { return 1; } __except (EXCEPTION_EXECUTE_HANDLER) { return 2; } }\n"))
given = "struct given { int numbers[40]; };\nint use(struct given all) { __try { return all.numbers[3]; } __finally { all.numbers[2] = 1; } }\nint main(void) { return 0; }\n"
refused("clang broke down, as it does where a filter or a __finally block has a parameter that is a structure", "and where clang breaks down", "run", file("given.c", given))
refused("--eh is for clang; MinGW's compilers have no __try", "and a form of __try that MinGW has not", "run", "--compiler", "mingw", "--eh", "4", blocks)
finish()
