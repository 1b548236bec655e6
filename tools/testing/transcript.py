"""Comparing output with the expected one: literally, but for {{regular expressions}} inside a line."""

from __future__ import annotations

import difflib
import re
from typing import Sequence


def pattern(line: str) -> re.Pattern:
    """A transcript's line as a regular expression for a whole line."""
    parts = re.split(r"\{\{(.*?)\}\}", line)
    return re.compile("".join(part if i % 2 else re.escape(part) for i, part in enumerate(parts)))


def lines(text: str) -> list[str]:
    """The lines as compared: carriage returns and blanks at the end do not count."""
    return [line.rstrip() for line in text.splitlines()]


def difference(expected: Sequence[str], output: Sequence[str], context: int = 3, most: int = 40) -> list[str]:
    """Empty when the output is as expected; else lines that show where it is not, like a unified diff.

    An expected line that matches is replaced by the line that it matches, so that only true differences show.
    """
    if len(expected) == len(output) and all(pattern(want).fullmatch(got) for want, got in zip(expected, output)):
        return []
    resolved = _resolve(expected, output)
    shown = list(difflib.unified_diff(resolved, list(output), "expected", "output", lineterm="", n=context))
    return shown[:most] + ([f"... {len(shown) - most} more lines"] if len(shown) > most else [])


def _resolve(expected: Sequence[str], output: Sequence[str]) -> list[str]:
    """The expected lines with each pattern replaced by the next line of the output that it matches."""
    resolved, position = [], 0
    for want in expected:
        found = next((i for i in range(position, len(output)) if pattern(want).fullmatch(output[i])), None)
        if found is None or "{{" not in want:
            resolved.append(want)
            position = position if found is None else found + 1
        else:
            resolved.append(output[found])
            position = found + 1
    return resolved
