"""The picture of some events in a row, as SVG: a lane for each thread, with what it does, and arrows from the thread that ends a wait to
the one that waited, or from a waiting thread to the one that holds what it waits for.

A state is known by its line, not by its colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Iterator, Sequence

from record.thread_states import ENDED, HELD, LISTED, NEW, READY, RUNS, WAITS, State, Thread
from show.picture import ROW, WIDTH, shorten, sheet, text

LEFT, RIGHT = 204, 790  # of the lanes
LANE = 46
TOP = 104  # of the first lane's line
LETTER = 6.7  # the width of one
LINES = {RUNS: "runs", READY: "ready", WAITS: "waits", LISTED: "apart", HELD: "apart"}
NO_LINE = (NEW, ENDED)
LEGEND = "thick: runs; thin: ready; dashed: waits; dotted: in a completion list, or in the program's hands"


@dataclass(frozen=True)
class EventRange:
    """Threads from the event `first` to `last`. `sentences` are the lines of these events, `actors` the threads that they belong to."""

    title: str
    first: int
    last: int
    threads: Sequence[Thread]
    sentences: Sequence[str]
    actors: Sequence[str]


@dataclass(frozen=True)
class _Span:
    """A thread's state from one event to another one of the range."""

    state: State
    first: int
    last: int

    @property
    def words(self) -> str:
        return (self.state.detail or self.state.word) + self._holder()

    @property
    def label(self) -> str:
        """The words that the line alone does not say."""
        return (self.state.object or self.state.detail or self.state.word) + self._holder()

    def _holder(self) -> str:
        return f", held by {self.state.holder}" if self.state.holder else ""


def _spans(thread: Thread, events: EventRange) -> Iterator[_Span]:
    states = thread.at_events()
    ends = [state.since for state in states[1:]] + [events.last + 1]
    for state, end in zip(states, ends):
        first, last = max(state.since, events.first), min(end, events.last + 1)
        if first < last and state.word not in NO_LINE:
            yield _Span(state, first, last)


def _described(events: EventRange, lanes: dict[str, list[_Span]]) -> str:
    """The picture in words: a line for each thread, and those of the events."""
    lines = []
    for name, spans in lanes.items():
        lines.append(f"{name}: " + "; ".join(f"{span.words} {span.first} to {min(span.last, events.last)}" for span in spans))
    numbered = enumerate(zip(events.actors, events.sentences), events.first)
    return "\n".join([*lines, *(f"{number} {actor}: {sentence}" for number, (actor, sentence) in numbered)])


class _Drawing:
    def __init__(self, events: EventRange) -> None:
        self._range = events
        self._step = (RIGHT - LEFT) / (events.last - events.first + 1)
        lanes = {thread.name: list(_spans(thread, events)) for thread in events.threads}
        self._lanes = {name: spans for name, spans in lanes.items() if spans and (name in events.actors or spans[-1].state.since > events.first)}
        self._heights = {name: TOP + LANE * number for number, name in enumerate(self._lanes)}
        self._bottom = TOP + LANE * len(self._lanes)

    def draw(self) -> str:
        bottom = self._bottom + ROW * len(self._range.sentences) + 30
        body = [*self._events(), *self._states(), *self._ends(), *self._circles(), *self._list()]
        return sheet(self._range.title, LEGEND, _described(self._range, self._lanes), bottom, body)

    def _x(self, event: int) -> float:
        return LEFT + (event - self._range.first) * self._step

    def _events(self) -> Iterator[str]:
        """An event lies where its number stands, and what it changes begins there."""
        every = ceil((len(str(self._range.last)) + 1) * LETTER / self._step)
        for number in range(self._range.first, self._range.last + 1):
            if number % every == 0:
                yield text(self._x(number), TOP - 26, str(number), "small", "middle")
                yield f'<path class="dots" d="M{self._x(number):g} {TOP - 20}V{self._bottom - LANE + 10:g}"/>'

    def _states(self) -> Iterator[str]:
        for name, spans in self._lanes.items():
            y = self._heights[name]
            yield text(LEFT - 16, y + 4, shorten(name, 25), "name", "end")
            for span in spans:
                x, width = self._x(span.first), (span.last - span.first) * self._step
                yield f'<path class="{LINES[span.state.word]}" d="M{x:g} {y}h{width:g}"/>'
                if span.state.word in (WAITS, LISTED):
                    room = int((WIDTH - x if span is spans[-1] else width) / LETTER)
                    if room >= 5:
                        yield text(x + 3, y - 7, shorten(span.label, room), "small")

    def _ends(self) -> Iterator[str]:
        """From the thread that ends a wait to the one that waited."""
        by_number = {thread.number: thread.name for thread in self._range.threads}
        for name, spans in self._lanes.items():
            for span in spans:
                ender = by_number.get(span.state.ender, "") if span.state.ender is not None else ""
                if ender in self._heights and span.last <= self._range.last:
                    yield self._arrow(self._x(span.state.end), ender, name)

    def _circles(self) -> Iterator[str]:
        """From a thread that waits to the end to the one that holds what it waits for."""
        for number, (name, spans) in enumerate(self._lanes.items()):
            if spans[-1].last > self._range.last and spans[-1].state.holder in self._heights:
                yield self._arrow(RIGHT + 8 + number * 14 % 42, name, spans[-1].state.holder)

    def _arrow(self, x: float, before: str, after: str) -> str:
        start, end = self._heights[before], self._heights[after]
        gap = 5 if end > start else -5
        return f'<path class="line" marker-end="url(#tip)" d="M{x:g} {start + gap}V{end - gap}"/>'

    def _list(self) -> Iterator[str]:
        most = int((WIDTH - 80) / (LETTER + 0.6))
        for number, (actor, sentence) in enumerate(zip(self._range.actors, self._range.sentences)):
            y = self._bottom + ROW * number
            yield text(56, y, str(self._range.first + number), "small", "end")
            yield text(68, y, shorten(f"{actor}: {sentence}", most))


def svg(events: EventRange) -> str:
    """Draws it. A thread that neither acts nor changes has no lane."""
    return _Drawing(events).draw()
