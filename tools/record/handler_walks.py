"""The handlers that an exception came to: the chain as a run shows it."""

from __future__ import annotations

from record.events import Events, Record
from record.wording import Wording

# The questions about an exception, and how a line about each begins (kernel/call/trace_events.h).
ASKED = {
    "vectored_call": "vectored handler  {0:code}",
    "search_call": "frame {0:hex}    {1:code}",
    "search_try": "frame {0:hex}    __try in {1:block}",
    "filter_call": "unhandled filter  {0:code}",
}
ABOUT = {"vectored_call": "{1:status}", "search_call": "{2:status}", "search_try": "{2:status}", "filter_call": "{1:status}"}
OF_FRAMES = ("search_call", "search_try")


class HandlerWalks:
    """Takes the records of a run, and keeps the longest walk: what was asked about one exception, in this order."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._walks: dict[tuple[int, int], list[Record]] = {}  # the present one of each thread
        self._longest: list[Record] = []

    def happened(self, record: Record) -> None:
        name = self._events[record.event].name
        thread = record.kernel, record.thread
        if name == "raised" or self._goes_back(name, record):
            self._walks[thread] = []
        if name not in ASKED or self._is_told(name, record):
            return
        walk = self._walks.setdefault(thread, [])
        walk.append(record)
        if len(walk) > len(self._longest):
            self._longest = [*walk]

    def chain(self, wording: Wording) -> list[str]:
        """The longest walk, with a line for each question, under a line that names the exception; nothing where nothing was asked."""
        if not self._longest:
            return []
        name = self._events[self._longest[0].event].name
        about = wording.fill(ABOUT[name], self._longest[0])
        return [f"asked about {about}, from the innermost on:",
                *(f"  {wording.fill(ASKED[self._events[record.event].name], record)}" for record in self._longest)]

    def _goes_back(self, name: str, record: Record) -> bool:
        """A walk goes outwards. A frame that is not farther out belongs to an exception around this one."""
        walk = self._walks.get((record.kernel, record.thread), [])
        frames = [at.arguments[0] for at in walk if self._events[at.event].name in OF_FRAMES]
        return name in OF_FRAMES and frames != [] and record.arguments[0] <= frames[-1]

    @staticmethod
    def _is_told(name: str, record: Record) -> bool:
        """A vectored continue handler learns of the decision, and is not asked."""
        return name == "vectored_call" and record.arguments[2] != 0
