"""`trapline bench`: runs the measurements of bench/ and shows each figure beside its limit.

tools/bench/figures.py lists the figures. An image prints a line for each that it has measured, `bench NAME VALUE`. It runs on
QEMU's virtual time, where an instruction is one count of the time stamp counter: the figures are the same on every host
and in every run. The word `traced` behind a value says that it is a path; then the image runs once more, led along the
measured paths, to tell the kinds of their instructions. Behind `since start` the value is the counter itself: the figure begins
where the runtime says that it has started.
"""

from __future__ import annotations

import re
import sys
from dataclasses import asdict, dataclass, field
from typing import Optional, Sequence

from bench import bench_page, code_sizes, costly_instructions, lock_share, native, parallel, plot
from bench.figures import ROWS, WINDOWS
from build.build import build, make
from build_folder import BUILD, save
from console import BOLD, RED, CommandError, count, nearest, paint, say
from options import CommandLine, Option, Usage, memory, parse
from programs import ROOT, Program, find, opening_comment
from record.events import Events, Record
from run.emulator import start
from run.files import given_files
from run.machine import Boot, Machine
from run.session import Conversation, Source

MEASURED = BUILD / "bench.json"
LIMIT_SECONDS = 60.0
LINE = re.compile(r"bench (\w+) (\d+)( traced)?( since start)?")
NEEDS = re.compile(r"^run: memory=(\w+)$", re.MULTILINE)  # in an image's first comment

OTHERS = ("native", "parallel", "lock")  # options that measure something else
USAGE = Usage(
    "bench",
    "[NAMES...] [options]",
    """
Counts the costs of the runtime's paths, and shows every figure beside its limit, or those of NAMES: a
figure's name, or a part of several. A goal is shown as long as it is not reached. The columns of
kinds tell how many instructions of the path cost far more than one: int, iret, popf, cli and sti,
in and out, and locked ones (xchg with memory is). The last column is the least that another system
was counted to need for the same. All of it is left in build/bench.json, an object by name.""",
    (Option("--list", "name the figures, a line each; measure nothing"),
     Option("--native", "compare the thread library with others, as programs of this host, by the clock"),
     Option("--parallel", "what a second CPU is worth: a computation on one and on two, by the clock"),
     Option("--lock", "how much of a load runs with a lock of the kernel, on 2, 4 and 8 CPUs"),
     Option("--plot", "draw the measured figures into build/, as SVG pictures"),
     Option("--page", "write the table into docs/bench.md")),
    """
--native shows nanoseconds and ratios to the floor, the least that a switch with Windows' words can
do; NAMES choose rows. It takes some minutes and leaves build/bench-native.json. The other
libraries are packages, which apt fetches into build/peers and does not install. --plot draws
build/bench.svg, and build/bench-native.svg of the last comparison.
--parallel takes a minute, two CPUs of the host and no NAMES. It leaves build/bench-parallel.json.
--lock counts instructions again; NAMES choose loads. It leaves build/bench-lock.json.

Exit status: 0 when every figure shown is within its limit, 1 when one is above, 2 when they could
not be measured. A goal that is not reached changes nothing. With --native the limit is the ratio
that the table names; with --parallel it is what a second CPU must be worth at least.""",
)


@dataclass(frozen=True)
class Figure:
    value: int
    unit: str
    limit: int
    goal: Optional[int]
    peer: str
    kinds: dict[str, int] = field(default_factory=dict)  # of costly_instructions.KINDS, how many are in the path

    @property
    def is_above(self) -> bool:
        return self.value > self.limit

    @property
    def open_goal(self) -> str:
        return str(self.goal) if self.goal is not None and self.value > self.goal else ""


def program_of(image: str) -> Program:
    """The image of this name, or the process of a program for Windows. Raises CommandError where that cannot be built."""
    if not image.startswith(WINDOWS):
        return Program(image, ROOT / "bench" / f"{image}.c")
    path = BUILD / "bench" / f"{image}.exe"
    make([f"build/bench/{image}.exe"], "gcc", False, f"building bench/{image}.c", f"bench/{image}.c does not build; the compiler's words are above")
    found = find(str(path))
    assert isinstance(found, Program)
    return found


def boot_of(program: Program, names: Sequence[str]) -> Boot:
    ring = ["trapline:ring=3"] if program.is_windows else []
    return Boot(build(program), [program.name, *ring, *names], given_files((), program.files))


def memory_of(program: Program) -> Optional[int]:
    """The megabytes that an image asks for, or None: the usual."""
    needs = NEEDS.search(opening_comment(program.source))
    return memory(needs[1]) if needs else None


def measured(image: str, names: Sequence[str]) -> dict[str, Figure]:
    """These figures of one image. Raises CommandError."""
    if image == code_sizes.IMAGE:
        return {name: figure(name, value) for name, value in code_sizes.measure(names).items()}
    return run(program_of(image), names)


def figure(name: str, value: int) -> Figure:
    row = ROWS[name]
    return Figure(value, row.unit, row.limit, row.goal, row.peer)


def run(program: Program, names: Sequence[str]) -> dict[str, Figure]:
    """Measures these figures of one image, which runs twice if it has paths. Raises CommandError when it does not come
    to a good end, or reports other figures."""
    shown = f"bench/{program.source.name}"
    boot = boot_of(program, names)
    output, events, started = bytearray(), Events.declared(), list[int]()

    def happened(record: Record) -> None:
        if record.event == events.number("started"):
            started.append(record.time)

    with start(Machine(memory=memory_of(program), virtual_time=True), boot) as session:
        outcome = Conversation(session, events, Source(), LIMIT_SECONDS, output.extend, happened).run()
        complaint = session.complaint()
    text = output.decode("utf-8", "replace")
    if outcome.exit_status:
        raise CommandError(f"{shown} ended with status {outcome.exit_status}{f' ({complaint})' if complaint else ''}", text)
    lines = [match for line in text.splitlines() if (match := LINE.fullmatch(line))]
    values = {match[1]: int(match[2]) - (started[0] if match[4] else 0) for match in lines}
    if set(values) != set(names):
        wrong = ", ".join(sorted(set(values) ^ set(names)))
        raise CommandError(f"{shown} and the list in tools/bench/figures.py differ: {wrong}", text)
    found = {name: figure(name, values[name]) for name in names}
    paths = {match[1]: int(match[2]) for match in lines if match[3]}
    if paths:
        with start(Machine(memory=memory_of(program), virtual_time=True, is_steered=True), boot) as session:
            for name, path in costly_instructions.trace(session, boot.image, paths).items():
                found[name].kinds.update(path)
    return found


def chosen(words: Sequence[str]) -> list[str]:
    """The figures that the words mean: one of that name, else those whose names hold the word; all when there are no
    words. Raises CommandError for a word that means none."""
    for word in words:
        if not any(word and word in name for name in ROWS):
            raise CommandError(f'no figure is called "{word}"{nearest(word, ROWS)} (there are {", ".join(ROWS)})')
    return [name for name in ROWS if not words or any(word == name or (word in name and word not in ROWS) for word in words)]


def list_figures(names: Sequence[str]) -> None:
    width = max(map(len, names))
    for name in names:
        print(f"{paint(name.ljust(width), BOLD, sys.stdout)}  {ROWS[name].what.replace('`', '')}")


def show(figures: dict[str, Figure]) -> None:
    width = max(map(len, figures))
    columns = [(kind, max(len(kind), 4)) for kind in costly_instructions.KINDS]
    unit_width = max(len(figure.unit) for figure in figures.values())
    head = f"{'figure':<{width}}  {'value':>8}  {'limit':>8}  {'goal':>6}  {'unit':<{unit_width}}"
    print(paint("  ".join([head, *(f"{kind:>{size}}" for kind, size in columns), "best peer"]), BOLD, sys.stdout))
    for name, figure in figures.items():
        row = f"{name:<{width}}  {figure.value:>8}  {figure.limit:>8}  {figure.open_goal:>6}  {figure.unit:<{unit_width}}"
        counts = (f"{figure.kinds.get(kind) or '.' if figure.kinds else '':>{size}}" for kind, size in columns)
        row = "  ".join([row, *counts, figure.peer]).rstrip()
        print(paint(f"{row}, above its limit", RED, sys.stdout) if figure.is_above else row)


def draw_native() -> None:
    """Draws the comparison that was measured last."""
    report = native.saved()
    if report:
        print(f"drawn: {plot.write(plot.NATIVE, plot.native(report))}")
    else:
        print("nothing to draw of the native comparison: ./trapline bench --native measures it")


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no measurement."""
    if line["page"] and line.operands:
        raise CommandError("--page writes the whole table: leave the names out")
    others = [f"--{name}" for name in OTHERS if line[name]]
    if len(others) > 1:
        raise CommandError(f"{' and '.join(others)} measure different things: ask for one at a time")
    if not others:
        chosen(line.operands)


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    wanted = line.operands
    if line["parallel"]:
        return parallel.main(wanted, line["page"])
    if line["lock"]:
        return lock_share.main(wanted, line["page"])
    if line["native"]:
        status = native.main(wanted, line["list"], line["page"])
        if line["plot"]:
            draw_native()
        return status
    names = chosen(wanted)
    if line["list"]:
        list_figures(names)
        return 0
    found: dict[str, Figure] = {}
    for image in dict.fromkeys(ROWS[name].image for name in names):
        found.update(measured(image, [name for name in names if ROWS[name].image == image]))
    figures = {name: found[name] for name in names}
    show(figures)
    save(MEASURED, {name: asdict(figure) for name, figure in figures.items()})
    if line["page"]:
        print(f"written: {bench_page.write('figures', bench_page.figures({name: figure.value for name, figure in figures.items()}))}")
    if line["plot"]:
        print(f"drawn: {plot.write(plot.FIGURES, plot.figures({name: asdict(figure) for name, figure in figures.items()}))}")
        draw_native()
    above = sum(figure.is_above for figure in figures.values())
    if above:
        say(f"{above} of {count(len(figures), 'figure')} {'is above its limit' if above == 1 else 'are above their limits'}", RED)
    return 1 if above else 0
