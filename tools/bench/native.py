"""`./trapline bench --native`: the thread library against others, as programs of this host.

bench/native/ measures; here the rounds are made into a table of medians and of ratios to the floor.
"""

from __future__ import annotations

import re
import select
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Optional, Sequence

import forms
from bench import bench_page, peers
from build.build import make
from build_folder import BUILD, BUILD_ROOT, save
from child_processes import leash
from console import BOLD, RED, CommandError, count, has_colour, nearest, paint, say

SAVED = BUILD / "bench-native.json"
PROGRAM = BUILD / "bench" / "native" / "compare"
ROUNDS = 7
MOST_ROUNDS = 21  # as long as a ratio is above its limit
CONTENDERS = ("floor", "trapline", "boost", "swapcontext", "pcl", "st", "pth")
LIMITED = "trapline"  # the contender with the limited ratio


@dataclass(frozen=True)
class Row:
    """A measurement: the words for the program, the memory it takes in megabytes, and the most that our ratio to the
    floor may be."""

    what: str
    threads: int
    head: str  # in docs/bench.md
    is_guarded: bool = False
    touched: int = 0  # bytes of its own that each thread writes to in each turn
    frames: int = 0  # calls, inside of which it yields
    memory: int = 0
    limit: Optional[float] = None
    seconds: float = 60.0  # more is given up


ROWS = {
    "yield_10": Row("yield", 10, "yield, 10 threads", limit=1.3),
    "yield_1k": Row("yield", 1_000, "1,000", limit=1.3),
    "yield_100k": Row("yield", 100_000, "100,000", memory=1800, limit=1.3),
    "yield_1m": Row("yield", 1_000_000, "1,000,000", memory=3500, limit=1.3, seconds=120.0),
    "yield_10_guarded": Row("yield", 10, "yield, guarded stacks, 10", is_guarded=True),
    "yield_1k_guarded": Row("yield", 1_000, "1,000", is_guarded=True),
    "yield_10k_guarded": Row("yield", 10_000, "10,000", is_guarded=True, memory=400),
    "touched_1k": Row("yield", 1_000, "1,000 yield and write to 1 KB each", touched=1024, limit=1.3),
    "deep_1k": Row("yield", 1_000, "1,000 yield inside of 16 calls, guarded stacks", is_guarded=True, frames=16),
    "pairs_10k": Row("pairs", 10_000, "10,000 in pairs", memory=400),
    "life": Row("life", 1, "life by hand"),
    "life_guarded": Row("life", 1, "guarded", is_guarded=True),
    "life_joined": Row("joined", 1, "life, joined"),
    "life_joined_guarded": Row("joined", 1, "guarded", is_guarded=True),
    "sleep_1k": Row("sleep", 1_000, "sleep, 1,000 threads"),
    "sleep_100k": Row("sleep", 100_000, "100,000", memory=1800),
    "sleep_1m": Row("sleep", 1_000_000, "1,000,000", memory=3500, seconds=120.0),
}


def check_host() -> None:
    """Raises CommandError where the host does not run the program: some kernels for 64 bits run none of 32."""
    try:
        subprocess.run([PROGRAM, "versions"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    except OSError as problem:
        raise CommandError(f"this host runs no programs of 32 bits ({problem.strerror}); by the clock nothing else will do, so measure on another host") from None


def cpu_name() -> str:
    match = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(errors="replace"), re.M)
    return match[1] if match else "unknown CPU"


def free_memory() -> int:
    """Megabytes that can be taken."""
    match = re.search(r"^MemAvailable:\s*(\d+)", Path("/proc/meminfo").read_text(), re.M)
    return int(match[1]) // 1024 if match else 0


def measure(name: str) -> dict[str, dict]:
    """One row: by contender its `samples`, or why it `cannot`; judged. A ratio above its limit is measured on, because
    the machine may have been busy. Raises CommandError when the program fails."""
    row = ROWS[name]
    if free_memory() < row.memory:
        return {contender: {"cannot": f"needs {row.memory} MB of free memory, and this machine has {free_memory()}"} for contender in CONTENDERS}
    found: dict[str, dict] = {}
    rounds = ROUNDS
    _measure(name, found, ())
    judge(row, found)
    while found.get(LIMITED, {}).get("is_above") and rounds < MOST_ROUNDS:
        _measure(name, found, ("floor", LIMITED))
        judge(row, found)
        rounds += ROUNDS
    return found


def _measure(name: str, found: dict[str, dict], contenders: Sequence[str]) -> None:
    row = ROWS[name]
    words = [*(["guarded"] if row.is_guarded else []), *([f"touched={row.touched}"] if row.touched else []), *([f"frames={row.frames}"] if row.frames else [])]
    command = [str(PROGRAM), row.what, str(row.threads), str(ROUNDS), *words, *contenders]
    for line in _lines(command, name, row.seconds):
        if match := re.fullmatch(r"sample (\w+) ([\d.]+)", line):
            samples = found.setdefault(match[1], {"samples": []}).setdefault("samples", [])
            samples.append(float(match[2]))
            _progress(f"{name}: {match[1]}, round {len(samples)}")
        elif match := re.fullmatch(r"cannot (\w+) (.+)", line):
            found[match[1]] = {"cannot": match[2]}


def _lines(command: Sequence[str], name: str, limit: float) -> Iterator[str]:
    """The lines that the program prints. Past its time, those that came must do."""
    end = time.monotonic() + limit
    with subprocess.Popen([*leash("KILL"), *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
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
        raise CommandError(f"{name}: {PROGRAM.relative_to(BUILD_ROOT)} ended with status {process.returncode}", complaint)


def _progress(words: str) -> None:
    if sys.stderr.isatty() and has_colour(sys.stderr):
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def judge(row: Row, found: dict[str, dict]) -> None:
    """Adds to each with samples its median, half of its samples' spread about it, and its ratio to the floor: the
    median of the rounds' ratios, each to the floor in the same round. A limit is for the smaller one of that and of the
    ratio of the least samples: a busy machine adds to a sample and takes nothing away."""
    floor = found.get("floor", {}).get("samples", [])
    for name, result in found.items():
        samples = result.get("samples")
        if not samples:
            continue
        result["median"] = round(statistics.median(samples), 2)
        low, high = _middle_half(samples)
        result["spread"] = round((high - low) / 2 / result["median"], 3)
        if floor:
            result["ratio"] = round(statistics.median(own / least for own, least in zip(samples, floor)), 2)
            result["least_ratio"] = round(min(samples) / min(floor), 2)
        if floor and name == LIMITED and row.limit:
            result["limit"] = row.limit
            result["is_above"] = min(result["ratio"], result["least_ratio"]) > row.limit


def _middle_half(samples: Sequence[float]) -> tuple[float, float]:
    if len(samples) < 2:
        return samples[0], samples[0]
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return low, high


def versions() -> dict[str, str]:
    """The package and version of each contender that is not our own, or the C library's."""
    known = peers.versions()
    for line in _lines([str(PROGRAM), "versions"], "versions", 10.0):
        if match := re.fullmatch(r"version (\w+) (.+)", line):
            known[match[1]] = match[2]
    return {contender: known[contender] for contender in CONTENDERS if contender in known}


def show(results: dict[str, dict[str, dict]], missing: dict[str, str]) -> None:
    """The table, a line each row and contender; then why some are not in it."""
    notes = [f"{contender}: {reason}" for contender, reason in missing.items()]
    width = max(map(len, results)) + 2
    print(paint(f"{'':<{width}}{'':<12}{'ns':>10}  {'spread':>7}  {'to floor':>8}  {'of least':>8}  {'limit':>5}", BOLD, sys.stdout))
    for name, row in results.items():
        for contender in CONTENDERS:
            result = row.get(contender)
            if not result:
                continue
            line = f"{name:<{width}}{contender:<12}"
            if "median" not in result:
                print(f"{line}{'-':>10}")
                notes.append(f"{contender}, {name}: {result['cannot']}")
                continue
            line += f"{result['median']:>10.1f}  {'±' + format(result['spread'], '.0%'):>7}"
            if "ratio" in result:
                line += f"  {result['ratio']:>8.2f}  {result['least_ratio']:>8.2f}"
            if "limit" in result:
                line += f"  {result['limit']:>5.2f}"
            print(paint(f"{line}, above its limit", RED, sys.stdout) if result.get("is_above") else line)
    for note in notes:
        print(f"not measured: {note}")


def page(report: dict) -> str:
    """The tables for docs/bench.md: nanoseconds, and times the floor."""
    tables = [f"{report['cpu']}, at least {ROUNDS} rounds. " + "; ".join(f"`{name}`: {words}" for name, words in report["versions"].items()) + "."]
    for beginnings in (("yield",), ("touched", "deep", "pairs"), ("life", "sleep")):
        names = [name for name in ROWS if name.startswith(beginnings)]
        rows = [[f"`{contender}`", *(_cell(report["results"][name].get(contender, {}), contender == "floor") for name in names)] for contender in CONTENDERS]
        tables.append(bench_page.table(["", *(ROWS[name].head for name in names)], [row for row in rows if any(row[1:])]))
    return "\n\n".join(tables)


def _cell(result: dict, is_floor: bool) -> str:
    if "cannot" in result:
        return "no"
    if "median" not in result:
        return ""
    value = result["median"]
    ratio = f" ({result['ratio']:.2f})" if "ratio" in result and not is_floor else ""
    return (f"{value:,.0f}" if value >= 100 else f"{value:.1f}") + ratio


def _is_measured(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e12


def _is_result(value: object) -> bool:
    return isinstance(value, dict) and ("median" not in value or forms.fits(value, {"median": _is_measured, "spread": lambda part: part == 0 or _is_measured(part)}))


DRAWN = {"cpu": forms.is_text, "rounds": int, "results": {str: {str: _is_result}}}  # of a report


def saved() -> Optional[dict]:
    """The last run's report, if there is a whole one."""
    try:
        report = forms.parsed(SAVED.read_text())
    except (OSError, ValueError):
        return None
    return report if forms.fits(report, DRAWN) else None


def main(wanted: Sequence[str], is_list: bool, is_page: bool) -> int:
    for word in wanted:
        if not any(word in name for name in ROWS):
            raise CommandError(f'the comparison has nothing called "{word}"{nearest(word, ROWS)} (it has {", ".join(ROWS)})')
    names = [name for name in ROWS if not wanted or any(word == name or word in name and word not in ROWS for word in wanted)]
    if is_list:
        print("\n".join(names))
        return 0
    missing = peers.fetch()
    target = str(PROGRAM.relative_to(BUILD_ROOT))
    make([target], "gcc", False, "building the native comparison", "the native comparison does not build; the compiler's words are above")
    check_host()
    cpu, known = cpu_name(), versions()
    print(f"{cpu}, {ROUNDS} rounds")
    for name, words in known.items():
        print(f"{name}: {words}")
    results = {name: measure(name) for name in names}
    _progress("")
    show(results, missing)
    report = {"cpu": cpu, "rounds": ROUNDS, "versions": known, "missing": missing, "results": results}
    save(SAVED, report)
    if is_page:
        print(f"written: {bench_page.write('native', page(report))}")
    limited = [result for row in results.values() if "limit" in (result := row.get(LIMITED, {}))]
    above = sum(result["is_above"] for result in limited)
    if above:
        say(f"{above} of {count(len(limited), 'ratio')} {'is above its limit' if above == 1 else 'are above their limits'}", RED)
    return 1 if above else 0
