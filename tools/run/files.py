"""Files that a program gets: a boot loader brings them as Multiboot modules (kernel/module_files.c)."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import NamedTuple, Sequence

from console import CommandError
from run.grub import plain_word

MOST_FILES = 32  # BOOT_MODULES of boot/boot.h
NO_NAME = re.compile(r'[\x00-\x1f<>"|?*:\\]|[. ]$')  # lib/paths.c: what a name of Windows cannot have, and cannot end in

DEVICE = re.compile(r"(con|prn|aux|nul|com[1-9]|lpt[1-9]) *(\..*)?|conin\$|conout\$", re.I)


class GivenFile(NamedTuple):
    """A file of the host, and the name by which the program opens it."""

    path: Path
    name: str

    @property
    def pages(self) -> int:
        """The pages of memory that it takes."""
        return -(-self.path.stat().st_size // 4096)


def given_files(words: Sequence[str]) -> list[GivenFile]:
    """The files that these words name, each under its name without folders. Raises CommandError."""
    files: list[GivenFile] = []
    for word in words:
        file = GivenFile(Path(word).absolute(), Path(word).name)
        _check(word, file)
        if any(other.name.lower() == file.name.lower() for other in files):
            raise CommandError(f"--file {word}: the program would see two files called {file.name}; rename one")
        files.append(file)
    if len(files) > MOST_FILES:
        raise CommandError(f"a program can get {MOST_FILES} files, and these are {len(files)}")
    return files


def _check(word: str, file: GivenFile) -> None:
    if file.path.is_dir():
        raise CommandError(f"--file {word}: this is a folder; give each file by itself")
    try:
        if not stat.S_ISREG(file.path.stat().st_mode):
            raise CommandError(f"--file {word}: this is no ordinary file")
        with file.path.open("rb"):
            pass
    except OSError as problem:
        raise CommandError(f"--file {word}: {problem.strerror}") from None
    plain_word(file.name)
    if NO_NAME.search(file.name) or DEVICE.fullmatch(file.name):
        raise CommandError(f"--file {word}: no program for Windows can name this file; rename it")
