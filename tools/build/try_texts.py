"""Changes a program's C so that the macros of include/seh_try.h find what they need.

A filter or block does not find a variable in a register, where gcc puts those with `register` even without optimisation. Variables whose
register the program names stay. A function with __try is in the object once, as with Microsoft's compiler: __forceinline does not multiply
the labels of its blocks.
"""

from __future__ import annotations

import re
from typing import Optional

_TRY = ".Lseh_begin_"
_FORCED = "__inline __attribute__((always_inline))"  # __forceinline's text (include/predefined.h)
_REGISTER = re.compile(r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#[^\n]*|\b(register)\b(?![^;{]*\b(?:asm|__asm|__asm__)\b)''', re.M)
_BRACKET = re.compile(r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#[^\n]*|([;{}])''', re.M)
_ATTRIBUTE = re.compile(r"__attribute__ *\(\(.*?\)\)(?!\))", re.S)


def with_blocks_kept(text: str) -> tuple[Optional[str], bool]:
    """The text, changed, or None if nothing needs that. And whether it cannot be assembled without."""
    if _TRY not in text:
        return None, False
    whole, forced = _without_forced(text)
    changed = _REGISTER.sub(lambda found: "" if found[1] else found[0], whole)
    return (changed if changed != text else None), forced


def _without_forced(text: str) -> tuple[str, bool]:
    heads = [(found.start(), *_ends(text, found.end())) for found in re.finditer(re.escape(_FORCED), text)]
    names = {_name(text[start:head]) for start, head, end in heads if _TRY in text[head:end]}
    parts, done = [], 0
    for start, head, _ in heads:
        if _name(text[start:head]) in names:
            before = max(text.rfind(sign, 0, start) for sign in ";}\n")
            is_static = re.search(r"\bstatic\b", text[before + 1:head])
            parts += [text[done:start], "__attribute__((noinline))" if is_static else "__attribute__((noinline, weak))"]
            done = start + len(_FORCED)
    return "".join([*parts, text[done:]]), bool(names)


def _ends(text: str, at: int) -> tuple[int, int]:
    """Where the head of a function ends that goes on here, and where its body does."""
    head = depth = 0
    for found in _BRACKET.finditer(text, at):
        if not found[1]:
            continue
        head = head or found.start()
        depth += {"{": 1, "}": -1}.get(found[1], 0)
        if depth <= 0:
            return head, found.end()
    return head or len(text), len(text)


def _name(head: str) -> str:
    found = re.search(r"(\w+)\s*\(", _ATTRIBUTE.sub(" ", head))
    return found[1] if found else ""
