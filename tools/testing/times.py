"""Where the time of a run goes: the table of `./trapline test --times`."""

from __future__ import annotations

import contextlib
import os
import resource
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, Sequence

from testing.result import Result
from testing.suite import Test
from testing.variants import Variant

SLOWEST = 20
HEADER = ("", "number", "clock", "CPU", "booting", "waiting")


@dataclass
class Row:
    """Seconds by the clock, of the CPUs, until images ran, and of those in which no CPU was used."""

    title: str
    number: int
    clock: float
    cpu: float
    boot: float = 0
    wait: float = 0


def _of(title: str, results: Sequence[Result]) -> Row:
    return Row(title, len(results), sum(r.seconds for r in results), sum(r.cpu for r in results), sum(r.boot for r in results),
               sum(max(0.0, r.seconds - r.cpu) for r in results))


class Building:
    """The time of builds, and of the linking in it."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    @contextlib.contextmanager
    def measured(self, title: str, number: int) -> Iterator[None]:
        with tempfile.NamedTemporaryFile("r", prefix="trapline-") as linked:
            os.environ["LINK_TIMES"] = linked.name
            began, used = time.monotonic(), _children()
            try:
                yield
            finally:
                del os.environ["LINK_TIMES"]
            links = linked.read().splitlines()
            self.rows.append(Row(f"building: {title}", number, time.monotonic() - began, _children() - used))
            self.rows.append(Row("  linking of it", len(links), 0, sum(map(float, links))))


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


KINDS: dict[str, Callable[[Test], bool]] = {
    "images": lambda test: isinstance(test, Variant) and test.emulator == "qemu" and test.smp == 1,
    "images of several CPUs": lambda test: isinstance(test, Variant) and test.emulator == "qemu" and test.smp > 1,
    "images under Bochs": lambda test: isinstance(test, Variant) and test.emulator == "bochs",
    "scripts": lambda test: isinstance(test, Path),
}


def table(building: Building, tests: dict[str, Test], results: Sequence[Result]) -> str:
    """The table, by kind and for the slowest tests."""
    kinds = [_of(title, [result for result in results if belongs(tests[result.name])]) for title, belongs in KINDS.items()]
    slowest = sorted(results, key=lambda result: result.cpu + result.seconds, reverse=True)[:SLOWEST]
    rows = [*building.rows, *kinds, _of("all tests", results), *(_of(result.name, [result]) for result in slowest)]
    width = max(len(row.title) for row in rows)
    lines = [f"{HEADER[0]:<{width}} {HEADER[1]:>6} " + " ".join(f"{word:>8}" for word in HEADER[2:])]
    for row in rows:
        lines.append(f"{row.title:<{width}} {row.number:>6} " + " ".join(f"{seconds:>8.1f}" for seconds in (row.clock, row.cpu, row.boot, row.wait)))
    return "\n".join(["Seconds:", *lines])
