"""The tables in docs/bench.md that a command writes: `./trapline bench --page`, `./trapline bench --native --page`.

Each stands between two comments, <!-- NAME: the command --> and <!-- end of NAME -->.
"""

from __future__ import annotations

import re
from typing import Sequence

from bench.figures import ROWS
from console import CommandError
from programs import ROOT

PAGE = ROOT / "docs" / "bench.md"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |".replace("|  ", "| ") for row in [head, ["---"] * len(head), *rows])


def figures(values: dict[str, int]) -> str:
    """The list of figures with these values."""

    def shown(number: int, unit: str) -> str:
        return f"{number:,}" + ("" if unit == "instructions" else f" {unit}")

    rows = []
    for name, row in ROWS.items():
        value = values[name]
        open_goal = shown(row.goal, row.unit) if row.goal is not None and value > row.goal else ""
        rows.append([f"`{name}`", row.what, shown(value, row.unit), shown(row.limit, row.unit), open_goal, row.peer])
    return table(["figure", "what is counted", "now", "limit", "open goal", "best peer"], rows)


def write(name: str, text: str) -> str:
    """Puts the text where the page has `name`; returns the page's name for people."""
    page = PAGE.read_text()
    pattern = re.compile(rf"(<!-- {name}: [^\n]* -->\n).*?(<!-- end of {name} -->)", re.S)
    if not pattern.search(page):
        raise CommandError(f"docs/bench.md has no place for {name}: a line <!-- {name}: ... --> and a line <!-- end of {name} -->")
    PAGE.write_text(pattern.sub(lambda match: f"{match[1]}\n{text}\n\n{match[2]}", page))
    return str(PAGE.relative_to(ROOT))
