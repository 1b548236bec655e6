"""The memory that an instruction touches, by its text as objdump writes it: nothing that another thread sees, a stack, or memory that may
be shared."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_right
from pathlib import Path
from typing import Collection, Iterator, Mapping, NamedTuple

from build.build import cross_tool
from build.elf import PLACE, Symbols, names
from console import CommandError
from plain_names import own_name, plain_name
from record.brought_code import INSTRUCTION
from record.modules import Modules, pe_tool
from show.disassembly import HEAD

NOTHING, STACK, SHARED = 0, 1, 2

MEMORY = re.compile(r"\[[^]]*\]|\b[c-gs]s:0x[0-9a-f]+")
OFF_STACK = re.compile(r"\[e[sb]p\b")
OF_THREAD = re.compile(r"\bfs:")
NO_ACCESS = re.compile(r"(lea|nop\w*|data16.*nop\w*) ")
CALLED = re.compile(r"<([^>]+)>")
DIRECT_CALL = re.compile(r"call (?:0x)?([0-9a-f]+)\b")
LEAVES = re.compile(r"call|int |sysenter|hlt|pause")  # to other code, where other threads are met
LETS_OUT = re.compile(r"lea (?!esp)\w+,\[e[sb]p|push e[sb]p$|mov (?!ebp,esp|esp,ebp)[^,]+,e[sb]p$")  # a stack's address
WRITES = re.compile(r"(mov\w*|stos\w*|set\w+|fi?stp?|pop)\b")
READS_ONLY = re.compile(r"(cmp|test|push|fi?ld|lods\w*|jmp|call|bt|fi?comp?)\b")
PREFIX = re.compile(r"(lock|rep\w*|data16) ")
REGISTER = re.compile(r"\[(e[abcd]x|e[sd]i)\]")
ENDS_ROW = re.compile(r"j|call|ret|loop")
LOOKED_BACK = 6  # instructions
UPPER_HALF = 0x80000000  # where an image lies (boot/layout.h)
LONGEST = 4096  # bytes of a variable: what is farther behind one is none
BEHIND_CODE = 16  # bytes that are read behind the last instruction that is asked about


class Variables:
    """The names of variables, by their addresses in the text of instructions."""

    def __init__(self, named: Mapping[int, str]) -> None:
        rows = sorted(named.items())
        self._starts, self._names = [address for address, _ in rows], [name for _, name in rows]

    def named(self, place: str) -> str:
        """An operand in memory, with a variable's name in the place of a number that is one's address."""
        found = re.search(r"0x([0-9a-f]{6,8})\b", place)
        at = bisect_right(self._starts, int(found[1], 16)) - 1 if found else -1
        distance = int(found[1], 16) - self._starts[at] if found and at >= 0 else LONGEST
        if not found or distance >= LONGEST:
            return place
        name = self._names[at] + (f"+0x{distance:X}" if distance else "")
        return name if ":" in place else place.replace(found[0], name)


class Instruction(NamedTuple):
    text: str
    touches: int
    variables: Variables


class Instructions:
    """The instructions of the program's code. `modules` lie in memory outside of the image."""

    def __init__(self, image: Path, symbols: Symbols, modules: Modules, first: int) -> None:
        """first: where the program's own code begins in the image."""
        self._image, self._symbols, self._modules, self._first = image, symbols, modules, first
        self._known: dict[int, Instruction] = {}
        self._before: dict[int, int] = {}  # the address of the instruction before, in its function
        self._read: set[int] = set()  # addresses that were asked for
        self._variables = _variables(image)

    def read(self, addresses: Collection[int]) -> None:
        """Reads the code around addresses that were not asked for before."""
        new = {address for address in addresses if address not in self._read and address not in self._known}
        self._read |= new
        in_image = {address for address in new if self._symbols.knows(address)}
        if in_image:
            start = min(self._start(address) for address in in_image)
            self._take(_listing(self._image, cross_tool("objdump"), start, max(in_image) + BEHIND_CODE), 0, self._first, self._variables)
        for module in self._modules.files():
            if module.names.path and any(self._modules.at(address) is module for address in new - in_image):
                self._take(_plain(_listing(module.names.path, pe_tool("objdump"))), module.base - module.names.base, 0, Variables(module.names.variables))

    def _start(self, address: int) -> int:
        """Where the function begins that has the address."""
        offset = re.search(r"\+0x([0-9A-F]+)$", self._symbols.name(address))
        return address - (int(offset[1], 16) if offset else 0)

    def _take(self, functions: Iterator[list[tuple[int, str]]], moved: int, own: int, variables: Variables) -> None:
        for rows in functions:
            lets_out = any(LETS_OUT.match(text) for _, text in rows)
            has_frame = any(text == "mov ebp,esp" for _, text in rows)
            for address, text in rows:
                self._known[address + moved] = Instruction(text, _touches(text, lets_out, has_frame, own), variables)
            self._before.update({after + moved: before + moved for (before, _), (after, _) in zip(rows, rows[1:])})

    def touches(self, address: int) -> int:
        """NOTHING, STACK or SHARED, which is also the answer for code that cannot be read."""
        found = self._known.get(address)
        return found.touches if found else SHARED

    def deed(self, address: int) -> str:
        """The instruction's deed, as a noun: `the store to one`. Empty where it cannot be read."""
        found = self._known.get(address)
        if not found:
            return ""
        text = PREFIX.sub("", found.text)
        if text.startswith(("call", "jmp ds:")):
            return f"the {'call of' if text.startswith('call') else 'jump to'} {_callee(text, found.variables)}"
        first, _, second = text.partition(" ")[2].partition(",")
        place = MEMORY.search(first) or MEMORY.search(second)
        if not place or NO_ACCESS.match(text):
            return found.text
        is_source = not MEMORY.search(first) and not text.startswith("xchg") or READS_ONLY.match(text)
        deed = "load of" if is_source else "store to" if WRITES.match(text) else "change of"
        return f"the {deed} {found.variables.named(self._resolved(place[0], address))}"

    def _resolved(self, place: str, address: int) -> str:
        """An operand in memory at a register's address. Where the instructions right before have put a number into that register, the
        number stands for it."""
        register = REGISTER.fullmatch(place)
        for _ in range(LOOKED_BACK if register else 0):
            address = self._before.get(address, 0)
            text = self._known[address].text if address in self._known else "ret"
            if number := re.fullmatch(rf"mov {register and register[1]},(0x[0-9a-f]+)", text):
                return f"ds:{number[1]}"
            if ENDS_ROW.match(text) or re.match(rf"\w+ {register and register[1]}\b", text):
                break
        return place


def _variables(image: Path) -> Variables:
    try:
        return Variables({address: own_name(name) for address, name in names(image) if address >= UPPER_HALF and not name.startswith(PLACE)})
    except CommandError:
        return Variables({})


def _callee(text: str, variables: Variables) -> str:
    named = CALLED.search(text)
    return named[1] if named else variables.named(text.partition(" ")[2])


def _touches(text: str, lets_out: bool, has_frame: bool, own: int) -> int:
    """lets_out: its function gives an address on its stack away. has_frame: its ebp is a stack's. own: where own code begins."""
    call = DIRECT_CALL.match(text)
    if call and int(call[1], 16) >= own:
        return NOTHING
    if LEAVES.match(text) or text.startswith(("lock", "xchg")) and MEMORY.search(text):
        return SHARED
    place = MEMORY.search(text)
    if not place or NO_ACCESS.match(text) or OF_THREAD.search(text):
        return NOTHING
    if OFF_STACK.match(place[0]) and (has_frame or "esp" in place[0]):
        return STACK if lets_out else NOTHING
    return SHARED


def _plain(functions: Iterator[list[tuple[int, str]]]) -> Iterator[list[tuple[int, str]]]:
    """With names as sources have them."""
    for rows in functions:
        yield [(address, CALLED.sub(lambda found: f"<{plain_name(found[1])}>", text)) for address, text in rows]


def _listing(path: Path, tool: str, start: int = 0, stop: int = 0) -> Iterator[list[tuple[int, str]]]:
    """The instructions of a file, a list for each function; none where the tool or the file cannot be read."""
    limits = [f"--start-address={start}", f"--stop-address={stop}"] if stop else []
    try:
        done = subprocess.run([tool, "-d", "--no-show-raw-insn", "-M", "intel", *limits, str(path)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
    except OSError:
        return
    rows: list[tuple[int, str]] = []
    for line in done.stdout.splitlines():
        if HEAD.match(line):
            if rows:
                yield rows
            rows = []
        elif found := INSTRUCTION.match(line):
            rows.append((int(found[1], 16), re.sub(r"\s+", " ", found[2].replace("DWORD PTR ", "").strip())))
    if rows:
        yield rows
