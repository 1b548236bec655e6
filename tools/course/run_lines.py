"""A run as lines, in the order in which they came: the program's output, and the narration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Sequence

from build.elf import Symbols
from build.windows_program import compiled
from console import DIED, OUT_OF_TIME, CommandError
from options import parse
from programs import Program
from record.events import Events, Record
from record.folding import Line, NoFolder
from record.handler_walks import HandlerWalks
from record.narrate import Narrator, parts
from record.modules import Modules
from record.source_lines import SourceLines
from record.wording import Wording
from run import run
from run.emulator import start
from run.files import modules_in
from run.session import Conversation, Source

RUN_SECONDS = 600.0  # an example lasts seconds, but a recording on a busy host minutes


@dataclass(frozen=True)
class ShownLine:
    """A line as the screen has it. `kind` is that of the event; empty for what the program prints."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Run:
    """A run that is over. `command` would show the same lines; the last line has the exit status. `chain` says which handlers an
    exception came to."""

    command: str
    lines: Sequence[ShownLine]
    chain: Sequence[str]


class LineKeeper(Narrator):
    """Keeps the lines of a run instead of showing them. Lines that come again are kept again."""

    def __init__(self, events: Events, symbols: Symbols, places: SourceLines) -> None:
        super().__init__(events, symbols, places)
        self._folder = NoFolder(self._write)
        self.lines: list[ShownLine] = []

    def _write(self, line: Line) -> None:
        self.lines.append(ShownLine("".join(parts(line)), line.kind))

    def _output(self, data: bytes) -> None:
        self.lines += map(ShownLine, data.decode("utf-8", "replace").splitlines())


@lru_cache(maxsize=None)
def run_once(program: Program, words: Sequence[str]) -> Run:
    """Runs the program with these options and arguments, always in the same way: the machine counts instructions as its time."""
    line = parse(run.RUN, [program.name, *words])
    runs = compiled(line, program)
    line.values.update(trace=True, virtual_time=True)
    events = Events.declared()
    run.meet_needs(line, runs)
    boot = run.prepare(line, runs, line.rest)
    walks = HandlerWalks(events)
    with Modules(boot.image, modules_in(boot.files), events) as modules, SourceLines(boot.image, modules) as places, start(run.machine_from(line), boot) as session:
        symbols = Symbols(boot.image, modules)
        keeper = LineKeeper(events, symbols, places)

        def happened(record: Record) -> None:
            modules.happened(record)
            keeper.happened(record)
            walks.happened(record)

        outcome = Conversation(session, events, Source(), RUN_SECONDS, keeper.heard, happened).run()
        keeper.finish()
        chain = walks.chain(Wording(events, symbols, places))
    command = " ".join(["./trapline trace", program.name, *words])
    if outcome.timed_out or outcome.status is None:
        why = f"did not end within {RUN_SECONDS:g} seconds" if outcome.timed_out else "died"
        raise CommandError(f"{program.name} {why}; {command} shows how", status=OUT_OF_TIME if outcome.timed_out else DIED)
    return Run(command, (*keeper.lines, ShownLine(f"exit status {outcome.exit_status}")), chain)
