"""`trapline explore`: searches the schedules of a program with threads for one that makes it fail."""

from __future__ import annotations

import contextlib
import shlex
import sys
from typing import Optional, Sequence

from build.elf import Symbols, addresses
from build.windows_program import compiled
from console import INTERRUPTED, CommandError, ProgressLine, count
from explore.cpu_runs import CpuRuns, CpuSearch, Seen
from explore.explorer import FIRST_SECONDS, Explorer, Found
from explore.finding import Code, Told, last_lines, shortest, told, told_held
from explore.instructions import Instructions
from explore.runs import STEPPED, Ending, Listening, Runs
from explore.schedules import PLAIN, text
from explore.steps import Steps
from options import CommandLine, Option, Usage, one_of, parse, seconds, whole_number
from programs import Image, find_all, is_part
from record.events import Events, Record
from record.modules import Modules
from record.source_lines import SourceLines
from run import holds, run, streams
from run.files import modules_in
from run.grub import check_name
from run.machine import Boot, Machine
from run.schedule import digest, repeating, schedule as schedule_from, stamped

OWN_OPTIONS = (
    Option("--schedules", "try at most so many (default 500)", "N", whole_number(1, 10**6), 500),
    Option("--seconds", "end the search after S seconds (default 60)", "S", seconds, 60.0),
    Option("--seed", "of the schedules that are chosen at random; with --smp also the first seed that is a schedule (default 1)", "N", whole_number(0, 2**32 - 1), 1),
    Option("--preemptions", "changes to the plain run in one schedule, at most (default 2); with --smp threads that are held, up to 4", "K", whole_number(1, 16), 2),
    Option("--sleep", "any: a thread that sleeps or waits with a time-out may also time out before each instruction of another", "any", one_of("any")),
    Option("--timeout", "end each run after S seconds (default: 10 times as long as the plain run, at least 2)", "S", seconds),
)
SEARCHING = ("--schedules", "--seconds", "--seed", "--preemptions", "--sleep", "--timeout")  # that the commands for one run do not need
# Options of run that a schedule decides, or that show or keep one run.
LEFT_OUT = ("--trace", "--record", "--gdb", "--out", "--virtual-time", "--emulator", "--date", "--timeout", "--schedule")
OWN_CODE = "image.program_text_start"

USAGE = Usage(
    "explore",
    "WHAT [options] [ARGS...]",
    """
Runs a program with threads again and again, each time by another schedule, until one makes it fail: a
status other than 0, an exception that no handler takes, threads that all wait for ever, a panic, a run
that does not end, or memory that the checking build misses. First, another thread goes on where one
waits or ends. Then a thread is preempted once, before each instruction that others can notice. Then
come several such changes, at random. What is found is made short, and told in words. With --smp N the
program runs on N CPUs: threads are held at these instructions while others go on.""",
    (*OWN_OPTIONS, *(option for option in run.OPTIONS if option.flag not in LEFT_OUT)),
    """
examples:  ./trapline explore ~/mine.c
           ./trapline explore examples/races/aba.c --preemptions 3 --seed 7
           ./trapline explore --smp 2 examples/races/count.c
           ./trapline explore prog.exe one "two words"

Exit status: 1 when a schedule fails, or the plain run does; 0 when none was found; 2 when it could not
be built or started; 130 after Ctrl-C, with what was covered.""",
    operands_end_options=True,
    goes_with=is_part,
)


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no program."""
    if not line.operands:
        raise CommandError("explore what? Give a .c file or an example's name (./trapline list shows the examples)")
    program = find_all(line.operands)
    if isinstance(program, Image) and program.is_disc:
        raise CommandError(f"{program.path.name} is a disc; its menu starts programs, and only a program has schedules")


def shown_command(command: str, words: Sequence[str], rest: int, schedule: str) -> str:
    """A command that shows one run by this schedule. words: those of this command, of which the last `rest` are the program's."""
    ours, theirs = list(words[: len(words) - rest]), list(words[len(words) - rest :])
    kept: list[str] = []
    while ours:
        word = ours.pop(0)
        flag, equals, _ = word.partition("=")
        if f"--{flag.lstrip('-')}" in SEARCHING and flag.startswith("-"):
            ours = ours if equals else ours[1:]
        else:
            kept.append(word)
    dashes = [kept.pop()] if kept[-1:] == ["--"] else []
    return shlex.join(["./trapline", command, *kept, "--schedule", schedule, *dashes, *theirs])


def show_output(lines: Sequence[str]) -> None:
    if lines:
        print("\nthe run's last lines:\n")
    for line in lines:
        print(f"  {line}")


def tell_run(again: Ending, output: Sequence[str], ending: Ending, commands: Sequence[str]) -> None:
    """The output of the failing run, the second time, and the commands that show it."""
    show_output(output)
    if not again.is_like(ending):
        print(f"\nOnce more, it was another: {again.failure or 'no failure'}.")
    print("\nto see it:\n")
    for command in commands:
        print(f"  {command}")


def tell(after: str, failure: str, told_of: Told, ending: Ending, commands: Sequence[str]) -> None:
    print(f"found after {after}: {failure}")
    if told_of.story:
        print()
    for line in told_of.story:
        print(f"  {line}")
    tell_run(told_of.ending, told_of.output, ending, commands)


def explore(line: CommandLine, words: Sequence[str], boot: Boot, runs: Runs, events: Events, code: Code) -> int:
    explorer = Explorer(line, runs, events, code)
    plain = explorer.plain_run()
    what = " ".join(line.operands)
    if plain.is_failure:
        print(f"{what} fails without any preemption: {plain.failure}")
        show_output(last_lines(plain.tail))
        return 1
    progress = ProgressLine("schedule", line["schedules"]) if sys.stderr.isatty() else None
    found: Optional[Found] = None
    try:
        found = explorer.search(progress)
    except KeyboardInterrupt:
        print(f"\nno failure before Ctrl-C: {explorer.covered()}")
        return INTERRUPTED
    finally:
        if progress:
            progress.end()
    if not found:
        print(f"no failure: {explorer.covered()} ({explorer.seconds:.1f} seconds)")
        return 0
    with contextlib.suppress(KeyboardInterrupt):  # then it stays as long as it is
        found = found._replace(changes=shortest(found.changes, found.ending, runs, events))
    schedule = digest(boot.image, boot.words, boot.files) + text(found.changes)
    commands = [shown_command(command, words, len(line.rest), schedule) for command in ("page", "trace")]
    after = f"{count(sum(explorer.done.values()), 'schedule')}, in {explorer.seconds:.1f} seconds"
    tell(after, found.ending.failure, told(found.changes, found.ending.limit, runs, events, code), found.ending, commands)
    return 1


def plain_on_one(line: CommandLine, machine: Machine, boot: Boot, given: bytes, events: Events, code: Code) -> Seen:
    """The plain run on one CPU, with this input."""
    steps = Steps(events)
    starts: list[int] = []
    made = events.number("kernel_made")

    def happened(record: Record) -> None:
        code.modules.happened(record)
        steps.happened(record)
        if record.event == made and record.arguments[2] not in starts:
            starts.append(record.arguments[2])

    with Runs(repeating(machine), boot, events) as runs:
        runs.input = given
        runs.run(PLAIN, line["timeout"] or FIRST_SECONDS, Listening(happened, STEPPED))
    code.instructions.read({point.eip for point in steps.points})
    return Seen(steps.points, starts)


def explore_cpus(line: CommandLine, words: Sequence[str], machine: Machine, boot: Boot, runs: CpuRuns, events: Events, code: Code) -> int:
    search = CpuSearch(line, runs)
    what = " ".join(line.operands)
    plain = search.plain_run()
    if plain.is_failure:
        print(f"{what} fails on {line['smp']} CPUs without a schedule: {plain.failure}")
        show_output(last_lines(plain.tail))
        return 1
    seen = plain_on_one(line, machine, boot, runs.input, events, code)
    progress = ProgressLine("schedule", line["schedules"]) if sys.stderr.isatty() else None
    try:
        found = search.search(seen, code.instructions.touches, progress)
    except KeyboardInterrupt:
        print(f"\nno failure before Ctrl-C: {search.covered()}")
        return INTERRUPTED
    finally:
        if progress:
            progress.end()
    if not found:
        print(f"no failure: {search.covered()} ({search.seconds:.1f} seconds)")
        return 0
    after = f"{count(sum(search.done.values()), 'schedule')} on {line['smp']} CPUs, in {search.seconds:.1f} seconds"
    given = found.schedule
    if given.startswith(holds.SIGN):
        with contextlib.suppress(KeyboardInterrupt):  # then it stays as long as it is
            given = holds.text(search.shortest(holds.holds(given[1:]), found.ending))
    schedule = stamped(digest(boot.image, boot.words, boot.files, line["smp"]), given)
    commands = [shown_command(command, words, len(line.rest), schedule) for command in ("page", "trace")]
    tell(after, found.ending.failure, told_held(given, found.ending.limit, runs, events, code), found.ending, commands)
    return 1


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    line.values.update({option.key: option.default if option.value else False for option in run.OPTIONS if option.flag in LEFT_OUT and option.flag != "--timeout"})
    program = compiled(line, find_all(line.operands))
    check_name(program.name)
    run.meet_needs(line, program)
    events = Events.declared()
    is_for_cpus = "smp" in line.given and line["smp"] > 1
    machine = run.machine_from(line)
    if is_for_cpus:
        line.values["schedule"] = schedule_from("@")  # what is booted has a place for one
    boot = run.prepare(line, program, line.rest, streams.input_words())
    kind = CpuRuns if is_for_cpus else Runs
    given = machine if is_for_cpus else repeating(machine)
    with Modules(boot.image, modules_in(boot.files), events) as modules, SourceLines(boot.image, modules) as places, kind(given, boot, events) as runs:
        symbols = Symbols(boot.image, modules)
        first = addresses(boot.image, [OWN_CODE])[OWN_CODE]
        code = Code(boot.image, modules, places, symbols, Instructions(boot.image, symbols, modules, first))
        if isinstance(runs, CpuRuns):
            return explore_cpus(line, words, machine, boot, runs, events, code)
        return explore(line, words, boot, runs, events, code)
