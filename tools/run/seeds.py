"""A seed's effect on a run on several CPUs under Bochs, which executes their instructions in turns and repeats itself: how many it executes
between two ticks, and where in the program's own code one CPU stands while the others go on.

Bochs' debugger may miss an instruction at which one of its turns begins; it does so in every run of the seed.

A machine may hold a CPU up at any instruction, so each such run is one that a machine could have. In the checking build the runtime
delays CPUs by the same seed, too (kernel/cpus/delays.c).
"""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path
from typing import Iterator, Sequence

from build.build import cross_tool
from build.elf import addresses, which_names
from record.brought_code import INSTRUCTION

SLOWEST, RATES = 4_000_000, 4  # instructions a virtual second, and how often twice as many: a slow machine has many ticks
MOST_PAUSES = 3
MOST_PASSED = 8  # times that a pause's instruction is reached before, in one of four pauses
SHORTEST, LENGTHS = 30_000, 5  # instructions of each CPU that goes on, and how often twice as many; a thread starts within the fewest
OWN_CODE = "image.program_text_start"  # linker.ld; no other code lies behind it


class Chance:
    """Numbers that are the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return int(self._random.random() * limit)

    def scattered(self, least: int, doublings: int) -> int:
        """From least on: each time twice as many as before are as likely."""
        base = least << self.below(doublings)
        return base + self.below(base)


def rate(seed: int) -> int:
    """Instructions a virtual second."""
    return Chance(seed).scattered(SLOWEST, RATES)


# Other CPUs are met at calls, and where memory is touched that is not the stack's.
MEETS = re.compile(r"call |(?!lea |nop|data16)\w.*(\[(?!e[sb]p)|\b[c-es]s:0x)")


def meetings(image: Path) -> list[int]:
    """The addresses of the program's own instructions at which it may meet other CPUs; none where the image does not say."""
    if not which_names(image, [OWN_CODE]):
        return []
    first = addresses(image, [OWN_CODE])[OWN_CODE]
    listing = subprocess.run([cross_tool("objdump"), "-d", "--no-show-raw-insn", "-M", "intel", f"--start-address={first}", image], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, errors="replace").stdout
    return [int(row[1], 16) for row in map(INSTRUCTION.match, listing.splitlines()) if row and MEETS.match(row[2])]


def pauses(seed: int, cpus: int, code: Sequence[int]) -> Iterator[str]:
    """In the words of Bochs' debugger."""
    chance = Chance(seed)
    for number in range(1, 2 + chance.below(MOST_PAUSES) if code else 1):
        yield f"lbreak {code[chance.below(len(code))]:#x}"
        yield from ["continue"] * (1 + (chance.below(4) == 0) * chance.below(MOST_PASSED))
        yield f"delete {number}"
        stands = chance.below(cpus)
        for cpu in range(cpus):
            if cpu != stands:
                yield f"step {cpu} {chance.scattered(SHORTEST, LENGTHS)}"
