"""Runs the command where some of its streams are a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import subprocess
import tempfile
import termios
import time
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


def _sit_down() -> None:
    """Makes the terminal that is the input a new process' own. Its keys for signals work, though a suite in the background may have been
    started without them."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)


class Typist:
    """./trapline WORDS on a terminal of its own, whose every stream it is. Somebody sits there and types. `shell`: what a shell with
    jobs does with the command, "$@"."""

    PATIENCE_SECONDS = 180  # with a build of all modules

    def __init__(self, *words: str, shell: str = "") -> None:
        self.ours, self._theirs = pty.openpty()
        self.shown = ""
        # NO_COLOR and TERM=dumb: nothing but the program's own text
        environment = os.environ | {"NO_COLOR": "1", "TERM": "dumb"}
        self.running = subprocess.Popen([*(("bash", "-mc", shell, "bash") if shell else ()), "./trapline", *words], stdin=self._theirs, stdout=self._theirs, stderr=self._theirs, env=environment,
                                        start_new_session=True, preexec_fn=_sit_down)

    def sees(self, text: str) -> bool:
        """Waits for the text, and forgets what is shown up to its end."""
        end = time.monotonic() + self.PATIENCE_SECONDS
        while text not in self.shown and time.monotonic() < end:
            if select.select([self.ours], [], [], 0.2)[0]:
                self.shown += os.read(self.ours, 65536).decode(errors="replace")
            elif self.running.poll() is not None:
                break
        found = text in self.shown
        self.shown = self.shown.partition(text)[2] if found else self.shown
        return found

    def types(self, keys: bytes) -> None:
        os.write(self.ours, keys)

    def takes(self) -> tuple[bool, bool]:
        """Whether the terminal takes lines, and shows what is typed."""
        modes = termios.tcgetattr(self._theirs)[3]
        return bool(modes & termios.ICANON), bool(modes & termios.ECHO)

    def becomes(self, lines: bool, shows: bool) -> bool:
        """Waits until takes() is that."""
        end = time.monotonic() + self.PATIENCE_SECONDS
        while self.takes() != (lines, shows) and time.monotonic() < end and self.running.poll() is None:
            time.sleep(0.01)
        return self.takes() == (lines, shows)

    def status(self) -> int:
        """The exit status, once it has ended; of a kill where it does not."""
        self.sees("\0")
        if self.running.poll() is None:
            self.running.kill()
        return self.running.wait()

    def __enter__(self) -> "Typist":
        return self

    def __exit__(self, *_: object) -> None:
        self.running.kill()
        self.running.wait()
        os.close(self.ours)
        os.close(self._theirs)
