"""Event records: their declaration, as the runtime itself has it, and the stream of them.

`kernel/call/trace_events.h` declares each event on a line of its own, the number being the position:

    TRACE_EVENT(name, RAISE, STAYS, "narration with {0:code} and {1:status}")
"""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Iterator, NamedTuple

MOMENTS = "moments"
DECLARATIONS = Path(__file__).resolve().parents[2] / "kernel/call/trace_events.h"


class Event(NamedTuple):
    """`kind` and `nesting` are words that the declarations explain, the kind in small letters."""

    number: int
    name: str
    kind: str
    nesting: str
    narration: str

    @property
    def is_of_moment(self) -> bool:
        """Whether it only says at which moment the next event happens."""
        return self.kind == MOMENTS


LAYOUT = struct.Struct("<QHBBII4I")  # struct trace_record
LAYOUT_EVENT = 4  # the half-word that is the event's number
LAYOUT_CPU, LAYOUT_LENGTH = 10, 11  # these bytes
BEGINNING = struct.Struct("<8xII20x")  # those three as one number, and the word behind
LONGEST = 20  # bytes of text or memory in a record
MOST_CPUS = 8  # CPUS_MOST of kernel/cpu/cpu.h


class Record(NamedTuple):
    """One event that happened. `kernel` is a thread's number, 0 on a CPU that idles; `thread` 0 means none at user level. A record
    of a moment has six words of its own there."""

    time: int
    event: int
    cpu: int
    length: int
    kernel: int
    thread: int
    arguments: tuple[int, ...]  # four

    @classmethod
    def decode(cls, data: bytes) -> "Record":
        fields = LAYOUT.unpack(data)
        return cls._make((*fields[:6], fields[6:]))

    def encode(self) -> bytes:
        return LAYOUT.pack(self.time, self.event, self.cpu, self.length, self.kernel, self.thread, *self.arguments)

    @property
    def words(self) -> tuple[int, ...]:
        """The words of a record of a moment."""
        return (self.kernel, self.thread, *self.arguments)

    def text(self, first: int = 0) -> bytes:
        """The `length` bytes that begin in argument `first`."""
        return struct.pack("<4I", *self.arguments)[4 * first :][: self.length]


class Events:
    """All declared events, by number and by name."""

    def __init__(self, source: str) -> None:
        rows = re.findall(r'^\s*TRACE_EVENT\(\s*(\w+)\s*,\s*(\w+)\s*,\s*(\w+)\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', source, re.M)
        self._list = [
            Event(number, name, kind.lower(), nesting, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"'))
            for number, (name, kind, nesting, text) in enumerate(rows)
        ]
        self._numbers = {event.name: event.number for event in self._list}

    @classmethod
    def declared(cls) -> "Events":
        return cls(DECLARATIONS.read_text())

    def kinds(self) -> list[str]:
        """The kinds that can be told, in the order of the declarations."""
        return list(dict.fromkeys(event.kind for event in self._list if not event.is_of_moment))

    def number(self, name: str) -> int:
        """The number of a declared event; -1, which no record has, of any other."""
        return self._numbers.get(name, -1)

    def names(self) -> list[str]:
        """All names, by number."""
        return [event.name for event in self._list]

    def __getitem__(self, number: int) -> Event:
        if number < len(self._list):
            return self._list[number]
        return Event(number, f"event_{number}", "program", "STAYS", f"event {number} of an unknown kind: {{0:hex}} {{1:hex}} {{2:hex}} {{3:hex}}")


class RecordStream:
    """Cuts a stream of bytes, in pieces of any size, into records."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Record]:
        data = self._rest + data
        whole = len(data) - len(data) % LAYOUT.size
        self._rest = data[whole:]
        for at in range(0, whole, LAYOUT.size):
            yield Record.decode(data[at : at + LAYOUT.size])
