#!/usr/bin/env python3
"""Random programs over threads, schedulers and all objects run as the reference in tests/model says.

    SEED=N COUNT=N tests/uthread_objects_model.t       other programs, or more of them

The seed is new each time. A program that differs is made as small as it goes, and shown.
"""

from __future__ import annotations

import array
import copy
import os
import subprocess
import sys
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests"))

from model import thread_interpreter as reference  # noqa: E402
from model import thread_programs as programs  # noqa: E402

COMMAND = ["./trapline", "run", "tests/uthread_objects_model", "--timeout", "300"]
PIECE = 500  # programs that one run of the machine gets
MOST_ROUNDS = 40  # of shrinking
AROUND = 12  # events shown before the one that differs
# The machines, and which part of the programs each gets.
MACHINES = {"gcc": ([], 0.6), "clang": (["--cc", "clang"], 0.2), "checked": (["--checked"], 0.2)}


def run(lines: list[str], options: list[str], show: bool = False) -> tuple[list[str], str]:
    """What the machine prints for each program, fewer when it died, and what was said besides."""
    done = subprocess.run([*COMMAND, *options, *(["show"] if show else [])], input="".join(f"{line}\n" for line in lines).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"})
    output = done.stdout.decode(errors="replace").splitlines()
    said = [line for line in output if not line.startswith("=")][-20:] + done.stderr.decode(errors="replace").splitlines()
    return [line[1:].strip() for line in output if line.startswith("=")], "\n".join(said) if done.returncode else ""


def text_of(words: list[int]) -> str:
    return " ".join(f"{words[i]:X}.{words[i + 1]:X}.{words[i + 2]:X}" for i in range(0, len(words), 3))


def differs(candidates: list[programs.Program], options: list[str]) -> tuple[int, str, str] | None:
    """The first of them that runs otherwise than the reference says, how it ran, and what was said."""
    lines = [programs.line(program) for program in candidates]
    ran, said = run(lines, options, show=True)
    for number, program in enumerate(candidates):
        if number == len(ran) or ran[number] != text_of(reference.words(program)):
            return number, ran[number] if number < len(ran) else "", said
    return None


def smaller(program: programs.Program) -> list[programs.Program]:
    """The program without each of its parts in turn, the large ones first."""
    lengths = [len(parts) for parts in programs.lists_of(program)]
    cuts = [(which, 0, length) for which, length in enumerate(lengths) if length > 1]
    cuts += [(which, at, at + length // 2) for which, length in enumerate(lengths) if length > 3 for at in (0, length // 2)]
    cuts += [(which, at, at + 1) for which, length in enumerate(lengths) for at in range(length)]
    found = []
    for which, first, last in cuts:
        other = copy.deepcopy(program)
        del programs.lists_of(other)[which][first:last]
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
    story = [f"program {number} of seed {seed}, made smaller:", *programs.show(least).splitlines()]
    wanted = reference.words(least)
    if found is None:
        story.append("it differed only once")
    else:
        got = [int(word, 16) for event in found[1].split() for word in event.split(".")] if "." in found[1] else []
        at = next((i for i in range(0, len(wanted), 3) if got[i:i + 3] != wanted[i:i + 3]), len(wanted))
        both = reference.show(wanted[:at])[-AROUND:]
        story += [*(f"both:          {line}" for line in both), *(f"the reference: {line}" for line in reference.show(wanted[at:])[:3]),
                  *(f"the machine:   {line}" for line in reference.show(got[at:])[:3]), found[1] if not got else "", found[2]]
    print("".join(f"# {line}\n" for part in story for line in part.splitlines()), file=sys.stderr, flush=True)


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
                running = machine.submit(run, [programs.line(program) for program in made], options)
                wanted = [f"{zlib.crc32(array.array('I', reference.words(program)).tobytes()):08X}" for program in made]
                got = running.result()[0]
                got += ["nothing"] * (len(wanted) - len(got))
                wrong += [number for number, one, other in zip(numbers, got, wanted) if one != other]
            claims += 1
            failures += bool(wrong)
            print(f"{'not ' if wrong else ''}ok {claims} - {name}: {last - first} programs run as the reference says", flush=True)
            if wrong:
                print(f"# {len(wrong)} programs differ: {wrong[:10]}", file=sys.stderr)
                tell(programs.generate(seed, wrong[0]), seed, wrong[0], options)
            first = last
    print(f"1..{claims}")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(whole_number("SEED", int(time.time())), whole_number("COUNT", 1000)))
