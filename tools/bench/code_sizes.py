"""The sizes of blocks: the bytes that a function with a block has more than one without, in code and tables, by each compiler for Windows.

The Makefile makes an object of bench/windows/block_code.cpp for each.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Sequence

from build.build import make
from console import CommandError

IMAGE = "windows/block_code"
# The number of the block, and the compiler, by the figure.
BLOCKS = {
    "exe_try_bytes": (1, "exe"),
    "exe_catch_bytes": (2, "exe"),
    "exe_destructor_bytes": (3, "exe"),
    "mingw_catch_bytes": (2, "mingw"),
    "mingw_destructor_bytes": (3, "mingw"),
}
SECTION = re.compile(r"^\.(?:text|data|rdata|bss|xdata|eh_frame|gcc_except_table)(?!\$zzz)\S*\s+(\d+)", re.M)  # $zzz names the compiler


def object_of(block: int, compiler: str) -> str:
    return f"build/bench/windows/{compiler}_block_{block}.o"


def measure(names: Sequence[str]) -> dict[str, int]:
    """The bytes of these figures. Raises CommandError."""
    wanted = [BLOCKS[name] for name in names]
    objects = {object_of(number, compiler) for block, compiler in wanted for number in (0, block)}
    make(sorted(objects), "gcc", False, f"building bench/{IMAGE}.cpp", f"bench/{IMAGE}.cpp does not build; the compiler's words are above")
    return {name: size(object_of(block, compiler)) - size(object_of(0, compiler)) for name, (block, compiler) in zip(names, wanted)}


def size(path: str) -> int:
    """The bytes that an object brings into its program."""
    done = subprocess.run(["i686-w64-mingw32-size", "-A", path], capture_output=True, text=True)
    if done.returncode:
        raise CommandError(f"{Path(path).name} has no sizes", done.stderr)
    return sum(map(int, SECTION.findall(done.stdout)))
