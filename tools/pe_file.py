"""A PE file for 32-bit Windows: its headers and its sections, checked as Windows does before it maps the file.

A fault of a file is raised as WrongFile, one line. An offset in it is the file's own; an address counts from the image's begin.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Iterator, NamedTuple

PAGE = 0x1000
DISK_BLOCK = 0x200  # Windows reads a section from a multiple of this
MOST_IMAGE = 0x77000000  # bytes of address space
LAST_BASE = 0x7FFEFFFF  # above it an image is moved
HEADERS = 0xF8  # bytes of the PE header, with all directories
EXECUTABLE, IS_DLL, STRIPPED = 0x0002, 0x2000, 0x0001  # of Characteristics
DYNAMIC_BASE = 0x0040  # of DllCharacteristics
EXPORT, IMPORT, RELOCATION, DELAY_IMPORT, COM = 0, 1, 5, 13, 14  # numbers of directories
IL_ONLY = 1  # of the flags of a COM directory

I386 = 0x14C
MACHINES = {0x8664: "64-bit (x86-64)", 0xAA64: "for ARM64", 0x200: "64-bit (Itanium)", 0x1C0: "for ARM", 0x1C2: "for ARM", 0x1C4: "for ARM"}
OLDER = {b"NE": "a program for 16-bit Windows or OS/2 (NE)", b"LE": "a driver of 16-bit Windows (LE)", b"LX": "a program for OS/2 (LX)"}
WINDOWS, CONSOLE = 2, 3  # subsystems: with windows, and without
SUBSYSTEMS = {1: "a native driver", 5: "a program for OS/2", 7: "a program for POSIX", 9: "a program for Windows CE", 10: "a program for EFI",
              11: "a driver for EFI", 12: "a driver for EFI", 13: "a ROM image for EFI", 14: "a program for Xbox", 16: "a boot application"}
FIRST_VERSION, LAST_VERSION = (3, 10), (6, 1)  # of subsystems, that Windows 7 runs


class WrongFile(Exception):
    """A fault of a PE file, in a line that follows the file's name."""


class Header(NamedTuple):
    """All that counts here of the optional header."""

    magic: int
    entry: int
    base: int
    section_alignment: int
    file_alignment: int
    major_version: int  # of the subsystem
    minor_version: int
    image_size: int
    header_size: int
    subsystem: int
    dll_characteristics: int
    directories: int


class Section(NamedTuple):
    number: int  # from 1
    name: str
    virtual_size: int
    address: int
    raw_size: int
    raw: int  # its offset in the file
    characteristics: int

    @property
    def size(self) -> int:
        return self.virtual_size or self.raw_size

    def __str__(self) -> str:
        return f"section {self.number} ({self.name})" if self.name else f"section {self.number}"


class Piece(NamedTuple):
    """Addresses of the image that have memory, and the bytes of the file that lie there first; zeros follow."""

    low: int
    high: int
    content: bytes


_FILE_HEADER = struct.Struct("<HH12xHH")  # machine, sections, size of the optional header, characteristics
_OPTIONAL_HEADER = struct.Struct("<H14xI8xIII8xHH4xII4xHH20xI")
_SECTION = struct.Struct("<8s4I12xI")
SECTION_ROW = 40  # bytes in the file


def up(number: int, unit: int) -> int:
    return -(-number // unit) * unit


def is_power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0


class PeFile:
    """A file that Windows would map: a program's or a DLL's. Raises WrongFile for another."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.start = self._find_header()  # e_lfanew
        machine, count, optional_size, self.characteristics = _FILE_HEADER.unpack_from(data, self.start + 4)
        _first(self._header_faults(machine))
        self.header = Header(*_OPTIONAL_HEADER.unpack_from(data, self.start + 0x18))
        _first(self._number_faults())
        self.sections = self._read_sections(self.start + 0x18 + optional_size, count)
        _first(self._flat_faults() if self.is_flat else self._section_faults())
        self._pieces = list(self._map())

    @property
    def is_flat(self) -> bool:
        """Whether the image is the file as it is, without sections of pages."""
        return self.header.section_alignment < PAGE

    @property
    def is_dll(self) -> bool:
        return bool(self.characteristics & IS_DLL)

    def directory(self, number: int) -> tuple[int, int]:
        """The address and the size that a directory's row has; zeros where there is no row."""
        if number >= min(self.header.directories, 16):
            return 0, 0
        address, size = struct.unpack_from("<II", self.data, self.start + 0x78 + 8 * number)
        return address, size

    # ------------------------------------------------------------ the checks, in Windows' order

    def _find_header(self) -> int:
        data = self.data
        if not data:
            raise WrongFile("the file is empty")
        if data[:2] != b"MZ":
            raise WrongFile("no program for Windows: it does not begin with MZ")
        if len(data) < 0x40:
            raise WrongFile(f"cut off in its DOS header, of 40h bytes: the file has {len(data):X}h")
        start, = struct.unpack_from("<I", data, 0x3C)
        if start >= len(data):
            raise WrongFile(f"a program for DOS, or cut off: a PE header would lie at {start:X}h, and the file has {len(data):X}h bytes")
        if start % 4:
            raise WrongFile(f"its PE header would lie at {start:X}h, which is no multiple of 4")
        signature = data[start:start + 4]
        if signature != b"PE\0\0":
            raise WrongFile(OLDER.get(signature[:2], f"a program for DOS: there is no PE header at {start:X}h"))
        if start + 0x18 > len(data):
            raise WrongFile(f"cut off in its PE header at {start:X}h: the file has {len(data):X}h bytes")
        return start

    def _header_faults(self, machine: int) -> Iterator[str]:
        if machine != I386:
            kind = MACHINES.get(machine, f"for another machine ({machine:X}h)")
            yield f"it is {kind}, and only programs for 32-bit x86 run here"
        if len(self.data) < self.start + HEADERS:
            yield f"cut off in its PE header: the header lies at {self.start:X}h and has F8h bytes, the file has {len(self.data):X}h"
        if not self.characteristics & EXECUTABLE:
            yield f"its header does not say that it can run (characteristics {self.characteristics:X}h at {self.start + 0x16:X}h): its linker gave up"

    def _number_faults(self) -> Iterator[str]:
        it, at = self.header, self.start
        units = f"sections at multiples of {it.section_alignment:X}h, in the file of {it.file_alignment:X}h (at {at + 0x38:X}h)"
        if it.magic != 0x10B:
            yield f"its optional header is of kind {it.magic:X}h (at {at + 0x18:X}h), and programs for 32-bit Windows have 10Bh"
        if not (is_power_of_two(it.section_alignment) and is_power_of_two(it.file_alignment)):
            yield f"{units}: these are no powers of two"
        if it.section_alignment < it.file_alignment:
            yield f"{units}: the first must not be smaller"
        if it.file_alignment % DISK_BLOCK and it.file_alignment != it.section_alignment:
            yield f"{units}: such small ones must be equal"
        if it.header_size == 0 and it.section_alignment >= PAGE:
            yield f"its headers have 0 bytes (at {at + 0x54:X}h)"
        if it.header_size > it.image_size:
            yield f"its headers have {it.header_size:X}h bytes, more than all of the image, {it.image_size:X}h (at {at + 0x50:X}h)"
        if not 0 < it.image_size <= MOST_IMAGE:
            yield f"its image has {it.image_size:X}h bytes (at {at + 0x50:X}h), and memory has room for 1 to {MOST_IMAGE:X}h"
        if it.base % 0x10000 or it.base == 0:
            yield f"its base is {it.base:X}h (at {at + 0x34:X}h), and must be a multiple of 10000h that is not 0"

    def _read_sections(self, table: int, count: int) -> list[Section]:
        if table + count * SECTION_ROW > len(self.data):
            raise WrongFile(f"cut off in its table of sections: {count} rows begin at {table:X}h, the file has {len(self.data):X}h bytes")
        rows = [_SECTION.unpack_from(self.data, table + i * SECTION_ROW) for i in range(count)]
        return [Section(i, row[0].split(b"\0")[0].decode("latin-1"), *row[1:]) for i, row in enumerate(rows, 1)]

    def _section_faults(self) -> Iterator[str]:
        """An image of pages: the sections must follow each other without a gap."""
        it = self.header
        image = up(it.image_size, PAGE)
        expected = up(it.header_size, it.section_alignment)
        for section in self.sections:
            if section.address != expected:
                how = "overlaps what lies before it" if section.address < expected else "leaves a gap before it"
                yield f"{section} {how}: it lies at {section.address:X}h, and the next place is {expected:X}h"
            if section.size == 0:
                yield f"{section} has no bytes"
            expected += up(section.size, it.section_alignment)
            if section.address + section.size > image:
                yield f"{section} ends at {section.address + section.size:X}h, past the image of {it.image_size:X}h bytes"
            if section.raw + section.raw_size > 0xFFFFFFFF:
                yield f"{section} would lie at {section.raw:X}h of the file with {section.raw_size:X}h bytes: no file is so long"
        left = image - expected  # without sections it may be a whole unit
        if left > it.section_alignment or left == it.section_alignment and self.sections:
            yield f"its image has {it.image_size:X}h bytes, and its sections end at {expected:X}h"
        last = next((section for section in reversed(self.sections) if section.raw and section.raw_size), None)
        if last and last.raw + last.raw_size > len(self.data):
            yield f"cut off in {last}: that ends at {last.raw + last.raw_size:X}h of the file, which has {len(self.data):X}h bytes"

    def _flat_faults(self) -> Iterator[str]:
        """An image that is the file as it is."""
        for section in self.sections:
            if section.address != section.raw:
                yield f"{section} lies at {section.address:X}h, and in the file at {section.raw:X}h; with units this small both are one"
            if section.virtual_size > section.raw_size:
                yield f"{section} has {section.virtual_size:X}h bytes, and in the file {section.raw_size:X}h; with units this small the file has all"

    # ------------------------------------------------------------ what lies where

    def _map(self) -> Iterator[Piece]:
        it = self.header
        if self.is_flat:
            yield Piece(0, up(it.image_size, PAGE), self.data[:it.image_size])
            return
        yield Piece(0, up(it.header_size, PAGE), self.data[:it.header_size])
        for section in self.sections:
            pages = up(section.size, PAGE)
            begin = section.raw // DISK_BLOCK * DISK_BLOCK
            size = min(up(min(section.raw_size, pages), it.file_alignment), pages) if section.raw else 0
            yield Piece(section.address, section.address + pages, self.data[begin:begin + size])

    def read(self, address: int, size: int, what: str) -> bytes:
        """The bytes at an address of the image. Raises WrongFile where that is outside of it; `what` names them."""
        found, at = b"", address
        for piece in self._pieces:
            if piece.low <= at < piece.high:
                part = piece.content[at - piece.low:at - piece.low + size - len(found)]
                found += part + bytes(min(piece.high - at, size - len(found)) - len(part))
                at = address + len(found)
                if len(found) == size:
                    return found
        raise WrongFile(f"{what} would lie at {address:X}h, outside of the image")


def _first(faults: Iterator[str]) -> None:
    for fault in faults:
        raise WrongFile(fault)


def program_faults(file: PeFile) -> Iterator[str]:
    """The conditions that a process has beyond a file that can be mapped."""
    it = file.header
    version = it.major_version, it.minor_version
    if file.is_dll:
        yield "it is a DLL; run takes the program that loads it"
    if it.subsystem not in (WINDOWS, CONSOLE):
        kind = SUBSYSTEMS.get(it.subsystem, f"for an unknown subsystem ({it.subsystem})")
        yield f"it is {kind}, and only programs of the console or with windows run here"
    if not FIRST_VERSION <= version <= LAST_VERSION:
        yield f"it asks for version {version[0]}.{version[1]:02} of its subsystem (at {file.start + 0x48:X}h), and this is 6.01: Windows 7's"
    address, _ = file.directory(COM)
    if address and _is_il_only(file, address):
        yield "it is a program for .NET, and there is no .NET here"
    address, size = file.directory(RELOCATION)
    is_moved = it.base > LAST_BASE or it.dll_characteristics & DYNAMIC_BASE and not file.characteristics & STRIPPED
    if is_moved and size and address >= up(it.image_size, PAGE):
        yield f"its relocations lie at {address:X}h, outside of the image of {it.image_size:X}h bytes"


def _is_il_only(file: PeFile, address: int) -> bool:
    try:
        return bool(file.read(address + 0x10, 1, "the COM directory")[0] & IL_ONLY)
    except WrongFile:
        return False


def read_file(path: Path) -> PeFile:
    """The program or the DLL in a file. Raises WrongFile, or OSError."""
    return PeFile(path.read_bytes())


def read_program(path: Path) -> PeFile:
    """The program in a file. Raises WrongFile, or OSError."""
    file = read_file(path)
    _first(program_faults(file))
    return file

