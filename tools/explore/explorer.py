"""A search from the plain run to the first schedule that fails, several runs at a time."""

from __future__ import annotations

import time
from collections import Counter, deque
from concurrent.futures import Future
from typing import NamedTuple, Optional

from console import ProgressLine
from explore.finding import Code
from explore.runs import STEPPED, STEPPED_WITH_SLEEPERS, Ending, Listening, Runs
from explore.schedules import PLAIN, Changes
from explore.search import LOOKAHEAD, Search, kind
from explore.steps import Steps
from options import CommandLine
from record.events import Events, Record

FIRST_SECONDS, LEAST_SECONDS, TIMES = 10.0, 2.0, 10  # of a run's limit
AGAIN = 3  # a run past its limit gets that many times as long once more, because the host may have been busy
MOST_FOLLOWED = 20_000  # points of the plain run: of a longer one, schedules are not listened to


class Found(NamedTuple):
    changes: Changes
    ending: Ending


class _Run(NamedTuple):
    changes: Changes
    steps: Steps
    ending: "Future[Ending]"


class Explorer:
    def __init__(self, line: CommandLine, runs: Runs, events: Events, code: Code) -> None:
        self._line, self._runs, self._events, self._code = line, runs, events, code
        self._began = time.monotonic()
        self._limit = line["timeout"] or FIRST_SECONDS
        self._words = STEPPED_WITH_SLEEPERS if line["sleep"] else STEPPED
        self._plain = Steps(events)
        self._waiting: deque[_Run] = deque()
        self.done: Counter[str] = Counter()
        self.total: dict[str, int] = {}

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def plain_run(self) -> Ending:
        """Runs the program as it is. Where that does not fail, its steps are known then."""
        ending = self._runs.first(self._limit)
        if not ending.is_failure:
            self._limit = self._line["timeout"] or max(TIMES * ending.seconds, LEAST_SECONDS)
            self._runs.run(PLAIN, AGAIN * max(self._limit, FIRST_SECONDS), Listening(self._learns, self._words))
        return ending

    def _learns(self, record: Record) -> None:
        self._code.modules.happened(record)
        self._plain.happened(record)

    def search(self, progress: Optional[ProgressLine]) -> Optional[Found]:
        self._code.instructions.read({point.eip for point in self._plain.points})
        search = Search(self._plain, self._code.instructions.touches, self._line["schedules"], self._line["preemptions"], self._line["seed"])
        self.total = search.total
        found = None
        while not found:
            changes = search.next() if self.seconds <= self._line["seconds"] else None
            if changes:
                self._begin(changes)
            elif not self._waiting:
                break
            if not changes or len(self._waiting) == LOOKAHEAD:
                found = self._end_first(search, progress)
        for run in self._waiting:
            run.ending.cancel()
        return found

    def _begin(self, changes: Changes) -> None:
        steps = Steps(self._events)
        listening = Listening(steps.happened, self._words) if self._follows else None
        self._waiting.append(_Run(changes, steps, self._runs.begin(changes, self._limit, listening)))

    @property
    def _follows(self) -> bool:
        return self._line["preemptions"] > 1 and len(self._plain.points) <= MOST_FOLLOWED

    def _end_first(self, search: Search, progress: Optional[ProgressLine]) -> Optional[Found]:
        """Waits for the run that began first."""
        changes, steps, begun = self._waiting.popleft()
        ending = begun.result()
        if ending.outcome.timed_out:
            ending = self._runs.run(changes, AGAIN * self._limit)
        self.done[kind(changes)] += 1
        if progress:
            progress.show(sum(self.done.values()))
        if ending.is_failure:
            return Found(changes, ending)
        if self._follows:
            self._code.instructions.read({point.eip for point in steps.points})
        search.saw(changes, steps if self._follows else None)
        return None

    def covered(self) -> str:
        """`all 12 of one other choice, 20 of 312 of one preemption, 188 of several`."""
        parts = [f"{'all' if self.done[key] == total else f'{self.done[key]} of'} {total} of one {key.replace('choice', 'other choice')}"
                 for key, total in self.total.items() if total]
        parts += [f"{self.done['several']} of several"] if self.done["several"] else []
        return ", ".join(parts) or "no other thread was ready at any instruction"
