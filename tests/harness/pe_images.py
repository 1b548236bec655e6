"""Programs and DLLs for Windows, made byte by byte: what they import and export is said, and any field of their headers can be another."""

from __future__ import annotations

import struct
from typing import Mapping, Optional, Sequence, Union

BASE, PAGE, BLOCK = 0x400000, 0x1000, 0x200
START = 0x80  # of the PE header
TEXT, DATA, RELOCATIONS = 0x1000, 0x2000, 0x3000  # addresses of the three sections
FIELDS = {  # places behind the PE header's begin, and sizes
    "signature": (0x00, 4), "machine": (0x04, 2), "sections": (0x06, 2), "optional_size": (0x14, 2), "characteristics": (0x16, 2),
    "magic": (0x18, 2), "base": (0x34, 4), "section_alignment": (0x38, 4), "file_alignment": (0x3C, 4), "version": (0x48, 4),
    "image_size": (0x50, 4), "header_size": (0x54, 4), "subsystem": (0x5C, 2), "dll_characteristics": (0x5E, 2), "directories": (0x74, 4),
    "export": (0x78, 4), "export_size": (0x7C, 4), "imported": (0x80, 4), "relocation": (0xA0, 4), "relocation_size": (0xA4, 4),
    "delay_import": (0xE0, 4), "com": (0xE8, 4),
    **{f"{name}_{number}": (0xF8 + 40 * (number - 1) + at, 4) for number in (1, 2, 3)
       for name, at in (("virtual_size", 8), ("address", 12), ("raw_size", 16), ("raw", 20))},
}
Imports = Mapping[str, Sequence[Union[str, int]]]  # names and ordinals, by DLLs


class _Data:
    """A section of tables, which point to each other by their addresses."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    def add(self, data: bytes) -> int:
        """Returns where the data lies."""
        self.bytes += bytes(-len(self.bytes) % 4)
        self.bytes += data
        return DATA + len(self.bytes) - len(data)

    def text(self, text: str) -> int:
        return self.add(text.encode("latin-1") + b"\0")

    def words(self, words: Sequence[int]) -> int:
        return self.add(struct.pack(f"<{len(words)}I", *words))

    def names(self, entries: Sequence[Union[str, int]]) -> list[int]:
        """The words of a list of imports, with the 0 at its end."""
        return [*(entry | 1 << 31 if isinstance(entry, int) else self.text(f"\0\0{entry}") for entry in entries), 0]

    def imports(self, wanted: Imports) -> int:
        rows: list[int] = []
        for dll, entries in wanted.items():
            names = self.names(entries)
            rows += [self.words(names), 0, 0, self.text(dll), self.words(names)]
        return self.words([*rows, *[0] * 5])

    def delayed(self, wanted: Imports) -> int:
        rows: list[int] = []
        for dll, entries in wanted.items():
            names = self.words(self.names(entries))
            rows += [1, self.text(dll), self.words([0]), names, names, 0, 0, 0]
        return self.words([*rows, *[0] * 8])

    def exports(self, given: Mapping[str, str]) -> tuple[int, int]:
        """Where the table lies, and how long it is. A text beside a name is the place where it is instead."""
        begin = DATA + len(self.bytes) + -len(self.bytes) % 4
        self.add(bytes(40))
        functions = self.words([self.text(place) if place else TEXT for place in given.values()])
        names = self.words([self.text(name) for name in given])
        numbers = self.add(struct.pack(f"<{len(given)}H", *range(len(given))))
        row = struct.pack("<10I", 0, 0, 0, 0, 1, len(given), len(given), functions, names, numbers)
        self.bytes[begin - DATA:begin - DATA + 40] = row
        return begin, DATA + len(self.bytes) - begin


def image(imports: Optional[Imports] = None, exports: Optional[Mapping[str, str]] = None, delayed: Optional[Imports] = None,
          **fields: Union[int, bytes]) -> bytes:
    """A program that returns at once. `fields`: others than a good program's, by the names in FIELDS."""
    tables = _Data()
    where = {"imported": tables.imports(imports or {}), "delay_import": tables.delayed(delayed) if delayed else 0}
    where["export"], where["export_size"] = tables.exports(exports) if exports else (0, 0)
    data = bytes(tables.bytes) + bytes(-len(tables.bytes) % BLOCK)
    raw = {1: (TEXT, 3, 0x400, BLOCK), 2: (DATA, len(tables.bytes), 0x600, len(data)), 3: (RELOCATIONS, 12, 0x600 + len(data), BLOCK)}
    file = bytearray(b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", START)).ljust(0x400, b"\0")
    file += b"\x33\xC0\xC3".ljust(BLOCK, b"\0") + data + struct.pack("<2I2H", TEXT, 12, 0, 0).ljust(BLOCK, b"\0")
    good: dict[str, Union[int, bytes]] = {
        "signature": b"PE\0\0", "machine": 0x14C, "sections": 3, "optional_size": 0xE0, "characteristics": 0x102, "magic": 0x10B, "base": BASE,
        "section_alignment": PAGE, "file_alignment": BLOCK, "version": 4, "image_size": 0x4000, "header_size": 0x400, "subsystem": 3,
        "dll_characteristics": 0x40, "directories": 16, "relocation": RELOCATIONS, "relocation_size": 12, **where}
    for number, (address, size, at, raw_size) in raw.items():
        good.update({f"address_{number}": address, f"virtual_size_{number}": size, f"raw_{number}": at, f"raw_size_{number}": raw_size})
    for name, value in {**good, **fields}.items():
        place, size = FIELDS[name]
        file[START + place:START + place + size] = value if isinstance(value, bytes) else value.to_bytes(size, "little")
    return bytes(file)
