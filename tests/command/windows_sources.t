#!/usr/bin/env python3
"""Programs for Windows from their sources: which sources are for Windows, what cc keeps, buffers with a cookie, what is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness")]

from tap import ROOT, finish, ok, trapline  # noqa: E402
from sources import file, refused, runs, scratch  # noqa: E402

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

WIDE = r"""
#include <stdio.h>
#include <wchar.h>
int there(int);
int here(void) { return 4; }
int wmain(int argc, wchar_t **argv) { printf("%ls\n", argv[argc - 1]); return there(argc); }
"""

OTHER = r"""
#include <stdio.h>
int here(void);
int there(int value) { printf("there %d\n", value); return here(); }
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

library = file("library.c", LIBRARY)
runs(0, "14\n", "a source with blocks of assembly is one for Windows by itself", file("assembly.c", ASSEMBLY))
for options in ((), ("-O2", "--safeseh")):
    runs(0, LIBRARY_SAYS, f"numbers of 64 bits, large frames, variables of threads, what runs at the end: {options}", "--windows", *options, library)
runs(4, "word\nthere 2\n", "two sources, and main with wide words", "--windows", file("wide.c", WIDE), file("other.c", OTHER), "--", "word")
overrun = file("overrun.c", OVERRUN)
for options in ((), ("-O2",), ("--eh", "4"), ("--compiler", "mingw")):
    runs(4, "", f"a buffer with a cookie behind it: {options}", "--gs", "-DLENGTH=16", *options, overrun)
    done = trapline("run", "--gs", "-DLENGTH=32", *options, overrun)
    told = r"\*\*\* stack smashing detected" if "mingw" in options else r"trapline: unhandled exception C0000409 \(fast fail\) at \w+ filled\+"
    ok(done.returncode and re.match(told, done.stdout), f"where it is overrun, no handler is asked, and the report names the function: {options}", done)
runs(3, "a handler takes it\n", "without a cookie the function returns to what was written there", "--windows", "-DLENGTH=32", overrun)
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
done = trapline("cc", library, "-o", kept)
ok(done.returncode == 0 and done.stdout == f"{kept}\n" and kept.read_bytes()[:2] == b"MZ", "cc keeps the program", done)
first = kept.read_bytes()
trapline("cc", library, "-o", kept)
ok(kept.read_bytes() == first, "and makes the same one of the same source")
runs(0, LIBRARY_SAYS, "which runs as any other", kept)

refused("nothing.c has no main", "a program without main is told", "run", "--windows", file("nothing.c", "int nothing;\n"))
refused("becomes a program for Windows; ./trapline cc makes it", "an image of C++ is refused", "build", file("empty.cpp", "int main() {}\n"))
refused("cc what? Give the sources", "cc wants sources", "cc")
refused("is built already; cc takes sources", "and no program", "cc", kept)
refused("is no part of a program for Windows; its sources are C and C++", "assembly in a file is refused", "run", "--windows", library, file("part.S", "nop\n"))
finish()
