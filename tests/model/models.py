#!/usr/bin/env python3
"""Random programs run on the machine as a reference here says.

    SEED=N COUNT=N tests/model/models.py MODEL      other programs, or more of them

The seed is new each time. A program that differs is made as small as it goes, and shown.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))

from model import bytecode, interpreter, programs, runner  # noqa: E402
from model import object_programs, object_rules, thread_generator, thread_interpreter, thread_programs, ums_programs, ums_rules  # noqa: E402
from model.event_words import word_model  # noqa: E402


def text(events: list[str]) -> str:
    return " ".join(events)


def contrast(program: programs.Program, found: runner.Difference) -> list[str]:
    ran = found.ran or f"(the run ended) {found.said.strip()[:2000]}"
    return [f"the machine: {ran}", f"the rules:   {text(interpreter.events(program) or [])}"]


class Row(NamedTuple):
    model: runner.Model
    number: int  # of programs


# The kernel's waits end at a clock that counts instructions.
KERNEL_MACHINES = {
    "gcc": (["--virtual-time"], 0.4),
    "clang": (["--virtual-time", "--cc", "clang"], 0.1),
    "ring 3": (["--virtual-time", "--ring", "3"], 0.3),
    "checked": (["--virtual-time", "--checked"], 0.2),
}

MODELS = {
    # structured exception handling
    "seh_model": Row(runner.Model(
        image="tests/seh_model",
        machines={
            "gcc": ([], 0.5),
            "clang": (["--cc", "clang"], 0.22),
            "gcc, ring 3": (["--ring", "3"], 0.25),
            "gcc, Bochs": (["--emulator", "bochs"], 0.03),
        },
        piece=2500, rounds=30, claim="programs run as the rules say", generate=programs.generate, parts_of=programs.parts_of,
        line=bytecode.line, show=programs.show, expected=interpreter.events, text=text, summed=lambda events: text(events).encode(),
        read=runner.Ran, contrast=contrast), 3000),
    # the kernel's threads and objects
    "thread_model": Row(word_model("tests/thread_model", KERNEL_MACHINES, 2000, object_programs, object_programs.generate, object_rules), 4000),
    # User-Mode Scheduling
    "ums_model": Row(word_model("tests/ums_model", KERNEL_MACHINES, 2000, ums_programs, ums_programs.generate, ums_rules), 4000),
    # user-level threads, schedulers and all their objects
    "uthread_objects_model": Row(word_model(
        "tests/uthread_objects_model", {"gcc": ([], 0.6), "clang": (["--cc", "clang"], 0.2), "checked": (["--checked"], 0.2)},
        500, thread_programs, thread_generator.generate, thread_interpreter), 1000),
}


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1] not in MODELS:
        sys.exit(f"which model? {', '.join(MODELS)}")
    row = MODELS[sys.argv[1]]
    wanted = runner.whole_number("SEED", int(time.time())), runner.whole_number("COUNT", row.number)
    # Programs of exception handling nest, and their interpreter with them.
    sys.setrecursionlimit(50000)
    threading.stack_size(512 * 1024 * 1024)
    failed: list[bool] = []
    thread = threading.Thread(target=lambda: failed.append(runner.compare(row.model, *wanted)))
    thread.start()
    thread.join()
    return failed[0] if failed else 1


if __name__ == "__main__":
    sys.exit(main())
