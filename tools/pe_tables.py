"""The tables by which a PE file takes names from DLLs, and gives its own to others: its imports, its delayed imports and its exports."""

from __future__ import annotations

import itertools
import struct
from typing import Iterator, NamedTuple, Optional

from pe_file import DELAY_IMPORT, EXPORT, IMPORT, PeFile, WrongFile

MOST_ROWS = 1 << 17  # of all tables of a file together; damaged tables may lie in each other
LONGEST_NAME = 1 << 14
CHUNK = 128  # bytes of a name that are read at once
BY_ORDINAL = 1 << 31


class Entry(NamedTuple):
    """A name that a program takes from a DLL, with the place where it may be, or a number alone."""

    name: str
    hint: int = 0
    ordinal: Optional[int] = None
    slot: int = 0  # the address in the image of the word that gets the function's address

    def __str__(self) -> str:
        return self.name if self.ordinal is None else f"#{self.ordinal}"


class Import(NamedTuple):
    """A DLL of a list of imports."""

    dll: str
    entries: list[Entry]
    is_delayed: bool = False


class Exports(NamedTuple):
    """The exports of a DLL, by name and by number. A text beside it is the place in another DLL (OTHER.name, OTHER.#1) where it is
    instead."""

    names: dict[str, str]
    ordinals: dict[int, str]

    def get(self, entry: Entry) -> Optional[str]:
        """The text beside an entry, mostly an empty one. None: the DLL does not have it."""
        return self.names.get(entry.name) if entry.ordinal is None else self.ordinals.get(entry.ordinal)


def text_at(file: PeFile, address: int, what: str) -> str:
    """The text that ends at a byte of 0. Raises WrongFile."""
    found = b""
    while len(found) < LONGEST_NAME:
        try:
            found += file.read(address + len(found), CHUNK, what)
        except WrongFile:
            found += file.read(address + len(found), 1, what)  # it may end at the image's
        text, end, _ = found.partition(b"\0")
        if end:
            return text.decode("latin-1")
    raise WrongFile(f"{what} at {address:X}h has no end")


def dll_name(text: str) -> str:
    """A DLL's name as it is looked for: in small letters, and with an ending."""
    text = text.lower()
    return text if "." in text else f"{text}.dll"


class _Budget:
    """Counts the rows that all tables of a file may have."""

    def __init__(self) -> None:
        self._left = MOST_ROWS

    def take(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise WrongFile(f"its imports have more than {MOST_ROWS} rows")


def imports(file: PeFile) -> list[Import]:
    """All that a file takes from DLLs, delayed imports last. Raises WrongFile."""
    budget = _Budget()
    return [*_at_start(file, budget), *_delayed(file, budget)]


def _at_start(file: PeFile, budget: _Budget) -> Iterator[Import]:
    """The imports that are there before the program starts. The directory's size does not count."""
    address, _ = file.directory(IMPORT)
    while address:
        names, _, _, name, table = struct.unpack("<5I", file.read(address, 20, "its table of imports"))
        if not (name and table):
            return
        budget.take()
        address += 20
        dll = text_at(file, name, "the name of a DLL that it imports")
        if _word(file, table, dll):
            is_there = file.header.header_size <= names < file.header.image_size
            yield Import(dll, list(_entries(file, names if is_there else table, dll, 0, table, budget)))


def _delayed(file: PeFile, budget: _Budget) -> Iterator[Import]:
    """The imports that the program itself resolves, each when it first calls it. An old list has addresses in memory."""
    address, _ = file.directory(DELAY_IMPORT)
    while address:
        attributes, name, _, table, names = struct.unpack("<5I", file.read(address, 20, "its table of delayed imports"))
        if not name:
            return
        budget.take()
        address += 32
        base = 0 if attributes & 1 else file.header.base
        dll = text_at(file, _image_address(name, base), "the name of a DLL that it imports later")
        yield Import(dll, list(_entries(file, _image_address(names, base), dll, base, _image_address(table, base), budget)), is_delayed=True)


def _image_address(address: int, base: int) -> int:
    return (address - base) & 0xFFFFFFFF


def _word(file: PeFile, address: int, dll: str) -> int:
    word, = struct.unpack("<I", file.read(address, 4, f"the imports from {dll}"))
    return int(word)


def _entries(file: PeFile, address: int, dll: str, base: int, slot: int, budget: _Budget) -> Iterator[Entry]:
    """The list at an address, to the word of 0 at its end. slot: of its first entry."""
    for at in itertools.count(0, 4):
        word = _word(file, address + at, dll)
        if not word:
            return
        budget.take()
        if word & BY_ORDINAL:
            yield Entry("", ordinal=word & 0xFFFF, slot=slot + at)
            continue
        place = _image_address(word, base)
        hint, = struct.unpack("<H", file.read(place, 2, f"the name of an import from {dll}"))
        yield Entry(text_at(file, place + 2, f"the name of an import from {dll}"), hint, slot=slot + at)


def exports(file: PeFile) -> Exports:
    """All that a file gives to others. Raises WrongFile."""
    address, size = file.directory(EXPORT)
    if not address:
        return Exports({}, {})
    base, count, named, functions, names, numbers = struct.unpack("<6I", file.read(address + 0x10, 24, "its table of exports"))
    if count > MOST_ROWS or named > MOST_ROWS:
        raise WrongFile(f"its table of exports at {address:X}h has more than {MOST_ROWS} rows")
    places = struct.unpack(f"<{count}I", file.read(functions, 4 * count, "its exported functions") if count else b"")
    where = [text_at(file, place, "the place of an export") if address <= place < address + size else "" for place in places]
    name_words = struct.unpack(f"<{named}I", file.read(names, 4 * named, "its exported names") if named else b"")
    number_words = struct.unpack(f"<{named}H", file.read(numbers, 2 * named, "the numbers of its exports") if named else b"")
    by_name = {text_at(file, name, "an exported name"): where[number] for name, number in zip(name_words, number_words)
               if number < count and places[number]}
    return Exports(by_name, {base + i: where[i] for i, place in enumerate(places) if place})
