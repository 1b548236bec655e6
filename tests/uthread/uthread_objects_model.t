#!/usr/bin/env python3
"""Random programs over threads, schedulers and all objects run as the reference in tests/model says.

    SEED=N COUNT=N tests/uthread/uthread_objects_model.t       other programs, or more of them

The seed is new each time. A program that differs is made as small as it goes, and shown.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))

from model import thread_interpreter as reference  # noqa: E402
from model import thread_generator, thread_programs as programs  # noqa: E402
from model.event_words import word_model  # noqa: E402
from model.runner import compare, whole_number  # noqa: E402

MODEL = word_model(
    image="tests/uthread_objects_model",
    machines={"gcc": ([], 0.6), "clang": (["--cc", "clang"], 0.2), "checked": (["--checked"], 0.2)},
    piece=500,
    programs=programs,
    generate=thread_generator.generate,
    reference=reference,
)

if __name__ == "__main__":
    sys.exit(compare(MODEL, whole_number("SEED", int(time.time())), whole_number("COUNT", 1000)))
