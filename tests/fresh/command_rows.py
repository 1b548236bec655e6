"""The documents' commands, and the rows of commands.txt by which tests/fresh/run tries them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests" / "fresh" / "commands.txt"
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/using.md")
TEXT = "\n".join((ROOT / name).read_text() for name in DOCUMENTS)
KINDS = ("suite", "not")

COMMAND = r"(?:(?:\./trapline|make)(?: [^`\n]*)?|qemu-system-i386 [^`\n]*)"
PLACE_HOLDER = re.compile(r" (?:\[|[A-Z]+\b).*")  # WHAT, and all that follows it


@dataclass
class Row:
    kind: str  # "" for every run
    command: str
    prints: str  # a regular expression, or why it is not tried


def rows() -> list[Row]:
    found = []
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            command, _, prints = (part.strip() for part in line.partition("=>"))
            kind = next((kind for kind in KINDS if command.startswith(f"{kind}: ")), "")
            found.append(Row(kind, command[len(kind) + 2 :] if kind else command, prints))
    return found


def commands() -> list[str]:
    """The commands of the documents: the lines of their blocks, without comments, and those in sentences."""
    return sorted({line.partition(" #")[0].rstrip() for line in re.findall(rf"^    ({COMMAND})$", TEXT, re.M)} | set(re.findall(rf"`({COMMAND})`", TEXT)))


def options() -> list[str]:
    """The options that they name."""
    return sorted({option for code in re.findall(r"`([^`\n]+)`", TEXT) for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", code)})


def tries(command: str, row: Row) -> bool:
    """Whether the row types this command of a document: word by word, with something of its own in place of WHAT and its kin."""
    start = PLACE_HOLDER.sub("", command)
    end = r"(?!\S)" if start != command else r"(?= *(?:$|[|&;<>]|-display))"  # there is no window
    return bool(re.search(rf"(?:^|(?<=[ (])){re.escape(start)}{end}", row.command))


def programs() -> dict[str, str]:
    """The documents' own programs, by the name in their first line."""
    return {name: text for text, name in re.findall(r"^```c\n(/\* (\S+\.c) \*/\n.*?)^```", TEXT, re.M | re.S)}
