"""The rows of tests/mutants/rules.txt and scripts.txt: a rule, the edit that breaks it, and the tests that must notice.

A paragraph is a row. Its first lines are the rule. Lines with - are a text that stands once in the file, lines with +
what it becomes. In place of tests, a row may say why nothing can notice the edit (same:).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = [Path(__file__).with_name(name) for name in ("rules.txt", "scripts.txt")]


@dataclass
class Row:
    rule: str
    file: str
    old: str
    new: str
    same: str = ""  # why the edit changes nothing that a program sees
    tests: list[str] = field(default_factory=list)

    def stands(self, root: Path) -> int:
        """How often its text stands in the file."""
        path = root / self.file
        return path.read_text().count(self.old) if path.is_file() else 0

    def breaks(self, root: Path) -> None:
        path = root / self.file
        path.write_text(path.read_text().replace(self.old, self.new))


def _row(table: str, paragraph: str) -> Row:
    rule, removed, added = [], [], []
    keys = {"file": "", "tests": "", "same": ""}
    last = ""
    for line in paragraph.splitlines():
        key, colon, value = line.partition(": ")
        if line[:2] in ("- ", "-"):
            removed.append(line[2:])
        elif line[:2] in ("+ ", "+"):
            added.append(line[2:])
        elif colon and key in keys:
            last, keys[key] = key, value
        elif last:
            keys[last] += " " + line.strip()
        else:
            rule.append(line)
    row = Row(" ".join(rule), keys["file"], "\n".join(removed), "\n".join(added), keys["same"], keys["tests"].split())
    if not (row.rule and row.file and row.old and (row.tests or row.same)):
        raise SystemExit(f"{table}: a row needs a rule, file:, a line with -, and tests: or same:\n{paragraph}")
    return row


def _rows(table: Path) -> list[Row]:
    text = re.sub(r"^#.*\n", "", table.read_text(), flags=re.M)
    return [_row(table.name, paragraph) for paragraph in re.split(r"\n\s*\n", text.strip())]


def rows() -> list[Row]:
    return [row for table in TABLES for row in _rows(table)]
