"""The pages of the course's site: which there are, what each is made of, and where its links lead.

A page is made in two steps. The first lists texts in Markdown and in C, by names; web_libraries.render makes HTML of all at once. The
second puts that into the page's frame.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import Callable, Iterator, Mapping, Optional

from course import expected_output
from programs import ROOT, Program, native_examples

DOCS = ROOT / "docs"
FRAME = (ROOT / "tools" / "course" / "web" / "page.html").read_text
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
SECTION = re.compile(r"^## (.*)$", re.M)
TABLE_ROW = re.compile(r"^\| (\d+) \| \[(.*?)\]\((\d\d-[\w-]+)\.md\) \| (.*) \|$", re.M)
TAG = re.compile(r"<(/?)(\w+)[^>]*>")
SCRIPTS = ("loading.js", "searching.js")  # of every page
HIDDEN = ("What happens", "Why")  # sections that are opened after a prediction
Part = Mapping[str, str]
Html = Mapping[str, str]


@dataclass(frozen=True)
class Entry:
    """A row of the course's table."""

    number: int
    title: str
    stem: str
    idea: str


@dataclass
class Page:
    """`parts` are the texts to make HTML of; `body` puts their HTML together."""

    name: str
    title: str
    parts: dict[str, Part]
    body: Callable[[Html], str]
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    settings: str = ""
    kind: str = "text"
    around: tuple[Optional[Entry], Optional[Entry]] = (None, None)
    data: dict[str, bytes] = field(default_factory=dict)


def course() -> list[Entry]:
    rows = TABLE_ROW.findall((DOCS / "README.md").read_text())
    return [Entry(int(number), title, stem, idea) for number, title, stem, idea in rows]


def page_name(path: Path) -> str:
    """The name of the page for a file or a folder of the project."""
    if path == DOCS / "README.md":
        return "index.html"
    if DOCS in path.parents and path.suffix == ".md":
        return f"{'-'.join(path.relative_to(DOCS).with_suffix('').parts).lower()}.html"
    if path.parent == ROOT and path.suffix == ".md":
        return f"{path.stem.lower()}.html"
    return f"source-{'-'.join(path.relative_to(ROOT).parts)}.html"


def is_text(path: Path) -> bool:
    return path.suffix == ".md" and (path.parent == ROOT or DOCS in path.parents)


class Links:
    """Leads links of the project's texts to pages of the site, and keeps which files they want."""

    def __init__(self) -> None:
        self.wanted: set[Path] = set()
        self._programs = {program.source: program.source.stem for program in native_examples()}

    def led(self, text: str, path: Path) -> str:
        """The text of a file in Markdown, with its links. Blocks of code stay."""
        done, at = [], 0
        for fence in [*FENCE.finditer(text), None]:
            end = fence.start() if fence else len(text)
            done.append(LINK.sub(lambda match: f"[{match[1]}]({self.target(match[2], path)})", text[at:end]))
            if fence:
                done.append(fence[0])
                at = fence.end()
        return "".join(done)

    def target(self, link: str, path: Path) -> str:
        file, hash_sign, anchor = link.partition("#")
        if "://" in link or not file:
            return link
        wanted = Path(os.path.normpath(path.parent / file))
        if wanted in self._programs and (DOCS / f"{wanted.stem}.md").is_file():
            return f"{wanted.stem}.html#program"
        if wanted.exists():
            self.wanted.add(wanted)
        return f"{page_name(wanted)}{hash_sign}{anchor}"


def sections(text: str) -> list[tuple[str, str]]:
    """The sections of a page: their titles, and their text in Markdown. The first has no title: it is the page's opening."""
    inside = [fence.span() for fence in FENCE.finditer(text)]
    heads = [head for head in SECTION.finditer(text) if not any(begin <= head.start() < end for begin, end in inside)]
    ends = [*(head.start() for head in heads), len(text)]
    return [("", text[: ends[0]]), *((head[1], text[head.start() : end]) for head, end in zip(heads, ends[1:]))]


def title_of(text: str) -> str:
    return re.sub(r"^# (?:\d+\. )?", "", text.partition("\n")[0])


def text_page(path: Path, links: Links) -> Page:
    text = path.read_text()
    return Page(page_name(path), title_of(text), {"text": {"kind": "page", "text": links.led(text, path)}}, lambda html: html["text"])


def index_page(links: Links) -> Page:
    """The course's order. Sentences about the command line stay, because the site shows the same programs."""
    path = DOCS / "README.md"
    opening, _, rest = path.read_text().partition("| | page | idea |")
    after = TABLE_ROW.sub("", rest).replace("|---|---|---|", "").strip()
    parts: dict[str, Part] = {"opening": {"kind": "page", "text": links.led(opening, path)}, "after": {"kind": "page", "text": links.led(after, path)}}
    entries = course()
    parts.update({f"{entry.stem}-{name}": {"kind": "line", "text": text} for entry in entries
                  for name, text in (("title", entry.title), ("idea", entry.idea))})

    def body(html: Html) -> str:
        rows = "\n".join(f'<li value="{entry.number}"><a href="{entry.stem}.html">{html[f"{entry.stem}-title"]}</a> <span>{html[f"{entry.stem}-idea"]}</span></li>'
                         for entry in entries)
        lead = ('<p class="lead">The programs of these pages run in the page itself, on an emulated PC, but for those of C++. Nothing is sent anywhere, and the folder works from '
                'disk. <a href="web.html">How that works, and what the emulator lacks</a>.</p>')
        return f'{html["opening"]}{lead}<ol class="course">\n{rows}\n</ol>\n{html["after"]}<p><a href="licences.html">Libraries and licences of this site</a></p>'

    return Page("index.html", "A course in exceptions and threads", parts, body, kind="index")


def _whole(content: str, html: Html) -> str:
    """A page without parts."""
    return content


def source_pages(wanted: set[Path], linked: Callable[[str, Path], str]) -> Iterator[Page]:
    """A page for each file of the project that a text links to. A folder's page has its files' pages. `linked` puts links into a file's code."""
    folders = sorted(path for path in wanted if path.is_dir())
    files = sorted({path for path in wanted if path.is_file() and not is_text(path)} | {file for folder in folders for file in folder.iterdir() if file.is_file()})
    for folder in folders:
        rows = "".join(f'<li><a href="{page_name(file)}"><code>{escape(file.name)}</code></a></li>' for file in files if file.parent == folder)
        shown = escape(str(folder.relative_to(ROOT)))
        content = f"<h1><code>{shown}/</code></h1><ul>{rows}</ul>"
        yield Page(page_name(folder), f"{shown}/", {}, partial(_whole, content), kind="source")
    for file in files:
        yield source_page(file, linked)


def source_page(file: Path, linked: Callable[[str, Path], str]) -> Page:
    shown = str(file.relative_to(ROOT))
    return Page(page_name(file), shown, {"code": {"kind": file.suffix.lstrip(".") or "plaintext", "text": file.read_text()}},
                lambda html: f'<h1><code>{escape(shown)}</code></h1><pre class="listing" tabindex="0"><code>{in_lines(linked(html["code"], file))}</code></pre>', kind="source")


def program_parts(program: Program) -> dict[str, Part]:
    """The program as it is shown: without the comments that tell its output, because the reader is asked for that."""
    return {"program": {"kind": "c", "text": expected_output.without(program.source.read_text()).rstrip() + "\n"}}


def in_lines(html: str) -> str:
    """Coloured code with an element for each line, so that a long line goes on below its own beginning. The elements in it end and begin with it."""
    done, opened = [], list[str]()
    for line in html.rstrip("\n").split("\n"):
        before = "".join(opened)
        for tag in TAG.finditer(line):
            if tag[1]:
                opened.pop()
            else:
                opened.append(tag[0])
        indent = len(line) - len(line.lstrip(" "))
        blanks = f'<i>{" " * indent}</i>' if indent else ""
        ends = "".join(f"</{tag[1:].split()[0].rstrip('>')}>" for tag in reversed(opened))
        done.append(f'<span class="line" style="--in:{indent}">{blanks}{before}{line[indent:]}{ends}</span>')
    return "\n".join(done)


def framed(page: Page, body: str, contents: str) -> str:
    """The whole page, with the links to those before and behind it."""
    before, behind = page.around
    way = "".join(f'<a rel="{word}" href="{entry.stem}.html">{arrow[0]}{entry.number}. {escape(entry.title)}{arrow[1]}</a>'
                  for word, entry, arrow in (("prev", before, ("← ", "")), ("next", behind, ("", " →"))) if entry)
    values = {
        "title": escape(page.title),
        "kind": page.kind,
        "styles": "".join(f'<link rel="stylesheet" href="{name}">\n' for name in page.styles),
        "contents": contents,
        "body": body,
        "way": f'<nav class="way" aria-label="Neighbouring pages">{way}</nav>' if way else "",
        "settings": f'<script type="application/json" id="settings">{page.settings}</script>\n' if page.settings else "",
        "scripts": "".join(f'<script src="{name}"></script>\n' for name in (*page.scripts, *SCRIPTS)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], FRAME())
