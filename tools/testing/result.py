"""The result of a test that has ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Result:
    """How a test ended, what it printed (tap: for prove, words: for a person), and the seconds that it took: by the clock, of
    the CPUs, and until its image ran."""

    name: str
    status: int
    passed: bool
    tap: Path
    words: Path
    seconds: float
    cpu: float
    boot: float


def passes(status: int, tap: bytes) -> bool:
    """As far as one need not count claims: prove's word is the last."""
    return status == 0 and not re.search(rb"^not ok", tap, re.M)
