#!/usr/bin/env python3
"""docs/rules.md is true: every row names a test that is there and makes that claim, and no status is forgotten. Nor is a call that
GetProcAddress finds: a program of the project calls each.

A row's second column names tests and words of their claims: `unwind.c` "an exit unwind"; `models.py` "as the rules say".
A file that is no test has its folder with it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from tap import finish, ok  # noqa: E402

LIST = ROOT / "docs" / "rules.md"
STATUSES = ROOT / "seh_emul" / "status_list.h"
EXPORTS = ROOT / "win32" / "exports.h"
NUMBERED = ROOT / "win32" / "system_calls.h"
PROOF = re.compile(r'`([\w./-]+)` "([^"]+)"(?:; |$)')


def words_of(name: str) -> str:
    """The test's text as its reader sees it: literals joined, line ends as blanks. Nothing when there is no such test."""
    paths = [ROOT / name] if "/" in name else sorted((ROOT / "tests").glob(f"*/{name}"))
    text = "".join(path.read_text() for path in paths[:1] if path.is_file())
    return " ".join(re.sub(r'"\s*\n[\s*]*"', "", text).split())


def check_row(number: int, row: str) -> None:
    rule, proofs = (cell.strip() for cell in row.strip("|").split(" | ", 1))
    found = PROOF.findall(proofs)
    missing = [f'{name} "{words}"' for name, words in found if words not in words_of(name)]
    whole = bool(found) and not PROOF.sub("", proofs)
    ok(whole and not missing, f"line {number}: {rule[:70]}" + (f": no test says {', '.join(missing)}" if missing else
                                                               "" if whole else ": its tests cannot be read"))


text = LIST.read_text()
rows = [(number, line) for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("| ") and not line.startswith("| rule |")]
for number, line in rows:
    check_row(number, line)
ok(len(rows) > 100, "there are more than a hundred rules")

header = (ROOT / "include" / "ntstatus.h").read_text()
for name in re.findall(r"STATUS_NAME\((STATUS_\w+),", STATUSES.read_text()):
    value = re.search(rf"#define {name}\s+0x([0-9A-F]+)u", header)
    ok(value and value[1] in text, f"{name} has a rule")

calls = dict.fromkeys(re.findall(r"^(?:EXPORT|SYSTEM_CALL)\(\w+, (\w+)", EXPORTS.read_text() + NUMBERED.read_text(), re.M))
sources = [path for room in ("tests", "bench", "examples") for ending in ("c", "h", "S") for path in (ROOT / room).rglob(f"*.{ending}")]
# A name in a comment or in a claim's text calls nothing.
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.S)
called = {word for path in sources for word in re.findall(r"\w+", NO_CODE.sub(" ", path.read_text()))}
never = [name for name in calls if name not in called]
ok(len(calls) > 200 and not never, "each call of win32/exports.h is called by name in tests/, bench/ or examples/", *never)

finish()
