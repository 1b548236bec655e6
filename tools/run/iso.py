"""`trapline iso`: one boot image with all examples in GRUB's menu."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path
from typing import Sequence

from build.build import build
from build_folder import BUILD
from console import CommandError, count, nearest, say
from options import CommandLine, Option, Usage, parse, whole_number
from programs import first_sentence, native_examples
from run.files import given_files
from run.grub import MenuEntry, menu_image

MENU_WIDTH = 72  # of the 80 columns of a text screen, inside the menu's frame

USAGE = Usage(
    "iso",
    "[options]",
    "Makes build/trapline.iso, which boots from CD or USB stick into a menu of the examples, but for those of C++.",
    (
        Option("--default", "the example that boots by itself (default: demo, or else the first)", "NAME"),
        Option("--menu-timeout", "seconds until it does (default 10)", "S", whole_number(0, 86400), 10),
        Option("--file", "give each program this file: fopen finds it by its name; several times for several files", "FILE", many=True),
        Option("--output", "another file to write", "FILE"),
    ),
)


def default_of(line: CommandLine) -> str:
    """The example that boots by itself. Raises CommandError where there is none of that name."""
    names = [program.name for program in native_examples()]
    if not names:
        raise CommandError("there are no examples to put into the menu")
    default = line["default"] or ("demo" if "demo" in names else names[0])
    if default not in names:
        raise CommandError(f'there is no example "{default}"{nearest(default, names)} (./trapline list shows all)')
    return default


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no disc."""
    if line.operands:
        raise CommandError("iso takes no arguments, only options (./trapline iso --help)")
    default_of(line)


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    programs, default = native_examples(), default_of(line)

    files = given_files(line["file"])
    entries = [MenuEntry(_title(p.name, first_sentence(p.source)), p.name, build(p)) for p in programs]
    output = Path(line["output"]).absolute() if line["output"] else BUILD / "trapline.iso"
    say(f"making the boot image of {count(len(entries), 'example')} ...")
    menu_image(output, entries, default, line["menu_timeout"], {file.name: file.path for file in files})

    shown = os.path.relpath(output)
    shown = str(output) if shown.startswith("..") else shown
    print(f"{shown}: {output.stat().st_size / 2**20:.1f} MB, {count(len(entries), 'example')}; {default} starts after {line['menu_timeout']} s")
    print(f"  boot it:       qemu-system-i386 -cdrom {shown} -serial mon:stdio -display none")
    print(f"  on a USB stick: dd if={shown} of=/dev/sdX bs=4M (everything on the stick is lost)")
    return 0


def _title(name: str, sentence: str) -> str:
    return textwrap.shorten(f"{name} - {sentence}" if sentence else name, MENU_WIDTH, placeholder=" ...")
