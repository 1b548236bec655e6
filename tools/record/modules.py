"""The modules of a program for Windows: where each lies in memory, its functions and its lines.

The events `module_name` and `module` tell what the loader has mapped, and where. A file that the program was given has functions by its
symbols or its exports, and lines by its debugging information (DWARF; addr2line of MinGW or of the host reads it). The runtime's own
modules have those of their images.
"""

from __future__ import annotations

import bisect
import contextlib
import shutil
from functools import cached_property
from pathlib import Path
from typing import Mapping, NamedTuple, Optional

from build.elf import Contents
from pe_file import PAGE, PeFile, WrongFile, read_file, up
from pe_symbols import IN_CODE, functions, variables
from record.events import Events, Record
from record.source_lines import LineReader

LAID_WORDS = 6  # of struct laid_image (win32/image/runtime_image.c)
LONGEST_FUNCTION = 1 << 16  # nothing says where a function ends


def pe_tool(name: str) -> str:
    """A tool of binutils that reads PE files."""
    return next((tool for tool in (f"i686-w64-mingw32-{name}", name) if shutil.which(tool)), name)


class Names:
    """Functions, by their addresses in a module as it lies at `base`."""

    base: int = 0
    path: Optional[Path] = None

    @cached_property
    def functions(self) -> dict[int, str]:
        return {}

    @cached_property
    def variables(self) -> dict[int, str]:
        return {}

    @cached_property
    def starts(self) -> list[int]:
        return list(self.functions)

    def has_code(self, address: int) -> bool:
        return True

    def line(self, address: int) -> str:
        return ""

    def bytes(self, address: int, count: int) -> bytes:
        return b""


class FileNames(Names):
    """The names of a file."""

    def __init__(self, path: Path, file: PeFile) -> None:
        self.path, self._file = path, file
        self.base = file.header.base
        self._lines = LineReader(path, pe_tool("addr2line"))

    @cached_property
    def functions(self) -> dict[int, str]:
        return functions(self._file)

    @cached_property
    def variables(self) -> dict[int, str]:
        return variables(self._file)

    def has_code(self, address: int) -> bool:
        return any(section.address <= address - self.base < section.address + section.size and section.characteristics & IN_CODE
                   for section in self._file.sections)

    def line(self, address: int) -> str:
        return self._lines.at(address)

    def bytes(self, address: int, count: int) -> bytes:
        try:
            return self._file.read(address - self.base, count, "code")
        except WrongFile:
            return b""

    def close(self) -> None:
        self._lines.close()


class RuntimeNames(Names):
    """The names of one of the runtime's modules, by its image, which the program has (tools/build/lay-modules)."""

    def __init__(self, image: bytes) -> None:
        self._file = PeFile(image)
        self.base = self._file.header.base

    @cached_property
    def functions(self) -> dict[int, str]:
        return functions(self._file)


def runtime_names(contents: Contents, name: str) -> Optional[RuntimeNames]:
    """The names of the runtime's module with this name, in small letters; None where there is none."""
    images = contents.variable("runtime_images")
    row = images
    while images and (words := contents.words(row, LAID_WORDS)) and words[0]:
        named, = contents.words(words[0], 1)
        if contents.text(named).lower() == name.removesuffix(".dll"):
            return RuntimeNames(contents.bytes(images + words[2], words[3]).ljust(up(words[3], PAGE), b"\0"))
        row += 4 * LAID_WORDS
    return None


class Module(NamedTuple):
    """A module in memory."""

    name: str
    base: int
    size: int
    names: Names

    def own(self, address: int) -> int:
        """The address as it would be if the module lay at its own base."""
        return address - self.base + self.names.base

    def function(self, address: int) -> tuple[str, int]:
        """The function that an address lies in, and the distance from its start; no name where it lies in none."""
        own, starts = self.own(address), self.names.starts
        at = bisect.bisect_right(starts, own) - 1
        if at < 0 or own - starts[at] >= LONGEST_FUNCTION or not self.names.has_code(own):
            return "", 0
        return self.names.functions[starts[at]], own - starts[at]


class Modules:
    """All that are known. `files`: those that the program was given, by their names. It is a context manager."""

    def __init__(self, image: Optional[Path], files: Mapping[str, Path], events: Events) -> None:
        self._files = {name.lower(): path for name, path in files.items()}
        self._contents = Contents(image) if image and files else None
        self._module, self._name = events.number("module"), events.number("module_name")
        self._pending: dict[int, bytes] = {}  # of names, by the thread that tells them
        self._known: dict[str, Names] = {}
        self._mapped: list[Module] = []

    def __enter__(self) -> "Modules":
        return self

    def __exit__(self, *_: object) -> None:
        for names in self._known.values():
            if isinstance(names, FileNames):
                names.close()

    def happened(self, record: Record) -> None:
        """Takes an event, and keeps what it tells of a module."""
        if record.event == self._name:
            self._pending[record.kernel] = self._pending.get(record.kernel, b"") + record.text()
        elif record.event == self._module:
            self._map(self._pending.pop(record.kernel, b"").decode("utf-8", "replace"), *record.arguments[:2])

    def _map(self, name: str, base: int, size: int) -> None:
        """A new module lies where an older one has been, if that is gone."""
        self._mapped = [module for module in self._mapped if base + size <= module.base or module.base + module.size <= base]
        self._mapped.append(Module(name, base, size, self._names(name.lower())))

    def _names(self, name: str) -> Names:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> Names:
        if path := self._files.get(name):
            with contextlib.suppress(WrongFile, OSError):
                return FileNames(path, read_file(path))
        return (runtime_names(self._contents, name) if self._contents else None) or Names()

    def at(self, address: int) -> Optional[Module]:
        """The module that an address lies in."""
        return next((module for module in self._mapped if module.base <= address < module.base + module.size), None)

    def title(self, base: int) -> str:
        """The name of the module at this base."""
        module = self.at(base)
        return module.name if module else f"{base:08X}"

    def function(self, address: int) -> tuple[str, int]:
        """`module!function` with the distance from its start, of the program itself the function alone; no name where the address lies in
        none."""
        module = self.at(address)
        name, distance = module.function(address) if module else ("", 0)
        if not module or not name:
            return "", 0
        return name if module is self._mapped[0] else f"{Path(module.name).stem}!{name}", distance

    def line(self, address: int) -> str:
        """`file.c:12`; empty where it is not known."""
        module = self.at(address)
        return module.names.line(module.own(address)) if module else ""

    def bytes(self, address: int, count: int) -> bytes:
        """So many bytes of a module's file; none where it has them not all."""
        module = self.at(address)
        return module.names.bytes(module.own(address), count) if module else b""

    def files(self) -> list[Module]:
        """The modules that have a file."""
        return [module for module in self._mapped if module.names.path]
