"""Messages of the tools to the person in front of them: always on standard error, colour only on a terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from typing import Iterable, TextIO

DIM, BOLD, RED, GREEN, YELLOW, MAGENTA, CYAN = "2", "1", "31", "32", "33", "35", "36"

# Exit statuses that the tools give themselves; all others are the program's own.
USAGE_ERROR = 2
OUT_OF_TIME = 124
DIED = 125
INTERRUPTED = 130
TERMINATED = 143
BROKEN_PIPE = 141


class CommandError(Exception):
    """Ends a command with one line that says what is wrong and what to do, and an exit status.

    `detail` is what another tool said about it (a compiler, say), shown before that line.
    """

    def __init__(self, message: str, detail: str = "", status: int = USAGE_ERROR) -> None:
        super().__init__(message)
        self.detail = detail
        self.status = status


def has_colour(stream: TextIO) -> bool:
    """Whether escape sequences may be written to the stream (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, colour: str, stream: TextIO) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if has_colour(stream) else text


def write_all(stream: TextIO, data: bytes) -> None:
    """Writes all of it at once, past Python's own buffer; waits where somebody has made the stream non-blocking."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(stream.fileno(), view):]
        except BlockingIOError:
            select.select([], [stream], [])


def write_line(line: str) -> None:
    """One line on standard error."""
    write_all(sys.stderr, f"{line}\n".encode(sys.stderr.encoding, "backslashreplace"))


def printable(text: str) -> str:
    """The text in one line: a line end, or what else has no letter, is shown as its number. A name of a file may have them."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def say(message: str, colour: str = "") -> None:
    """One line from the command itself, marked as such. Where it cannot be written the exit status must do."""
    line = f"trapline: {printable(message)}"
    with contextlib.suppress(OSError):
        write_line(paint(line, colour, sys.stderr) if colour else line)


class ProgressLine:
    """A line about work that takes its time. On a terminal it counts, and it goes away at the end; else it is said once."""

    def __init__(self, message: str, total: int) -> None:
        self._message, self._total = message, total
        self._counts = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        if not self._counts:
            say(message)

    def show(self, done: int) -> None:
        if self._counts:
            self._write(f"\r\x1b[Ktrapline: {self._message} {done} of {max(done, self._total)}")

    def end(self) -> None:
        if self._counts:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            write_all(sys.stderr, text.encode(sys.stderr.encoding, "backslashreplace"))


def count(number: int, noun: str) -> str:
    """`1 test`, `2 tests`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean "x"?` for the known word most like this one, or nothing."""
    import difflib  # for a wrong word alone: it would make every start longer

    by_letters = {name.lstrip("-"): name for name in known}  # the dashes of options make none alike
    found = difflib.get_close_matches(word.lstrip("-"), by_letters, n=1, cutoff=0.65)
    return f'; did you mean "{by_letters[found[0]]}"?' if found else ""
