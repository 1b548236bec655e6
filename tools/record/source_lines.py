"""Where in the sources an address lies, by the debugging information of the image; and the console's output with it.

The runtime knows functions, not lines. Before it prints an address as `80101234 main+0x1C` it records which one it is
(the event `described`). So only what the runtime itself has named gets a place; the program's own text stays as it is.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Optional, Protocol

from build.build import cross_tool
from build.elf import Symbols
from build_folder import BUILD_ROOT
from programs import shown_path
from record.events import Record

MOST_PENDING = 64  # addresses recorded and not printed yet; the oldest are forgotten
MOST_BETWEEN = 65536  # bytes of output from the record to the text: it is printed at once

OF_WINDOWS = re.compile(r"[A-Za-z]:[/\\]")  # a path of the host that compiled the program


class LineReader:
    """Answers with `file.c:12` of one file, by a tool that reads its debugging information. A file without any, or a host without the
    tool, has no answers."""

    def __init__(self, path: Optional[Path], tool: str) -> None:
        self._path, self._tool = path, tool
        self._process: Optional[subprocess.Popen] = None

    def close(self) -> None:
        if self._process:
            assert self._process.stdin and self._process.stdout
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            self._process.wait()
            self._process.stdout.close()

    @lru_cache(maxsize=None)
    def at(self, address: int) -> str:
        """The place of the instruction at the address; empty where it is not known."""
        if not self._path:
            return ""
        try:
            answer = self._ask(address)
        except (OSError, ValueError):
            self._path = None
            return ""
        file, _, line = re.sub(r" \(discriminator \d+\)$", "", answer).rpartition(":")
        if not line.isdigit() or line == "0" or file == "??":
            return ""
        return f"{file if OF_WINDOWS.match(file) else shown_path(BUILD_ROOT / file)}:{line}"

    def _ask(self, address: int) -> str:
        if not self._process:
            self._process = subprocess.Popen([self._tool, "-e", str(self._path)], stdin=subprocess.PIPE,
                                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(b"0x%x\n" % address)
        self._process.stdin.flush()
        return os.fsdecode(self._process.stdout.readline()).rstrip("\n")


class Outside(Protocol):
    """Code that an image has not, and that has lines all the same (record/modules.py)."""

    def line(self, address: int) -> str:
        """`file.c:12`; empty where it is not known."""


class SourceLines:
    """Answers with `file.c:12`, of the image and of code outside of it."""

    def __init__(self, image: Optional[Path], outside: Optional[Outside] = None) -> None:
        self._lines = LineReader(image, cross_tool("addr2line"))
        self._outside = outside

    def __enter__(self) -> "SourceLines":
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def at(self, address: int) -> str:
        """The place of the instruction at the address; empty where it is not known."""
        return (self._outside.line(address) if self._outside else "") or self._lines.at(address)

    def behind(self, address: int) -> str:
        """The place as it stands behind an address's name: ` (file.c:12)`, or nothing."""
        place = self.at(address)
        return f" ({place})" if place else ""


class Pending(NamedTuple):
    """An address that the runtime will print as this text, before the output is as long as `until`."""

    text: bytes
    instruction: int
    until: int
    name: str = ""  # that the runtime does not print itself; a blank stands before such an address, and before no register's value


class Annotator:
    """The console's output, with a place behind each address that the runtime has said to be one."""

    def __init__(self, places: SourceLines, symbols: Symbols) -> None:
        self._places = places
        self._symbols = symbols
        self._pending: list[Pending] = []
        self._printed = 0
        self._held = b""  # of the output: it may be the beginning of an address and its name

    def described(self, record: Record) -> None:
        """Takes a record `described`."""
        address, back, name, offset = record.arguments
        if not name:
            if self._symbols.has_name(address - back):
                self._wait(f" {address:08X}", address - back, f" {self._symbols.name(address)}")
            return
        text = f"{address:08X} {self._symbols.string(name)}" + (f"+0x{offset:X}" if offset else "")
        self._wait(text, address - back)

    def _wait(self, text: str, instruction: int, name: str = "") -> None:
        self._pending = self._pending[-MOST_PENDING + 1 :] + [Pending(text.encode(), instruction, self._printed + MOST_BETWEEN, name)]

    def feed(self, data: bytes) -> bytes:
        """Takes output; returns what may be shown by now."""
        self._printed += len(data)
        if not self._pending and not self._held:
            return data
        data, self._held, done = self._held + data, b"", b""
        while found := [(at, row) for row in self._pending if (at := data.find(row.text)) >= 0]:
            at, row = min(found, key=lambda pair: pair[0])
            self._pending.remove(row)
            end = at + len(row.text)
            done, data = done + data[:end] + os.fsencode(row.name + self._places.behind(row.instruction)), data[end:]
        self._pending = [row for row in self._pending if row.until >= self._printed]
        longest = max((len(row.text) for row in self._pending), default=1)
        beginnings = (at for at in range(max(0, len(data) - longest + 1), len(data)) if any(row.text.startswith(data[at:]) for row in self._pending))
        at = next(beginnings, len(data))
        self._held = data[at:]
        return done + data[:at]

    def rest(self) -> bytes:
        """The bytes that were held back, at the end. In a pause they stay: an emulator may stop in the middle of a line."""
        data, self._held = self._held, b""
        return data
