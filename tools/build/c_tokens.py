"""Preprocessed C as tokens: which brackets belong together, which words are types, and the text of some of them, changed."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(r'''(?P<line>^[ \t]*\#[^\n]*)
    | (?P<text>(?:L|u8|u|U)?(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<word>[A-Za-z_$][\w$]*)
    | (?P<sign>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|&&|\|\||[-+*/%&|^=!<>]=|[^\s])''', re.M | re.X)
LINES = re.compile(r"\n(?:[ \t]*#[^\n]*)?")

PAIRS = {"(": ")", "[": "]", "{": "}"}
_QUALIFIERS = {"const", "volatile", "restrict", "__const", "__volatile__", "__restrict", "_Atomic"}
TYPES = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex", "struct", "union", "enum",
         "__signed__", "__int128", "__builtin_va_list", "typeof", "__typeof__", "__typeof"} | _QUALIFIERS
SKIPPED = {"__attribute__", "__attribute", "asm", "__asm__", "__asm", "_Static_assert", "_Alignas", "typeof", "__typeof__", "__typeof"}
SIZES = {"sizeof", "_Alignof", "__alignof__", "__alignof"}
HEADS = {"if", "while", "for", "switch"}
WORDS = TYPES | SKIPPED | HEADS | {"else", "do", "return", "goto", "break", "continue", "case", "default", "static", "extern", "register", "auto",
                                   "inline", "__inline", "__inline__", "typedef", "__label__", "_Noreturn", "__auto_type", "_Thread_local", "__thread"}

Edit = tuple[int, int, str]  # the bytes from here to there become this


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Tokens:
    """`pairs` leads from a bracket to the one that closes it. `whole`: each bracket is closed."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = [Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in _TOKEN.finditer(text) if m.lastgroup != "line"]
        self.pairs: dict[int, int] = {}
        open_ones: list[int] = []
        for at, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in PAIRS:
                open_ones.append(at)
            elif open_ones and token.text == PAIRS[self.tokens[open_ones[-1]].text]:
                self.pairs[open_ones.pop()] = at
        self.whole = not open_ones
        self.types = TYPES | self._typedefs()

    def word(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def spliced(self, start: int, end: int, edits: list[Edit]) -> str:
        parts = []
        for a, b, new in sorted(edits):
            if start <= a and b <= end:
                parts += [self.text[start:a], new]
                start = b
        return "".join([*parts, self.text[start:end]])

    def source(self, lo: int, hi: int, edits: list[Edit]) -> str:
        """The text of these tokens on one line."""
        return LINES.sub(" ", self.spliced(self.tokens[lo].start, self.tokens[hi - 1].end, edits))

    def is_type(self, lo: int, hi: int) -> bool:
        return lo < hi and self.word(lo) in self.types

    def closes_type(self, close: int) -> bool:
        opening = next((a for a, b in self.pairs.items() if b == close), close)
        return self.word(opening) == "(" and self.is_type(opening + 1, close)

    def _typedefs(self) -> set[str]:
        names: set[str] = set()
        for at in range(len(self.tokens)):
            if self.word(at) != "typedef":
                continue
            at += 1
            while at < len(self.tokens) and self.word(at) != ";":
                token = self.tokens[at]
                if token.kind == "word" and self.word(at + 1) in (";", ",", "[", "(", "__attribute__"):
                    names.add(token.text)
                elif token.text in PAIRS and at in self.pairs:
                    if self.word(self.pairs[at] - 2) == "*" and token.text == "(":
                        names.add(self.word(self.pairs[at] - 1))
                    at = self.pairs[at]
                at += 1
        return names - WORDS
