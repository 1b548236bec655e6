#!/usr/bin/env python3
"""Programs for Windows from their sources: real __try by clang, blocks of assembly, C++, MinGW's compiler; sources that are refused."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import ROOT, finish, ok, scratch_folder, trapline, without_builds  # noqa: E402

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

STREAMS = r"""
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <windows.h>
struct Point { int x, y; };
static std::ostream &operator<<(std::ostream &out, const Point &point) { return out << '(' << point.x << ", " << point.y << ')'; }
struct Points : std::numpunct<char> { char do_thousands_sep() const override { return '.'; } std::string do_grouping() const override { return "\3"; } };
struct Whole { const char *name; ~Whole() { std::cout << "gone " << name << std::endl; } } whole{"whole"};
thread_local struct Local { int value = static_cast<int>(GetCurrentThreadId() != 0); ~Local() { std::cout << "local " << value << std::endl; } } local;
static DWORD WINAPI begin(void *) { local.value = 7; return 0; }
int main()
{
    static Whole made{"made"};
    std::cout << "text " << -1 << ' ' << 2u << ' ' << 123456789012LL << ' ' << 4.5 << ' ' << 1.5L << ' ' << std::boolalpha << true << ' ' << Point{1, 2} << std::endl;
    std::cout << std::hex << std::showbase << 255 << std::dec << std::setw(6) << std::setfill('*') << 42 << std::left << std::setw(4) << "ab" << '|'
              << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 31415.9 << std::defaultfloat << ' ' << 1e10 << '\n';
    std::istringstream in("12 3.5 word rest of it\nlast");
    int whole_number, sum = 0;
    double number;
    std::string word, line;
    in >> whole_number >> number >> word;
    std::getline(in, line);
    std::cout << whole_number + number << word << '[' << line << "] ";
    std::getline(in, line);
    std::cout << line << in.eof() << in.fail() << '\n';
    std::ofstream("out.txt") << "one\n" << 2 << '\n';
    for (std::ifstream file("out.txt"); std::getline(file, line);)
        std::cout << line << ';';
    try {
        std::ifstream file;
        file.exceptions(std::ios::failbit);
        file.open("none.txt");
    } catch (const std::ios_base::failure &problem) {
        std::cout << problem.what() << '\n';
    }
    std::cout.imbue(std::locale(std::cout.getloc(), new Points));
    std::cout << 1234567 << '\n';
    std::printf("between ");
    while (std::cin >> whole_number)
        sum += whole_number;
    std::cin.clear();
    char letter[4], word_end[4];
    std::cin >> letter >> std::setw(3) >> word_end;
    std::getline(std::cin, line);
    std::cout << sum << letter << word_end << line << '\n';
    std::cout << std::bind([](int one, int other) { return one - other; }, std::placeholders::_2, 1)(0, 5) << '\n';
    std::exception_ptr kept;
    try {
        throw std::out_of_range("kept");
    } catch (...) {
        kept = std::current_exception();
    }
    try {
        std::rethrow_exception(kept);
    } catch (const std::logic_error &problem) {
        std::cout << problem.what() << std::uncaught_exceptions() << '\n';
    }
    HANDLE thread = CreateThread(nullptr, 0, begin, nullptr, 0, nullptr);
    WaitForSingleObject(thread, INFINITE);
    return 0;
}
"""
STREAMS_SAY = """text -1 2 123456789012 4.5 1.5 true (1, 2)
0xff****42ab**|3.14 3.14e+04 1e+10
16word[ rest of it] lasttruefalse
one;2;basic_ios::clear: iostream error
1.234.567
between 12xyes, y
4
kept0
local 7
local 1
gone made
gone whole
"""

REPLACED = r"""
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <typeinfo>
static int given, taken;
#ifdef OWN
void *operator new(std::size_t size) OWN { given++; return std::malloc(size); }
void operator delete(void *block) throw() { taken++; std::free(block); }
#endif
struct Fails { int value; Fails() { throw std::out_of_range("made"); } };
static void last() { std::printf("last %d %d\n", given == taken, given > 3); std::exit(5); }
static void no_memory() { std::printf("no memory\n"); std::set_new_handler(0); }
static void not_expected() { std::printf("not expected\n"); last(); }
int main()
{
    int *numbers = new int[4], *number = new (std::nothrow) int(4);
    delete[] numbers;
    delete number;
    std::set_new_handler(no_memory);
    try { if (!given) operator new[](0x7FFFFFFF); } catch (const std::bad_alloc &problem) { std::printf("%s\n", problem.what()); }
    try { delete new Fails; } catch (const std::logic_error &problem) { std::printf("%s %d\n", problem.what(), typeid(problem) == typeid(std::out_of_range)); }
    std::set_unexpected(not_expected);
    std::unexpected();
}
"""

FAULT = r"""
#include <cstdio>
struct Object { int number; Object(int given) : number(given) { std::printf("+%d ", number); } ~Object() { std::printf("-%d ", number); } };
int *none;
static int fault(int again)
{
    try {
        Object one(1);
        try { Object two(2); *none = 1; } catch (int) { return 1; }
    } catch (...) {
        Object three(3);
        try { *none = 2; } catch (...) { std::printf("inner "); }
        return again ? *none : 4;
    }
    return 5;
}
int main()
{
    std::printf("%d\n", fault(0));
    try { Object nine(9); return fault(1); } catch (...) { std::printf("outer\n"); }
    return 0;
}
"""
FAULT_SAYS = "+1 +2 -2 -1 +3 inner -3 4\n+9 +1 +2 -2 -1 +3 inner -3 -9 outer\n"

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

TAKEN = r"""
#include <cstdio>
static int limit = -1, made;
struct Part { int number; Part() : number(made++) { std::printf("+%d ", number); if (number == limit) throw number; } ~Part() { std::printf("~%d ", number); } };
template <class F> static void run(const char *name, int most, F function)
{
    std::printf("%s: ", name);
    limit = most;
    try { function(); std::printf("all "); } catch (int number) { std::printf("took %d", number); }
}
int main() { run("parts", 3, [] { made = 0; Part parts[5]; }); }
"""

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

OVERRUN = r"""
#include <stdio.h>
#include <string.h>
#include <windows.h>
static volatile int length = LENGTH;
static __declspec(noinline) int filled(void)
{
    char letters[16];
    memset(letters, 'A', length);
    return letters[3];
}
int main(void)
{
    int letter = 0;
#ifdef __clang__
    __try { letter = filled(); } __except (1) { puts("a handler takes it"); }
#else
    letter = filled();
#endif
    return letter ? letter - 'A' + 4 : 3;
}
"""

CLASSES = r"""
#include <cstdio>
#include <stdexcept>
#include <string>
struct Guard { const char *name; ~Guard() { std::printf("gone %s\n", name); } };
static int fail(int depth) { Guard guard{depth ? "outer" : "inner"}; return depth ? fail(depth - 1) : throw std::runtime_error("deep"); }
int main() { try { return fail(1); } catch (const std::exception &problem) { std::printf("caught %s\n", problem.what()); return 3; } }
"""

THREADS = r"""
#include <filesystem>
#include <iostream>
#include <mutex>
#include <thread>
int main()
{
    std::mutex mutex;
    int sum = 0;
    auto add = [&](int number) { std::lock_guard<std::mutex> held(mutex); sum += number; };
    std::thread one(add, 3), other(add, 4);
    one.join();
    other.join();
    std::wcout << L"wide " << sum << std::filesystem::is_directory("C:/") << std::endl;
    return 0;
}
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
struct alignas(64) Line { char bytes[64]; };
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
    std::unique_ptr<Line[]> lines(new Line[3]);
    wrong += reinterpret_cast<unsigned>(lines.get()) % alignof(Line);
    std::exception_ptr kept = std::make_exception_ptr(1), moved = std::move(kept);
    wrong += kept || !moved;
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


def runs(status: int, says: str, claim: str, *words: object, given: str = "") -> None:
    done = trapline("run", *words, given=given)
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
runs(0, "wide 71\n", "threads, mutexes, wide streams and file systems by MinGW's compiler", "--compiler", "mingw", file("threads.cpp", THREADS))
containers = file("containers.cpp", CONTAINERS)
for options in ((), ("-O2",)):
    runs(0, CONTAINERS_SAY, f"containers, strings, what the library throws, types at run time: {options}", *options, containers)
streams = file("streams.cpp", STREAMS)
for options in ((), ("-O2",)):
    runs(0, STREAMS_SAY, f"streams, kept exceptions, variables of threads that are constructed: {options}", *options, streams, given="3 4 5 x yes, y\n")
replaced = file("replaced.cpp", REPLACED)
runs(5, "no memory\nstd::bad_alloc\nmade 1\nnot expected\nlast 1 0\n", "the handler of operator new, and that of what is not expected", "--std", "gnu++14", "-w", replaced)
for standard, own in (("gnu++98", "throw(std::bad_alloc)"), ("gnu++14", "")):
    runs(5, "made 1\nnot expected\nlast 1 1\n", f"operators of the program's own serve all forms, by {standard}", "--std", standard, "-w", f"-DOWN={own}", replaced)
newest = subprocess.run("$(tools/build/newest-clang | cut -d ' ' -f 1) -dumpversion", shell=True, cwd=ROOT, capture_output=True, text=True, check=True).stdout
fault = file("fault.cpp", FAULT)
if int(newest.split(".")[0]) >= 19:
    for option in ("-O0", "-O2"):
        runs(0, FAULT_SAYS, f"catch (...) takes exceptions of the machine where it is asked for: {option}", "-fasync-exceptions", option, fault)
else:
    refused("-fasync-exceptions for C++ needs clang 19 or newer", "catch (...) takes no exceptions of the machine by an old clang", "run", "-fasync-exceptions", fault)
overrun = file("overrun.c", OVERRUN)
for options in ((), ("-O2",), ("--eh", "4"), ("--compiler", "mingw")):
    runs(4, "", f"a buffer with a cookie behind it: {options}", "--gs", "-DLENGTH=16", *options, overrun)
    done = trapline("run", "--gs", "-DLENGTH=32", *options, overrun)
    told = r"\*\*\* stack smashing detected" if "mingw" in options else r"trapline: unhandled exception C0000409 \(fast fail\) at \w+ filled\+"
    ok(done.returncode and re.match(told, done.stdout), f"where it is overrun, no handler is asked, and the report names the function: {options}", done)
runs(3, "a handler takes it\n", "without a cookie the function returns to what was written there", "--windows", "-DLENGTH=32", overrun)
registers = file("registers.c", REGISTERS)
for options in ((), ("-O2",), ("--eh", "4"), ("--eh", "4", "-O2")):
    runs(0, "6666 6666 5 5\n", f"registers of the caller, where a __try block has no call: {options}", *options, registers)
guarded, taken, mixed = file("guarded.c", GUARDED), file("taken.cpp", TAKEN), file("mixed.cpp", MIXED)
for options in ((), ("-O2",), ("--eh", "4", "-O2"), ("--eh", "4", "-Os")):
    runs(0, GUARDED_SAYS, f"all of a __try block is guarded, and nothing behind it: {options}", "--windows", *options, guarded)
for options in ((), ("-O2",), ("-Wshadow", "-Werror")):
    runs(6, "1100 7 9 outside C++ ", f"__try in C++: {options}", *options, mixed)
    runs(0, "parts: +0 +1 +2 +3 ~2 ~1 ~0 took 3", f"what a catch block takes has a place of its own: {options}", *options, taken)
runs(5, "", "a macro of the command line", "--windows", "-DVALUE=5", file("value.c", "int main(void) { return VALUE; }\n"))

WHICH = "int main(void) { int clang = 0;\n#ifdef __clang__\nclang = 1;\n#endif\n__try { clang = 10 / (clang - 1) ; } __except (1) { return 3; } return 4; }\n"
runs(3, "", "a source with __try and no header for it is one for Windows by itself", file("which.c", WHICH))
file("own.h", "#include <seh.h>\n")
runs(4, "", "with seh.h, included by a header of its own, it is not", file("native.c", '#include "own.h"\n' + WHICH.replace("int main", "SEH_FUNCTION int main")))
for name, text, expected in (
        ("bare", "int f(void) { __try { return 1; } __finally { } }", 0),
        ("windows", "#include <windows.h>\nint f(void) { __try { return 1; } __finally { } }", 1),
        ("own", "#define __try if (1)\nint f(void) { __try { return 1; } }", 1),
        ("comment", "/* __try { */ // __asm {\nint f(void);", 1),
        ("text", 'const char *text = "__try \\" __asm {";', 1),
        ("guarded", "#ifdef _MSC_VER\nvoid f(void) { __asm { nop } }\n#else\nvoid f(void) { __asm__(\"nop\"); }\n#endif", 1),
        ("block", "void f(void) { __asm\n{\nnop\n} }", 0)):
    asked = subprocess.run([sys.executable, "-S", "tools/start.py", "build.windows_source", str(file(f"{name}.c", text + "\n"))], cwd=ROOT, check=False)
    ok(asked.returncode == expected, f"what is for Windows by itself: {name}", asked)

kept = scratch / "kept.exe"
done = trapline("cc", blocks, "-o", kept)
ok(done.returncode == 0 and done.stdout == f"{kept}\n" and kept.read_bytes()[:2] == b"MZ", "cc keeps the program", done)
first = kept.read_bytes()
trapline("cc", blocks, "-o", kept)
ok(kept.read_bytes() == first, "and makes the same one of the same source")
runs(4, BLOCKS_SAY, "which runs as any other", kept, "word")

listed = subprocess.run(["make", "-sn", "--always-make", "windows-program", f"SOURCES={classes}", "OUTPUT=build/run/classes.exe"], cwd=ROOT, capture_output=True, check=True).stdout
parts = {*re.findall(rb"build/windows/[\w+]+\.(?:obj|a)", listed)}
counted = re.findall(rb"^printf '  %-4s \S+' \w+ (build/windows/\S+\.(?:obj|a))", listed, re.M)
ok(len(parts) > 50 and parts == {*counted}, "each part of the C++ library that the first program needs is counted while it is made", *(parts - {*counted}))

refused("needs an __except (filter) or a __finally block", "__try alone is told", "run", "--windows", file("alone.c", "int main(void) { __try { return 1; } return 2; }\n"))
refused("With #include <seh.h>, __try is for an image, too", "and what to include for an image", "build", scratch / "alone.c")
JUMP = "#include <stdio.h>\nint main(void) { for (;;) { __try { puts(\"body\"); }\n__finally { %s; } } return 4; }\n"
LOST = "jump.c:3:13: warning: a jump out of a __finally block is lost, because clang cannot make it; set a variable there, and jump behind the block"
refused(LOST, "a jump out of __finally has a warning, and what to do", "run", file("jump.c", JUMP % "break"))
done = trapline("cc", file("jump.c", JUMP % "return 3"), "-o", scratch / "jump.exe")
ok(done.returncode == 0 and LOST in done.stderr, "so has a return", done)
jumps = file("jumps.c", JUMPS)
for options in ((), ("-O2",), ("--eh", "4"), ("--eh", "4", "-O2")):
    runs(7, "finally 2 in finally 3 in finally 7 out 1 ", f"longjmp into a function with __try, and out of it: {options}", "--windows", *options, jumps)
returned = file("returned.c", RETURNED)
for options in ((), ("-O2",), ("--eh", "4")):
    runs(8, "1 finally 0 2 took it finally 1 ", f"a block that returns ends there, also out of a block inside it, and nothing else does: {options}", "--windows", "-w", *options, returned)
done = trapline("cc", file("jump.c", JUMP.replace("for (;;)", "if (1)") % "while (1) break"), "-o", scratch / "jump.exe")
ok(done.returncode == 0 and "warning" not in done.stderr, "and a jump that stays in the block has none", done)
refused("come with #include <windows.h>", "a name of windows.h is told", "run", file("names.c", "int main(void) { __try { return 1; } __except (EXCEPTION_EXECUTE_HANDLER) { return 2; } }\n"))
given = "struct given { int numbers[40]; };\nint use(struct given all) { __try { return all.numbers[3]; } __finally { all.numbers[2] = 1; } }\nint main(void) { return 0; }\n"
refused("clang broke down, as it does where a filter or a __finally block has a parameter that is a structure", "and where clang breaks down", "run", file("given.c", given))
refused("nothing.c has no main", "so is a program without main", "run", "--windows", file("nothing.c", "int nothing;\n"))
refused("--eh is for clang; MinGW's compilers have no __try", "and a form of __try that MinGW has not", "run", "--compiler", "mingw", "--eh", "4", blocks)
refused("becomes a program for Windows; ./trapline cc makes it", "an image of C++ is refused", "build", file("empty.cpp", "int main() {}\n"))
refused("cc what? Give the sources", "cc wants sources", "cc")
refused("is built already; cc takes sources", "and no program", "cc", kept)
refused("is no part of a program for Windows; its sources are C and C++", "assembly in a file is refused", "run", "--windows", blocks, file("part.S", "nop\n"))
finish()
