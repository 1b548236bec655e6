"""The functions and variables of a PE file for 32-bit Windows: by its table of symbols (COFF), as MinGW's compilers and clang leave it, and by its exports."""

from __future__ import annotations

import re
import struct
from typing import Callable, Iterator, NamedTuple

from console import printable
from pe_file import EXPORT, PeFile, WrongFile
from pe_tables import MOST_ROWS, imports, text_at
from plain_names import plain_name, plain_variable

ROW = struct.Struct("<8sIhHBB")  # name, value, section, type, class, number of rows that follow and belong to it
FILE_HEADER = struct.Struct("<8xII")  # behind the signature: where the table lies, and its rows
IN_CODE = 0x20  # of a section's characteristics: IMAGE_SCN_CNT_CODE
FUNCTION = 0x20  # of a type
EXTERNAL, STATIC = 2, 3  # classes
MAINS = ("main", "wmain", "WinMain", "wWinMain")  # in the order in which they are looked for


def functions(file: PeFile) -> dict[int, str]:
    """The name of each function, by its address in the image as it lies at its own base. A damaged table has none."""
    return _by_address(file, _exported, _functions)


def variables(file: PeFile) -> dict[int, str]:
    """The name of each variable that the table of symbols has, by its address. The word that gets an imported function's address has its name."""
    return _by_address(file, _variables, _imported)


def _by_address(file: PeFile, *readers: Callable[[PeFile], Iterator[tuple[int, str]]]) -> dict[int, str]:
    found: dict[int, str] = {}
    for reader in readers:
        try:
            found.update((address, printable(name)) for address, name in [*reader(file)])
        except (WrongFile, struct.error):
            continue
    return dict(sorted(found.items()))


def gdb_word(path: object) -> str:
    """A file's path as gdb's commands for symbols take it, which split their words at blanks."""
    return '"' + re.sub(r'(["\\])', r"\\\1", str(path)) + '"'


def main_of(file: PeFile) -> int:
    """The address of the program's main at its own base; that of its entry where it has none with a name."""
    names = {name: address for address, name in functions(file).items()}
    return next((names[name] for name in MAINS if name in names), file.header.base + file.header.entry)


def _exported(file: PeFile) -> Iterator[tuple[int, str]]:
    address, size = file.directory(EXPORT)
    if not address:
        return
    count, named, places, names, numbers = struct.unpack("<5I", file.read(address + 0x14, 20, "its exports"))
    if max(count, named) > MOST_ROWS:
        return
    where = struct.unpack(f"<{count}I", file.read(places, 4 * count, "its exports"))
    for row in range(named):
        (name,), (number,) = struct.unpack("<I", file.read(names + 4 * row, 4, "its exports")), struct.unpack("<H", file.read(numbers + 2 * row, 2, "its exports"))
        if number < count and where[number] and not address <= where[number] < address + size and _is_code(file, where[number]):
            yield file.header.base + where[number], text_at(file, name, "an export")


def _is_code(file: PeFile, address: int) -> bool:
    return any(section.address <= address < section.address + section.size and section.characteristics & IN_CODE for section in file.sections)


def _imported(file: PeFile) -> Iterator[tuple[int, str]]:
    for dll in imports(file):
        yield from ((file.header.base + entry.slot, entry.name or f"{dll.dll} {entry}") for entry in dll.entries)


class Symbol(NamedTuple):
    address: int
    text: str
    is_code: bool
    kind: int
    storage: int


def _functions(file: PeFile) -> Iterator[tuple[int, str]]:
    """Functions, and labels of assembly that others can see."""
    for symbol in _symbols(file):
        if symbol.is_code and (symbol.kind == FUNCTION and symbol.storage in (EXTERNAL, STATIC) or symbol.storage == EXTERNAL):
            yield symbol.address, plain_name(symbol.text)


def _variables(file: PeFile) -> Iterator[tuple[int, str]]:
    for symbol in _symbols(file):
        if not symbol.is_code and symbol.storage in (EXTERNAL, STATIC):
            yield symbol.address, plain_variable(symbol.text)


def _symbols(file: PeFile) -> Iterator[Symbol]:
    """The rows of the table that name a place, but sections."""
    begin, count = FILE_HEADER.unpack_from(file.data, file.start + 4)
    if not begin or begin + count * ROW.size > len(file.data):
        return
    at, texts = 0, begin + count * ROW.size
    while at < count:
        name, value, number, kind, storage, more = ROW.unpack_from(file.data, begin + at * ROW.size)
        at += 1 + more
        section = file.sections[number - 1] if 0 < number <= len(file.sections) else None
        if not section or value >= section.size:
            continue
        text = _text(file.data, name, texts)
        if text and not text.startswith("."):
            yield Symbol(file.header.base + section.address + value, text, bool(section.characteristics & IN_CODE), kind, storage)


def _text(data: bytes, name: bytes, texts: int) -> str:
    """A name of eight bytes, or one that lies behind the table."""
    if name[:4] != b"\0\0\0\0":
        return name.rstrip(b"\0").decode("latin-1")
    begin = texts + int.from_bytes(name[4:], "little")
    end = data.find(b"\0", begin)
    return data[begin:end].decode("latin-1") if begin < len(data) and end >= 0 else ""
