"""Things by number: a thing that many places of a file name is written there once."""

from __future__ import annotations

from typing import Hashable, Iterator

NONE = -1  # no thing's number
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Table:
    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def number(self, thing: Hashable) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def __iter__(self) -> Iterator:
        """In the order of the numbers."""
        return iter(self._numbers)


def base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"
