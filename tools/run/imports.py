"""`trapline imports`: the names that a program for Windows takes from DLLs, and whether they are there."""

from __future__ import annotations

import sys
from collections import deque
from pathlib import Path
from typing import NamedTuple, Optional, Sequence

from build.windows_modules import YIELDS, exported, host_of
from console import RED, CommandError, count, paint, printable
from options import CommandLine, Usage, parse
from pe_file import PeFile, WrongFile, read_file
from pe_tables import Entry, Exports, dll_name, exports, imports
from windows_files import dlls_beside, read

IS_MISSING = 1  # the exit status

USAGE = Usage(
    "imports",
    "FILE",
    """
Lists what a program for 32-bit Windows, or a DLL, takes from DLLs, and what those beside it take in
turn. What is neither in the runtime nor in a DLL beside the program is marked.""",
    (),
    """
example:  ./trapline imports prog.exe

Exit status: 0 when all is there, 1 when something is missing, 2 for a file that is none
of 32-bit Windows.""",
)


class Need(NamedTuple):
    """Something that a file takes from a DLL, at its start or later."""

    entry: Entry
    is_delayed: bool
    is_there: bool


class Library:
    """A DLL that is asked for: one of the runtime, or the file beside the program, or none."""

    def __init__(self, name: str, path: Optional[Path]) -> None:
        self.name = name
        self.needs: dict[str, Need] = {}
        self._own = None if path and name in YIELDS else exported().get(name)
        self._problem = ""
        self.file: Optional[PeFile] = None
        self._exports = Exports({}, {})
        if path and self._own is None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            self.file = read_file(path)
            self._exports = exports(self.file)
        except WrongFile as problem:
            self.file, self._problem = None, str(problem)
        except OSError as problem:
            self._problem = problem.strerror or "it cannot be read"

    @property
    def is_there(self) -> bool:
        return self._own is not None or self.file is not None

    @property
    def place(self) -> str:
        """Where it is, in words; empty where it is nowhere."""
        if self._problem:
            return f"beside the program, but wrong: {self._problem}"
        return "the runtime's" if self._own is not None else "beside the program" if self.file else ""

    def add(self, entry: Entry, is_delayed: bool) -> Optional[tuple[str, Entry]]:
        """Notes an import. Returns the DLL and the entry that this one stands for, where it is a forwarder."""
        key = str(entry)
        if key in self.needs:
            if not is_delayed:
                self.needs[key] = self.needs[key]._replace(is_delayed=False)
            return None
        where = self._exports.get(entry)
        has = where is not None if self._own is None else key in self._own
        self.needs[key] = Need(entry, is_delayed, has)
        return forwarded(where) if where else None


def forwarded(place: str) -> Optional[tuple[str, Entry]]:
    """The DLL and the entry of OTHER.name or OTHER.#1; None for a text that is neither."""
    dll, _, name = place.rpartition(".")
    if not dll or not name:
        return None
    if name.startswith("#"):
        return (f"{dll.lower()}.dll", Entry("", ordinal=int(name[1:]))) if name[1:].isdecimal() and name.isascii() else None
    return f"{dll.lower()}.dll", Entry(name)


class Needs:
    """All that a program and the DLLs beside it take from DLLs, by the DLLs' names in small letters."""

    def __init__(self, program: PeFile, path: Path) -> None:
        self.libraries: dict[str, Library] = {}
        self._beside = dlls_beside(path)
        self._unread: deque[tuple[str, PeFile]] = deque([(path.name, program)])
        while self._unread:
            self._take(*self._unread.popleft())

    def _library(self, dll: str) -> Library:
        name = host_of(dll)
        if name not in self.libraries:
            library = self.libraries[name] = Library(name, self._beside.get(name))
            if library.file:
                self._unread.append((name, library.file))
        return self.libraries[name]

    def _take(self, name: str, file: PeFile) -> None:
        try:
            lists = imports(file)
        except WrongFile as problem:
            raise CommandError(f"{name}: {problem}") from None
        for each in lists:
            library = self._library(dll_name(each.dll))
            for entry in each.entries:
                self._add(library, entry, each.is_delayed)

    def _add(self, library: Library, entry: Entry, is_delayed: bool) -> None:
        """Notes an entry, and what it stands for; a circle of forwarders ends at one that is known."""
        while place := library.add(entry, is_delayed):
            library, entry = self._library(place[0]), place[1]


def lines(library: Library) -> list[str]:
    """A line for a DLL, and one for each name that is taken from it. Missing calls are marked."""
    missing = paint("missing", RED, sys.stdout)
    place = f" ({printable(library.place)})" if library.place else ""
    shown = [f"{printable(library.name)}{place}" + ("" if library.is_there else f"  {missing}")]
    width = max((len(name) for name in library.needs), default=0)
    for name, need in sorted(library.needs.items()):
        marks = [*(["later"] if need.is_delayed else []), *([missing] if library.is_there and not need.is_there else [])]
        shown.append(f"  {printable(name):<{width}}  {', '.join(marks)}".rstrip())
    return shown


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no file."""
    if len(line.operands) != 1:
        raise CommandError("imports of what? Give one program for Windows: ./trapline imports prog.exe")


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    path = Path(line.operands[0])
    found = Needs(read(path, line.operands[0], read_file), path.absolute())
    for library in found.libraries.values():
        print("\n".join(lines(library)))
    needs = [need for library in found.libraries.values() for need in library.needs.values()]
    absent = [library for library in found.libraries.values() if not library.is_there]
    missing = sum(not need.is_there for need in needs)
    if not missing and not absent:
        print(f"all {count(len(needs), 'import')} are there")
        return 0
    dlls = f", and {count(len(absent), 'DLL')}" if absent else ""
    print(f"{missing} of {count(len(needs), 'import')} missing{dlls}")
    return IS_MISSING
