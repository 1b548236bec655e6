"""`trapline bench`: runs the measurements of bench/ and shows each figure beside its limit.

An image prints a line for each figure, `bench NAME VALUE UNIT LIMIT`. It runs on QEMU's virtual time, where an
instruction is one count of the time stamp counter: the figures are the same on every host and in every run. It runs
once more, led along the measured paths, to tell the kinds of their instructions.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import asdict, dataclass, field
from typing import Optional, Sequence

import kinds
import native
import plot
from build import BUILD, build
from command import enter
from console import BOLD, RED, CommandError, count, nearest, paint, say
from emulator import Boot, Machine, start
from events import Events
from options import Option, Usage, memory, parse
from programs import ROOT, Program, opening_comment
from session import Source, converse

MEASURED = BUILD / "bench.json"
LIMIT_SECONDS = 60.0
LINE = re.compile(r"bench (\w+) (\d+) (\w+) (\d+)")
REPORTED = re.compile(r'\bbench_(?:path|report)\("(\w+)"')  # in an image's source
NEEDS = re.compile(r"^run: memory=(\w+)$", re.MULTILINE)  # in an image's first comment

# The least that another system was once counted to need for the same.
OTHERS = {
    "switch": "FreeRTOS 33",
    "coroutine": "Boost fcontext 76",
    "sleep_insert": "FreeRTOS 197 + 4 a sleeper",
    "sleep_insert_1m": "FreeRTOS 197 + 4 a sleeper",
    "tick": "FreeRTOS 45",
    "irq_to_thread": "FreeRTOS 126",
    "sem_pair": "NuttX 76",
    "mutex_pair": "NuttX 76",
    "pingpong": "Xinu 614",
    "lifecycle": "libmill 402",
    "bytes": "FreeRTOS 76, without TIB",
}

USAGE = Usage(
    "bench",
    "[NAMES...] [options]",
    """
Counts what the runtime's ways cost, and shows every figure beside its limit, or those whose names
hold one of NAMES. What it shows it also leaves in build/bench.json: an object by name, each figure
with value, unit and limit, how many instructions of the path are of the kinds that cost far more
than one - int, iret, popf, cli and sti, in and out, and locked ones (xchg with memory is) -, and in
parentheses the least that another system was once counted to need for the same.""",
    (Option("--native", "compare the thread library with others, as programs of this host, by the clock"),
     Option("--plot", "draw what was measured into build/, as SVG pictures")),
    """
--native shows nanoseconds and ratios to the floor, the least that a switch with Windows' words can
do; NAMES choose rows. It takes a minute or two and leaves build/bench-native.json. The other
libraries are packages, which apt fetches into build/peers and does not install. --plot draws
build/bench.svg, and build/bench-native.svg of the last comparison.

Exit status: 0 when every figure shown is within its limit, 1 when one is above, 2 when they could
not be measured. Times are no limits: with --native it is 0 or 2.""",
)


@dataclass(frozen=True)
class Figure:
    value: int
    unit: str
    limit: int
    others: str = ""  # of OTHERS
    kinds: dict[str, int] = field(default_factory=dict)  # of kinds.KINDS, how many are in the path

    @property
    def is_above(self) -> bool:
        return self.value > self.limit


def images() -> list[Program]:
    """The programs of bench/; by a name that no other folder's share."""
    return [Program(path.stem, path) for path in sorted((ROOT / "bench").glob("*.c")) if path.stem != "report"]


def memory_of(program: Program) -> Optional[int]:
    """The megabytes that an image asks for, or None: the usual."""
    needs = NEEDS.search(opening_comment(program.source))
    return memory(needs[1]) if needs else None


def measure(program: Program) -> dict[str, Figure]:
    """Runs one image, twice if it counts instructions. Raises CommandError when it does not come to a good end."""
    shown = f"bench/{program.source.name}"
    image = build(program)
    boot = Boot(image, [program.name])
    output = bytearray()
    with start(Machine(memory=memory_of(program), virtual_time=True), boot) as session:
        outcome = converse(session, Events.declared(), Source(), LIMIT_SECONDS, output.extend, lambda record: None)
        complaint = session.complaint()
    text = output.decode("utf-8", "replace")
    if outcome.exit_status:
        raise CommandError(f"{shown} ended with status {outcome.exit_status}{f' ({complaint})' if complaint else ''}", text)
    found = {match[1]: Figure(int(match[2]), match[3], int(match[4]), OTHERS.get(match[1], ""))
             for line in text.splitlines() if (match := LINE.fullmatch(line))}
    if not found:
        raise CommandError(f"{shown} reports no figure", text)
    counted = {name: figure.value for name, figure in found.items() if figure.unit == "instructions"}
    if not counted:
        return found
    with start(Machine(memory=memory_of(program), virtual_time=True, is_steered=True), boot) as session:
        for name, path in kinds.trace(session, image, counted).items():
            found[name].kinds.update(path)
    return found


def chosen(wanted: Sequence[str]) -> dict[str, Program]:
    """The figures whose names hold one of the words, all when there are none, and what measures them. Raises CommandError
    for a word that none holds."""
    known = {name: program for program in images() for name in REPORTED.findall((ROOT / program.source).read_text())}
    for word in wanted:
        if not any(word and word in name for name in known):
            raise CommandError(f'no figure is called "{word}"{nearest(word, known)} (./trapline bench shows all)')
    return {name: program for name, program in known.items() if not wanted or any(word in name for word in wanted)}


def show(figures: dict[str, Figure]) -> None:
    width = max(map(len, figures))
    columns = [(kind, max(len(kind), 4)) for kind in kinds.KINDS]
    unit_width = max(len(figure.unit) for figure in figures.values())
    head = f"{'figure':<{width}}  {'value':>8}  {'limit':>8}  {'unit':<{unit_width}}"
    print(paint("  ".join([head, *(f"{kind:>{size}}" for kind, size in columns), "(others)"]), BOLD, sys.stdout))
    for name, figure in figures.items():
        row = f"{name:<{width}}  {figure.value:>8}  {figure.limit:>8}  {figure.unit:<{unit_width}}"
        counts = (f"{figure.kinds.get(kind) or '.' if figure.kinds else '':>{size}}" for kind, size in columns)
        row = "  ".join([row, *counts, f"({figure.others})" if figure.others else ""]).rstrip()
        print(paint(f"{row}, above its limit", RED, sys.stdout) if figure.is_above else row)


def save(figures: dict[str, Figure]) -> None:
    """Leaves the file whole or not at all: others may read it meanwhile."""
    half = MEASURED.with_suffix(f".{os.getpid()}")
    half.write_text(json.dumps({name: asdict(figure) for name, figure in figures.items()}, indent=2) + "\n")
    half.replace(MEASURED)


def draw_native() -> None:
    """Draws the comparison that was measured last."""
    report = native.saved()
    if report:
        print(f"drawn: {plot.write(plot.NATIVE, plot.native(report))}")
    else:
        print("nothing to draw of the native comparison: ./trapline bench --native measures it")


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    wanted = line.operands
    if line["native"]:
        status = native.main(wanted)
        if line["plot"]:
            draw_native()
        return status
    names = chosen(wanted)
    measured: dict[str, Figure] = {}
    for program in dict.fromkeys(names.values()):
        measured.update(measure(program))
    figures = {name: figure for name, figure in measured.items() if name in names}
    show(figures)
    save(figures)
    if line["plot"]:
        print(f"drawn: {plot.write(plot.FIGURES, plot.figures({name: asdict(figure) for name, figure in figures.items()}))}")
        draw_native()
    above = sum(figure.is_above for figure in figures.values())
    if above:
        say(f"{above} of {count(len(figures), 'figure')} {'is above its limit' if above == 1 else 'are above their limits'}", RED)
    return 1 if above else 0


if __name__ == "__main__":
    enter(main)
