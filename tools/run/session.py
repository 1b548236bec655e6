"""A run from start to end: carries bytes between the image and its listeners, and learns how it ended."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import time
from typing import Callable, NamedTuple, Optional, Protocol

from child_processes import stop
from console import DIED, OUT_OF_TIME
from record.events import Events, Record, RecordStream
from run.emulator import Session

PIECE = 65536
END_OF_INPUT = b"\x04"
# A pipe may have any bytes: where one of these is meant, the machine takes ESCAPE and the byte with bit 6 changed for it.
ESCAPE = b"\x10"
# An image that is not ours may wait for input before it says anything. It is given this long until it gets some.
SILENT_SECONDS = 2.0
# From the record `exit` to the end of the emulator it is a few instructions; more is an image that does not know how.
GRACE_SECONDS = 3.0
PAUSE_SECONDS = 0.1
LONG_PAUSE_SECONDS = 3.0  # beyond what a busy host holds one port up behind the other


class Outcome(NamedTuple):
    """How a run ended: `status` is what the program left, None when it left nothing.

    `booted`: something came from either port.
    """

    status: Optional[int]
    timed_out: bool
    booted: bool

    @property
    def exit_status(self) -> int:
        """The status for the host, which takes one byte: the low one, but never 0 for what is not 0."""
        if self.timed_out:
            return OUT_OF_TIME
        if self.status is None:
            return DIED
        return self.status if self.status <= 255 else (self.status & 255 or 1)


class Source:
    """Where the program's input comes from: a file descriptor of ours, or bytes that are known already.

    `is_pipe`: the runtime knows that it is one (Boot.input_is_pipe), and no byte ends it.
    """

    def __init__(self, descriptor: Optional[int] = None, data: bytes = b"", is_pipe: bool = False) -> None:
        self.descriptor, self.is_pipe = descriptor, is_pipe
        self.waker: Optional[int] = None  # a descriptor of bytes that a signal sends, which may come while `pending` changes
        self.pending = self._escaped(data) + (END_OF_INPUT if descriptor is None else b"")

    @classmethod
    def silent(cls) -> "Source":
        """Nothing, not even an end: for a machine that plays a recording, which has the input, too."""
        source = cls()
        source.pending = b""
        return source

    def take(self) -> None:
        """Reads what is there; at the end, for good or by an error, the program gets its end of input."""
        data = self._read()
        if data:
            self.pending += self._escaped(data)
        else:
            self._end()

    def switch(self, typing: int) -> None:
        """The program asks for keys or lines (lib/host.h, enum typing), which a terminal can send."""

    def take_interrupts(self) -> None:
        """The program takes Ctrl-C from now on, and has taken the one before."""

    def restore(self) -> None:
        """Gives a terminal back as it was."""

    def __enter__(self) -> "Source":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _read(self) -> bytes:
        data = b""
        if self.descriptor is not None:
            with contextlib.suppress(OSError):
                data = os.read(self.descriptor, PIECE)
        return data

    def _end(self) -> None:
        self.pending += END_OF_INPUT
        self.descriptor = None

    def _escaped(self, data: bytes) -> bytes:
        return data.replace(ESCAPE, ESCAPE + b"\x50").replace(END_OF_INPUT, ESCAPE + b"\x44") if self.is_pipe else data


class Debugger(Protocol):
    """The bridge to a debugger (debugger/bridge.py), as a session sees it."""

    def sockets(self) -> list:
        """The sockets to wait for."""

    def serve(self, ready: list) -> bool:
        """Carries what has arrived. Returns whether the session goes on."""

    def new(self, data: bytes, is_events: bool) -> bytes:
        """The bytes of a piece, of the console's stream or the events', that have not been before."""


class Alarm:
    """A time at which something is due, if it is set."""

    def __init__(self, at: Optional[float] = None) -> None:
        self.at = at

    def set(self, seconds: float) -> None:
        self.at = time.monotonic() + seconds

    def clear(self) -> None:
        self.at = None

    def passed(self) -> bool:
        return self.at is not None and time.monotonic() >= self.at


class Conversation:
    """Serves the session until it ends or its time is over.

    `heard` gets what the program prints, `happened` each event record, both at once and in order within each port; `settled` is called
    when a pause follows, and again when it has become a long one. Input is read only as fast as the image takes it, and not before
    the image asks for some, as ours do. `asks` false: nobody knows whether it is ours. It then gets input once it has said something, because a serial
    port that is being set up loses what it holds, or has said nothing for a while. `bridge`: to a debugger, whose end ends the session.
    `start_limit`: the time until the image is up, from where `limit` counts then; without it, `limit` counts from the emulator's start.
    """

    def __init__(self, session: Session, events: Events, source: Source, limit: Optional[float], heard: Callable[[bytes], object],
                 happened: Callable[[Record], object], settled: Callable[[bool], object] = lambda is_long: None, asks: bool = True,
                 bridge: Optional[Debugger] = None, start_limit: Optional[float] = None) -> None:
        self._session, self._source, self._bridge = session, source, bridge
        self._heard, self._happened, self._settled = heard, happened, settled
        self._limit, self._start_limit, self._asks = limit, start_limit, asks
        self._stream = RecordStream()
        names = ("started", "listens", "typing", "takes_interrupt", "exit")
        self._started, self._listens, self._typing, self._takes_interrupt, self._exited = (events.number(name) for name in names)
        self._status: Optional[int] = None
        self._booted = self._is_up = self._listening = self._is_long = False
        self._over = Alarm(session.started + (start_limit or limit) if limit else None)
        self._silence = Alarm(None if asks else session.started + SILENT_SECONDS)
        self._grace, self._pause = Alarm(), Alarm()
        self._ports = [session.console, session.events]  # that are open
        for port in self._ports:
            port.setblocking(False)

    def run(self) -> Outcome:
        while self._ports:
            if self._status is None and self._over.passed():
                return Outcome(None, True, self._booted)
            self._listening |= self._silence.passed() and not self._is_up
            ready, writable = self._wait()
            self._look_at_time(ready)
            if self._source.descriptor in ready:
                self._source.take()
            if (waker := self._source.waker) is not None and waker in ready:
                self._source.pending += os.read(waker, PIECE)
            if not self._serve_debugger(ready):
                return Outcome(self._status, False, self._booted)
            if writable:
                self._source.pending = self._source.pending[_send(self._session.console, self._source.pending):]
            if ready:
                self._receive_all()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._session.process.wait(GRACE_SECONDS)
        return Outcome(self._status, False, self._booted)

    def _wait(self) -> tuple[list, list]:
        """Waits for something to read, for room in the console, or for an alarm. Returns the first two."""
        readers: list = [*self._ports, *(self._bridge.sockets() if self._bridge else ())]
        if self._listening and self._source.descriptor is not None and not self._source.pending:
            readers.append(self._source.descriptor)
        if self._source.waker is not None:
            readers.append(self._source.waker)
        writers = [self._session.console] if self._listening and self._source.pending and self._session.console in self._ports else []
        alarms = [self._over, self._grace, self._pause, *([] if self._listening or self._is_up else [self._silence])]
        wakes = [alarm.at for alarm in alarms if alarm.at is not None]
        ready, writable, _ = select.select(readers, writers, [], max(0.0, min(wakes) - time.monotonic()) if wakes else None)
        return ready, writable

    def _look_at_time(self, ready: list) -> None:
        # Bytes that an ended emulator has left are served to the end, for slow readers, too.
        if self._grace.passed():
            stop(self._session.process)
            self._grace.clear()
        if not ready and self._pause.passed():
            self._settled(self._is_long)
            if self._is_long:
                self._pause.clear()
            else:
                self._pause.set(LONG_PAUSE_SECONDS)
            self._is_long = True

    def _serve_debugger(self, ready: list) -> bool:
        """Returns whether the session goes on. Output that the machine has sent before it stopped is shown before the debugger
        learns of the stop."""
        return not self._bridge or any(port in ready for port in self._ports) or self._bridge.serve(ready)

    def _receive_all(self) -> None:
        """Events are read after the console, and served before it: those that the image has sent before a piece of output are
        known when the output is shown."""
        received = {port: _receive(port) for port in (self._session.console, self._session.events) if port in self._ports}
        for port in (self._session.events, self._session.console):
            data = received.get(port)
            if data == b"":
                self._ports.remove(port)
            elif data:
                self._serve(port is self._session.events, data)

    def _serve(self, is_events: bool, data: bytes) -> None:
        if self._bridge and not (data := self._bridge.new(data, is_events)):
            return
        self._booted, self._is_long = True, False
        self._pause.set(PAUSE_SECONDS)
        if is_events:
            for record in self._stream.feed(data):
                self._happened(record)
                self._follow(record)
            return
        self._listening |= not (self._is_up or self._asks)
        self._heard(data)

    def _follow(self, record: Record) -> None:
        """Follows the run itself by its events."""
        if record.event == self._started:
            if self._start_limit and self._limit and not self._is_up:
                self._over.set(self._limit)
            self._is_up = True
        elif record.event == self._listens:
            self._listening = True
        elif record.event == self._typing:
            self._source.switch(record.arguments[0])
        elif record.event == self._takes_interrupt:
            self._source.take_interrupts()
        elif record.event == self._exited:
            self._status = record.arguments[0]
            self._over.clear()
            self._grace.set(GRACE_SECONDS)


def _receive(port: socket.socket) -> Optional[bytes]:
    """The bytes that have arrived, empty at the end; None when there are none after all.

    A network port (Bochs') acknowledges at once. Otherwise its end holds small pieces back until it is heard from,
    and forgets them if it ends meanwhile with input unread.
    """
    try:
        data = port.recv(PIECE)
        if port.family == socket.AF_INET:
            port.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        return data
    except BlockingIOError:
        return None
    except ConnectionError:
        return b""


def _send(port: socket.socket, data: bytes) -> int:
    try:
        return port.send(data)
    except BlockingIOError:
        return 0
    except (ConnectionError, BrokenPipeError):
        return len(data)  # nobody is there to read it any more
