"""The kinds of a measured path's instructions: those that cost far more than their count of one.

An image is run once more, and QEMU writes down every instruction while something is measured. From one stamp to the
next there must be as many as the program counted itself; then the kinds are of the same path.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Iterator, Optional

from bench.gdb_stub import ESP, Ended, GdbStub
from build.elf import addresses
from console import CommandError
from run.emulator import Session

KINDS = ("int", "iret", "popf", "cli/sti", "in/out", "locked")
ONE_BY_ONE = ("singlestep", "one-insn-per-tb")  # the command of old QEMUs and that of new ones, which ignore the other
STAMP = b"\x0f\x31"  # rdtsc
STAMPING = 2  # instructions of a stamp: rdtsc, and a move to where it is kept
LONGEST_INSTRUCTION = 15

PREFIXES = bytes.fromhex("26 2E 36 3E 64 65 66 67 F0 F2 F3")
LOCK = 0xF0
BY_OPCODE = {
    **dict.fromkeys((0xCC, 0xCD, 0xCE), "int"),
    0xCF: "iret",
    0x9D: "popf",
    **dict.fromkeys((0xFA, 0xFB), "cli/sti"),
    **dict.fromkeys((*range(0x6C, 0x70), *range(0xE4, 0xE8), *range(0xEC, 0xF0)), "in/out"),
}
EXCHANGES = (0x86, 0x87)  # locked by themselves when one side is memory

# Lines of QEMU's log: a block begins, here one instruction; one did not after all; an exception, at the
# instruction that it is to be run again, or behind it. An instruction that faults is not counted.
BEGUN = re.compile(r"Trace (\d+): \S+ \[[0-9a-f]+/([0-9a-f]+)/")
STOPPED = "Stopped execution of TB chain before"
RAISED = re.compile(r" *\d+: v=.* i=0 .* IP=[0-9a-f]+:([0-9a-f]+)")


def kind(code: bytes) -> Optional[str]:
    """The kind of the instruction that begins with these bytes, if it is one of KINDS."""
    at, is_locked = 0, False
    while at < len(code) - 2 and code[at] in PREFIXES:
        is_locked = is_locked or code[at] == LOCK
        at += 1
    if is_locked or (code[at] in EXCHANGES and code[at + 1] < 0xC0):
        return "locked"
    return BY_OPCODE.get(code[at])


def trace(session: Session, image: Path, wanted: dict[str, int]) -> dict[str, dict[str, int]]:
    """The number of each of KINDS in a figure's path, by the figure's name. `wanted`: the figures' counts of instructions.

    Raises CommandError when no path is as long as a figure says.
    """
    names = addresses(image, ("image.program_text_start", "image.shared_text_end", "bench_begin", "bench_path"))
    stamps = set(_stamps(image, names["image.program_text_start"], names["image.shared_text_end"]))
    stub = GdbStub(session.debugger)
    stub.set_breakpoint(names["bench_begin"])
    stub.set_breakpoint(names["bench_path"])
    found: dict[str, dict[str, int]] = {}
    begin = 0
    try:
        while set(wanted) - set(found):
            if stub.go() == names["bench_begin"]:
                begin = session.trace().stat().st_size if session.trace().exists() else 0
                one_by_one(stub, "on")
                stub.monitor("log exec,nochain,int")
                continue
            stub.monitor("log none")
            one_by_one(stub, "off")
            name, length = _report(stub)
            if name in wanted:
                paths = _paths(session.trace(), begin, stamps)
                length += wanted[name]
                if length not in paths:
                    raise CommandError(f"{name} is {wanted[name]} instructions, but the paths traced for it have {sorted(paths)}")
                found[name] = _count(stub, paths[length])
    except Ended:
        raise CommandError(f"the program ended before these figures: {', '.join(set(wanted) - set(found))}") from None
    return found


def one_by_one(stub: GdbStub, switch: str) -> None:
    """Has QEMU translate and log each instruction by itself, or no more: `switch` is on or off."""
    for command in ONE_BY_ONE:
        stub.monitor(f"{command} {switch}")


def executed(log: Path, begin: int = 0) -> Iterator[tuple[int, int]]:
    """The instructions of a log: the CPU that executes each, and the address."""
    before: Optional[tuple[int, int]] = None  # the last one, which may yet not be executed after all
    with log.open() as lines:
        lines.seek(begin)
        for line in lines:
            if match := BEGUN.match(line):
                if before:
                    yield before
                before = int(match[1]), int(match[2], 16)
            elif before and (line.startswith(STOPPED) or ((match := RAISED.match(line)) and before[1] == int(match[1], 16))):
                before = None
    if before:
        yield before


def _paths(log: Path, begin: int, stamps: set[int]) -> dict[int, list[int]]:
    """From each stamp to the next, by how many instructions lie between: their addresses."""
    paths: dict[int, list[int]] = {}
    path: list[int] = []
    for _, at in executed(log, begin):
        if at in stamps:
            if path:
                paths[len(path) - STAMPING] = path
            path = [at]
        elif path:
            path.append(at)
    return paths


def _report(stub: GdbStub) -> tuple[str, int]:
    """The arguments of bench_path: the name, and how much of the path is beside the figure."""
    name, _, beside = struct.unpack("<3I", stub.memory(stub.register(ESP) + 4, 12))
    return stub.text(name), beside


def _count(stub: GdbStub, path: list[int]) -> dict[str, int]:
    counted = dict.fromkeys(KINDS, 0)
    known = {at: kind(stub.memory(at, LONGEST_INSTRUCTION)) for at in set(path)}
    for found in map(known.__getitem__, path):
        if found:
            counted[found] += 1
    return counted


def _stamps(image: Path, start: int, end: int) -> Iterator[int]:
    """Where the program reads the time stamp counter; also where it only looks like it, which is never run."""
    data = image.read_bytes()
    (headers_at,) = struct.unpack_from("<I", data, 28)
    size, count = struct.unpack_from("<HH", data, 42)
    for i in range(count):
        _, offset, address, _, in_file = struct.unpack_from("<5I", data, headers_at + i * size)
        low, high = max(start, address), min(end, address + in_file)
        at = data.find(STAMP, offset + low - address, offset + high - address) if low < high else -1
        while at >= 0:
            yield at - offset + address
            at = data.find(STAMP, at + 1, offset + high - address)
