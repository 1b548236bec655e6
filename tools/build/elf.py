"""Facts about an image: whether it can boot, and its functions' names."""

from __future__ import annotations

import bisect
import struct
from functools import cached_property, lru_cache
from mmap import mmap
from pathlib import Path
from typing import Collection, Iterator, NamedTuple, Optional, Protocol

from build.object_file import content
from console import CommandError

MULTIBOOT_MAGIC = struct.pack("<I", 0x1BADB002)
MULTIBOOT_SEARCH = 8192  # Multiboot 1, section 3.1: the header lies in the first 8 KB, 4-aligned

PROGRAM_HEADER, SECTION_HEADER = 32, 40  # bytes of a row
LOADED = 1  # kinds of a part and of a section
SECTION_SYMBOLS = 2
EXECUTABLE = 4  # SHF_EXECINSTR, of a section's flags
SYMBOL_FUNCTION = 2
SYMBOL_UNTYPED = 0
SYMBOL_VARIABLE = 1
PLACE = "image."  # the beginning of linker.ld's names
LONGEST_TEXT = 4096  # bytes of a name, or of another text; a longer one is damaged


def check_bootable(image: Path) -> None:
    """Raises CommandError, one line, unless the file is a 32-bit x86 ELF with a Multiboot header."""
    try:
        with image.open("rb") as file:
            head = file.read(MULTIBOOT_SEARCH)
    except OSError as problem:
        raise CommandError(f"{image} cannot be read: {problem.strerror}") from None
    if head[:4] != b"\x7fELF":
        raise CommandError(f"{image} is no ELF file; `run` takes an example, a .c file, or a .elf that make built")
    if head[4:6] != b"\x01\x01" or head[18:20] != b"\x03\x00":
        raise CommandError(f"{image} is an ELF file, but not for 32-bit x86")
    if not any(head[at : at + 4] == MULTIBOOT_MAGIC for at in range(0, len(head), 4)):
        raise CommandError(f"{image} is no Multiboot image: no header in its first 8 KB; link it with ./trapline run FILE.c")


class Outside(Protocol):
    """Code that an image has not, and that has names all the same (record/modules.py)."""

    def function(self, address: int) -> tuple[str, int]:
        """The function that an address lies in, and the distance from its start; no name where it lies in none."""

    def title(self, base: int) -> str:
        """The name of what lies from this address on."""


class Symbols:
    """The functions of an image, to name addresses, and those outside of it. A damaged image simply has none. The tables are made at the
    first question: most runs have none."""

    def __init__(self, image: Path | None, outside: Outside | None = None) -> None:
        self._data = image.read_bytes() if image else b""
        self._outside = outside

    @cached_property
    def _functions(self) -> dict[int, str]:
        """By their addresses, in order."""
        try:
            # Among the names of one address a function's own comes last, so that it stays.
            return {address: name for address, _, name in sorted(_functions(self._data))}
        except ValueError:
            return {}

    @cached_property
    def _addresses(self) -> list[int]:
        return list(self._functions)

    @cached_property
    def _code(self) -> list[tuple[int, int]]:
        return list(_code(self._data)) if self._functions else []

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Each function's address and name, in the order of the addresses."""
        return iter(self._functions.items())

    def _find(self, address: int) -> tuple[str, int]:
        """The function that an address lies in, and the distance from its start; no name where it lies in none."""
        at = bisect.bisect_right(self._addresses, address) - 1
        # Nothing says where a function ends; a page is more than any function here takes.
        if at < 0 or address - self._addresses[at] >= 4096 or not any(start <= address < end for start, end in self._code):
            return "", 0
        return self._functions[self._addresses[at]], address - self._addresses[at]

    def _find_anywhere(self, address: int) -> tuple[str, int]:
        found = self._find(address)
        return self._outside.function(address) if self._outside and not found[0] else found

    def knows(self, address: int) -> bool:
        """Whether the address lies in a function of the image."""
        return self._find(address)[0] != ""

    def has_name(self, address: int) -> bool:
        """Whether the address lies in any function that has a name."""
        return self._find_anywhere(address)[0] != ""

    def is_function(self, address: int) -> bool:
        """Whether a function begins at the address."""
        name, distance = self._find_anywhere(address)
        return name != "" and distance == 0

    def title(self, base: int) -> str:
        """The name of the module at this address."""
        return self._outside.title(base) if self._outside else f"{base:08X}"

    def name(self, address: int) -> str:
        """`function+0x1F` for an address in a function, else the address in hexadecimal."""
        name, distance = self._find_anywhere(address)
        if not name:
            return f"{address:08X}"
        return f"{name}+0x{distance:X}" if distance else name

    @lru_cache(maxsize=None)
    def string(self, address: int) -> str:
        """The text at an address in the image, up to its NUL; the address itself where there is none."""
        try:
            at = next(at + address - start for start, at, size in _segments(self._data) if start <= address < start + size)
            return _text(self._data, at).decode("utf-8", "replace")
        except (ValueError, StopIteration):
            return f"{address:08X}"


def addresses(image: Path, wanted: Collection[str]) -> dict[str, int]:
    """Where the image has these names. Raises CommandError when it lacks one, or is damaged."""
    try:
        found = _named(content(str(image)), wanted)
    except ValueError as problem:
        raise CommandError(f"{image} is damaged: {problem}") from None
    for name in wanted:
        if name not in found:
            raise CommandError(f"{image} has nothing called {name}")
    return {name: found[name] for name in wanted}


def which_names(image: Path, wanted: Collection[str]) -> set[str]:
    """The names that the image has. A damaged image has none."""
    try:
        return set(_named(content(str(image)), wanted))
    except ValueError:
        return set()


def names(image: Path) -> list[tuple[int, str]]:
    """Address and name of all functions and variables. Raises CommandError for a damaged file."""
    try:
        return [(value, name) for value, kind, name, _ in _symbols(image.read_bytes()) if name and kind in (SYMBOL_UNTYPED, SYMBOL_VARIABLE, SYMBOL_FUNCTION)]
    except ValueError as problem:
        raise CommandError(f"{image} is damaged: {problem}") from None


def load_rows(image: Path) -> tuple[int, list[tuple[int, memoryview, int]]]:
    """The entry, and the parts that a boot loader puts into memory: physical address, bytes, number of zeros behind.
    Raises CommandError for a damaged file."""
    data = memoryview(content(str(image)))
    try:
        (entry,) = _unpacked("<I", data, 24)
        rows = [(row[3], data[row[1] : row[1] + row[4]], row[5] - row[4]) for row in _program_headers(data)]
        if not rows:
            raise ValueError("it has nothing to load")
    except ValueError as problem:
        raise CommandError(f"{image} is damaged: {problem}") from None
    return entry, rows


# ---------------------------------------------------------------- the file's tables; they raise ValueError where it is damaged


def _unpacked(layout: str, data: bytes | mmap, at: int) -> tuple[int, ...]:
    try:
        return struct.unpack_from(layout, data, at)
    except struct.error:
        raise ValueError("it is cut off") from None


def _table(data: bytes | mmap, at: int, row: int, size: int, layout: str) -> list[tuple[int, ...]]:
    """A table whose address stands at `at` in the file's header, and its rows' size and number at `row`."""
    (begin,), (given, count) = _unpacked("<I", data, at), _unpacked("<HH", data, row)
    if count and given != size:
        raise ValueError(f"it has a table with rows of {given} bytes instead of {size}")
    return [_unpacked(layout, data, begin + number * size) for number in range(count)]


def _text(data: bytes, at: int) -> bytes:
    """The bytes up to the next NUL."""
    end = data.find(b"\0", at, at + LONGEST_TEXT)
    if end < 0:
        raise ValueError("it has a text without an end")
    return data[at:end]


def _functions(data: bytes):
    """The code symbols: address, whether typed as a function, name."""
    for value, kind, text, is_code in _symbols(data):
        if is_code and kind in (SYMBOL_FUNCTION, SYMBOL_UNTYPED):
            if text and not text.startswith((".", PLACE)) and not text.endswith(("_text_start", "_text_end")):
                yield value, kind == SYMBOL_FUNCTION, text


def _segments(data: bytes):
    """The loaded parts: virtual address, place in the file, bytes there. ELF specification, figure 2-1."""
    for _, offset, address, _, length, _ in _program_headers(data):
        yield address, offset, length


def _program_headers(data: bytes):
    """The headers of the loaded parts: kind, place in the file, virtual and physical address, bytes there and in memory."""
    for header in _table(data, 28, 42, PROGRAM_HEADER, "<6I"):
        if header[0] != LOADED:
            continue
        if header[1] + header[4] > len(data):
            raise ValueError("it is cut off")
        if header[4] > header[5] or max(header[2], header[3]) + header[5] > 1 << 32:
            raise ValueError("it has a part that is larger than its memory")
        yield header


def _code(data: bytes) -> Iterator[tuple[int, int]]:
    """The ranges of addresses that have code."""
    for section in _table(data, 32, 46, SECTION_HEADER, "<10I"):
        if section[2] & EXECUTABLE:
            yield section[3], section[3] + section[5]


class _SymbolTable(NamedTuple):
    """Where a file has its symbols and their names, and the numbers of the sections with code."""

    begin: int
    end: int
    names: int
    names_end: int
    code: set[int]


def _symbol_table(data: bytes | mmap) -> Optional[_SymbolTable]:
    """None where there is none. ELF specification, figures 1-3, 1-9 and 1-16."""
    sections = _table(data, 32, 46, SECTION_HEADER, "<10I")
    code = {number for number, section in enumerate(sections) if section[2] & EXECUTABLE}
    for section in (section for section in sections if section[1] == SECTION_SYMBOLS):
        if section[6] >= len(sections):
            raise ValueError("its symbols have no names")
        names = sections[section[6]]
        begin, end = section[4], section[4] + -(-section[5] // 16) * 16
        if end > len(data):
            raise ValueError("it is cut off")
        return _SymbolTable(begin, end, names[4], names[4] + names[5], code)  # a file has one such section
    return None


def _symbols(data: bytes):
    """Address, type, name, whether it lies in code."""
    if table := _symbol_table(data):
        for name, value, _, info, _, index in struct.iter_unpack("<IIIBBH", memoryview(data)[table.begin : table.end]):
            yield value, info & 15, _text(data, table.names + name).decode("ascii", "replace"), index in table.code


def _named(data: bytes | mmap, wanted: Collection[str]) -> dict[str, int]:
    """The addresses of those of these names that there are. Thousands of other names are not read, because each run asks."""
    table = _symbol_table(data)
    if not table:
        return {}
    places: dict[int, str] = {}  # a name may also be the end of a longer one
    for name in wanted:
        text = name.encode() + b"\0"
        at = data.find(text, table.names, table.names_end)
        while at >= 0:
            places[at - table.names] = name
            at = data.find(text, at + 1, table.names_end)
    rows = struct.iter_unpack("<II8x", memoryview(data)[table.begin : table.end])
    return {places[name]: value for name, value in rows if name in places}


class Contents:
    """The memory of an image as it is loaded. A damaged image has none."""

    def __init__(self, image: Path) -> None:
        try:
            self._data = image.read_bytes()
            self._segments = list(_segments(self._data))
            self._variables = {name: value for value, kind, name, is_code in _symbols(self._data) if name and not is_code}
        except (OSError, ValueError):
            self._data, self._segments, self._variables = b"", [], {}

    def bytes(self, address: int, count: int) -> bytes:
        """So many from the address on; none where the image has them not all."""
        for start, at, size in self._segments:
            if start <= address and address + count <= start + size:
                begin = at + address - start
                return self._data[begin : begin + count]
        return b""

    def place(self, address: int) -> int:
        """Where the file has an address."""
        return next(at + address - start for start, at, size in self._segments if start <= address < start + size)

    def variable(self, name: str) -> int:
        """The address of a variable; 0 where there is none."""
        return self._variables.get(name, 0)

    def words(self, address: int, count: int) -> tuple[int, ...]:
        """Like `bytes`."""
        found = self.bytes(address, 4 * count)
        return struct.unpack(f"<{count}I", found) if found else ()

    def text(self, address: int) -> str:
        """The text at an address, up to its NUL; empty where the image has none."""
        for start, at, size in self._segments:
            if start <= address < start + size:
                return _text(self._data, at + address - start).decode("ascii", "replace")
        return ""

    def variables(self, part: str) -> list[int]:
        """The addresses of variables whose names have this part."""
        return [address for name, address in self._variables.items() if part in name]
