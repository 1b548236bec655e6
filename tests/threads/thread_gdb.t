#!/usr/bin/env python3
"""The debugger's command `threads` shows what each CPU runs, and each of the kernel's threads with its user-level ones."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402

LIMIT = 120.0


def run(options: str, program: str, stop: str) -> tuple[str, str]:
    """The program's output, and what the debugger shows where it stops."""
    command = ["./trapline", "run", "--gdb", "--timeout", str(LIMIT), *options.split(), *program.split()]
    machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert machine.stderr
        line = next(line for line in machine.stderr if line.startswith("    gdb "))
        words = [*shlex.split(line), "-batch", "-nx", "-ex", f"break {stop}", "-ex", "continue", "-ex", "threads"]
        shown = subprocess.run([*words, "-ex", "detach"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT)
        return machine.communicate(timeout=LIMIT)[0].replace("\r", ""), shown.stdout + shown.stderr
    finally:
        machine.kill()
        machine.wait()


def even(text: str) -> list[str]:
    """Lines without the places in files, in which gdb and addr2line may differ, and the names of words, which only gdb knows."""
    return [re.sub(r" \([^() ]*:\d+\)$|(?<=waits for a change at [0-9A-F]{8}) .*", "", line) for line in text.splitlines()]


def threads(shown: str) -> dict[int, str]:
    """The part of each thread, by its number."""
    parts = re.split(r"^(?=thread \d+, )", shown, flags=re.M)[1:]
    return {int(part.split(",")[0].removeprefix("thread ")): part for part in parts}


for options in ("", "--ring 3"):
    printed, shown = run(options, "tests/thread_deadlock", "power_off")
    report = even(printed[printed.find("deadlock: "):])[1:]
    same = [line for line in even("".join(threads(shown).values())) if not line.startswith("  TEB ")]
    ok("CPU 0 idles\n" in shown, f"no CPU runs a thread in a deadlock {options}".rstrip(), shown)
    ok(len(report) > 14 and [line.strip() for line in report] == [line.strip() for line in same[:len(report)]],
       f"each thread is shown with its priority, its wait and its calls, as the deadlock's report has it {options}".rstrip(),
       *report, "gdb:", *same)
    ok(re.search(r"^thread 8, .*\n  TEB 7FFDE000, stack [0-9A-F]{8} to [0-9A-F]{8}\n", shown, re.M) is not None,
       f"and with its TEB and its stack {options}".rstrip(), shown)

_, shown = run("--smp 3", "tests/kernel_cpus_end panic 1", "panic")
running = dict(re.findall(r"^CPU (\d) runs thread (\d+)$", shown, re.M))
parts = threads(shown)
ok(sorted(running) == ["0", "1", "2"] and len(set(running.values())) == 3, "on three CPUs each runs a thread of its own", shown)
ok(all(f": runs on CPU {cpu}\n" in parts[int(number)] for cpu, number in running.items()), "whose line names the CPU", shown)
ok(all(re.search(rf"[0-9A-F]{{8}} {name}\b", parts[int(running[cpu])]) is not None
       for cpu, name in (("0", "program_main"), ("1", "panic_here"), ("2", "compute"))) and "compute" not in parts[int(running["1"])],
   "and shows where that CPU stands", shown)

_, shown = run("--smp 2", "tests/thread_reports dump 3 1", "utDump")
tables = {number: re.findall(r"  (name\d)  ", part) for number, part in threads(shown).items()}
ok(sorted(map(tuple, tables.values())) == [(), *((f"name{i}",) * 3 for i in range(3))], "below each thread are the user-level threads of its own", shown)

finish()
