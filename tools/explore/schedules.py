"""A schedule as the search makes it: the plain run, but for some points."""

from __future__ import annotations

from typing import NamedTuple, Sequence


class Change(NamedTuple):
    """Another thread than in the plain run goes on: before an instruction, or where a thread waits or ends. The target 0: a time slice of
    user-level threads ends."""

    number: int
    target: int
    is_choice: bool = False
    wakes: bool = False  # the thread times out first

    def __str__(self) -> str:
        target = f"{'z' if self.wakes else '>'}{self.target}" if self.target else ""
        return f"{'w' if self.is_choice else ''}{self.number}{target}"


Changes = tuple[Change, ...]
PLAIN: Changes = ()


def in_order(changes: Sequence[Change]) -> Changes:
    return tuple(sorted(changes, key=lambda change: (change.is_choice, change.number)))


def text(changes: Changes) -> str:
    """As the runtime takes it."""
    return f"@{','.join(map(str, changes))}"
