"""The terminal that a program is run on: how it sends what is typed, and the keys of its escape sequences."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import termios
import time
from typing import Any, Optional

from run.session import Source

KEYS, HIDDEN, CONTROL_C = 1, 2, 4  # lib/host.h, enum typing
INTERRUPT = b"\x03"
# Two Ctrl-C within this time end the run, whatever the program does with them.
TWICE_SECONDS = 1.0
# A key's sequence comes in one piece, or soon: what follows later is another key.
SEQUENCE_SECONDS = 0.05

MARK, STATE = 0, 0x20  # lib/terminal_keys.h, as the rows below
SHIFT, CONTROL = 1, 4
# A sequence of xterm, or of what is like it: ESC [ number ; state letter, or ESC O letter. The state is one more than the bits.
SEQUENCE = re.compile(rb"\x1b(?:\[(?:(\d{1,3})(?:;(\d{1,3}))?)?|O(\d)?|\[(?=\[))([A-Za-z~]|\[[A-E])")
UNFINISHED = re.compile(rb"\x1b(?:[\[O][\d;]*|\[\[)?\Z")
BY_LETTER = {b"A": 0x48, b"B": 0x50, b"C": 0x4D, b"D": 0x4B, b"H": 0x47, b"F": 0x4F, b"P": 0x3B, b"Q": 0x3C, b"R": 0x3D, b"S": 0x3E,
             b"[A": 0x3B, b"[B": 0x3C, b"[C": 0x3D, b"[D": 0x3E, b"[E": 0x3F}
BY_NUMBER = {1: 0x47, 2: 0x52, 3: 0x53, 4: 0x4F, 5: 0x49, 6: 0x51, 7: 0x47, 8: 0x4F, 11: 0x3B, 12: 0x3C, 13: 0x3D, 14: 0x3E, 15: 0x3F, 17: 0x40,
             18: 0x41, 19: 0x42, 20: 0x43, 21: 0x44, 23: 0x57, 24: 0x58}  # in front of ~
TAB, D = 0x0F, 0x20
BACKSPACE = bytes.maketrans(b"\x08\x7f", b"\x7f\x08")  # a terminal has the two the other way round


def _key(scan_code: int, state: int) -> bytes:
    return bytes([MARK, scan_code, STATE | state])


def _of_sequence(found: re.Match[bytes]) -> bytes:
    number, state, state_of_o, letter = found.groups()
    if letter == b"Z":
        return _key(TAB, SHIFT)
    scan_code = BY_NUMBER.get(int(number or 0)) if letter == b"~" else BY_LETTER.get(letter)
    held = int(state or state_of_o or 1) - 1
    return _key(scan_code, held & 7) if scan_code else b""


def as_keys(data: bytes) -> bytes:
    """The machine's bytes for those of a terminal that sends keys. A sequence of this form that means no key of Windows' is nothing."""
    data = data.replace(bytes([MARK]), b"").translate(BACKSPACE)
    pieces, at = [], 0
    for found in SEQUENCE.finditer(data):
        pieces += [data[at:found.start()], _of_sequence(found)]
        at = found.end()
    return b"".join([*pieces, data[at:]]).replace(b"\x04", _key(D, CONTROL))


class Terminal(Source):
    """The terminal on a descriptor of ours. It sends lines until the program asks for keys. It is as it was before when the context
    ends, and while this process is stopped."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor)
        self._terminal, self._typing, self._has_asked = descriptor, 0, False
        self._before: Optional[list[Any]] = None
        self._takes_interrupts, self._last_interrupt = False, -TWICE_SECONDS
        self._wake = -1

    def take(self) -> None:
        data = self._read()
        while data and self._typing & KEYS and UNFINISHED.search(data) and select.select([self._terminal], [], [], SEQUENCE_SECONDS)[0]:
            if not (more := self._read()):
                break
            data += more
        if data:
            self.pending += as_keys(data) if self._typing & KEYS else data.replace(bytes([MARK]), b"") if self._has_asked else data
        else:
            self._end()

    def switch(self, typing: int) -> None:
        self._typing, self._has_asked = typing, True
        self._set()

    def take_interrupts(self) -> None:
        self._takes_interrupts = True

    def _interrupt(self, *_: object) -> None:
        """Ctrl-C: the program gets the first one, if it takes any. Where it does not answer, the next one ends the run."""
        now, before = time.monotonic(), self._last_interrupt
        if now < before + TWICE_SECONDS or not (self._takes_interrupts or self._typing & CONTROL_C):
            raise KeyboardInterrupt
        self._last_interrupt = now
        if not self._typing & CONTROL_C:
            self._takes_interrupts = False
        os.write(self._wake, INTERRUPT)

    def _set(self) -> None:
        if self._before is None:
            with contextlib.suppress(termios.error):
                self._before = termios.tcgetattr(self._terminal)
        if self._before is None:
            return
        now = [*self._before[:-1], [*self._before[-1]]]
        if self._typing & KEYS:
            now[0] &= ~termios.IXON
            now[3] &= ~(termios.ICANON | termios.IEXTEN)
            now[-1][termios.VMIN], now[-1][termios.VTIME] = 1, 0
        if self._typing & HIDDEN:
            now[3] &= ~(termios.ECHO | termios.ECHONL)
        self._apply(now)

    def _apply(self, attributes: list[Any]) -> None:
        """Sets the terminal, but not from the background: that would stop this process."""
        with contextlib.suppress(termios.error, OSError):
            if os.tcgetpgrp(self._terminal) == os.getpgrp():
                termios.tcsetattr(self._terminal, termios.TCSANOW, attributes)

    def restore(self) -> None:
        if self._before is not None:
            self._apply(self._before)

    def _stop(self, *_: object) -> None:
        self.restore()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._stop)

    def _go_on(self, *_: object) -> None:
        if self._typing:
            self._set()

    def __enter__(self) -> "Terminal":
        if signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
            signal.signal(signal.SIGTSTP, self._stop)
            signal.signal(signal.SIGCONT, self._go_on)
        if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
            self.waker, self._wake = os.pipe()
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        self._typing = 0
        self.restore()
        if signal.getsignal(signal.SIGTSTP) == self._stop:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            signal.signal(signal.SIGCONT, signal.SIG_DFL)
        if self.waker is not None:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.close(self.waker)
            os.close(self._wake)


def standard_input(is_pipe: bool) -> Source:
    """The standard input of this process."""
    return Source(0, is_pipe=is_pipe) if is_pipe or not os.isatty(0) else Terminal(0)
