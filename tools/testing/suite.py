"""Runs the tests that prove asks for, several at a time, but an image of several CPUs as one on as many.

prove starts tools/testing/relay for each test. The relay connects to us, names its test, and passes on our bytes. So
each test is a process forked from one that has its modules loaded already, and none outlives us.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, NoReturn, Union

from command import enter
from leash import end_group, leash
from programs import ROOT
from testing.one import run
from testing.parts import environment
from testing.progress import Progress
from testing.variants import Variant

RELAY = ROOT / "tools" / "testing" / "relay"
SCRIPT_SECONDS = 900.0
PATIENCE_SECONDS = 3.0
PIECE = 65536

Test = Union[Variant, Path]  # an image's variant, or a script


def places(test: Test, jobs: int) -> int:
    """How many of the jobs a test takes. CPUs that wait for each other need one each: emulated in turns, a lock that is
    held by one of them holds up the others for a turn of the host, thousands of times."""
    return min(test.smp, jobs) if isinstance(test, Variant) and not test.virtual_time else 1


@dataclass
class Running:
    name: str
    relay: socket.socket
    places: int
    process: int
    descriptor: int  # readable when the process has ended
    began: float
    is_late: bool = False


class Suite:
    def __init__(self, tests: dict[str, Test], everyday: bool, progress: Progress, lasted: Callable[[str, float], None]) -> None:
        self._tests = tests
        self._everyday = everyday
        self._progress = progress
        self._lasted = lasted
        self._waiting: deque[tuple[str, socket.socket]] = deque()  # asked for, in this order
        self._running: dict[int, Running] = {}
        self._selector = selectors.DefaultSelector()

    def prove(self, jobs: int, verbose: bool) -> int:
        """Runs all tests under prove. Returns 0 when all passed."""
        self._free = self._jobs = jobs
        with tempfile.TemporaryDirectory(prefix="trapline-") as folder, socket.socket(socket.AF_UNIX) as listener:
            path = Path(folder, "suite")
            listener.bind(str(path))
            listener.listen(jobs)
            words, self._words = os.pipe()
            command = ["prove", f"--jobs={jobs}", "--verbose" if verbose else "-Q", "--exec", f"{RELAY} {path}", *self._tests]
            # A group of its own: Ctrl-C is for us, and prove is ended by us. In its folder no name is a file's.
            with subprocess.Popen([*leash("TERM"), *command], cwd=folder, stdin=subprocess.DEVNULL, stderr=self._words,
                                  start_new_session=True) as process:
                try:
                    self._serve(process, listener, words)
                except BaseException:
                    end_group(process)
                    raise
                finally:
                    self._end_tests()
                    self._progress.clear()
            return 1 if process.returncode else 0

    def _serve(self, process: subprocess.Popen, listener: socket.socket, words: int) -> None:
        """Until prove ends."""
        prove = os.pidfd_open(process.pid)
        self._selector.register(prove, selectors.EVENT_READ)
        self._selector.register(words, selectors.EVENT_READ)
        self._selector.register(listener, selectors.EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in self._selector.select(1.0)}
            if words in ready:
                self._progress.say(os.read(words, PIECE).decode("utf-8", "replace"))
            if listener in ready:
                self._ask(listener.accept()[0])
            for descriptor in ready & self._running.keys():
                self._end(self._running.pop(descriptor))
            while self._waiting and places(self._tests[self._waiting[0][0]], self._jobs) <= self._free:
                self._begin(*self._waiting.popleft())
            if prove in ready:
                os.close(prove)
                return
            self._end_late()

    def _ask(self, relay: socket.socket) -> None:
        self._waiting.append((relay.makefile().readline().strip(), relay))

    def _begin(self, name: str, relay: socket.socket) -> None:
        self._progress.begins(name)
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if not process:
            _become(self._tests[name], relay, self._words, environment(name, self._everyday))
        test = Running(name, relay, places(self._tests[name], self._jobs), process, os.pidfd_open(process), time.monotonic())
        self._free -= test.places
        self._running[test.descriptor] = test
        self._selector.register(test.descriptor, selectors.EVENT_READ)

    def _end(self, test: Running) -> None:
        """Passes on the status of a test that has ended."""
        self._selector.unregister(test.descriptor)
        os.close(test.descriptor)
        self._free += test.places
        status = os.waitstatus_to_exitcode(os.waitpid(test.process, 0)[1])
        status = 128 - status if status < 0 else status
        self._progress.ends(test.name, status == 0)
        if status == 0:
            self._lasted(test.name, time.monotonic() - test.began)
        with contextlib.suppress(OSError):
            test.relay.sendall(b"\0%d\n" % status)
        test.relay.close()

    def _end_late(self) -> None:
        """A script that hangs is ended; images have limits of their own."""
        for test in self._running.values():
            if time.monotonic() - test.began > SCRIPT_SECONDS and not test.is_late:
                test.is_late = True
                self._progress.say(f"# {test.name}: ended by the harness after its {SCRIPT_SECONDS:g} seconds\n")
                _signal(test, signal.SIGTERM)

    def _end_tests(self) -> None:
        """Ends all that still runs, with a chance to tidy up."""
        for test in self._running.values():
            _signal(test, signal.SIGTERM)
        limit = time.monotonic() + PATIENCE_SECONDS
        while self._running:
            for test in list(self._running.values()):
                if time.monotonic() > limit:
                    _signal(test, signal.SIGKILL)
                if os.waitpid(test.process, 0 if time.monotonic() > limit else os.WNOHANG)[0]:
                    del self._running[test.descriptor]
            time.sleep(0.02)


def _signal(test: Running, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(test.process, number)


def _become(test: Test, relay: socket.socket, words: int, variables: dict[str, str]) -> NoReturn:
    """The test itself, in the process that was forked for it."""
    os.setpgid(0, 0)
    os.dup2(relay.fileno(), 1)
    os.dup2(words, 2)
    try:
        if isinstance(test, Path):
            os.execve(test, [str(test)], {**os.environ, **variables})
        enter(lambda _: run(test))
    except SystemExit as end:
        os._exit(end.code if isinstance(end.code, int) else 1)
    except BaseException as problem:
        sys.stderr.write(f"# {problem!r}\n")
        sys.stderr.flush()
    os._exit(125)
