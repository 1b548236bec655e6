"""Changes clang's intermediate language so that each division and each access to memory is carried out.

clang drops a division or an access whose value is not used, and has no option against it. So its own intermediate
language is changed before it is optimised. An access to memory becomes volatile, unless it is to a local variable as a
whole. A division gets operands that the optimiser does not know, and a use of its result. A function that was promised to
have no effect may fault, so the promise is taken back.

Where floating point's exceptions count, clang waits for the FPU behind most instructions. A filter runs while an exception
of the FPU is pending, and a wait would raise it again. So functions that are not optimised, as those with __try, do
without: nothing is dropped or moved there anyway.
"""

from __future__ import annotations

import re
from typing import Iterable, Iterator

_ACCESS = re.compile(r"  ((?:%\S+ = )?(?:load|store)) (?!volatile|atomic)(.*?)(, align \d+.*)", re.S)
_COPY = re.compile(r"  (call void @llvm\.mem(?:cpy|move|set)\..*), i1 false\)(.*)", re.S)
_DIVISION = re.compile(r"  (%\S+) = ([su](?:div|rem)) (?:exact )?(i\d+) (\S+), ([^\s,]+)(.*)")
_LOCAL = re.compile(r"  (%\S+) = alloca ")
_PROMISES = re.compile(r" (?:readnone|readonly|memory\((?:none|read)\))")
_ATTRIBUTES = re.compile(r"attributes #\d+ = ")
_NOT_OPTIMISED = re.compile(r"attributes #\d+ = \{.* optnone ")


def keep(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a module, changed."""
    locals_: set[str] = set()
    for line in lines:
        if line.startswith("define "):
            locals_.clear()
        elif _ATTRIBUTES.match(line):
            line = _PROMISES.sub("", line)
            if _NOT_OPTIMISED.match(line):
                line = line.replace(" strictfp ", " ")
        elif match := _LOCAL.match(line):
            locals_.add(match[1])
        elif match := _DIVISION.match(line):
            yield from _division(*match.groups())
            continue
        elif match := _COPY.match(line):
            line = f"  {match[1]}, i1 true){match[2]}"
        elif (match := _ACCESS.match(line)) and match[2].split()[-1] not in locals_:
            line = f"  {match[1]} volatile {match[2]}{match[3]}"
        yield line


def _division(result: str, operator: str, kind: str, dividend: str, divisor: str, rest: str) -> Iterator[str]:
    """A division that is carried out."""
    place = "A" if kind == "i64" else "r"
    names = [f"%dividend.of.{result[1:]}", f"%divisor.of.{result[1:]}"]
    for name, value in zip(names, (dividend, divisor)):
        yield f'  {name} = call {kind} asm sideeffect "", "={place},0,~{{memory}}"({kind} {value}){rest}\n'
    yield f"  {result} = {operator} {kind} {', '.join(names)}{rest}\n"
    yield f'  call void asm sideeffect "", "{place},~{{memory}}"({kind} {result}){rest}\n'
