"""`trapline page`: a run as one HTML file that steps through its events.

The file needs nothing else. The viewer is in tools/show/page/; its style, its scripts and the data of the run (tools/show/steps.py) are put into
its document.
"""

from __future__ import annotations

import html
import json
import sys
from pathlib import Path
from typing import Sequence

from console import CommandError, count
from options import CommandLine, Option, Usage, parse, whole_number
from programs import is_part
from record.events import Events
from record.recording import Recording
from show.recorded import OPTIONS, check_subject, recorded, write
from show.steps import Steps

MOST_STEPS = 2000
USAGE = Usage(
    "page",
    "WHAT [options] [-- ARGS...]",
    f"""
Runs WHAT as `./trapline run` does, and makes one HTML file of it, for any browser, without a network. It
steps forwards and backwards through every event, by key, slider or click, and shows the stack, the chain
of handlers, registers, source and disassembly, scope tables, threads, and a timeline. The address
FILE#event=N leads to event N, the number that `draw` has for it. A page has at most {MOST_STEPS} events.
WHAT may also be a recording (./trapline run --record).""",
    (
        Option("-o", "the file to write (default: WHAT's name with .html, here)", "FILE"),
        Option("--from", "begin with this event, where a run has too many for one page", "N", whole_number(1, 2**31), 1),
        *OPTIONS,
    ),
    """
examples:  ./trapline page two-passes
           ./trapline page ums-cpus --smp 2 --from 2001 -o more.html

Exit status: 0 when it was made, however the program ended; 2 when it could not be.""",
    operands_end_options=True,
    goes_with=is_part,
)

VIEWER = Path(__file__).resolve().with_name("page")
SCRIPTS = ("data", "stack_map", "stack", "code", "timeline", "panels", "threads", "guessing", "stepping")


def left_out(first: int, shown: int, total: int) -> str:
    """The sentence that says which events the page does not have; empty where it has all."""
    if shown == total:
        return ""
    last = first + shown - 1
    parts = ([f"1 to {first - 1}"] if first > 1 else []) + ([f"{last + 1} to {total}"] if last < total else [])
    more = last + 1 if last < total else 1
    return f"This page has events {first} to {last} of {total}. Events {' and '.join(parts)} are left out; --from {more} makes a page of others."


def embedded(data: dict) -> str:
    """The data as it may stand in a script: nothing in it ends the script."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\u0021--")


def document(data: dict) -> str:
    """The page."""
    parts = {
        "title": html.escape(f"{data['program']}, step by step"),
        "style": (VIEWER / "page.css").read_text(),
        "script": "\n".join((VIEWER / f"{name}.js").read_text() for name in SCRIPTS),
        "data": embedded(data),
    }
    before, *pieces = (VIEWER / "page.html").read_text().split("{{")
    named = (piece.partition("}}") for piece in pieces)
    return before + "".join(parts[name] + rest for name, _, rest in named)


def page(recording: Recording, events: Events, first: int) -> tuple[str, int, str]:
    """The file's text, how many events it has, and which are left out. Raises CommandError where there are none."""
    data = Steps(recording, events, first, MOST_STEPS).data()
    if not data["total"]:
        raise CommandError("there is no event to step to: the recording ends before the first one")
    if not data["steps"]:
        raise CommandError(f"there is no event {first}; the run has {count(data['total'], 'event')}")
    data["left"] = left_out(first, len(data["steps"]), data["total"])
    return document(data), len(data["steps"]), data["left"]


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean nothing to show."""
    check_subject("page", line.operands)


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    events = Events.declared()
    with recorded(line, events) as (recording, _):
        text, steps, left = page(recording, events, line["from"])
    output = write(line, ".html", text)
    print(f"{output}: {count(steps, 'event')}, {output.stat().st_size / 1024:.0f} KB; open it in a browser{f'. {left}' if left else ''}", file=sys.stderr)
    return 0
