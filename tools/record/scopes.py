"""The __try blocks that a record on the chain stands for, as the tables in the image say.

There are three kinds of such records (include/seh_frames.h, include/seh_try.h): of _except_handler2 and 3, whose record points to a scope
table; of _except_handler4, which hides the table's address by a cookie; and the project's own __try, with a frame for each block.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Iterator, Optional, Sequence

from build.elf import Contents, Symbols
from record import names
from record.modules import Modules
from record.moments import WORD, Frame, Memory
from record.source_lines import SourceLines
from record.wording import block_at, code_at

ENTRY_WORDS = 3  # struct scope_entry: the level around, filter, handler
COOKIE_WORDS = 4  # of struct scope_table4, in front of its entries
NO_COOKIE = OUTSIDE4 = -2
OUTSIDE3 = -1
MOST_ENTRIES = 64
MOST_DEPTH = 0x10000  # of a cookie below ebp
SITE_WORDS = 3  # of struct seh_site: filter, block, begin
OWN_TRY = "seh_try_handler"
COMPILERS = 2  # words behind a record that have the table and the level


@dataclass(frozen=True)
class Block:
    """A __try block: its level and that of the block around it; `is_active`: control is in it."""

    level: int
    around: int
    filter: str  # empty for a __finally
    handler: str
    is_active: bool


@dataclass(frozen=True)
class Scope:
    """`kind` says which record it is, `notes` its cookies."""

    record: int
    kind: str
    level: Optional[int]
    blocks: Sequence[Block]
    notes: Sequence[str] = ()


class Scopes:
    def __init__(self, contents: Contents, symbols: Symbols, places: SourceLines, modules: Modules) -> None:
        self._contents, self._symbols, self._places, self._modules = contents, symbols, places, modules
        found = (contents.words(address, 1) for address in contents.variables("cookie"))
        self._cookies = [words[0] for words in found if words]

    def of(self, frame: Frame, memory: Memory) -> Optional[Scope]:
        """None for a record that stands for no blocks."""
        words = memory.words(frame.address + 2 * WORD, COMPILERS)
        if not words:
            return None
        if self._symbols.name(frame.handler) == OWN_TRY:
            return self._own(frame.address, words[0])
        table, level = words[0], names.signed(words[1])
        if (handler := self._symbols.name(frame.handler)) in ("_except_handler2", "_except_handler3"):
            blocks = self._blocks(table, level, OUTSIDE3)
            return Scope(frame.address, f"{handler}, table {self._symbols.name(table)}", level, blocks) if blocks else None
        return next(self._hidden(frame, table, level, memory), None) if self._contents.words(frame.handler, 1) else None

    def _own(self, record: int, site: int) -> Optional[Scope]:
        words = self._contents.words(site, SITE_WORDS)
        if not words or not words[1]:
            return None
        block = Block(0, OUTSIDE3, self._named(words[0]) if words[0] else "", self._named(words[1]), True)
        return Scope(record, f"__try in {block_at(words[2], self._symbols, self._places)}: a record for each block", None, [block])

    def _hidden(self, frame: Frame, stored: int, level: int, memory: Memory) -> Iterator[Scope]:
        """The program's cookie is the one with which the stored word is a table."""
        for cookie in self._cookies:
            table = stored ^ cookie
            head = self._contents.words(table, COOKIE_WORDS)
            gs, gs_xor, eh, eh_xor = map(names.signed, head) if head else (0, 0, 0, 0)
            if (gs == NO_COOKIE or -MOST_DEPTH < gs < 0) and -MOST_DEPTH < eh < 0:
                ebp = frame.address + 4 * WORD
                notes = [f"cookie {cookie:08X}: {stored:08X} xor {cookie:08X} is the table {self._symbols.name(table)}",
                         self._cookie("the frame's cookie", ebp, eh, eh_xor, cookie, memory),
                         "no cookie of the stack's own" if gs == NO_COOKIE else self._cookie("the stack's cookie", ebp, gs, gs_xor, cookie, memory)]
                if blocks := self._blocks(table + COOKIE_WORDS * WORD, level, OUTSIDE4):
                    yield Scope(frame.address, "_except_handler4, with a cookie", level, blocks, notes)

    @staticmethod
    def _cookie(what: str, ebp: int, offset: int, mask: int, cookie: int, memory: Memory) -> str:
        word = memory.word(ebp + offset)
        place = f"{what} at ebp-{-offset:X}h"
        if word is None:
            return f"{place}: not recorded"
        return f"{place}: {word:08X} xor {ebp + mask:08X} is {word ^ (ebp + mask):08X}, {'right' if word ^ (ebp + mask) == cookie else 'damaged'}"

    def _blocks(self, table: int, level: int, outside: int) -> list[Block]:
        """The table's entries: nothing says how many, so they end with the first that can be none."""
        entries: list[tuple[int, int, int]] = []
        while len(entries) < MOST_ENTRIES:
            words = self._words(table + ENTRY_WORDS * WORD * len(entries), ENTRY_WORDS)
            if not words:
                break
            around, filter_, handler = names.signed(words[0]), words[1], words[2]
            if not self._is_entry(around, filter_, handler, len(entries), outside):
                break
            entries.append((around, filter_, handler))
        active, at = set(), level
        while 0 <= at < len(entries) and at not in active:
            active.add(at)
            at = entries[at][0]
        return [Block(number, around, self._named(filter_) if filter_ else "", self._named(handler), number in active)
                for number, (around, filter_, handler) in enumerate(entries)]

    def _is_entry(self, around: int, filter_: int, handler: int, number: int, outside: int) -> bool:
        return outside <= around < number and (around >= 0 or around == outside) \
            and self._symbols.has_name(handler) and (not filter_ or self._symbols.has_name(filter_))

    def _words(self, address: int, count: int) -> tuple[int, ...]:
        """The words of the image, or of a program for Windows; none where neither has them."""
        found = self._contents.bytes(address, count * WORD) or self._modules.bytes(address, count * WORD)
        return struct.unpack(f"<{count}I", found) if found else ()

    def _named(self, code: int) -> str:
        return code_at(code, self._symbols, self._places)
