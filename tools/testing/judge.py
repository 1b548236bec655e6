"""Has prove judge what the tests printed and how they ended: the last word of a run is its."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Sequence

from testing.result import Result


def judge(results: Sequence[Result]) -> int:
    """0 when all passed. For prove a test is a script that says what the test has said, and ends as it did."""
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        for result in results:
            Path(folder, result.name).write_text(f"cat {shlex.quote(str(result.tap))}\nexit {result.status}\n")
        sys.stdout.flush()
        command = ["prove", "-Q", "--exec", "sh", *(result.name for result in results)]
        return 1 if subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL).returncode else 0
