"""Tells a run as it happens: one line an event on standard error, the program's own words between them.

With tracing on, the event stream repeats the program's output, so it alone has the order of both. The
console's stream is compared with it. Output that only the console had (a report of the runtime, the last
words before a crash) is shown, too.
"""

from __future__ import annotations

import os
import sys

from console import CYAN, DIM, paint, write_all, write_line
from elf import Symbols
from events import Events, Record
from places import Annotator, Places
from wording import Wording, kernel_thread

BAR = "  | "
NAME_COLUMN = 10
INDENT = "  "
DEEPEST = 16  # levels that are indented; below that lines would only grow long
RECOGNIZABLE = 8  # bytes by which a place in the output is found again


def write_output(data: bytes) -> None:
    """The program's output, unaltered and at once."""
    write_all(sys.stdout, data)


class Relay:
    """Shows a run as it is, with the places of addresses: `heard` takes the console's bytes, `happened` the event
    records, `settled` is called when a pause follows, `finish` at the end."""

    def __init__(self, events: Events, symbols: Symbols, places: Places) -> None:
        self._described = events.number("described")
        self._annotator = Annotator(places, symbols)

    def heard(self, data: bytes) -> None:
        write_output(self._annotator.feed(data))

    def happened(self, record: Record) -> None:
        if record.event == self._described:
            self._annotator.described(record)

    def settled(self) -> None:
        pass

    def finish(self) -> None:
        write_output(self._annotator.rest())


class Nesting:
    """How deep each thread's narration lies. A level is known by the stack pointer that its opening event named, or
    by that of the level around it."""

    def __init__(self) -> None:
        self._levels: dict[tuple[int, int], list[int]] = {}

    def depth(self, record: Record, kind: str) -> int:
        """The depth of this record's line; the level that it opens or closes is remembered for the lines after it."""
        levels = self._levels.setdefault((record.kernel, record.thread), [])
        if kind == "CLOSES" and levels:
            levels.pop()
        elif kind == "UNWINDS":
            while levels and levels[-1] < record.arguments[0]:
                levels.pop()
        depth = len(levels)
        if kind == "OPENS":
            levels.append(record.arguments[3] or (levels[-1] if levels else 0))
        return depth

    def forget(self, thread: int) -> None:
        """A new thread may have the address of an old one."""
        for place in [place for place in self._levels if place[1] == thread]:
            del self._levels[place]


class Narrator:
    """Shows a run and tells what happens in it. Called as Relay is."""

    def __init__(self, events: Events, symbols: Symbols, places: Places) -> None:
        self._events = events
        self._wording = Wording(events, symbols, places)
        self._annotator = Annotator(places, symbols)
        self._described = events.number("described")
        self._nesting = Nesting()
        self._output = events.number("output")
        self._named = events.number("thread_named")
        self._ready = events.number("kernel_ready")
        self._of_kernel = [events.number(f"kernel_{what}") for what in ("ready", "ended", "waits", "switched")]
        self._begun: set[int] = set()  # threads of the kernel; what a single one does needs no words about it
        self._line = b""  # of the program, not ended yet and so not shown
        self._line_open = False  # the start of a line is shown, as a prompt is
        self._told = b""  # shown, and not come by the console yet
        self._untold = b""  # come by the console, and in no event yet
        self._early = b""  # such output, shown because a pause came

    def heard(self, data: bytes) -> None:
        self._untold += data.replace(b"\r", b"")
        self._reconcile()

    def happened(self, record: Record) -> None:
        if record.event == self._described:
            self._annotator.described(record)
            return
        if record.event == self._output:
            text = self._not_shown_early(record.text().replace(b"\r", b""))
            self._told += text
            self._reconcile()
            self._show(text)
            return
        if record.event == self._named:
            self._wording.threads[record.arguments[0]] = record.text(1).decode("utf-8", "replace").rstrip("\0")
            self._nesting.forget(record.arguments[0])
        self._tell(record)

    def settled(self) -> None:
        """Shows output that came without an event, and a line without an end: in a pause it may be a prompt."""
        if self._untold and not self._told:
            self._show(self._untold)
            self._early, self._untold = self._early + self._untold, b""
        if self._line:
            write_output(self._line)
            self._line, self._line_open = b"", True

    def finish(self) -> None:
        """Shows output that only the console had, and the last line even if it has no end."""
        self._show(self._untold)
        self._untold = b""
        self._line += self._annotator.rest()
        self.settled()

    def _not_shown_early(self, text: bytes) -> bytes:
        """The rest of an event's text: its beginning was shown at a pause, because the event was late."""
        common = min(len(text), len(self._early))
        same = text[:common] == self._early[:common]
        self._early = self._early[common:] if same else b""
        return text[common:] if same else text

    def _tell(self, record: Record) -> None:
        """One line for one event, in the depth of its thread; none for an event without narration."""
        depth = self._nesting.depth(record, self._events[record.event].nesting)
        if record.event == self._ready:
            self._begun.add(record.arguments[0])
        several = len(self._begun) > 1
        if not self._events[record.event].narration or (record.event in self._of_kernel and not several):
            return
        if self._line_open and sys.stdout.isatty() and sys.stderr.isatty():
            write_line("")
            self._line_open = False
        name = self._wording.thread(record.thread) if record.thread else kernel_thread(record.kernel) if several and record.kernel else ""
        text = f"{INDENT * min(depth, DEEPEST)}{self._wording.sentence(record)}"
        line = paint(BAR, DIM, sys.stderr) + paint(f"{name:<{NAME_COLUMN}} ", CYAN, sys.stderr) + paint(text, DIM, sys.stderr)
        write_line(line)

    def _show(self, text: bytes) -> None:
        """The program's lines, each when it is whole: narration never cuts one in two."""
        whole, end, self._line = (self._line + self._annotator.feed(text)).rpartition(b"\n")
        if end:
            write_output(whole + end)
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
