"""An object in ELF's format for 32-bit x86, or an image: its sections and symbols. ELF specification, figures 1-3, 1-9 and 1-16.

Tables that are damaged raise struct.error, ValueError or IndexError. Every link reads thousands of symbols, so this is plain and imports little.
"""

from __future__ import annotations

import os
import struct
from mmap import ACCESS_READ, mmap

_SECTION = struct.Struct("<10I")  # name, type, flags, address, offset, size, link, info, alignment, entry size
_SYMBOL = struct.Struct("<3I2BH")  # name, value, size, info, visibility, section
_SYMBOLS = 2  # a type of sections
_ARCHIVE = b"!<arch>\n"
_MEMBER = struct.Struct("<16s32x10s2x")  # its name, which / ends, and its size in bytes
EXECUTABLE = 4  # SHF_EXECINSTR, of a section's flags
SECTION, FILE, CHOSEN_AT_START = 3, 4, 10  # kinds of symbols; the last is STT_GNU_IFUNC
GLOBAL = 1  # a binding of symbols
COMDAT = ".note.comdat"  # where the rows of comdat.py travel; linker.ld drops it


class Section:
    def __init__(self, name: bytes, row: tuple[int, ...]) -> None:
        self.name = name
        _, self.kind, self.flags, self.address, self.offset, self.size, self.link, self.target, _, _ = row


class Symbol:
    __slots__ = ("place", "name", "value", "section", "binding", "kind")

    def __init__(self, place: int, name: bytes, value: int, info: int, section: int) -> None:
        self.place = place  # of its row, in bytes from the file's begin
        self.name, self.value, self.section = name, value, section
        self.binding, self.kind = info >> 4, info & 15


class ObjectFile:
    def __init__(self, data: bytes | bytearray | mmap) -> None:
        self.data = data
        self.table, = struct.unpack_from("<I", data, 32)
        count, names = struct.unpack_from("<HH", data, 48)
        rows = [_SECTION.unpack_from(data, self.table + i * _SECTION.size) for i in range(count)]
        self.sections = [Section(self._text(rows[names][4] + row[0]), row) for row in rows]

    def symbols(self, of: set[int] | None = None) -> list[Symbol]:
        """The symbols of all sections, or of these."""
        found = []
        for table in self.sections:
            if table.kind == _SYMBOLS:
                place, names = table.offset, self._bytes(self.sections[table.link])
                for name, value, _, info, _, section in _SYMBOL.iter_unpack(self._bytes(table)):
                    if of is None or section in of:
                        found.append(Symbol(place, names[name:names.index(b"\0", name)], value, info, section))
                    place += _SYMBOL.size
        return found

    def functions(self) -> list[Symbol]:
        """All that has a name in code; functions that belong to one source are among them."""
        code = {i for i, section in enumerate(self.sections) if section.flags & EXECUTABLE}
        return [symbol for symbol in self.symbols(code) if symbol.kind not in (SECTION, FILE)]

    def _bytes(self, section: Section) -> bytes:
        return bytes(self.data[section.offset:section.offset + section.size])

    def _text(self, at: int) -> bytes:
        end = self.data.find(b"\0", at)
        if end < 0:
            raise ValueError("a name without an end")
        return bytes(self.data[at:end])


def content(path: str) -> mmap | bytes:
    """The bytes of a file. Most of an image's are never looked at."""
    with open(path, "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ) if os.fstat(file.fileno()).st_size else b""


def is_archive(data: bytes | mmap) -> bool:
    return data[:len(_ARCHIVE)] == _ARCHIVE


def members(data: bytes | mmap) -> list[tuple[str, int, int]]:
    """The names of an archive's members, where they begin and end."""
    found, at = [], len(_ARCHIVE)
    while at + _MEMBER.size <= len(data):
        name, size = _MEMBER.unpack_from(data, at)
        at += _MEMBER.size
        found.append((name.decode().rstrip().rstrip("/"), at, at + int(size)))
        at += int(size) + int(size) % 2
    return found
