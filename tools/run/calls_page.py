"""docs/windows-calls.md: the exports of the runtime's modules, and the calls that fall short. It is made from the export lists and from
win32/short_calls.txt; `tools/run/renew-calls` writes it."""

from __future__ import annotations

import textwrap
from typing import Iterable, Iterator, Mapping

from build.windows_modules import exported, refused
from console import count
from programs import ROOT

PAGE = ROOT / "docs" / "windows-calls.md"
SHORT = ROOT / "win32" / "short_calls.txt"
WIDTH = 120
HEAD = """# The calls that programs for Windows find

A [program for Windows](windows-programs.md) calls the modules below. The tables name the calls that are known to fall short of
Windows 7's, with what falls short. A call that stands nowhere here is missing: [`imports`](windows-programs.md#what-a-program-needs) names it
before the program starts. [differences-from-windows.md](differences-from-windows.md) has the reasons.

This page is made from the lists that the runtime itself is made from: `win32/exports.h`, `win32/msvcrt/msvcrt_exports.h` and their kin, and
`win32/short_calls.txt`. After a change there `tools/run/renew-calls` makes it anew.
"""


def short_rows() -> dict[str, str]:
    """The calls that fall short, by the names as the file has them."""
    rows: dict[str, str] = {}
    for line in SHORT.read_text().splitlines():
        names, colon, what = line.partition(": ")
        if colon and not line.startswith("#"):
            rows.update({name: what for name in names.split()})
    return rows


def meant(name: str, names: frozenset[str]) -> list[str]:
    """The calls of a module that a name of that file stands for."""
    return [each for each in (name, f"{name}A", f"{name}W") if each in names]


def _short(names: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The calls of a module that fall short, those with one reason together."""
    by_reason: dict[str, list[str]] = {}
    for name, what in short_rows().items():
        by_reason.setdefault(what, []).extend(meant(name, names))
    for what, calls in by_reason.items():
        if calls:
            yield ", ".join(f"`{call}`" for call in calls), what


def _block(names: Iterable[str]) -> str:
    return "\n".join(["```", *textwrap.wrap(" ".join(sorted(names)), WIDTH, break_long_words=False, break_on_hyphens=False), "```"]) + "\n"


def page(modules: Mapping[str, frozenset[str]] | None = None) -> str:
    stubs = refused()
    there = {name: names for name, names in (modules or exported()).items() if names}
    rows = [f"| [{name}](#{name.replace('.', '')}) | {len(names)} | {sum(row[0].count(',') + 1 for row in _short(names)) + len(names & stubs)} |"
            for name, names in there.items()]
    parts = [HEAD, "\n".join(["| module | names | of these fall short |", "|---|---|---|", *rows]) + "\n"]
    for name, names in there.items():
        parts.append(f"## {name}\n")
        parts.append(f"{count(len(names), 'name')}.\n")
        first = next(other for other in there if there[other] == names)
        if first != name:
            parts.append(f"They are those of [{first}](#{first.replace('.', '')}).\n")
            continue
        if short := list(_short(names)):
            parts.append("\n".join(["| call | what falls short |", "|---|---|", *(f"| {calls} | {what} |" for calls, what in short)]) + "\n")
        parts.append(_block(names - stubs))
        if names & stubs:
            parts.append("Windows has these, too. Here they are stubs, and refused with STATUS_NOT_IMPLEMENTED:\n")
            parts.append(_block(names & stubs))
    return "\n".join(parts)
