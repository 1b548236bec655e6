"""Tells a run as it happens: one line an event on standard error, the program's own words between them.

With tracing on, the event stream repeats the program's output, so it alone has the order of both. The
console's stream is compared with it. Output that only the console had (a report of the runtime, the last
words before a crash) is shown, too.
"""

from __future__ import annotations

import os
import sys
from typing import Callable, NamedTuple, Optional

from build.elf import Symbols
from console import CYAN, DIM, GREEN, MAGENTA, RED, YELLOW, paint, say, write_all, write_line
from record.brought_code import ToldCode
from record.events import Event, Events, Record
from record.folding import Folder, Line
from record.source_lines import Annotator, SourceLines
from record.wording import Wording

BAR = "  | "
NAME_COLUMN = 10
INDENT = "  "
COLOURS = {"raise": RED, "search": YELLOW, "unwind": MAGENTA, "threads": GREEN}  # by the kind of event; others are dim
ONLY_WHEN_ASKED = "interrupts"
GROUPS = {"seh": ("raise", "search", "unwind")}  # words that stand for several kinds
DEEPEST = 16  # levels that are indented; below that lines would only grow long
ENDED = "kernel_ended"
STAYING = ("STAYS", "JOINS")  # the nestings that leave the depth as it is
BEGINS = ("kernel_made", "kernel_ready")  # events by which a thread of the kernel is known to have begun
RECOGNIZABLE = 8  # bytes by which a place in the output is found again


def write_output(data: bytes) -> None:
    """The program's output, unaltered and at once."""
    write_all(sys.stdout, data)


def parts(line: Line) -> tuple[str, str, str]:
    """The parts of a line on the screen: the bar, the thread's column, and the indented text."""
    return BAR, f"{line.name:<{NAME_COLUMN}} ", f"{INDENT * min(line.depth, DEEPEST)}{line.text}"


class Relay:
    """Shows a run as it is, with the places of addresses: `heard` takes the console's bytes, `happened` the event
    records, `settled` is called when a pause follows and when it has become a long one, `finish` at the end."""

    def __init__(self, events: Events, symbols: Symbols, places: SourceLines) -> None:
        self._described, self._error = events.number("described"), events.number("error_output")
        self._annotator = Annotator(places, symbols)

    def heard(self, data: bytes) -> None:
        write_output(self._annotator.feed(data))

    def happened(self, record: Record) -> None:
        if record.event == self._described:
            self._annotator.described(record)
        elif record.event == self._error:
            write_all(sys.stderr, record.text())

    def settled(self, is_long: bool) -> None:
        pass

    def finish(self) -> None:
        write_output(self._annotator.rest())


class Silence:
    """Shows nothing of a run."""

    def heard(self, data: bytes) -> None:
        pass

    def happened(self, record: Record) -> None:
        pass

    def settled(self, is_long: bool) -> None:
        pass

    def finish(self) -> None:
        pass


class Nesting:
    """How deep each thread's narration lies. A level is known by the stack pointer that its opening event named, or
    by that of the level around it."""

    def __init__(self) -> None:
        self._levels: dict[tuple[int, int], list[int]] = {}

    def depth(self, record: Record, nesting: str) -> int:
        """The depth of this record's line; the level that it opens or closes is remembered for the lines after it."""
        return self.step((record.kernel, record.thread), record.arguments[0], record.arguments[3], nesting)

    def step(self, whose: tuple[int, int], first: int, last: int, nesting: str) -> int:
        """Like `depth`, where a record's first and last arguments are at hand, and `whose` it is: kernel and thread."""
        levels = self._levels.setdefault(whose, [])
        if nesting == "UNWINDS":
            reached = first
        else:
            reached = last + 1 if nesting == "OPENS" and last else 0
        while levels and levels[-1] < reached:
            levels.pop()
        if nesting == "CLOSES" and levels:
            levels.pop()
        depth = len(levels)
        if nesting == "OPENS":
            levels.append(last or (levels[-1] if levels else 0))
        return depth

    def forget(self, thread: int = -1, kernel: int = -1) -> None:
        """A new thread may have the address of an old one, or its number."""
        for place in [place for place in self._levels if place[0] == kernel or place[1] == thread]:
            del self._levels[place]


def tells(event: Event, has_several: bool) -> bool:
    """Whether an event has a line. A run with a single thread of the kernel needs no line about it."""
    return bool(event.narration) and (has_several or not event.name.startswith("kernel_"))


class BegunThreads:
    """The threads of the kernel that have begun. Takes events; those that do not belong to BEGINS may be left out."""

    def __init__(self) -> None:
        self._numbers: set[int] = set()

    def happened(self, event: Event, record: Record) -> None:
        if event.name in BEGINS:
            self._numbers.add(record.arguments[0])

    @property
    def has_several(self) -> bool:
        return len(self._numbers) > 1


class Narration:
    """The events that are told, of which thread and how deep: this depends on the events before."""

    def __init__(self, events: Events, wording: Wording) -> None:
        self._events, self._threads = events, wording.threads
        self._nesting = Nesting()
        self.begun = BegunThreads()

    def notes(self, event: Event) -> bool:
        """Whether later lines have to do with such an event beyond its nesting."""
        return self._threads.teaches(event.name) or event.name in (*BEGINS, ENDED)

    @property
    def nest(self) -> Callable[[tuple[int, int], int, int, str], int]:
        """Nesting.step: all that later lines have to do with an event that `notes` says nothing of."""
        return self._nesting.step

    def happened(self, record: Record) -> int:
        """Takes each event; returns the depth of its line. Later lines need the names of threads, and which have begun."""
        event, first = self._events[record.event], record.arguments[0]
        self._threads.learn(event.name, record)
        if event.name in ("created", "thread_named"):
            self._nesting.forget(thread=first)
        self.begun.happened(event, record)
        depth = self._nesting.depth(record, event.nesting)
        if event.name == ENDED:
            self._nesting.forget(kernel=first)
        return depth

    def thread(self, record: Record) -> str:
        """The thread in front of the line; empty where there is but one."""
        if record.thread:
            return self._threads.thread(record.thread)
        return f"thread {record.kernel}" if self.begun.has_several and record.kernel else ""


class Selection(NamedTuple):
    """The events to narrate: by kind, None for all but interrupts, and of one thread, by its name or its number in the
    kernel, empty for all."""

    kinds: Optional[frozenset[str]] = None
    thread: str = ""

    def has(self, event: Event) -> bool:
        return event.kind in self.kinds if self.kinds is not None else event.kind != ONLY_WHEN_ASKED


class Narrator:
    """Shows a run and tells what happens in it. Called as Relay is."""

    def __init__(self, events: Events, symbols: Symbols, places: SourceLines, selection: Selection = Selection()) -> None:
        self._events = events
        self._selection = selection
        self._wording = Wording(events, symbols, places)
        self._annotator = Annotator(places, symbols)
        self._code = ToldCode(symbols)
        self._narration = Narration(events, self._wording)
        self._folder = Folder(self._write)
        self._joined: Optional[Line] = None  # further parts of this line may come
        self._seen = not selection.thread  # whether an event of the chosen thread has come
        self._line = b""  # of the program, not ended yet and so not shown
        self._line_open = False  # the start of a line is shown, as a prompt is
        self._told = b""  # shown, and not come by the console yet
        self._untold = b""  # come by the console, and in no event yet
        self._early = b""  # such output, shown because a long pause came

    def heard(self, data: bytes) -> None:
        self._untold += data
        self._reconcile()

    def happened(self, record: Record) -> None:
        event = self._events[record.event]
        if event.name == "described":
            self._annotator.described(record)
            return
        if event.is_of_moment:
            if event.name == "memory":
                self._code.learn(record)
            return
        if event.name == "output":
            text = self._not_shown_early(record.text())
            self._told += text
            self._reconcile()
            self._show(text)
            return
        self._tell(event, record, self._narration.happened(record))

    def settled(self, is_long: bool = False) -> None:
        """Shows a line without an end: in a pause it may be a prompt. In a long one output is shown, too, that came without an event;
        before, its event may only be late."""
        self._end_joined()
        self._folder.settle()
        if is_long and self._untold and not self._told:
            self._show(self._untold)
            self._early, self._untold = self._early + self._untold, b""
        if self._line:
            self._folder.end()
            self._output(self._line)
            self._line, self._line_open = b"", True

    def finish(self) -> None:
        """Shows output that only the console had, and the last line even if it has no end."""
        self._show(self._untold)
        self._untold = b""
        self._line += self._annotator.rest()
        self.settled()
        self._folder.end()
        if not self._seen:
            say(f"nothing of a thread {self._selection.thread} was recorded; without --thread the narration names all", YELLOW)

    def _not_shown_early(self, text: bytes) -> bytes:
        """The rest of an event's text: its beginning was shown in a pause, because the event was late."""
        common = min(len(text), len(self._early))
        same = text[:common] == self._early[:common]
        self._early = self._early[common:] if same else b""
        return text[common:] if same else text

    def _tell(self, event: Event, record: Record, depth: int) -> None:
        """One line for one event; none for an event that is not told, or not chosen."""
        if not tells(event, self._narration.begun.has_several) or not self._selection.has(event):
            return
        if self._selection.thread and not self._wording.concerns(self._selection.thread, record):
            return
        self._seen = True
        line = Line(self._narration.thread(record), depth, self._wording.sentence(record), event.kind,
                    raised=record.arguments[1] if event.name == "raised" else 0,
                    resumed=record.arguments[0] if event.name == "resumed" else 0)
        if event.nesting != "JOINS":
            self._end_joined()
            self._folder.add(line)
            for text in self._code.lines(event, record):
                self._folder.add(Line(line.name, depth + 1, text, event.kind))
        elif self._joined and (self._joined.name, self._joined.depth) == (line.name, line.depth):
            before = event.narration.partition("{")[0]
            self._joined = self._joined._replace(text=f"{self._joined.text}{', ' if before else ''}{line.text.removeprefix(before)}")
        else:
            self._end_joined()
            self._joined = line

    def _end_joined(self) -> None:
        if self._joined:
            line, self._joined = self._joined, None
            self._folder.add(line)

    def _write(self, line: Line) -> None:
        if self._line_open and sys.stdout.isatty() and sys.stderr.isatty():
            write_line("")
            self._line_open = False
        colours = DIM, CYAN, COLOURS.get(line.kind, DIM)
        write_line("".join(paint(part, colour, sys.stderr) for part, colour in zip(parts(line), colours)))

    def _output(self, data: bytes) -> None:
        write_output(data)

    def _show(self, text: bytes) -> None:
        """The program's lines, each when it is whole: narration never cuts one in two."""
        whole, end, self._line = (self._line + self._annotator.feed(text)).rpartition(b"\n")
        if end:
            self._end_joined()
            self._folder.end()
            self._output(whole + end)
            self._line_open = False

    def _reconcile(self) -> None:
        """Takes away the bytes that both streams had. Shows bytes of the console that come before the events' next ones."""
        common = len(os.path.commonprefix([self._told, self._untold]))
        self._told, self._untold = self._told[common:], self._untold[common:]
        at = self._untold.find(self._told[:RECOGNIZABLE]) if self._told else 0
        if at > 0:
            self._show(self._untold[:at])
            self._untold = self._untold[at:]
            self._reconcile()


class Repeater(Narrator):
    """Shows a run whose events are recorded, and tells nothing. The console alone would come before the events that name its addresses."""

    def _tell(self, event: Event, record: Record, depth: int) -> None:
        pass
