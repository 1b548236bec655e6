"""Makes a schedule that was found as short as it can be: without each change that is not needed, and with the earliest thread that will do."""

from __future__ import annotations

from typing import Callable, Iterator

from explore.schedules import PLAIN, Changes
from explore.steps import Steps


def shortened(changes: Changes, fails: Callable[[Changes], bool]) -> Changes:
    """fails: whether a schedule fails in the same way."""
    for at in reversed(range(len(changes))):
        rest = changes[:at] + changes[at + 1 :]
        if rest != PLAIN and fails(rest):
            return shortened(rest, fails)
    return changes


def with_earliest(changes: Changes, steps: Steps, fails: Callable[[Changes], bool]) -> Changes:
    """steps: of the run by these changes."""
    for at, change in enumerate(changes):
        for target in _earlier(changes, at, steps):
            other = (*changes[:at], change._replace(target=target), *changes[at + 1 :])
            if fails(other):
                changes = other
                break
    return changes


def _earlier(changes: Changes, at: int, steps: Steps) -> Iterator[int]:
    """The threads that were ready there and were made before the target."""
    change = changes[at]
    if change.is_choice:
        ready = {row.number: row.ready for row in steps.choices}
    else:
        ready = {row.number: row.asleep if change.wakes else row.ready for row in steps.points}
    return (target for target in sorted(ready.get(change.number, [])) if target < change.target)
