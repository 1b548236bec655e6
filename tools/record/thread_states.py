"""The state of each thread in the course of a run, and the thread that ended each of its waits: by the events of threads. All ways to look
at threads have it from here."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Optional

from record.events import Events, Record
from record.wording import Wording, text_of

RUNS, READY, WAITS, LISTED, HELD, ENDED = "runs", "ready", "waits", "in its completion list", "in the program's hands", "has ended"
NEW = "has not begun"
MAY_BE_LATE = ("output", "described", "interrupt")  # events that may belong to a thread which has just lost the CPU
BLOCKED = 1  # a reason of a scheduler's activation (UMS_REASON_BLOCKED of kernel/call/ums_context.h)
# A line of the thread library's report of a deadlock (uthread/report/).
HOLDER = re.compile(r"^  (\S.*?) +waits .*?([0-9A-F]{8}), held by (.+)$", re.M)


@dataclass
class State:
    """From the event `since` on, which was recorded at `time` on the CPU `cpu`. A wait's `detail` says for what, `object` is that thing; the
    thread `ender` ended it at event `end`. `by` is the thread that has brought this state about; None where no thread ran."""

    since: int
    time: int
    cpu: int
    word: str
    detail: str = ""
    object: str = ""
    holder: str = ""  # of the object, as a report of a deadlock names it
    ender: Optional[int] = None
    end: int = 0
    by: Optional[int] = None


@dataclass
class Thread:
    """`is_user`: of the thread library; else of the machine. `id` is its address, or the machine's number for it; others may have it later.
    `begins` is the function that a user-level thread begins with, as far as its creation was seen."""

    number: int
    is_user: bool
    id: int
    name: str
    begins: str = ""
    is_named: bool = False
    states: list[State] = field(default_factory=list)

    @property
    def now(self) -> State:
        return self.states[-1]

    def at_events(self) -> list[State]:
        """Without states that were over before the next line, for a way to look that has nothing between two lines."""
        kept: list[State] = []
        for state in self.states:
            if kept and kept[-1].since == state.since:
                kept.pop()
            if not kept or (kept[-1].word, kept[-1].detail) != (state.word, state.detail):
                kept.append(state)
        return kept


class ThreadStates:
    """Takes all events, one after the other."""

    def __init__(self, events: Events, wording: Wording) -> None:
        self._events, self._wording = events, wording
        self.threads: list[Thread] = []
        self._user: dict[int, Thread] = {}  # by address
        self._kernel: dict[int, Thread] = {}  # by number
        self._actor: Optional[Thread] = None  # of the event that is being taken
        self._at = 0
        self._said = ""  # the program's output since the last report
        self._changing = {number for number, name in enumerate(events.names()) if hasattr(self, f"_{name}") or name in MAY_BE_LATE}
        self._settled: set[tuple[int, int]] = set()  # of whom further events change nothing until one of those comes

    def happened(self, record: Record, number: int = 0) -> Optional[Thread]:
        """`number` is that of the event's line; one without a line counts to the one before. Returns the thread that the event belongs to;
        None where the CPU idles."""
        name = self._events[record.event].name
        self._at = number or self._at
        self._record = record
        if name == "output":
            self._report(text_of(record, 0))
        kernel = self._of_kernel(record.kernel) if record.kernel else None
        self._actor = self.user(record.thread) if record.thread else kernel
        if name not in MAY_BE_LATE:
            for thread in (kernel, self._actor):
                if thread and thread.now.word in (READY, HELD):
                    self._be(thread, RUNS)
        if take := getattr(self, f"_{name}", None):
            take(record, *record.arguments)
        return self._actor

    def needs(self, event: int, whose: tuple[int, int]) -> bool:
        """Tells whether an event with this number of this thread, in the kernel and at user level, may change a state. Else it may be
        left out, if nobody asks for its thread. Takes each event's."""
        if event in self._changing:
            self._settled.clear()
            return True
        is_first = whose not in self._settled
        self._settled.add(whose)
        return is_first

    def passed(self, number: int) -> None:
        """All events up to the line with this number have been taken, or left out."""
        self._at = number

    def finish(self) -> None:
        """Names change while a run goes on: the last ones hold. If several threads have one name, the second is `name #2`."""
        for number, thread in self._kernel.items():
            thread.name = self._wording.kernel(number)
        named: Counter = Counter()
        for thread in self.threads:
            named[thread.name] += 1
            if named[thread.name] > 1:
                thread.name = f"{thread.name} #{named[thread.name]}"

    def _new(self, is_user: bool, id_: int, name: str) -> Thread:
        thread = Thread(len(self.threads), is_user, id_, name, states=[State(0, self._record.time, self._record.cpu, NEW)])
        self.threads.append(thread)
        return thread

    def user(self, address: int) -> Thread:
        """The user-level thread that has the address now."""
        if address not in self._user:
            self._user[address] = self._new(True, address, self._wording.threads.thread(address))
            self._be(self._user[address], RUNS)
        return self._user[address]

    def _of_kernel(self, number: int, word: str = READY) -> Thread:
        """`word` is what it does if nothing is known of it yet."""
        if number not in self._kernel:
            self._kernel[number] = self._new(False, number, self._wording.kernel(number))
            self._be(self._kernel[number], word)
        return self._kernel[number]

    def _be(self, thread: Thread, word: str, detail: str = "", object_: str = "", by: Optional[Thread] = None) -> None:
        if (thread.now.word, thread.now.detail) != (word, detail):
            thread.states.append(State(self._at, self._record.time, self._record.cpu, word, detail, object_, by=by.number if by else None))

    def _wait(self, thread: Thread, kind: str, address: int, limit: str = "") -> None:
        """`kind` is what it waits for, as the event's text has it: "waits for a mutex"."""
        what = re.sub(r"^waits (for|at|on) (an? |the )?", "", kind)
        self._be(thread, WAITS, f"{kind} {address:08X}{limit}", f"{what} {address:08X}")

    def _end_wait(self, thread: Thread, word: str = READY) -> None:
        """Ends a wait, and notes the thread that ended it."""
        ender = self._actor
        if thread.now.word == WAITS:
            thread.now.end = self._at
            if ender is not thread:
                thread.now.ender = ender.number if ender else None
        self._be(thread, RUNS if ender is thread and word == READY else word, by=ender)

    def _report(self, text: str) -> None:
        """A deadlock's report knows which thread holds what the others wait for."""
        self._said = (self._said + text)[-4096:]
        for name, address, holder in HOLDER.findall(self._said):
            for thread in self.threads:
                if thread.name == name and thread.now.word == WAITS and thread.now.object.endswith(address):
                    thread.now.holder = holder

    # ------------------------------------------------------------ the thread library's

    def _created(self, record: Record, address: int, *_: int) -> None:
        """Another one may have had the address."""
        self._user[address] = self._new(True, address, self._wording.threads.thread(address))
        self._user[address].begins = self._wording.fill("{1:code}", record)
        self._be(self._user[address], READY, by=self._actor)

    def _thread_named(self, record: Record, address: int, *_: int) -> None:
        thread = self.user(address)
        thread.name, thread.is_named = text_of(record, 1), True

    def _switched(self, record: Record, before: int, after: int, *_: int) -> None:
        if self.user(before).now.word == RUNS:
            self._be(self.user(before), READY)
        self._be(self.user(after), RUNS)

    def _slept(self, record: Record, address: int, milliseconds: int, *_: int) -> None:
        self._be(self.user(address), WAITS, f"sleeps for {milliseconds} ms")

    def _waits(self, record: Record, address: int, *_: int) -> None:
        self._wait(self.user(address), self._wording.fill("{1:string}", record), record.arguments[2], self._wording.fill("{3:within}", record))

    def _woken(self, record: Record, address: int, *_: int) -> None:
        self._end_wait(self.user(address))

    _signalled = _woken

    def _finished(self, record: Record, address: int, status: int, *_: int) -> None:
        self._be(self.user(address), ENDED, f"has ended, status {status:08X}")

    # ------------------------------------------------------------ the machine's

    def _kernel_made(self, record: Record, number: int, *_: int) -> None:
        self._of_kernel(number, NEW)

    def _kernel_ready(self, record: Record, number: int, *_: int) -> None:
        self._end_wait(self._of_kernel(number))

    def _kernel_waits(self, record: Record, number: int, _text: int, address: int, _cpu: int) -> None:
        self._wait(self._of_kernel(number), self._wording.fill("waits for {1:string}", record), address)

    def _kernel_switched(self, record: Record, before: int, after: int, cpu: int, _: int) -> None:
        if before and self._of_kernel(before).now.word == RUNS:
            self._be(self._of_kernel(before), READY)
        if after:
            self._be(self._of_kernel(after), RUNS, f"runs on CPU {cpu}")

    def _kernel_ended(self, record: Record, number: int, status: int, *_: int) -> None:
        self._be(self._of_kernel(number), ENDED, f"has ended, status {status:08X}")

    # ------------------------------------------------------------ workers of User-Mode Scheduling

    def _worker(self, context: int) -> Optional[Thread]:
        number = self._wording.threads.workers.get(context)
        return self._of_kernel(number) if number else None

    def _ums_listed(self, record: Record, number: int, *_: int) -> None:
        self._end_wait(self._of_kernel(number), LISTED)

    def _ums_executed(self, record: Record, context: int, *_: int) -> None:
        if worker := self._worker(context):
            self._be(worker, RUNS, f"runs as a worker, on CPU {record.cpu}")

    def _ums_called(self, record: Record, reason: int, context: int, *_: int) -> None:
        worker = self._worker(context)
        if worker and reason != BLOCKED and worker.now.word != ENDED:
            self._be(worker, HELD)
