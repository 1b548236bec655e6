"""Runs on several CPUs by schedules, and a search through them.

Threads are held (run/holds.py) where they have met others in the plain run on one CPU, first at each place by itself. The machine decides
which of two threads comes there first, so each place is tried once more with a thread held at its beginning until another one is there.
Then come several places at random, and seeds (run/seeds.py) in between, which alone delay the runtime's own code.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from concurrent.futures import Future
from typing import Callable, Iterator, NamedTuple, Optional, Sequence

from console import CommandError, ProgressLine
from explore.explorer import AGAIN, FIRST_SECONDS, LEAST_SECONDS, TIMES
from explore.instructions import NOTHING, SHARED
from explore.runs import Ending, Runs, Tried
from explore.steps import Point, distinct
from options import CommandLine
from run.holds import MOST_PLACES, Hold, Holds, Place, places, text
from run.machine import Boot, Machine
from run.schedule import OPTION, on_cpus, schedule

ONE_CPU_ONLY = ("sleep",)  # options that say something of points
PLAIN = "@"
MISSES = 50  # random schedules in a row that were there already: then there is nothing left
ONE, SEVERAL, SEEDS = "of one place", "of several", "by seeds"


class FoundRun(NamedTuple):
    schedule: str
    ending: Ending


class CpuRuns(Runs):
    """Runs by the texts of schedules."""

    def _started(self, tried: Tried, words: tuple[str, ...]) -> tuple[Machine, Boot]:
        machine = on_cpus(self._machine, schedule(str(tried)))
        return machine, self._boot._replace(words=with_schedule(self._boot.words, tried))


def with_schedule(words: Sequence[str], given: object) -> list[str]:
    """A command line with this schedule in the place of its own: as `trapline run` makes it, because a word in another place is another run."""
    return [f"{OPTION}{given}" if word.startswith(OPTION) else word for word in words]


def meetings(points: Sequence[Point], touches: Callable[[int], int]) -> list[Place]:
    """One at each place that other threads can tell apart: those first that touch what may be shared, and a first time before a second."""
    times: Counter[int] = Counter()
    last = {point.number for point in distinct(points, touches)}
    rows = []
    for number, point in enumerate(points):
        times[point.eip] += 1
        if point.ready and point.number in last:
            rows.append((SHARED - touches(point.eip), times[point.eip], number, Place(point.eip, times[point.eip])))
    return [place for *_, place in sorted(rows)]


def without_one(held: Holds) -> Iterator[Holds]:
    """Shorter lists, each without one of the places."""
    for at, hold in enumerate(held):
        for number in range(len(hold.places)):
            rest = hold.places[:number] + hold.places[number + 1:]
            kept = [Hold(rest)] if rest else []
            yield (*held[:at], *kept, *held[at + 1:])


class Seen(NamedTuple):
    """The plain run on one CPU: the places where other threads were ready, and where the threads begin."""

    points: Sequence[Point]
    starts: Sequence[int]


class CpuSearch:
    def __init__(self, line: CommandLine, runs: CpuRuns) -> None:
        """Raises CommandError for options that do not go with several CPUs."""
        for key in ONE_CPU_ONLY:
            if key in line.given:
                raise CommandError(f"--{key} is for one CPU; leave it or --smp away")
        self._runs, self._most, self._cpus, self._longest = runs, line["schedules"], line["smp"], line["seconds"]
        self._depth = min(line["preemptions"], MOST_PLACES)
        self._seed = max(line["seed"], 1)
        self._given = line["timeout"]
        self._limit = line["timeout"] or FIRST_SECONDS
        self._waiting: deque[tuple[str, str, "Future[Ending]"]] = deque()
        self._began = time.monotonic()
        self._singles: list[Hold] = []
        self._chance = random.Random(self._seed)
        self.done: Counter[str] = Counter()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def plain_run(self) -> Ending:
        ending = self._runs.first(self._limit, PLAIN)
        self._limit = self._given or max(TIMES * ending.seconds, LEAST_SECONDS)
        return ending

    def search(self, seen: Seen, touches: Callable[[int], int], progress: Optional[ProgressLine]) -> Optional[FoundRun]:
        """The first schedule that fails, in their order."""
        met = meetings(seen.points, touches)
        self._singles = [hold for place in met for hold in
                         (Hold((place,)), *(Hold((Place(start), place)) for start in seen.starts if start != place.address))]
        schedules = self._schedules([place for place in met if touches(place.address) != NOTHING] or met)
        found = None
        while not found and self._begin(schedules):
            found = self._end_first(progress)
        for *_, begun in self._waiting:
            begun.cancel()
        return found

    def _schedules(self, telling: Sequence[Place]) -> Iterator[tuple[str, str]]:
        """Kinds and texts. telling: the places of which several are chosen."""
        for hold in self._singles:
            yield ONE, text((hold,))
        several = self._several(telling)
        for seed in range(self._seed, self._seed + self._most):
            yield SEEDS, str(seed)
            if held := next(several, None):
                yield SEVERAL, text(held)

    def _several(self, telling: Sequence[Place]) -> Iterator[Holds]:
        """At random: a thread stands until one comes to a second place, or one stands after the other."""
        tried: set[Holds] = set()
        misses = 0
        while len(telling) > 1 and self._depth > 1 and misses < MISSES:
            chosen = tuple(self._chance.choice(telling) for _ in range(self._chance.randint(2, self._depth)))
            held = (Hold(chosen),) if self._chance.random() < 0.5 else tuple(Hold((place,)) for place in chosen)
            misses = misses + 1 if held in tried else 0
            if not misses:
                tried.add(held)
                yield held

    def _begin(self, schedules: Iterator[tuple[str, str]]) -> bool:
        """Begins as many runs as there is room for. Returns whether there is one to wait for."""
        while len(self._waiting) < self._runs.at_once and self.seconds <= self._longest and sum(self.done.values()) + len(self._waiting) < self._most:
            kind, tried = next(schedules, ("", ""))
            if not kind:
                break
            self._waiting.append((kind, tried, self._runs.begin(tried, self._limit)))
        return bool(self._waiting)

    def _end_first(self, progress: Optional[ProgressLine]) -> Optional[FoundRun]:
        kind, tried, begun = self._waiting.popleft()
        ending = begun.result()
        if ending.outcome.timed_out:
            ending = self._runs.run(tried, AGAIN * self._limit)
        self.done[kind] += 1
        if progress:
            progress.show(sum(self.done.values()))
        return FoundRun(tried, ending) if ending.is_failure else None

    def shortest(self, held: Holds, ending: Ending) -> Holds:
        """The holds without which it does not fail as it did."""
        for fewer in without_one(held) if places(held) > 1 else ():
            if self._runs.run(text(fewer), ending.limit).is_like(ending):
                return self.shortest(fewer, ending)
        return held

    def covered(self) -> str:
        """`all 12 of one place, 5 of several, 6 by seeds, on 2 CPUs`."""
        total = len(self._singles)
        parts = [f"{'all' if self.done[ONE] == total else f'{self.done[ONE]} of'} {total} {ONE}"] if total else []
        parts += [f"{self.done[kind]} {kind}" for kind in (SEVERAL, SEEDS) if self.done[kind]]
        return f"{', '.join(parts) or 'no thread met another'}, on {self._cpus} CPUs"
