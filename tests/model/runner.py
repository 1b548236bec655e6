"""Runs random programs on the machine and by a model, and compares. Shared by the tests that have a model."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Optional, Sequence

Program = Any


class Ran(NamedTuple):
    programs: list[str]  # what the machine prints for each program, fewer when it died
    said: str  # all other output; nothing when the run came to a good end


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
    parts_of: Callable[[Program], list[tuple[list[Any], int]]]  # lists to shrink, and how many must stay
    line: Callable[[Program], str]  # the line that the image reads
    show: Callable[[Program], str]  # for a person
    expected: Callable[[Program], Optional[Any]]  # how it runs; None: it may run in any way, so it is not tried
    text: Callable[[Any], str]  # of that: as the image shows it
    summed: Callable[[Any], bytes]  # and as the image sums it up
    read: Callable[[list[str], str], Ran]  # the machine's lines, and those on standard error
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
        if ran.programs[number] != model.text(model.expected(program)):
            return Difference(number, ran.programs[number], ran.said)
    return None


def smaller(model: Model, program: Program) -> list[Program]:
    """The program without each of its parts in turn, the large ones first."""
    lengths = [(len(parts), least) for parts, least in model.parts_of(program)]
    cuts = [(which, least, length) for which, (length, least) in enumerate(lengths) if length - least > 1]
    cuts += [(which, at, at + length // 2) for which, (length, _) in enumerate(lengths) if length > 3 for at in (0, length // 2)]
    cuts += [(which, at, at + 1) for which, (length, least) in enumerate(lengths) if length > least for at in range(length)]
    found = []
    for which, first, last in cuts:
        other = copy.deepcopy(program)
        del model.parts_of(other)[which][0][first:last]
        found.append(other)
    return [other for other in found if model.expected(other) is not None]


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


class Tried(NamedTuple):
    number: int
    line: str
    sum: str  # as the image prints it


def prepared(model: Model, seed: int, numbers: Iterable[int]) -> list[Tried]:
    tried = []
    for number in numbers:
        program = model.generate(seed, number)
        line, outcome = model.line(program), model.expected(program)
        if outcome is not None:
            tried.append(Tried(number, line, f"{zlib.crc32(model.summed(outcome)):08X}"))
    return tried


def compare(model: Model, seed: int, count: int) -> bool:
    """Makes a claim for each machine. Whether one failed."""
    print(f"# SEED={seed} COUNT={count}", flush=True)
    failures = first = 0
    with ThreadPoolExecutor(1) as machine:
        claims = []  # the machine runs one piece while the next is prepared
        left_out = set(os.environ.get("LEAVE_OUT", "").split())  # words of their options; see tools/testing/parts.py
        for name, (options, share) in model.machines.items():
            if left_out.intersection(options):
                continue
            last = first + round(count * share)
            pieces = []
            for start in range(first, last, model.piece):
                tried = prepared(model, seed, range(start, min(start + model.piece, last)))
                pieces.append((tried, machine.submit(run, model, [one.line for one in tried], options)))
            claims.append((name, options, pieces))
            first = last
        for claim, (name, options, pieces) in enumerate(claims, 1):
            wrong = []
            for tried, running in pieces:
                got = running.result().programs
                got += ["nothing"] * (len(tried) - len(got))
                wrong += [one.number for one, ran in zip(tried, got) if one.sum != ran]
            programs = sum(len(tried) for tried, _ in pieces)
            fails = bool(wrong) or bool(pieces) and not programs
            failures += fails
            print(f"{'not ' if fails else ''}ok {claim} - {name}: {programs} {model.claim}", flush=True)
            if wrong:
                print(f"# {len(wrong)} programs differ: {wrong[:10]}", file=sys.stderr)
                tell(model, seed, wrong[0], options)
    print(f"1..{len(claims)}")
    return failures > 0
