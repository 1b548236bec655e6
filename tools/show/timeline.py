"""`trapline timeline`: a run as a file that Perfetto and chrome://tracing open.

A track for each CPU, each thread of the machine and each user-level thread; and one for the exceptions of each thread. Arrows lead from
a wake to the thread that runs because of it, and from a raise to each handler that is asked. The format is Chrome's, in JSON: slices "X",
moments "i", arrows from "s" to "f", names "M".
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import Iterator, Optional, Sequence

from console import count
from options import CommandLine, Option, Usage, parse
from programs import is_part
from record.events import Events, Record
from record.narrate import Nesting
from record.recording import Recording
from record.thread_states import ENDED, LISTED, NEW, READY, RUNS, State, Thread, ThreadStates
from record.wording import Wording
from show.recorded import OPTIONS, check_subject, recorded, write

USAGE = Usage(
    "timeline",
    "WHAT [options] [ARGS...]",
    """
Runs WHAT as `./trapline run` does, and writes what its CPUs and threads did as a file for a viewer of
timelines: ui.perfetto.dev, or chrome://tracing. WHAT may also be a recording (./trapline run --record).""",
    (Option("-o", "the file to write (default: WHAT's name with .json, here)", "FILE"), *OPTIONS),
    """
example:   ./trapline timeline between-cpus --smp 2 -o run.json

Exit status: the program's own; 2 when it could not be started, or the file not be written.""",
    operands_end_options=True,
    goes_with=is_part,
)

CPUS, THREADS, USER_THREADS, EXCEPTIONS = 1, 2, 3, 4  # groups of tracks
GROUPS = {CPUS: "CPUs", THREADS: "threads of the machine", USER_THREADS: "user-level threads", EXCEPTIONS: "exceptions"}
TICK_VECTOR = 0x30  # of the timer's interrupt, one a millisecond (PIC_VECTOR_BASE of kernel/devices/pic.h)
NANOSECONDS = 1000.0  # counts in a microsecond, where no ticks tell

# The names of an exception's levels, made as narrations are (kernel/call/trace_events.h).
LEVELS = {
    "raised": "{0:status}",
    "vectored_call": "vectored: {0:code}",
    "search_call": "search: {1:code}",
    "search_try": "search: __try in {1:block}",
    "unwind_begin": "unwind",
    "unwind_call": "unwind: {1:code}",
    "unwind_try": "unwind: __try in {1:block}",
    "filter_call": "unhandled filter: {0:code}",
    "try_filter_call": "filter of __except in {0:block}",
    "finally_call": "__finally in {0:block}",
}
HANDLERS = ("vectored_call", "search_call", "search_try", "unwind_call", "unwind_try", "filter_call")

NO_SLICE = (NEW, ENDED)
OF_EXCEPTIONS = ("raise", "search", "unwind")  # kinds of events

Track = tuple[int, int]  # the group, and the number in it


class Drawing:
    """The file's rows. Times are counts of the run's clock until the end."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, dict]] = []  # when it begins, its number among those begun, the row
        self._begun = 0
        self._arrows = 0
        self._named: dict[Track, str] = {}
        self._open: dict[Track, list[tuple[int, int, str, dict]]] = {}

    def name(self, track: Track, name: str) -> None:
        self._named[track] = name

    def begin(self, track: Track, time: int, name: str, **more: object) -> None:
        self._begun += 1
        self._open.setdefault(track, []).append((time, self._begun, name, more))

    def end(self, track: Track, time: int, keep: int = 0) -> None:
        """Ends the slices of a track, innermost first, but for so many."""
        slices = self._open.get(track, [])
        while len(slices) > keep:
            began, number, name, more = slices.pop()
            self._rows.append((began, number, self._row("X", track, began, name=name, dur=time - began, args=more)))

    def end_all(self, time: int) -> None:
        for track in self._open:
            self.end(track, time)

    def moment(self, track: Track, time: int, name: str) -> None:
        self._put("i", track, time, name=name, s="t")

    def arrow(self, name: str, source: Track, begins: int, target: Track, ends: int) -> None:
        self._arrows += 1
        self._put("s", source, begins, name=name, cat=name, id=self._arrows)
        self._put("f", target, ends, name=name, cat=name, id=self._arrows, bp="e")

    def finished(self, start: int, counts: float) -> Iterator[dict]:
        """All rows, with microseconds from the start."""
        for group, name in GROUPS.items():
            if any(track[0] == group for track in self._named):
                yield {"ph": "M", "pid": group, "name": "process_name", "args": {"name": name}}
                yield {"ph": "M", "pid": group, "name": "process_sort_index", "args": {"sort_index": group}}
        for (group, number), name in self._named.items():
            yield {"ph": "M", "pid": group, "tid": number, "name": "thread_name", "args": {"name": name}}
        for *_, row in sorted(self._rows, key=lambda row: row[:2]):
            row["ts"] = round((row["ts"] - start) / counts, 3)
            if "dur" in row:
                row["dur"] = round(row["dur"] / counts, 3)
            yield row

    def _put(self, kind: str, track: Track, time: int, **more: object) -> None:
        self._begun += 1
        self._rows.append((time, self._begun, self._row(kind, track, time, **more)))

    @staticmethod
    def _row(kind: str, track: Track, time: int, **more: object) -> dict:
        return {"ph": kind, "pid": track[0], "tid": track[1], "ts": time, **more}


class Timeline:
    """Draws the records of a run, one after the other. The tracks of threads are drawn at the end, because their names are known then."""

    def __init__(self, events: Events, wording: Wording) -> None:
        self.drawing = Drawing()
        self._events = events
        self._wording = wording
        self._states = ThreadStates(events, wording)
        self._nesting = Nesting()
        self._ticks: list[int] = []
        self._cpus: set[int] = set()
        self._first: Optional[int] = None
        self._last = 0
        self._tracks: dict[tuple[int, int], Track] = {}  # of exceptions, by their thread
        self._raises: dict[Track, list[tuple[int, int]]] = {}  # the levels of exceptions that are under way, and when they began
        self._interrupt, self._switched = events.number("interrupt"), events.number("kernel_switched")

    def happened(self, record: Record) -> None:
        if self._first is None:
            self._first = record.time
        self._last = max(self._last, record.time)
        if record.event == self._interrupt:
            if record.cpu == 0 and record.arguments[0] == TICK_VECTOR:
                self._ticks.append(record.time)
            return
        event = self._events[record.event]
        self._wording.threads.learn(event.name, record)
        if record.cpu not in self._cpus:
            self._cpus.add(record.cpu)
            self.drawing.name((CPUS, record.cpu), f"CPU {record.cpu}")
            self._run(record.cpu, record.kernel, record.time)
        if record.event == self._switched:
            _, after, cpu, _ = record.arguments
            self._run(cpu, after, record.time)
        thread = self._states.happened(record)
        if event.name == "cancelled":
            self.drawing.moment(self._track(self._states.user(record.arguments[0])), record.time, "is asked to end")
        elif event.kind in OF_EXCEPTIONS:
            self._exception(record, thread)

    def finish(self) -> Iterator[dict]:
        self.drawing.end_all(self._last)
        self._states.finish()
        for thread in self._states.threads:
            self._draw(thread)
        return self.drawing.finished(self._first or 0, self.counts())

    def counts(self) -> float:
        """The clock's counts in a microsecond, by the ticks of the first CPU."""
        gaps = [after - before for before, after in zip(self._ticks, self._ticks[1:]) if after > before]
        return statistics.median(gaps) / 1000 if gaps else NANOSECONDS

    # ------------------------------------------------------------ CPUs and threads

    def _run(self, cpu: int, thread: int, time: int) -> None:
        self.drawing.end((CPUS, cpu), time)
        self.drawing.begin((CPUS, cpu), time, self._wording.kernel(thread) if thread else "idle")

    @staticmethod
    def _track(thread: Thread) -> Track:
        return (USER_THREADS, thread.number) if thread.is_user else (THREADS, thread.id)

    def _draw(self, thread: Thread) -> None:
        """A slice for each of its states, and an arrow from where it was made ready to where it runs then."""
        track = self._track(thread)
        self.drawing.name(track, thread.begins if thread.begins and not thread.is_named else thread.name)
        made: Optional[State] = None
        for state, following in zip(thread.states, [*thread.states[1:], None]):
            if state.word in NO_SLICE:
                continue
            cpu = {"cpu": state.cpu} if state.word == RUNS else {}
            self.drawing.begin(track, state.time, state.word if state.word == RUNS else state.detail or state.word, **cpu)
            self.drawing.end(track, following.time if following else self._last)
            if state.word in (READY, LISTED):
                made = state
            elif state.word == RUNS and made:
                source = (CPUS, made.cpu) if made.by is None else self._track(self._states.threads[made.by])
                self.drawing.arrow("wake", source, made.time, track, state.time)
                made = None

    # ------------------------------------------------------------ exceptions

    def _exception(self, record: Record, thread: Optional[Thread]) -> None:
        """An exception's steps are levels in its thread's track, or moments there."""
        event = self._events[record.event]
        track = self._exceptions_track(record, thread)
        depth = self._nesting.depth(record, event.nesting)
        self.drawing.end(track, record.time, keep=depth)
        self._raises[track] = [(level, time) for level, time in self._raises.get(track, []) if level < depth]
        sentence = self._wording.sentence(record)
        if event.nesting != "OPENS":
            if sentence:
                self.drawing.moment(track, record.time, sentence)
            return
        self.drawing.begin(track, record.time, self._wording.fill(LEVELS.get(event.name, event.name), record), what=sentence)
        if event.name == "raised":
            self._raises[track].append((depth, record.time))
        elif event.name in HANDLERS and self._raises[track]:
            self.drawing.arrow("raise", track, self._raises[track][-1][1], track, record.time)

    def _exceptions_track(self, record: Record, thread: Optional[Thread]) -> Track:
        key = (record.kernel, thread.number if thread else 0)
        if key not in self._tracks:
            self._tracks[key] = (EXCEPTIONS, len(self._tracks) + 1)
            self.drawing.name(self._tracks[key], self._wording.threads.thread(record.thread) if record.thread else self._wording.kernel(record.kernel))
        return self._tracks[key]


def draw(recording: Recording) -> list[dict]:
    """The rows of the file."""
    events = Events.declared()
    with recording.sources() as sources:
        timeline = Timeline(events, Wording(events, sources.symbols, sources.places))
        for record in recording:
            timeline.happened(record)
        return list(timeline.finish())


def document(recording: Recording, rows: Sequence[dict]) -> str:
    """The file, a line for each row."""
    head = json.dumps({"program": " ".join(recording.words)})
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    return f'{{"displayTimeUnit":"ns","otherData":{head},"traceEvents":[\n{lines}\n]}}\n'


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean nothing to show."""
    check_subject("timeline", line.operands)


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    with recorded(line, Events.declared(), is_silent=False) as (recording, status):
        rows = draw(recording)
        output = write(line, ".json", document(recording, rows))
    print(f"{output}: {count(len(recording), 'event')}, {count(len(rows), 'row')}, {output.stat().st_size / 1024:.0f} KB; open it at ui.perfetto.dev or chrome://tracing", file=sys.stderr)
    return status
