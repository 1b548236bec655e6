#!/usr/bin/env python3
"""Random programs over the kernel's threads and objects run as the reference in tests/model says.

    SEED=N COUNT=N tests/threads/thread_model.t       other programs, or more of them

The seed is new each time. A program that differs is made as small as it goes, and shown.
"""

from __future__ import annotations

import array
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))

from model import object_programs as programs  # noqa: E402
from model import object_rules as reference  # noqa: E402
from model.runner import Difference, Model, Ran, compare, whole_number  # noqa: E402

AROUND = 12  # events shown before the one that differs


def read(output: list[str], errors: str) -> Ran:
    said = [line for line in output if not line.startswith("=")][-20:] + errors.splitlines()
    return Ran([line[1:].strip() for line in output if line.startswith("=")], "\n".join(said))


def text(words: list[int]) -> str:
    return " ".join(f"{words[i]:X}.{words[i + 1]:X}.{words[i + 2]:X}" for i in range(0, len(words), 3))


def contrast(program: programs.Program, found: Difference) -> list[str]:
    wanted = reference.words(program)
    got = [int(word, 16) for event in found.ran.split() for word in event.split(".")] if "." in found.ran else []
    at = next((i for i in range(0, len(wanted), 3) if got[i:i + 3] != wanted[i:i + 3]), len(wanted))
    both = reference.show(wanted[:at])[-AROUND:]
    return [*(f"both:          {line}" for line in both), *(f"the reference: {line}" for line in reference.show(wanted[at:])[:3]),
            *(f"the machine:   {line}" for line in reference.show(got[at:])[:3]), found.ran if not got else "", found.said]


MODEL = Model(
    image="tests/thread_model",
    machines={
        "gcc": (["--virtual-time"], 0.4),
        "clang": (["--virtual-time", "--cc", "clang"], 0.1),
        "ring 3": (["--virtual-time", "--ring", "3"], 0.3),
        "checked": (["--virtual-time", "--checked"], 0.2),
    },
    piece=2000,
    rounds=40,
    claim="programs run as the reference says",
    generate=programs.generate,
    parts_of=programs.parts_of,
    line=programs.line,
    show=programs.show,
    expected=reference.words,
    text=text,
    summed=lambda words: array.array("I", words).tobytes(),
    read=read,
    contrast=contrast,
)

if __name__ == "__main__":
    sys.exit(compare(MODEL, whole_number("SEED", int(time.time())), whole_number("COUNT", 10000)))
