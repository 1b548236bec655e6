"""The words for numbers in sentences: tables that the command reads, and that the course's site hands to its pages.

A text has places, {N:kind}: argument N as the kind shows it. Some kinds show all arguments. A kind with a row in one of the tables has a
text by a number, and the text may have places of its own. Any other kind is a function: the numbers below, and what only an image knows.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Callable, Mapping, NamedTuple, Sequence

from record import names

PLACE = re.compile(r"\{([0-3]):(\w+)\}")
WHOLE = ("detail", "access", "register", "flips", "start", "begins", "again")  # the kinds that show all arguments
EFLAGS = {0: "CF", 2: "PF", 4: "AF", 6: "ZF", 7: "SF", 8: "TF", 9: "IF", 10: "DF", 11: "OF", 14: "NT", 16: "RF", 18: "AC"}  # by bit

# A page fault's error code, and the one that names a selector or a gate: Intel's manual volume 3, sections 4.7 and 6.13.
PRESENT, WRITE, USER, RESERVED, FETCH = (1 << bit for bit in range(5))
OF_IDT, OF_LOCAL = 2, 4
READING, WRITING, EXECUTION = ("read of", "read", "read"), ("write to", "write", "written"), ("execution of", "execute", "executed")
WITH_SELECTOR = ("TS", "NP", "SS", "GP")


class Choice(NamedTuple):
    """One text, by the number that `by` makes of the arguments; `other` for a number without a text."""

    texts: Mapping[int, str]
    other: str = ""
    by: str = "first"


class Bits(NamedTuple):
    """The texts of the bits that are set, in this order; `rest` for those without a text, `none` where there is nothing to say."""

    texts: Mapping[int, str]
    rest: str
    none: str


def _faulting(_vector: int, eip: int, error: int, address: int) -> int:
    """The access's bits. A CPU that does not tell an instruction's fetch from a read has the fault at the instruction's own address."""
    return error & 31 | (FETCH if eip == address and not error & WRITE else 0)


def _flips(_offset: int, before: int, after: int, _: int) -> str:
    """The flags that are not as they were: ` (PF clear, TF set)`."""
    flags = [f"{flag} {'set' if after >> bit & 1 else 'clear'}" for bit, flag in EFLAGS.items() if (before ^ after) >> bit & 1]
    return f" ({', '.join(flags)})" if flags else ""


# The functions that choose a text.
BY: dict[str, Callable[..., int]] = {
    "first": lambda first, *_: first,
    "last": lambda *arguments: arguments[-1],
    "sign": lambda first: (names.signed(first) > 0) - (names.signed(first) < 0),
    "descriptor": lambda error: error & (OF_IDT | OF_LOCAL),
    "access": _faulting,
}
# How numbers look. A kind that is not known is shown as hex.
NUMBERS: dict[str, Callable[..., str]] = {
    "hex": "{:08X}".format,
    "short": "{:X}".format,
    "byte": "{:02X}".format,
    "dec": str,
    "number": str,
    "signed": lambda value: str(names.signed(value)),
    "thousands": "{:,}".format,
    "gate": lambda error: f"{error >> 3:02X}",
    "selector": lambda error: f"{error & 0xFFF8:04X}",
    "flips": _flips,
}


def _access(bits: int) -> str:
    """`write to a page that is not there`."""
    noun, verb, participle = EXECUTION if bits & FETCH else WRITING if bits & WRITE else READING
    if bits & RESERVED:
        return f"{noun} a page whose entry in the page table the CPU does not know"
    if not bits & PRESENT:
        return f"{noun} a page that is not there"
    return f"{noun} a page that {f'ring 3 must not {verb}' if bits & USER else f'must not be {participle}'}"


def _detail(mnemonic: str, has_error_code: bool) -> str:
    """The words behind a trap's name and place; empty for a trap without an error code."""
    if mnemonic == "PF":
        return ": {0:access}, error code {2:hex}, cr2 {3:hex}"
    if mnemonic == "DF":  # its error code is always 0; the runtime hands the failed push's on
        return ": the CPU could not push a fault's state to the stack, cr2 {3:hex}"
    named = "{2:descriptor}" if mnemonic in WITH_SELECTOR else ""
    return f", error code {{2:hex}}{named}" if has_error_code else ""


def _register(name: str) -> str:
    """`eip 80101234 main+0x12 -> 80101236 main+0x14`."""
    shown = "point" if name == "eip" else "short"
    return f"{name} {{1:{shown}}} -> {{2:{shown}}}{'{0:flips}' if name == 'eflags' else ''}"


@lru_cache(maxsize=None)
def choices() -> dict[str, Choice]:
    answers, vectors = names.answers(), names.vectors()
    described = {number: f"{'' if mnemonic.startswith('IRQ') else '#'}{mnemonic} ({words})" for number, (mnemonic, _, words) in vectors.items()}
    global_table, local_table = (f"selector {{0:selector}} of the {which} table" for which in ("global", "local"))
    gate = "the gate of vector {0:gate}h"
    return {
        "status": Choice({number: f"{number:08X} ({words})" for number, words in names.statuses().items()}, "{0:hex}"),
        "vector": Choice(described, "vector {0:byte}h"),
        "detail": Choice({number: _detail(mnemonic, has_code) for number, (mnemonic, has_code, _) in vectors.items()}, _detail("", True)),
        "access": Choice({bits: _access(bits) for bits in range(32)}, by="access"),
        "descriptor": Choice({0: ""}, " ({0:named})"),
        "named": Choice({0: global_table, OF_LOCAL: local_table}, gate, by="descriptor"),
        "disposition": Choice(names.dispositions(), "disposition {0:hex}"),
        "answer": Choice({number & 0xFFFFFFFF: words for number, words in answers.items()}, "{0:signed}"),
        "filter": Choice({number: f"{words} ({{0:signed}})" for number, words in answers.items()}, "a value ({0:signed})", by="sign"),
        "list": Choice({0: ""}, "continue "),  # of vectored handlers, in front of the word handler
        "refusal": Choice(names.refusals(), "reason {0:dec}"),
        "register": Choice({offset: _register(name) for offset, name in names.registers().items()}, _register("the word at {0:short}h")),
        "reason": Choice({0: "startup", 1: "blocked:", 2: "yield of", 3: "preempted:"}, "reason {0:dec}"),  # of User-Mode Scheduling
        "result": Choice(names.results(), "error {0:dec}"),
        "within": Choice({0xFFFFFFFF: ""}, ", for {0:dec} ms at most"),  # the limit of a wait, behind the wait's text
        "block": Choice({0: "a function that has left it"}, "{0:block_at}"),  # by longjmp
        "kernel": Choice({0: "the idle thread"}, "thread {0:dec}{0:label}"),
        "stray": Choice({0: ""}, "the worker at {0:hex}"),  # a worker whose beginning was not seen; 0 is none
        # The kinds of enum trace_thread, kernel/call/trace.h: what such a thread does, and the word in front of its name.
        "start": Choice({0: "runs {0:begins}", 1: "serves the runtime and runs {0:begins}", 2: "is a worker and runs {0:begins}"},
                        "is of kind {3:dec} and runs {0:begins}", by="last"),
        "role": Choice({1: "serving ", 2: "worker "}),
        "again": Choice({1: "the same again {1:thousands} times"}, "the same {0:dec} lines again {1:thousands} times"),
    }


@lru_cache(maxsize=None)
def bits() -> dict[str, Bits]:
    return {
        "flags": Bits(names.flags(), "{0:hex}", "none"),
        # By Dr6.
        "cause": Bits({**{1 << number: f"Dr{number}" for number in range(4)}, 0x4000: "the trap flag"}, "",
                      "neither the trap flag nor a breakpoint (icebp)"),
    }


def tables() -> dict[str, object]:
    """All that a reader of another language needs beside the functions."""
    return {"choices": {kind: choice._asdict() for kind, choice in choices().items()}, "bits": {kind: row._asdict() for kind, row in bits().items()},
            "whole": WHOLE, "eflags": EFLAGS}


class Filler:
    """Fills the places of texts. `functions` are the kinds that this module does not know."""

    def __init__(self, functions: Mapping[str, Callable[..., str]]) -> None:
        self._functions = {**NUMBERS, **functions}
        self._choices, self._bits = choices(), bits()

    def fill(self, text: str, arguments: Sequence[int], text_from: Callable[[int], str] = str) -> str:
        """`text_from` gives the characters that begin in an argument, for the kind `text`."""

        def put(place: re.Match) -> str:
            number, kind = int(place[1]), place[2]
            if kind == "text":
                return text_from(number)
            return self.words(kind, *(arguments if kind in WHOLE else (arguments[number],)))

        return PLACE.sub(put, text) if "{" in text else text

    def words(self, kind: str, *arguments: int) -> str:
        if choice := self._choices.get(kind):
            return self.fill(choice.texts.get(BY[choice.by](*arguments), choice.other), arguments)
        if row := self._bits.get(kind):
            return self._of_bits(row, arguments[0])
        return self._functions.get(kind, NUMBERS["hex"])(*arguments)

    def _of_bits(self, row: Bits, value: int) -> str:
        known = [text for bit, text in row.texts.items() if value & bit]
        rest = value & ~sum(row.texts)
        return ", ".join(known + ([self.fill(row.rest, (rest,))] if rest and row.rest else [])) or row.none


@lru_cache(maxsize=None)
def _plain() -> Filler:
    return Filler({})


def words(kind: str, *arguments: int) -> str:
    """The words for numbers where no image is needed: `C0000094 (integer division by zero)`."""
    return _plain().words(kind, *arguments)
