"""A schedule of a run: when the program's threads change. The runtime reads the same text (kernel/threads/given_points.c).

On several CPUs a schedule is a seed (seeds.py), or says which threads are held (holds.py)."""

from __future__ import annotations

import re
import zlib
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple, Sequence

from console import CommandError
from run.files import GivenFile
from run import holds, streams
from run.machine import Machine

DATE = datetime(2000, 1, 1, tzinfo=timezone.utc)  # of the calendar clock, in every run with a schedule that does not say otherwise
MOST_POINTS = 64  # GIVEN_POINTS_MOST of kernel/threads/given_points.h, for each of both kinds
MOST_NUMBER = 2**32 - 1
OPTION = "trapline:schedule="  # the runtime's word
SLEEPERS = "trapline:schedule-sleepers"  # with STEPS: an event for each thread, too, that would first have to time out
STEPS = "trapline:schedule-steps"  # with trapline:trace: an event for each instruction before which another thread could go on
RECORDED = ("trapline:trace", "trapline:moments")  # on several CPUs, whatever shows the run, because to record takes time; and where the runtime's own instructions count
NO_PART = (OPTION, STEPS, SLEEPERS, *streams.KNOWN_BY, *RECORDED, "trapline:out")  # words that may differ from run to run of a schedule
POINT = re.compile(r"(w(?=\d+>))?(\d+)(?:[>z](\d+))?")


class Schedule(NamedTuple):
    """`image`: the digest of the only image that it is for, or "". `text`: a seed with or without "r", or "@" and points or holds."""

    image: str
    text: str

    def __str__(self) -> str:
        return stamped(self.image, self.text)

    @property
    def is_list(self) -> bool:
        return self.text.startswith("@")

    @property
    def is_for_cpus(self) -> bool:
        """Whether one CPU cannot have it."""
        return self.text.startswith(holds.SIGN)

    @property
    def counts_runtime(self) -> bool:
        """Whether it counts the runtime's own instructions."""
        return self.text.endswith("r")

    def check(self, digest: str) -> None:
        """Raises CommandError for another image."""
        if self.image not in ("", digest):
            raise CommandError(f"the schedule {self} is for another program, other arguments or other options: those of this run begin with {stamped(digest, '@' if self.is_list else '')}")


def stamped(image: str, text: str) -> str:
    """A schedule's text with the image that it is for, which may be ""."""
    return f"{image}{':' if image and not text.startswith('@') else ''}{text}"


def _numbers(text: str, *numbers: str) -> None:
    for number in numbers:
        if not 0 < int(number) <= MOST_NUMBER:
            raise ValueError(f"{number} in {text} must be from 1 to {MOST_NUMBER}")


def _check_points(points: Sequence[str]) -> None:
    latest = {"": 0, "w": 0}
    counts = {"": 0, "w": 0}
    for point in points:
        match = POINT.fullmatch(point)
        if not match:
            raise ValueError(f"{point or 'nothing'} is no point: N preempts before instruction N, N>T for thread T, NzT has it time out, and wN>T has T go on at choice N")
        kind, number, thread = match.groups(default="")
        _numbers(point, number, *([thread] if thread else []))
        if int(number) <= latest[kind]:
            raise ValueError(f"its points must rise, and {point} does not")
        latest[kind] = int(number)
        counts[kind] += 1
        if counts[kind] > MOST_POINTS:
            raise ValueError(f"it may have {MOST_POINTS} points of a kind")


def schedule(text: str) -> Schedule:
    """Reads what stands behind --schedule."""
    if seed := re.fullmatch(r"(?:([0-9a-f]{6}):)?([0-9]+)(r?)", text):
        _numbers(text, seed[2])
        return Schedule(seed[1] or "", f"{int(seed[2])}{seed[3]}")
    image, at, points = text.partition("@")
    if not at or not re.fullmatch(r"([0-9a-f]{6})?", image):
        raise ValueError("it must be a number, or @ and points such as @120,340>8, as ./trapline explore prints it")
    if points.startswith("h"):
        holds.holds(points)
    elif points:
        _check_points(points.split(","))
    return Schedule(image, at + points)


def on_cpus(machine: Machine, given: Schedule) -> Machine:
    """That machine of several CPUs, as one on which a run by this schedule repeats itself. Raises CommandError for a list of points, and
    for a seed with "r"."""
    date = machine.date or DATE
    if given.text == "@" or given.is_for_cpus:
        return machine._replace(emulator="qemu", virtual_time=True, seed=None, date=date)
    if not given.text.isdigit():
        raise CommandError(f"on several CPUs a schedule is a number or holds threads (@hADDRESS), and {given} is for one CPU; leave --smp away, or take --schedule 7")
    return machine._replace(emulator="bochs", virtual_time=False, seed=int(given.text), date=date)


def repeating(machine: Machine) -> Machine:
    """That machine, as one on which a run by a schedule repeats itself."""
    return machine._replace(cpus=1, virtual_time=True, date=machine.date or DATE)


def digest(image: Path, words: Sequence[str], files: Sequence[GivenFile], cpus: int = 1) -> str:
    """Six digits that tell apart what is run: the image, its command line and its files, and the number of CPUs."""
    parts = [image.read_bytes(), *(word.encode(errors="surrogateescape") for word in words if not word.startswith(NO_PART))]
    for file in files:
        parts += [file.name.encode(errors="surrogateescape"), file.path.read_bytes()]
    parts += [f"{cpus} CPUs".encode()] if cpus > 1 else []
    value = 0
    for part in parts:
        value = zlib.crc32(len(part).to_bytes(4, "little") + part, value)
    return f"{value & 0xFFFFFF:06x}"
