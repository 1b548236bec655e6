"""A search through the runs on several CPUs (run/seeds.py): the plain one, then one seed after the other, several at a time."""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Future
from typing import NamedTuple, Optional, Sequence

from console import CommandError, ProgressLine, count
from explore.explorer import AGAIN, FIRST_SECONDS, LEAST_SECONDS, TIMES
from explore.runs import Ending, Runs, Tried
from options import CommandLine
from run.machine import Boot, Machine
from run.schedule import MOST_NUMBER, OPTION, on_cpus, schedule

ONE_CPU_ONLY = ("preemptions", "sleep")  # options that say something of points
NO_SEED = 0  # the plain run's


class FoundSeed(NamedTuple):
    seed: int
    ending: Ending


class SeededRuns(Runs):
    """Runs that are repeated by a seed."""

    def _started(self, tried: Tried, words: tuple[str, ...]) -> tuple[Machine, Boot]:
        kept = [word for word in self._boot.words if not word.startswith(OPTION)]
        if tried == NO_SEED:
            return self._machine._replace(seed=None), self._boot._replace(words=kept)
        return on_cpus(self._machine, schedule(str(tried))), self._boot._replace(words=with_seed(self._boot.words, tried))


def with_seed(words: Sequence[str], seed: object) -> list[str]:
    """A command line with this seed in the place of its own: as `trapline run` makes it, because a word in another place is another run."""
    return [f"{OPTION}{seed}" if word.startswith(OPTION) else word for word in words]


class CpuSearch:
    def __init__(self, line: CommandLine, runs: SeededRuns) -> None:
        """Raises CommandError for options that do not go with several CPUs."""
        for key in ONE_CPU_ONLY:
            if key in line.given:
                raise CommandError(f"--{key} is for one CPU; on several, seeds are tried; leave it or --smp away")
        self._runs, self._most, self._cpus, self._longest = runs, line["schedules"], line["smp"], line["seconds"]
        first = max(line["seed"], 1)
        self._seeds = iter(range(first, min(first + self._most, MOST_NUMBER + 1)))
        self._given = line["timeout"]
        self._limit = line["timeout"] or FIRST_SECONDS
        self._waiting: deque[tuple[int, "Future[Ending]"]] = deque()
        self._began = time.monotonic()
        self.done = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def plain_run(self) -> Ending:
        ending = self._runs.first(self._limit, NO_SEED)
        self._limit = self._given or max(TIMES * ending.seconds, LEAST_SECONDS)
        return ending

    def search(self, progress: Optional[ProgressLine]) -> Optional[FoundSeed]:
        """The first seed that fails, by their numbers."""
        found = None
        while not found and self._begin():
            found = self._end_first(progress)
        for _, begun in self._waiting:
            begun.cancel()
        return found

    def _begin(self) -> bool:
        """Begins as many runs as there is room for. Returns whether there is one to wait for."""
        while len(self._waiting) < self._runs.at_once and self.seconds <= self._longest:
            seed = next(self._seeds, None)
            if seed is None:
                break
            self._waiting.append((seed, self._runs.begin(seed, self._limit)))
        return bool(self._waiting)

    def _end_first(self, progress: Optional[ProgressLine]) -> Optional[FoundSeed]:
        seed, begun = self._waiting.popleft()
        ending = begun.result()
        if ending.outcome.timed_out:
            ending = self._runs.run(seed, AGAIN * self._limit)
        self.done += 1
        if progress:
            progress.show(self.done)
        return FoundSeed(seed, ending) if ending.is_failure else None

    def covered(self) -> str:
        return f"{count(self.done, 'seed')} on {self._cpus} CPUs"
