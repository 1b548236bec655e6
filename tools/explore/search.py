"""Chooses the schedules to try, and their order.

First the other choices where a thread waits or ends, then one preemption at each point that another thread can tell apart, those first
whose instructions touch memory that may be shared. Then several changes at random: one more behind the last change of a run that was
seen, because a change alters all that comes behind it. Behind half of the schedules every second one is such.

The order depends on the seed alone: what a run was seen to do counts from the LOOKAHEADth schedule behind it on, however many run at once.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from typing import Callable, Iterator, NamedTuple, Optional, Sequence

from explore.instructions import NOTHING, SHARED
from explore.schedules import PLAIN, Change, Changes, in_order
from explore.steps import Choice, Point, Steps, distinct

LOOKAHEAD = 8
MOST_SEEN = 400  # runs behind which more changes are tried
MISSES = 50  # random schedules in a row that were there already: then there is nothing left


class Seen(NamedTuple):
    """A run, and where more could change in it: at the points from `begin` on, and at the choices."""

    changes: Changes
    points: Sequence[Point]
    begin: int
    choices: Sequence[Choice]


class Search:
    def __init__(self, plain: Steps, touches: Callable[[int], int], most: int, depth: int, seed: int) -> None:
        """most: schedules in all. depth: changes in one."""
        self._plain, self._touches, self._most, self._depth = plain, touches, most, depth
        self._plain_points = self._telling(plain.points)
        self._random = random.Random(seed)
        self._tried: set[Changes] = {PLAIN}
        self._seen: list[Seen] = []
        self.given: Counter[str] = Counter()
        self.total = {"choice": 0, "preemption": 0}
        self._singles: list[Changes] = [(Change(choice.number, target, True),) for choice in plain.choices for target in choice.ready if target != choice.chosen]
        self.total["choice"] = len(self._singles)
        self._singles += list(self._preemptions(list(distinct(plain.points, touches))))
        self.total["preemption"] = len(self._singles) - self.total["choice"]

    def next(self) -> Optional[Changes]:
        """The next one to try; None where there is none yet, or no more."""
        changes = self._next() if sum(self.given.values()) < self._most else None
        if changes:
            self._tried.add(changes)
            self.given[kind(changes)] += 1
        return changes

    def saw(self, changes: Changes, steps: Optional[Steps]) -> None:
        """Learns what happened in a run; None: it was not listened to, and counts as the plain one."""
        if len(changes) >= self._depth or len(self._seen) >= MOST_SEEN:
            return
        points = self._telling(steps.points) if steps else self._plain_points
        begin = bisect_right([point.number for point in points], max((change.number for change in changes if not change.is_choice), default=0))
        latest = max((change.number for change in changes if change.is_choice), default=0)
        choices = [choice for choice in (steps or self._plain).choices if choice.number > latest and len(choice.ready) > 1]
        if begin < len(points) or choices:
            self._seen.append(Seen(changes, points, begin, choices))

    def _telling(self, points: Sequence[Point]) -> list[Point]:
        """The points whose instructions touch memory that other threads may see; all distinct ones where no instruction does."""
        found = [point for point in distinct(points, self._touches) if point.changes]
        return [point for point in found if self._touches(point.eip) != NOTHING] or found

    def _preemptions(self, points: Sequence[Point]) -> Iterator[Changes]:
        """One at each point, for each thread that is ready: a thread's first time at an instruction comes before its second."""
        times: Counter[tuple[tuple[int, int], int]] = Counter()
        rows = []
        for point in points:
            times[point.thread, point.eip] += 1
            rank = SHARED - self._touches(point.eip)
            rows += [((rank, times[point.thread, point.eip], at), change) for at, change in enumerate(point.changes)]
        return ((change,) for _, change in sorted(rows))

    def _next(self) -> Optional[Changes]:
        given = sum(self.given.values())
        wants_several = self._depth > 1 and 2 * given >= self._most and given % 2
        several = self._several() if wants_several or not self._singles else None
        return several or (self._singles.pop(0) if self._singles else None)

    def _several(self) -> Optional[Changes]:
        """Changes that were not tried yet; None where it seems that there are none."""
        for _ in range(MISSES if self._depth > 1 and self._seen else 0):
            seen = self._random.choice(self._seen)
            changes = in_order((*seen.changes, self._change(seen)))
            if changes not in self._tried:
                return changes
        return None

    def _change(self, seen: Seen) -> Change:
        at = self._random.randrange(len(seen.points) - seen.begin + len(seen.choices))
        if at < len(seen.points) - seen.begin:
            return self._random.choice(seen.points[seen.begin + at].changes)
        choice = seen.choices[at - len(seen.points) + seen.begin]
        return Change(choice.number, self._random.choice([target for target in choice.ready if target != choice.chosen]), True)


def kind(changes: Changes) -> str:
    return "several" if len(changes) > 1 else "choice" if changes[0].is_choice else "preemption"
