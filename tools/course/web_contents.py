"""The ways through the site from every page: the list of contents, and the texts that its search knows."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Iterator, Sequence

from course import web_names
from course.web_pages import Entry, Page, page_name
from programs import ROOT

HEADING = re.compile(r'<h([123])[^>]*? id="([^"]+)"[^>]*>(.*?)</h\1>', re.S)
UNSEEN = re.compile(r'<(select|script|aside)\b.*?</\1>', re.S)  # an aside has the machine
SEARCHED = ("text", "index", "example")  # kinds of pages; of the sources, their names are known
Row = tuple[str, str, str, str]  # the title of a page, a heading in it, the place, the text below the heading


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", UNSEEN.sub(" ", html))).split())


def headings(body: str) -> list[tuple[str, str]]:
    """The sections of a page: their names in links, and their titles."""
    return [(match[2], plain(match[3])) for match in HEADING.finditer(body) if match[1] == "2"]


def searched(page: Page, body: str) -> Iterator[Row]:
    """A page's texts, a row for each section."""
    if page.kind not in SEARCHED:
        return
    heads = list(HEADING.finditer(body))
    ends = [*(head.start() for head in heads), len(body)]
    opening = plain(body[: ends[0]])
    if opening:
        yield page.title, "", page.name, opening
    for head, end in zip(heads, ends[1:]):
        title = plain(head[3])
        yield page.title, "" if head[1] == "1" else title, f"{page.name}#{head[2]}", plain(body[head.end() : end])


def names() -> Iterator[Row]:
    """The names of the headers, each at its place."""
    for path, found in web_names.names().items():
        for row in found:
            yield row.name, path.relative_to(ROOT).as_posix(), f"{page_name(path)}#{row.name}", ""


def contents(entries: Sequence[Entry], others: Sequence[Page], page: Page, body: str) -> str:
    """The list of contents as a page has it: its own sections, the course, and the other texts."""

    def link(name: str, title: str, before: str = "") -> str:
        here = ' aria-current="page"' if name == page.name else ""
        return f'<li>{before}<a href="{name}"{here}>{escape(title)}</a></li>'

    own = "".join(link(f"#{name}", title) for name, title in headings(body))
    course = "".join(link(f"{entry.stem}.html", entry.title, f"{entry.number}. ") for entry in entries)
    rest = "".join(link(other.name, other.title) for other in others)
    lists = (("On this page", own), ("The course", course), ("Other pages", rest))
    return "".join(f'<nav aria-label="{title}"><b>{title}</b><ul>{rows}</ul></nav>' for title, rows in lists if rows)
