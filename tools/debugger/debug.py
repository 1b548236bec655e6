"""`trapline debug`: builds a program, boots it under gdb, and stops at main. gdb has WinDbg's commands for exceptions."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Optional, Sequence

from build.elf import addresses
from build.windows_program import compiled
from child_processes import leash, stop
from console import CommandError, say
from debugger.bridge import Bridge
from debugger.counted_steps import TRAP
from debugger.tape import taped
from options import CommandLine, Option, Usage, parse, seconds
from programs import Image, Program, find_all, is_part
from record.events import Events
from run import run, streams
from run.files import modules_in
from run.emulator import Session, start
from run.grub import check_name
from run.machine import Boot, Machine, Tape
from run.session import Conversation, Source

COMMANDS = Path(__file__).resolve().with_name("start.py")
SCRIPT_SECONDS = 600.0
LAST_SECONDS = 10.0  # from a script's time limit, or from the machine's end, to the end of gdb
NOT_HERE = ("--gdb", "--emulator", "--timeout", "--out")  # of run's options

USAGE = Usage(
    "debug",
    "WHAT [options] [ARGS...]",
    """
Runs a program under gdb, from main on. WHAT and ARGS are those of ./trapline run. Beside gdb's own
commands there are WinDbg's: k, kb, r, u, uf, t, p, g, gu, bp, ba, bl, bc, bd, be, dd, dw, db, da,
du, dps, lm, ln, !x, !peb, !address; !exchain, !scopetable, !teb, .exr, .cxr, .ecxr, sx, sxe, sxd,
sxn, sxi, gh, gn; and step-handler, !uthreads, !ums. `record` starts the run over, recorded, and g-, t-, p-, g-u and
!tt go back in it. gdb's help NAME explains each; docs/debug.md shows sessions.
Where standard input is no terminal, gdb's commands are read from it.""",
    (
        Option("--input", "the program's input; without it the program reads the end of its input", "FILE"),
        Option("--timeout", "end the session after S seconds (default: none on a terminal, else 600)", "S", seconds),
        *(option for option in run.OPTIONS if option.flag not in NOT_HERE),
    ),
    """
examples:  ./trapline debug first-handler
           ./trapline debug --ring 3 ~/mine.c one "two words"
           printf 'sxe av\\nc\\n!exchain\\n' | ./trapline debug first-handler

Exit status: the program's own, as with run; 0 when the session ended before the program, 124 past
the time limit, 2 when the program could not be built or started.""",
    operands_end_options=True,
    goes_with=is_part,
)


def source_from(path: Optional[str], boot: Boot) -> Source:
    """The program's input. The terminal, or the script, is gdb's."""
    if path is None:
        return Source()
    try:
        return Source(os.open(path, os.O_RDONLY), is_pipe=boot.input_is_pipe)
    except OSError as problem:
        raise CommandError(f"{path} cannot be read: {problem.strerror}") from None


def end(process: subprocess.Popen, is_script: bool) -> None:
    """Ends gdb, on a terminal with a chance to give that back as it was; of a script, all of its group."""
    if is_script:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.terminate()
    try:
        process.wait(LAST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def debugger(boot: Boot, bridge: Bridge, is_script: bool) -> Iterator[subprocess.Popen]:
    """gdb, on this terminal, or with a script of its own process group. Leaving ends it."""
    files = {name: str(path) for name, path in modules_in(boot.files).items()}
    program = boot.words[0] if boot.words[0] in files else ""
    command = ["gdb", "-q", *(["-nx", "-batch"] if is_script else []), str(boot.image), "-x", str(COMMANDS), "-ex", f"python attach({bridge.port}, {program!r}, {files!r})"]
    command += ["-ex", "python run_script()"] if is_script else []
    process = subprocess.Popen([*leash("KILL"), *command], pass_fds=[bridge.sign], start_new_session=is_script)
    bridge.drop_sign()
    # Ctrl-C on the terminal is gdb's, which interrupts the machine.
    before = signal.getsignal(signal.SIGINT) if is_script else signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield process
    finally:
        signal.signal(signal.SIGINT, before)
        end(process, is_script)


@dataclass(frozen=True)
class Debuggee:
    """The program under the debugger."""

    line: CommandLine
    program: Program | Image
    boot: Boot
    machine: Machine
    limit: Optional[float]
    is_script: bool

    @contextlib.contextmanager
    def recorded(self, seconds: float) -> Iterator[tuple[Tape, Session]]:
        """A recording of the program, and a machine that plays it and has not begun."""
        say(f"recording {self.program.name} ...")
        with taped(run.machine_from(self.line), self.boot, source_from(self.line["input"], self.boot), seconds) as tape:
            with start(self.machine._replace(fast_console=False, tape=tape), self.boot) as session:
                yield tape, session

    def serve(self, session: Session, source: Source, bridge: Bridge, gdb: subprocess.Popen, tape: Optional[Tape] = None) -> int:
        """One machine, and the recorded one that gdb may ask for. Returns the exit status for the shell."""
        events, next_one = Events.declared(), None
        with contextlib.ExitStack() as stack:
            with run.Listener(self.line, self.boot, events) as listener, run.watch(session, source, self.program.name, self.limit):
                try:
                    while not next_one:
                        outcome = Conversation(session, events, source, self.limit, listener.heard, listener.happened, listener.settled, bridge=bridge).run()
                        if bridge.record_seconds is None:
                            break
                        try:
                            next_one = stack.enter_context(self.recorded(bridge.record_seconds))
                        except CommandError as problem:
                            bridge.refuse(str(problem))
                finally:
                    listener.finish()
            if next_one:
                tape, session = next_one
                bridge.move(session.debugger)
                return self.serve(session, Source.silent(), bridge, gdb, tape)
            if outcome.timed_out:
                stop(session.process)  # it has no last words, and gdb is not to wait for them
            bridge.finish(outcome.exit_status)
            if outcome.booted and not outcome.timed_out:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    gdb.wait(LAST_SECONDS if self.is_script else None)
        if bridge.killed and outcome.status is None and not outcome.timed_out and not session.process.poll():
            return 0  # ended by gdb
        if tape and not tape.is_whole and not outcome.timed_out:
            say(f"the recording ends before {self.program.name} does; `record SECONDS` makes a longer one")
            return 0
        return run.explain(outcome, self.program.name, self.limit, session, self.line["cpu"], bytes(listener.tail))


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no program."""
    run.check(line)
    program = find_all(line.operands)
    if isinstance(program, Image) and program.is_disc:
        raise CommandError(f"{program.path.name} is a disc; gdb needs an image with its symbols")


def debug(line: CommandLine, what: Sequence[str], arguments: Sequence[str]) -> int:
    """One session. Returns the exit status for the shell."""
    program = compiled(line, find_all(what))
    check_name(program.name)
    run.meet_needs(line, program)
    is_script = not os.isatty(0)
    limit = line["timeout"] or (SCRIPT_SECONDS if is_script else None)
    if run.is_for_cpus(line):
        raise CommandError("a schedule of several CPUs takes no debugger; leave --smp away")
    line.values.update({"emulator": "qemu", "out": None})
    boot = run.prepare(line, program, arguments, [] if line["input"] is None else [streams.INPUT_IS_PIPE])
    source = source_from(line["input"], boot)
    debuggee = Debuggee(line, program, boot, run.machine_from(line)._replace(is_steered=True), limit, is_script)
    trap = addresses(boot.image, [TRAP])[TRAP] if line["schedule"] else None
    with start(debuggee.machine, boot) as session, Bridge(session.debugger, trap) as bridge, debugger(boot, bridge, is_script) as gdb:
        return debuggee.serve(session, source, bridge, gdb)


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    return debug(line, line.operands, line.rest)
