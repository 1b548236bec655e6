"""The exercises of the course's pages, and how a run answers them.

A page has them in its last section, as a numbered list. A comment in an exercise says how the lines of a run give the answer:

    ## Exercises

    1. Which thread runs first?

       - ann
       - bob

       <!-- first /^(\\w+) runs/ -->

The comment is WORD /PATTERN/, and may go on with `behind /PATTERN/`, `before /PATTERN/` or both: then only the lines between count. A
pattern is a regular expression, without a slash. Where it has a group, the group is what is read in a line. In front of WORD may stand
`run OPTIONS:`, the options and arguments of another run than that of the program's opening comment.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional, Sequence

from console import CommandError
from course.run_lines import ShownLine
from programs import ROOT

SECTION = re.compile(r"^## Exercises\n(.*?)(?=^## |\Z)", re.M | re.S)
COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.S)
RULE = re.compile(r"(?:run\b(?P<words>[^/]*?):\s*)?(?P<word>\w+) /(?P<pattern>[^/]+)/(?: behind /(?P<behind>[^/]+)/)?(?: before /(?P<before>[^/]+)/)?")

# How the answer comes from what was read in the lines that match. Where there is no such line, the first three have none.
WORDS: dict[str, Callable[[Sequence[str]], str]] = {
    "first": lambda read: read[0],
    "last": lambda read: read[-1],
    "order": ", ".join,
    "count": lambda read: str(len(read)),
    "whether": lambda read: "yes" if read else "no",
}
NEED_A_LINE = ("first", "last", "order")


@dataclass(frozen=True)
class Rule:
    """How a run answers. `words` are those of the run; None: of the program's opening comment."""

    word: str
    pattern: str
    behind: str = ""
    before: str = ""
    words: Optional[tuple[str, ...]] = None

    def answer(self, lines: Sequence[ShownLine]) -> tuple[str, list[ShownLine]]:
        """The answer, and the lines that prove it. Raises CommandError where no line has it."""
        if self.behind:
            lines = lines[_place(self.behind, lines) + 1 :]
        if self.before:
            lines = lines[: _place(self.before, lines)]
        search = re.compile(self.pattern).search  # a run may have 100,000 lines
        found = [(line, match) for line in lines if (match := search(line.text))]
        if self.word in NEED_A_LINE and not found:
            raise CommandError(f"the run has no line for /{self.pattern}/; its page and the program do not fit")
        answer = WORDS[self.word]([match[match.lastindex or 0] for _, match in found])
        chosen = {"first": slice(1), "last": slice(-1, None)}.get(self.word, slice(None))
        return answer, [line for line, _ in found[chosen]]


def _place(pattern: str, lines: Sequence[ShownLine]) -> int:
    """The number of the first line that matches."""
    search = re.compile(pattern).search
    for number, line in enumerate(lines):
        if search(line.text):
            return number
    raise CommandError(f"the run has no line for /{pattern}/; its page and the program do not fit")


@dataclass(frozen=True)
class Exercise:
    text: str
    choices: Sequence[str]
    rule: Rule


def page_of(source: Path) -> Path:
    return ROOT / "docs" / f"{source.stem}.md"


def exercises(page: Path) -> list[Exercise]:
    """The exercises of a page, in its order; none where it has no such section. Raises CommandError for an exercise without a rule."""
    section = SECTION.search(page.read_text()) if page.is_file() else None
    return [_exercise(page, text) for text in re.split(r"^\d+\. ", section[1], flags=re.M)[1:]] if section else []


def _exercise(page: Path, text: str) -> Exercise:
    plain = COMMENT.sub("", text)
    choices = re.findall(r"^ +- (.*)$", plain, re.M)
    question = " ".join(re.sub(r"^ +- .*$", "", plain, flags=re.M).split())
    rule = _rule(COMMENT.search(text))
    if rule is None:
        raise CommandError(f'{page}: the exercise "{question}" needs a comment <!-- WORD /PATTERN/ -->; WORD is one of {", ".join(WORDS)}')
    return Exercise(question, choices or (["yes", "no"] if rule.word == "whether" else []), rule)


def _rule(comment: Optional[re.Match]) -> Optional[Rule]:
    match = RULE.fullmatch(re.sub(r"\s*\n\s*", " ", comment[1])) if comment else None
    if not match or match["word"] not in WORDS:
        return None
    words = None if match["words"] is None else tuple(shlex.split(match["words"]))
    return Rule(match["word"], match["pattern"], match["behind"] or "", match["before"] or "", words)
