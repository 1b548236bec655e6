"""Sentences for event records, by the events' declarations (kernel/call/trace_events.h) and the image's symbols."""

from __future__ import annotations

import re
from collections import Counter
from typing import Callable

from build.elf import Symbols
from record import names, trap_words
from record.events import Events, Record
from record.source_lines import Places

EFLAGS = {0: "CF", 2: "PF", 4: "AF", 6: "ZF", 7: "SF", 8: "TF", 9: "IF", 10: "DF", 11: "OF", 14: "NT", 16: "RF", 18: "AC"}
STARTS = ("runs", "serves the runtime and runs", "is a worker and runs")  # enum trace_thread, kernel/call/trace.h; others show their number
GIVEN_UP = "a function that has left it"  # by longjmp
LABELS = ("", "serving ", "worker ")


def within(milliseconds: int) -> str:
    """The limit of a wait, behind the wait's text; all ones are no limit."""
    return "" if milliseconds == 0xFFFFFFFF else f", for {milliseconds} ms at most"


def vectored_list(value: int) -> str:
    """The list of vectored handlers, in front of the word handler."""
    return "continue " if value else ""


def code_at(address: int, symbols: Symbols, places: Places) -> str:
    """`main+0x12 (file.c:3)`."""
    return symbols.name(address) + places.behind(address)


def block_at(address: int, symbols: Symbols, places: Places) -> str:
    """The same without the offset: the place tells where in its function a block lies."""
    return symbols.name(address).split("+")[0] + places.behind(address)


class Threads:
    """The names of threads. A thread that has none goes by the function that it runs."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._names: dict[int, str] = {}  # of user-level threads, by their addresses
        self._made: Counter = Counter()  # of user-level threads, by their functions
        self._labels: dict[int, str] = {}  # of the kernel's threads, by their numbers
        self.workers: dict[int, int] = {}  # their numbers, by the addresses of their contexts

    def learn(self, name: str, record: Record) -> None:
        """Keeps what an event of this name tells of a thread."""
        first = record.arguments[0]
        if name == "created":
            self.created(first, record.arguments[1])
        elif name == "thread_named":
            self.named(first, text_of(record, 1))
        elif name == "kernel_made":
            self.kernel_made(*record.arguments)
        elif name == "kernel_named":
            self.kernel_named(first, text_of(record, 1))
        elif name == "ums_made":
            self.workers[record.arguments[1]] = first

    def created(self, thread: int, function: int) -> None:
        """A new thread may have the address of an old one, and then has its name no longer."""
        name = self._symbols.name(function)
        self._made[name] += 1
        self._names[thread] = name if self._made[name] == 1 else f"{name} {self._made[name]}"

    def named(self, thread: int, name: str) -> None:
        self._names[thread] = name

    def start(self, eip: int, argument: int) -> int:
        """The function that a thread of the kernel is for: most begin in one of the runtime's own, with that argument."""
        return argument if self._symbols.is_function(argument) else eip

    def kernel_made(self, number: int, eip: int, argument: int, kind: int) -> None:
        label = LABELS[kind] if kind < len(LABELS) else ""
        self._labels[number] = label + self._symbols.name(self.start(eip, argument))

    def kernel_named(self, number: int, name: str) -> None:
        self._labels[number] = name

    def thread(self, thread: int) -> str:
        return self._names.get(thread, f"{thread:08X}")

    def kernel(self, number: int) -> str:
        """`thread 12 (hold)`, or the number alone."""
        return f"thread {number}{f' ({self._labels[number]})' if number in self._labels else ''}" if number else "the idle thread"

    def worker(self, context: int) -> str:
        """The worker with this context; 0 is none."""
        return self.kernel(self.workers[context]) if context in self.workers else f"the worker at {context:08X}" if context else ""

    def answers_to(self, word: str, record: Record) -> bool:
        """Whether a record comes from the thread that the word names or numbers."""
        return (record.thread != 0 and self.is_thread(word, record.thread)) or self.is_kernel(word, record.kernel)

    def is_thread(self, word: str, thread: int) -> bool:
        return self.thread(thread) == word

    def is_kernel(self, word: str, number: int) -> bool:
        return number != 0 and word in (str(number), self._labels.get(number))


class Wording:
    """Turns records into sentences."""

    def __init__(self, events: Events, symbols: Symbols, places: Places) -> None:
        self._events, self._symbols, self._places = events, symbols, places
        self.threads = Threads(symbols)
        # Kinds of one argument, and those of all four.
        self._single: dict[str, Callable[[int], str]] = {
            "code": self._code,
            "caller": lambda address: symbols.name(address) + places.behind(address - 1),
            "block": lambda address: block_at(address, symbols, places) if address else GIVEN_UP,
            "hex": "{:08X}".format,
            "handle": "{:08X}".format,
            "dec": str,
            "number": str,
            "status": names.status,
            "vector": names.vector,
            "disposition": names.disposition,
            "answer": names.answer,
            "filter": names.filter_value,
            "list": vectored_list,
            "refusal": names.refusal,
            "cause": names.debug_cause,
            "flags": names.flags,
            "thread": self.threads.thread,
            "kernel": self.threads.kernel,
            "worker": self.threads.worker,
            "reason": names.activation,
            "string": symbols.string,
            "within": within,
            "result": names.result,
        }
        self._whole: dict[str, Callable[..., str]] = {"detail": trap_words.detail, "register": self._register, "start": self._start}

    def sentence(self, record: Record) -> str:
        return self.fill(self._events[record.event].narration, record).rstrip()

    def fill(self, text: str, record: Record) -> str:
        """The text with the record's arguments in their places."""

        def put(place: re.Match) -> str:
            number, kind = int(place[1]), place[2]
            if kind == "text":
                return text_of(record, number)
            if kind in self._whole:
                return self._whole[kind](*record.arguments)
            return self._single.get(kind, "{:08X}".format)(record.arguments[number])

        return re.sub(r"\{([0-3]):(\w+)\}", put, text)

    def concerns(self, word: str, record: Record) -> bool:
        """Whether a record comes from the thread that the word names, or its sentence names that thread."""
        mentions = re.findall(r"\{([0-3]):(thread|handle|kernel|number)\}", self._events[record.event].narration)
        def is_named(at: str, kind: str) -> bool:
            test = self.threads.is_thread if kind in ("thread", "handle") else self.threads.is_kernel
            return test(word, record.arguments[int(at)])

        return self.threads.answers_to(word, record) or any(is_named(*mention) for mention in mentions)

    def _code(self, address: int) -> str:
        return code_at(address, self._symbols, self._places)

    def _start(self, _number: int, eip: int, argument: int, kind: int) -> str:
        start = STARTS[kind] if kind < len(STARTS) else f"is of kind {kind} and runs"
        return f"{start} {self._code(self.threads.start(eip, argument))}"

    def _register(self, offset: int, before: int, after: int, _: int) -> str:
        """`eip 80101234 main+0x12 -> 80101236 main+0x14`."""
        name = names.register(offset)
        if name == "eip":
            shown = (f"{value:08X} {self._symbols.name(value)}" if self._symbols.knows(value) else f"{value:08X}" for value in (before, after))
            return f"{name} {' -> '.join(shown)}"
        flags = [f"{flag} {'set' if after >> bit & 1 else 'clear'}" for bit, flag in EFLAGS.items() if (before ^ after) >> bit & 1]
        told = f" ({', '.join(flags)})" if name == "eflags" and flags else ""
        return f"{name} {before:X} -> {after:X}{told}"


def text_of(record: Record, first: int) -> str:
    return record.text(first).decode("utf-8", "replace").rstrip("\0")
