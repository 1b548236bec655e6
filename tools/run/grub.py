"""Boot images with GRUB: the small one that carries a single program into Bochs, and the menu of all examples."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Mapping, NamedTuple, Sequence

from build.build import cross_tool
from console import CommandError

# The modules with which GRUB loads one image from the CD; no others, because Bochs has to unpack them.
LOADER_MODULES = ("biosdisk", "iso9660", "multiboot", "boot")
COMMAND_LINE_BYTES = 4095  # BOOT_COMMAND_SIZE of boot/boot.h without the byte that ends it


class MenuEntry(NamedTuple):
    """A program in the menu: the menu's text, the image, and the program's name as argv[0]."""

    title: str
    name: str
    image: Path


def _has_controls(word: str) -> bool:
    return any(ord(character) < 32 for character in word)


def check_name(name: str) -> None:
    """Raises CommandError for a program's name that cannot be argv[0]."""
    if _has_controls(name):
        raise CommandError(f"{name!r}: the file's name has a line end or another control character, so it cannot be argv[0]; rename the file")


def plain_word(word: str) -> str:
    """A word of a boot command line, quoted as the runtime reads it."""
    if _has_controls(word):
        raise CommandError(f"{word!r}: an argument cannot hold line ends or other control characters")
    if re.fullmatch(r"[\w./:=,+@%^~-]+", word, re.ASCII):
        return word
    return '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


def check_length(words: Sequence[str]) -> None:
    """Raises CommandError for a command line that the runtime would cut off."""
    length = len(os.fsencode(" ".join(map(plain_word, words))))
    if length > COMMAND_LINE_BYTES:
        raise CommandError(f"the arguments are too long: {length} bytes, and a boot command line has {COMMAND_LINE_BYTES}")


def grub_word(word: str) -> str:
    """The word in GRUB's own quoting. GRUB takes it off and puts quotes of the plain kind back."""
    plain_word(word)
    return "'" + word.replace("'", "'\\''") + "'"


def single_image(folder: Path, image: Path, words: Sequence[str]) -> Path:
    """Makes a CD in the folder that boots the image at once with this command line (first word: argv[0])."""
    content = folder / "cd"
    content.mkdir()
    # Symbols and debugging data stay behind: GRUB would read them through the BIOS into memory.
    _call([cross_tool("strip"), "--strip-all", "-o", str(content / "program"), str(image)])
    script = folder / "grub.cfg"
    script.write_bytes(os.fsencode(f"multiboot /program {' '.join(map(grub_word, words))}\nboot\n"))
    _call(["grub-mkimage", "-O", "i386-pc-eltorito", "-p", "/", "-c", str(script), "-o", str(content / "grub"), *LOADER_MODULES])
    disc = folder / "cd.iso"
    _call(["xorriso", "-as", "mkisofs", "-quiet", "-o", str(disc), "-b", "grub", "-no-emul-boot",
           "-boot-load-size", "4", "-boot-info-table", str(content)])
    return disc


def menu_image(output: Path, entries: Sequence[MenuEntry], default: str, seconds: int, files: Mapping[str, Path] = {}) -> None:
    """Makes a disc, for a CD or a USB stick, with a menu of these entries, on screen and serial port alike. Each program gets
    the files by these names."""
    with tempfile.TemporaryDirectory(prefix="trapline-") as name:
        content = Path(name)
        (content / "boot" / "grub").mkdir(parents=True)
        for entry in entries:
            shutil.copy(entry.image, content / "boot" / f"{entry.name}.elf")
        for number, path in enumerate(files.values()):
            shutil.copy(path, content / "boot" / f"file{number}")
        position = [entry.name for entry in entries].index(default)
        (content / "boot" / "grub" / "grub.cfg").write_bytes(os.fsencode(menu_script(entries, position, seconds, list(files))))
        output.parent.mkdir(parents=True, exist_ok=True)
        unfinished = output.with_suffix(".unfinished")
        _call(["grub-mkrescue", "-o", str(unfinished), "--locales=", "--fonts=", "--themes=", str(content)])
        unfinished.replace(output)


def menu_script(entries: Sequence[MenuEntry], position: int, seconds: int, files: Sequence[str]) -> str:
    """The menu as GRUB's script. GRUB leaves the file's name out of a command line, so it stands there itself."""
    lines = [
        "serial --unit=0 --speed=115200",
        "terminal_input serial console",
        "terminal_output serial console",
        f"set default={position}",
        f"set timeout={seconds}",
    ]
    # Without its option GRUB would unpack files that are packed.
    modules = [f"    module --nounzip /boot/file{number} {grub_word(name)}" for number, name in enumerate(files)]
    for entry in entries:
        lines += ["", f"menuentry {grub_word(entry.title)} {{", f"    multiboot /boot/{entry.name}.elf {entry.name}", *modules, "}"]
    return "\n".join(lines) + "\n"


def _call(command: Sequence[str]) -> None:
    """Runs a tool silently. Raises CommandError with its last line when it fails."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if result.returncode:
        last = (result.stdout.strip().splitlines() or ["no message"])[-1]
        raise CommandError(f"{command[0]} failed: {last}")
