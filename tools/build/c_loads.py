"""Finds the operands of preprocessed C that read memory, and the parts of a text whose values nobody takes."""

from __future__ import annotations

from build.c_tokens import SIZES, WORDS, Tokens

PREFIXES = {"+", "-", "!", "~", "*", "&", "++", "--", "__extension__", "__real__", "__imag__"}
UNREAD = {"_Generic", "__builtin_va_arg", "__builtin_offsetof", "__builtin_types_compatible_p", "__builtin_choose_expr",
          "__builtin_constant_p"}


class Loads(Tokens):
    """`hi` is where an operand ends, or more."""

    def is_load(self, at: int, hi: int) -> bool:
        """Whether this operand is what lies at an address, through any casts and signs that stand before it."""
        through = False
        while at < hi and (self.word(at) in PREFIXES or self.word(at) == "(" and self.is_type(at + 1, self.pairs[at])):
            if self.word(at) in ("&", "++", "--"):
                return False
            through = through or self.word(at) == "*"
            at = self.pairs.get(at, at) + 1
        if at >= hi or self.word(at) in SIZES | UNREAD | {"{"} or self.tokens[at].kind == "text":
            return False
        found = False
        if self.word(at) == "(":
            inner = (at + 1, self.pairs[at])
            found = self.word(at + 1) != "{" and self.is_alone(*inner) and self.is_load(*inner)
            at = self.pairs[at]
        at += 1
        while at < hi:
            if self.word(at) in ("(", "++", "--"):
                found = False
            elif self.word(at) in ("[", "->"):
                found = True
            at = self.pairs.get(at, at) + 1
        return through or found

    def is_choice(self, at: int, hi: int) -> bool:
        """Whether this operand is one of several in brackets, which may be a load."""
        return (hi > at and self.word(at) == "(" and self.pairs[at] == hi - 1 and self.word(at + 1) != "{"
                and any(self.word(i) in ("*", "->", "[") for i in range(at, hi)) and not any(self.word(i) in "{;" for i in range(at, hi))
                and any(self.word(i) in ("?", ",") for i in self.top(at + 1, hi - 1)))

    def is_alone(self, lo: int, hi: int) -> bool:
        """Whether this is one operand."""
        while lo < hi and (self.word(lo) in PREFIXES or self.word(lo) == "(" and self.is_type(lo + 1, self.pairs[lo])):
            lo = self.pairs.get(lo, lo) + 1
        between = self.top(self.pairs.get(lo, lo) + 1, hi)
        return lo < hi and all(self.word(at) in ("(", "[", ".", "->", "++", "--") or self.word(at - 1) in (".", "->") for at in between)

    def is_same(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether both have the same text but for brackets around parts of it."""
        texts = [[self.word(at) for at in range(*part) if self.word(at) not in "()"] for part in (one, other)]
        return texts[0] == texts[1]

    def is_declaration(self, lo: int, hi: int) -> bool:
        while lo < hi and self.word(lo) == "__extension__":
            lo += 1
        return self.word(lo) in self.types | WORDS or hi - lo > 1 and self.tokens[lo].kind == self.tokens[lo + 1].kind == "word" \
            and self.word(lo) not in SIZES

    def top(self, lo: int, hi: int) -> list[int]:
        """The tokens there that are in no brackets of their own, of each bracket the one that opens it."""
        found = []
        while lo < hi:
            found.append(lo)
            lo = self.pairs.get(lo, lo) + 1
        return found

    def parts(self, lo: int, hi: int, sign: str = ",") -> list[tuple[int, int]]:
        """The parts between commas, without those between a ? and its colon."""
        found, choices = [], 0
        for at in self.top(lo, hi):
            choices += {"?": 1, ":": -1}.get(self.word(at), 0)
            if self.word(at) == sign and choices <= 0:
                found.append((lo, at))
                lo = at + 1
        return [*found, (lo, hi)]
