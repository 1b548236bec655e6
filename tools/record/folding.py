"""Lines of a narration, and the folding of those that come again and again."""

from __future__ import annotations

from typing import Callable, NamedTuple

from record import phrases

LONGEST = 64  # lines that a round of a repetition may have
RESUME_LOOP = "a resume loop: EIP does not move"


class Line(NamedTuple):
    """`raised` and `resumed` are the addresses of an exception and of a resume, 0 where the line is about neither."""

    name: str
    depth: int
    text: str
    kind: str
    raised: int = 0
    resumed: int = 0


class Folder:
    """Shows each line at once, until two rounds of lines were alike. Further rounds are counted, and told at their end."""

    def __init__(self, show: Callable[[Line], None]) -> None:
        self._show = show
        self._past: list[Line] = []  # shown since the last repetition
        self._round: list[Line] = []  # of the present repetition; empty: there is none
        self._held = 0  # lines of it that are not shown

    def add(self, line: Line) -> None:
        if self._round and line == self._round[self._held % len(self._round)]:
            self._held += 1
            if self._held == 2 * len(self._round) and _is_resume_loop(self._round):
                self._show(self._round[0]._replace(text=RESUME_LOOP))
            return
        self.end()
        self._past = [*self._past[-2 * LONGEST + 1 :], line]
        self._show(line)
        self._round = self._last_round()

    def end(self) -> None:
        """Ends a repetition: other output comes. A single further round is shown as it is."""
        if not self._round:
            return
        lines, held = self._round, self._held
        rounds = held // len(lines) if held >= 2 * len(lines) else 0
        self._past, self._round, self._held = [], [], 0
        if rounds:
            self._show(lines[0]._replace(text=phrases.words("again", len(lines), rounds)))
        for at in range(rounds * len(lines), held):
            self._show(lines[at % len(lines)])

    def settle(self) -> None:
        """Shows what is held back, unless it is a repetition that goes on."""
        if self._held < 2 * len(self._round):
            self.end()

    def _last_round(self) -> list[Line]:
        """The lines that have just come twice in a row, as few as possible."""
        past = self._past
        for length in range(1, min(LONGEST, len(past) // 2) + 1):
            if past[-1] == past[-1 - length] and past[-length:] == past[-2 * length : -length]:
                return past[-length:]
        return []


class NoFolder(Folder):
    """Shows each line as it comes."""

    def add(self, line: Line) -> None:
        self._show(line)

    def end(self) -> None:
        pass

    def settle(self) -> None:
        pass


def _is_resume_loop(lines: list[Line]) -> bool:
    raised = {line.raised for line in lines} - {0}
    return any(line.resumed in raised for line in lines)
