#!/usr/bin/env python3
"""Random programs of User-Mode Scheduling run as the reference in tests/model says.

    SEED=N COUNT=N tests/ums/ums_model.t       other programs, or more of them

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

from model import ums_programs as programs  # noqa: E402
from model import ums_rules as reference  # noqa: E402
from model.event_words import word_model  # noqa: E402
from model.runner import compare, whole_number  # noqa: E402

MODEL = word_model(
    image="tests/ums_model",
    machines={
        "gcc": (["--virtual-time"], 0.4),
        "clang": (["--virtual-time", "--cc", "clang"], 0.1),
        "ring 3": (["--virtual-time", "--ring", "3"], 0.3),
        "checked": (["--virtual-time", "--checked"], 0.2),
    },
    piece=2000,
    programs=programs,
    generate=programs.generate,
    reference=reference,
)

if __name__ == "__main__":
    sys.exit(compare(MODEL, whole_number("SEED", int(time.time())), whole_number("COUNT", 4000)))
