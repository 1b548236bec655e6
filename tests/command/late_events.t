#!/usr/bin/env python3
"""A look that begins with a late event sees what a look at the whole recording sees there: lines, depths, moments, and what threads do."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import Iterator

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402
from build.elf import Symbols  # noqa: E402
from record.events import Events, Record  # noqa: E402
from record.moments import WORD  # noqa: E402
from record.numbered_events import NumberedEvent, NumberedEvents  # noqa: E402
from record.recording import Recording  # noqa: E402
from record.source_lines import SourceLines  # noqa: E402
from record.thread_states import ThreadStates  # noqa: E402
from record.wording import Wording  # noqa: E402

SEED = int(os.environ.get("SEED", "2911"))
LOOKS = 6  # from random lines on, in each recording
RANDOM = 3000
chosen = random.Random(SEED)
scratch = scratch_folder()
events = Events.declared()


def seen(told: NumberedEvent) -> tuple:
    """All that an event shows."""
    moment = told.moment
    if not moment:
        return told.number, told.depth, told.sentence, told.record
    esp, base = moment.registers["esp"], moment.block.base
    return (told.number, told.depth, told.sentence, told.record, dict(moment.registers), dict(moment.scratch), moment.block, moment.chain(),
            [moment.memory.word(at) for at in range(esp // WORD * WORD, base, WORD)])


class Look:
    """The events from a line on, and the threads' states at the end."""

    def __init__(self, recording: Recording, symbols: Symbols, places: SourceLines, first: int) -> None:
        self._numbered = NumberedEvents(recording, events, symbols, places)
        self._states = ThreadStates(events, self._numbered.wording)
        self._first = first

    def __iter__(self) -> Iterator[tuple]:
        for told in self._numbered.since(self._first, self._states):
            thread = self._states.happened(told.record, told.number)
            yield (*seen(told), thread and (thread.number, thread.name))

    def threads(self) -> list:
        self._states.finish()
        return [(thread.name, thread.begins, thread.states) for thread in self._states.threads]


def compare(name: str, *options: object) -> None:
    path = scratch / "run.rec"
    label = " ".join(map(str, (name, *options)))
    done = trapline("run", name, "--record", path, *options)
    ok(done.returncode == 0, f"{label}: recorded", done)
    recording = Recording(path, events)
    with recording.image() as image, SourceLines(image) as places:
        symbols = Symbols(image)
        whole = Look(recording, symbols, places, 1)
        rows = list(whole)
        threads, total = whole.threads(), max(row[0] for row in rows)
        lines = sorted({2, total, *(chosen.randint(2, total) for _ in range(LOOKS))})
        for first in lines:
            begin = 1 + next(place for place, row in enumerate(rows) if row[0] == first - 1)
            late = Look(recording, symbols, places, first)
            wrong = [(row[:4], [part for part, (seen_late, seen_whole) in enumerate(zip(row, known)) if seen_late != seen_whole])
                     for row, known in zip(late, rows[begin:]) if row != known]
            ok(not wrong, f"{label}: from line {first} of {total} on all is as in the whole (SEED={SEED})", len(wrong), *wrong[:2])
            ok(late.threads() == threads, f"{label}: and so is what threads have done")
        behind = list(Look(recording, symbols, places, total + 1))
        ok(behind == rows[1 + max(place for place, row in enumerate(rows) if row[0] == total):], f"{label}: behind the last line only what has no line follows")


def compare_states() -> None:
    """Events in any order, as no run has them."""
    path = scratch / "run.rec"
    recording = Recording(path, events)
    names = [name for number, name in enumerate(events.names()) if not events[number].is_of_moment and name != "output"]
    with recording.image() as image, SourceLines(image) as places:
        looks = [ThreadStates(events, Wording(events, Symbols(image), places)) for _ in range(2)]
        for number in range(1, RANDOM + 1):
            kernel, thread, *arguments = (chosen.choice((0, 1, 2, 3)) for _ in range(6))
            record = Record(number, events.number(chosen.choice(names)), 0, 0, kernel, thread, tuple(arguments))
            looks[0].happened(record, number)
            if looks[1].needs(record.event, (kernel, thread)):
                looks[1].happened(record, number)
        whole, passed = ([(thread.name, thread.states) for thread in look.threads] for look in looks)
        ok(whole == passed and sum(len(states) for _, states in whole) > RANDOM / 10,
           f"threads do the same in {RANDOM} random events when nobody asks of whom each is (SEED={SEED})", len(whole), len(passed))


compare("demo")
compare("two-passes", "--ring", 3)
compare("cancel")
compare("ums-cpus", "--smp", 2)
compare("between-cpus", "--smp", 4, "--virtual-time")
compare_states()
finish()
