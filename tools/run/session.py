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
    """Where the program's input comes from: a file descriptor of ours, or bytes that are known already."""

    def __init__(self, descriptor: Optional[int] = None, data: bytes = b"") -> None:
        self.descriptor = descriptor
        self.pending = data if descriptor is not None else data + END_OF_INPUT

    @classmethod
    def silent(cls) -> "Source":
        """Nothing, not even an end: for a machine that plays a recording, which has the input, too."""
        source = cls()
        source.pending = b""
        return source

    def take(self) -> None:
        """Reads what is there; at the end, for good or by an error, the program gets its end of input."""
        try:
            data = os.read(self.descriptor, PIECE)
        except OSError:
            data = b""
        self.pending += data or END_OF_INPUT
        if not data:
            self.descriptor = None


class Debugger(Protocol):
    """The bridge to a debugger (debugger/bridge.py), as a session sees it."""

    def sockets(self) -> list:
        """What to wait for."""

    def serve(self, ready: list) -> bool:
        """Carries what has arrived. Returns whether the session goes on."""

    def new(self, data: bytes, is_events: bool) -> bytes:
        """The bytes of a piece, of the console's stream or the events', that have not been before."""


def converse(session: Session, events: Events, source: Source, limit: Optional[float], heard: Callable[[bytes], None],
             happened: Callable[[Record], None], settled: Callable[[bool], None] = lambda is_long: None,
             asks: bool = True, bridge: Optional[Debugger] = None,
             start_limit: Optional[float] = None) -> Outcome:
    """Serves the session until it ends or its time is over.

    `heard` gets what the program prints, `happened` each event record, both at once and in order
    within each port; `settled` is called when a pause follows, and again when it has become a long one. Input is read only as fast as the image takes it, and not before the image
    asks for some, as ours do. `asks` false: nobody knows whether it is ours. It then gets input once it has said something, because a serial
    port that is being set up loses what it holds, or has said nothing for a while. `bridge`: to a debugger, whose end ends the session.
    `start_limit`: the time until the image is up, from where `limit` counts then; without it, `limit` counts from the emulator's start.
    """
    stream, started, listens, exited = RecordStream(), events.number("started"), events.number("listens"), events.number("exit")
    status: Optional[int] = None
    limit_at = session.started + (start_limit or limit) if limit else None
    silence_at = None if asks else session.started + SILENT_SECONDS
    grace_at: Optional[float] = None
    pause_at: Optional[float] = None
    is_long = False
    booted = announced = listening = False
    open_ports: list[socket.socket] = [session.console, session.events]
    for port in open_ports:
        port.setblocking(False)

    while open_ports:
        now = time.monotonic()
        if status is None and limit_at and now >= limit_at:
            return Outcome(None, True, booted)
        listening = listening or bool(silence_at and now >= silence_at and not announced)

        readers: list = [*open_ports, *(bridge.sockets() if bridge else ())]
        if listening and source.descriptor is not None and not source.pending:
            readers.append(source.descriptor)
        writers = [session.console] if listening and source.pending and session.console in open_ports else []
        wakes = [moment for moment in (limit_at, grace_at, pause_at, None if listening or announced else silence_at) if moment]
        ready, writable, _ = select.select(readers, writers, [], max(0.0, min(wakes) - now) if wakes else None)

        # Bytes that an ended emulator has left are served to the end, for slow readers, too.
        if grace_at and time.monotonic() >= grace_at:
            stop(session.process)
            grace_at = None
        if not ready and pause_at and time.monotonic() >= pause_at:
            settled(is_long)
            pause_at, is_long = None if is_long else time.monotonic() + LONG_PAUSE_SECONDS, True
        if source.descriptor in ready:
            source.take()
        # Output that the machine has sent before it stopped is shown before the debugger learns of the stop.
        if bridge and not any(port in ready for port in open_ports) and not bridge.serve(ready):
            break
        if writable:
            source.pending = source.pending[_send(session.console, source.pending):]
        # Events are read after the console, and served before it: those that the image has sent before a piece of
        # output are known when the output is shown.
        received = {port: _receive(port) for port in (session.console, session.events) if port in open_ports and ready}
        for port in (session.events, session.console):
            data = received.get(port)
            if data is None:
                continue
            if not data:
                open_ports.remove(port)
                continue
            if bridge and not (data := bridge.new(data, port is session.events)):
                continue
            booted = True
            pause_at, is_long = time.monotonic() + PAUSE_SECONDS, False
            if port is session.console:
                listening = listening or not (announced or asks)
                heard(data)
                continue
            for record in stream.feed(data):
                happened(record)
                if record.event == started and start_limit and not announced:
                    limit_at = time.monotonic() + limit
                announced |= record.event == started
                listening |= record.event == listens
                if record.event == exited:
                    status = record.arguments[0]
                    limit_at, grace_at = None, time.monotonic() + GRACE_SECONDS
    else:
        with contextlib.suppress(subprocess.TimeoutExpired):
            session.process.wait(GRACE_SECONDS)
    return Outcome(status, False, booted)


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
