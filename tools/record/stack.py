"""A stack at a moment, as ways to look at it show it: the frames of its functions, and in them the registration records and the blocks
that an exception has laid there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Iterator, Optional, Sequence

from build.elf import Symbols
from plain_names import PIECES
from record import names, phrases
from record.events import Events, Record
from record.modules import Modules
from record.moments import WORD, Frame, Memory, Moment
from record.source_lines import SourceLines
from record.unwinding import NO_FUNCTION, Call, Unwinder

RUNTIME = ("boot/", "kernel/", "lib/", "seh_emul/", "uthread/", "ums/", "win32/")
# Events of which an argument is the frame on the chain that they are about.
ABOUT_FRAME = ("search_call", "search_try", "unwind_call", "unwind_try", "unwind_end", "unwind_begin", "except_entered")
WITH_TABLE = ("_except_handler2", "_except_handler3", "_except_handler4")  # handlers whose records have a scope table and a level
WITH_STATE = f".{PIECES['ehhandler']}"  # ends the names of handlers that lead to the tables of C++; their records have a state
RECORD_WORDS = 4  # of an EXCEPTION_RECORD: code, flags, the outer record, address
RECORD_SIZE, CONTEXT_SIZE = 80, 716  # Windows' structures, in bytes
MOST_ALIKE = 3  # frames of one function, one below the other, that are shown each
BEYOND = "before all functions"  # the part of a stack where a thread begins


@dataclass(frozen=True)
class Box:
    """A block in the stack, by the lines of text that it shows, the one at the highest address first: what it is, and a value behind."""

    address: int
    lines: Sequence[tuple[str, str]]
    is_record: bool = False  # on the chain
    is_asked: bool = False
    size: int = 0  # in bytes


@dataclass(frozen=True)
class Region:
    """The frame of a function, [low, high), with the boxes in it."""

    name: str
    place: str
    low: int
    high: int
    is_own: bool  # the program's
    boxes: Sequence[Box] = ()
    at: int = 0  # an address in the instruction where it is; 0 where that is no one place


@dataclass(frozen=True)
class Stack:
    """`calls` are the functions under way, the innermost first; `regions` their frames, the outermost first; `end` is where the chain ends."""

    calls: Sequence[Call]
    regions: Sequence[Region]
    frames: Sequence[Frame]
    end: int


class StackReader:
    def __init__(self, image: Path, symbols: Symbols, places: SourceLines, modules: Optional[Modules] = None) -> None:
        self._symbols, self._places = symbols, places
        self._unwinder = Unwinder(image, symbols, places, modules)

    def read(self, moment: Moment, asked: Optional[int]) -> Optional[Stack]:
        """The thread's stack; None where no function of the program is under way. `asked` is the record that the event is about."""
        calls = self._unwinder.calls(moment)
        if not calls:
            return None
        frames, end = moment.chain()
        boxes = [*(self._frame(frame, asked, moment.memory) for frame in frames), *self._exceptions(calls, moment)]
        regions = [self._region(call, boxes, call is not calls[0] and call.is_return) for call in reversed(calls) if call.high > call.low]
        base, outermost = moment.block.base, calls[-1].high
        if outermost < base:
            regions.insert(0, Region(BEYOND, "", outermost, base, False, [box for box in boxes if outermost <= box.address < base]))
        return Stack(calls, list(folded(regions)), frames, end)

    def _region(self, call: Call, boxes: Sequence[Box], is_waiting: bool) -> Region:
        at = call.eip - is_waiting  # the call that it waits for may be the last instruction of its line
        place = self._places.at(at)
        name = call.function.split(".")[0] if call.function != NO_FUNCTION else f"{call.eip:08X}"
        is_own = not place.startswith(RUNTIME) if place else call.function == NO_FUNCTION
        return Region(name, place.rpartition("/")[2], call.low, call.high, is_own, [box for box in boxes if call.low <= box.address < call.high], at)

    def _frame(self, frame: Frame, asked: Optional[int], memory: Memory) -> Box:
        """The record, with the words above it that a compiler's handler knows."""
        handler = self._symbols.name(frame.handler)
        table, level = memory.words(frame.address + 2 * WORD, 2) or (0, 0)
        more: Sequence[tuple[str, str]] = ()
        if handler in WITH_TABLE:
            more = ("TryLevel", str(names.signed(level))), ("ScopeTable", self._symbols.name(table))
        elif handler.endswith(WITH_STATE):
            more = (("State", str(names.signed(table))),)
        lines = (*more, ("Handler", handler), ("Next", f"{frame.next:08X}"))
        return Box(frame.address, lines, True, frame.address == asked, WORD * len(lines))

    def _exceptions(self, calls: Sequence[Call], moment: Moment) -> Iterator[Box]:
        """The exceptions that the dispatchers under way work on."""
        offsets = {name: offset for offset, name in names.registers().items()}
        for call in calls:
            record = moment.memory.words(call.record, RECORD_WORDS) if call.record else None
            if record:
                code, flags, _, address = record
                lines = (("EXCEPTION_RECORD", ""), ("code", phrases.words("status", code)), ("flags", phrases.words("flags", flags)), ("address", self._symbols.name(address)))
                yield Box(call.record, lines, size=RECORD_SIZE)
            eip, esp = (moment.memory.word(call.context + offsets[name]) if call.context else None for name in ("eip", "esp"))
            if eip is not None and esp is not None:
                yield Box(call.context, (("CONTEXT", ""), ("Eip", self._symbols.name(eip)), ("Esp", f"{esp:08X}")), size=CONTEXT_SIZE)


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
