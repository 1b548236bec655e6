"""Code that the image has not (copied, made or brought by the program), as instructions, by the bytes that were recorded of it."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_left
from itertools import takewhile
from tempfile import NamedTemporaryFile
from typing import Callable, Collection, Iterator, NamedTuple

from build.build import cross_tool
from build.elf import Symbols
from record.events import Event, Record
from record.moments import WORD, Memory

INSTRUCTION = re.compile(r" *([0-9a-f]+):\t(.*)$")  # a row of objdump
AROUND = 2  # lines shown before and behind those that have code
NEAR = 8  # lines between two pieces of one file that are shown, too
LONGEST = 15  # bytes of an instruction
LINE = 64  # bytes that are recorded as one (kernel/report/moments.c)
MOST_BYTES = 1024  # of a listing of code outside the image
ZEROS = "add BYTE PTR [eax],al"  # as what zeros are read
ENDS = ("ret", "iret", "jmp", "int3", "hlt", "ud2", "(bad)", ZEROS)  # nothing goes on behind these
BREAKPOINT = 3  # the vector of #BP
MOST_TOLD = 8  # instructions of a function in a narration
PLACES = re.compile(r"\{([0-3]):(code|start)\}")  # of code, in an event's sentence
FUNCTIONS = ("_call", "created", "kernel_made")  # ends of the names of events that are about a whole function
JUMP = re.compile(r"(?:j|loop)\w+ ([0-9A-F]{8})$")


class Instruction(NamedTuple):
    address: int
    text: str
    file: str  # as the debugging information names it
    line: int  # 0 where it is not known


class Function(NamedTuple):
    name: str
    start: int
    end: int
    instructions: list[Instruction]

    def has(self, address: int) -> bool:
        """Whether the address lies in one of its instructions, not only at the beginning of one."""
        return self.start <= address < self.end

    def pieces(self) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        """The files that its code was made from, and the lines to show of each as ranges; its own file first. Inlined code
        may be from others."""
        lines: dict[str, set[int]] = {}
        for instruction in self.instructions:
            if instruction.line:
                lines.setdefault(instruction.file, set()).add(instruction.line)
        for file, known in lines.items():
            ranges: list[tuple[int, int]] = []
            for line in sorted(known):
                if ranges and line - ranges[-1][1] <= NEAR:
                    ranges[-1] = (ranges[-1][0], line)
                else:
                    ranges.append((line, line))
            yield file, [(max(1, first - AROUND), last + AROUND) for first, last in ranges]


def outside(memory: Memory, starts: Collection[int], others: Collection[int], name: Callable[[int], str]) -> list[Function]:
    """Listings of code by the bytes that were recorded of it: one from each address in `starts`, and one for others that those have not,
    which begins a little before them. They are called by their addresses."""
    found: list[Function] = []
    wanted = sorted({*starts, *others})
    for first in wanted:
        if any(function.has(first) for function in found) and first not in starts:
            continue
        start = first if first in starts else max(first & -LINE, *(function.end for function in found), 0)
        end = next((later for later in sorted(starts) if later > first), first + MOST_BYTES)
        code = _recorded(memory, start, end)
        zeros = min(len(code) - len(code.lstrip(b"\0")), first - start)
        start, code = start + zeros, code[zeros:]
        ours = [address for address in wanted if first <= address < start + len(code)]
        rows = _decoded(code, start, name) if ours else []
        for address in ours:  # where an instruction begins for certain
            at = bisect_left([row.address for row in rows], address)
            if at == len(rows) or rows[at].address != address:
                rows = rows[:at] if address != first else []
                rows += _decoded(code[address - start :], address, name)
        rows, behind = _bounded(rows, first)
        if rows:
            found.append(Function(f"{rows[0].address:08X}", rows[0].address, behind or min(rows[-1].address + LONGEST, end), rows))
    return found


def keep(seen: Memory, memory: Memory, address: int) -> None:
    """Copies what the memory has for a listing of the code at the address, but for words that are there already."""
    begin = address & -LINE
    for place in range(begin, begin + MOST_BYTES, WORD):
        word = memory.word(place)
        if word is None:
            break
        if seen.word(place) is None:
            seen.put(place, (word,))


def _recorded(memory: Memory, start: int, end: int) -> bytes:
    words = takewhile(lambda word: word is not None, (memory.word(address) for address in range(start & -WORD, end, WORD)))
    return b"".join(word.to_bytes(WORD, "little") for word in words if word is not None)[start % WORD :][: min(end - start, MOST_BYTES)]


def _decoded(code: bytes, start: int, name: Callable[[int], str]) -> list[Instruction]:
    with NamedTemporaryFile(prefix="trapline-", suffix=".bin") as file:
        file.write(code)
        file.flush()
        command = [cross_tool("objdump"), "-D", "-b", "binary", "-m", "i386", "--no-show-raw-insn", "-M", "intel", f"--adjust-vma={start}", file.name]
        try:
            rows = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
        except OSError:
            return []
    targets = re.compile(r"(?<=[a-z] )0x[0-9a-f]+$")
    return [Instruction(int(found[1], 16), targets.sub(lambda at: name(int(at[0], 16)), plain(found[2])), "", 0)
            for found in map(INSTRUCTION.match, rows) if found]


def _bounded(rows: list[Instruction], known: int) -> tuple[list[Instruction], int]:
    """Without what is behind the address that is code for certain and nothing leads to. Also where that begins; 0 where there is none
    of it."""
    farthest = known
    for end, row in enumerate(rows, 1):
        if row.address >= known and (jump := JUMP.match(row.text)):
            farthest = max(farthest, int(jump[1], 16))
        if row.address >= farthest and row.text.startswith(ENDS):
            return rows[:end], rows[end].address if end < len(rows) else 0
    return rows, 0


class ToldCode:
    """The lines of a narration about such code: the instruction where an event happens; the first instructions of a function that is
    called. Each once, until it changes."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._memory = Memory()
        self._told: dict[int, list[str]] = {}
        self._read: dict[tuple[int, bool], int] = {}  # the changes of memory that there had been when it was read
        self._changes = 0

    def learn(self, record: Record) -> None:
        """Takes a record of memory."""
        address, words = record.words[0], record.words[1 : 1 + record.length // WORD]
        self._changes += any(self._memory.word(address + WORD * at) != word for at, word in enumerate(words))
        self._memory.put(address, words)

    def lines(self, event: Event, record: Record) -> list[str]:
        if event.name == "trapped" and record.arguments[0] == BREAKPOINT:
            return []  # it stands behind its instruction, which the exception's own line has
        addresses = [address for at, kind in PLACES.findall(event.narration) for address in (record.arguments[int(at)], *(record.arguments[1:3] if kind == "start" else ()))]
        return [line for address in addresses if not self._symbols.knows(address) for line in self._lines(address, event.name.endswith(FUNCTIONS))]

    def _lines(self, address: int, is_function: bool) -> list[str]:
        if self._memory.word(address & -WORD) is None or self._read.get((address, is_function)) == self._changes:
            return []
        self._read[address, is_function] = self._changes
        found = outside(self._memory, {address}, (), self._symbols.name)
        rows = [f"{row.address:08X}  {row.text}" for function in found for row in function.instructions]
        shown = [*rows[:MOST_TOLD], *(["..."] if len(rows) > MOST_TOLD else [])] if is_function else rows[:1]
        if self._told.get(address, [])[: len(shown)] == shown:
            return []
        self._told[address] = shown
        return shown


def plain(text: str) -> str:
    """An instruction as one reads it: a name in the place of the address that it stands for. An operand in memory of four bytes
    needs no size, as most are."""
    text = re.sub(r"\s+", " ", text.strip()).replace("DWORD PTR ", "")
    return re.sub(r"(?:0x)?[0-9a-f]+ <([^>]+)>", r"\1", text)
