"""A schedule that fails: made short, told in words, with the end of its output and the commands that show it."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Callable, Iterable, NamedTuple

from build.elf import Symbols
from explore.instructions import Instructions
from explore.runs import STEPPED_WITH_SLEEPERS, TRACED, Ending, Listening, Runs, Tried
from explore.schedules import Changes
from explore.shorten import shortened, with_earliest
from explore.steps import Steps
from explore.story import HeldStory, Story
from record.events import Events, Record
from record.modules import Modules
from record.source_lines import MOST_PENDING, Annotator, SourceLines
from record.wording import Wording

LAST_LINES = 24


class Code(NamedTuple):
    """The files that name the addresses of the program's runs."""

    image: Path
    modules: Modules
    places: SourceLines
    symbols: Symbols
    instructions: Instructions


class Told(NamedTuple):
    ending: Ending
    story: list[str]
    output: list[str]  # its last lines


def shortest(changes: Changes, ending: Ending, runs: Runs, events: Events) -> Changes:
    """The schedule without what it does not need to fail as it did."""

    def fails(other: Changes) -> bool:
        return runs.run(other, ending.limit).is_like(ending)

    changes = shortened(changes, fails)
    steps = Steps(events)
    runs.run(changes, ending.limit, Listening(steps.happened, STEPPED_WITH_SLEEPERS))
    return with_earliest(changes, steps, fails)


def told(changes: Changes, limit: float, runs: Runs, events: Events, code: Code) -> Told:
    """Runs the schedule once more, and listens to it."""
    story = Story(events, Wording(events, code.symbols, code.places), code.places, code.instructions, any(change.is_choice for change in changes))
    ending, output = once_more(changes, limit, runs, events, code, story.happened)
    story.finish(not ending.outcome.timed_out)
    return Told(ending, story.lines, output)


def told_held(schedule: str, limit: float, runs: Runs, events: Events, code: Code) -> Told:
    """Runs a schedule of several CPUs once more, and listens to it."""
    story = HeldStory(events, Wording(events, code.symbols, code.places), code.places, code.instructions, False)
    ending, output = once_more(schedule, limit, runs, events, code, story.happened)
    story.finish(not ending.outcome.timed_out)
    return Told(ending, story.lines, output)


def once_more(tried: Tried, limit: float, runs: Runs, events: Events, code: Code, also: Callable[[Record], object] = lambda record: None) -> tuple[Ending, list[str]]:
    """Runs it, and listens to it. Returns its last lines, too, with the places of addresses."""
    described: deque[Record] = deque(maxlen=MOST_PENDING)
    number = events.number("described")

    def happened(record: Record) -> None:
        code.modules.happened(record)
        also(record)
        if record.event == number:
            described.append(record)

    ending = runs.run(tried, limit, Listening(happened, TRACED))
    return ending, last_lines(annotated(ending.tail, described, code))


def annotated(output: bytes, described: Iterable[Record], code: Code) -> bytes:
    """With the places of the addresses that the runtime has printed last."""
    annotator = Annotator(code.places, code.symbols)
    for record in described:
        annotator.described(record)
    return annotator.feed(output) + annotator.rest()


def last_lines(output: bytes) -> list[str]:
    return output.decode("utf-8", "replace").splitlines()[-LAST_LINES:]
