"""Ways to damage a file: its bytes, the records of a recording, an ELF file, and a value that JSON can hold."""

from __future__ import annotations

import json
import struct
from random import Random
from typing import Callable, Sequence

from record.events import LAYOUT

NUMBERS = (0, 1, 2, 3, 7, 31, 32, 33, 255, 4095, 4096, 0x7FFF, 0xFFFE, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80100000, 0xFFFFFFFC, 0xFFFFFFFF)
ODD: tuple[object, ...] = (None, True, -1, 0, 1, 3.5, 2**31, 2**63, 2**64, 10**400, 1e308, float("nan"), float("inf"), "", "x", "\ud800", "\0\n", [], {}, [[]], [None], [1],
       ["\ud800"], {"x": 1}, [["a"], 2])
DEEP = 100_000  # brackets, each in the one before


def odd_number(random: Random, bits: int) -> int:
    return random.choice((random.choice(NUMBERS), random.getrandbits(bits), 1 << random.randrange(bits))) & ((1 << bits) - 1)


# ---------------------------------------------------------------- bytes


def flipped(random: Random, data: bytes) -> bytes:
    """Some bits are others."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8, 64)) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def cut(random: Random, data: bytes) -> bytes:
    """It ends early."""
    return data[: random.choice((0, 1, random.randrange(len(data) + 1), max(len(data) - 1, 0)))]


def pieced(random: Random, data: bytes) -> bytes:
    """A piece is missing, stands twice, or is noise."""
    first, last = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:first] + random.choice((b"", data[first:last] * 2, random.randbytes(min(last - first, 4096)))) + data[last:]


BYTES: Sequence[Callable[[Random, bytes], bytes]] = (flipped, cut, pieced)


def bytes_damaged(random: Random, data: bytes) -> bytes:
    return random.choice(BYTES)(random, data)


# ---------------------------------------------------------------- records

FIELDS = ((0, 64), (8, 16), (10, 8), (11, 8), (12, 32), (16, 32), (20, 32), (24, 32), (28, 32), (32, 32))  # of LAYOUT: place and bits
PACKED = {8: "<B", 16: "<H", 32: "<I", 64: "<Q"}


def _some(random: Random, rows: list[bytes]) -> list[int]:
    return random.sample(range(len(rows)), min(len(rows), random.choice((1, 1, 2, 5, 20, len(rows) // 2))))


def dropped(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    gone = set(_some(random, rows))
    return [row for number, row in enumerate(rows) if number not in gone]


def doubled(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    twice = set(_some(random, rows))
    return [row for number, row in enumerate(rows) for _ in range(1 + (number in twice))]


def shuffled(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    first, last = sorted(random.randrange(len(rows) + 1) for _ in range(2))
    middle = rows[first:last]
    random.shuffle(middle)
    return rows[:first] + middle + rows[last:]


def moved(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    rows = [*rows]
    for place in _some(random, rows):
        rows.insert(random.randrange(len(rows)), rows.pop(place))
    return rows


def changed(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    """A field of some has another value."""
    written = [bytearray(row) for row in rows]
    place, bits = random.choice(FIELDS)
    for number in _some(random, rows):
        struct.pack_into(PACKED[bits], written[number], place, odd_number(random, bits))
    return [bytes(row) for row in written]


def renumbered(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    """Some are of another event."""
    written = [bytearray(row) for row in rows]
    for number in _some(random, rows):
        struct.pack_into("<H", written[number], 8, random.randrange(70))
    return [bytes(row) for row in written]


def noisy(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    return [flipped(random, row) if random.random() < 0.05 else row for row in rows]


def spliced(random: Random, rows: list[bytes], other: list[bytes]) -> list[bytes]:
    """The second half is that of another run."""
    return rows[: random.randrange(len(rows) + 1)] + other[random.randrange(len(other) + 1) :]


RECORDS = (dropped, doubled, shuffled, moved, changed, changed, renumbered, noisy, spliced)


def rows_of(data: bytes) -> list[bytes]:
    """The whole records."""
    return [data[at : at + LAYOUT.size] for at in range(0, len(data) // LAYOUT.size * LAYOUT.size, LAYOUT.size)]


def records_damaged(random: Random, data: bytes, other: bytes) -> bytes:
    """`other` has the records of another run."""
    rows, others = rows_of(data), rows_of(other)
    for _ in range(random.choice((1, 1, 2, 3))):
        rows = random.choice(RECORDS)(random, rows, others) if rows else rows
    return b"".join(rows)


# ---------------------------------------------------------------- ELF files


def elf_damaged(random: Random, data: bytes) -> bytes:
    """Bytes anywhere, or a number of a table: the file's header, or a row of the program headers, the sections, or the symbols."""
    if random.random() < 0.2:
        return bytes_damaged(random, data)
    changed = bytearray(data)
    programs, sections = struct.unpack_from("<II", data, 28)
    program_size, program_count, section_size, section_count = struct.unpack_from("<HHHH", data, 42)
    symbols = next(row for at in range(section_count) if (row := struct.unpack_from("<10I", data, sections + at * section_size))[1] == 2)
    for _ in range(random.choice((1, 1, 2, 5))):
        table, size, count, width = random.choice(((0, 52, 1, 2), (0, 52, 1, 4), (programs, program_size, program_count, 4),
                                                   (sections, section_size, section_count, 4), (symbols[4], 16, symbols[5] // 16, 4)))
        place = table + random.randrange(count) * size + random.randrange(size // width) * width
        struct.pack_into("<H" if width == 2 else "<I", changed, place, odd_number(random, 8 * width))
    return bytes(changed)


# ---------------------------------------------------------------- values of JSON


def value_damaged(random: Random, value: object) -> object:
    """Something in it is missing, or is something else."""
    if isinstance(value, (dict, list)) and value and random.random() < 0.8:
        key = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
        copy = value.copy()
        if random.random() < 0.2:
            del copy[key]
        else:
            copy[key] = value_damaged(random, value[key])
        return copy
    return random.choice(ODD)


def json_damaged(random: Random, value: object) -> bytes:
    way = random.random()
    if way < 0.02:
        return b"[" * DEEP
    text = json.dumps(value if way < 0.2 else value_damaged(random, value)).encode()
    return bytes_damaged(random, text) if way < 0.2 else text
