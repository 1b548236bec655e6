"""The places of a run where another thread could have run instead, by the run's events.

With the runtime's word schedule-steps these come in groups: an instruction of the program, or a choice, and behind it each thread that is
ready there. A thread 0 stands for the end of a user-level thread's time slice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterator, Sequence

from explore.schedules import Change
from record.events import Events, Record

MOST = 100_000  # points that are kept; a longer run is searched in its beginning


@dataclass
class Point:
    """Right before the instruction of this number, counted over all threads, while others are ready, or would be after a time."""

    number: int
    thread: tuple[int, int]  # the kernel's, and the user-level one
    eip: int
    ready: list[int]
    asleep: list[int]

    @property
    def changes(self) -> list[Change]:
        return [Change(self.number, target) for target in self.ready] + [Change(self.number, target, wakes=True) for target in self.asleep]


@dataclass
class Choice:
    """The time of this number at which a thread waited or ended while several others were ready. `chosen` has gone on."""

    number: int
    chosen: int
    ready: list[int]


class Steps:
    """Takes the events of one run."""

    def __init__(self, events: Events) -> None:
        self.points: list[Point] = []
        self.choices: list[Choice] = []
        self._step, self._choice, self._ready = (events.number(f"schedule_{name}") for name in ("step", "choice", "ready"))
        self._asleep = events.number("schedule_asleep")
        self._last: list[int] = []
        self._last_asleep: list[int] = []

    def happened(self, record: Record) -> None:
        first, second, third, _ = record.arguments
        if record.event == self._step:
            point = Point(first, (second, record.thread), third, [], [])
            self._last, self._last_asleep = point.ready, point.asleep
            self.points += [point] if len(self.points) < MOST else []
        elif record.event == self._choice:
            self.choices.append(Choice(first, third, []))
            self._last = self.choices[-1].ready
        elif record.event == self._asleep:
            self._last_asleep.append(first)
        elif record.event == self._ready:
            self._last.append(first)
            if self.choices and self._last is self.choices[-1].ready and not self.choices[-1].chosen:
                self.choices[-1].chosen = first  # the first one, where the schedule says nothing


def distinct(points: Sequence[Point], touches: Callable[[int], int]) -> Iterator[Point]:
    """The points that another thread can tell apart. A preemption before an instruction that touches nothing of others is the same as one
    before the thread's next instruction, so of a row of such points the last stands for all."""
    for at, point in enumerate(points):
        following = points[at + 1] if at + 1 < len(points) else None
        goes_on = following and following.number == point.number + 1 and following.thread == point.thread and following.ready == point.ready and following.asleep == point.asleep
        if not goes_on or touches(point.eip):
            yield point
