#!/usr/bin/env python3
"""Programs for Windows from their sources: real __try by clang, blocks of assembly, C++, MinGW's compiler; what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import finish, ok, scratch_folder, trapline, without_builds  # noqa: E402

scratch = scratch_folder()

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

STANDARD = r"""
#include <cstdio>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <utility>
struct A { virtual ~A() {} };
struct B : A {};
static int sum(std::initializer_list<int> list) { int all = 0; for (int each : list) all += each; return all; }
static int &slow() { static int made = sum({1, 2, 3}); return made; }
int main()
{
    A a;
    try { (void)dynamic_cast<B &>(a); } catch (std::bad_cast &e) { std::printf("%s\n", e.what()); }
    try { throw std::out_of_range("too far"); } catch (const std::logic_error &e) { std::printf("%s, %s\n", e.what(), typeid(e).name()); }
    int other = 4, *number = new (std::nothrow) int(5);
    std::swap(other, *number);
    std::printf("%d %d %d\n", other, *number, slow());
    delete number;
    return 0;
}
"""

ASSEMBLY = r"""
#include <stdio.h>
__declspec(naked) int __cdecl twice(int value)
{
    __asm {
        mov eax, [esp + 4]
        add eax, eax
        ret
    }
}
int main(void)
{
    int seven = 0;
    __asm {
        mov seven, 7
    }
    printf("%d\n", twice(seven));
    return 0;
}
"""

LIBRARY = r"""
#include <windows.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static __declspec(thread) int own = 5;
static int big(int at) { volatile char room[100000]; memset((void *)room, 1, sizeof room); return room[at]; }
static DWORD WINAPI begin(void *given) { own += (int)(INT_PTR)given; return (DWORD)own; }
static void last(void) { puts("last"); }
int main(int argc, char **argv)
{
    long long many = argc * -1000000000000LL;
    unsigned long long most = (unsigned long long)argc * 0xFFFFFFFFFFFFFFFFull;
    DWORD status;
    HANDLE thread = CreateThread(NULL, 0, begin, (void *)3, 0, NULL);
    atexit(last);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("%I64d %I64d %I64u %I64u\n", many / 7, many % 7, most / 10, most % 10);
    printf("%.3f %d %lu %d\n", pow(2.0, 0.5) * argc, big(50000), status, own);
    return argv[argc] != NULL;
}
"""
LIBRARY_SAYS = "-142857142857 -1 1844674407370955161 5\n1.414 1 8 5\nlast\n"

OTHER = r"""
#include <stdio.h>
int here(void);
int there(int value) { printf("there %d\n", value); return here(); }
"""

WIDE = r"""
#include <stdio.h>
#include <wchar.h>
int there(int);
int here(void) { return 4; }
int wmain(int argc, wchar_t **argv) { printf("%ls\n", argv[argc - 1]); return there(argc); }
"""

CLASSES = r"""
#include <cstdio>
#include <stdexcept>
#include <string>
struct Guard { const char *name; ~Guard() { std::printf("gone %s\n", name); } };
static int fail(int depth) { Guard guard{depth ? "outer" : "inner"}; return depth ? fail(depth - 1) : throw std::runtime_error("deep"); }
int main() { try { return fail(1); } catch (const std::exception &problem) { std::printf("caught %s\n", problem.what()); return 3; } }
"""

CONTAINERS = r"""
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
struct Shape { virtual ~Shape() {} virtual int area() const = 0; };
struct Square : Shape { int side; Square(int side) : side(side) {} int area() const override { return side * side; } };
static Square &first() { static Square made(1); return made; }
int main()
{
    std::vector<std::unique_ptr<Shape>> shapes;
    std::string text = "areas";
    for (int side = 2; side < 5; side++)
        shapes.push_back(std::make_unique<Square>(side));
    for (auto &shape : shapes)
        text += " " + std::to_string(shape->area());
    std::printf("%s %d\\n", text.c_str(), first().area());

    std::set<int> numbers;
    std::map<int, int> squares;
    std::unordered_map<std::string, int> names;
    std::list<int> list{3, 1, 2};
    unsigned seed = 1, sum = 0;
    for (int round = 0; round < 5000; round++) {
        seed = seed * 1664525 + 1013904223;
        int number = seed >> 20;
        if (round % 3 == 2)
            numbers.erase(number), squares.erase(number);
        else
            numbers.insert(number), squares[number] = number * number, names[std::to_string(number)]++;
    }
    int before = -1, wrong = 0;
    for (int number : numbers)
        wrong += number <= before || squares.at(number) != number * number, before = number;
    for (auto at = numbers.rbegin(); at != numbers.rend(); ++at)
        wrong += *at > before, before = *at;
    for (auto &name : names)
        sum += name.second;
    list.sort();
    list.reverse();
    std::printf("%d %d %u %d%d\\n", wrong, numbers.size() == squares.size(), sum, list.front(), list.back());
    try {
        shapes.at(7);
    } catch (const std::logic_error &problem) {
        std::printf("caught %s\\n", dynamic_cast<const std::out_of_range *>(&problem) ? "out of range" : problem.what());
    }
    try {
        dynamic_cast<Square &>(*shapes[0]).side ? throw std::runtime_error("own") : 0;
    } catch (const std::exception &problem) {
        std::printf("caught %s\\n", problem.what());
    }
    return 0;
}
""".replace("\\\\", "\\")
CONTAINERS_SAY = "areas 4 9 16 1\n0 1 3334 31\ncaught out of range\ncaught own\n"


def file(name: str, text: str) -> Path:
    path = scratch / name
    path.write_text(text)
    return path


def runs(status: int, says: str, claim: str, *words: object) -> None:
    done = trapline("run", *words)
    ok((done.returncode, done.stdout) == (status, says), claim, done)


def refused(says: str, claim: str, *words: object) -> None:
    done = trapline(*words)
    said = without_builds(done.stderr)
    ok(done.returncode == 2 and says in said, claim, done)


blocks, library = file("blocks.c", BLOCKS), file("library.c", LIBRARY)
for options in ((), ("-O2",), ("--eh", "4"), ("--eh", "4", "-O2"), ("--safeseh",), ("--smp", "2")):
    runs(4, BLOCKS_SAY, f"__try of a compiler for Windows, {' '.join(options) or 'as it is'}", "--windows", *options, blocks, "word")
runs(0, "14\n", "a source with blocks of assembly is one for Windows by itself", file("assembly.c", ASSEMBLY))
for options in ((), ("-O2", "--safeseh")):
    runs(0, LIBRARY_SAYS, f"numbers of 64 bits, large frames, variables of threads, what runs at the end: {options}", "--windows", *options, library)
runs(4, "word\nthere 2\n", "two sources, and main with wide words", "--windows", file("wide.c", WIDE), file("other.c", OTHER), "--", "word")
runs(0, "Bad dynamic_cast!\ntoo far, class std::out_of_range\n5 4 6\n", "C++ by clang", file("standard.cpp", STANDARD))
classes = file("classes.cpp", CLASSES)
runs(3, "gone inner\ngone outer\ncaught deep\n", "C++ by clang, with Visual C++'s exceptions", classes)
runs(3, "gone inner\ngone outer\ncaught deep\n", "C++ by MinGW's compiler", "--compiler", "mingw", classes)
containers = file("containers.cpp", CONTAINERS)
for options in ((), ("-O2",)):
    runs(0, CONTAINERS_SAY, f"containers, strings, what the library throws, types at run time: {options}", *options, containers)
runs(5, "", "a macro of the command line", "--windows", "-DVALUE=5", file("value.c", "int main(void) { return VALUE; }\n"))

kept = scratch / "kept.exe"
done = trapline("cc", blocks, "-o", kept)
ok(done.returncode == 0 and done.stdout == f"{kept}\n" and kept.read_bytes()[:2] == b"MZ", "cc keeps the program", done)
first = kept.read_bytes()
trapline("cc", blocks, "-o", kept)
ok(kept.read_bytes() == first, "and makes the same one of the same source")
runs(4, BLOCKS_SAY, "which runs as any other", kept, "word")

refused("needs an __except (filter) or a __finally block", "__try alone is told", "run", "--windows", file("alone.c", "int main(void) { __try { return 1; } return 2; }\n"))
refused("nothing.c has no main", "so is a program without main", "run", "--windows", file("nothing.c", "int nothing;\n"))
refused("--eh is for clang; MinGW's compilers have no __try", "and a form of __try that MinGW has not", "run", "--compiler", "mingw", "--eh", "4", blocks)
refused("becomes a program for Windows; ./trapline cc makes it", "an image of C++ is refused", "build", file("empty.cpp", "int main() {}\n"))
refused("cc what? Give the sources", "cc wants sources", "cc")
refused("is built already; cc takes sources", "and no program", "cc", kept)
refused("is no part of a program for Windows; its sources are C and C++", "assembly in a file is refused", "run", "--windows", blocks, file("part.S", "nop\n"))
finish()
