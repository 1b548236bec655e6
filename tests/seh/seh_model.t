#!/usr/bin/env python3
"""Random programs of structured exception handling run as the rules say: tests/model is the other opinion.

    SEED=N COUNT=N tests/seh/seh_model.t       other programs, or more of them

The seed is new each time. A program that differs is made as small as it goes, and shown.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))

from model import bytecode, interpreter, programs  # noqa: E402
from model.runner import Difference, Model, Ran, compare, whole_number  # noqa: E402


def text(events: list[str]) -> str:
    return " ".join(events)


def contrast(program: programs.Program, found: Difference) -> list[str]:
    ran = found.ran or f"(the run ended) {found.said.strip()[:2000]}"
    return [f"the machine: {ran}", f"the rules:   {text(interpreter.events(program) or [])}"]


MODEL = Model(
    image="tests/seh_model",
    machines={
        "gcc": ([], 0.5),
        "clang": (["--cc", "clang"], 0.22),
        "gcc, ring 3": (["--ring", "3"], 0.25),
        "gcc, Bochs": (["--emulator", "bochs"], 0.03),
    },
    piece=2500,
    rounds=30,
    claim="programs run as the rules say",
    generate=programs.generate,
    parts_of=programs.parts_of,
    line=bytecode.line,
    show=programs.show,
    expected=interpreter.events,
    text=text,
    summed=lambda events: text(events).encode(),
    read=Ran,
    contrast=contrast,
)

if __name__ == "__main__":
    # Programs nest, and the interpreter with them.
    sys.setrecursionlimit(50000)
    threading.stack_size(512 * 1024 * 1024)
    wanted = whole_number("SEED", int(time.time())), whole_number("COUNT", 3000)
    result: list[bool] = []
    thread = threading.Thread(target=lambda: result.append(compare(MODEL, *wanted)))
    thread.start()
    thread.join()
    sys.exit(result[0] if result else 1)
