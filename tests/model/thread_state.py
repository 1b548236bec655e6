"""The world of thread_rules.py: threads, schedulers, objects, and the numbers of include/uthread.h."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Generator, Optional

from model import thread_programs as programs

(NONE, INVALID, NO_MEMORY, STACK_SMALL, MISALIGNED, HELD, RUNNING, SLEEPING, FINISHED, BUSY, OUTSIDE, WAITING, TIMED_OUT, CANCELLED,
 CLOSED, SELF, NOT_OWNER, RANGE, DETACHED, FAULTED, NOT_STOPPED, DEADLOCK) = range(22)
UNSTART, NORMAL, SLEEP, FINISH, WAIT, STOP = range(6)

STATUS_CANCELLED, STATUS_RAISED = 0xC0000120, 0xE0000001
FOREVER = 2**64 - 1
MOST_COUNT = 0x7FFFFFFF
CLOCK = programs.THREADS  # the number of the thread that lets the time pass when no other is ready

Steps = Generator[None, None, int]  # a call that may wait


class Unsaid(Exception):
    """The contract does not say what the library does next, so the program may run in more than one way."""


class Ended(Exception):
    """Unwinds a thread to its end."""

    def __init__(self, status: int, result: int = 0):
        super().__init__()
        self.status, self.result = status, result


class Raised(Exception):
    """An exception of the program's own."""


@dataclass(eq=False)
class Thread:
    number: int
    priority: int = 0
    status: int = UNSTART
    scheduler: Optional["Scheduler"] = None
    resumer: Optional["Thread"] = None  # while it runs by hand
    wait: Optional["Wait"] = None
    steps: Optional[Generator] = None  # while it lives
    duration: int = 0
    exit_status: int = 0
    result: int = 0
    joiners: list["Wait"] = field(default_factory=list)
    shields: int = 0
    cancelled: bool = False
    unwinding: bool = False
    yields: bool = False  # it is in utYield
    taken: bool = False  # it was cancelled there
    detached: bool = False
    excepts: int = 0  # blocks that would catch an exception here
    policy: int = 0  # an index into POLICIES
    stopped: bool = False  # until it is continued
    values: list["Value"] = field(default_factory=list)  # the newest first
    round: int = 0  # of destructors
    returns: bool = False  # a cancel is an error
    body_over: bool = False  # all that is left are its destructors
    packed: bool = False

    @property
    def runner(self) -> "Scheduler":
        """The scheduler that has it, where there must be one."""
        assert self.scheduler
        return self.scheduler

    @property
    def hand(self) -> "Thread":
        """The thread that has resumed it, where there must be one."""
        assert self.resumer
        return self.resumer

    def due(self) -> bool:
        """Whether it must end at a call like the one that it is in."""
        return self.cancelled and not self.shields and not self.unwinding

    def is_stuck(self) -> bool:
        """Whether it waits, and no clock will end the wait."""
        return self.status == WAIT or self.status == SLEEP and self.wait is not None and self.wait.deadline == FOREVER


@dataclass(eq=False)
class Wait:
    """A thread's wait. The object takes it out of its queue, or has a function that decides what a deadline does."""

    thread: Thread
    what: str
    queue: list["Wait"]
    expire: Optional[Callable[["Wait"], None]] = None
    forget: Optional[Callable[["Wait"], None]] = None
    after: Optional[Callable[[], None]] = None  # what to do for others when it leaves early
    value: int = 0
    mutex: Optional["Mutex"] = None  # of a condition: the one to have again
    until: int = FOREVER  # the caller's, while the deadline may be the next ring of a timer
    timers: list["Timer"] = field(default_factory=list)  # the one to look at first
    offers: list[tuple[list, "Offer"]] = field(default_factory=list)  # each in its queue
    index: int = 0  # which of these was taken
    deadline: int = FOREVER
    order: int = 0
    result: int = NONE
    settled: bool = False  # the result is certain: only a mutex is still missing


@dataclass(eq=False)
class Scheduler:
    rings: list[list[Thread]] = field(default_factory=lambda: [[] for _ in range(32)])  # each from its head
    sleepers: list[Wait] = field(default_factory=list)
    held: list[Thread] = field(default_factory=list)
    root: Optional[Thread] = None  # the thread that runs it
    idle: Optional[Wait] = None  # in which that thread waits for one of these
    order: int = 0
    woken: int = 0
    ended: int = 0
    slice: int = 0  # in ticks, or 0
    started: int = 0  # counts up
    going: bool = False  # it is being destroyed

    def highest(self) -> Optional[int]:
        return max((priority for priority in range(32) if self.rings[priority]), default=None)

    def first(self) -> Optional[Thread]:
        priority = self.highest()
        return None if priority is None else self.rings[priority][0]

    def above(self, priority: int) -> bool:
        highest = self.highest()
        return highest is not None and highest > priority

    def behind(self, thread: Thread) -> Thread:
        ring = self.rings[thread.priority]
        return ring[(ring.index(thread) + 1) % len(ring)]

    def begin_with(self, thread: Thread) -> None:
        """A thread that is made ready from now on is behind all others of its ring."""
        ring = self.rings[thread.priority]
        place = ring.index(thread)
        ring[:] = ring[place:] + ring[:place]

    def remove(self, thread: Thread) -> None:
        self.rings[thread.priority].remove(thread)

    def has_work(self) -> bool:
        return bool(self.first() or self.sleepers or any(thread.is_stuck() for thread in self.held))

    def ready(self, thread: Thread) -> bool:
        return thread in self.rings[thread.priority]


# ---------------------------------------------------------------- objects


class Mutex:
    def __init__(self, recursive: int):
        self.recursive, self.depth = recursive, 0
        self.owner: Optional[Thread] = None
        self.queue: list[Wait] = []

    def busy(self) -> bool:
        return bool(self.owner or self.queue)


class Condition:
    def __init__(self):
        self.queue: list[Wait] = []

    def busy(self) -> bool:
        return bool(self.queue)


class Semaphore(Condition):
    def __init__(self, count: int, most: int):
        super().__init__()
        self.count, self.most = count, most


class Event(Condition):
    def __init__(self, manual: int, is_set: int):
        super().__init__()
        self.manual, self.set = manual, is_set


class Timer(Condition):
    def __init__(self):
        super().__init__()
        self.next, self.period, self.rings = FOREVER, 0, 0

    def catch_up(self, now: int) -> None:
        if self.next <= now:
            passed = (now - self.next) // self.period if self.period else 0
            self.rings = min(self.rings + 1 + passed, MOST_COUNT)
            self.next = self.next + (passed + 1) * self.period if self.period else FOREVER


@dataclass(eq=False)
class Offer:
    """One case of a select, or a plain send or receive, among an object's waiters."""

    wait: Wait
    index: int
    value: int = 0


class Channel:
    def __init__(self, capacity: int):
        self.capacity, self.closed = capacity, False
        self.values: list[int] = []
        self.senders: list[Offer] = []
        self.receivers: list[Offer] = []

    def busy(self) -> bool:
        return bool(self.senders or self.receivers)


class Key:
    def __init__(self, has_destructor: int):
        self.has_destructor = has_destructor

    def busy(self) -> bool:
        return False


@dataclass(eq=False)
class Value:
    key: Key
    value: int
    round: int  # of destructors, in which it was looked at


class RwLock(Condition):
    def __init__(self):
        super().__init__()
        self.writer: Optional[Thread] = None
        self.readers = 0

    def busy(self) -> bool:
        return bool(self.writer or self.readers or self.queue)


class Barrier(Condition):
    def __init__(self, count: int):
        super().__init__()
        self.count = count


class WaitGroup(Condition):
    def __init__(self, count: int):
        super().__init__()
        self.count = count


class Once(Condition):
    def __init__(self):
        super().__init__()
        self.done = False
        self.runner: Optional[Thread] = None


CLASSES = {"rw_lock": RwLock, "barrier": Barrier, "wait_group": WaitGroup, "once": Once,
           "mutex": Mutex, "condition": Condition, "semaphore": Semaphore, "event": Event, "timer": Timer, "channel": Channel,
           "key": Key}
