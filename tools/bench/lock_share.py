"""`./trapline bench --lock`: how much of a load runs with the kernel's lock, and what CPUs can be worth to it at most.

bench/lock_loads.c has the loads. QEMU writes down every instruction of every CPU while one of them runs. Nothing is printed or traced
meanwhile, so a lock that a CPU takes first is the kernel's; one that it takes besides counts with it. Work with the lock is done by one CPU
at a time: the CPUs together are never done before the sum of that work.
"""

from __future__ import annotations

import bisect
import sys
from pathlib import Path
from typing import NamedTuple, Sequence

from bench import bench_page
from bench.costly_instructions import executed, one_by_one
from bench.gdb_stub import Ended, GdbStub
from build.build import build
from build.elf import addresses, names
from build_folder import BUILD, save
from console import BOLD, CommandError, ProgressLine, nearest, paint
from programs import ROOT, Program
from run.emulator import start
from run.machine import Boot, Machine

SAVED = BUILD / "bench-lock.json"
PROGRAM = Program("lock_loads", ROOT / "bench" / "lock_loads.c")
LOADS = ("events", "pieces", "threads", "workers")
CPUS = (2, 4, 8)
TAKE, GIVE = "spin_lock_among_cpus", "spin_unlock_among_cpus"
RETURN = 0xC3


class Places(NamedTuple):
    """Addresses of the image: where the load begins and ends, and the code of two functions."""

    begin: int
    end: int
    take: range
    give: range


def places(image: Path) -> Places:
    known = addresses(image, ("bench_begin", "bench_path", TAKE, GIVE))
    starts = sorted({at for at, _ in names(image)})
    take, give = (range(known[name], starts[bisect.bisect_right(starts, known[name])]) for name in (TAKE, GIVE))
    return Places(known["bench_begin"], known["bench_path"], take, give)


def measure(boot: Boot, at: Places, cpus: int) -> dict[str, int]:
    """The instructions of a load, those aside that take a lock or wait for one: `all`, and the part `held` with one."""
    with start(Machine(cpus=cpus, virtual_time=True, is_steered=True), boot) as session:
        stub = GdbStub(session.debugger)
        try:
            stub.set_breakpoint(at.begin)
            stub.set_breakpoint(at.end)
            begun = stub.go()
            one_by_one(stub, "on")
            stub.monitor("log exec,nochain,int")
            ended = stub.go()
            stub.monitor("log none")
            returns = {place for part in (at.take, at.give) for place, byte in zip(part, stub.memory(part.start, len(part))) if byte == RETURN}
        except Ended:
            begun = ended = 0
        if (begun, ended) != (at.begin, at.end):
            raise CommandError(f"bench/{PROGRAM.source.name} does not come to the end of its load {boot.words[1]}")
        return _count(session.trace(), at, returns, cpus)


def _count(log: Path, at: Places, returns: set[int], cpus: int) -> dict[str, int]:
    count = held = 0
    depth, takes = [0] * cpus, [False] * cpus
    for cpu, place in executed(log):
        if place == at.take.start:
            takes[cpu] = True
        if depth[cpu] or not takes[cpu]:
            count += 1
            held += depth[cpu] > 0
        if place in returns:
            depth[cpu] += 1 if place in at.take else -1
            takes[cpu] = False
        assert depth[cpu] in (0, 1, 2), "each lock that is given back was taken, and no more than two at a time"
    return {"all": count, "held": held}


HEAD = ("", *(f"{cpus} CPUs" for cpus in CPUS), *(f"worth of {cpus}" for cpus in CPUS))


def rows(report: dict[str, dict[str, dict[str, int]]]) -> list[list[str]]:
    """By load: the share of the instructions with the lock; and what the CPUs can be worth at most, of one that does it all."""
    return [[load, *(f"{found['held'] / found['all']:.0%}" for found in by_cpus.values()),
             *(f"{min(float(cpus), found['alone'] / max(found['held'], 1)):.1f}" for cpus, found in by_cpus.items())] for load, by_cpus in report.items()]


def main(wanted: Sequence[str], is_page: bool) -> int:
    for word in wanted:
        if word not in LOADS:
            raise CommandError(f"--lock counts the loads {', '.join(LOADS)}, and there is no {word}{nearest(word, LOADS)}")
    loads = [load for load in LOADS if not wanted or load in wanted]
    image = build(PROGRAM)
    at = places(image)
    progress = ProgressLine("counting, of the loads' machines", len(loads) * len(CPUS))
    report: dict[str, dict[str, dict[str, int]]] = {}
    for number, (load, cpus) in enumerate((load, cpus) for load in loads for cpus in CPUS):
        progress.show(number)
        boot = Boot(image, [PROGRAM.name, load, str(cpus)])
        report.setdefault(load, {})[str(cpus)] = {**measure(boot, at, cpus), "alone": measure(boot, at, 1)["all"]}
    progress.end()
    width = max(map(len, LOADS))
    for row in [HEAD, *rows(report)]:
        line = f"{row[0]:<{width}}" + "".join(f"{cell:>12}" for cell in row[1:])
        print(paint(line, BOLD, sys.stdout) if row is HEAD else line)
    save(SAVED, report)
    if is_page:
        print(f"written: {bench_page.write('lock', bench_page.table(HEAD, rows(report)))}")
    return 0
