#!/usr/bin/env python3
"""C++ in programs for Windows from their sources, by clang with a library of its own and by MinGW's compiler."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import ROOT, finish, ok  # noqa: E402
from sources import file, refused, runs  # noqa: E402

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
taken = file("taken.cpp", TAKEN)
for options in ((), ("-O2",), ("-Wshadow", "-Werror")):
    runs(0, "parts: +0 +1 +2 +3 ~2 ~1 ~0 took 3", f"what a catch block takes has a place of its own: {options}", *options, taken)

listed = subprocess.run(["make", "-sn", "--always-make", "windows-program", f"SOURCES={classes}", "OUTPUT=build/run/classes.exe"], cwd=ROOT, capture_output=True, check=True).stdout
parts = {*re.findall(rb"build/windows/[\w+]+\.(?:obj|a)", listed)}
counted = re.findall(rb"^printf '  %-4s \S+' \w+ (build/windows/\S+\.(?:obj|a))", listed, re.M)
ok(len(parts) > 50 and parts == {*counted}, "each part of the C++ library that the first program needs is counted while it is made", *(parts - {*counted}))
finish()
