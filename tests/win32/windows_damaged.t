#!/usr/bin/env python3
"""Damaged files of Windows: libraries that a program loads by the hundred, and programs that boot. The runtime goes on with any bytes in
them.

    SEED=N COUNT=N BOOTS=N tests/win32/windows_damaged.t     other files, or more of them: COUNT libraries, BOOTS programs
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness"), str(Path(__file__).resolve().parents[1])]

from tap import ROOT, finish, ok, scratch_folder, trapline  # noqa: E402
from damage import odd_number  # noqa: E402
from model.runner import whole_number  # noqa: E402
from pe_file import PeFile, WrongFile, program_faults  # noqa: E402

SEED, COUNT, BOOTS = whole_number("SEED", int(time.time())), whole_number("COUNT", 400), whole_number("BOOTS", 8)
MOST = 5000  # libraries of one boot
SECONDS = 20  # of a damaged program, which may run for ever
PLACES = 0x400  # bytes of headers
CLEAN = ["libraries that stay: 0", "memory is lost: no"]
RUNTIME_TROUBLE = re.compile(r"panic|died without a word|Traceback")
BUILT = ROOT / "build" / "tests" / "win32"

subprocess.run(["flock", "build/.lock", "make", "-s", "build/tests/win32/exe_damaged.exe", "build/tests/win32/exe_hello.exe"], check=True)
scratch = scratch_folder()
for name in ("exe_damaged.exe", "exe_damaged_dll.dll"):
    shutil.copy(BUILT / name, scratch)
print(f"# SEED={SEED} COUNT={COUNT} BOOTS={BOOTS}", flush=True)

# ---------------------------------------------------------------- libraries

for boot, first in enumerate(range(0, COUNT, MOST)):
    many, seed = min(MOST, COUNT - first), (SEED + boot) & 0xFFFFFFFF
    done = trapline("run", "--timeout", "550", scratch / "exe_damaged.exe", many, seed)
    ok(done.stdout.split("\n")[:-1] == CLEAN and done.returncode == 0, f"{many} damaged libraries of seed {seed} are refused, or loaded and freed",
       *done.stdout.splitlines()[-30:], *done.stderr.splitlines()[-3:])

# ---------------------------------------------------------------- programs


def damaged(random: Random, data: bytes) -> bytes:
    """Some numbers of the headers and the tables of sections are others."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        size, at = random.choice((1, 2, 4)), random.randrange(PLACES)
        changed[at:at + size] = odd_number(random, 8 * size).to_bytes(size, "little")
    return bytes(changed)


def is_taken(data: bytes) -> bool:
    """Whether the command would boot it."""
    try:
        file = PeFile(data)
    except WrongFile:
        return False
    return not any(program_faults(file))


random, good = Random(SEED), (BUILT / "exe_hello.exe").read_bytes()
folder = scratch / "programs"
folder.mkdir()
tried, booted, troubles = 0, 0, []
while booted < BOOTS:
    tried += 1
    data = damaged(random, good)
    if not is_taken(data) or data == good:
        continue
    booted += 1
    (folder / "tried.exe").write_bytes(data)
    ended = subprocess.run(["./trapline", "run", "--timeout", str(SECONDS), str(folder / "tried.exe")], stdin=subprocess.DEVNULL, capture_output=True)
    said = (ended.stdout + ended.stderr).decode(errors="replace")
    if RUNTIME_TROUBLE.search(said):
        kept = ROOT / "build" / f"damaged-{SEED}-{tried}.exe"
        kept.write_bytes(data)
        troubles += [f"{kept}:", *said.splitlines()[-12:]]
ok(not troubles, f"{booted} damaged programs, of {tried} that were made, come to some end without a panic of the runtime", *troubles)
finish()
