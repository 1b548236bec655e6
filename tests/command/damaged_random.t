#!/usr/bin/env python3
"""A damaged file ends a command with one line, or does no harm: no traceback, no hang, no other status.

    SEED=N COUNT=N tests/command/damaged_random.t     other cases, or more of them
    SEED=N CASE=N tests/command/damaged_random.t      this case alone

The seed is new each time. Most cases run in this process; one of a hundred goes through the command itself.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Callable, Iterator, NamedTuple, Optional, Sequence
from unittest import mock

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness"), str(Path(__file__).resolve().parents[1])]

from tap import finish, ok, scratch_folder, without_builds  # noqa: E402
from bench import bench, native, plot  # noqa: E402
from course import quiz, web_data  # noqa: E402
from damage import bytes_damaged, elf_damaged, json_damaged, odd_number, records_damaged, rows_of  # noqa: E402
from good_recording import packed, recorded, whole  # noqa: E402
from in_process import Commands, Ended, ask_once, no_emulator, played, through_command  # noqa: E402
from model.runner import whole_number  # noqa: E402
from record.events import Events, Record  # noqa: E402
from run import run  # noqa: E402
from show import draw, page, timeline  # noqa: E402

SEED, COUNT = whole_number("SEED", int(time.time())), whole_number("COUNT", 1000)
PROGRAMS: dict[str, list[str]] = {"two-passes": [], "scope-tables": [], "deadlock": [], "between-cpus": ["--smp", "2"], "ums": []}
THROUGH_COMMAND = 100  # of so many cases one
EVENTS = Events.declared()
COMPILED = "the compiler's words are above"  # an image may be named as a source
ANY = range(256)  # the statuses of a program

scratch = scratch_folder()
place = scratch / "case"  # has what the case has
os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)


class Case(NamedTuple):
    """A tool's name and main function, none for the command itself, with its words and what it reads."""

    name: str
    main: Optional[Callable[[Sequence[str]], int]]
    words: list[str]
    statuses: Sequence[int] = (0, 2)
    input: bytes = b""
    around: Callable[[], contextlib.AbstractContextManager] = contextlib.nullcontext


# ---------------------------------------------------------------- what is damaged


OBJECTS: list[bytes] = []
GOOD = [recorded(scratch, name, *options) for name, options in PROGRAMS.items()]


def damaged_recording(random: Random) -> bytes:
    good, way = random.choice(GOOD), random.random()
    if way < 0.65:
        return good._replace(records=records_damaged(random, good.records, random.choice(GOOD).records)).file()
    if way < 0.75:
        return good._replace(image=elf_damaged(random, good.image)).file()
    if way < 0.9:
        image = packed(good.image)
        return whole(json_damaged(random, {**good.head, "image": len(image)}), image, good.records)
    return bytes_damaged(random, good.file())


def odd_name(random: Random) -> str:
    """A file's name, or another word."""
    letters = random.choice((b"abc.", b"abc def\"'\\$", b"a\n\t\x01\x7f", bytes({*range(1, 256)} - {ord("/")})))
    return os.fsdecode(bytes(random.choice(letters) for _ in range(random.choice((1, 3, 8, 60, 64, 255, 256)))))


# ---------------------------------------------------------------- the cases


def looked_at(random: Random) -> Case:
    """A recording, and a way to look at it."""
    path = place / "case.rec"
    path.write_bytes(damaged_recording(random))
    number = random.choice((1, 2, 5, 12, 30, odd_number(random, 32)))
    ways: tuple[tuple[ModuleType, list[str]], ...] = (
        (page, []), (page, ["--from", str(number)]), (timeline, []), (timeline, []), (draw, []), (draw, [str(number)]),
        (draw, [random.choice(("raised", "is asked", "thread", "waits"))]), (draw, [f"{number}..{number + random.randrange(1, 60)}"]),
    )
    tool, more = random.choice(ways)
    return Case(tool.__name__, tool.main, [str(path), *more, "-o", str(place / "made")])


def booted(random: Random) -> Case:
    """An image, and files for its program."""
    path = place / random.choice(("case.elf", "case", odd_name(random)))
    with contextlib.suppress(OSError):  # the name is too long
        path.write_bytes(elf_damaged(random, random.choice(GOOD).image))
    options: tuple[list[str], ...] = ([], ["--emulator", "bochs"], ["--record", str(place / "made")], ["--memory", "8M"])
    words = [*random.choice(options), str(path)]
    for _ in range(random.choice((0, 0, 1, 2, 33))):
        words[:0] = ["--file", str(made_file(random, place / odd_name(random)))]
    if random.random() < 0.2:
        words += ["--", *(odd_name(random) for _ in range(random.randrange(4)))]
    return Case("run", run.main, ["run", *words], around=no_emulator)


def made_file(random: Random, path: Path) -> Path:
    """Most are files."""
    ways: tuple[Callable[[], object], ...] = (lambda: None, path.mkdir, lambda: os.mkfifo(path), lambda: path.symlink_to(path), *[lambda: path.write_bytes(random.randbytes(random.randrange(9000)))] * 8)
    with contextlib.suppress(OSError):
        if not os.path.lexists(path):
            random.choice(ways)()
    return path


def heard(random: Random) -> Case:
    """The bytes of both serial ports, as a run, a narration or a quiz gets them."""
    good = random.choice(GOOD)
    rows = [row for row in rows_of(good.records) if not EVENTS[Record.decode(row).event].is_of_moment]
    console = b"".join(record.text() for record in map(Record.decode, rows) if EVENTS[record.event].name == "output")
    records = records_damaged(random, b"".join(rows), random.choice(GOOD).records)
    if random.random() < 0.3:
        records = bytes_damaged(random, records)
    if random.random() < 0.5:
        console = bytes_damaged(random, console)
    around = functools.partial(played, console, records)
    if random.random() < 0.15:
        return Case("quiz", quiz.main, [random.choice(("two-passes", "deadlock", "ums"))], ANY, b"a\nb\n1\n" * 9, around)
    path = place / "case.elf"
    path.write_bytes(good.image)
    ways: tuple[tuple[str, list[str]], ...] = (
        ("run", []), ("trace", []), ("trace", ["--only", "seh,threads,interrupts"]), ("trace", ["--thread", random.choice(("1", "main", "ann"))]),
        ("run", ["--record", str(place / "made")]),
    )
    tool, more = random.choice(ways)
    return Case(tool, run.main, [tool, *more, str(path)], ANY, around=around)


RESULT = {"median": 12.5, "spread": 0.1, "ratio": 1.2, "limit": 2.0, "is_above": False}
REPORT = {"cpu": "any", "rounds": 5, "versions": {"boost": "1"}, "missing": {},
          "results": {name: {contender: RESULT for contender in ("floor", "trapline", "boost")} for name in ("yield_10", "yield_1k", "life")}}
LINES = {"command": "./trapline trace two-passes", "lines": [{"text": "one", "kind": ""}, {"text": "two", "kind": "raise"}]}


def kept(random: Random) -> Case:
    """JSON that an earlier command has left."""
    path = place / "case.json"
    is_report = random.random() < 0.5
    path.write_bytes(json_damaged(random, REPORT if is_report else LINES))

    def draws(words: Sequence[str]) -> int:
        bench.draw_native()
        return 0

    def reads(words: Sequence[str]) -> int:
        for line in web_data._kept(path, lambda: LINES)[1]:
            print(line.text)
        return 0

    return Case("bench" if is_report else "web", draws if is_report else reads, [], around=functools.partial(left, path))


@contextlib.contextmanager
def left(path: Path) -> Iterator[None]:
    """The file is the one that the last comparison has left."""
    with mock.patch.object(native, "SAVED", path), mock.patch.multiple(plot, NATIVE=place / "made", BUILD=place / "build"):
        yield


def objects() -> list[bytes]:
    """Objects that a program can be linked with: of this compiler, of one for Windows, and an archive of that one."""
    source, made = scratch / "part.c", [scratch / name for name in ("elf.o", "windows.obj", "part.a")]
    source.write_text("static int table[4] = {1, 2, 3, 4}; const char *text = \"abc\"; double half(double x) { return x * 0.5; }\n"
                      "__attribute__((weak)) int picks(int at) { return table[at & 3]; }\n")
    for path, system in zip(made, ("linux-gnu", "pc-windows-msvc")):
        subprocess.run(["clang", f"--target=i686-{system}", "-c", "-o", path, source], check=True)
    subprocess.run(["ar", "rcs", *reversed(made[1:])], check=True)
    return [path.read_bytes() for path in made]


def linked(random: Random) -> Case:
    """An object, or an archive, beside a program."""
    source, path = place / "case.c", place / random.choice(("part.o", "part.obj", "part.a"))
    source.write_text("int main(void) { return 0; }\n")
    changed = bytearray(random.choice(OBJECTS))
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(random.choice((64, 300, len(changed))))
        changed[at : at + 4] = odd_number(random, 32).to_bytes(4, "little")
    path.write_bytes(changed if random.random() < 0.7 else bytes_damaged(random, bytes(changed)))
    return Case("build", None, ["build", str(source), str(path), "-o", str(place / "made")])


# How the cases of each kind are called, and which part of all they are.
KINDS: dict[Callable[[Random], Case], tuple[str, float]] = {
    looked_at: ("recordings", 0.55),
    heard: ("streams of events", 0.2),
    booted: ("images, and files of programs", 0.15),
    kept: ("files of JSON", 0.08),
    linked: ("objects", 0.02),
}


def through_all(random: Random) -> Case:
    """A case for the command itself. The program of an image runs for a moment."""
    case = random.choice((looked_at, booted))(random)
    if case.name == "run":
        return case._replace(main=None, words=["run", "--timeout", "2", *case.words[1:]], statuses=ANY)
    return case._replace(main=None, words=[case.name, *case.words])


def case_of(number: int) -> tuple[str, Case]:
    """The case, and how its kind is called."""
    random = Random(f"{SEED} {number}")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    if number % THROUGH_COMMAND == 0:
        return "files of the command itself", through_all(random)
    (kind,) = random.choices(list(KINDS), [share for _, share in KINDS.values()])
    return KINDS[kind][0], kind(random)


def complaint(case: Case, ended: Ended) -> str:
    """The complaint about a case; nothing where all is right. A program that has run may end with a 2 of its own."""
    if ended.traceback or "Traceback" in ended.said:
        return ended.traceback or ended.said
    if ended.status not in case.statuses:
        return f"status {ended.status}: {ended.said}"
    lines = without_builds(ended.said).splitlines()
    if ended.status == 2 and case.statuses is not ANY and len(lines) != 1 and not any(COMPILED in line for line in lines[-1:]):
        return f"status 2 without one line: {ended.said}"
    return ""


def main() -> None:
    print(f"# SEED={SEED} COUNT={COUNT}", flush=True)
    OBJECTS.extend(objects())
    commands = Commands(scratch)
    ask_once([good.image for good in GOOD])
    tried: Counter = Counter()
    wrong: defaultdict = defaultdict(list)
    for number in [whole_number("CASE", 0)] if "CASE" in os.environ else range(COUNT):
        kind, case = case_of(number)
        tried[kind] += 1
        ended = commands.call(case.main, case.words, case.input, case.around) if case.main else through_command(case.words)
        if why := complaint(case, ended):
            wrong[kind].append(f"SEED={SEED} CASE={number}: {case.name} {case.words}\n{why}")
    for kind, count in sorted(tried.items()):
        ok(not wrong[kind], f"{count} damaged {kind} end a command by a line, or do no harm", f"{len(wrong[kind])} do not", *wrong[kind][:3])
    finish()


if __name__ == "__main__":
    main()
