"""The declarations of tests about themselves, and the variants that follow from them.

A paragraph of the first comment of tests/room/x.c says each way to run it; without, it runs the ordinary way:

    run: name=small memory=8M args="one 'two words'" timeout=60 exit=3
    run: name=transcript transcript=x.expected virtual-time=1 emulator=qemu,bochs
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Optional

from build.build import image_path
from console import CommandError, nearest
from options import memory, seconds, whole_number
from programs import ROOT, Program, opening_comment, test_images
from run.schedule import schedule

DEFAULT_SECONDS = 300.0  # only a test that hangs takes as long; a busy host is no reason to fail


@dataclass
class Variant:
    """One run of one image. `exit` None means any status but 0."""

    name: str
    image: str  # relative to the root
    program: str
    compiler: str = "gcc"
    emulator: str = "qemu"
    checked: bool = False
    cpu: Optional[str] = None
    memory: Optional[int] = None
    smp: int = 1
    ring: int = 0
    args: list[str] = field(default_factory=list)
    timeout: float = DEFAULT_SECONDS
    exit: Optional[int] = 0
    transcript: Optional[str] = None
    expect: list[str] = field(default_factory=list)
    input: str = ""
    virtual_time: bool = False
    schedule: Optional[str] = None
    iso: bool = False

    @property
    def prints_tap(self) -> bool:
        """Whether the image itself makes the claims, rather than the harness about its output."""
        return self.transcript is None and not self.expect


# ---------------------------------------------------------------- the keys


def _switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError("it must be 0 or 1")
    return text == "1"


def _ring(text: str) -> int:
    if text != "3":
        raise ValueError("it must be 3")
    return 3


def _exit(text: str) -> Optional[int]:
    try:
        return None if text == "nonzero" else whole_number(0, 2**32 - 1)(text)
    except ValueError as problem:
        raise ValueError(f"{problem}, or nonzero") from None


def _some_of(*choices: str) -> Callable[[str], list[str]]:
    def read(text: str) -> list[str]:
        if unknown := [part for part in text.split(",") if part not in choices]:
            raise ValueError(f"{unknown[0]} is none of {', '.join(choices)}")
        return text.split(",")

    return read


def _transcript(text: str, folder: Path) -> str:
    """The file's path relative to the root."""
    path = (folder / text).relative_to(ROOT)
    if not (ROOT / path).is_file():
        raise ValueError(f"there is no {path}")
    return str(path)


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as problem:
        raise ValueError(f"no regular expression: {problem}") from None
    return text


KEYS: dict[str, Callable[[str], object]] = {
    "name": str,  # the variant's own part of its name
    "cpu": str,
    "memory": memory,
    "smp": whole_number(1, 8),
    "ring": _ring,  # 3: the program runs there
    "args": shlex.split,
    "emulator": _some_of("qemu", "bochs"),  # a variant for each
    "compilers": _some_of("gcc", "clang"),  # a variant for each; otherwise both, but of the checking build gcc's
    "timeout": seconds,  # of real time
    "exit": _exit,  # a number, or nonzero
    "transcript": str,  # a file beside the test: the whole output, {{regular expressions}} allowed
    "expect": _pattern,  # some line of the output matches; may be repeated
    "input": lambda text: text.encode().decode("unicode_escape"),  # typed at the console; \n and the like work
    "checked": _switch,  # the checking build
    "virtual-time": _switch,
    "schedule": lambda text: schedule(text).text,  # by which the program's threads change
    "iso": _switch,  # booted by GRUB from a CD
}
REPEATABLE = ("expect",)


def declarations(source: Path) -> list[dict[str, Any]]:
    """The file's declarations, read; one without keys when there are none. Raises CommandError naming file and line."""
    found = []
    text_lines = source.read_text().splitlines()
    for paragraph in re.split(r"\n\s*\n", opening_comment(source)):
        if not paragraph.startswith("run:"):
            continue
        first_line = paragraph.splitlines()[0]
        number = next(i for i, text in enumerate(text_lines, 1) if first_line in text)
        # Line ends count as blanks, so that a formatter may fill the comment anew.
        flat = " ".join(paragraph.split())
        found += [_declaration(text, source, number) for text in re.split(r"(?:^| )run:", flat)[1:]]
    return found or [{}]


def _declaration(text: str, source: Path, number: int) -> dict[str, Any]:
    """One declaration of this source, which begins at this line, read."""
    values: dict[str, Any] = {}
    place = f"{source.relative_to(ROOT)}:{number}"
    try:
        words = shlex.split(text)
    except ValueError as problem:
        raise CommandError(f"{place}: {problem}") from None
    for word in words:
        key, equals, value = word.partition("=")
        if key not in KEYS:
            raise CommandError(f'{place}: there is no key "{key}"{nearest(key, KEYS)}')
        try:
            read = KEYS[key](value) if equals else None
            if equals and key == "transcript":
                read = _transcript(value, source.parent)
        except ValueError as problem:
            raise CommandError(f'{place}: {key} cannot be "{value}": {problem}') from None
        if not equals:
            raise CommandError(f"{place}: {key} needs a value, as in {key}=...")
        if key in REPEATABLE:
            values.setdefault(key, []).append(read)
        elif key in values:
            raise CommandError(f"{place}: {key} is given twice")
        else:
            values[key] = read
    return values


# ---------------------------------------------------------------- the variants


def all_variants() -> list[Variant]:
    variants = [variant for program in test_images() for variant in variants_of(program)]
    names = [variant.name for variant in variants]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise CommandError(f"two runs are called {twice}; give them different name=...")
    return variants


def variants_of(program: Program) -> list[Variant]:
    """All runs of one test image, named image[-name].compiler.emulator."""
    variants = []
    for declared in declarations(program.source):
        values = {key.replace("-", "_"): value for key, value in declared.items()}
        suffix = f"-{values.pop('name')}" if "name" in values else ""
        emulators = values.pop("emulator", ["qemu"])
        # The checks of the checking build are the same in both compilers' code.
        compilers = values.pop("compilers", ["gcc"] if values.get("checked") else ["gcc", "clang"])
        for compiler in compilers:
            image = image_path(program, compiler, bool(values.get("checked"))).relative_to(ROOT)
            for emulator in emulators:
                name = f"{program.name}{suffix}.{compiler}.{emulator}"
                variants.append(Variant(name, str(image), program.name, compiler, emulator, **values))
    return variants
