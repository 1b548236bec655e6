"""The announcements in an example's comments: its output, and the options of its run."""

from __future__ import annotations

import re
import shlex
from typing import Iterator

COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
OPTIONS = re.compile(r"^ \* (?:    \./trapline run \S+|needs:) (--.*)$", re.M)
ENDING = re.compile(r"ends with status ([0-9A-F]+) $")


def _text(comment: re.Match) -> str:
    return " ".join(re.sub(r"\n\s*\*", "\n", comment[1]).split())


def _items(source: str, comment: re.Match) -> Iterator[tuple[int, str]]:
    text = _text(comment)
    if re.fullmatch(r"\d+(, \d+)*", text):
        line = source[source.rfind("\n", 0, comment.start()) + 1 : comment.start()]
        (literal,) = re.findall(r'"(.*?)(?:\\n)?"', line)
        yield from ((int(number), literal) for number in text.split(", "))
    elif found := re.search(r"(?:^|\D)(\d+: .*)", text):
        for part in found[1].split(" | "):
            number, colon, words = part.partition(": ")
            if colon and number.isdigit():
                yield int(number), words


def items(source: str) -> Iterator[tuple[int, str]]:
    """Number and text of each line of output that a comment announces: /* 2: this | 5: that */, or /* 1, 3 */ behind a
    line with one literal."""
    for comment in COMMENT.finditer(source):
        yield from _items(source, comment)


def options(source: str) -> list[str]:
    """The options of run that the opening comment gives the program."""
    found = OPTIONS.search(source)
    return shlex.split(found[1]) if found else []


def without(source: str) -> str:
    """The source without these comments. Each line keeps its place."""

    def blank(comment: re.Match) -> str:
        tells = ENDING.search(comment[1]) or any(_items(source, comment))
        return "\n" * comment[0].count("\n") if tells else comment[0]

    return re.sub(r"[ \t]+$", "", COMMENT.sub(blank, source), flags=re.M)
