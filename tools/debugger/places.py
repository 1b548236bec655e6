"""Addresses and ranges as the commands with WinDbg's names take them, and the parts of the image at an address."""

import bisect
import re
from functools import lru_cache
from pathlib import Path

import gdb

from build import elf
from debugger.command import WORD

REGISTERS = "eax|ebx|ecx|edx|esi|edi|ebp|esp|eip"
MODULE = re.compile(r"(?<![\w-])[\w-]+!(?=\w)")  # in front of a symbol; there is one module
MOST_BYTES = 65536  # that a command shows

shown_to: dict[str, int] = {}  # where a command has stopped, by its name; without an address it goes on there


def address_in(text):
    """The address that an expression stands for. Eight hexadecimal digits, a register and a symbol are as in WinDbg: a symbol stands for
    where it lies. Everything else is gdb's. Raises GdbError."""
    plain = MODULE.sub("", text.strip().strip("`"))
    while found := re.search(r"\bpoi\(", plain):
        end = closing(plain, found.end())
        plain = f"{plain[: found.start()]}{int.from_bytes(bytes_at(address_in(plain[found.end() : end]), 4), 'little'):#x}{plain[end + 1 :]}"
    plain = re.sub(r"(?<![\w.$])[0-9A-Fa-f]{8}\b", lambda match: f"0x{match[0]}", plain)
    plain = re.sub(rf"(?<![\w.$])@?({REGISTERS})\b", r"$\1", plain)
    if found := re.fullmatch(r"([A-Za-z_]\w*)(\s*[+-].*)?", plain):
        plain = f"(unsigned int)&{found[1]}{found[2] or ''}"
    try:
        return int(gdb.parse_and_eval(plain)) & WORD
    except gdb.error as error:
        raise gdb.GdbError(f'"{text}" is no address: {error}') from None


def closing(text, begin):
    """Where the parenthesis ends that has been opened right in front."""
    depth = 1
    for at in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at
    raise gdb.GdbError(f'"{text}" has no ) for its poi(')


def range_in(argument, name, size, count):
    """Address and number of what `ADDRESS L COUNT` says; COUNT is hexadecimal, as in WinDbg. Without an address the range goes on where the
    command stopped. size: bytes of one, to hold the range within bounds."""
    found = re.search(r"(?:^|\s)[lL]\s*([0-9A-Fa-f]+)\s*$", argument)
    text, length = (argument[: found.start()].strip(), found[1]) if found else (argument.strip(), "")
    if not text and name not in shown_to:
        raise gdb.GdbError(f"{name} needs an address: {name} esp, {name} 1004ff44 L8")
    count = int(length, 16) if length else count
    if not 0 < count * size <= MOST_BYTES:
        raise gdb.GdbError(f"{name} shows 1 to {MOST_BYTES // size:X} (hexadecimal) at a time")
    return address_in(text) if text else shown_to[name], count


def bytes_at(address, size):
    """As many bytes as there are, up to that number. Raises GdbError where there is none."""
    found = b""
    while len(found) < size:
        part = min(4096 - (address + len(found)) % 4096, size - len(found))
        try:
            found += bytes(gdb.selected_inferior().read_memory(address + len(found), part))
        except gdb.MemoryError:
            break
    if not found:
        raise gdb.GdbError(f"there is no memory at {address:08x}")
    return found


# ---------------------------------------------------------------- the image


def image():
    return Path(gdb.objfiles()[0].filename)


@lru_cache(maxsize=None)
def symbols():
    """Address and name of all functions and variables, by address."""
    return sorted({(address, name) for address, name in elf.names(image()) if not name.startswith((".", "image."))})


def around(address):
    """The symbols at or before an address and behind it; None where there is none."""
    at = bisect.bisect_right(symbols(), (address, "\uffff"))
    before = symbols()[at - 1] if at else None
    return before, symbols()[at] if at < len(symbols()) else None
