"""`trapline man`: the manual page, made from the help of all commands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Sequence

from console import CommandError
from help import usages
from options import Usage, parse

USAGE = Usage(
    "man",
    "",
    """
Shows the manual page, which has the help of every command, as text where the system has no man. Where
standard output is no terminal, it is printed in the form that man reads.""",
    (),
    """
example:  ./trapline man >~/.local/share/man/man1/trapline.1""",
)

NAME = "Windows' structured exception handling and user-level threads, on a bare machine"
DESCRIPTION = """An ordinary C program is built together with a runtime that takes an operating system's place, and is booted in an emulator. The
terminal is its console. What a command needs and is missing is installed through apt before it starts."""
ENVIRONMENT = (
    ("TRAPLINE_BUILD", "the folder to build in; without it the checkout's own, or $XDG_CACHE_HOME/trapline where that cannot be written"),
    ("NO_COLOR", "when it is set, no output of the command has colours"),
)


def plain(text: str) -> str:
    """Text in which nothing means anything to man."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.splitlines())


def section(usage: Usage) -> str:
    lines = [f".SS {plain(f'{usage.command} {usage.synopsis}'.rstrip())}", plain(usage.summary.strip())]
    for option in (*usage.options, usages.HELP_OPTION):
        lines += [".TP", f".B {plain(option.shown)}", plain(option.help)]
    if usage.more:
        lines += [".PP", ".nf", plain(usage.more.strip()), ".fi"]
    return "\n".join(lines)


def page() -> str:
    """The page as man reads it."""
    head = [".TH TRAPLINE 1", ".SH NAME", f"trapline \\- {plain(NAME)}", ".SH SYNOPSIS", ".B trapline", ".I COMMAND", "[options]", ".SH DESCRIPTION", plain(DESCRIPTION),
            ".SH COMMANDS"]
    foot = [".SH ENVIRONMENT", *(line for name, what in ENVIRONMENT for line in (".TP", f".B {name}", plain(what)))]
    return "\n".join([*head, *map(section, usages.usages()), *foot])


def text() -> str:
    """The page for a system without man."""
    commands = [f"{usage.command.upper()}\n\n{usage.help()}" for usage in usages.usages()]
    environment = "ENVIRONMENT\n\n" + "\n".join(f"  {name}: {what}" for name, what in ENVIRONMENT)
    return "\n\n\n".join([f"TRAPLINE\n\ntrapline COMMAND [options]: {NAME}\n\n{DESCRIPTION}", *commands, environment])


def main(words: Sequence[str]) -> int:
    if parse(USAGE, words).operands:
        raise CommandError("man takes no arguments")
    if sys.stdout.isatty() and shutil.which("man"):
        return subprocess.run(["man", "-l", "-"], input=page(), text=True).returncode
    print(text() if sys.stdout.isatty() else page())
    return 0
