"""The modules of a program for Windows: where each lies in memory, its functions and its lines.

The events `module_name` and `module` tell what the loader has mapped, and where. A file that the program was given has functions by its
symbols or its exports, and lines by its debugging information (DWARF; addr2line of MinGW or of the host reads it). The runtime's own
modules have the entries that win32/image/runtime_image.c lays out of their lists.
"""

from __future__ import annotations

import bisect
import contextlib
import shutil
import struct
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Mapping, Optional

from build.elf import Contents
from pe_file import PeFile, WrongFile, read_file
from pe_symbols import IN_CODE, functions
from record.events import Events, Record
from record.source_lines import LineReader

ENTRIES = 0x1000  # where the runtime's modules have their entries
ENTRY = 16  # bytes of one
EXPORT_ROW = struct.Struct("<IIIIHxx")  # struct runtime_export
RUNTIME_MODULE = struct.Struct("<3I")  # struct runtime_module
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
    def starts(self) -> list[int]:
        return list(self.functions)

    def has_code(self, address: int) -> bool:
        return True

    def line(self, address: int) -> str:
        return ""

    def bytes(self, address: int, count: int) -> bytes:
        return b""


class FileNames(Names):
    """Those of a file."""

    def __init__(self, path: Path, file: PeFile) -> None:
        self.path, self._file = path, file
        self.base = file.header.base
        self._lines = LineReader(path, pe_tool("addr2line"))

    @cached_property
    def functions(self) -> dict[int, str]:
        return functions(self._file)

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
    """Those of one of the runtime's modules, by the list in its image."""

    def __init__(self, contents: Contents, address: int) -> None:
        self._contents, self._address = contents, address

    @cached_property
    def functions(self) -> dict[int, str]:
        found: dict[int, str] = {}
        _, rows, count = RUNTIME_MODULE.unpack(self._contents.bytes(self._address, RUNTIME_MODULE.size))
        at, copied = ENTRIES, dict[int, tuple[int, int]]()  # code that is the module's own, by its address: its end, and where it lies
        for name, address, is_data, end, _ in EXPORT_ROW.iter_unpack(self._contents.bytes(rows, count * EXPORT_ROW.size)):
            holder = next((begin for begin, row in copied.items() if begin <= address < row[0]), 0) if end else 0
            if holder:
                found[copied[holder][1] + address - holder] = self._contents.text(name)
            elif not is_data & 0xFF:
                found[at] = self._contents.text(name)
                if end:
                    copied[address] = end, at
                at += -(-(end - address) // ENTRY) * ENTRY if end else ENTRY
        return dict(sorted(found.items()))


def runtime_names(contents: Contents, name: str) -> Optional[RuntimeNames]:
    """Those of the runtime's module of this name, in small letters; None where there is none."""
    for address in contents.variables("_module"):
        words = contents.words(address, 1)
        if words and contents.text(words[0]).lower() == name.removesuffix(".dll"):
            return RuntimeNames(contents, address)
    return None


@dataclass(frozen=True)
class Module:
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
