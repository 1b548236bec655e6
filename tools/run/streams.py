"""The program's standard input, output and error on the host, in the runtime's words."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Sequence

from build.elf import which_names
from console import has_colour

INPUT_IS_PIPE = "trapline:input=pipe"
OUTPUT_IS_TERMINAL = "trapline:output=terminal"  # it takes colours
OUTPUT_IS_PIPE = "trapline:output=pipe"
ERROR_IS_PIPE = "trapline:error=pipe"
ERROR_IS_APART = "trapline:error=apart"  # and comes as events

KNOWN_BY = {  # a name that is in images which know the word
    INPUT_IS_PIPE: "console_is_pipe",  # kernel/devices/console.h
    OUTPUT_IS_TERMINAL: "console_colours",  # win32/console/console_io.h
    OUTPUT_IS_PIPE: "console_write_error",  # kernel/devices/console.h
    ERROR_IS_PIPE: "console_write_error",
    ERROR_IS_APART: "console_write_error",
}


PIPES = (INPUT_IS_PIPE, OUTPUT_IS_PIPE, ERROR_IS_PIPE)  # for a run that must not depend on the host


def input_words() -> list[str]:
    """The word for this process' input."""
    return [] if os.isatty(0) else [INPUT_IS_PIPE]


def _is_same(one: int, other: int) -> bool:
    """Whether two descriptors are the same file, pipe or terminal."""
    return os.path.samestat(os.fstat(one), os.fstat(other))


def all_words(shows_errors: bool) -> list[str]:
    """The words for this process' input, output and error. `shows_errors`: events of the error are shown where they belong."""
    words = input_words()
    if has_colour(sys.stdout):
        words.append(OUTPUT_IS_TERMINAL)
    if not os.isatty(1):
        words.append(OUTPUT_IS_PIPE)
    apart = shows_errors and not _is_same(1, 2)
    if apart:
        words.append(ERROR_IS_APART)
    if not os.isatty(2 if apart else 1):
        words.append(ERROR_IS_PIPE)
    return words


def known(words: Sequence[str], image: Path) -> list[str]:
    """The words that the image's runtime knows."""
    there = which_names(image, {KNOWN_BY[word] for word in words}) if words else set()
    return [word for word in words if KNOWN_BY[word] in there]
