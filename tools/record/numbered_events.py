"""The events of a recording in their order, with the moments in which they happened and the lines that tell of them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import compress
from typing import Iterator, Optional

from build.elf import Symbols
from console import CommandError, count, nearest
from record.events import Event, Events, Record
from record.moments import Moment, moments
from record.narrate import BEGINS, ONLY_WHEN_ASKED, STAYING, BegunThreads, Narration, tells
from record.recording import Recording
from record.source_lines import SourceLines
from record.thread_states import ThreadStates
from record.wording import Wording

NO_LINE = ("output", "described")


def without_places(sentence: str) -> str:
    """A sentence as one remembers it: without files and lines."""
    return re.sub(r" \([^()]*:\d+\)", "", sentence)


@dataclass(frozen=True)
class NumberedEvent:
    """An event of the run. `number` is that of its line, from 1; 0 for an event without one, such as the program's output.
    The moment is None where the event belongs to no program's code. It is to be looked at before the next event is taken."""

    number: int
    record: Record
    moment: Optional[Moment]
    depth: int = 0
    wording: Optional[Wording] = None

    @property
    def sentence(self) -> str:
        """The line. A name in it may be another one later, so it is to be taken before the next event is, too."""
        return self.wording.sentence(self.record) if self.wording else ""


class NumberedEvents:
    """All ways to look at a recording have its lines from here, so a line has the same number in each."""

    def __init__(self, recording: Recording, events: Events, symbols: Symbols, places: SourceLines) -> None:
        self._recording, self._events = recording, events
        self.wording = Wording(events, symbols, places)

    def __iter__(self) -> Iterator[NumberedEvent]:
        return self.since(1)

    def since(self, first: int, states: Optional[ThreadStates] = None) -> Iterator[NumberedEvent]:
        """The events behind the line before `first`. Earlier events are noted only if they count later, by the states of threads, too."""
        narration, number = Narration(self._events, self.wording), max(first - 1, 0)
        begin = self._take_note(number, narration, states)
        for record, moment in moments(self._recording, self._events, begin):
            event = self._events[record.event]
            if event.name in NO_LINE:
                yield NumberedEvent(0, record, moment)
                continue
            depth = narration.happened(record)
            if self._tells(event, narration.begun.has_several):
                number += 1
                yield NumberedEvent(number, record, moment, depth, self.wording)
            else:
                yield NumberedEvent(0, record, moment)

    def _take_note(self, last: int, narration: Narration, states: Optional[ThreadStates]) -> int:
        """Returns the place behind the record with the line `last`, or behind all of them."""
        numbers, line = self._recording.numbers, 0
        kinds = {number: self._events[number] for number in set(numbers)}
        noted = {number for number, event in kinds.items() if narration.notes(event)}
        nest, nesting = narration.nest, {number: event.nesting for number, event in kinds.items() if event.nesting not in STAYING and number not in noted}
        told = [{number for number, event in kinds.items() if self._tells(event, has_several)} for has_several in (False, True)]
        with_line, fields_at = told[False], self._recording.fields
        is_event = map(set(kinds).difference(self._recording.of_moments).__contains__, numbers)
        for place, number in compress(enumerate(numbers), is_event):
            if line == last:
                break
            fields = fields_at(place)
            whose, first_argument, last_argument = (fields[4], fields[5]), fields[6], fields[9]
            if number in nesting:
                nest(whose, first_argument, last_argument, nesting[number])
            elif number in noted:
                narration.happened(self._recording.record(number, fields))
                with_line = told[narration.begun.has_several]
            line += number in with_line
            if states and states.needs(number, whose):
                states.happened(self._recording.record(number, fields), line)
        else:
            place = len(numbers)
        if states:
            states.passed(line)
        return place

    def __len__(self) -> int:
        """The number of lines. It is known without a look at any of them."""
        numbers = self._recording.numbers
        begins, begun = {self._events.number(name) for name in BEGINS}, BegunThreads()
        several = len(numbers)
        for place in (place for place, number in enumerate(numbers) if number in begins):
            begun.happened(self._events[numbers[place]], self._recording.at(place))
            if begun.has_several:
                several = place
                break
        return sum(how_many for has_several, part in ((False, numbers[:several]), (True, numbers[several:]))
                   for number, how_many in Counter(part).items() if self._tells(self._events[number], has_several))

    @staticmethod
    def _tells(event: Event, has_several: bool) -> bool:
        return event.name not in NO_LINE and tells(event, has_several) and event.kind != ONLY_WHEN_ASKED

    def moments(self) -> Iterator[NumberedEvent]:
        """The lines of which there is a picture."""
        return (told for told in self if told.number and told.moment)

    def thread(self, record: Record) -> str:
        """The name of the thread that an event belongs to."""
        return self.wording.threads.thread(record.thread) if record.thread else f"thread {record.kernel}" if record.kernel else f"CPU {record.cpu}, idle"

    def find(self, wanted: str) -> NumberedEvent:
        """The first moment with this number, or whose line has these words. Raises CommandError when there is none."""
        if wanted.isdigit():
            is_line = re.fullmatch(r"[1-9]\d{0,17}", wanted, re.ASCII)
            told = next((told for told in self.since(int(wanted)) if told.number), None) if is_line else None
            if told and told.moment:
                return told
            many = sum(1 for _ in self.moments())
            raise CommandError(f"there is no event {wanted}; the run has {count(many, 'event')} with a moment (without EVENT they are listed)")
        sentences = []
        for told in self.moments():
            if wanted.lower() in without_places(told.sentence).lower():
                return told
            sentences.append(told.sentence)
        raise CommandError(f'no event has the words "{wanted}"{nearest(wanted, sentences)} (without EVENT they are listed)')
