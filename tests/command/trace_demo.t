#!/usr/bin/env python3
"""The narration of the demonstration: its first lines, and that its output stays as it is without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import ROOT, finish, ok, without_builds  # noqa: E402
from testing.transcript import difference, lines  # noqa: E402

LINES = 40
COMMAND = ["./trapline", "run", "demo", "--virtual-time"]


def run(*options: str, both: bool = False) -> list[str]:
    """The command's standard output; with `both`, on standard error too, as on a terminal."""
    errors = subprocess.STDOUT if both else subprocess.DEVNULL
    done = subprocess.run([*COMMAND, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                          env={**os.environ, "NO_COLOR": "1"})
    ok(done.returncode == 0, f"the demonstration ends well: {' '.join(options) or 'as it is'}")
    return lines(without_builds(done.stdout.decode()))


plain = run()
ok(len(plain) > 300, "it prints its lines", *plain[-5:])
expected = lines((ROOT / "tests" / "command" / "trace_demo.expected").read_text())
for compiler in [name for name in ("gcc", "clang") if name not in os.environ.get("LEAVE_OUT", "").split()]:
    told = run("--trace", "--cc", compiler, both=True)
    wrong = difference(expected, told[:LINES])
    ok(not wrong, f"{compiler}: the first {LINES} lines of the narration are as expected", *wrong)
    quiet = [line for line in told if not line.startswith("  |")]
    # Where the faults happened, an address, is the compiler's own.
    alike = [got == want or "error occurred" in want for got, want in zip(quiet, plain)]
    ok(all(alike) and len(quiet) == len(plain), f"{compiler}: between it the output is the program's own")
ok(run("--trace") == plain, "on standard output there is the program's own output alone")

finish()
