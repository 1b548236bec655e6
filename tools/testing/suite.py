"""Runs tests, several at a time; an image of several CPUs counts as several.

Each test is a process forked from one that has its modules loaded already, with its output in files, and none outlives us.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import selectors
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterable, NoReturn, Sequence, Union

from command import enter
from testing.one import run
from testing.parts import environment
from testing.progress import Progress
from testing.result import Result, passes
from testing.variants import Variant

PR_SET_PDEATHSIG = 1  # of prctl
SCRIPT_SECONDS = 900.0
PATIENCE_SECONDS = 3.0

Test = Union[Variant, Path]  # an image's variant, or a script


def places(test: Test, jobs: int) -> int:
    """How many of the jobs a test takes: one for each of its CPUs, but not the two that there are beyond the host's. CPUs that wait
    for each other need one of the host's each: emulated in turns, a lock that is held by one of them holds up the others for a turn
    of the host, thousands of times."""
    return min(test.smp, max(jobs - 2, 1)) if isinstance(test, Variant) and not test.virtual_time else 1


@dataclass
class _Running:
    name: str
    test: Test
    tap: Path
    process: int
    began: float
    is_late: bool = False


class Suite:
    """Tests by name. The output of each run is kept in the folder."""

    def __init__(self, tests: dict[str, Test], everyday: bool, folder: Path) -> None:
        self._tests = tests
        self._everyday = everyday
        self._folder = folder
        self._begun = 0
        self._running: dict[int, _Running] = {}  # by a descriptor that is readable when the process has ended
        self._selector = selectors.DefaultSelector()

    def run(self, names: Iterable[str], jobs: int, progress: Progress, ended: Callable[[Result], object] = lambda _: None) -> list[Result]:
        """Runs the tests of these names, begun in this order. Returns how they ended, in the order in which they did. `ended`
        learns of each at once."""
        waiting, results = list(names), []
        try:
            while waiting or self._running:
                while (at := self._next(waiting, jobs)) is not None:
                    self._begin(waiting.pop(at), progress)
                for key, _ in self._selector.select(1.0):
                    results.append(self._end(key.fd))
                    progress.ends(results[-1])
                    ended(results[-1])
                self._end_late(progress)
        finally:
            self._end_all()
            progress.clear()
        return results

    def _next(self, waiting: Sequence[str], jobs: int) -> int | None:
        """The test that begins now, if one does: the first, but never one that runs already, under another name. Beside one that
        has not as many places as it takes, smaller ones begin, but only in places that it does not need."""
        running = [running.test for running in self._running.values()]
        taken = [places(test, jobs) for test in running]
        room = jobs - sum(taken)
        for at, name in enumerate(waiting):
            if room <= 0:
                break
            if any(same(self._tests[name], other) for other in running):
                continue
            takes = places(self._tests[name], jobs)
            if takes <= room:
                return at
            room = min(room, jobs - takes - sum(other for other in taken if other < takes))
        return None

    def _begin(self, name: str, progress: Progress) -> None:
        progress.begins(name)
        sys.stdout.flush()
        sys.stderr.flush()
        self._begun += 1
        test, tap = self._tests[name], self._folder / f"{self._begun}.tap"
        parent = os.getpid()
        process = os.fork()
        if not process:
            _become(test, tap, parent, self._everyday)
        descriptor = os.pidfd_open(process)
        self._running[descriptor] = _Running(name, test, tap, process, time.monotonic())
        self._selector.register(descriptor, selectors.EVENT_READ)

    def _end(self, descriptor: int) -> Result:
        """The result of a test that has ended."""
        self._selector.unregister(descriptor)
        os.close(descriptor)
        test = self._running.pop(descriptor)
        _signal(test, signal.SIGKILL)  # what it has begun and left, before its number is free for others
        _, status, used = os.wait4(test.process, 0)
        status = os.waitstatus_to_exitcode(status)
        boot = test.tap.with_suffix(".boot")
        return Result(test.name, 128 - status if status < 0 else status, passes(status, test.tap.read_bytes()), test.tap, test.tap.with_suffix(".words"),
                      time.monotonic() - test.began, used.ru_utime + used.ru_stime, float(boot.read_text()) if boot.exists() else 0)

    def _end_late(self, progress: Progress) -> None:
        """A script that hangs is ended, without mercy in the end; images have limits of their own."""
        for test in self._running.values():
            late = time.monotonic() - test.began - SCRIPT_SECONDS
            if late > 0 and not test.is_late:
                test.is_late = True
                progress.say(f"# {test.name}: ended by the harness after its {SCRIPT_SECONDS:g} seconds\n")
                _signal(test, signal.SIGTERM)
            elif late > PATIENCE_SECONDS:
                _signal(test, signal.SIGKILL)

    def _end_all(self) -> None:
        """Ends all that still runs, and all that it has begun, with a chance to tidy up."""
        for test in self._running.values():
            _signal(test, signal.SIGTERM)
        limit = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < limit and any(_is_there(test) for test in self._running.values()):
            time.sleep(0.02)
        for test in filter(_is_there, self._running.values()):
            _signal(test, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):  # it was waited for
                os.waitpid(test.process, 0)
        self._running.clear()


def same(test: Test, other: Test) -> bool:
    """Whether two runs are of one test. A script may write to places of its own."""
    return isinstance(test, Path) and test == other


def _is_there(test: _Running) -> bool:
    """Whether a test or anything that it has begun still runs."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(test.process, os.WNOHANG)
    try:
        os.killpg(test.process, 0)
    except ProcessLookupError:
        return False
    return True


def _signal(test: _Running, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(test.process, number)


def _become(test: Test, tap: Path, parent: int, everyday: bool) -> NoReturn:
    """The test itself, in the process that was forked for it."""
    os.setpgid(0, 0)
    try:
        _end_with(parent)
        for descriptor, path in ((1, tap), (2, tap.with_suffix(".words"))):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), descriptor)
        if isinstance(test, Path):
            os.execve(test, [str(test)], {**os.environ, **environment(test.stem, everyday)})
        variant = test
        enter(lambda _: run(variant, lambda seconds: tap.with_suffix(".boot").write_text(str(seconds))))
    except SystemExit as end:
        os._exit(end.code if isinstance(end.code, int) else 1)
    except BaseException as problem:
        sys.stderr.write(f"# {problem!r}\n")
        sys.stderr.flush()
    os._exit(125)


def _end_with(parent: int) -> None:
    """Has this process ended with its parent, however that ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(125)
