"""`./trapline bench --native`: the thread library against others, as programs of this host.

bench/native/ measures; here the rounds are made into a table of medians and of ratios to the floor.
"""

from __future__ import annotations

import json
import os
import re
import select
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Sequence

import peers
from build import BUILD, ROOT, make
from console import BOLD, CommandError, has_colour, nearest, paint, say
from leash import leash

SAVED = BUILD / "bench-native.json"
PROGRAM = BUILD / "bench" / "native" / "compare"
ROUNDS = 7
CONTENDERS = ("floor", "trapline", "boost", "swapcontext", "st", "pth")


@dataclass(frozen=True)
class Row:
    """What is measured: the words for the program, and the memory it takes in megabytes."""

    what: str
    threads: int
    memory: int = 0
    seconds: float = 60.0  # more is given up


ROWS = {
    "yield_10": Row("yield", 10),
    "yield_1k": Row("yield", 1_000),
    "yield_100k": Row("yield", 100_000, 1800),
    "yield_1m": Row("yield", 1_000_000, 3500, 120.0),
    "life": Row("life", 1),
    "sleep_1k": Row("sleep", 1_000),
    "sleep_100k": Row("sleep", 100_000, 1800),
    "sleep_1m": Row("sleep", 1_000_000, 3500, 120.0),
}


def cpu_name() -> str:
    match = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(errors="replace"), re.M)
    return match[1] if match else "unknown CPU"


def free_memory() -> int:
    """Megabytes that can be taken."""
    match = re.search(r"^MemAvailable:\s*(\d+)", Path("/proc/meminfo").read_text(), re.M)
    return int(match[1]) // 1024 if match else 0


def measure(name: str, rounds: int) -> dict[str, dict]:
    """One row: by contender its `samples`, or why it `cannot`. Raises CommandError when the program fails."""
    row = ROWS[name]
    if free_memory() < row.memory:
        return {contender: {"cannot": f"needs {row.memory} MB of free memory, and this machine has {free_memory()}"} for contender in CONTENDERS}
    found: dict[str, dict] = {}
    for line in _lines([str(PROGRAM), row.what, str(row.threads), str(rounds)], name, row.seconds):
        if match := re.fullmatch(r"sample (\w+) ([\d.]+)", line):
            found.setdefault(match[1], {"samples": []})["samples"].append(float(match[2]))
            _progress(f"{name}: {match[1]}, round {len(found[match[1]]['samples'])} of {rounds}")
        elif match := re.fullmatch(r"cannot (\w+) (.+)", line):
            found[match[1]] = {"cannot": match[2]}
    return found


def _lines(command: Sequence[str], name: str, limit: float):
    """What the program prints, line by line. Past its time, what there is must do."""
    end = time.monotonic() + limit
    with subprocess.Popen([*leash("KILL"), *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))[0]:
                line = process.stdout.readline()
                if not line:
                    break
                yield line.strip()
            else:
                say(f"{name} was ended after {limit:g} seconds; its figures are of fewer rounds")
                process.kill()
                return
        except BaseException:
            process.kill()
            raise
        complaint = process.stderr.read()
    if process.returncode:
        raise CommandError(f"{name}: {PROGRAM.relative_to(ROOT)} ended with status {process.returncode}", complaint)


def _progress(words: str) -> None:
    if sys.stderr.isatty() and has_colour(sys.stderr):
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def judge(row: dict[str, dict]) -> None:
    """Adds to each with samples its median, half of its samples' spread about it, and its ratio to the floor: the
    median of the rounds' ratios, each to the floor in the same round."""
    floor = row.get("floor", {}).get("samples", [])
    for result in row.values():
        samples = result.get("samples")
        if not samples:
            continue
        result["median"] = round(statistics.median(samples), 2)
        low, high = _middle_half(samples)
        result["spread"] = round((high - low) / 2 / result["median"], 3)
        if floor:
            result["ratio"] = round(statistics.median(own / least for own, least in zip(samples, floor)), 2)


def _middle_half(samples: Sequence[float]) -> tuple[float, float]:
    if len(samples) < 2:
        return samples[0], samples[0]
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return low, high


def show(results: dict[str, dict[str, dict]], missing: dict[str, str]) -> None:
    """The table, a line each row and contender; then why some are not in it."""
    notes = [f"{contender}: {reason}" for contender, reason in missing.items()]
    print(paint(f"{'':<12}{'':<14}{'ns':>10}  {'spread':>7}  {'to floor':>9}", BOLD, sys.stdout))
    for name, row in results.items():
        for contender in CONTENDERS:
            result = row.get(contender)
            if not result:
                continue
            head = f"{name:<12}{contender:<14}"
            if "median" in result:
                ratio = f"{result['ratio']:>9.2f}" if "ratio" in result else f"{'':>9}"
                print(f"{head}{result['median']:>10.1f}  {'±' + format(result['spread'], '.0%'):>7}  {ratio}")
            else:
                print(f"{head}{'-':>10}")
                notes.append(f"{contender}, {name}: {result['cannot']}")
    for note in notes:
        print(f"not measured: {note}")


def save(report: dict) -> None:
    half = SAVED.with_suffix(f".{os.getpid()}")
    half.write_text(json.dumps(report, indent=1) + "\n")
    half.replace(SAVED)


def saved() -> Optional[dict]:
    """The last run's report, if there was one."""
    try:
        return json.loads(SAVED.read_text())
    except (OSError, ValueError):
        return None


def main(wanted: Sequence[str], is_list: bool, is_page: bool) -> int:
    for word in wanted:
        if not any(word in name for name in ROWS):
            raise CommandError(f'the comparison has nothing called "{word}"{nearest(word, ROWS)} (it has {", ".join(ROWS)})')
    names = [name for name in ROWS if not wanted or any(word == name or word in name and word not in ROWS for word in wanted)]
    missing = peers.fetch()
    target = str(PROGRAM.relative_to(ROOT))
    make([target], "gcc", False, "building the native comparison", "the native comparison does not build; the compiler's words are above")
    results = {}
    cpu = cpu_name()
    print(f"{cpu}, {ROUNDS} rounds")
    for name in names:
        results[name] = measure(name, ROUNDS)
        judge(results[name])
    _progress("")
    show(results, missing)
    save({"cpu": cpu, "rounds": ROUNDS, "missing": missing, "results": results})
    return 0
