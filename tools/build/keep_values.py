"""Changes a program's C so that values are computed that nobody needs.

A compiler drops what has no effect while it reads: the statement `(void)(1 / z)`, the load of `*p` alone, a quotient that is
multiplied by 0. No option prevents that. So the preprocessed text is changed before it is compiled. A dropped value is stored
in a variable. Quotients and divisors pass through an asm statement without instructions, so that the compiler knows neither.

Numbers that the language wants constant stay so, and floating point keeps its precision: both cases are chosen by the
compiler itself, from the operands' types. What this reader does not understand stays as it is written.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

_TOKEN = re.compile(r'''(?P<line>^[ \t]*\#[^\n]*)
    | (?P<text>(?:L|u8|u|U)?(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<word>[A-Za-z_$][\w$]*)
    | (?P<sign>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|&&|\|\||[-+*/%&|^=!<>]=|[^\s])''', re.M | re.X)
_LINES = re.compile(r"\n(?:[ \t]*#[^\n]*)?")
_NOT_ZERO = re.compile(r"0[xX]0*[1-9a-fA-F][\da-fA-F]*[uUlL]*$|0*[1-9]\d*[uUlL]*$|\d*\.\d*(?:[eE][-+]?\d+)?[fFlL]?$")

_PAIRS = {"(": ")", "[": "]", "{": "}"}
_QUALIFIERS = {"const", "volatile", "restrict", "__const", "__volatile__", "__restrict", "_Atomic"}
_TYPES = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex", "struct", "union", "enum",
          "__signed__", "__int128", "__builtin_va_list", "typeof", "__typeof__", "__typeof"} | _QUALIFIERS
_SKIPPED = {"__attribute__", "__attribute", "asm", "__asm__", "__asm", "_Static_assert", "_Alignas", "typeof", "__typeof__", "__typeof"}
_UNREAD = {"_Generic", "__builtin_va_arg", "__builtin_offsetof", "__builtin_types_compatible_p", "__builtin_choose_expr",
           "__builtin_constant_p"}
_SIZES = {"sizeof", "_Alignof", "__alignof__", "__alignof"}
_HEADS = {"if", "while", "for", "switch"}
_WORDS = _TYPES | _SKIPPED | _HEADS | {"else", "do", "return", "goto", "break", "continue", "case", "default", "static", "extern", "register",
                                        "auto", "inline", "__inline", "__inline__", "typedef", "__label__", "_Noreturn", "__auto_type",
                                        "_Thread_local", "__thread"}
_ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"}
_BINARY = {"+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", "?", ":", ",", "="} | _ASSIGNS
_LONGEST = 20000  # bytes of one expression's new text


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


Edit = tuple[int, int, str]  # the bytes from here to there become this


def with_values_kept(preprocessed: str) -> Optional[str]:
    """The text, changed; None if nothing in it needs that."""
    if not re.search(r"[/%*\[]|->", preprocessed):
        return None
    return _Reader(preprocessed).changed()


def _flat(text: str) -> str:
    return _LINES.sub(" ", text)


class _Reader:
    def __init__(self, text: str):
        self.text = text
        self.tokens = [_Token(m.lastgroup or "", m[0], m.start(), m.end()) for m in _TOKEN.finditer(text) if m.lastgroup != "line"]
        self.pairs: dict[int, int] = {}
        open_ones: list[int] = []
        for at, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in _PAIRS:
                open_ones.append(at)
            elif open_ones and token.text == _PAIRS[self.tokens[open_ones[-1]].text]:
                self.pairs[open_ones.pop()] = at
        self.whole = not open_ones
        self.types = _TYPES | self.typedefs()

    def word(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def typedefs(self) -> set[str]:
        names: set[str] = set()
        for at in range(len(self.tokens)):
            if self.word(at) != "typedef":
                continue
            at += 1
            while at < len(self.tokens) and self.word(at) != ";":
                token = self.tokens[at]
                if token.kind == "word" and self.word(at + 1) in (";", ",", "[", "(", "__attribute__"):
                    names.add(token.text)
                elif token.text in _PAIRS and at in self.pairs:
                    if self.word(self.pairs[at] - 2) == "*" and token.text == "(":
                        names.add(self.word(self.pairs[at] - 1))
                    at = self.pairs[at]
                at += 1
        return names - _WORDS

    def changed(self) -> Optional[str]:
        edits: list[Edit] = []
        at = 0
        while self.whole and at < len(self.tokens):
            if self.word(at) in _PAIRS:
                if self.word(at) == "{" and self.word(at - 1) == ")" and not self.is_tagged(at):
                    edits += self.read(at + 1, self.pairs[at], True)
                at = self.pairs[at]
            at += 1
        if not edits:
            return None
        return self.spliced(0, len(self.text), [(a, b, new + "".join(_LINES.findall(self.text[a:b]))) for a, b, new in edits])

    def is_tagged(self, brace: int) -> bool:
        """Whether this is the list of a structure's or an enumeration's members, which an attribute stands before."""
        return any(self.word(at) in ("struct", "union", "enum", "=") for at in range(brace - 1, max(brace - 12, -1), -1)
                   if self.word(brace - 2) == ")" and ";" not in (self.word(i) for i in range(at, brace)))

    def spliced(self, start: int, end: int, edits: list[Edit]) -> str:
        parts = []
        for a, b, new in sorted(edits):
            if start <= a and b <= end:
                parts += [self.text[start:a], new]
                start = b
        return "".join([*parts, self.text[start:end]])

    def source(self, lo: int, hi: int, edits: list[Edit]) -> str:
        """The text of these tokens on one line."""
        return _flat(self.spliced(self.tokens[lo].start, self.tokens[hi - 1].end, edits))

    # ------------------------------------------------------------ one level of brackets

    def read(self, lo: int, hi: int, block: bool) -> list[Edit]:
        edits: list[Edit] = []
        at = statement = lo
        choices = 0  # the ? whose : has not come: any other : ends a label
        while at < hi:
            word = self.word(at)
            if block and (word == ";" or word == ":" and not choices):
                if word == ";":
                    self.statement(statement, at, edits)
                at = statement = at + 1
                choices = 0
                continue
            end = self.term(at, hi, edits)
            if end is not None:
                at = end
                if self.word(at) in ("/=", "%=") and at < hi:
                    at = self.assigned(at + 1, hi, edits)
                elif self.word(at) in _BINARY and at < hi and not (block and self.word(at) == ":" and not choices):
                    choices += {"?": 1, ":": -1}.get(self.word(at), 0)
                    at += 1
                continue
            at += 1
            if word in ("else", "do"):
                statement = at
            elif word in _HEADS and self.word(at) == "(":
                edits += self.read(at + 1, self.pairs[at], False)
                at = statement = self.pairs[at] + 1
            elif word in _SKIPPED:
                at = self.behind_group(at, hi)
            elif word in ("struct", "union", "enum"):
                at = self.behind_members(at, hi)
            elif word == "static" or word == "case":
                while at < hi and self.word(at) != (";" if word == "static" else ":"):
                    at = self.pairs.get(at, at) + 1
            elif word == "{":
                close = self.pairs[at - 1]
                edits += self.read(at, close, block and self.word(at - 2) not in ("=", ","))
                at = statement = close + 1
            elif word in _PAIRS:
                at = self.pairs[at - 1] + 1
        return edits

    def behind_group(self, at: int, hi: int) -> int:
        while at < hi and self.word(at) in ("volatile", "__volatile__", "goto", "inline"):
            at += 1
        return self.pairs[at] + 1 if self.word(at) == "(" and at < hi else at

    def behind_members(self, at: int, hi: int) -> int:
        while at < hi and (self.tokens[at].kind == "word"):
            at = self.behind_group(at + 1, hi) if self.word(at) in _SKIPPED else at + 1
            if self.word(at) != "{":
                break
        return self.pairs[at] + 1 if self.word(at) == "{" and at < hi else at

    def assigned(self, lo: int, hi: int, edits: list[Edit]) -> int:
        """What stands behind /= or %=."""
        end, choices = lo, 0
        while end < hi and self.word(end) not in (",", ";") and (self.word(end) != ":" or choices):
            choices += {"?": 1, ":": -1}.get(self.word(end), 0)
            end = self.pairs.get(end, end) + 1
        inner = self.read(lo, end, False)
        if end == lo or self.is_harmless(lo, end):
            edits += inner
        else:
            raw, kept = self.source(lo, end, []), self.source(lo, end, inner)
            edits.append((self.tokens[lo].start, self.tokens[end - 1].end,
                          f"__builtin_choose_expr({_is_float(raw)}, ({kept}), {_hidden(kept)})"))
        return end

    # ------------------------------------------------------------ operands and products

    def term(self, lo: int, hi: int, edits: list[Edit]) -> Optional[int]:
        """Reads operands between * / %. Returns the place behind them, None if here is no operand."""
        inner: list[Edit] = []
        at = self.operand(lo, hi, inner)
        if at is None:
            return None
        divisors: list[tuple[int, int]] = []
        while at < hi and self.word(at) in ("*", "/", "%"):
            end = self.operand(at + 1, hi, inner)
            if end is None:
                break
            if self.word(at) != "*" and not self.is_harmless(at + 1, end):
                divisors.append((at + 1, end))
            at = end
        if not divisors:
            edits += inner
            return at
        # What is divided is hidden, too: a 0 would be known to stay 0.
        end = divisors[0][0] - 1
        quotient, last = _hidden(self.source(lo, end, inner)), divisors[-1][1]
        for a, b in divisors:
            quotient = _used(f"{quotient} {self.source(end, a, inner)} {_hidden(self.source(a, b, inner))}")
            end = b
        whole = self.source(lo, last, inner)
        known = "0" if inner else " && ".join(_is_positive(self.source(a, b, [])) for a, b in divisors)
        new = f"__builtin_choose_expr({_is_float(self.source(lo, last, []))} || ({known}), ({whole}), {quotient})"
        start, stop = self.tokens[lo].start, self.tokens[last - 1].end
        if len(new) > _LONGEST:
            edits += inner
        else:
            edits += [edit for edit in inner if edit[0] >= stop] + [(start, stop, new)]
        return at

    def is_harmless(self, lo: int, hi: int) -> bool:
        """Whether this divisor can be neither 0 nor -1."""
        while hi - lo > 2 and self.word(lo) == "(" and self.pairs.get(lo) == hi - 1:
            lo, hi = lo + 1, hi - 1
        return self.word(lo) in _SIZES and hi - lo > 1 or hi - lo == 1 and bool(_NOT_ZERO.match(self.word(lo)))

    def is_type(self, lo: int, hi: int) -> bool:
        return lo < hi and self.word(lo) in self.types

    def operand(self, at: int, hi: int, edits: list[Edit]) -> Optional[int]:
        """Reads a cast expression. Returns the place behind it, None if here is none."""
        while at < hi:
            word, kind = self.word(at), self.tokens[at].kind
            if word in ("+", "-", "!", "~", "*", "&", "++", "--", "__extension__", "__real__", "__imag__"):
                at += 1
            elif word in _SIZES:
                if self.word(at + 1) == "(" and self.is_type(at + 2, self.pairs[at + 1]):
                    return self.pairs[at + 1] + 1
                return self.operand(at + 1, hi, [])
            elif word == "(":
                close = self.pairs[at]
                if self.is_type(at + 1, close):
                    if self.word(close + 1) != "{":
                        at = close + 1
                        continue
                    edits += self.read(close + 2, self.pairs[close + 1], False)
                    return self.behind_postfix(self.pairs[close + 1] + 1, hi, edits)
                if self.word(at + 1) == "{":
                    edits += self.read(at + 2, self.pairs[at + 1], True)
                else:
                    edits += self.read(at + 1, close, False)
                return self.behind_postfix(close + 1, hi, edits)
            elif word in _UNREAD and self.word(at + 1) == "(":
                return self.behind_postfix(self.pairs[at + 1] + 1, hi, edits)
            elif kind == "text":
                while at < hi and self.tokens[at].kind == "text":
                    at += 1
                return self.behind_postfix(at, hi, edits)
            elif kind == "number" or kind == "word" and word not in _WORDS:
                return self.behind_postfix(at + 1, hi, edits)
            else:
                return None
        return None

    def behind_postfix(self, at: int, hi: int, edits: list[Edit]) -> int:
        while at < hi:
            if self.word(at) in ("(", "["):
                edits += self.read(at + 1, self.pairs[at], False)
                at = self.pairs[at] + 1
            elif self.word(at) in (".", "->"):
                at += 2
            elif self.word(at) in ("++", "--"):
                at += 1
            else:
                break
        return at

    # ------------------------------------------------------------ statements

    def statement(self, lo: int, hi: int, edits: list[Edit]) -> None:
        """Stores the value of a statement that is nothing but one and might load."""
        while hi - lo > 3 and [self.word(at) for at in range(lo, lo + 3)] == ["(", "void", ")"]:
            lo += 3
        if self.word(hi + 1) == "}" and self.word(hi + 2) == ")":
            return  # the value of an expression in braces
        if lo >= hi or self.word(lo) in self.types or not any(self.word(at) in ("*", "->", "[", ".") for at in range(lo, hi)):
            return
        for at in range(lo, hi):
            word, kind = self.word(at), self.tokens[at].kind
            if word in _ASSIGNS or word in "{;," or word in _WORDS - _TYPES or word in _UNREAD:
                return
            if word == "(" and at > lo and (self.tokens[at - 1].kind == "word" and self.word(at - 1) not in _SIZES or
                                            self.word(at - 1) in ")]" and not self.closes_type(at - 1)):
                return  # a call
            if kind == "word" and at > lo and self.tokens[at - 1].kind == "word" and self.word(at - 1) not in self.types | _SIZES:
                return  # a declaration
        start, end = self.tokens[lo].start, self.tokens[hi - 1].end
        raw, kept = self.source(lo, hi, []), self.source(lo, hi, edits)
        is_void = f"__builtin_types_compatible_p(__typeof__(((void)0, ({raw}))), void)"
        edits[:] = [edit for edit in edits if not start <= edit[0] < end]
        edits.append((start, end, f"({{ __auto_type trap_value = __builtin_choose_expr({is_void}, 0, ((void)0, ({kept}))); "
                      f"(void)trap_value; }}), __builtin_choose_expr({is_void}, ({kept}), (void)0)"))

    def closes_type(self, close: int) -> bool:
        opening = next((a for a, b in self.pairs.items() if b == close), close)
        return self.word(opening) == "(" and self.is_type(opening + 1, close)


# ---------------------------------------------------------------- what is written instead

def _is_float(value: str) -> str:
    return f"_Generic(({value}), float: 1, double: 1, long double: 1, default: 0)"


def _is_positive(divisor: str) -> str:
    """Whether this is a constant of the language, and above 0."""
    return f"sizeof(int) == sizeof(*(8 ? (void *)((long)(1 / (({divisor}) > 0)) * 0l) : (int *)8))"


def _pass(name: str, operands: str) -> str:
    """An asm statement that a number goes through. There are few pairs of registers, so a wide number is in memory."""
    return (f'__builtin_choose_expr(sizeof({name}) == 4, ({{ __asm__ volatile("" {operands % "r"}); 0; }}), '
            f'({{ __asm__ volatile("" {operands % "m"}); 0; }}))')


def _hidden(divisor: str) -> str:
    changed = _pass("trap_divisor", ': "+%s"(trap_divisor)')
    return f"({{ __auto_type trap_divisor = +({divisor}); {changed}; trap_divisor; }})"


def _used(quotient: str) -> str:
    used = _pass("trap_value", ': : "%s"(trap_value)')
    return f"({{ __auto_type trap_value = {quotient}; {used}; trap_value; }})"
