#!/usr/bin/env python3
"""Every link of a document leads somewhere, to a file and to a heading in it. Every document is linked to from another, and every public
header from docs/using.md. The gaps of the emulator are told. Where a document or a picture shows a function with a line, the line is that function's."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from tap import finish, ok  # noqa: E402

FENCE = re.compile(r"^```.*?^```", re.M | re.S)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)


def text_of(document: Path) -> str:
    return FENCE.sub("", document.read_text())


def anchors(document: Path) -> set[str]:
    """The headings' names in a forge's links: small letters, no punctuation, hyphens for blanks."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text_of(document))}


def links(document: Path) -> Iterator[tuple[str, Path, str]]:
    """The links that stay in the project: as written, the file, and the heading."""
    for link in LINK.findall(text_of(document)):
        file, _, anchor = link.partition("#")
        if "://" not in link:
            yield link, Path(os.path.normpath(document.parent / file)) if file else document, anchor


# A function and its line: of a trace, a debugger or a picture.
PLACE = re.compile(r"(\w+)(?:\+\w+)? (?:\((?:.*\) at )?|\(\w+\) \[)?([\w./-]+\.[cS])(?::| @ )(\d+)")
SOURCES = [path for folder in ROOT.iterdir() if folder.name[0] != "." and folder.name != "build" for path in folder.rglob("*.[cS]")]


def source_of(place: str) -> Path | None:
    """The file of a place, whose folders a picture leaves out; None for a file of the reader's own. A picture shows no test."""
    found = sorted((path for path in SOURCES if str(path).endswith("/" + place)), key=lambda path: path.parts[len(ROOT.parts)] == "tests")
    return found[0] if found else None


def is_in(source: Path, line: int, name: str) -> bool:
    """Whether the line is of the function, or of a static one that the compiler may have put into it."""
    above = source.read_text().splitlines()[:line]
    if len(above) < line:
        return False
    for text in reversed(above[:-1] if above[-1] == "}" else above):
        if text == "}":
            return False
        if text.startswith("static ") or re.match(rf"(?:\w.*\b)?{name}[(:]", text):
            return True
    return False


documents = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
linked = {ROOT / "README.md"}
for document in documents:
    dead = []
    for link, file, anchor in links(document):
        if not file.exists() or (anchor and (file.suffix != ".md" or anchor not in anchors(file))):
            dead.append(link)
        elif file != document:
            linked.add(file)
    ok(not dead, f"{document.relative_to(ROOT)}: each link leads somewhere", *dead)
known = [(document, place, source) for document in (*documents, *sorted((ROOT / "docs").rglob("*.svg")))
         for place in PLACE.finditer(document.read_text()) if (source := source_of(place[2]))]
ok(len(known) > 50, "documents and pictures show places in the sources", str(len(known)))
moved = [f"{document.relative_to(ROOT)}: {place[0]}" for document, place, source in known if not is_in(source, int(place[3]), place[1])]
ok(not moved, "each line that they show is one of the function beside it", *moved)
elsewhere = [f"{document.relative_to(ROOT)}: {place[0]}" for document in (*documents, *sorted((ROOT / "docs").rglob("*.svg")))
             for place in re.finditer(r"(?<=[( ])/[^\s()]+\.[chS]:\d+", document.read_text())]
ok(not elsewhere, "no place is that of the machine on which a picture was drawn", *elsewhere)
header_list = {file for _, file, _ in links(ROOT / "docs" / "using.md")}
unlisted = [path.name for path in (ROOT / "include").glob("*.h") if path not in header_list]
ok(not unlisted, "docs/using.md lists each public header", *unlisted)
gaps = re.findall(r'\{\s*"(QEMU[^"]+)"', re.sub(r'"\s+"', "", (ROOT / "tests/harness/gaps.c").read_text()))
differences = (ROOT / "docs/differences-from-windows.md").read_text()
untold = [gap for gap in gaps if f"| {gap} |" not in differences]
ok(len(gaps) > 10 and not untold, "docs/differences-from-windows.md tells each gap of the emulator", *untold)
lost = [document.relative_to(ROOT) for document in documents if document not in linked]
ok(len(documents) > 50 and not lost, "each document is linked to from another", *lost)
finish()
