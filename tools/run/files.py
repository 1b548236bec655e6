"""Files that a program gets: a boot loader brings them as Multiboot modules (kernel/module_files.c)."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import NamedTuple, Sequence

from console import CommandError
from programs import shown_path
from run.grub import plain_word
from windows_files import is_windows_program

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


def given_files(words: Sequence[str], own: Sequence[Path] = ()) -> list[GivenFile]:
    """The files that these words name, each under its name without folders. `own`: a program's files, the most important one first; it gets
    as many as there is room for. Raises CommandError."""
    files: list[GivenFile] = []
    for word in words:
        _add(files, Path(word), f"--file {word}")
    if len(files) + bool(own) > MOST_FILES:
        raise CommandError(f"a program can get {MOST_FILES} files, and these are {len(files) + bool(own)}")
    for path in own[:MOST_FILES - len(files)]:
        if path not in [file.path for file in files]:
            _add(files, path, shown_path(path))
    return files


def _add(files: list[GivenFile], path: Path, what: str) -> None:
    file = GivenFile(path.absolute(), path.name)
    _check(what, file)
    if any(other.name.lower() == file.name.lower() for other in files):
        raise CommandError(f"{what}: the program would see two files called {file.name}; rename one")
    files.append(file)


def _check(what: str, file: GivenFile) -> None:
    if file.path.is_dir():
        raise CommandError(f"{what}: this is a folder; give each file by itself")
    try:
        if not stat.S_ISREG(file.path.stat().st_mode):
            raise CommandError(f"{what}: this is no ordinary file")
        with file.path.open("rb"):
            pass
    except OSError as problem:
        raise CommandError(f"{what}: {problem.strerror}") from None
    plain_word(file.name)
    if NO_NAME.search(file.name) or DEVICE.fullmatch(file.name):
        raise CommandError(f"{what}: no program for Windows can name this file; rename it")


def modules_in(files: Sequence[GivenFile]) -> dict[str, Path]:
    """The files of a program that are files of Windows, by their names."""
    return {file.name: file.path for file in files if is_windows_program(file.path)}
