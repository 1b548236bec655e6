"""How far the suite is, on standard error: a line that changes on a terminal, else a line for each tenth."""

from __future__ import annotations

import shutil
import sys
import time

from console import DIM, RED, count, has_colour, paint, say
from testing.result import Result

WIDTH = 24  # of the bar


class Progress:
    def __init__(self, total: int, verbose: bool = False) -> None:
        self._verbose = verbose
        self._total = total
        self._ended = self._failed = self._told = 0
        self._began = time.monotonic()
        self._is_drawn = False
        self._is_live = sys.stderr.isatty() and has_colour(sys.stderr)

    def begins(self, name: str) -> None:
        self._draw(name)

    def ends(self, result: Result) -> None:
        """Shows what the test said of itself, and with `verbose` all that it printed."""
        self._ended += 1
        self._failed += not result.passed
        if self._ended == self._total:
            self.clear()
        if words := result.words.read_text(errors="replace"):
            self.say(words)
        if self._verbose:
            self.clear()
            print(f"{result.name} ..", result.tap.read_text(errors="replace"), sep="\n", end="", flush=True)
        self._draw(result.name)
        tenths = self._ended * 10 // self._total
        if not self._is_live and tenths > self._told:
            self._told = tenths
            say(self._text())

    def say(self, text: str) -> None:
        """Lines of a test, above the line that changes."""
        self.clear()
        sys.stderr.write(text)
        sys.stderr.flush()

    def clear(self) -> None:
        if self._is_drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_drawn = False

    def _draw(self, name: str) -> None:
        if not self._is_live or self._ended == self._total:
            return
        filled = self._ended * WIDTH // self._total
        text = f"  {'#' * filled}{paint('.' * (WIDTH - filled), DIM, sys.stderr)}  {self._text()}"
        room = shutil.get_terminal_size().columns - WIDTH - len(self._text()) - 8
        if room > 10:
            text += paint(f"  {name[:room]}", DIM, sys.stderr)
        self._is_drawn = True
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def _text(self) -> str:
        seconds = round(time.monotonic() - self._began)
        text = f"{self._ended} of {count(self._total, 'test')}, {seconds // 60}:{seconds % 60:02}"
        return text + (paint(f", {self._failed} failed", RED, sys.stderr) if self._failed else "")
