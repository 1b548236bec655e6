"""Processes that end with us: no emulator and no compiler outlives the command that started it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Sequence

PATIENCE_SECONDS = 2.0


def leash(signal_name: str) -> list[str]:
    """The words before a command that make it get this signal when this process dies."""
    return ["setpriv", "--pdeathsig", signal_name, "--"] if shutil.which("setpriv") else []


def launch(command: Sequence[str], folder: Path, place: Path, inherited: Sequence[int] = ()) -> subprocess.Popen:
    """Starts an emulator in `place`, with its log in the folder. A session of its own keeps the terminal's Ctrl-C away
    from it; it dies with this process."""
    # Never through a link: it leads to a file that is somebody's.
    descriptor = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "wb") as log:
        return subprocess.Popen([*leash("KILL"), *command], cwd=place, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                pass_fds=inherited, start_new_session=True)


def stop(process: subprocess.Popen) -> None:
    """Ends an emulator that has not ended by itself."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


def end_group(process: subprocess.Popen) -> None:
    """Ends a process that leads a group, and all of the group: with a chance to tidy up, but without mercy."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_SECONDS)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
