"""Sessions of `trapline debug`, by a script."""

from __future__ import annotations

import re
from typing import Iterator, NamedTuple

from forked import forked

LIMIT = 120
BEGIN = "No more reverse-execution history."
BEGIN_IN_GDB_16 = "Reached end of recorded history; stopping.\nBackward execution from here not possible."


class Session(NamedTuple):
    status: int
    shown: str
    errors: str

    def parts(self) -> list[str]:
        """The output behind each command; the first part is that before all of them."""
        return [part.partition("\n")[2] for part in f"(gdb) \n{self.shown}".split("(gdb) ")][1:]


def debug(words: str, *commands: str) -> Session:
    """A session with these commands, for a program and its options."""
    done = forked("debug", "--timeout", LIMIT, *words.split(), typed="".join(f"{line}\n" for line in commands))
    return Session(done.returncode, done.stdout.replace("\r", "").replace(BEGIN_IN_GDB_16, BEGIN), done.stderr)


def pages_sessions(text: str) -> Iterator[tuple[str, list[str], str]]:
    """The sessions that a page shows: the words behind `debug`, the commands, and all that is shown."""
    for fence in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        command, _, shown = fence.partition("\n")
        yield command.partition("./trapline debug ")[2], re.findall(r"^\(gdb\) (.*)$", shown, re.M), shown


def masked(text: str) -> list[str]:
    """The lines without what differs from build to build: addresses, offsets, positions, the bytes of instructions, registers, and which
    arguments the compiler has kept."""
    text = re.sub(r"\b(0x)?[0-9a-f]{7,}\b|\b8[0-9A-F]{7}\b|<optimized out>", "*", text)
    text = re.sub(r"\+(0x)?[0-9a-fA-F]+\b", "+*", text)
    return [" ".join(line.split()) for line in text.strip().splitlines()]
