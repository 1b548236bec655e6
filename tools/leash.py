"""Processes that end with us: no emulator and no compiler outlives the command that started it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess

PATIENCE_SECONDS = 2.0


def leash(signal_name: str) -> list[str]:
    """The words before a command that make it get this signal when this process dies."""
    return ["setpriv", "--pdeathsig", signal_name, "--"] if shutil.which("setpriv") else []


def end_group(process: subprocess.Popen) -> None:
    """Ends a process that leads a group, and all of the group: with a chance to tidy up, but without mercy."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_SECONDS)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
