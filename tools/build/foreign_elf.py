"""An object that objcopy has turned from Windows' format into ELF's: what it leaves as it was, changed."""

from __future__ import annotations

import re
import struct

from build.object_file import GLOBAL, SECTION, ObjectFile, Symbol

_SECTION_ROW, _FLAGS = 40, 8  # bytes of a row of the table of sections, and where its flags are
_INFO = 12  # where a row of the table of symbols has its binding and kind
_PLACE = struct.Struct("<2I")  # where a word of a section is relocated; the symbol's number and how
_PLACES = 9  # a type of sections
_WORD, _DISTANCE, _FROM_END = 1, 2, 17  # R_386_32, R_386_PC32, R_386_TLS_LE
_WEAK = 2  # a binding of symbols
_SECTION_TLS, _SYMBOL_TLS = 0x400, 6


class ForeignElf(ObjectFile):
    data: bytearray

    def __init__(self, data: bytes):
        super().__init__(bytearray(data))

    def correct_distances(self) -> None:
        """ELF counts a relative jump from the word that is relocated, Windows' format from behind it."""
        for _, where, _, how in self._places():
            if how == _DISTANCE:
                word, = struct.unpack_from("<I", self.data, where)
                struct.pack_into("<I", self.data, where, (word - 4) & 0xFFFFFFFF)

    def mark_locals(self, names: set[str]) -> None:
        """Makes variables of threads ELF's: those of this object, and those of others that its code reaches by these names.
        The code adds a variable's place to a word of the TEB's array; here that word is their end (kernel/shared/thread_locals.c)."""
        own = {i for i, section in enumerate(self.sections) if re.match(rb"\.tls(\$|$)", section.name)}
        for i in own:
            struct.pack_into("<I", self.data, self.table + i * _SECTION_ROW + _FLAGS, self.sections[i].flags | _SECTION_TLS)
        marked = set(self._mark_symbols(own, names))
        for place, _, symbol, how in self._places():
            if how == _WORD and symbol in marked:
                struct.pack_into("<I", self.data, place + 4, symbol << 8 | _FROM_END)

    def section(self, name: str) -> str:
        """The text of this section; nothing if there is none."""
        return "".join(self.data[row.offset:row.offset + row.size].decode() for row in self.sections if row.name == name.encode())

    def strengthen(self, names: set[str]) -> None:
        """Lets what this object has under these names come before what others have."""
        for symbol in self.symbols():
            if symbol.section and symbol.binding == _WEAK and symbol.name.decode() in names:
                self._set_info(symbol, GLOBAL, symbol.kind)

    def _mark_symbols(self, own: set[int], names: set[str]):
        """Returns the numbers of the symbols."""
        for number, symbol in enumerate(self.symbols()):
            if symbol.section in own or (symbol.section == 0 and symbol.name.decode() in names):
                yield number
                if symbol.kind != SECTION:
                    self._set_info(symbol, symbol.binding, _SYMBOL_TLS)

    def _set_info(self, symbol: Symbol, binding: int, kind: int) -> None:
        self.data[symbol.place + _INFO] = binding << 4 | kind

    def _places(self):
        """Where each stands in the file, where its word does, its symbol's number, and how it is relocated."""
        for section in self.sections:
            for place in range(section.offset, section.offset + section.size, _PLACE.size) if section.kind == _PLACES else ():
                where, info = _PLACE.unpack_from(self.data, place)
                yield place, self.sections[section.target].offset + where, info >> 8, info & 0xFF
