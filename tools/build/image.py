"""`trapline build`: makes the image of a program without running it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Sequence

from build.build import build
from console import CommandError
from options import Option, Usage, one_of, parse
from programs import Image, find

USAGE = Usage(
    "build",
    "WHAT [options]",
    """
Builds an example, or a .c file from anywhere, and prints where its image is. A Multiboot loader boots it;
so does `run`.""",
    (
        Option("--output", "copy the image there", "FILE"),
        Option("--checked", "use the checking build: slower, finds misuse of memory"),
        Option("--cc", "gcc (default) or clang", "COMPILER", one_of("gcc", "clang"), "gcc"),
    ),
)


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    if len(line.operands) != 1:
        raise CommandError("build what? Give one example's name or .c file (./trapline list shows the examples)")
    program = find(line.operands[0])
    if isinstance(program, Image):
        raise CommandError(f"{line.operands[0]} is an image already; only a .c file is built")
    image = build(program, line["cc"], line["checked"])
    if line["output"]:
        output = Path(line["output"])
        output.parent.mkdir(parents=True, exist_ok=True)
        half = output.with_name(f"{output.name}.{os.getpid()}")
        shutil.copyfile(image, half)
        half.replace(output)
        image = output
    print(image)
    return 0
