"""Sentences for event records, by the events' declarations (kernel/call/trace_events.h) and the image's symbols."""

from __future__ import annotations

import re
from collections import Counter
from typing import Callable

from build.elf import Symbols
from record import phrases
from record.events import Events, Record
from record.source_lines import SourceLines


WIN32_START = "thread_begin"  # where threads begin by CreateThread (win32/threads/begin.S)


def code_at(address: int, symbols: Symbols, places: SourceLines) -> str:
    """`main+0x12 (file.c:3)`."""
    return symbols.name(address) + places.behind(address)


def block_at(address: int, symbols: Symbols, places: SourceLines) -> str:
    """The address without the offset: the place tells where in its function a block lies."""
    return symbols.name(address).split("+")[0] + places.behind(address)


class Threads:
    """The names of threads. A thread that has none goes by the function that it runs."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._names: dict[int, str] = {}  # of user-level threads, by their addresses
        self._made: Counter = Counter()  # of user-level threads, by their functions
        self._roles: dict[int, str] = {}  # of the kernel's threads, by their numbers: the word in front of a name
        self._labels: dict[int, str] = {}  # and their names
        self.workers: dict[int, int] = {}  # their numbers, by the addresses of their contexts
        self._lessons: dict[str, Callable[[Record], None]] = {
            "created": lambda record: self.created(*record.arguments[:2]),
            "thread_named": lambda record: self.named(record.arguments[0], text_of(record, 1)),
            "kernel_made": lambda record: self.kernel_made(*record.arguments),
            "kernel_named": lambda record: self.kernel_named(record.arguments[0], text_of(record, 1)),
            "ums_made": lambda record: self.worker_made(*record.arguments[:2]),
        }

    def teaches(self, name: str) -> bool:
        """Whether an event of this name tells of a thread."""
        return name in self._lessons

    def learn(self, name: str, record: Record) -> None:
        """Keeps what an event of this name tells of a thread."""
        if name in self._lessons:
            self._lessons[name](record)

    def created(self, thread: int, function: int) -> None:
        """A new thread may have the address of an old one, and then has its name no longer."""
        name = self._symbols.name(function)
        self._made[name] += 1
        self._names[thread] = name if self._made[name] == 1 else f"{name} {self._made[name]}"

    def named(self, thread: int, name: str) -> None:
        self._names[thread] = name

    def start(self, eip: int, argument: int) -> int:
        """The function that a thread of the kernel is for: most begin in one of the runtime's own, with that argument. That of a Win32 thread
        may be code that the image has not."""
        return argument if self._symbols.is_function(argument) or self._symbols.name(eip) == WIN32_START else eip

    def kernel_made(self, number: int, eip: int, argument: int, kind: int) -> None:
        self._roles[number] = phrases.words("role", kind)
        self._labels[number] = self._symbols.name(self.start(eip, argument))

    def kernel_named(self, number: int, name: str) -> None:
        self._labels[number] = name

    def worker_made(self, number: int, context: int) -> None:
        self.workers[context] = number

    def thread(self, thread: int) -> str:
        return self._names.get(thread, f"{thread:08X}")

    def label(self, number: int) -> str:
        """The name behind a number, ` (hold)`; nothing for a thread whose beginning was not seen."""
        return f" ({self._roles.get(number, '')}{self._labels[number]})" if number in self._labels else ""

    def answers_to(self, word: str, record: Record) -> bool:
        """Whether a record comes from the thread that the word names or numbers."""
        return (record.thread != 0 and self.is_thread(word, record.thread)) or self.is_kernel(word, record.kernel)

    def is_thread(self, word: str, thread: int) -> bool:
        return self.thread(thread) == word

    def is_kernel(self, word: str, number: int) -> bool:
        return number != 0 and word in (str(number), self._labels.get(number), self.label(number).strip(" ()"))


class Wording:
    """Turns records into sentences."""

    def __init__(self, events: Events, symbols: Symbols, places: SourceLines) -> None:
        self._events, self._symbols, self._places = events, symbols, places
        self.threads = Threads(symbols)
        threads = self.threads
        self._filler = phrases.Filler({
            "code": self._code,
            "caller": lambda address: symbols.name(address) + places.behind(address - 1),
            "block_at": lambda address: block_at(address, symbols, places),
            "point": lambda address: f"{address:08X} {symbols.name(address)}" if symbols.has_name(address) else f"{address:08X}",
            "string": symbols.string,
            "module": symbols.title,
            "thread": threads.thread,
            "label": threads.label,
            "worker": lambda context: self.kernel(threads.workers[context]) if context in threads.workers else phrases.words("stray", context),
            "begins": lambda _, eip, argument, __: self._code(threads.start(eip, argument)),
        })

    def sentence(self, record: Record) -> str:
        return self.fill(self._events[record.event].narration, record).rstrip()

    def fill(self, text: str, record: Record) -> str:
        """The text with the record's arguments in their places."""
        return self._filler.fill(text, record.arguments, lambda first: text_of(record, first))

    def kernel(self, number: int) -> str:
        """`thread 12 (hold)`, or the number alone."""
        return self._filler.words("kernel", number)

    def concerns(self, word: str, record: Record) -> bool:
        """Whether a record comes from the thread that the word names, or its sentence names that thread."""
        mentions = re.findall(r"\{([0-3]):(thread|handle|kernel|number)\}", self._events[record.event].narration)
        def is_named(at: str, kind: str) -> bool:
            test = self.threads.is_thread if kind in ("thread", "handle") else self.threads.is_kernel
            return test(word, record.arguments[int(at)])

        return self.threads.answers_to(word, record) or any(is_named(*mention) for mention in mentions)

    def _code(self, address: int) -> str:
        return code_at(address, self._symbols, self._places)


def text_of(record: Record, first: int) -> str:
    return record.text(first).decode("utf-8", "replace").rstrip("\0")
