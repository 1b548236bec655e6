#!/usr/bin/env python3
"""A program's output and error are what they are on the host: a terminal is a console, all else a pipe, and each has its own text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import compiled, finish, ok, scratch_folder, trapline, without_builds  # noqa: E402
from terminal import on_terminal  # noqa: E402

PROGRAM = """
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <windows.h>

#ifdef _MSC_VER
#define IS_ITS_HANDLE(number, handle) ((HANDLE)_get_osfhandle(number) == handle)
#else
#define IS_ITS_HANDLE(number, handle) true
#endif

int main(void)
{
    static const DWORD streams[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    DWORD mode, written;
    HANDLE error = GetStdHandle(STD_ERROR_HANDLE);
    for (int i = 0; i < 2; i++) {
        HANDLE stream = GetStdHandle(streams[i]);
        printf("type %lu, mode %d, terminal %d%s\\n", GetFileType(stream), GetConsoleMode(stream, &mode), _isatty(i + 1) != 0,
               IS_ITS_HANDLE(i + 1, stream) ? "" : ", another handle");
    }
    fflush(stdout);
    fputs("by fputs\\n", stderr);
    _write(2, "by _write\\n", 10);
    WriteFile(error, "by WriteFile\\n", 13, &written, NULL);
    if (!WriteConsoleA(error, "by WriteConsole\\n", 16, &written, NULL))
        printf("WriteConsole: %lu\\n", GetLastError());
    SetStdHandle(STD_OUTPUT_HANDLE, error);
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), "by a handle\\n", 12, &written, NULL);
    puts("the end");
    return 3;
}
"""
CONSOLE, PIPE, REFUSED = "type 2, mode 1, terminal 1\n", "type 3, mode 0, terminal 0\n", "WriteConsole: 6\n"
ERRORS, BY_CONSOLE, LAST, END = "by fputs\nby _write\nby WriteFile\n", "by WriteConsole\n", "by a handle\n", "the end\n"

SCRATCH = scratch_folder()
source = SCRATCH / "streams.c"
source.write_text(PROGRAM)
image, exe = compiled(source), SCRATCH / "streams.exe"
trapline("cc", source, "-o", exe)


def check(subject: str, out: str, err: str, status: int, wanted_out: str, wanted_err: str) -> None:
    out, err = (without_builds(text.replace("\r\n", "\n")) for text in (out, err))
    ok((out, err, status) == (wanted_out, wanted_err, 3), subject, repr(out), repr(err), status)


for way, command in (("in ring 0", ["run", "--ring=0", str(image)]), ("in ring 3", ["run", "--ring=3", str(image)]), ("as a program for Windows", ["run", str(exe)])):
    done = subprocess.run(["./trapline", *command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    check(f"{way}: two pipes", done.stdout, done.stderr, done.returncode, PIPE + PIPE + REFUSED + END, ERRORS + LAST)
    done = subprocess.run(["./trapline", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    check(f"{way}: one pipe for both, and in order", done.stdout, "", done.returncode, PIPE + PIPE + ERRORS + REFUSED + LAST + END, "")
    shown = on_terminal("stdout stderr", *command, NO_COLOR="1")
    check(f"{way}: a terminal for both", shown.text, "", shown.status, CONSOLE + CONSOLE + ERRORS + BY_CONSOLE + LAST + END, "")
    shown = on_terminal("stderr", *command)
    check(f"{way}: a file and a terminal", shown.rest, shown.text, shown.status, PIPE + CONSOLE + END, ERRORS + BY_CONSOLE + LAST)
    shown = on_terminal("stdout", *command, NO_COLOR="1")
    check(f"{way}: a terminal and a file", shown.text, shown.rest, shown.status, CONSOLE + PIPE + REFUSED + END, ERRORS + LAST)

long = SCRATCH / "long.c"
long.write_text("""
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    for (int i = 0; i < atoi(argv[argc - 1]); i++)
        fprintf(i % 2 ? stderr : stdout, "line %05d\\n", i);
    return 3;
}
""")
image_of_long = compiled(long)
# Bochs takes a millisecond of the host for a line, QEMU a hundredth.
for options, lines in (("", 20000), ("--ring 3 --smp 4", 20000), ("--emulator bochs", 4000)):
    texts = ["".join(f"line {i:05}\n" for i in range(first, lines, 2)) for first in (0, 1)]
    done = subprocess.run(["./trapline", "run", *options.split(), str(image_of_long), str(lines)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    ok([done.stdout, without_builds(done.stderr)] == texts and done.returncode == 3, f"both arrive whole: {options or 'plainly'}", len(done.stdout), len(done.stderr))
done = subprocess.run(["./trapline", "trace", str(image)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
ok(PIPE + PIPE + ERRORS + REFUSED + LAST + END == done.stdout, "a trace has both in order, between its lines", done.stdout)
finish()
