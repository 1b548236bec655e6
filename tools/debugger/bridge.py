"""The bridge between an emulator and gdb: it carries the words of gdb's protocol in both directions.

Now and then QEMU answers a step at once, without having executed the instruction. gdb would report its breakpoint once more. So
the registers before and after a step are compared, and one that has changed nothing is asked for again. In a run by a schedule a step ends in a
trap of the runtime's, and goes on to where that leads back.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
from functools import partial
from typing import Callable, Optional

from debugger.counted_steps import Errand, place, step_behind_trap
from debugger.history import WATCHED, History

PIECE = 65536
KILLS = (b"$k#", b"$vKill;")  # gdb's words that end the machine
STEP, STOPPED = b"$vCont;s", b"$T05"
LAST_WORDS = re.compile(rb"\$[WX][^#]*#[0-9a-fA-F]{2}")  # the machine's, with QEMU's own status; gdb gets the program's
RECORD = "qRcmd," + b"record ".hex()
PACKET = re.compile(rb"\$([^#]*)#[0-9a-fA-F]{2}")
MOST_STEPS = 20  # in place of one; an instruction that jumps to itself changes nothing, either
PATIENCE_SECONDS = 30.0  # for the registers of a machine that stands


def packet(words: str) -> bytes:
    data = words.encode()
    return b"$%s#%02x" % (data, sum(data) & 255)


class RepeatedStream:
    """A stream of which a machine that is taken back repeats a part: each part counts once."""

    def __init__(self) -> None:
        self._at = self._farthest = self._saved = 0

    def new(self, data: bytes) -> bytes:
        """The bytes of a piece that have not been before."""
        known = min(len(data), self._farthest - self._at)
        self._at += len(data)
        self._farthest = max(self._farthest, self._at)
        return data[known:]

    def save(self) -> None:
        self._saved = self._at

    def go_back(self) -> None:
        self._at = self._saved


class Bridge:
    """gdb connects to `port`, once. `sign` is a descriptor for gdb to inherit; when gdb has ended, nobody has it any more.
    A context manager. `killed`: the session has ended because gdb said so, or ended.

    `counting_trap`: where a run by a schedule stands behind each instruction. `record_seconds`: gdb asks for a recording of at most so many seconds; it waits for `move` or `refuse`."""

    def __init__(self, machine: socket.socket, counting_trap: Optional[int] = None) -> None:
        self._machine = machine
        self._counting_trap = counting_trap
        self._listener: Optional[socket.socket] = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._gdb: Optional[socket.socket] = None
        self._ended, self.sign = os.pipe()
        self.port = self._listener.getsockname()[1]
        self.killed = False
        self._step = self._before = b""  # the step that the machine makes, and the registers before it
        self._steps = 0
        self.record_seconds: Optional[float] = None
        self._output = (RepeatedStream(), RepeatedStream())
        self._history: Optional[History] = None
        self._errand: Optional[Errand] = None
        self._received = b""  # of an answer to the errand
        machine.settimeout(PATIENCE_SECONDS)

    def __enter__(self) -> "Bridge":
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self._listener, self._gdb):
            if each:
                each.close()
        os.close(self._ended)
        self.drop_sign()

    def drop_sign(self) -> None:
        """Once gdb has inherited the sign, it is gdb's alone."""
        if self.sign >= 0:
            os.close(self.sign)
            self.sign = -1

    def sockets(self) -> list:
        """The sockets to wait for."""
        return [each for each in (self._listener, self._gdb, self._machine if self._gdb else None) if each] + [self._ended]

    def new(self, data: bytes, is_events: bool) -> bytes:
        """The bytes of a piece of the machine's output, the console's or the events', that have not been before."""
        return self._output[is_events].new(data)

    def serve(self, ready: list) -> bool:
        """Carries what has arrived. Returns whether the session goes on: gdb lives, and does not wait for a recording."""
        if self._listener and self._listener in ready:
            self._gdb, _ = self._listener.accept()
            self._gdb.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._listener.close()
            self._listener = None
        elif self._gdb:
            if self._gdb in ready:
                self._carry_words(self._receive(self._gdb))
            if self._gdb and self._machine in ready:
                self._carry_answer(self._receive(self._machine))
        self.killed |= self._ended in ready
        return self._ended not in ready and self.record_seconds is None

    def finish(self, status: int) -> None:
        """Carries the machine's last words, after its end. Then gdb learns that the program has ended, and how."""
        while self._gdb and (data := self._receive(self._machine)):
            self._send(self._gdb, LAST_WORDS.sub(b"", data))
        if self._gdb:
            self._send(self._gdb, packet(f"W{status:02x}"))
            self._gdb.close()
            self._gdb = None

    # ---------------------------------------------------------------- a recorded run

    def move(self, machine: socket.socket) -> None:
        """From now on gdb has this machine, which plays a recording and has not begun."""
        machine.settimeout(PATIENCE_SECONDS)
        self._machine = machine
        self.record_seconds = None
        self._output = (RepeatedStream(), RepeatedStream())
        self._history = History(self._save_output, self._repeat_output, self._counting_trap)
        self._tell(packet("OK"))

    def refuse(self, reason: str) -> None:
        """There is no recording. gdb keeps the machine that it has."""
        self.record_seconds = None
        self._tell(packet(f"O{reason.encode().hex()}") + packet("OK"))

    def _save_output(self) -> None:
        for stream in self._output:
            stream.save()

    def _repeat_output(self) -> None:
        for stream in self._output:
            stream.go_back()

    def _set_out(self, errand: Errand) -> None:
        self._errand, self._received = errand, b""
        self._advance(lambda: next(errand))

    def _advance(self, go_on: Callable[[], str]) -> None:
        """The next words of the errand that is under way, or its end."""
        try:
            words = go_on()
        except StopIteration as done:
            self._errand = None
            self._tell(packet(done.value))
            return
        if words:
            self._send(self._machine, packet(words))

    # ---------------------------------------------------------------- words and answers

    def _carry_words(self, data: bytes) -> None:
        """Carries a piece from gdb; an empty one is gdb's end."""
        if not data:
            if self._gdb:
                self._gdb.close()
            self._gdb = None
            return
        self.killed |= any(kill in data for kill in KILLS)
        self._step, self._before, self._steps = b"", b"", 0
        words = found[1].decode("latin-1") if (found := PACKET.search(data)) else ""
        if words.startswith(RECORD):
            self._tell(b"+")
            self.record_seconds = float(bytes.fromhex(words[len(RECORD) :]))
            return
        if self._history and (errand := self._history.errand(words)):
            self._tell(b"+")
            self._set_out(errand)
            return
        if STEP in data:
            self._step, self._before = data[data.index(STEP) :], self._registers()
        self._send(self._machine, data)

    def _carry_answer(self, data: bytes) -> None:
        """Carries a piece from the machine, unless it belongs to an errand, or answers a step that was none."""
        if LAST_WORDS.search(data):
            self._errand, data = None, LAST_WORDS.sub(b"", data)
        if self._errand:
            self._received += data
            while self._errand and (found := PACKET.search(self._received)):
                self._received = self._received[found.end() :]
                self._send(self._machine, b"+")
                self._advance(partial(self._errand.send, found[1].decode()))
            return
        acknowledged, stopped, _ = data.partition(STOPPED)
        if stopped and self._history and not self._history.has_begun and (stop := PACKET.search(data)):
            self._tell(acknowledged)
            self._send(self._machine, b"+")
            self._set_out(self._history.begin(stop[1].decode()))
            return
        watched = PACKET.search(data[len(acknowledged) :])
        if stopped and watched and WATCHED.search(watched[1].decode()) and self._counts(self._registers()):
            self._step = b""
            self._tell(acknowledged)
            self._send(self._machine, b"+")
            self._set_out(step_behind_trap(watched[1].decode()))
            return
        if stopped and self._step and self._steps < MOST_STEPS:
            self._steps += 1
            self._send(self._machine, b"+")
            registers = self._registers()
            if registers == self._before:
                self._tell(acknowledged)
                self._send(self._machine, self._step)
                return
            self._step = b""
            if self._counts(registers):
                self._tell(acknowledged)
                self._set_out(step_behind_trap())
                return
        self._tell(data)

    def _counts(self, registers: bytes) -> bool:
        """Whether the machine with these registers stands behind an instruction, in the trap that counts it."""
        found = PACKET.search(registers)
        return bool(self._counting_trap and found and place(found[1].decode()).eip == self._counting_trap)

    def _tell(self, data: bytes) -> None:
        """To gdb, if it is still there."""
        if self._gdb:
            self._send(self._gdb, data)

    def _registers(self) -> bytes:
        """The registers of the machine, which stands, in the protocol's form; nothing if it is gone."""
        self._send(self._machine, b"$g#67")
        answer = b""
        while b"#" not in answer[:-2]:
            data = self._receive(self._machine)
            if not data:
                return b""
            answer += data
        self._send(self._machine, b"+")
        return answer[answer.index(b"$") :]

    @staticmethod
    def _receive(source: socket.socket) -> bytes:
        """A piece; nothing at the end."""
        with contextlib.suppress(OSError):
            return source.recv(PIECE)
        return b""

    @staticmethod
    def _send(target: socket.socket, data: bytes) -> None:
        with contextlib.suppress(OSError):
            target.sendall(data)
