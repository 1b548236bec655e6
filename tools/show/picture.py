"""The picture of one moment, as SVG: the stack with its functions and records at their addresses, the chain of handlers, the registers.

High addresses are on top. Nothing in it depends on colour, and every text is a text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import wrap
from typing import Iterator, Sequence
from xml.sax.saxutils import escape

from record.moments import CHAIN_END, REGISTERS
from record.stack import Box, Region

WIDTH = 840
LEFT, RIGHT = 110, 560  # of the stack
LANE = 14  # between the lines of the chain
ROW = 18
TOP = 92
TITLE = 92  # letters of a line
INSET = 12
NAME = 57  # letters of a function's name with its place and size
STYLE = """
text { font: 12px ui-monospace, "DejaVu Sans Mono", Consolas, monospace; fill: #1b1b1b }
.head { font: 600 15px system-ui, "DejaVu Sans", sans-serif }
.note, .small { fill: #5a5a5a }
.small { font-size: 11px }
.name { font-weight: 600 }
.paper { fill: #ffffff }
.own { fill: #e4eefb; stroke: #6f8fb8 }
.other { fill: #f3f3f1; stroke: #a8a8a2 }
.box { fill: #ffffff; stroke: #1b1b1b }
.asked { fill: #fff0c2; stroke: #1b1b1b; stroke-width: 2.5 }
.line { fill: none; stroke: #1b1b1b; stroke-width: 1.3 }
.dots { stroke: #a8a8a2; stroke-dasharray: 3 3 }
.runs { stroke: #3b6ea8; stroke-width: 10 }
.ready { stroke: #1b1b1b; stroke-width: 1.3 }
.waits { stroke: #1b1b1b; stroke-width: 2.5; stroke-dasharray: 8 5 }
.apart { stroke: #1b1b1b; stroke-width: 2.5; stroke-dasharray: 2 4 }
"""


@dataclass(frozen=True)
class Scene:
    title: str
    subtitle: str
    regions: Sequence[Region]  # the outermost first
    chain: Sequence[int]  # the records' addresses, the head first
    end: int  # of the chain
    registers: dict[str, str] = field(default_factory=dict)
    esp: int = 0


def height(region: Region) -> int:
    return ROW + 4 + sum(len(box.lines) * ROW + 6 for box in region.boxes)


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "") -> str:
    attributes = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text x="{x:g}" y="{y:g}"{attributes}>{escape(words)}</text>'


def rectangle(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{kind}"/>'


def shorten(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def sheet(title: str, subtitle: str, description: str, bottom: float, body: Sequence[str]) -> str:
    """The whole file, with the title above what `body` draws."""
    lines = wrap(title, TITLE)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" width="{WIDTH}" height="{bottom}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
        rectangle(0, 0, WIDTH, bottom, "paper"),
        *(text(20, 26 + 20 * number, words, "head") for number, words in enumerate(lines)),
        text(20, 28 + 20 * len(lines), shorten(subtitle, 112), "note"),
        *body,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Drawing:
    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._top = TOP
        self._records: dict[int, int] = {}  # the middle of each record's row "next", by its address

    def draw(self) -> str:
        scene = self._scene
        self._top += 20 * (len(wrap(scene.title, TITLE)) - 1)
        stack = [*self._stack()]
        bottom = max(self._bottom + 40, self._top + 40 + ROW * (len(REGISTERS) + 2))
        return sheet(scene.title, scene.subtitle, described(scene), bottom, [*stack, *self._chain(), *self._registers()])

    def _stack(self) -> Iterator[str]:
        y = self._top
        yield text(LEFT, self._top - 10, "the stack, high addresses on top", "small")
        for region in self._scene.regions:
            yield rectangle(LEFT, y, RIGHT - LEFT, height(region), "own" if region.is_own else "other")
            place = f"{region.place}  {region.high - region.low} B".strip()
            yield text(LEFT + INSET, y + 14, shorten(region.name, NAME - len(place)), "name")
            yield text(RIGHT - INSET, y + 14, place, "small", "end")
            inner = y + ROW + 2
            for box in sorted(region.boxes, key=lambda box: -box.address):
                yield from self._box(box, inner)
                inner += len(box.lines) * ROW + 6
            y += height(region)
            if not any(box.address == region.low for box in region.boxes):
                yield text(LEFT - 10, y + 4, f"{region.low:08X}", "small", "end")
        self._bottom = y
        yield f'<path class="line" d="M{LEFT - 6} {y}H{RIGHT + 6}"/>'
        yield text(LEFT, y + 16, f"esp {self._scene.esp:08X}", "name")
        yield f'<path class="dots" d="M{LEFT} {y + 26}H{RIGHT}"/>'

    def _box(self, box: Box, y: int) -> Iterator[str]:
        left, width = LEFT + 24, RIGHT - LEFT - 24 - INSET
        yield rectangle(left, y, width, len(box.lines) * ROW, "asked" if box.is_asked else "box")
        for number, (words, value) in enumerate(box.lines):
            if number and box.is_record:
                yield f'<path class="line" d="M{left} {y + number * ROW}h{width}"/>'
            yield text(left + 8, y + number * ROW + 13, words)
            yield text(left + 90, y + number * ROW + 13, value, "name" if words == "Handler" else "")
        end = y + len(box.lines) * ROW
        yield text(LEFT - 10, end, f"{box.address:08X}", "small", "end")
        if box.is_record:
            self._records[box.address] = end - ROW // 2

    def _chain(self) -> Iterator[str]:
        """fs:[0], and an arrow from each record to the next one."""
        scene = self._scene
        head = scene.chain[0] if scene.chain else scene.end
        x, edge = RIGHT + 40, RIGHT - INSET
        yield rectangle(x + 10, self._top - 26, 150, 22, "box")
        yield text(x + 18, self._top - 11, "fs:[0]", "name")
        yield text(x + 74, self._top - 11, f"{head:08X}")
        if head in self._records:
            yield f'<path class="line" marker-end="url(#tip)" d="M{x + 20} {self._top - 4}V{self._records[head] - 4}H{edge + 1}"/>'
        for number, (address, following) in enumerate(zip(scene.chain, [*scene.chain[1:], scene.end])):
            if address in self._records and following in self._records:
                lane = RIGHT + 6 + number % 3 * LANE // 2
                yield f'<path class="line" marker-end="url(#tip)" d="M{edge} {self._records[address] + 4}H{lane}V{self._records[following] - 4}H{edge + 1}"/>'

    def _registers(self) -> Iterator[str]:
        x, y = RIGHT + 90, self._top + 30
        yield text(x, y, "registers", "small")
        for number, (name, value) in enumerate(self._scene.registers.items(), 1):
            yield text(x, y + number * ROW, name)
            yield text(x + 36, y + number * ROW, value, "name")


def described(scene: Scene) -> str:
    """The picture in words, a line for each thing in it from top to bottom."""
    lines = [scene.subtitle]
    for region in scene.regions:
        lines.append(f"{region.name} {region.place}".rstrip())
        for box in sorted(region.boxes, key=lambda box: -box.address):
            asked = ", which the event is about" if box.is_asked else ""
            lines.append("  " + "; ".join(" ".join(line).strip() for line in box.lines) + asked)
    ends = "the end" if scene.end == CHAIN_END else f"{scene.end:08X}, where it cannot be followed"
    lines.append("chain from fs:[0]: " + ", ".join([*(f"{address:08X}" for address in scene.chain), ends]))
    return "\n".join(lines)


def svg(scene: Scene) -> str:
    return _Drawing(scene).draw()
