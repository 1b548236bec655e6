#!/usr/bin/env python3
"""A function of the kernel whose header says that it needs the kernel's lock, or interrupts off, looks at that itself, in builds that
check.

"All calls: with the kernel's lock" in a header's first comment holds for each function of it whose own comment says nothing else.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from tap import finish, ok  # noqa: E402

ROOMS = ("kernel", "seh_emul/trap")
NEEDS = {"kernel_must_be_locked": re.compile(r"\bwith the kernel's lock", re.I),
         "interrupts_must_be_off": re.compile(r"(?:^|[,;:.] )(?:\w+ )?interrupts off\b", re.I)}
# Other words of a function's own comment; and the phases of a run in which no contract is looked at.
OTHERWISE = re.compile(r"any context|without the lock|takes the lock", re.I)
UNSEEN = re.compile(r"at the start|at the end of the run", re.I)
INLINE = "static inline"
ALL_CALLS = re.compile(r"All calls:[^.;]*")

# A comment, if there is one, and the function that is declared behind it.
DECLARED = re.compile(r"(/\*(?:(?!\*/).)*\*/\n)?((?:^[\w*][\w *]*?)\b(\w+)\([^;{}]*\)(?:;| *\n\{))", re.S | re.M)


def flat(comment: str) -> str:
    return " ".join(re.sub(r"\n \*", " ", comment).split())


def needs_of(header: str) -> dict[str, set[str]]:
    """The looks that each function of a header must make, by its own comment or the first one's words on all calls."""
    first = re.match(r"/\*.*?\*/", header, re.S)
    of_all = ALL_CALLS.search(flat(first[0])) if first else None
    for_all = {look for look, words in NEEDS.items() if of_all and words.search(of_all[0])}
    needed = {}
    for comment, _, name in DECLARED.findall(header):
        own = flat(comment)
        says = {look for look, words in NEEDS.items() if words.search(own)}
        needed[name] = set() if UNSEEN.search(own) else says or (set() if OTHERWISE.search(own) else for_all)
    return needed


def bodies(text: str) -> dict[str, str]:
    """The text of each function, by name; an inline one's begins with that word."""
    found = re.finditer(r"^(\w[\w *]*?)\b(\w+)\([^;{}]*\)\s*\{\n(.*?)^\}", text, re.S | re.M)
    return {name: (INLINE if INLINE in kind else "") + body for kind, name, body in (match.groups() for match in found)}


sources = {path: path.read_text() for room in ROOMS for path in sorted((ROOT / room).rglob("*.[ch]"))}
defined = {name: body for text in sources.values() for name, body in bodies(text).items()}
wanted = {(name, look) for path, text in sources.items() if path.suffix == ".h"
          for name, needed in needs_of(text).items() if name in defined for look in needed}


def looks(name: str, look: str) -> bool:
    """An inline function may leave the look to one that it calls."""
    body = defined[name]
    called = re.findall(r"(\w+)\(", body) if body.startswith(INLINE) else []
    return any(f"{look}()" in text for text in (body, *(defined.get(other, "") for other in called)))


blind = sorted(f"{name}: {look}" for name, look in wanted if not looks(name, look))
ok(len(wanted) > 100, f"{len(wanted)} contracts are read")
ok(not blind, "each function looks at what its header asks for", *blind)
finish()
