#!/usr/bin/env python3
"""Every link of a document leads somewhere, to a file and to a heading in it. Every document is linked to from another, and every public
header from docs/using.md."""

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
    """What a forge calls the headings: small letters, no punctuation, hyphens for blanks."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text_of(document))}


def links(document: Path) -> Iterator[tuple[str, Path, str]]:
    """The links that stay in the project: as written, the file, and the heading."""
    for link in LINK.findall(text_of(document)):
        file, _, anchor = link.partition("#")
        if "://" not in link:
            yield link, Path(os.path.normpath(document.parent / file)) if file else document, anchor


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
header_list = {file for _, file, _ in links(ROOT / "docs" / "using.md")}
unlisted = [path.name for path in (ROOT / "include").glob("*.h") if path not in header_list]
ok(not unlisted, "docs/using.md lists each public header", *unlisted)
lost = [document.relative_to(ROOT) for document in documents if document not in linked]
ok(len(documents) > 50 and not lost, "each document is linked to from another", *lost)
finish()
