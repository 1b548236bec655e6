"""What each thread does in the course of a run, and which thread ended its waits: by the events of threads."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Optional

from events import Events, Record
from story import Told
from wording import Wording, text_of

RUNS, READY, WAITS, LISTED, HELD, ENDED = "runs", "may run", "waits", "in its completion list", "in the program's hands", "has ended"
NEW = "not made yet"
BLOCKED = 1  # a reason of a scheduler's activation (UMS_REASON_BLOCKED of kernel/ums/context.h)
# A line of the thread library's report of a deadlock (uthread/report/).
HOLDER = re.compile(r"^  (\S.*?) +waits .*?([0-9A-F]{8}), held by (.+)$", re.M)


@dataclass
class State:
    """From the event `since` on. A wait's `detail` says for what, `object` is that thing; the thread `ender` ended it at event `end`."""

    since: int
    word: str
    detail: str = ""
    object: str = ""
    holder: str = ""  # of the object, as a report of a deadlock names it
    ender: Optional[int] = None
    end: int = 0


@dataclass
class Thread:
    """`is_user`: of the thread library; else of the machine."""

    number: int
    is_user: bool
    name: str
    states: list[State] = field(default_factory=list)

    @property
    def now(self) -> State:
        return self.states[-1]


class Doings:
    """Takes all events, one after the other. Events are numbered as their lines are; an event without a line counts to the one before."""

    def __init__(self, events: Events, wording: Wording) -> None:
        self._events, self._wording = events, wording
        self.threads: list[Thread] = []
        self._user: dict[int, Thread] = {}  # by address
        self._kernel: dict[int, Thread] = {}  # by number
        self._leaves: dict[int, State] = {}  # by thread, what it is about to do when it leaves the CPU
        self._at = 0
        self._said = ""  # the program's output since the last report

    def happened(self, told: Told) -> Optional[Thread]:
        """Returns the thread that the event belongs to; None where the CPU idles."""
        record = told.record
        name = self._events[record.event].name
        self._at = told.number or self._at
        if name == "output":
            self._report(text_of(record, 0))
        mine = self._acting(record)
        if mine and mine.now.word in (READY, HELD) and name not in ("output", "described", "interrupt"):
            self._be(mine, RUNS)
        if take := getattr(self, f"_{name}", None):
            take(record, *record.arguments)
        return mine

    def finish(self) -> None:
        """Names change while a run goes on: the last ones hold. Of several threads with one name, the second is `name #2`."""
        for number, thread in self._kernel.items():
            thread.name = self._wording.threads.kernel(number)
        named: Counter = Counter()
        for thread in self.threads:
            named[thread.name] += 1
            if named[thread.name] > 1:
                thread.name = f"{thread.name} #{named[thread.name]}"

    def _acting(self, record: Record) -> Optional[Thread]:
        kernel = self._of_kernel(record.kernel) if record.kernel else None
        return self._of_user(record.thread) if record.thread else kernel

    def _new(self, is_user: bool, name: str) -> Thread:
        thread = Thread(len(self.threads), is_user, name, [State(0, NEW)])
        self.threads.append(thread)
        return thread

    def _of_user(self, address: int) -> Thread:
        if address not in self._user:
            self._user[address] = self._new(True, self._wording.threads.thread(address))
            self._be(self._user[address], RUNS)
        return self._user[address]

    def _of_kernel(self, number: int) -> Thread:
        if number not in self._kernel:
            self._kernel[number] = self._new(False, self._wording.threads.kernel(number))
            self._be(self._kernel[number], READY)
        return self._kernel[number]

    def _be(self, thread: Thread, word: str, detail: str = "", object_: str = "") -> None:
        state = State(self._at, word, detail, object_)
        if (thread.now.word, thread.now.detail) == (word, detail):
            return
        if thread.now.since == self._at:
            thread.states.pop()
        thread.states.append(state)

    def _wait(self, thread: Thread, kind: str, address: int, limit: str = "") -> None:
        """`kind` is what it waits for, as the event's text has it: "waits for a mutex"."""
        what = re.sub(r"^waits (for|at|on) (an? |the )?", "", kind)
        self._be(thread, WAITS, f"{kind} {address:08X}{limit}", f"{what} {address:08X}")

    def _end_wait(self, thread: Thread, record: Record) -> None:
        """Of a wait that has ended, it is known which thread's doing that was."""
        ender = self._acting(record)
        if thread.now.word == WAITS:
            thread.now.end = self._at
            if ender is not thread:
                thread.now.ender = ender.number if ender else None
        self._be(thread, RUNS if ender is thread else READY)

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
        self._user[address] = self._new(True, self._wording.threads.thread(address))
        self._be(self._user[address], READY)

    def _thread_named(self, record: Record, address: int, *_: int) -> None:
        self._of_user(address).name = text_of(record, 1)

    def _switched(self, record: Record, before: int, after: int, *_: int) -> None:
        if self._of_user(before).now.word == RUNS:
            self._be(self._of_user(before), READY)
        self._be(self._of_user(after), RUNS)

    def _slept(self, record: Record, address: int, milliseconds: int, *_: int) -> None:
        self._be(self._of_user(address), WAITS, f"sleeps for {milliseconds} ms")

    def _waits(self, record: Record, address: int, *_: int) -> None:
        self._wait(self._of_user(address), self._wording.fill("{1:string}", record), record.arguments[2], self._wording.fill("{3:within}", record))

    def _woken(self, record: Record, address: int, *_: int) -> None:
        self._end_wait(self._of_user(address), record)

    _signalled = _woken

    def _finished(self, record: Record, address: int, status: int, *_: int) -> None:
        self._be(self._of_user(address), ENDED, f"has ended, status {status:08X}")

    # ------------------------------------------------------------ the machine's

    def _kernel_made(self, record: Record, number: int, *_: int) -> None:
        self._of_kernel(number)

    def _kernel_ready(self, record: Record, number: int, *_: int) -> None:
        self._end_wait(self._of_kernel(number), record)

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
        self._end_wait(self._of_kernel(number), record)
        self._be(self._of_kernel(number), LISTED)

    def _ums_executed(self, record: Record, context: int, *_: int) -> None:
        if worker := self._worker(context):
            self._be(worker, RUNS, f"runs as a worker, on CPU {record.cpu}")

    def _ums_called(self, record: Record, reason: int, context: int, *_: int) -> None:
        worker = self._worker(context)
        if worker and reason != BLOCKED and worker.now.word != ENDED:
            self._be(worker, HELD)
