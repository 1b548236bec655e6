"""`trapline draw`: the picture of one moment of a run, or of its threads from one event to another."""

from __future__ import annotations

import re
import sys
from typing import Sequence

from console import CommandError, count
from options import CommandLine, Option, Usage, parse
from programs import is_part
from record.events import Events
from record.moments import REGISTERS
from record.narrate import NAME_COLUMN
from record.numbered_events import NumberedEvents, without_places
from record.recording import Recording
from record.stack import StackReader, asked_frame
from record.thread_states import ThreadStates
from show import threads_picture
from show.picture import Scene, svg
from show.recorded import OPTIONS, check_subject, recorded, write
from show.threads_picture import EventRange

MOST_EVENTS = 60  # of lanes
USAGE = Usage(
    "draw",
    "WHAT [EVENT] [options] [-- ARGS...]",
    """
Runs WHAT as `./trapline run` does, and draws the moment of one event as SVG: the stack with its
functions and records, the chain of handlers, the registers. EVENT is a number, or words that its line
in the narration has; the first such event is drawn. Two numbers, as 5..20, are drawn as lanes: what each
thread does from one event to the other, and which ends the wait of which. Without EVENT the moments are
listed. WHAT may also be a recording (./trapline run --record).""",
    (Option("-o", "the file to write (default: WHAT's name with .svg, here)", "FILE"), *OPTIONS),
    """
examples:  ./trapline draw two-passes
           ./trapline draw two-passes "inner cleans up" -o unwind.svg
           ./trapline draw deadlock 5..12

Exit status: 0 when it was drawn or listed, however the program ended; 2 when it could not be.""",
    dashes_end_operands=True,
)

def draw(recording: Recording, events: Events, wanted: str, program: str) -> str:
    """The picture. Raises CommandError for an event that is not there."""
    with recording.sources() as sources:
        numbered = NumberedEvents(recording, events, sources.symbols, sources.places)
        told = numbered.find(wanted)
        stack = told.moment and StackReader(*sources).read(told.moment, asked_frame(events, told.record))
        if not stack:
            raise CommandError("at this moment no function of the program is under way")
        subtitle = f"{program}, event {told.number}, {numbered.thread(told.record)}"
        inner = stack.calls[0]
        registers = {name: f"{inner.registers[name]:08X}" for name in REGISTERS}
        return svg(Scene(told.sentence, subtitle, stack.regions, [frame.address for frame in stack.frames], stack.end, registers, inner.low))


def draw_lanes(recording: Recording, events: Events, first: int, last: int, program: str) -> str:
    """The picture of the threads. Raises CommandError for events that are not there."""
    if last <= first or last - first >= MOST_EVENTS:
        raise CommandError(f"lanes are drawn from one event to a later one, of {MOST_EVENTS} at most; {first}..{last} is not so")
    with recording.sources() as sources:
        numbered = NumberedEvents(recording, events, sources.symbols, sources.places)
        states = ThreadStates(events, numbered.wording)
        told = [(told.number, states.happened(told.record, told.number), without_places(told.sentence)) for told in numbered.since(first, states)]
        states.finish()
    lines = [(thread.name if thread else "idle", sentence) for number, thread, sentence in told if first <= number <= last]
    if len(lines) <= last - first:
        raise CommandError(f"there is no event {last}; the run has {count(len(numbered), 'event')}")
    actors, sentences = zip(*lines)
    return threads_picture.svg(EventRange(f"{program}, events {first} to {last}", first, last, states.threads, sentences, actors))


def show(recording: Recording, events: Events) -> None:
    """Lists the moments."""
    with recording.sources() as sources:
        numbered = NumberedEvents(recording, events, sources.symbols, sources.places)
        for told in numbered.moments():
            print(f"{told.number:>5}  {numbered.thread(told.record):<{NAME_COLUMN}} {told.sentence}")


def subject_and_event(line: CommandLine) -> tuple[list[str], str]:
    """The words that mean the program, and the one that means an event; it is empty where there is none."""
    what = [word for number, word in enumerate(line.operands) if not number or is_part(line.operands[0], word)]
    wanted, *more = [word for word in line.operands if word not in what] or [""]
    if more:
        raise CommandError(f'one event at a time: "{wanted}" or "{more[0]}"? Put words with blanks into quotes, and the program\'s own behind --')
    return what, wanted


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean nothing to draw."""
    check_subject("picture", subject_and_event(line)[0])


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    what, wanted = subject_and_event(line)
    events = Events.declared()
    line.operands = what
    with recorded(line, events) as (recording, _):
        if not wanted:
            show(recording, events)
            return 0
        program, stretch = recording.words[0], re.fullmatch(r"(\d{1,18})\.\.(\d{1,18})", wanted)
        picture = draw_lanes(recording, events, int(stretch[1]), int(stretch[2]), program) if stretch else draw(recording, events, wanted, program)
    output = write(line, ".svg", picture)
    print(f"{output}: drawn, {len(picture) / 1024:.0f} KB", file=sys.stderr)
    return 0
