"""Changes a program's C so that values are computed that nobody needs.

A compiler drops what has no effect while it reads: the statement `(void)(1 / z)`, the load of `*p` alone, a quotient that is
multiplied by 0. No option prevents that. So the preprocessed text is changed before it is compiled. A dropped value is stored
in a variable. So is a load that stands beside an operator, for gcc's arithmetic drops any operand that it can do without while it reads; what
reads on has its options. Quotients and divisors pass through an asm statement without instructions, so that the compiler knows neither.

Numbers that the language wants constant stay so, and floating point keeps its precision: both cases are chosen by the compiler itself, from
the operands' types. Code that this reader does not understand stays as it is written.

The reader goes through functions' bodies by a short grammar. Each rule is a method of the reader. `level` returns the edits of the text;
the others add theirs to a list, and return the place behind what they have read.

    level    = { term [ ("/=" | "%=") assigned | other binary sign ] | word of a statement or declaration | other sign }
    term     = operand { ("*" | "/" | "%") operand }
    operand  = { prefix | "(" type ")" } ( "sizeof" operand | name | number | text { text } | "(" level ")" | "({" level "})"
               | "(" type ") {" level "}" ) postfix
    postfix  = { "(" level ")" | "[" level "]" | ("." | "->") name | "++" | "--" }
    assigned = all up to the next comma or semicolon

A level is the text between two brackets; in a block each ";" ends a statement, whose value may be stored.

tools/build/c_tokens.py has the tokens and the types, tools/build/kept_texts.py what is written instead.
"""

from __future__ import annotations

import re
from typing import Callable, Optional

from build.c_loads import PREFIXES, UNREAD, Loads
from build.c_tokens import HEADS, LINES, PAIRS, SIZES, SKIPPED, TYPES, WORDS, Edit
from build.kept_texts import chosen, copied, hidden, hidden_divisor, kept_quotient, loaded, stored, used

_NOT_ZERO = re.compile(r"0[xX]0*[1-9a-fA-F][\da-fA-F]*[uUlL]*$|0*[1-9]\d*[uUlL]*$|\d*\.\d*(?:[eE][-+]?\d+)?[fFlL]?$")
_ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"}
_BINARY = {"+", "-", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", "?", ":", ",", "="} | _ASSIGNS
# Beside these, arithmetic of the compiler's reader may need no operand: 0 times a load, a load that is equal to itself.
_FORGETS = _BINARY - _ASSIGNS - {"?", ":", ","}
_LONGEST = 20000  # bytes of one expression's new text


def with_values_kept(preprocessed: str, hides: bool = True) -> Optional[str]:
    """The text, changed; None if nothing in it needs that. `hides`: also loads beside an operator."""
    if not re.search(r"[/%*\[]|->", preprocessed):
        return None
    return _Reader(preprocessed, hides).changed()


class _Reader(Loads):
    def __init__(self, text: str, hides: bool):
        super().__init__(text)
        self.hides = hides

    def changed(self) -> Optional[str]:
        edits: list[Edit] = []
        at = 0
        while self.whole and at < len(self.tokens):
            if self.word(at) in PAIRS:
                if self.word(at) == "{" and self.word(at - 1) == ")" and not self.is_tagged(at):
                    edits += self.level(at + 1, self.pairs[at], True)
                at = self.pairs[at]
            at += 1
        if not edits:
            return None
        return self.spliced(0, len(self.text), [(a, b, new + "".join(LINES.findall(self.text[a:b]))) for a, b, new in edits])

    def is_tagged(self, brace: int) -> bool:
        """Whether this is the list of a structure's or an enumeration's members, which an attribute stands before."""
        return any(self.word(at) in ("struct", "union", "enum", "=") for at in range(brace - 1, max(brace - 12, -1), -1)
                   if self.word(brace - 2) == ")" and ";" not in (self.word(i) for i in range(at, brace)))

    # ------------------------------------------------------------ one level of brackets

    def level(self, lo: int, hi: int, block: bool, commas: bool = False) -> list[Edit]:
        """Reads what stands between two brackets. `block`: statements; `commas`: commas between values of which the last one is taken.
        Returns its edits."""
        edits: list[Edit] = []
        at = statement = lo
        target = (lo, lo)  # the term before
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
                if self.word(at - 1) == "=" and self.word(end) not in _ASSIGNS and self.is_load(at, end) and self.is_same(target, (at, end)):
                    self.replace(at, end, edits, copied)
                target = (at, end)
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
            elif word in HEADS and self.word(at) == "(":
                self.head(word, at + 1, self.pairs[at], edits)
                at = statement = self.pairs[at] + 1
            elif word in SKIPPED:
                at = self.behind_group(at, hi)
            elif word in ("struct", "union", "enum"):
                at = self.behind_members(at, hi)
            elif word == "static" or word == "case":
                while at < hi and self.word(at) != (";" if word == "static" else ":"):
                    at = self.pairs.get(at, at) + 1
            elif word == "{":
                close = self.pairs[at - 1]
                edits += self.level(at, close, block and self.word(at - 2) not in ("=", ","))
                at = statement = close + 1
            elif word in PAIRS:
                at = self.pairs[at - 1] + 1
        if commas:
            for part in self.parts(lo, hi)[:-1]:
                self.dropped(*part, edits)
        return edits

    def head(self, word: str, lo: int, hi: int, edits: list[Edit]) -> None:
        """Reads the brackets behind if, while, switch or for."""
        parts = self.parts(lo, hi, ";")
        asked = parts[1] if word == "for" and len(parts) == 3 else parts[0]
        for part in parts:
            inner = self.level(*part, False, part == asked or not self.is_declaration(*part))
            if part != asked and not self.is_declaration(*part):
                self.dropped(*self.parts(*part)[-1], inner)
            elif part == asked and self.is_alone(*part):
                self.hide(*part, inner)
            edits += inner

    def replace(self, lo: int, hi: int, edits: list[Edit], text: Callable[[str], str]) -> None:
        """Edits these tokens as a whole."""
        start, end = self.tokens[lo].start, self.tokens[hi - 1].end
        new = text(self.source(lo, hi, edits))
        if len(new) <= _LONGEST:
            edits[:] = [edit for edit in edits if not start <= edit[0] < end]
            edits.append((start, end, new))

    def hide(self, lo: int, hi: int, edits: list[Edit]) -> None:
        """Keeps the reader's arithmetic from an operand that is a load."""
        if self.hides and self.is_load(lo, hi):
            self.replace(lo, hi, edits, loaded)
        elif self.hides and self.is_choice(lo, hi):
            raw = self.source(lo, hi, [])
            self.replace(lo, hi, edits, lambda kept: chosen(raw, kept))

    def behind_group(self, at: int, hi: int) -> int:
        while at < hi and self.word(at) in ("volatile", "__volatile__", "goto", "inline"):
            at += 1
        return self.pairs[at] + 1 if self.word(at) == "(" and at < hi else at

    def behind_members(self, at: int, hi: int) -> int:
        while at < hi and (self.tokens[at].kind == "word"):
            at = self.behind_group(at + 1, hi) if self.word(at) in SKIPPED else at + 1
            if self.word(at) != "{":
                break
        return self.pairs[at] + 1 if self.word(at) == "{" and at < hi else at

    def assigned(self, lo: int, hi: int, edits: list[Edit]) -> int:
        """Reads the value behind /= or %=."""
        end, choices = lo, 0
        while end < hi and self.word(end) not in (",", ";") and (self.word(end) != ":" or choices):
            choices += {"?": 1, ":": -1}.get(self.word(end), 0)
            end = self.pairs.get(end, end) + 1
        inner = self.level(lo, end, False)
        if end == lo or self.is_harmless(lo, end):
            edits += inner
        else:
            raw, kept = self.source(lo, end, []), self.source(lo, end, inner)
            edits.append((self.tokens[lo].start, self.tokens[end - 1].end, hidden_divisor(raw, kept)))
        return end

    # ------------------------------------------------------------ operands and products

    def term(self, lo: int, hi: int, edits: list[Edit]) -> Optional[int]:
        """Reads operands between * / %. Returns the place behind them, None if here is no operand."""
        inner: list[Edit] = []
        at = self.operand(lo, hi, inner)
        if at is None:
            return None
        divisors: list[tuple[int, int]] = []
        operands = [(lo, at)]
        while at < hi and self.word(at) in ("*", "/", "%"):
            end = self.operand(at + 1, hi, inner)
            if end is None:
                break
            operands.append((at + 1, end))
            if self.word(at) != "*" and not self.is_harmless(at + 1, end):
                divisors.append((at + 1, end))
            at = end
        declares = at > lo + 1 and self.word(lo) in self.types  # `type *name[3]`
        if not declares and (len(operands) > 1 or self.word(lo - 1) in _FORGETS or at < hi and self.word(at) in _FORGETS | {"?"}):
            for operand in operands:
                self.hide(*operand, inner)
        if not divisors:
            edits += inner
            return at
        # The dividend is hidden, too: a 0 would be known to stay 0.
        end = divisors[0][0] - 1
        quotient, last = hidden(self.source(lo, end, inner)), divisors[-1][1]
        for a, b in divisors:
            quotient = used(f"{quotient} {self.source(end, a, inner)} {hidden(self.source(a, b, inner))}")
            end = b
        begin = self.tokens[divisors[0][0]].start
        constants = [] if any(edit[0] >= begin for edit in inner) else [self.source(a, b, []) for a, b in divisors]
        new = kept_quotient(self.source(lo, last, []), self.source(lo, last, inner), constants, quotient)
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
        return self.word(lo) in SIZES and hi - lo > 1 or hi - lo == 1 and bool(_NOT_ZERO.match(self.word(lo)))

    def operand(self, at: int, hi: int, edits: list[Edit]) -> Optional[int]:
        """Reads a cast expression. Returns the place behind it, None if here is none."""
        while at < hi:
            word, kind = self.word(at), self.tokens[at].kind
            if word in PREFIXES:
                at += 1
            elif word in SIZES:
                if self.word(at + 1) == "(" and self.is_type(at + 2, self.pairs[at + 1]):
                    return self.pairs[at + 1] + 1
                return self.operand(at + 1, hi, [])
            elif word == "(":
                close = self.pairs[at]
                if self.is_type(at + 1, close):
                    if self.word(close + 1) != "{":
                        at = close + 1
                        if self.word(close - 2) == "(" and self.word(close - 1) == "void":
                            return self.voided(at, hi, edits)
                        continue
                    edits += self.level(close + 2, self.pairs[close + 1], False)
                    return self.postfix(self.pairs[close + 1] + 1, hi, edits)
                if self.word(at + 1) == "{":
                    edits += self.level(at + 2, self.pairs[at + 1], True)
                else:
                    edits += self.level(at + 1, close, False, True)
                return self.postfix(close + 1, hi, edits)
            elif word in UNREAD and self.word(at + 1) == "(":
                return self.postfix(self.pairs[at + 1] + 1, hi, edits)
            elif kind == "text":
                while at < hi and self.tokens[at].kind == "text":
                    at += 1
                return self.postfix(at, hi, edits)
            elif kind == "number" or kind == "word" and word not in WORDS:
                return self.postfix(at + 1, hi, edits)
            else:
                return None
        return None

    def voided(self, at: int, hi: int, edits: list[Edit]) -> Optional[int]:
        """Reads the value behind a cast to void."""
        end = self.operand(at, hi, edits)
        if end is not None and self.is_load(at, end):
            raw = self.source(at, end, [])
            self.replace(at, end, edits, lambda kept: f"({stored(raw, kept)})")
        return end

    def postfix(self, at: int, hi: int, edits: list[Edit]) -> int:
        while at < hi:
            if self.word(at) in ("(", "["):
                edits += self.level(at + 1, self.pairs[at], False)
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
        """Keeps what is nothing but a value."""
        is_taken = self.word(lo) == "return" or self.word(hi + 1) == "}" and self.word(hi + 2) == ")"  # of an expression in braces
        lo += self.word(lo) == "return"
        if not self.is_declaration(lo, hi):
            parts = self.parts(lo, hi)
            for part in parts[:-1] if is_taken else parts:
                self.dropped(*part, edits)

    def dropped(self, lo: int, hi: int, edits: list[Edit]) -> None:
        """Stores a value that nobody takes, if it might load."""
        while lo < hi:
            if hi - lo > 3 and [self.word(at) for at in range(lo, lo + 3)] == ["(", "void", ")"]:
                lo += 3
                if self.is_alone(lo, hi) and self.is_load(lo, hi):
                    return  # voided
            elif self.word(lo) == "(" and self.pairs[lo] == hi - 1 and self.word(lo + 1) != "{":
                lo, hi = lo + 1, hi - 1
                lo = self.parts(lo, hi)[-1][0]
            else:
                break
        if lo >= hi or self.word(lo) in self.types or not any(self.word(at) in ("*", "->", "[", ".") for at in range(lo, hi)):
            return
        calls = False
        for at in range(lo, hi):
            word, kind = self.word(at), self.tokens[at].kind
            if word in _ASSIGNS or word in ("{", ";") or word in WORDS - TYPES or word in UNREAD:
                return
            calls = calls or word == "(" and at > lo and (self.tokens[at - 1].kind == "word" and self.word(at - 1) not in SIZES or
                                                          self.word(at - 1) in ")]" and not self.closes_type(at - 1))
            if kind == "word" and at > lo and self.tokens[at - 1].kind == "word" and self.word(at - 1) not in self.types | SIZES:
                return  # a declaration
        if calls and self.is_alone(lo, hi) and not self.is_load(lo, hi):
            return
        raw = self.source(lo, hi, [])
        self.replace(lo, hi, edits, lambda kept: stored(raw, kept))
