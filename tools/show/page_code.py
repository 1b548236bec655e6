"""The code of a page: the functions that any step shows, and the lines of source that they were made from, and code outside the image,
as rows for the page's data
(tools/show/steps.py says how they look)."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

from build.elf import Symbols
from build_folder import BUILD_ROOT
from programs import shown_path
from record import brought_code
from record.modules import Modules
from record.moments import Memory
from show import disassembly
from show.tables import NONE, Table


class PageCode:
    def __init__(self, strings: Table, symbols: Symbols, modules: Modules) -> None:
        self._strings, self._symbols, self._modules = strings, symbols, modules
        self._wanted = Table()  # addresses in the functions
        self._starts: set[int] = set()  # those where one begins
        self._outside: set[int] = set()  # those that are not of the image
        self._seen = Memory()  # what lies there, as it was when it was first asked for
        self._files = Table()
        self._found: list[brought_code.Function] = []

    def want(self, address: int, memory: Memory, is_start: bool = False) -> int:
        """Returns a number for `holder`, once `read` is done. `memory` has code that is not of the image."""
        module = self._modules.at(address)
        if not self._symbols.knows(address) and not (module and module.names.path):
            if is_start:
                self._starts.add(address)
            if address not in self._outside:
                self._outside.add(address)
                brought_code.keep(self._seen, memory, address)
        return self._wanted.number(address)

    def read(self, image: Path) -> None:
        self._found = disassembly.functions(image, set(self._wanted), starts=[address for address, _ in self._symbols])
        for module in self._modules.files():
            if module.names.path and (ours := {address for address in self._wanted if self._modules.at(address) is module}):
                self._found += disassembly.of_module(module, module.names.path, ours)
        self._found += brought_code.outside(self._seen, self._starts, self._outside, self._symbols.name)

    def holders(self) -> list[int]:
        """By the numbers of `want`, the function with the address; NONE where there is none."""
        return [next((number for number, function in enumerate(self._found) if function.has(address)), NONE) for address in self._wanted]

    def functions(self) -> list[list]:
        return [[self._strings.number(function.name), function.start, list(self._rows(function)),
                 [[self._files.number(file), ranges] for file, ranges in function.pieces()]] for function in self._found]

    def _rows(self, function: brought_code.Function) -> Iterator[list]:
        before = function.start
        for instruction in function.instructions:
            yield [instruction.address - before, self._strings.number(instruction.text), self._files.number(instruction.file), instruction.line]
            before = instruction.address

    def files(self) -> list[list]:
        """To be called behind `functions`, which names the files."""
        wanted: dict[str, set[int]] = {}
        for function in self._found:
            for file, ranges in function.pieces():
                wanted.setdefault(file, set()).update(line for first, last in ranges for line in range(first, last + 1))
        return [[shown_path(BUILD_ROOT / file) if file else "", list(_runs(file, wanted.get(file, set())))] for file in self._files]


def _runs(file: str, wanted: set[int]) -> Iterator[tuple[int, list[str]]]:
    """The wanted lines, those that follow each other as one."""
    lines = disassembly.source(file) if file else []
    run: list[str] = []
    for number in range(1, len(lines) + 2):
        if number in wanted and number <= len(lines):
            run.append(lines[number - 1])
        elif run:
            yield number - len(run), run
            run = []
