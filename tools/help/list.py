"""`trapline list`: the examples, each with the first sentence of its opening comment, and the number of tests."""

from __future__ import annotations

import sys
from typing import Sequence

from console import BOLD, CommandError, count, paint
from options import Usage, parse
from programs import course_number, examples, first_sentence, test_files, test_images

USAGE = Usage("list", "", "Lists the examples, in the order in which they are best read, and counts the tests.", ())


def main(words: Sequence[str]) -> int:
    if parse(USAGE, words).operands:
        raise CommandError("list takes no arguments")
    programs = examples()
    width = max((len(program.name) for program in programs), default=0)
    for program in programs:
        number = course_number(program.source)
        print(f"{number:>4}  {paint(program.name.ljust(width), BOLD, sys.stdout)}  {first_sentence(program.source)}")
    scripts = len(test_files("*.t"))
    print(f"\n{count(len(programs), 'example')} (./trapline run NAME, or its number; the sources are in examples/)")
    print(f"{count(len(test_images()), 'test image')} and {count(scripts, 'test script')} (./trapline test)")
    return 0
