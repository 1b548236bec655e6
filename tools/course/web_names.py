"""The names that the public headers declare: an index of them for the course's site, and their places in the headers' own pages."""

from __future__ import annotations

import re
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Iterator, NamedTuple

from build.build import program_flags
from build.c_tokens import Tokens
from build_folder import BUILD_ROOT
from console import CommandError
from course.web_pages import Links, Page, page_name
from programs import ROOT

FOLDERS = ("include", "lib/include")
FUNCTION, TYPE, CONSTANT = "Functions", "Types", "Constants and other macros"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
OF_CPLUSPLUS = re.compile(r"^#ifdef __cplusplus$.*?^#endif$", re.M | re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)[ \t]*(\w*)", re.M)
UNDONE = re.compile(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", re.M)
PROTOTYPE = re.compile(r"^/\* (\S+):(\d+):\w+ \*/ .*?(\w+) \(", re.M)  # a row of gcc's -aux-info
INCLUDE = re.compile(r"&lt;([\w.]+)&gt;")


class Name(NamedTuple):
    name: str
    kind: str
    line: int  # from 1


def headers() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.h"))]


@lru_cache(maxsize=None)
def names() -> dict[Path, list[Name]]:
    """The names of each header, in their order; a name that a header declares more than once has its first place."""
    prototypes = _prototypes()
    functions = {row.name for rows in prototypes.values() for row in rows}
    found: dict[Path, list[Name]] = {}
    for path in headers():
        rows = sorted([*prototypes.get(path, []), *_written(path.read_text(), functions)], key=lambda row: row.line)
        found[path] = list({row.name: row for row in reversed(rows)}.values())[::-1]
    return found


def _prototypes() -> dict[Path, list[Name]]:
    """The functions, as the compiler has read all headers; some are made by macros."""
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        source, listed = Path(folder, "all.c"), Path(folder, "list")
        source.write_text("".join(f"#include <{path.name}>\n" for path in headers()))
        done = subprocess.run([*program_flags(), "-w", "-fsyntax-only", "-aux-info", str(listed), str(source)], cwd=BUILD_ROOT, capture_output=True, text=True)
        if done.returncode:
            raise CommandError("the headers do not compile; the compiler's words are above", done.stderr)
        found: dict[Path, list[Name]] = {}
        for file, line, name in PROTOTYPE.findall(listed.read_text()):
            found.setdefault(ROOT / file, []).append(Name(name, FUNCTION, int(line)))
    return found


def _written(text: str, functions: set[str]) -> Iterator[Name]:
    """The macros, types and constants of a header. A macro for a function counts as one."""
    for left_out in (COMMENT, OF_CPLUSPLUS):
        text = left_out.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    undone = set(UNDONE.findall(text))
    for match in MACRO.finditer(text):
        name, bracket, value = match.groups()
        if name not in undone and not name.endswith("_H"):
            yield Name(name, FUNCTION if bracket or value in functions else CONSTANT, text.count("\n", 0, match.start()) + 1)
    code = Tokens(DIRECTIVE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text))
    for at, kind in _declared(code):
        yield Name(code.word(at), kind, text.count("\n", 0, code.tokens[at].start) + 1)


def _declared(code: Tokens) -> Iterator[tuple[int, str]]:
    """The places of types' names and of enumerations' constants, outside of functions."""
    at, in_typedef = 0, False
    while at < len(code.tokens):
        word, close = code.word(at), code.pairs.get(at, at)
        if word == "typedef":
            in_typedef = True
        elif word == ";":
            in_typedef = False
        elif word in ("struct", "union", "enum") and code.word(at + 2) == "{" and not code.word(at + 1).startswith("_"):
            yield at + 1, TYPE
        elif word == "{" and "enum" in (code.word(at - 1), code.word(at - 2)):
            yield from ((place, CONSTANT) for place in _after_commas(code, at))
        elif in_typedef and word == "(" and code.word(close - 2) == "*" and code.word(close + 1) == "(":
            yield close - 1, TYPE  # of a pointer to a function
        elif in_typedef and code.tokens[at].kind == "word" and (
                code.word(at + 1) in (";", ",", "[") or code.word(at + 1) == "(" and code.word(code.pairs[at + 1] + 1) == ";"):
            yield at, TYPE
        at = close + 1


def _after_commas(code: Tokens, brace: int) -> Iterator[int]:
    at = brace + 1
    while at < code.pairs[brace]:
        if code.word(at - 1) in ("{", ","):
            yield at
        at = code.pairs.get(at, at) + 1


def names_page(links: Links) -> Page:
    """The index. Each header gets its page, also one that no text links to."""
    links.wanted.update(headers())
    rows: dict[str, list[tuple[str, Path]]] = {kind: [] for kind in (FUNCTION, TYPE, CONSTANT)}
    for path, found in names().items():
        for row in found:
            rows[row.kind].append((row.name, path))
    jumps = " ".join(f'<a href="#{kind.split()[0].lower()}">{kind}</a>' for kind in rows)
    lists = "".join(f'<h2 id="{kind.split()[0].lower()}">{kind}</h2>\n<ul class="names">\n{_items(known)}</ul>\n' for kind, known in rows.items())
    body = ("<h1>Names</h1><p>All names that a program gets from the headers. Each leads to its place in the header, where a comment says what it does, its "
            "units and errors, and from where it may be called. The search above finds a name by its beginning, that of the browser a part of one.</p>\n"
            f'<p class="jumps">{jumps} <a href="using.html#which-header-has-what">The headers by subject</a></p>\n{lists}')
    return Page("names.html", "Names", {}, lambda html: body, kind="list")


def _items(known: list[tuple[str, Path]]) -> str:
    ordered = sorted(known, key=lambda row: (row[0].lstrip("_").lower(), row[0], row[1]))
    return "".join(f'<li><a href="{page_name(path)}#{name}"><code>{name}</code></a> <span>{path.name}</span></li>\n' for name, path in ordered)


def with_names(html: str, path: Path) -> str:
    """The code of a header's page: its names are places to link to, and the headers that it includes are links."""
    lines = html.split("\n")
    for row in names().get(path, ()):
        place = re.compile(rf"(?<![\w&]){row.name}\b(?![^<]*>)")
        line, count = place.subn(f'<span id="{row.name}">{row.name}</span>', lines[row.line - 1], 1)
        lines[row.line - 1] = line if count else f'<span id="{row.name}"></span>{line}'
    known = {header.name: page_name(header) for header in headers()}
    return INCLUDE.sub(lambda match: f'&lt;<a href="{known[match[1]]}">{match[1]}</a>&gt;' if match[1] in known else match[0], "\n".join(lines))
