"""Sentences for event records, by the events' declarations (kernel/report/trace_events.h) and the image's symbols."""

from __future__ import annotations

import re
from typing import Callable

import names
import trap_words
from elf import Symbols
from events import Events, Record
from places import Places


def kernel_thread(number: int) -> str:
    return f"thread {number}" if number else "the idle thread"


def within(milliseconds: int) -> str:
    """The limit of a wait, behind the wait's text; all ones are no limit."""
    return "" if milliseconds == 0xFFFFFFFF else f", for {milliseconds} ms at most"


class Wording:
    """Turns records into sentences."""

    def __init__(self, events: Events, symbols: Symbols, places: Places) -> None:
        self.events = events
        self.threads: dict[int, str] = {}
        self._kinds: dict[str, Callable[[int], str]] = {
            "code": lambda address: symbols.name(address) + places.behind(address),
            "hex": "{:08X}".format,
            "dec": str,
            "status": names.status,
            "vector": names.vector,
            "disposition": names.disposition,
            "refusal": names.refusal,
            "cause": names.debug_cause,
            "flags": names.flags,
            "thread": self.thread,
            "kernel": kernel_thread,
            "string": symbols.string,
            "within": within,
            "result": names.result,
        }
        # These take all four arguments.
        self._whole: dict[str, Callable[..., str]] = {"detail": trap_words.detail}

    def thread(self, handle: int) -> str:
        return self.threads.get(handle, f"{handle:08X}")

    def sentence(self, record: Record) -> str:
        def fill(place: re.Match) -> str:
            number, kind = int(place[1]), place[2]
            if kind == "text":
                return record.text(number).decode("utf-8", "replace")
            if kind in self._whole:
                return self._whole[kind](*record.arguments)
            return self._kinds.get(kind, "{:08X}".format)(record.arguments[number])

        return re.sub(r"\{([0-3]):(\w+)\}", fill, self.events[record.event].narration)
