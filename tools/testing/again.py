"""A test that fails is run again by itself, alone. A test that then passes each time has failed by chance: its first failure is kept, and
named at the end of the run, because it is a defect of the test or of what is tested."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Sequence

from console import say
from programs import ROOT
from testing.progress import Progress
from testing.report import LOGS
from testing.result import Result
from testing.suite import Suite

TIMES = 2
MOST = 12  # more that fail are no chance


class Failures:
    """The failures of a run, as they happen, and what became of those that were tried again."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}  # the circumstances of a test's failure
        self.by_chance: list[str] = []  # a line each

    def keep(self, result: Result) -> None:
        """Keeps all of a test that has just failed, with what one needs to see it again, where the disk takes it."""
        said = result.tap.read_bytes()
        self._first[result.name] = _circumstances(said)
        head = f"{self._first[result.name]}\nexit status {result.status}\n".encode()
        try:
            _fill(_folder(result), head + said + result.words.read_bytes(), LOGS / result.name)
        except OSError as problem:
            say(f"the first failure of {result.name} could not be kept: {problem.strerror}")

    def try_again(self, suite: Suite, results: Sequence[Result], strict: bool) -> list[Result]:
        """The results, with those that passed again in place of those that failed by chance, unless a run is strict."""
        red = [result for result in results if not result.passed]
        if len(red) > MOST:
            say(f"{len(red)} tests failed; none is tried again, because that is more than {MOST}")
            return list(results)
        passed = {result.name: again for result in red if (again := self._passes(suite, result))}
        return list(results) if strict else [passed.get(result.name, result) for result in results]

    def _passes(self, suite: Suite, result: Result) -> Result | None:
        for number in range(1, TIMES + 1):
            say(f"{result.name} failed; it is tried again alone, {number} of {TIMES}")
            (again,) = suite.run([result.name], 1, Progress(1))
            if not again.passed:
                return None
        first, circumstances = _folder(result).relative_to(ROOT), self._first[result.name]
        self.by_chance.append(f"not repeated: {result.name}, first failure kept in {first} ({circumstances})")
        return again


def _folder(result: Result) -> Path:
    return LOGS / f"{result.name}.first"


def _fill(folder: Path, said: bytes, logs: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "said.log").write_bytes(said)
    for file in logs.glob("*"):
        shutil.copy(file, folder)


def _circumstances(tap: bytes) -> str:
    """The seed, the emulator, and how busy the host is, in one line."""
    seed = re.search(rb"\bseed[ =:]+(\w+)", tap)
    emulator = subprocess.run(["qemu-system-i386", "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    return f"{f'seed {seed[1].decode()}' if seed else 'no seed'}, {emulator}, load {os.getloadavg()[0]:.1f}"
