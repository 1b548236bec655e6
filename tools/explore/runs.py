"""Runs of one program by schedules, several at a time, and how each ended."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Callable, NamedTuple, Optional, Union

from console import CommandError
from explore.schedules import PLAIN, Changes, text
from record import phrases
from record.events import Events, Record
from run.emulator import Session, start
from run.machine import Boot, Machine
from run.schedule import OPTION, SLEEPERS, STEPS
from run.session import Conversation, Outcome, Source

MORE_AT_ONCE = 2  # runs than CPUs, because a run waits for a part of its time
TAIL = 65536  # bytes of a run's output that are kept, its end
TRACED = ("trapline:trace",)
STEPPED = (*TRACED, STEPS)
STEPPED_WITH_SLEEPERS = (*STEPPED, SLEEPERS)
# The reports with which the runtime ends a run, and those that it makes at the end of one.
SIGNS = (
    (b"trapline: deadlock: ", "all threads wait for ever"),
    (b"trapline: panic", "the runtime ends it by a panic"),
    (b"trapline: the program gave up: ", "it ends itself"),
    (b"trapline: unhandled exception ", "an exception that no handler takes"),
)
LEAK = b"trapline: leak: "
Tried = Union[Changes, str]  # a schedule of one CPU, or one of several as text (cpu_runs.py)


class Ending(NamedTuple):
    """How a run ended, and the end of its output."""

    outcome: Outcome
    tail: bytes
    limit: float
    seconds: float = 0.0

    @property
    def is_failure(self) -> bool:
        return bool(self.failure)

    @property
    def failure(self) -> str:
        """The failure in words; empty where there is none."""
        status = self.outcome.status
        sign = next((words for sign, words in SIGNS if sign in self.tail), "")
        if self.outcome.timed_out:
            return f"it does not end within {self.limit:.3g} s"
        if status is None:
            return "it dies without a word on how it ended"
        if status:
            shown = phrases.words("status", status) if status > 255 else status
            return f"{sign}, status {shown}" if sign else f"it ends with status {shown}"
        return "memory was never freed" if LEAK in self.tail else ""

    def is_like(self, other: "Ending") -> bool:
        """Whether both fail in one way."""
        return self.failure == other.failure or self.outcome.timed_out and other.outcome.timed_out


class Listening(NamedTuple):
    """The functions that learn of a run while it goes on, beside its end."""

    happened: Callable[[Record], object]
    words: tuple[str, ...] = STEPPED


class KeptInput(Source):
    """The input of the first run. All others get the same."""

    def __init__(self, descriptor: int, is_pipe: bool) -> None:
        super().__init__(descriptor, is_pipe=is_pipe)
        self.kept = b""

    def take(self) -> None:
        before = len(self.pending)
        super().take()
        self.kept += self.pending[before:]


class Runs:
    """A context manager, which leaves no run behind."""

    def __init__(self, machine: Machine, boot: Boot, events: Events) -> None:
        self._machine, self._boot, self._events = machine, boot, events
        self.at_once = len(os.sched_getaffinity(0)) + MORE_AT_ONCE
        self._pool = ThreadPoolExecutor(self.at_once)
        self._sessions: set[Session] = set()
        self._lock = threading.Lock()
        self._is_over = False
        self.input = b""  # of every run but the first

    def __enter__(self) -> "Runs":
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._is_over = True
            for session in self._sessions:
                session.process.kill()
        self._pool.shutdown(cancel_futures=True)

    def first(self, limit: float, plain: Tried = PLAIN) -> Ending:
        """The plain run, which may read from this process's input."""
        source = KeptInput(0, self._boot.input_is_pipe)
        ending = self._run(plain, limit, None, source)
        self.input = source.kept
        return ending

    def run(self, tried: Tried, limit: float, listening: Optional[Listening] = None) -> Ending:
        source = Source(is_pipe=self._boot.input_is_pipe)
        source.pending = self.input or source.pending
        return self._run(tried, limit, listening, source)

    def begin(self, tried: Tried, limit: float, listening: Optional[Listening] = None) -> "Future[Ending]":
        return self._pool.submit(self.run, tried, limit, listening)

    def _started(self, tried: Tried, words: tuple[str, ...]) -> tuple[Machine, Boot]:
        assert not isinstance(tried, str)
        name, *rest = (word for word in self._boot.words if not word.startswith(OPTION))
        return self._machine, self._boot._replace(words=[name, OPTION + text(tried), *words, *rest])

    def _run(self, tried: Tried, limit: float, listening: Optional[Listening], source: Source) -> Ending:
        tail = bytearray()

        def heard(data: bytes) -> None:
            tail.extend(data)
            del tail[:-TAIL]

        happened = listening.happened if listening else lambda record: None
        with start(*self._started(tried, listening.words if listening else ())) as session:
            with self._lock:
                self._sessions.add(session)
                if self._is_over:
                    session.process.kill()
            try:
                outcome = Conversation(session, self._events, source, limit, heard, happened).run()
            finally:
                with self._lock:
                    self._sessions.discard(session)
            if not outcome.booted and not outcome.timed_out and not self._is_over:
                raise CommandError(f"the emulator did not start: {session.complaint() or session.last_words()}")
            return Ending(outcome, bytes(tail), limit, time.monotonic() - session.started)
