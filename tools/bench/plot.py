"""`./trapline bench --plot`: the figures and the native comparison as SVG pictures, drawn with nothing but text.

A picture follows its viewer: dark letters on light ground, or the other way round.
"""

from __future__ import annotations

import math
from html import escape
from pathlib import Path
from typing import Sequence
from build_folder import BUILD


FIGURES = BUILD / "bench.svg"
NATIVE = BUILD / "bench-native.svg"

# Each by name: on light ground, on dark ground. Told apart without red and green.
COLOURS = {
    "floor": ("#8a8f98", "#8a8f98"),
    "trapline": ("#0f62c9", "#5aa7ff"),
    "boost": ("#c46a00", "#f0a34a"),
    "swapcontext": ("#0b8a6b", "#3fcfa8"),
    "pcl": ("#7a6a00", "#d6c34a"),
    "st": ("#8b3fb5", "#c98bea"),
    "pth": ("#a8324a", "#f0849a"),
}
OTHERS = {
    "yield_10_guarded": "guarded: 10 threads yield",
    "yield_1k_guarded": "guarded: 1,000 yield",
    "yield_10k_guarded": "guarded: 10,000 yield",
    "life": "life, by hand",
    "life_guarded": "guarded: life, by hand",
    "life_joined": "life, joined",
    "life_joined_guarded": "guarded: life, joined",
    "sleep_1k": "a sleep, 1,000 threads",
    "sleep_100k": "a sleep, 100,000",
    "sleep_1m": "a sleep, 1,000,000",
}
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c2128 }
.ground { fill: #ffffff } .title { font-size: 17px; font-weight: 600 } .quiet { fill: #6a737d; font-size: 12px }
.right { text-anchor: end } .middle { text-anchor: middle }
.grid { stroke: #d8dce2; stroke-width: 1 } .limit { stroke: #1c2128; stroke-width: 1.5 }
.within { fill: #0f62c9 } .above { fill: #c46a00 } .above-text { fill: #c46a00; font-weight: 600 }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round } .band { opacity: 0.16; stroke: none }
%s
@media (prefers-color-scheme: dark) {
text { fill: #e3e7ec } .ground { fill: #12161c } .quiet { fill: #949ea9 } .grid { stroke: #2c333c } .limit { stroke: #e3e7ec }
.within { fill: #5aa7ff } .above { fill: #f0a34a } .above-text { fill: #f0a34a }
%s
}
"""


def _colours(ground: int) -> str:
    return "\n".join(f".{name}-line {{ stroke: {pair[ground]} }} .{name} {{ fill: {pair[ground]} }}" for name, pair in COLOURS.items())


def _picture(width: int, height: int, parts: Sequence[str]) -> str:
    style = STYLE % (_colours(0), _colours(1))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<style>{style}</style>", f'<rect class="ground" width="{width}" height="{height}"/>', *parts, "</svg>", ""])


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


# ---------------------------------------------------------------- figures beside their limits


def figures(found: dict[str, dict]) -> str:
    """Bars, as parts of each figure's limit; `found`: the contents of build/bench.json."""
    left, right, row, top, most = 170, 190, 26, 74, 3.0
    width, height = 860, top + row * len(found) + 30
    span = width - left - right
    widest = min(most, max([1.15, *(f["value"] / f["limit"] for f in found.values())]))

    def x(part: float) -> float:
        return left + span * min(part, widest) / widest

    parts = [_text(20, 32, "What the runtime's paths cost", "title"), _text(20, 52, "each as a part of its limit", "quiet")]
    bottom = top + row * len(found)
    parts += [_line(x(part), top - 6, x(part), bottom, "grid") for part in (0.5, 1.5, 2.0, 2.5) if part <= widest]
    for i, (name, figure) in enumerate(found.items()):
        y = top + row * i
        is_above = figure["value"] > figure["limit"]
        part = figure["value"] / figure["limit"]
        parts.append(_text(left - 10, y + 14, name, "right"))
        parts.append(f'<rect x="{left}" y="{y + 3}" width="{max(x(part) - left, 1):.1f}" height="{row - 10}" rx="2" class="{"above" if is_above else "within"}"/>')
        unit = "" if figure["unit"] == "instructions" else f" {figure['unit']}"
        parts.append(_text(width - right + 12, y + 14, f"{figure['value']:,} of {figure['limit']:,}{unit}", "above-text" if is_above else ""))
    parts.append(_line(x(1), top - 6, x(1), bottom + 4, "limit"))
    parts.append(_text(x(1), bottom + 20, "limit", "middle quiet"))
    return _picture(width, height, parts)


# ---------------------------------------------------------------- the native comparison


def _nanoseconds(value: float) -> str:
    return f"{value:,.0f} ns" if value >= 20 else f"{value:.1f} ns"


class _Decades:
    """A logarithmic axis from one place to another."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = math.floor(math.log10(low)), math.ceil(math.log10(high))
        self.high = max(self.high, self.low + 1)
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (math.log10(value) - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        return [10.0 ** power for power in range(self.low, self.high + 1)]


def native(report: dict) -> str:
    """Nanoseconds of a yield by the number of threads, and of the other measurements; `report`: the contents of
    build/bench-native.json."""
    rows = report["results"]
    sizes = [(name, size) for name, size in (("yield_10", 10), ("yield_1k", 1_000), ("yield_100k", 100_000), ("yield_1m", 1_000_000)) if name in rows]
    others = [name for name in rows if name not in dict(sizes)]
    parts = [_text(20, 32, "Native: nanoseconds, medians", "title"), _text(20, 52, f"{report['cpu']}, {report['rounds']} rounds; less is better; all axes of nanoseconds are logarithmic", "quiet")]
    bottom = 80.0
    if sizes:
        parts += _yields(rows, sizes, 90, 430)
        bottom = 490
    most = max([10.0, *(result["median"] for name in others for result in rows[name].values() if "median" in result)])
    for name in others:
        drawn, bottom = _row(rows[name], OTHERS.get(name, name), bottom, _Decades(1, most, 190, 700))
        parts += drawn
    return _picture(860, int(bottom) + 16, parts)


def _medians(rows: dict, sizes: Sequence[tuple[str, int]], contender: str) -> list[tuple[int, float, float]]:
    """For each measured size: the size, the median, and the spread as a part of the median."""
    return [(size, rows[name][contender]["median"], rows[name][contender]["spread"])
            for name, size in sizes if "median" in rows[name].get(contender, {})]


def _yields(rows: dict, sizes: Sequence[tuple[str, int]], top: float, bottom: float) -> list[str]:
    values = [median for name, _ in sizes for result in rows[name].values() if (median := result.get("median"))]
    if not values:
        return []
    down = _Decades(min(values), max(values), bottom, top)
    across = _Decades(sizes[0][1], max(sizes[-1][1], sizes[0][1] * 10), 80, 700)
    parts = []
    for tick in down.ticks():
        parts += [_line(80, down.at(tick), 700, down.at(tick), "grid"), _text(72, down.at(tick) + 4, f"{tick:,.0f}", "right quiet")]
    parts += [_text(across.at(size), bottom + 22, f"{size:,}", "middle quiet") for _, size in sizes]
    parts.append(_text(390, bottom + 42, "threads that yield to each other in turns", "middle quiet"))
    labels: list[tuple[float, str, str]] = []
    for contender in COLOURS:
        points = _medians(rows, sizes, contender)
        if not points:
            continue
        upper = [(across.at(size), down.at(value * (1 + spread))) for size, value, spread in points]
        lower = [(across.at(size), down.at(value * max(1 - spread, 0.05))) for size, value, spread in points]
        ring = " ".join(f"{x:.1f},{y:.1f}" for x, y in upper + lower[::-1])
        middle = [(across.at(size), down.at(value)) for size, value, _ in points]
        parts.append(f'<polygon points="{ring}" class="band {contender}"/>')
        dashes = ' stroke-dasharray="6 4"' if contender == "floor" else ""
        parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in middle)}" class="line {contender}-line"{dashes}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" class="{contender}"/>' for x, y in middle]
        ends = "" if len(points) == len(sizes) else f", up to {points[-1][0]:,}"
        labels.append((middle[-1][1], contender, f"{contender}{ends}"))
    return parts + _beside(labels, 712)


def _beside(labels: Sequence[tuple[float, str, str]], x: float) -> list[str]:
    """The lines' names at their ends, moved apart where they would lie over each other."""
    parts, last = [], -math.inf
    for y, contender, words in sorted(labels):
        last = max(y + 4, last + 16)
        parts.append(_text(x, last, words, contender))
    return parts


def _row(row: dict, name: str, top: float, across: _Decades) -> tuple[list[str], float]:
    """Bars of one measurement; returns them and where they end."""
    found = [(contender, row[contender]["median"]) for contender in COLOURS if "median" in row.get(contender, {})]
    if not found:
        return [], top
    parts = [_text(20, top + 14, name)]
    for i, (contender, value) in enumerate(found):
        y = top + 22 * i
        parts.append(f'<rect x="{across.start}" y="{y + 2}" width="{max(across.at(value) - across.start, 1):.1f}" height="15" rx="2" class="{contender}"/>')
        parts.append(_text(across.at(value) + 8, y + 14, f"{contender}, {_nanoseconds(value)}", "quiet"))
    return parts, top + 22 * len(found) + 18


def write(path: Path, picture: str) -> str:
    """Writes it; returns its name for people."""
    path.write_text(picture)
    return str(path.relative_to(BUILD.parent))
