"""`trapline draw`: the picture of one moment of a run."""

from __future__ import annotations

import re
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Iterator, Optional, Sequence

import names
import run
from command import enter
from console import CommandError, count, nearest
from elf import Symbols
from events import Events, Record
from moments import REGISTERS, WORD, Frame, Memory, Moment, moments
from narrate import NAME_COLUMN
from options import Option, Usage, parse
from picture import Box, Region, Scene, svg
from places import Places
from programs import is_part
from recording import Recording, is_recording
from unwinding import NO_FUNCTION, Call, Unwinder
from wording import Wording

OWN = ("--trace", "--gdb", "--record")  # options of run that mean nothing here
USAGE = Usage(
    "draw",
    "WHAT [EVENT] [options] [-- ARGS...]",
    """
Runs WHAT as `./trapline run` does, and draws the moment of one event as SVG: the stack with its
functions and records, the chain of handlers, the registers. EVENT is a number, or words that its line
in the narration has; the first such event is drawn. Without EVENT the moments are listed. WHAT may
also be a recording (./trapline run --record).""",
    (Option("-o", "the file to write (default: WHAT's name with .svg, here)", "FILE"), *(option for option in run.OPTIONS if option.flag not in OWN)),
    """
examples:  ./trapline draw two-passes
           ./trapline draw two-passes "inner cleans up" -o unwind.svg

Exit status: 0 when it was drawn or listed, however the program ended; 2 when it could not be.""",
)

RUNTIME = ("boot/", "kernel/", "lib/", "seh_emul/", "uthread/", "ums/", "win32/")
# Events of which an argument is the frame on the chain that they are about.
ABOUT_FRAME = ("search_call", "unwind_call", "unwind_end", "unwind_begin", "except_entered")
WITH_TABLE = ("_except_handler3", "_except_handler4")  # handlers whose records have a scope table and a level
RECORD_WORDS = 4  # of an EXCEPTION_RECORD: code, flags, the outer record, address
MOST_ALIKE = 3  # frames of one function, one below the other, that are drawn each
BEYOND = "before all functions"  # the part of a stack where a thread begins


def without_places(sentence: str) -> str:
    """A sentence as one remembers it: without files and lines."""
    return re.sub(r" \([^()]*:\d+\)", "", sentence)


class Story:
    """The moments of a recording that its narration tells of, by the numbers of their lines from 1."""

    def __init__(self, recording: Recording, events: Events, symbols: Symbols, places: Places) -> None:
        self._recording, self._events = recording, events
        self.wording = Wording(events, symbols, places)

    def __iter__(self) -> Iterator[tuple[int, Moment, str]]:
        number = 0
        for record, moment in moments(self._recording, self._events):
            event = self._events[record.event]
            self.wording.threads.learn(event.name, record)
            if moment and event.narration and event.name != "output":
                number += 1
                yield number, moment, self.wording.sentence(record)

    def thread(self, moment: Moment) -> str:
        """The name of the thread that the moment belongs to."""
        record = moment.event
        return self.wording.threads.thread(record.thread) if record.thread else f"thread {record.kernel}"

    def find(self, wanted: str) -> tuple[int, Moment, str]:
        """The first moment with this number, or whose line has these words. Raises CommandError when there is none."""
        sentences = []
        for number, moment, sentence in self:
            if wanted == str(number) or (not wanted.isdigit() and wanted.lower() in without_places(sentence).lower()):
                return number, moment, sentence
            sentences.append(sentence)
        if wanted.isdigit():
            raise CommandError(f"there is no event {wanted}; the run has {count(len(sentences), 'event')} with a moment (without EVENT they are listed)")
        raise CommandError(f'no event has the words "{wanted}"{nearest(wanted, sentences)} (without EVENT they are listed)')


class Painter:
    """Makes the scene of a moment."""

    def __init__(self, image: Path, symbols: Symbols, places: Places) -> None:
        self._symbols, self._places = symbols, places
        self._unwinder = Unwinder(image, symbols, places)

    def scene(self, moment: Moment, asked: Optional[int], title: str, subtitle: str) -> Scene:
        calls = self._unwinder.calls(moment)
        if not calls:
            raise CommandError("at this moment no function of the program is under way")
        frames, end = moment.chain()
        boxes = [*(self._frame(frame, asked, moment.memory) for frame in frames), *self._exceptions(calls, moment)]
        regions = [self._region(call, boxes, call is calls[0]) for call in reversed(calls) if call.high > call.low]
        base, outermost = moment.block.base, calls[-1].high
        if outermost < base:
            regions.insert(0, Region(BEYOND, "", outermost, base, False, [box for box in boxes if outermost <= box.address < base]))
        registers = {name: f"{calls[0].registers[name]:08X}" for name in REGISTERS}
        return Scene(title, subtitle, list(folded(regions)), [frame.address for frame in frames], end, registers, calls[0].low)

    def _region(self, call: Call, boxes: Sequence[Box], is_inner: bool) -> Region:
        place = self._places.at(call.eip - (not is_inner))
        name = call.function.split(".")[0] if call.function != NO_FUNCTION else f"{call.eip:08X}"
        is_own = bool(place) and not place.startswith(RUNTIME)
        return Region(name, place.rpartition("/")[2], call.low, call.high, is_own, [box for box in boxes if call.low <= box.address < call.high])

    def _frame(self, frame: Frame, asked: Optional[int], memory: Memory) -> Box:
        """The record, with the words above it that a compiler's handler knows."""
        handler = self._symbols.name(frame.handler)
        table, level = memory.words(frame.address + 2 * WORD, 2) or (0, 0)
        more = (("TryLevel", str(names.signed(level))), ("ScopeTable", self._symbols.name(table))) if handler in WITH_TABLE else ()
        return Box(frame.address, (*more, ("Handler", handler), ("Next", f"{frame.next:08X}")), True, frame.address == asked)

    def _exceptions(self, calls: Sequence[Call], moment: Moment) -> Iterator[Box]:
        """What the dispatchers that are under way work on."""
        offsets = {name: offset for offset, name in names.registers().items()}
        for call in calls:
            record = moment.memory.words(call.record, RECORD_WORDS) if call.record else None
            if record:
                code, flags, _, address = record
                yield Box(call.record, (("EXCEPTION_RECORD", ""), ("code", names.status(code)), ("flags", names.flags(flags)), ("address", self._symbols.name(address))))
            words = [moment.memory.word(call.context + offsets[name]) for name in ("eip", "esp")] if call.context else [None]
            if None not in words:
                yield Box(call.context, (("CONTEXT", ""), ("Eip", self._symbols.name(words[0])), ("Esp", f"{words[1]:08X}")))


def folded(regions: Sequence[Region]) -> Iterator[Region]:
    """The regions, with those between the first and the last of a long recursion as one."""
    for _, same in groupby(regions, key=lambda region: (region.name, not region.boxes)):
        alike = list(same)
        if len(alike) > MOST_ALIKE:
            first, *between, last = alike
            more = f"... {len(between)} more calls of {first.name}"
            alike = [first, Region(more, "", between[-1].low, between[0].high, first.is_own), last]
        yield from alike


def asked_frame(events: Events, record: Record) -> Optional[int]:
    return record.arguments[0] if events[record.event].name in ABOUT_FRAME else None


def draw(recording: Recording, events: Events, wanted: str, program: str) -> str:
    """The picture. Raises CommandError for an event that is not there."""
    with recording.image() as image, Places(image) as places:
        symbols = Symbols(image)
        story = Story(recording, events, symbols, places)
        number, moment, sentence = story.find(wanted)
        subtitle = f"{program}, event {number}, {story.thread(moment)}"
        scene = Painter(image, symbols, places).scene(moment, asked_frame(events, moment.event), sentence, subtitle)
        return svg(scene)


def show(recording: Recording, events: Events) -> None:
    """Lists the moments."""
    with recording.image() as image, Places(image) as places:
        story = Story(recording, events, Symbols(image), places)
        for number, moment, sentence in story:
            print(f"{number:>5}  {story.thread(moment):<{NAME_COLUMN}} {sentence}")


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    if not line.operands:
        raise CommandError("a picture of what? Give an example's name, a .c file, or a recording (./trapline list shows the examples)")
    what = Path(line.operands[0])
    parts = [word for word in line.operands[1:] if is_part(line.operands[0], word)]
    wanted, *more = [word for word in line.operands[1:] if word not in parts] or [""]
    if more:
        raise CommandError(f'one event at a time: "{wanted}" or "{more[0]}"? Put words with blanks into quotes, and the program\'s own behind --')
    output = Path(line["o"]) if line["o"] else Path(what.name).with_suffix(".svg")
    events = Events.declared()
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        path = what if is_recording(what) else Path(folder, "recording")
        if path is not what:
            line.operands = [line.operands[0], *parts]
            run.record(line, line.rest, path, is_silent=True)
        recording = Recording(path, events)
        if not wanted:
            show(recording, events)
            return 0
        picture = draw(recording, events, wanted, recording.words[0])
    try:
        output.write_text(picture)
    except OSError as problem:
        raise CommandError(f"{output} cannot be written: {problem.strerror}") from None
    print(f"{output}: drawn, {len(picture) / 1024:.0f} KB", file=sys.stderr)
    return 0


if __name__ == "__main__":
    enter(main)
