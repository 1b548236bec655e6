"""Runs the command where some of its streams are a terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import tempfile
from typing import NamedTuple


class Shown(NamedTuple):
    text: str  # on the terminal, with its CR LF
    rest: str  # of the stream that is none
    status: int


def on_terminal(streams: str, *words: str, given: bytes = b"", typed_behind: bytes = b"", **variables: str) -> Shown:
    """./trapline WORDS, with "stdout", "stderr" or "stdout stderr" on a terminal. Its input is a pipe, which has `given`; with
    `typed_behind` it is the terminal, too, and `given` is typed once that is seen. The variables of the environment are this process'
    but NO_COLOR, and these."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | variables
    with tempfile.TemporaryFile() as rest:
        stdout, stderr = (theirs if name in streams.split() else rest.fileno() for name in ("stdout", "stderr"))
        with subprocess.Popen(["./trapline", *words], stdin=theirs if typed_behind else subprocess.PIPE, stdout=stdout, stderr=stderr, env=environment) as running:
            os.close(theirs)
            if running.stdin:
                with contextlib.suppress(BrokenPipeError):
                    running.stdin.write(given)
                    running.stdin.close()
            shown = b""
            with contextlib.suppress(OSError):  # the other end is closed
                while piece := os.read(ours, 65536):
                    shown += piece
                    if typed_behind and typed_behind in shown:
                        os.write(ours, given)
                        typed_behind = b""
            os.close(ours)
        rest.seek(0)
        return Shown(shown.decode(errors="replace"), rest.read().decode(errors="replace"), running.returncode)
