"""`./trapline bench --parallel`: the same computation on a machine with one CPU and on one with two, by the clock; and
by workers of one, two and four schedulers of User-Mode Scheduling on a machine with four CPUs.

bench/parallel.c computes, and bench/parallel_ums.c with workers. The host sets the limit of what a second CPU can be worth: its cores may
share a part of their work, as threads of one core do, and others use them, too. So a third measurement runs two machines with one CPU each
at the same time, which share nothing.
"""

from __future__ import annotations

import contextlib
import os
import re
import statistics
import sys
from typing import Iterator, Sequence

from bench import bench_page
from bench.native import cpu_name
from build.build import build
from build_folder import BUILD, save
from console import BOLD, RED, CommandError, paint, say
from programs import ROOT, Program
from record.events import Events
from run.emulator import Session, start
from run.machine import Boot, Machine
from run.session import Conversation, Source

SAVED = BUILD / "bench-parallel.json"
LIMIT = 1.7  # of 2: the least that two CPUs must be worth
TRIES = 10
MOST_TRIES = 30  # as long as the limit is missed
ROUNDS = 25
FOR_EVER = 1_000_000  # rounds
LIMIT_SECONDS = 60.0
LINE = re.compile(r"^round (\d+)$", re.MULTILINE)
PROGRAM = Program("parallel", ROOT / "bench" / "parallel.c")
WORKERS = Program("parallel_ums", ROOT / "bench" / "parallel_ums.c")

ONE, TWO, BESIDE = "one CPU", "two CPUs", "one CPU, beside another machine's"
# Schedulers of workers, and the completion lists that they have between them.
ONE_SCHEDULER = "one scheduler"
SCHEDULERS = {
    ONE_SCHEDULER: (1, 1),
    "two with one list": (2, 1),
    "two with a list each": (2, 2),
    "four with one list": (4, 1),
    "four with a list each": (4, 4),
}
SCHEDULER_CPUS = 4


def run(boot: Boot, cpus: int) -> list[int]:
    """The microseconds of each round on such a machine."""
    output = bytearray()
    with start(Machine(cpus=cpus), boot) as session:
        outcome = Conversation(session, Events.declared(), Source(), LIMIT_SECONDS, output.extend, lambda record: None).run()
        complaint = session.complaint()
    text = output.decode("utf-8", "replace")
    if outcome.exit_status:
        raise CommandError(f"bench/{boot.words[0]}.c ended with status {outcome.exit_status}{f' ({complaint})' if complaint else ''}", text)
    return [int(value) for value in LINE.findall(text)]


@contextlib.contextmanager
def another(boot: Boot) -> Iterator[Session]:
    """A machine with one CPU that computes meanwhile."""
    with start(Machine(), boot) as session:
        session.console.settimeout(LIMIT_SECONDS)
        heard = b""
        while b"round" not in heard:
            data = session.console.recv(4096)
            if not data:
                raise CommandError(f"bench/{PROGRAM.source.name} ended too early")
            heard += data
        yield session


def measure() -> dict:
    """Tries all in turn, so that a busy moment of the host meets each of them. Returns the report; a limit that is missed is tried on,
    because the host may have been busy."""
    image = build(PROGRAM)
    boot, endless = (Boot(image, [PROGRAM.name, str(rounds)]) for rounds in (ROUNDS, FOR_EVER))
    workers = build(WORKERS)
    found: dict[str, list[int]] = {name: [] for name in (ONE, TWO, BESIDE, *SCHEDULERS)}
    report: dict = {}
    for number in range(1, MOST_TRIES + 1):
        found[ONE] += run(boot, 1)
        found[TWO] += run(boot, 2)
        with another(endless):
            found[BESIDE] += run(boot, 1)
        if number <= TRIES:
            for name, (schedulers, lists) in SCHEDULERS.items():
                found[name] += run(Boot(workers, [WORKERS.name, str(ROUNDS), str(schedulers), str(lists)]), SCHEDULER_CPUS)
        report = judge(found)
        if number >= TRIES and report["worth"] >= report["limit"]:
            break
    return report


def judge(found: dict[str, list[int]]) -> dict:
    """The worth of two CPUs: the ratio of the least times, because a busy host adds to a time and takes nothing away. It may keep the
    CPU waiting that counts the time, for a whole round of the others: that round's 0 tells nothing."""
    least = {name: min(filter(None, times), default=1) for name, times in found.items()}
    worth, most = least[ONE] / least[TWO], 2 * least[ONE] / least[BESIDE]
    return {
        "cpu": cpu_name(),
        "rounds": len(found[ONE]),
        "least": least,
        "median": {name: round(statistics.median(times)) for name, times in found.items()},
        "worth": round(worth, 2),
        "host": round(most, 2),
        "limit": round(min(LIMIT, LIMIT / 2 * most), 2),
    }


def rows(report: dict) -> list[list[str]]:
    worth = {ONE: "1.00", TWO: f"{report['worth']:.2f}", BESIDE: f"{report['host']:.2f}"}
    for name in SCHEDULERS:
        worth[name] = f"{report['least'][ONE_SCHEDULER] / report['least'][name]:.2f}"
    limit = {TWO: f"{report['limit']:.2f}"}
    return [[name, f"{report['least'][name] / 1000:.1f}", f"{report['median'][name] / 1000:.1f}", worth[name], limit.get(name, "")] for name in worth]


HEAD = ("", "least ms", "median", "worth", "at least")


def show(report: dict) -> None:
    width = max(map(len, report["least"]))
    for row in [HEAD, *rows(report)]:
        line = f"{row[0]:<{width}}" + "".join(f"{cell:>10}" for cell in row[1:]).rstrip()
        is_below = row[0] == TWO and report["worth"] < report["limit"]
        print(paint(line, BOLD, sys.stdout) if row is HEAD else paint(f"{line}, below its limit", RED, sys.stdout) if is_below else line)


def main(wanted: Sequence[str], is_page: bool) -> int:
    if wanted:
        raise CommandError("--parallel measures one thing and takes no names")
    if len(os.sched_getaffinity(0)) < 2:
        raise CommandError("--parallel needs two CPUs of the host")
    report = measure()
    show(report)
    save(SAVED, report)
    if is_page:
        text = f"{report['cpu']}, {report['rounds']} rounds each.\n\n" + bench_page.table(HEAD, rows(report))
        print(f"written: {bench_page.write('parallel', text)}")
    if report["worth"] < report["limit"]:
        say(f"two CPUs are worth {report['worth']:.2f}, and should be worth {report['limit']:.2f}", RED)
        return 1
    return 0
