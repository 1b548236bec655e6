#!/usr/bin/env python3
"""A sentence of a comment or a document begins with its subject: a thread, a call, a page.

Openings like "What is told of it", "The same for a process" and "Of these one is free" send the reader back to look for a noun. Questions
may have them. Headings, rows of tables and code are no sentences.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path
from typing import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from tap import finish, ok  # noqa: E402

OPENS = re.compile(r"[\"(*_`]*(?:Of|Who|Whoever|What|Whatever|Which|Whichever|The same|One that|One who|Those)\b")
END = re.compile(r"(?<=[.!?:])[)*_\"]*\s+(?=[\"(*_`]*[A-Z])")
POINT = re.compile(r"^(?:[-*+] |\d+\. |> )")
# A text of C is read, too, because a sign of a comment inside of it is none.
C_PARTS = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*(?P<block>.*?)\*/|(?P<lines>//[^\n]*(?:\n[ \t]*//[^\n]*)*)', re.S)
SIGNED = re.compile(r"^[ \t]*#(?!!)[^\n]*(?:\n[ \t]*#[^\n]*)*", re.M)
# The parts of a document without sentences: blocks of code, remarks for the tools, rows of tables, headings.
NO_PROSE = re.compile(r"^(?:```.*?^```|<!--.*?-->|\|[^\n]*|#[^\n]*|(?:    |\t)\S[^\n]*)", re.S | re.M)

Texts = Iterator[tuple[int, str]]  # each with the number of its first line


def lines_above(text: str, place: int) -> int:
    return text.count("\n", 0, place)


def of_c(text: str) -> Texts:
    for part in C_PARTS.finditer(text):
        sign, words = (r"^\s*\*(?!\*)", part["block"]) if part["block"] else (r"^\s*//", part["lines"] or "")
        yield lines_above(text, part.start()), re.sub(sign, "", words, flags=re.M)


def of_signs(text: str) -> Texts:
    for part in SIGNED.finditer(text):
        yield lines_above(text, part.start()), re.sub(r"^[ \t]*#", "", part[0], flags=re.M)


def of_python(text: str) -> Texts:
    yield from of_signs(text)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and token.line.lstrip()[0] != "#":
            yield token.start[0] - 1, token.string.lstrip("#")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield node.body[0].lineno - 1, ast.get_docstring(node, clean=False) or ""


def of_document(text: str) -> Texts:
    yield 0, NO_PROSE.sub(lambda part: "\n" * part[0].count("\n"), text)


KINDS: dict[str, Callable[[str], Texts]] = {
    **dict.fromkeys((".c", ".h", ".S", ".cpp", ".inc", ".js", ".css", ".ld"), of_c),
    **dict.fromkeys((".mk", "Makefile"), of_signs), ".py": of_python, ".md": of_document}


def kind_of(path: Path) -> Callable[[str], Texts] | None:
    first = path.read_bytes().partition(b"\n")[0]
    script = (of_python if b"python" in first else of_signs) if first.startswith(b"#!") else None
    return KINDS.get(path.suffix or path.name) or script


def paragraphs(text: str) -> Texts:
    """Paragraphs and the points of lists, on one line each."""
    begin, words = 0, ""
    for number, line in enumerate([*text.split("\n"), ""]):
        line = line.strip()
        if words and (not line or POINT.match(line)):
            yield begin, words
            words = ""
        begin = begin if words else number
        words = f"{words} {POINT.sub('', line)}".strip()


def sentences(text: str, kind: Callable[[str], Texts]) -> Texts:
    for above, part in kind(text):
        for below, paragraph in paragraphs(part):
            for sentence in END.split(paragraph):
                yield above + below + 1, sentence.strip()


def names_of_files() -> list[str]:
    """The files of the checkout; in a copy without git, as tests/mutants/run makes it, all files that are not built."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    paths = () if listed.stdout else (path.relative_to(ROOT) for path in sorted(ROOT.rglob("*")))
    return [*listed.stdout.splitlines(), *(str(path) for path in paths if path.parts[0] != "build")]


files = [(name, kind) for name in names_of_files() if (ROOT / name).is_file() and (kind := kind_of(ROOT / name))]
read = [(name, *row) for name, kind in files for row in sentences((ROOT / name).read_text(), kind)]
stray = [f"{name}:{line}: {sentence}" for name, line, sentence in read if OPENS.match(sentence) and not sentence.endswith("?")]

ok({kind for _, kind in files} == set(KINDS.values()) and len(read) > 20000, "comments and documents are read")
ok(not stray, "each of their sentences begins with a noun, not with what, who, which, of or the same", *stray)
finish()
