"""The Test Anything Protocol for scripts in Python.

    from tap import finish, ok
    ok(status == 0, "the program ends with status 0", out)    # the notes are shown when it fails
    finish()
"""

from __future__ import annotations

import sys
from typing import NoReturn

_count = _failed = 0


def ok(held: bool, claim: str, *notes: object) -> None:
    global _count, _failed
    _count += 1
    _failed += not held
    print(f"{'' if held else 'not '}ok {_count} - {claim}", flush=True)
    for note in () if held else (claim, *notes):
        print(f"# {note}", file=sys.stderr)


def skip(why: str) -> None:
    global _count
    _count += 1
    print(f"ok {_count} - # SKIP {why}", flush=True)


def finish() -> NoReturn:
    print(f"1..{_count}")
    sys.exit(_failed > 0)
