"""Commands run inside the test's own process, many of them in the time that a new process each would take."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import math
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence
from unittest import mock

from build.build import image_path
from build.elf import Symbols
from command import enter
from course import run_lines
from record import unwinding
from record.source_lines import LineReader
from run import bochs, emulator, run
from show import disassembly

LIMIT_SECONDS = 120  # a command takes some tens of milliseconds; one that hangs takes for ever
MOST_MEMORY = 4 << 30  # bytes that this process may have


class Hangs(BaseException):
    """A command has not come to its end."""


class Boots(Exception):
    """An emulator would start now."""


class Ended(NamedTuple):
    """How a command has ended: its status, and what is on standard error; or the traceback of what it has let through."""

    status: Optional[int]
    said: str
    traceback: str = ""


class Commands:
    """Runs commands. `scratch` is a folder for their output."""

    def __init__(self, scratch: Path) -> None:
        self._out, self._err = scratch / "out", scratch / "err"
        self._until = math.inf
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        # A run sets the process's alarm for itself, so a thread looks at the time.
        signal.signal(signal.SIGUSR1, self._end)
        threading.Thread(target=self._look, daemon=True).start()

    def call(self, main: Callable[[Sequence[str]], int], words: Sequence[str], data: bytes = b"",
             around: Callable[[], contextlib.AbstractContextManager] = contextlib.nullcontext) -> Ended:
        """Calls a tool's main function with these words, as the command does. `data` is what it can read, `around` a context around it."""
        Symbols.string.cache_clear()  # the caches would hold all images that there have been
        LineReader.at.cache_clear()
        status: Optional[int] = None
        with self._out.open("w", encoding="utf-8") as out, self._err.open("w", 1, encoding="utf-8", errors="backslashreplace") as err, \
                mock.patch.multiple(sys, argv=["tool", *words], stdin=io.TextIOWrapper(io.BytesIO(data))):
            self._until = time.monotonic() + LIMIT_SECONDS
            try:
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), around():
                    enter(main)
            except SystemExit as end:
                status = int(end.code or 0)
            except Boots:
                status = 0
            except BaseException:
                return Ended(None, "", traceback.format_exc())
            finally:
                self._until = math.inf
        return Ended(status, self._err.read_text(errors="replace"))

    def _look(self) -> None:
        while True:
            time.sleep(1)
            if time.monotonic() > self._until:
                self._until = math.inf
                os.kill(os.getpid(), signal.SIGUSR1)

    @staticmethod
    def _end(*_: object) -> None:
        raise Hangs


def through_command(words: Sequence[str]) -> Ended:
    """Runs the command itself, with all the memory that an emulator wants."""
    try:
        done = subprocess.run(["sh", "-c", 'ulimit -S -v unlimited; exec ./trapline "$@"', "sh", *words], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        return Ended(None, "", f"./trapline does not end within {LIMIT_SECONDS} seconds")
    return Ended(done.returncode, done.stderr.decode(errors="replace"))


@contextlib.contextmanager
def no_emulator() -> Iterator[None]:
    """All happens up to the start of an emulator."""
    def launch(*_: object) -> None:
        raise Boots

    with mock.patch.object(emulator, "launch", launch), mock.patch.object(bochs, "launch", launch):
        yield


@contextlib.contextmanager
def played(console: bytes, records: bytes) -> Iterator[None]:
    """An emulator sends these bytes and ends."""
    def start(*_: object) -> emulator.Session:
        ours = []
        for data in (console, records):
            own, its = socket.socketpair()
            ours.append(own)
            its.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
            its.setblocking(False)
            with its, contextlib.suppress(BlockingIOError):  # what the socket does not hold is not sent
                its.send(data)
        return emulator.Session(subprocess.Popen(["true"]), ours[0], ours[1], tempfile.TemporaryDirectory())

    run_lines.run_once.cache_clear()
    with mock.patch.multiple(run, start=start, build=lambda program, *_: image_path(program)), mock.patch.object(run_lines, "start", start):
        yield


def ask_once(images: Sequence[bytes]) -> None:
    """From now on binutils are asked once for each of these images."""
    known = {hashlib.sha1(image).digest() for image in images}

    def once(ask: Callable[..., Iterator]) -> Callable[..., Sequence]:
        found: dict[tuple[Any, ...], Sequence] = {}

        @functools.wraps(ask)
        def answer(asked: Any, *more: Any) -> Sequence:
            image = Path(asked[-1] if isinstance(asked, list) else asked)  # a command ends with it
            digest = hashlib.sha1(image.read_bytes()).digest()
            if digest not in known:
                return list(ask(asked, *more))
            key = (digest, *more)
            if key not in found:
                found[key] = list(ask(asked, *more))
            return found[key]

        return answer

    vars(unwinding)["_rows"], vars(disassembly)["_all"] = once(unwinding._rows), once(disassembly._all)
