"""The state that the rules of User-Mode Scheduling (ums_rules.py) keep in mind, and the words in which they tell events."""

from __future__ import annotations

from typing import Optional

from model.kernel_rules import Event, Thread

# The first word of an event; the number of the actor is below it, a last error above.
RESULT, ACTIVATION, ITEM, APC, START, CAUGHT, END, STATE, CLEAN = (0x100 * number for number in range(1, 10))
STARTUP, BLOCKED, YIELD = 0, 1, 2  # reasons

LEFT_ALONE = 0x4711  # the last error that each call finds
UNTOUCHED = 0x7777  # what a call leaves where it writes nothing
SKIPPED = 0xEEEE  # the result of a call that the program does not make
NOTHING = 0xFF  # no context
STILL_ACTIVE = 259


class Unsaid(Exception):
    """The rules do not say what follows."""


class Executed(Exception):
    """A scheduler has left to a worker."""

    def __init__(self, context: "Context"):
        super().__init__()
        self.context = context


class Yielded:
    """A message from a worker's generator to its carrier."""

    def __init__(self, parameter: int):
        self.parameter = parameter


class CompletionList:
    def __init__(self) -> None:
        self.head: Optional[Context] = None
        self.event = Event(0, 0)
        self.workers = 0  # that live
        self.waiters = 0  # in dequeue


class Context:
    """It begins as one whose thread has ended, locked by the kernel."""

    def __init__(self, worker: bool = True):
        self.worker = worker
        self.thread: Optional[Actor] = None
        self.list: Optional[CompletionList] = None
        self.next: Optional[Context] = None
        self.lock: object = "kernel"  # or the scheduler that executes it; None where any may
        self.carrier: Optional[Actor] = None  # in whose place it runs
        self.terminated = True
        self.made = False  # whether the program has tried to make its thread
        self.user = 0

    def suspended(self) -> bool:
        return bool(self.thread and self.thread.suspended)


class Actor(Thread):
    def __init__(self, number: int, priority: int):
        super().__init__(number, priority)
        self.place = self.turn = 0  # of the next call; of a `go` that is repeated
        self.context: Optional[Context] = None
        self.mode: Optional[CompletionList] = None  # a scheduler's
        self.carries: Optional[Context] = None
        self.error = 0  # the last one
        self.left = False  # its list of calls is left early
        self.hands: list[int] = []  # contexts that it can execute
        self.ending: Optional[int] = None  # it ends so at the end of the present service

    def code_now(self) -> int:
        return self.code if self.state == "ended" else STILL_ACTIVE
