"""An object that objcopy has turned from Windows' format into ELF's: what it leaves as it was, changed."""

from __future__ import annotations

import re
import struct

_SECTION = struct.Struct("<10I")  # name, type, flags, address, offset, size, link, info, alignment, entry size
_SYMBOL = struct.Struct("<3I2BH")  # name, value, size, kind, visibility, section
_PLACE = struct.Struct("<2I")  # where a word of a section is relocated; the symbol's number and how
_SYMBOLS, _PLACES = 2, 9  # types of sections
_WORD, _DISTANCE, _FROM_END = 1, 2, 17  # R_386_32, R_386_PC32, R_386_TLS_LE
_GLOBAL, _WEAK = 1, 2  # bindings of symbols
_SECTION_TLS, _SYMBOL_SECTION, _SYMBOL_TLS = 0x400, 3, 6


class ForeignElf:
    def __init__(self, data: bytes):
        self.data = bytearray(data)
        self._table, = struct.unpack_from("<I", data, 32)
        count, self._names = struct.unpack_from("<HH", data, 48)
        self._sections = [_SECTION.unpack_from(data, self._table + i * _SECTION.size) for i in range(count)]

    def correct_distances(self) -> None:
        """ELF counts a relative jump from the word that is relocated, Windows' format from behind it."""
        for _, where, _, how in self._places():
            if how == _DISTANCE:
                word, = struct.unpack_from("<I", self.data, where)
                struct.pack_into("<I", self.data, where, (word - 4) & 0xFFFFFFFF)

    def mark_locals(self, names: set[str]) -> None:
        """Makes variables of threads ELF's: those of this object, and those of others that its code reaches by these names.
        The code adds a variable's place to a word of the TEB's array; here that word is their end (kernel/shared/thread_locals.c)."""
        own = {i for i, section in enumerate(self._sections) if re.match(rb"\.tls(\$|$)", self._text(self._names, section[0]))}
        for i in own:
            struct.pack_into("<I", self.data, self._table + i * _SECTION.size + 8, self._sections[i][2] | _SECTION_TLS)
        marked = set(self._mark_symbols(own, names))
        for place, _, symbol, how in self._places():
            if how == _WORD and symbol in marked:
                struct.pack_into("<I", self.data, place + 4, symbol << 8 | _FROM_END)

    def section(self, name: str) -> str:
        """The text of this section; nothing if there is none."""
        found = [self.data[row[4]:row[4] + row[5]].decode() for row in self._sections if self._text(self._names, row[0]) == name.encode()]
        return "".join(found)

    def strengthen(self, names: set[str]) -> None:
        """Lets what this object has under these names come before what others have."""
        for _, kind, _, _, offset, size, strings, *_ in self._sections:
            for place in range(offset, offset + size, _SYMBOL.size) if kind == _SYMBOLS else ():
                name, value, length, info, visibility, section = _SYMBOL.unpack_from(self.data, place)
                if section and info >> 4 == _WEAK and self._text(strings, name).decode() in names:
                    _SYMBOL.pack_into(self.data, place, name, value, length, _GLOBAL << 4 | info & 15, visibility, section)

    def _mark_symbols(self, own: set[int], names: set[str]):
        for _, kind, _, _, offset, size, strings, *_ in self._sections:
            for place in range(offset, offset + size, _SYMBOL.size) if kind == _SYMBOLS else ():
                name, value, length, info, visibility, section = _SYMBOL.unpack_from(self.data, place)
                if section in own or (section == 0 and self._text(strings, name).decode() in names):
                    yield (place - offset) // _SYMBOL.size
                    if info & 15 != _SYMBOL_SECTION:
                        _SYMBOL.pack_into(self.data, place, name, value, length, info & 0xF0 | _SYMBOL_TLS, visibility, section)

    def _places(self):
        """Where each stands in the file, where its word does, its symbol's number, and how it is relocated."""
        for _, kind, _, _, offset, size, _, target, _, _ in self._sections:
            for place in range(offset, offset + size, _PLACE.size) if kind == _PLACES else ():
                where, info = _PLACE.unpack_from(self.data, place)
                yield place, self._sections[target][4] + where, info >> 8, info & 0xFF

    def _text(self, section: int, at: int) -> bytes:
        start = self._sections[section][4] + at
        return bytes(self.data[start:self.data.index(b"\0", start)])
