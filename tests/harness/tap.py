"""The Test Anything Protocol for scripts in Python.

    from tap import finish, ok
    ok(status == 0, "the program ends with status 0", out)    # the notes are shown when it fails
    finish()

A script imports it first: then the checkout is its working folder, and it finds the modules of tools/.
"""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.path.insert(0, str(ROOT / "tools"))

_count = _failed = 0


def ok(held: object, claim: str, *notes: object) -> None:
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


def trapline(*words: object, given: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command, with this to read, in a copy of this process. The checkout is the working folder."""
    from forked import forked  # few scripts take what it imports

    return forked(*words, typed=given)


def compiled(source: Path) -> Path:
    """The image of a program, for a test that runs it many times: it is compiled once."""
    done = trapline("build", source)
    return Path(done.stdout.rstrip("\n")) if done.returncode == 0 else source  # the runs tell of its mistakes


def without_builds(said: str) -> str:
    """Without the lines that a slow host is told while something is built."""
    return re.sub(r"^trapline: (building .*|waiting for another build) \.\.\.\n", "", said, flags=re.M)


def scratch_folder() -> Path:
    """A folder that goes when the script ends."""
    folder = tempfile.TemporaryDirectory(prefix="trapline-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def finish() -> NoReturn:
    print(f"1..{_count}")
    sys.exit(_failed > 0)
