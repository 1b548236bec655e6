#!/usr/bin/env python3
"""Reports of several threads at once: each is whole, and no other line is in the middle of one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402

TIMES = 40  # each thread prints its table


def run(options: str, words: str) -> tuple[int, str]:
    done = subprocess.run(["./trapline", "run", "--timeout", "200", *options.split(), "tests/thread_reports", *words.split()],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(errors="replace").replace("\r", "")


ROW = r"  [0-9A-F]{8}  (name\d) +0 +\d+ +\d+ +\d+  has not begun\n            [0-9A-F]{8} never_runs.*\n"
TABLE = re.compile(r"scheduler [0-9A-F]{8}: 3 threads, .*\n  thread    name .*\n(?:%s){3}|between name\d\n" % ROW)
REPORT = re.compile(r"trapline: unhandled exception C0000094 .* divides\+.*\n"
                    r"trapline:   in thread \d+, on CPU \d+\n"
                    r"  eax=.*\n  esi=.*\n  eip=.*\n  cs=.*\n  stack .*\n  handlers .*\n(?:           .*\n)*  called .* divides\+.*\n(?:            .*\n)*\Z")

for options in ("--smp 2", "--smp 4 --ring 3"):
    threads = int(options.split()[1])
    status, out = run(options, f"dump {threads} {TIMES}")
    pieces = TABLE.findall(out)
    rest = TABLE.sub("", out)
    ok(status == 0 and rest == "" and len(pieces) == 2 * threads * TIMES,
       f"{threads} threads print {TIMES} tables each, every one whole ({options})", len(pieces), rest[:600])
for options in ("--smp 2", "--smp 4", "--smp 4 --ring 3"):
    threads = 1 + int(options.split()[1])
    status, out = run(options, f"faults {threads} 1")
    lines = re.sub(r"^a line of the program\n", "", out, flags=re.M)
    at = out.find("trapline: ")
    ok(status == 0x94 and out.count("unhandled exception") == 1 and REPORT.fullmatch(out[at:]) is not None and REPORT.fullmatch(lines) is not None,
       f"threads fault at the same time: one report comes, whole, and then the run ends ({options})", status, out[at:][:1500])

finish()
