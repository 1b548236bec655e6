"""The sections of an object in Windows' format of which a linker keeps one (COMDAT), and by what it chooses."""

from __future__ import annotations

import struct
import zlib
from typing import Iterator, NamedTuple

_HEADER = struct.Struct("<2H3I2H")  # machine, sections, date, symbols' place, symbols, size of a second header, flags
_SECTION = struct.Struct("<8s6I2HI")  # name, 2 sizes and addresses in memory, size, place, relocations and lines, counts of those, flags
_SYMBOL = struct.Struct("<8sIhHBB")  # name, value, section, type, class, records that follow
_PLACE = struct.Struct("<2IH")  # where a word is relocated; the symbol's number and how
_OF_SECTION = struct.Struct("<I2HIHB3x")  # such a record: size, relocations, lines, sum, another section, selection
_I386, _COMDAT, _EXTERNAL, _STATIC = 0x14C, 0x1000, 2, 3
_LARGEST = 0x10000000  # bytes of a section; the sum of more takes long
KINDS = {2: "any", 3: "size", 4: "content", 6: "largest"}


class Row(NamedTuple):
    """A section that has a name by which it is chosen."""

    kind: str
    size: int
    content: int  # a sum, also of the names that the linker fills in
    name: str
    source: str  # the object that it came from

    def text(self) -> str:
        return "\t".join(map(str, self)) + "\n"


def rows_of_text(text: str) -> list[Row]:
    found = [line.split("\t") for line in text.splitlines()]
    return [Row(kind, int(size), int(content), name, source) for kind, size, content, name, source in found]


def rows_of_object(data: bytes, source: str) -> Iterator[Row]:
    """The rows of an object in Windows' format; its names are as they stand there."""
    machine, count, _, table, symbols, optional, _ = _HEADER.unpack_from(data)
    if machine != _I386:  # one with more sections than others can have has another header
        return
    strings = table + symbols * _SYMBOL.size
    sections = [_SECTION.unpack_from(data, _HEADER.size + optional + i * _SECTION.size) for i in range(count if table else 0)]
    chosen: dict[int, str] = {}
    at = 0
    while table and at < symbols:
        name, value, section, _, kind, more = _SYMBOL.unpack_from(data, table + at * _SYMBOL.size)
        if 0 < section <= count and sections[section - 1][9] & _COMDAT:
            if kind == _STATIC and more and not value and section not in chosen:
                selection = _OF_SECTION.unpack_from(data, table + (at + 1) * _SYMBOL.size)[5]
                chosen[section] = KINDS.get(selection, "")
            elif chosen.get(section):
                _, _, _, size, place, places, _, filled, *_ = sections[section - 1]
                if size > _LARGEST:
                    raise ValueError(f"a section of {size} bytes")
                content = zlib.crc32(data[place:place + size] if place else bytes(size))
                for each in range(places, places + filled * _PLACE.size, _PLACE.size):
                    content = zlib.crc32(_filled(data, each, table, strings), content)
                yield Row(chosen[section], size, content, _name(name, data, strings), source)
                chosen[section] = ""
        at += 1 + more


def _filled(data: bytes, at: int, table: int, strings: int) -> bytes:
    """A word that the linker fills in: where it lies, how, and with which name. A name that only its own object knows may be any name
    there."""
    where, number, how = _PLACE.unpack_from(data, at)
    short, _, _, _, kind, _ = _SYMBOL.unpack_from(data, table + number * _SYMBOL.size)
    return f"{where} {how} {_name(short, data, strings) if kind == _EXTERNAL else ''};".encode()


def _name(short: bytes, data: bytes, strings: int) -> str:
    zero, at = struct.unpack("<2I", short)
    raw = short if zero else data[strings + at:data.index(b"\0", strings + at)]
    return raw.rstrip(b"\0").decode()
