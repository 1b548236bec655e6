#!/usr/bin/env python3
"""Random programs of structured exception handling run as the rules say: tests/model is the other opinion.

    SEED=N COUNT=N tests/seh_model.t       other programs, or more of them

The seed is new each time. A program that differs is made as small as it goes, and shown.
"""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))

from model import bytecode, interpreter, programs  # noqa: E402

COMMAND = ["./trapline", "run", "tests/seh_model", "--timeout", "300"]
PIECE = 2500  # programs that one run of the machine gets
SHOWN = 1  # programs that differ: the first one tells most
MOST_ROUNDS = 30  # of shrinking
# The machines, and which part of the programs each gets.
MACHINES = {
    "gcc": ([], 0.5),
    "clang": (["--cc", "clang"], 0.22),
    "gcc, ring 3": (["--ring", "3"], 0.25),
    "gcc, Bochs": (["--emulator", "bochs"], 0.03),
}


def run(lines: list[str], options: list[str], show: bool = False) -> tuple[list[str], str]:
    """What the machine prints for each program, fewer when it died, and what was said on standard error."""
    done = subprocess.run([*COMMAND, *options, *(["show"] if show else [])], input="".join(f"{line}\n" for line in lines).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"})
    said = done.stderr.decode(errors="replace")
    return done.stdout.decode(errors="replace").splitlines(), said if done.returncode else ""


def expected(program: programs.Program) -> str:
    return " ".join(interpreter.events(program))


def differs(candidates: list[programs.Program], options: list[str]) -> tuple[int, str] | None:
    """The first of them that runs otherwise than the rules say, and how it ran."""
    ran, said = run([bytecode.line(program) for program in candidates], options, show=True)
    for number, program in enumerate(candidates):
        if number == len(ran) or ran[number] != expected(program):
            return number, ran[number] if number < len(ran) else f"(the run ended) {said.strip()[:2000]}"
    return None


def smaller(program: programs.Program) -> list[programs.Program]:
    """The program without each of its parts in turn."""
    found = []
    for which, parts in enumerate(programs.lists_of(program)):
        for part in range(len(parts)):
            other = copy.deepcopy(program)
            del programs.lists_of(other)[which][part]
            found.append(other)
    return found


def shrunk(program: programs.Program, options: list[str]) -> programs.Program:
    for _ in range(MOST_ROUNDS):
        candidates = smaller(program)
        if not candidates or not (found := differs(candidates, options)):
            break
        program = candidates[found[0]]
    return program


def tell(program: programs.Program, seed: int, number: int, options: list[str]) -> None:
    least = shrunk(program, options)
    found = differs([least], options)
    story = [f"program {number} of seed {seed}, made smaller:", *programs.show(least).splitlines(),
             f"the machine: {found[1] if found else 'differed only once'}", f"the rules:   {expected(least)}"]
    print("".join(f"# {line}\n" for line in story), file=sys.stderr, flush=True)


def whole_number(name: str, otherwise: int) -> int:
    text = os.environ.get(name) or str(otherwise)
    if not text.isdecimal():
        sys.exit(f"{name} must be a whole number, not {text}")
    return int(text)


def main(seed: int, count: int) -> bool:
    print(f"# SEED={seed} COUNT={count}", flush=True)
    claims = failures = first = 0
    with ThreadPoolExecutor(1) as machine:
        for name, (options, share) in MACHINES.items():
            last = first + round(count * share)
            wrong = []
            for start in range(first, last, PIECE):
                numbers = range(start, min(start + PIECE, last))
                made = [programs.generate(seed, number) for number in numbers]
                running = machine.submit(run, [bytecode.line(program) for program in made], options)
                wanted = [f"{zlib.crc32(expected(program).encode()):08X}" for program in made]
                got = running.result()[0]
                got += ["nothing"] * (len(wanted) - len(got))
                wrong += [number for number, one, other in zip(numbers, got, wanted) if one != other]
            claims += 1
            failures += bool(wrong)
            print(f"{'not ' if wrong else ''}ok {claims} - {name}: {last - first} programs run as the rules say", flush=True)
            for number in wrong[:SHOWN]:
                print(f"# {len(wrong)} programs differ", file=sys.stderr)
                tell(programs.generate(seed, number), seed, number, options)
            first = last
    print(f"1..{claims}")
    return failures > 0


if __name__ == "__main__":
    # Programs nest, and the interpreter with them.
    sys.setrecursionlimit(50000)
    threading.stack_size(512 * 1024 * 1024)
    wanted = whole_number("SEED", int(time.time())), whole_number("COUNT", 3000)
    result: list[bool] = []
    thread = threading.Thread(target=lambda: result.append(main(*wanted)))
    thread.start()
    thread.join()
    sys.exit(result[0] if result else 1)
