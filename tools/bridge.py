"""The bridge between an emulator and gdb: it carries the words of gdb's protocol in both directions.

Now and then QEMU answers a step at once, without having executed the instruction. gdb would report its breakpoint once more. So
the registers before and after a step are compared, and one that has changed nothing is asked for again.
"""

from __future__ import annotations

import contextlib
import os
import socket
from typing import Optional

PIECE = 65536
KILLS = (b"$k#", b"$vKill;")  # gdb's words that end the machine
STEP, STOPPED = b"$vCont;s", b"$T05"
MOST_STEPS = 20  # in place of one; an instruction that jumps to itself changes nothing, either
PATIENCE_SECONDS = 30.0  # for the registers of a machine that stands


class Bridge:
    """gdb connects to `port`, once. `sign` is a descriptor for gdb to inherit; when gdb has ended, nobody has it any more.
    A context manager. `killed`: the session has ended because gdb said so, or ended."""

    def __init__(self, machine: socket.socket) -> None:
        self._machine = machine
        self._listener: Optional[socket.socket] = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._gdb: Optional[socket.socket] = None
        self._ended, self.sign = os.pipe()
        self.port = self._listener.getsockname()[1]
        self.killed = False
        self._step = self._before = b""  # the step that the machine makes, and the registers before it
        self._steps = 0
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
        """What to wait for."""
        return [each for each in (self._listener, self._gdb, self._machine if self._gdb else None) if each] + [self._ended]

    def serve(self, ready: list) -> bool:
        """Carries what has arrived. Returns whether gdb lives."""
        if self._listener in ready:
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
        return self._ended not in ready

    def finish(self, status: int) -> None:
        """Carries the machine's last words, after its end. Then gdb learns that the program has ended, and how."""
        while self._gdb and (data := self._receive(self._machine)):
            self._send(self._gdb, data)
        if self._gdb:
            words = b"W%02x" % status
            self._send(self._gdb, b"$%s#%02x" % (words, sum(words) & 255))
            self._gdb.close()
            self._gdb = None

    def _carry_words(self, data: bytes) -> None:
        """Carries a piece from gdb; an empty one is gdb's end."""
        if not data:
            self._gdb.close()
            self._gdb = None
            return
        self.killed |= any(kill in data for kill in KILLS)
        self._step, self._before, self._steps = b"", b"", 0
        if STEP in data:
            self._step, self._before = data[data.index(STEP) :], self._registers()
        self._send(self._machine, data)

    def _carry_answer(self, data: bytes) -> None:
        """Carries a piece from the machine, unless it answers a step that was none."""
        acknowledged, stopped, _ = data.partition(STOPPED)
        if stopped and self._step and self._steps < MOST_STEPS:
            self._steps += 1
            self._send(self._machine, b"+")
            if self._registers() == self._before:
                self._send(self._gdb, acknowledged)
                self._send(self._machine, self._step)
                return
            self._step = b""
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
