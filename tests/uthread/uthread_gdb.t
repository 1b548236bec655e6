#!/usr/bin/env python3
"""The debugger's command `threads` shows the tables of a stopped machine that utDump has just printed in it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402

STOPS = 5  # dumped() is called as often
LIMIT = 60.0


def even(line: str) -> str:
    """A line without the numbers that change between printing and stopping, and without the compiler's names for parts.
    In optimised code gdb and addr2line may choose different lines of one statement, so the runtime's are left out."""
    line = re.sub(r"\(((?!tests/)[^ :]*):\d+\)$", r"(\1)", line)
    line = re.sub(r"\d+ ms left", "N ms left", line)
    line = re.sub(r"\d+( +\d+ +\d+  runs)$", r"N\1", line)
    return re.sub(r" (\w+)\.[\w.]+\+", r" \1+", line).rstrip()


def tables(text: str) -> list[str]:
    """Each scheduler's table: a heading and the indented lines below it."""
    return re.findall(r"^scheduler .*\n(?:  .*\n)*", "\n".join(map(even, text.splitlines())) + "\n", re.M)


def run(options: str) -> tuple[str, dict[int, str]]:
    """The program's output, and the debugger's tables: before the program runs (0), and after each table that it prints.
    Now and then the emulator stops twice at the same place, so there are more tries than stops."""
    command = ["./trapline", "run", "--gdb", "--timeout", str(LIMIT), *options.split(), "tests/uthread_dump"]
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert program.stderr
        line = next(line for line in program.stderr if line.startswith("    gdb "))
        words = [*shlex.split(line), "-batch", "-nx", "-ex", "threads", "-ex", "break dumped"]
        for _ in range(2 * STOPS):
            words += ["-ex", "continue", "-ex", "print tables", "-ex", "threads"]
        done = subprocess.run([*words, "-ex", "kill"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=LIMIT)
        printed = program.communicate(timeout=LIMIT)[0]
    finally:
        program.kill()
        program.wait()
    first, *pieces = re.split(r"^\$\d+ = ", done.stdout, flags=re.M)
    # Behind the program's end gdb knows the number that the image has.
    return printed, {**{int(piece.split("\n")[0]): piece for piece in pieces}, 0: first}


LEFT_OUT = set(os.environ.get("LEAVE_OUT", "").split())
for options in (way for way in ("", "--cc clang", "--ring 3") if not set(way.split()) & LEFT_OUT):
    printed, stops = run(options)
    wanted = tables(printed)
    ok(len(wanted) == STOPS and set(stops) == set(range(STOPS + 1)), f"the machine stops {STOPS} times {options}".rstrip(), printed, stops)
    for number, table in enumerate(wanted, 1):
        shown = tables(stops.get(number, ""))
        ok(table in shown, f"stop {number}: the table is the same {options}".rstrip(), table, "gdb:", *shown)
    ok("thread 8, " in stops[0] and "scheduler " not in stops[0].replace("no scheduler", ""), f"before the start there is none {options}".rstrip(), stops[0])

finish()
