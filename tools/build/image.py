"""`trapline build`: makes the image of a program without running it."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from build import compiler_options
from build.build import build, put
from build.windows_program import is_for_windows
from console import CommandError
from options import CommandLine, Option, Usage, parse
from programs import CPP, Image, Program, find_all

USAGE = Usage(
    "build",
    "WHAT... [options]",
    """
Builds an example, or a program of one's own from all its .c, .S, .s, .o, .obj, .a and .lib files, the one with
main first, and prints where its image is. A Multiboot loader boots it; so does `run`.""",
    (
        Option("--output", "copy the image there", "FILE", short="-o"),
        *compiler_options.OPTIONS,
    ),
)


def check(line: CommandLine) -> Program:
    """The program that the words mean. Raises CommandError where they mean none."""
    if not line.operands:
        raise CommandError("build what? Give an example's name or .c file (./trapline list shows the examples)")
    program = find_all(line.operands)
    if isinstance(program, Image):
        raise CommandError(f"{line.operands[0]} is an image already; only a .c file is built")
    if program.is_windows:
        raise CommandError(f"{line.operands[0]} is built already; ./trapline run runs it")
    if is_for_windows(line, program):
        hint = "" if program.source.suffix in CPP else ". With #include <seh.h>, __try is for an image, too"
        raise CommandError(f"{line.operands[0]} becomes a program for Windows; ./trapline cc makes it{hint}")
    return program


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    program = check(line)
    image = build(program, line["cc"], line["checked"], compiler_options.make_words(line, program))
    if line["output"]:
        image = put(image, Path(line["output"]))
    print(image)
    return 0
