"""The functions that are under way at a moment, by the image's call frame information; and the blocks that an exception has laid between
them.

readelf tells, for each place in the code, where the caller's registers lie: a word below the frame's end, the "canonical frame address".
Code of the image without such rows is assembly with the usual frame: ebp points to the caller's ebp. If the image does not have the code,
the caller is a word on the stack that lies behind a call.
"""

from __future__ import annotations

import bisect
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, Mapping, Optional, Sequence

from build.build import cross_tool
from build.elf import Contents, Symbols
from record import names
from record.modules import Modules, pe_tool
from record.moments import WORD, Memory, Moment
from record.source_lines import SourceLines

SAVED = ("ebp", "ebx", "esi", "edi")  # those that a function gives back as they were
MOST_CALLS = 1000
MOST_WORDS = 1024  # of a frame that nothing describes
LONGEST_CALL = 7  # bytes
DIRECT_CALL = 0xE8  # and a distance
DISPATCHERS = ("KiUserExceptionDispatcher", "second_chance_dispatcher")
RECORDING = "kernel/"  # the sources whose code only records the moment: its frames are not the program's
NO_FUNCTION = "?"


@dataclass(frozen=True)
class Row:
    """From `start` on, up to the next row: where the frame ends, and how far below that the registers lie."""

    start: int
    end: int  # of the function
    base: str  # a register; "exp": the context of an exception, by an expression
    offset: int
    saved: Mapping[str, int]


@dataclass(frozen=True)
class Call:
    """A function under way. Its frame is [low, high) with the return address at the end; `eip` is where it is."""

    function: str
    eip: int
    low: int
    high: int
    registers: Mapping[str, int]
    record: int = 0  # the exception's, and its CONTEXT, where the function is the dispatcher
    context: int = 0
    is_return: bool = False  # eip is behind a call, else at the instruction that was interrupted


class Unwinder:
    def __init__(self, image: Path, symbols: Symbols, places: SourceLines, modules: Optional[Modules] = None) -> None:
        self._symbols = symbols
        self._modules = modules
        self._of_modules: dict[Path, list[Row]] = {}  # at the modules' own bases
        self._places = places
        self._contents = Contents(image)
        self._rows = sorted(_rows([cross_tool("readelf"), "-wF", str(image)]), key=lambda row: row.start)
        self._starts = [row.start for row in self._rows]

    def calls(self, moment: Moment) -> list[Call]:
        """From the innermost function of the program outwards."""
        calls = list(self._all(dict(moment.registers), moment.memory))
        inner = 0
        while inner < len(calls) and self._places.at(calls[inner].eip - (inner > 0)).startswith(RECORDING):
            inner += 1
        return calls[inner:]

    def _all(self, registers: dict[str, int], memory: Memory) -> Iterator[Call]:
        is_return = False
        for _ in range(MOST_CALLS):
            eip, low = registers["eip"], registers["esp"]
            name = self._symbols.name(eip - is_return).partition("+")[0] if self._symbols.has_name(eip - is_return) else NO_FUNCTION
            record, context = self._exception(name, eip, registers, memory)
            outer = self._of_context(context, memory) if context else self._caller(eip - is_return, registers, memory)
            if not outer or outer["esp"] <= low:
                yield Call(name, eip, low, low, registers, is_return=is_return)
                return
            yield Call(name, eip, low, outer["esp"], registers, record, context, is_return)
            if not self._symbols.has_name(outer["eip"]) and memory.word(outer["eip"] & -WORD) is None:
                return
            registers, is_return = outer, not context

    def _exception(self, name: str, eip: int, registers: Mapping[str, int], memory: Memory) -> tuple[int, int]:
        """A dispatcher's exception and its context: at its first instructions the two lie at esp, then in ebx and esi; that of the module
        ntdll has them at esp for the calls that it makes, too."""
        if name.rpartition("!")[2] in DISPATCHERS and not self._symbols.knows(eip):
            return memory.word(registers["esp"]) or 0, memory.word(registers["esp"] + WORD) or 0
        row = self._row(eip) if name in DISPATCHERS else None
        if not row:
            return 0, 0
        if row is self._row(self._start(eip)):
            return memory.word(registers["esp"]) or 0, memory.word(registers["esp"] + WORD) or 0
        return registers["ebx"], registers["esi"]

    def _start(self, eip: int) -> int:
        return eip - int((self._symbols.name(eip).partition("+0x")[2] or "0"), 16)

    def _row_of_module(self, eip: int) -> Optional[Row]:
        module = self._modules.at(eip) if self._modules else None
        path = module.names.path if module else None
        if not module or not path:
            return None
        if path not in self._of_modules:
            self._of_modules[path] = sorted(_rows([pe_tool("objdump"), "--dwarf=frames-interp", str(path)]), key=lambda row: row.start)
        own, rows = module.own(eip), self._of_modules[path]
        at = bisect.bisect_right([row.start for row in rows], own) - 1
        return rows[at] if at >= 0 and own < rows[at].end else None

    def _row(self, eip: int) -> Optional[Row]:
        at = bisect.bisect_right(self._starts, eip) - 1
        return self._rows[at] if at >= 0 and eip < self._rows[at].end else None

    @staticmethod
    def _of_context(context: int, memory: Memory) -> Optional[dict[str, int]]:
        """The registers that a CONTEXT holds."""
        return _known({name: memory.word(context + offset) for offset, name in names.registers().items() if name in ("eip", "esp", *SAVED)})

    def _caller(self, eip: int, registers: Mapping[str, int], memory: Memory) -> Optional[dict[str, int]]:
        """The registers of the function's caller; None where the stack cannot be followed."""
        if not self._symbols.knows(eip):
            row = self._row_of_module(eip)
            return self._caller_by(row, registers, memory) if row else self._caller_outside(registers, memory)
        return self._caller_by(self._row(eip) or Row(eip, eip, "ebp", 2 * WORD, {"ebp": 2 * WORD}), registers, memory)

    @staticmethod
    def _caller_by(row: Row, registers: Mapping[str, int], memory: Memory) -> Optional[dict[str, int]]:
        """The caller by a row."""
        if row.base not in registers:
            return None
        end = registers[row.base] + row.offset
        found = {name: memory.word(end - row.saved[name]) if name in row.saved else registers[name] for name in SAVED}
        return _known({**found, "eip": memory.word(end - WORD), "esp": end})

    def _caller_outside(self, registers: Mapping[str, int], memory: Memory) -> Optional[dict[str, int]]:
        """The caller of code that the image has not."""
        esp, ebp = registers["esp"], registers["ebp"]
        at = place_of_return(list(_words(memory, esp)), ebp, self._code_before, self._symbols.knows)
        if at is None:
            return None
        return _known({**registers, "ebp": memory.word(ebp) if esp <= ebp < at else ebp, "eip": memory.word(at), "esp": at + WORD})

    def _code_before(self, address: int) -> bytes:
        if self._symbols.knows(address):
            return self._contents.bytes(address - LONGEST_CALL, LONGEST_CALL)
        return self._modules.bytes(address - LONGEST_CALL, LONGEST_CALL) if self._modules else b""


def _words(memory: Memory, esp: int) -> Iterator[tuple[int, int]]:
    """The words of the stack from esp on, each with its place."""
    for address in range(esp, esp + MOST_WORDS * WORD, WORD):
        word = memory.word(address)
        if word is None:
            return
        yield address, word


def place_of_return(words: Sequence[tuple[int, int]], ebp: int, code_before: Callable[[int], bytes], knows: Callable[[int], bool]) -> Optional[int]:
    """Where the return address of code lies that the image has not, among these words of the stack with their places: behind a call of the
    image. Words that earlier calls have left below are mostly behind calls of the image's functions. So a call of other code is taken
    first, up to the frame that ebp tells. code_before: the last bytes before an address in the image, else none."""
    first = None
    end = ebp + WORD if words and words[0][0] <= ebp <= words[-1][0] else 0
    for address, word in words:
        if first is not None and address > end:
            break
        code = code_before(word)
        if code and code[-5] == DIRECT_CALL:
            if not knows(word + int.from_bytes(code[-4:], "little") & 0xFFFFFFFF):
                return address
            first = first or address
        elif code and any(code[-length] == 0xFF and code[1 - length] & 0x38 == 0x10 for length in (2, 3, 4, 6, 7)):  # FF /2
            return address
    return first


def _known(registers: Mapping[str, Optional[int]]) -> Optional[dict[str, int]]:
    """The registers, if the value of each is known."""
    known = {name: value for name, value in registers.items() if value is not None}
    return known if len(known) == len(registers) else None


FUNCTION = re.compile(r" FDE .* pc=(\w+)\.\.(\w+)")


def _rows(command: Sequence[str]) -> Iterator[Row]:
    """readelf's table, or objdump's. A function's rows begin behind a line with its bounds; a column is "c-8" where the register lies in the frame."""
    text = subprocess.run(command, capture_output=True, text=True).stdout
    columns: list[str] = []
    start = end = 0
    for line in text.splitlines():
        cells = line.split()
        if bounds := FUNCTION.search(line):
            start, end = (int(bound, 16) for bound in bounds.groups())
        elif " CIE " in line:
            end = 0
        elif line.startswith("   LOC"):
            columns, start = cells[2:], 0
        elif end and not cells and start:  # all as at the call
            yield Row(start, end, "esp", WORD, {})
        elif end and cells and re.fullmatch(r"[0-9a-f]{8,16}", cells[0]):
            base, _, offset = cells[1].partition("+")
            saved = {name: int(cell[2:]) for name, cell in zip(columns, cells[2:]) if cell.startswith("c-") and name in SAVED}
            yield Row(int(cells[0], 16), end, base, int(offset or 0), saved)
