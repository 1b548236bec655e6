"""`./trapline bench --lock`: how much of a load runs with a lock of the kernel, and what CPUs can be worth to it at most.

bench/lock_loads.c has the loads. QEMU writes down every instruction of every CPU while one of them runs. What needs the lock is done by
one CPU at a time, so all CPUs together are never done before the sum of that. On one CPU no lock is taken.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Sequence

from bench import bench_page
from bench.costly_instructions import one_by_one
from bench.gdb_stub import GdbStub
from build.build import build
from build.elf import addresses, names
from build_folder import BUILD, save
from console import BOLD, CommandError, ProgressLine, paint
from programs import ROOT, Program
from run.emulator import start
from run.machine import Boot, Machine

SAVED = BUILD / "bench-lock.json"
PROGRAM = Program("lock_loads", ROOT / "bench" / "lock_loads.c")
LOADS = ("events", "pieces", "threads", "workers")
CPUS = (2, 4, 8)
TAKE, GIVE = "spin_lock_among_cpus", "spin_unlock_among_cpus"
RETURN = b"\xc3"
# A line of QEMU's log for an instruction: the CPU, and the address.
EXECUTED = re.compile(r"Trace (\d+): \S+ \[[0-9a-f]+/([0-9a-f]+)/")


def function(image: Path, name: str) -> range:
    """The addresses of a function of the image, and of what lies between it and the next one."""
    begin = addresses(image, (name,))[name]
    return range(begin, min(at for at, _ in names(image) if at > begin))


def measure(image: Path, load: str, cpus: int) -> dict[str, int]:
    """The instructions of a load on so many CPUs: `all` but those of a CPU that waits for a lock, and the part `held` with one."""
    marks = addresses(image, ("bench_begin", "bench_path"))
    take, give = function(image, TAKE), function(image, GIVE)
    with start(Machine(cpus=cpus, virtual_time=True, is_steered=True), Boot(image, [PROGRAM.name, load, str(cpus)])) as session:
        stub = GdbStub(session.debugger)
        for mark in marks.values():
            stub.set_breakpoint(mark)
        if stub.go() != marks["bench_begin"]:
            raise CommandError(f"bench/{PROGRAM.source.name} does not come to its load {load}")
        one_by_one(stub, "on")
        stub.monitor("log exec,nochain")
        stub.go()
        stub.monitor("log none")
        code = stub.memory(take.start, len(take)), stub.memory(give.start, len(give))
        return _count(session.trace(), (take, give), code, cpus)


def _count(log: Path, functions: tuple[range, range], code: tuple[bytes, bytes], cpus: int) -> dict[str, int]:
    take, give = functions
    taken, given = ({function.start + at for at, _ in enumerate(bytes_) if bytes_[at : at + 1] == RETURN} for function, bytes_ in zip(functions, code))
    depth, count, held = [0] * cpus, 0, 0
    waits = [False] * cpus
    with log.open() as lines:
        for match in filter(None, map(EXECUTED.match, lines)):
            cpu, at = int(match[1]), int(match[2], 16)
            if at == take.start:
                waits[cpu] = not depth[cpu]
            if not waits[cpu]:
                count += 1
                held += depth[cpu] > 0
            if at in taken:
                waits[cpu] = False
                depth[cpu] += 1
            elif at in given:
                depth[cpu] -= 1
    return {"all": count, "held": held}


def most_worth(found: dict[str, int], cpus: int) -> float:
    return min(float(cpus), found["all"] / max(found["held"], 1))


HEAD = ("", *(f"{cpus} CPUs" for cpus in CPUS), *(f"worth of {cpus}" for cpus in CPUS))


def rows(report: dict[str, dict[str, dict[str, int]]]) -> list[list[str]]:
    """By load: the share of the instructions with a lock, and what the CPUs can be worth at most."""
    return [[load, *(f"{found[str(cpus)]['held'] / found[str(cpus)]['all']:.0%}" for cpus in CPUS),
             *(f"{most_worth(found[str(cpus)], cpus):.1f}" for cpus in CPUS)] for load, found in report.items()]


def main(wanted: Sequence[str], is_page: bool) -> int:
    for word in wanted:
        if word not in LOADS:
            raise CommandError(f"--lock counts the loads {', '.join(LOADS)}, and there is no {word}")
    loads = [load for load in LOADS if not wanted or load in wanted]
    image = build(PROGRAM)
    progress = ProgressLine("counting, of the loads' machines", len(loads) * len(CPUS))
    report: dict[str, dict[str, dict[str, int]]] = {}
    for number, (load, cpus) in enumerate((load, cpus) for load in loads for cpus in CPUS):
        progress.show(number)
        report.setdefault(load, {})[str(cpus)] = measure(image, load, cpus)
    progress.end()
    width = max(map(len, LOADS))
    for row in [HEAD, *rows(report)]:
        line = f"{row[0]:<{width}}" + "".join(f"{cell:>12}" for cell in row[1:])
        print(paint(line, BOLD, sys.stdout) if row is HEAD else line)
    save(SAVED, report)
    if is_page:
        print(f"written: {bench_page.write('lock', bench_page.table(HEAD, rows(report)))}")
    return 0
