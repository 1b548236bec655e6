"""Runs random programs on the machine and by a model, and compares: what the tests that have a model share."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Mapping, NamedTuple, Sequence

Program = Any


class Ran(NamedTuple):
    programs: list[str]  # what the machine prints for each program, fewer when it died
    said: str  # what was said besides; nothing when the run came to a good end


class Difference(NamedTuple):
    number: int  # of the program, among those that were tried
    ran: str  # how the machine ran it; nothing if it did not come so far
    said: str


@dataclass(frozen=True)
class Model:
    image: str  # as ./trapline run takes it; given `show`, it prints how a program ran instead of a checksum
    machines: Mapping[str, tuple[Sequence[str], float]]  # options, and which part of the programs each gets
    piece: int  # programs that one run of the machine gets
    rounds: int  # of shrinking, at most
    claim: str  # after the number of programs
    generate: Callable[[int, int], Program]  # from a seed and a number
    lists_of: Callable[[Program], list[list[Any]]]  # whose parts a smaller program may lack
    line: Callable[[Program], str]  # what the image reads
    show: Callable[[Program], str]  # for a person
    expected: Callable[[Program], str]  # how it runs, as the image shows it
    summed: Callable[[Program], bytes]  # the same, as the image sums it up
    read: Callable[[list[str], str], Ran]  # the machine's lines, and what was said on standard error
    contrast: Callable[[Program, Difference], list[str]]  # how the two ways of running it differ


def run(model: Model, lines: Sequence[str], options: Sequence[str], show: bool = False) -> Ran:
    command = ["./trapline", "run", model.image, "--timeout", "300", *options, *(["show"] if show else [])]
    done = subprocess.run(command, input="".join(f"{line}\n" for line in lines).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"})
    ran = model.read(done.stdout.decode(errors="replace").splitlines(), done.stderr.decode(errors="replace"))
    return ran if done.returncode else Ran(ran.programs, "")


def differs(model: Model, candidates: Sequence[Program], options: Sequence[str]) -> Difference | None:
    """The first of them that runs otherwise than the model says."""
    ran = run(model, [model.line(program) for program in candidates], options, show=True)
    for number, program in enumerate(candidates):
        if number == len(ran.programs):
            return Difference(number, "", ran.said)
        if ran.programs[number] != model.expected(program):
            return Difference(number, ran.programs[number], ran.said)
    return None


def smaller(model: Model, program: Program) -> list[Program]:
    """The program without each of its parts in turn, the large ones first."""
    lengths = [len(parts) for parts in model.lists_of(program)]
    cuts = [(which, 0, length) for which, length in enumerate(lengths) if length > 1]
    cuts += [(which, at, at + length // 2) for which, length in enumerate(lengths) if length > 3 for at in (0, length // 2)]
    cuts += [(which, at, at + 1) for which, length in enumerate(lengths) for at in range(length)]
    found = []
    for which, first, last in cuts:
        other = copy.deepcopy(program)
        del model.lists_of(other)[which][first:last]
        found.append(other)
    return found


def shrunk(model: Model, program: Program, options: Sequence[str]) -> Program:
    for _ in range(model.rounds):
        candidates = smaller(model, program)
        if not candidates or not (found := differs(model, candidates, options)):
            break
        program = candidates[found.number]
    return program


def tell(model: Model, seed: int, number: int, options: Sequence[str]) -> None:
    least = shrunk(model, model.generate(seed, number), options)
    found = differs(model, [least], options)
    story = [f"program {number} of seed {seed}, made smaller:", model.show(least)]
    story += model.contrast(least, found) if found else ["it differed only once"]
    print("".join(f"# {line}\n" for part in story for line in part.splitlines()), file=sys.stderr, flush=True)


def whole_number(name: str, otherwise: int) -> int:
    text = os.environ.get(name) or str(otherwise)
    if not text.isdecimal():
        sys.exit(f"{name} must be a whole number, not {text}")
    return int(text)


def compare(model: Model, seed: int, count: int) -> bool:
    """Makes a claim for each machine. Whether one failed."""
    print(f"# SEED={seed} COUNT={count}", flush=True)
    claims = failures = first = 0
    with ThreadPoolExecutor(1) as machine:
        for name, (options, share) in model.machines.items():
            last = first + round(count * share)
            wrong = []
            for start in range(first, last, model.piece):
                numbers = range(start, min(start + model.piece, last))
                made = [model.generate(seed, number) for number in numbers]
                running = machine.submit(run, model, [model.line(program) for program in made], options)
                wanted = [f"{zlib.crc32(model.summed(program)):08X}" for program in made]
                got = running.result().programs
                got += ["nothing"] * (len(wanted) - len(got))
                wrong += [number for number, one, other in zip(numbers, got, wanted) if one != other]
            claims += 1
            failures += bool(wrong)
            print(f"{'not ' if wrong else ''}ok {claims} - {name}: {last - first} {model.claim}", flush=True)
            if wrong:
                print(f"# {len(wrong)} programs differ: {wrong[:10]}", file=sys.stderr)
                tell(model, seed, wrong[0], options)
            first = last
    print(f"1..{claims}")
    return failures > 0
