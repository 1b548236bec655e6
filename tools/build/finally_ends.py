"""Finds a continue that would leave a __finally block. The compiler cannot: the macro's own loop around the block takes it.

Works on preprocessed C: every block shows by the tokens that the macro leaves in front of it (include/seh_try.h).
"""

from __future__ import annotations

import re
from typing import Iterator, Optional

MARK = "seh_break_in_finally"
_TOKEN = re.compile(r'(?P<line>^[ \t]*#[^\n]*)|(?P<text>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|(?P<word>[A-Za-z_]\w*)|(?P<sign>[^\s\w])|(?P<end>\n)',
                    re.M)
_PLACE = re.compile(r'\s*#\s*(?:line\s+)?(\d+)\s+"((?:\\.|[^"\\])*)"')
_CLOSES = {"(": ")", "{": "}", "[": "]"}

Token = tuple[str, str]  # its text, and its place as FILE:LINE


def lost_continues(preprocessed: str) -> list[str]:
    """The places, as FILE:LINE, of each continue that would leave a __finally block."""
    if MARK + "())" not in preprocessed.replace(" ", ""):
        return []
    tokens = list(_tokens(preprocessed))
    found: set[str] = set()
    for at in range(len(tokens) - 1):
        if tokens[at][0] == MARK and tokens[at - 1][0] == ";":
            while tokens[at][0] != "for":  # the inner one of the macro's two loops
                at += 1
            found.update(_Reader(tokens, _behind(tokens, at + 1)).continues())
    return sorted(found, key=lambda place: (place.rpartition(":")[0], int(place.rpartition(":")[2])))


def _tokens(text: str) -> Iterator[Token]:
    file, line = "", 0
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "line":
            place = _PLACE.match(match[0])
            if place:
                file, line = place[2], int(place[1]) - 1
        elif match.lastgroup == "end":
            line += 1
        elif match.lastgroup != "text":
            yield match[0], f"{file}:{line}"


def _behind(tokens: list[Token], at: int) -> int:
    """The place behind the bracket that closes the one at this place."""
    open_ones = 0
    for place in range(at, len(tokens)):
        text = tokens[place][0]
        open_ones += (text in _CLOSES) - (text in _CLOSES.values())
        if open_ones == 0:
            return place + 1
    return len(tokens)


class _Reader:
    """Reads one statement."""

    def __init__(self, tokens: list[Token], at: int):
        self.tokens, self.at = tokens, at
        self.found: list[str] = []

    def continues(self) -> list[str]:
        """The places of each continue that leaves the statement."""
        self.statement(False)
        return self.found

    def word(self) -> Optional[str]:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    def statement(self, in_loop: bool) -> None:
        word = self.word()
        if word in ("for", "while", "switch", "if"):
            self.at = _behind(self.tokens, self.at + 1)
            self.statement(in_loop or word in ("for", "while"))
            if word == "if" and self.word() == "else":
                self.at += 1
                self.statement(in_loop)
        elif word == "do":
            self.at += 1
            self.statement(True)
            self.expression(in_loop)  # while (...);
        elif word == "{":
            self.at += 1
            while self.word() not in ("}", None):
                self.statement(in_loop)
            self.at += 1
        elif word == "continue":
            if not in_loop:
                self.found.append(self.tokens[self.at][1])
            self.expression(in_loop)
        elif self.is_label():
            while self.word() not in (":", None):
                self.at += 1
            self.at += 1
            if self.word() != "}":
                self.statement(in_loop)
        else:
            self.expression(in_loop)

    def is_label(self) -> bool:
        word, after = self.word(), self.at + 1
        return word in ("case", "default") or bool(word and (word[0].isalpha() or word[0] == "_")) and \
            after < len(self.tokens) and self.tokens[after][0] == ":"

    def expression(self, in_loop: bool) -> None:
        """To the semicolon; statements in braces may stand in it, as an expression of gcc's."""
        open_ones = 0
        while (word := self.word()) is not None:
            if word == "{" and self.tokens[self.at - 1][0] == "(":
                self.statement(in_loop)
                continue
            open_ones += (word in _CLOSES) - (word in _CLOSES.values())
            if open_ones < 0:
                return
            self.at += 1
            if word == ";" and open_ones == 0:
                return
