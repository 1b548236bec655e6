"""The files of a Windows program: the program itself, and the DLLs that lie beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Callable, Sequence

from console import CommandError
from pe_file import PeFile, WrongFile, read_file, read_program
from pe_tables import dll_name, imports


def is_windows_program(path: Path) -> bool:
    """Whether a file begins as programs for Windows and for DOS do."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"MZ"
    except OSError:
        return False


def read(path: Path, what: str, reader: Callable[[Path], PeFile]) -> PeFile:
    """Reads a file that a person calls `what`. Raises CommandError for a wrong file."""
    try:
        return reader(path)
    except WrongFile as problem:
        raise CommandError(f"{what}: {problem}") from None
    except OSError as problem:
        raise CommandError(f"{what} cannot be read: {problem.strerror}") from None


def dll_in(path: Path) -> PeFile | None:
    """The DLL in a file; None where the file is damaged or for another machine, which the program finds out only when it loads it."""
    try:
        return read_file(path)
    except (WrongFile, OSError):
        return None


def dlls_beside(path: Path) -> dict[str, Path]:
    """The DLLs in a program's folder that can be read, by their names in small letters; of two that Windows cannot tell apart the first."""
    found: dict[str, Path] = {}
    try:
        others = sorted(path.parent.iterdir())
    except OSError:
        return found
    for other in others:
        if other.suffix.lower() == ".dll" and other.is_file() and os.access(other, os.R_OK) and other.name.lower() != path.name.lower():
            found.setdefault(other.name.lower(), other)
    return found


def files_of(path: Path, what: str) -> tuple[Path, ...]:
    """A program, the DLLs beside it that it imports, itself or through each other, and the other ones. Raises CommandError."""
    beside = dlls_beside(path)
    chosen = _reached(_imported_names(read(path, what, read_program)), beside)
    rest = (dll for dll in beside.values() if dll not in chosen)
    return path, *chosen, *rest


def _reached(names: Sequence[str], beside: dict[str, Path]) -> list[Path]:
    """The DLLs beside the program that these names mean, and all that they import, the nearest ones first."""
    chosen: list[Path] = []
    while names:
        new = [beside[name] for name in dict.fromkeys(names) if name in beside and beside[name] not in chosen]
        chosen += new
        names = [name for dll in new if (file := dll_in(dll)) for name in _imported_names(file)]
    return chosen


def _imported_names(file: PeFile) -> list[str]:
    """The DLLs that a file imports, as they are looked for; none where its imports cannot be read."""
    try:
        return [dll_name(found.dll) for found in imports(file)]
    except WrongFile:
        return []
