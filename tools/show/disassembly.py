"""The code of functions as objdump reads it, each instruction with the line of source that it was made from."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_left, bisect_right
from functools import lru_cache
from pathlib import Path
from typing import Collection, Iterator, Sequence

from build.build import cross_tool
from build_folder import BUILD_ROOT
from plain_names import plain_name
from record.brought_code import INSTRUCTION, LONGEST, Function, Instruction, plain
from record.modules import Module, pe_tool

HEAD = re.compile(r"([0-9a-f]+) <(.+)>:$")
PLACE = re.compile(r"(\S.*):(\d+)(?: \(discriminator \d+\))?$")
MOST_INSTRUCTIONS = 1500  # of one function
NEAR = 4096  # bytes, which objdump reads in about the time that it takes to start
END = 1 << 32  # of addresses
WHOLE = (0, 0)  # a file, where its functions are not known


def of_module(module: Module, path: Path, wanted: Collection[int]) -> list[Function]:
    """The functions at addresses in a module of a program for Windows."""
    moved = module.base - module.names.base
    return [Function(plain_name(function.name), function.start + moved, function.end + moved,
                     [row._replace(address=row.address + moved) for row in function.instructions])
            for function in functions(path, {module.own(address) for address in wanted}, pe_tool("objdump"))]


def functions(image: Path, wanted: Collection[int], tool: str = "", starts: Sequence[int] = ()) -> list[Function]:
    """The functions that have these addresses in them. `tool`: an objdump that reads the file. `starts`: where functions begin, in
    order; the others need not be read then."""
    addresses = sorted(wanted)
    found: list[Function] = []
    for first, behind in _pieces(addresses, starts):
        for head, rows, following in _all(image, tool or cross_tool("objdump"), first, behind):
            start = int(head[1], 16)
            at = bisect_left(addresses, start)
            if at < len(addresses) and not start < following <= addresses[at]:
                function = _read(head[2], start, rows, following)
                if function.has(addresses[at]):
                    found.append(function)
    return found


def _pieces(addresses: Sequence[int], starts: Sequence[int]) -> list[tuple[int, int]]:
    """The ranges to read for these addresses: from the start of a function to the head of the next one, which tells its end."""
    if not starts:
        return [WHOLE] if addresses else []
    pieces: list[tuple[int, int]] = []
    for address in addresses:
        at = bisect_right(starts, address)
        if not at:
            continue
        first, behind = starts[at - 1], starts[at] + 1 if at < len(starts) else END
        if pieces and first - pieces[-1][1] < NEAR:
            first = pieces.pop()[0]
        pieces.append((first, behind))
    return pieces


def _all(image: Path, tool: str, first: int, behind: int) -> Iterator[tuple[re.Match[str], list[str], int]]:
    """The functions of the image between two addresses, or of the whole, in the order of addresses within a section: the head of each, its
    rows, and where the next begins."""
    limits = [f"--start-address={first}", f"--stop-address={behind}"] if (first, behind) != WHOLE else []
    command = [tool, "-d", "-l", "--no-show-raw-insn", "-M", "intel", *limits, str(image)]
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace")
    except OSError:
        return
    assert process.stdout
    head, rows = None, list[str]()
    with process:
        for row in process.stdout:
            if following := HEAD.match(row):
                if head:
                    yield head, rows, int(following[1], 16)
                head, rows = following, []
            else:
                rows.append(row)
    if head:
        yield head, rows, 0


def _read(name: str, start: int, rows: Sequence[str], following: int) -> Function:
    """A function. It ends where the next one begins, or behind its last instruction where it is the last of its section."""
    instructions, file, line = list[Instruction](), "", 0
    for row in rows:
        if match := INSTRUCTION.match(row):
            if len(instructions) < MOST_INSTRUCTIONS:
                instructions.append(Instruction(int(match[1], 16), plain(match[2]), file, line))
        elif match := PLACE.match(row):
            file, line = match[1], int(match[2])
    last = instructions[-1].address if instructions else start
    return Function(name, start, following if last < following <= last + LONGEST else last + LONGEST, instructions)


@lru_cache(maxsize=None)
def source(file: str) -> list[str]:
    """A file's lines; none where it cannot be read. Its name is that of the debugging information."""
    try:
        return [line.expandtabs(8).rstrip() for line in (BUILD_ROOT / file).read_text(errors="replace").splitlines()]
    except OSError:
        return []
