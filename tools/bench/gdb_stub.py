"""QEMU led by the hand: breakpoints, registers, memory, its monitor, in the protocol of gdb's stubs."""

from __future__ import annotations

import socket
import struct

from console import CommandError

PATIENCE_SECONDS = 120.0  # for an answer; a program may run for long before it comes to a breakpoint
EIP, ESP = 8, 4  # the registers' numbers in the row of all
HARDWARE = 1  # the kind of breakpoint that leaves the memory alone


class Ended(Exception):
    """The machine is gone."""


class GdbStub:
    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(True)
        connection.settimeout(PATIENCE_SECONDS)
        self._connection = connection
        self._received = b""

    def set_breakpoint(self, address: int) -> None:
        self._ask(f"Z{HARDWARE},{address:x},1")

    def go(self) -> int:
        """Runs to the next breakpoint behind the instruction that it stands at; returns where that is. Raises Ended."""
        self._ask("s")  # without interrupts, which QEMU holds back for a step; it would stop again at the breakpoint
        self._ask("c")
        return self.register(EIP)

    def register(self, number: int) -> int:
        return struct.unpack_from("<I", bytes.fromhex(self._ask("g")), number * 4)[0]

    def memory(self, address: int, size: int) -> bytes:
        return bytes.fromhex(self._ask(f"m{address:x},{size:x}"))

    def text(self, address: int) -> str:
        """The string at an address."""
        found = b""
        while b"\0" not in found:
            found += self.memory(address + len(found), 16)
        return found.split(b"\0")[0].decode("ascii", "replace")

    def monitor(self, command: str) -> None:
        """A command to QEMU's monitor. Its answer is dropped."""
        answer = self._ask(f"qRcmd,{command.encode().hex()}")
        while answer != "OK":
            answer = self._answer(f"monitor {command}")

    def _ask(self, words: str) -> str:
        data = words.encode()
        self._send(b"$%s#%02x" % (data, sum(data) & 255))
        return self._answer(words)

    def _answer(self, words: str) -> str:
        answer = self._packet()
        self._send(b"+")
        if answer.startswith(("W", "X")):
            raise Ended
        if answer.startswith("E"):
            raise CommandError(f"the emulator's debugger refuses {words}: {answer}")
        return answer

    def _send(self, data: bytes) -> None:
        try:
            self._connection.sendall(data)
        except OSError:
            raise Ended from None

    def _packet(self) -> str:
        """The next answer: $words#checksum, perhaps behind a + for our question."""
        while True:
            _, dollar, behind = self._received.partition(b"$")
            words, cross, rest = behind.partition(b"#")
            if dollar and cross and len(rest) >= 2:
                self._received = rest[2:]
                return words.decode()
            try:
                data = self._connection.recv(4096)
            except socket.timeout:
                raise CommandError(f"the program came to no measured path for {PATIENCE_SECONDS:g} seconds") from None
            except OSError:
                data = b""
            if not data:
                raise Ended
            self._received += data
