"""The runs that the course's pages show, beside runs of today.

A run stands in a fence, as a command and its output; a line of three dots stands for any number of lines. Places in files and the seconds
of a search are left out, and blanks are all alike. Addresses differ from build to build, so a page's need not be the run's. But they have
to stand for each other: one address on the page is one address in the run, and two are two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Sequence

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
RUN = re.compile(r"(^```console\n.*?^```$)", re.M | re.S)
# These differ from build to build; statuses do not. An offset goes with its function's name. A schedule that a search has found is for one
# build, too.
ADDRESS = re.compile(r"\b(?:0x)?(?!8000000)(?:[1-8][0-9A-Fa-f]{2}|00[4-9])[0-9A-Fa-f]{5}\b|\w*\+0x[0-9A-Fa-f]+|\b[0-9a-f]{6}@[\dwz>,]+")
PLACE = re.compile(r" \([\w./-]+\.(?:[cSh]|cpp):\d+\)")
SECONDS = re.compile(r", in [\d.]+ seconds| \([\d.]+ seconds\)")  # of a search, which differ from run to run
DOTS = re.compile(r"^\s*\.\.\.\s*$", re.M)


def even(text: str) -> list[str]:
    """The lines as compared."""
    return [SECONDS.sub("", PLACE.sub("", " ".join(line.split()))) for line in text.splitlines()]


def masked(line: str) -> str:
    return ADDRESS.sub(lambda match: match[0].partition("+")[0] + "*" if "+" in match[0] else "*", line)


def command_of(fence: str) -> tuple[str, str, list[str]]:
    """The command of a fence, as the shell takes it; what it reads, for a debugger's session; and the lines that it shows."""
    command, *shown = fence.strip().splitlines()
    typed = "".join(f"{line.removeprefix('(gdb) ')}\n" for line in shown if line.startswith("(gdb) "))
    return command.removeprefix("$ "), typed, shown


def addresses(text: str) -> set[str]:
    """The addresses in a text, in one form."""
    return {address.lower().removeprefix("0x") for address in ADDRESS.findall(text)}


@dataclass
class Names:
    """The pairs of addresses: one of the run, and the one of the page that it stands for."""

    of_run: dict[str, str] = field(default_factory=dict)
    of_page: dict[str, str] = field(default_factory=dict)

    def add(self, page: str, run: str) -> bool:
        """Takes the addresses of two lines that are the same but for these. Returns whether they fit to those before; if not, nothing is taken."""
        pairs = list(zip(*([address.lower().removeprefix("0x") for address in ADDRESS.findall(line)] for line in (page, run))))
        known, back = dict(self.of_run), dict(self.of_page)
        if not all(known.setdefault(one, other) == other and back.setdefault(other, one) == one for one, other in pairs):
            return False
        self.of_run, self.of_page = known, back
        return True


@dataclass
class Comparison:
    names: Names
    wrong: list[str]  # empty where the page's lines are the run's


def compare(shown: Sequence[str], output: str) -> Comparison:
    """The lines of a fence, behind its command, with a run's output."""
    lines, names, position = even(output), Names(), 0
    hidden = [masked(line) for line in lines]
    for piece in DOTS.split("\n".join(shown)):
        wanted = even(piece.strip("\n"))
        like = [masked(line) for line in wanted]
        places = [at for at in range(position, len(lines) - len(wanted) + 1) if hidden[at : at + len(wanted)] == like]
        fitting = next((at for at in places if _fits(names, wanted, lines[at:])), None)
        if fitting is None:
            why = "an address stands for two, or two for one:" if places else "not there, or not behind what is above it:"
            return Comparison(names, [why, *wanted, "it says:", *lines])
        position = fitting + len(wanted)
    return Comparison(names, [])


def _fits(names: Names, wanted: Sequence[str], lines: Sequence[str]) -> bool:
    before = Names(names.of_run, names.of_page)
    if all(names.add(one, other) for one, other in zip(wanted, lines)):
        return True
    names.of_run, names.of_page = before.of_run, before.of_page
    return False


def renewed(text: str, names: Names) -> str:
    """The text with the run's addresses, each in its form."""

    def new(match: re.Match) -> str:
        key = match[0].lower().removeprefix("0x")
        found = names.of_run.get(key)
        if found is None:
            return match[0]
        if "+" in key:  # only the offset is hexadecimal
            offset = found.partition("+0x")[2]
            return match[0].partition("+")[0] + "+0x" + (offset if match[0].partition("+0x")[2].islower() else offset.upper())
        digits = match[0].removeprefix("0x")
        is_small = digits != digits.upper() or digits != match[0] and digits == digits.lower()  # behind 0x digits alone count as small
        found = found if is_small else found.upper()
        return match[0][: len(match[0]) - len(key)] + found

    return ADDRESS.sub(new, text)
