"""`trapline run`, `trapline trace` and `trapline demo`: builds a program, boots it in an emulator, and is its terminal."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
from pathlib import Path
from typing import Any, Iterator, NoReturn, Optional, Sequence

from build import compiler_options
from build.build import build
from build.elf import Symbols, check_bootable, load_rows
from build.windows_program import compiled
from console import DIED, OUT_OF_TIME, RED, YELLOW, CommandError, nearest, say, write_all
from options import Chosen, CommandLine, Option, Usage, date, memory, one_of, parse, seconds, whole_number
from programs import Image, Program, find_all, is_part, needs
from record import phrases
from record.events import Events, Record
from record.modules import Modules
from record.narrate import GROUPS, Narrator, Relay, Repeater, Selection, Silence
from record.recording import NoRecorder, Recorder
from record.source_lines import SourceLines
from run import bochs, schedule, streams
from run.brought_files import Bringer, NoBringer
from run.emulator import QEMU_MEMORY, Session, start, unknown_qemu_cpu
from run.files import GivenFile, given_files, modules_in
from run.grub import check_length, check_name
from run.machine import Boot, Disc, Machine
from run.outer_debugger import announce_gdb
from run.session import Conversation, Outcome, Source
from run.terminal import standard_input

RUN_SECONDS = 600.0
DEMO_SECONDS = 60.0
STALL_SECONDS = 1.0  # beyond the limit, for a reader of the output that has stopped reading
MEGABYTE = 1 << 20
SPARE_MEMORY = 8  # megabytes behind an image with which every program starts
LEAST_SPARE = 2 * MEGABYTE  # bytes without which none does: page tables and first stacks
MOST_MEMORY = 1792  # megabytes that the runtime maps (boot/layout.h)
TAIL = 65536  # bytes of output in which the runtime's panic is looked for
# The report of an exception inside lib/heap.c or heap_blocks.c: there a program's damage shows. A report stands behind what the program
# has printed, which may be a line without its end.
HEAP_FAULT = re.compile(
    rb"trapline: unhandled exception .* at [0-9A-F]{8} (malloc|calloc|realloc|aligned_alloc|free|move|split|set_size|(heap|bin|range|spare|map)_\w+)([.]\w+)*[+]")

OPTIONS = (
    Option("--trace", "tell what the runtime does, one line an event, between the program's own lines"),
    Option("--record", "keep all that happens in this file, for ./trapline page, timeline and draw", "FILE"),
    Option("--safeseh", "refuse handlers that are on the stack or not registered by the program"),
    Option("--sehop", "refuse a chain of handlers that does not end at the outermost frame"),
    Option("--gdb", "wait for a debugger, and show the line that starts one"),
    Option("--smp", "CPUs, 1 to 8 (default 1)", "N", whole_number(1, 8), 1),
    Option("--memory", "memory: 8M, 3584M, 2G", "M", memory),
    Option("--file", "give the program this file: fopen finds it by its name; several times for several files", "FILE", many=True),
    Option("--out", "bring files that the program makes or changes to this folder when it ends", "FOLDER"),
    Option("--cpu", "the CPU's model: 486, pentium, qemu32, max, ...", "MODEL"),
    Option("--emulator", "qemu (default) or bochs", "NAME", one_of("qemu", "bochs"), "qemu"),
    Option("--virtual-time", "sleeping costs hardly any real time, and every run has the same clock"),
    Option("--timeout", "end the run after S seconds (default: run 600, demo 60)", "S", seconds),
    Option("--ring", "0 (default) or 3: with Windows' selectors and without the machine's privileges", "N", one_of("0", "3"), "0"),
    Option("--missing", "late: tell what a Windows program imports and nobody has when it is called, not before its start", "WHEN", one_of("start", "late"), "start"),
    Option("--date", "the date at boot, UTC: 2024-02-29 or 2024-02-29T23:59:58 (default: now)", "DATE", date),
    Option("--tick", "the tick count at boot; near 4294967295 it soon wraps", "N", whole_number(0, 2**32 - 1)),
    Option("--schedule", "change threads by this schedule, a number or what ./trapline explore prints, and by nothing else; with --smp a number (Bochs), or threads that are held", "S", schedule.schedule),
    *compiler_options.OPTIONS,
)

EXIT_STATUSES = """
Exit status: the program's own; 124 past the time limit, 125 when it gave up (assert, abort), the
runtime panicked or the image died without a word, 130 after Ctrl-C, 2 when it could not be built
or started."""

RUN = Usage(
    "run",
    "WHAT [options] [ARGS...]",
    """
WHAT is the name of an example or its number in the course, the name of a test (tests/NAME), or the
path of a .c, .elf or .iso file, or of a .bin file with nothing but code, which is called as a function
without parameters. A program of several files: all .c, .S, .s, .o, .obj, .a and .lib
files, the one with main first. A finished program for 32-bit Windows (.exe) gets the DLLs beside it,
a batch file (.bat, .cmd) the batch files beside it.
The terminal is the program's console: it reads what you type, Ctrl-D ends its input, Ctrl-C the
run. Words behind the first of ARGS, or behind --, belong to the program.""",
    OPTIONS,
    f"""
examples:  ./trapline run demo --trace
           ./trapline run ~/mine.c one "two words"
           ./trapline run -O2 -std=c99 -DSIZE=9 sort.c
           ./trapline run main.c list.c -- one
           ./trapline run shellcode.bin --at 0x401000
           ./trapline run prog.exe one "two words"
           ./trapline run demo --emulator bochs --timeout 60
{EXIT_STATUSES}""",
    operands_end_options=True,
    goes_with=is_part,
)

KINDS = (*Events.declared().kinds(), *GROUPS)


def kinds(text: str) -> frozenset[str]:
    """The kinds of events that a list of words chooses."""
    chosen: set[str] = set()
    for word in text.split(","):
        if word not in KINDS:
            raise ValueError(f"it must be some of {', '.join(KINDS)}, with commas between them{nearest(word, KINDS)}")
        chosen |= {*GROUPS.get(word, (word,))}
    return frozenset(chosen)


TRACE = Usage(
    "trace",
    "WHAT [options] [ARGS...]",
    f"""
Runs a program as `run` does, and tells what the runtime does, one line an event, between the
program's own lines. The narration goes to standard error, the program's output to standard output.
KINDS of events: {', '.join(KINDS[:-len(GROUPS)])};
seh stands for raise, search and unwind. Interrupts are told only when KINDS has them.""",
    (
        Option("--only", "tell events of these kinds alone, with commas between them", "KINDS", Chosen(KINDS, kinds)),
        Option("--thread", "tell events of one thread: a name, or a number in the kernel", "THREAD", default=""),
        *OPTIONS[1:],
    ),
    f"""
examples:  ./trapline trace finally
           ./trapline trace demo --only seh --thread divide
           ./trapline trace ~/mine.c one "two words"
{EXIT_STATUSES}""",
    operands_end_options=True,
    goes_with=is_part,
)

DEMO = Usage("demo", "[options]", "Runs the demonstration: the same as `./trapline run demo`.", OPTIONS, EXIT_STATUSES)


def is_for_cpus(line: CommandLine) -> bool:
    """Whether a schedule of several CPUs is asked for. A program that needs them has one CPU under a schedule, unless the line has --smp."""
    return bool(line["schedule"]) and "smp" in line.given and line["smp"] > 1


def counts_all(line: CommandLine) -> bool:
    """Whether the run follows a schedule that all of the runtime's instructions change: it records everything, whatever the command shows, and
    its streams are pipes."""
    return is_for_cpus(line) or bool(line["schedule"] and line["schedule"].counts_runtime)


def machine_from(line: CommandLine) -> Machine:
    machine = Machine(line["emulator"], line["cpu"], line["memory"], line["smp"], line["virtual_time"], date=line["date"])
    if not line["schedule"]:
        return machine
    if is_for_cpus(line):
        fitting = schedule.on_cpus(machine, line["schedule"])
        if "emulator" in line.given and line["emulator"] != fitting.emulator:
            raise CommandError(f"this schedule of several CPUs is for {EMULATORS[fitting.emulator]}; leave --emulator away")
        return fitting
    if line["schedule"].is_for_cpus:
        raise CommandError(f"the schedule {line['schedule']} holds threads of several CPUs, and needs --smp")
    if line["emulator"] != "qemu":
        raise CommandError("a schedule of one CPU is for QEMU; leave --emulator away, or take several CPUs (--smp)")
    return schedule.repeating(machine)


def meet_needs(line: CommandLine, program: Program | Image) -> None:
    """Gives a program what it needs, where the command line does not say otherwise. Raises CommandError where that cannot be."""
    wanted = parse(RUN, needs(program))
    for key in wanted.given - line.given:
        line.values[key] = wanted[key]
    if isinstance(program, Program) and program.is_windows and line["ring"] != "3":
        raise CommandError(f"{program.name} is a program for Windows, which runs in ring 3; leave --ring {line['ring']} away")


EMULATORS = {"qemu": "QEMU", "bochs": "Bochs"}
COLOURS_END = b"\x1b[0m"
SWITCHES = ("safeseh", "sehop")  # of the runtime, by the names that the command line has


def runtime_words(line: CommandLine) -> list[str]:
    """The runtime's own options on the boot command line."""
    tick = [f"trapline:tick={line['tick']}"] if line["tick"] is not None else []
    missing = ["trapline:missing=late"] if line["missing"] == "late" else []
    ring = [f"trapline:ring={line['ring']}"] if line["ring"] != "0" else []
    out = ["trapline:out"] if line["out"] else []
    trace = [schedule.RECORDED[0]] if line["trace"] else []
    trace = [*schedule.RECORDED] if line["record"] or counts_all(line) else trace
    trace += [schedule.OPTION + line["schedule"].text] if line["schedule"] else []
    return trace + [f"trapline:{switch}" for switch in SWITCHES if line[switch]] + missing + out + ring + tick


@contextlib.contextmanager
def watch(session: Session, source: Source, name: str, limit: Optional[float]) -> Iterator[None]:
    """Holds the limit where our own output is stuck because nobody reads it: then this process ends on the spot."""

    def end(*_: object) -> NoReturn:
        source.restore()
        session.__exit__()
        if select.select([], [sys.stderr], [], 0)[1]:  # it may be stuck, too
            say(past_time(name, limit), YELLOW)
        os._exit(OUT_OF_TIME)

    if limit:
        signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, limit + STALL_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def past_time(name: str, limit: Optional[float]) -> str:
    return f"{name} was ended after {limit:g} seconds; --timeout S sets another limit, --trace shows what it does"


def explain(outcome: Outcome, name: str, limit: Optional[float], session: Session, cpu: Optional[str], tail: bytes) -> int:
    """Explains the run's end in words; `tail` is the output's end. Returns the exit status."""
    if outcome.timed_out:
        say(past_time(name, limit), YELLOW)
    elif outcome.status is None:
        complaint = session.complaint()
        if crash := session.crash():
            say(f"{name} was cut off: the emulator itself crashed ({crash}: {session.last_words()}); another --cpu or --emulator may get further", RED)
            return outcome.exit_status
        if not outcome.booted and session.process.poll():
            if cpu and "unable to find CPU model" in complaint:
                raise unknown_qemu_cpu(cpu)
            if "phys-bits too low" in complaint:
                raise CommandError("a part of so much memory lies beyond 4 GB, where this CPU does not reach: take --memory 3583M, or another --cpu")
            raise CommandError(f"the emulator did not start: {complaint or session.last_words()}")
        why = complaint or "the machine reset itself, as after a triple fault"
        say(f"{name} died without a word on how it ended ({why}); --trace shows the way there, --gdb stops before it", RED)
    elif outcome.status == DIED:
        say(f"{name} {_how_it_died(tail)}", RED)
    elif outcome.status > 255:
        hint = "; the option --checked finds a double free or an overrun" if HEAP_FAULT.search(tail) else ""
        say(f"{name} ended with status {phrases.words('status', outcome.status)}{hint}", RED)
    return outcome.exit_status


def _how_it_died(tail: bytes) -> str:
    if re.search(rb"trapline: panic", tail):
        return "was ended by the runtime's panic; its report is above"
    if re.search(rb"trapline: the program gave up: ", tail):
        return "ended itself; the report above says where"
    return f"ended with status {DIED}"


def check_memory(name: str, image: Path, files: Sequence[GivenFile], machine: Machine) -> None:
    """Raises CommandError for an image that does not fit into the machine's memory, with the amount that would do."""
    _, rows = load_rows(image)
    end = max((address + len(data) + zeros for address, data, zeros in rows), default=0) + sum(file.pages for file in files) * 4096
    reason = "files" if sum(file.pages for file in files) * 4096 > end // 2 else "variables"
    wanted = -(-end // MEGABYTE) + SPARE_MEMORY
    given = machine.memory or (QEMU_MEMORY if machine.emulator == "qemu" else bochs.MEMORY)
    if wanted > MOST_MEMORY:
        raise CommandError(f"{name} needs {wanted} MB of memory, and at most {MOST_MEMORY} MB can be used; make its {reason} smaller")
    if wanted > given and end + LEAST_SPARE > given * MEGABYTE:
        raise CommandError(f"{name} does not fit into {given} MB of memory, mostly because of its {reason}; --memory {wanted}M would do")


def disc(line: CommandLine, image: Image, arguments: Sequence[str]) -> Disc:
    if arguments or given_files(line["file"]) or runtime_words(line):
        raise CommandError(f"{image.path.name} is a disc: its menu says what programs get, so it takes no arguments, no --file, no --out, no --trace, no --record, no --schedule and no --ring")
    return Disc(image.path)


def prepare(line: CommandLine, program: Program | Image, arguments: Sequence[str], stream_words: Sequence[str] = ()) -> Boot:
    """The image, words and files to boot. Builds an image that is not up to date. A runtime is told as much of the streams as it knows
    of."""
    files = given_files(line["file"], program.files if isinstance(program, Program) else ())
    way = compiler_options.make_words(line, program)
    image = build(program, line["cc"], line["checked"], way)
    check_bootable(image)
    check_memory(program.name, image, files, machine_from(line))
    words = [program.name, *runtime_words(line), *streams.known(streams.PIPES if counts_all(line) else stream_words, image), *arguments]
    check_length(words)
    if line["schedule"]:
        line["schedule"].check(schedule.digest(image, words, files, line["smp"] if is_for_cpus(line) else 1))
    return Boot(image, words, files)


class Listener:
    """The listener of a run: it shows the run, records it if that is wanted, and keeps the output's end as `tail`."""

    _recorder: Recorder | NoRecorder
    _shows: Silence | Relay | Narrator

    def __init__(self, line: CommandLine, boot: Boot | Disc, events: Events, selection: Selection = Selection(), is_silent: bool = False) -> None:
        self.tail = bytearray()
        self._events = events
        image = boot.image if isinstance(boot, Boot) else None
        files = boot.files if isinstance(boot, Boot) else ()
        self._modules = Modules(image, modules_in(files), events)
        self._places, symbols = SourceLines(image, self._modules), Symbols(image, self._modules)
        if isinstance(boot, Boot) and line["record"]:
            self._recorder = Recorder(Path(line["record"]), boot.words, boot.image, events, modules_in(files))
        else:
            self._recorder = NoRecorder()
        self._bringer: Bringer | NoBringer = NoBringer()
        if isinstance(boot, Boot) and line["out"]:
            self._bringer = Bringer(Path(line["out"]), boot.files, events)
        if is_silent:
            self._shows = Silence()
        elif line["trace"]:
            self._shows = Narrator(events, symbols, self._places, selection)
        else:
            self._shows = (Repeater if line["record"] or counts_all(line) else Relay)(events, symbols, self._places)
        self.settled = self._shows.settled

    def heard(self, data: bytes) -> None:
        self.tail.extend(data)
        del self.tail[:-TAIL]
        self._shows.heard(data)

    def happened(self, record: Record) -> None:
        if self._bringer.takes(record):
            return
        self._modules.happened(record)
        self._recorder.happened(record)
        self._shows.happened(record)

    def finish(self) -> None:
        """Shows what is left of the run, which is over."""
        self._shows.finish()

    def bring_files(self, outcome: Outcome) -> None:
        """Writes the files that are wanted on the host."""
        self._bringer.finish(outcome.status is not None)

    def __enter__(self) -> "Listener":
        self._modules.__enter__()
        self._places.__enter__()
        self._recorder.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._places.__exit__(*problem)
        self._modules.__exit__(*problem)
        self._recorder.__exit__(*problem)


def run(line: CommandLine, what: Sequence[str], arguments: Sequence[str], default_limit: float, selection: Selection = Selection(),
        is_silent: bool = False) -> int:
    """Runs one program, of one or several files, on this terminal; is_silent: shows nothing of it there. Returns the exit status for the shell."""
    program = compiled(line, find_all(what))
    check_name(program.name)
    meet_needs(line, program)
    machine = machine_from(line)
    if line["gdb"] and is_for_cpus(line):
        raise CommandError("a schedule of several CPUs takes no debugger; leave --gdb or --smp away")
    if line["gdb"] and machine.emulator != "qemu":
        raise CommandError("--gdb needs QEMU; leave --emulator bochs away")
    limit = line["timeout"] or (None if line["gdb"] else default_limit)
    boot: Boot | Disc
    if isinstance(program, Image) and program.is_disc:
        boot = disc(line, program, arguments)
    else:
        boot = prepare(line, program, arguments, streams.all_words(shows_errors=not (line["trace"] or line["record"])))
    if line["gdb"]:
        machine = announce_gdb(machine, boot)

    events = Events.declared()
    with Listener(line, boot, events, selection, is_silent) as listener, start(machine, boot) as session, standard_input(boot.input_is_pipe) as source:
        with watch(session, source, program.name, limit):
            try:
                # Keys typed at a boot menu are for the menu; a file or a pipe is for the program. A network port loses
                # output when Bochs ends with input unread, so an image gets none there before it is up.
                asks = isinstance(program, Program) or boot.input_is_pipe or program.is_disc and not os.isatty(0) or machine.emulator == "bochs"
                outcome = Conversation(session, events, source, limit, listener.heard, listener.happened, listener.settled, asks).run()
            finally:
                listener.finish()
                if isinstance(boot, Boot) and streams.OUTPUT_IS_TERMINAL in boot.words:
                    write_all(sys.stdout, COLOURS_END)
        listener.bring_files(outcome)
        return explain(outcome, program.name, limit, session, line["cpu"], bytes(listener.tail))


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no program."""
    if line.command == "demo":
        if line.operands:
            raise CommandError(f"demo takes no arguments; ./trapline run demo {line.operands[0]} gives the program one")
        return
    if not line.operands:
        raise CommandError(f"{line.command} what? Give an example's name or a .c file (./trapline list shows the examples)")
    find_all(line.operands)


def main(words: Sequence[str]) -> int:
    command, *rest = words
    line = parse({"demo": DEMO, "trace": TRACE}.get(command, RUN), rest)
    check(line)
    if command == "demo":
        return run(line, ["demo"], [], DEMO_SECONDS)
    if command == "trace":
        line.values["trace"] = True
        return run(line, line.operands, line.rest, RUN_SECONDS, Selection(line["only"], line["thread"]))
    return run(line, line.operands, line.rest, RUN_SECONDS)
