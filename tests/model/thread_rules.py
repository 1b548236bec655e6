"""The rules of include/uthread.h, as random programs (thread_programs.py) meet them.

Written from the contract alone, to be read as its summary. Every thread is a Python generator: it yields where control
goes to another one, and `Machine.current` says to whom. What unwinds a thread is a Python exception, so its finally
blocks are Python's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Generator, Optional

from model import thread_programs as programs

(NONE, INVALID, NO_MEMORY, STACK_SMALL, MISALIGNED, HELD, RUNNING, SLEEPING, FINISHED, BUSY, OUTSIDE, WAITING, TIMED_OUT, CANCELLED,
 CLOSED, SELF, NOT_OWNER, RANGE, DETACHED, FAULTED, NOT_STOPPED, DEADLOCK) = range(22)
UNSTART, NORMAL, SLEEP, FINISH, WAIT = range(5)

STATUS_CANCELLED, STATUS_RAISED = 0xC0000120, 0xE0000001
FOREVER = 2**64 - 1
MOST_COUNT = 0x7FFFFFFF
CLOCK = programs.THREADS  # the number of the thread that lets the time pass when nobody else is ready

Steps = Generator[None, None, int]  # a call that may wait


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

    def due(self) -> bool:
        """Whether it must end at a call like the one that it is in."""
        return self.cancelled and not self.shields and not self.unwinding


@dataclass(eq=False)
class Wait:
    """What a thread waits in. The object takes it out of its queue, or has somebody else decide what a deadline does."""

    thread: Thread
    what: str
    queue: list["Wait"]
    expire: Optional[Callable[["Wait"], None]] = None
    forget: Optional[Callable[["Wait"], None]] = None
    value: int = 0
    mutex: Optional["Mutex"] = None  # of a condition: the one to have again
    until: int = FOREVER  # of a timer: the caller's, while the deadline is the next ring
    channels: list["Channel"] = field(default_factory=list)  # that it has offers in
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
    root: Optional[Thread] = None  # who runs it
    idle: Optional[Wait] = None  # in which that thread waits for one of these
    order: int = 0
    woken: int = 0
    ended: int = 0

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
        """Who is made ready from now on is behind all others of its ring."""
        ring = self.rings[thread.priority]
        place = ring.index(thread)
        ring[:] = ring[place:] + ring[:place]

    def remove(self, thread: Thread) -> None:
        self.rings[thread.priority].remove(thread)

    def has_work(self) -> bool:
        return bool(self.first() or self.sleepers or any(thread.status == WAIT for thread in self.held))

    def ready(self, thread: Thread) -> bool:
        return thread in self.rings[thread.priority]


# ---------------------------------------------------------------- objects


class Mutex:
    def __init__(self, recursive: int):
        self.recursive, self.owner, self.depth = recursive, None, 0
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
    """One case of a select, or a plain send or receive, among a channel's waiters."""

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


CLASSES = {"mutex": Mutex, "condition": Condition, "semaphore": Semaphore, "event": Event, "timer": Timer, "channel": Channel}


# ---------------------------------------------------------------- the machine


class Machine:
    """Threads, schedulers and the clock. `Calls` adds the library's calls."""

    def __init__(self, begin: int):
        self.now = begin
        self.plain = Thread(-1)  # code outside of threads
        self.current = self.plain

    def inside(self) -> Optional[Thread]:
        return None if self.current is self.plain else self.current

    def go(self, to: Thread) -> Generator[None, None, None]:
        """Parks the current thread. Comes back when somebody goes to it."""
        if to is not self.current:
            self.current = to
            yield

    def run(self, plain: Generator) -> None:
        self.plain.steps = plain
        while True:
            running = self.current
            try:
                next(running.steps)
            except StopIteration:
                if running is self.plain:
                    return

    # -- ready threads

    def make_ready(self, scheduler: Scheduler, thread: Thread) -> None:
        scheduler.rings[thread.priority].append(thread)
        if scheduler.idle:
            self.wake(scheduler.idle, NONE)

    def leave(self, me: Thread) -> Thread:
        """Takes the running thread out of its ring. Returns who is next."""
        scheduler = me.scheduler
        self.attend(scheduler)
        following = scheduler.behind(me)
        scheduler.remove(me)
        if following is not me:
            scheduler.begin_with(following)
        if following is not me and not scheduler.above(me.priority):
            return following
        return scheduler.first() or scheduler.root

    # -- the clock

    def attend(self, scheduler: Scheduler) -> None:
        while scheduler.sleepers:
            wait = min(scheduler.sleepers, key=lambda wait: (wait.deadline, wait.order))
            if wait.deadline > self.now:
                break
            scheduler.sleepers.remove(wait)
            scheduler.woken += 1
            self.expire(wait)

    def expire(self, wait: Wait) -> None:
        if wait.expire:
            wait.expire(wait)
        else:
            self.abandon(wait, TIMED_OUT)

    # -- waiting

    def adopt(self, wait: Wait) -> None:
        scheduler = wait.thread.scheduler
        if wait.deadline != FOREVER:
            wait.order = scheduler.order
            scheduler.order += 1
            scheduler.sleepers.append(wait)

    def orphan(self, wait: Wait) -> None:
        scheduler = wait.thread.scheduler
        if scheduler and wait in scheduler.sleepers:
            scheduler.sleepers.remove(wait)

    def block(self, wait: Wait, until: int) -> Steps:
        me = wait.thread
        if me.due():
            self.forget(wait)
            return CANCELLED
        me.wait, wait.deadline = wait, until
        me.status = SLEEP if wait.what == "sleeps" else WAIT
        if me.scheduler:
            following = self.leave(me)
            self.adopt(wait)
        else:
            following = me.resumer
        yield from self.go(following)
        return wait.result

    def wake(self, wait: Wait, result: int) -> None:
        thread = wait.thread
        wait.result = result
        self.orphan(wait)
        for scheduler in self.schedulers():
            if scheduler.idle is wait:
                scheduler.idle = None
        thread.wait, thread.status = None, NORMAL
        if thread.scheduler:
            self.make_ready(thread.scheduler, thread)

    def forget(self, wait: Wait) -> None:
        if wait.forget:
            wait.forget(wait)
        elif wait in wait.queue:
            wait.queue.remove(wait)

    def abandon(self, wait: Wait, result: int) -> None:
        self.forget(wait)
        self.wake(wait, result)

    def wake_first(self, queue: list[Wait], result: int = NONE) -> None:
        self.wake(queue.pop(0), result)

    # -- schedulers

    def schedulers(self) -> list[Scheduler]:
        raise NotImplementedError

    def add(self, scheduler: Scheduler, thread: Thread) -> int:
        if thread.scheduler:
            return HELD
        if thread.resumer or thread is self.current:
            return RUNNING
        if thread.status == FINISH:
            return FINISHED
        thread.scheduler = scheduler
        scheduler.held.append(thread)
        if thread.wait:
            self.adopt(thread.wait)
        else:
            scheduler.rings[thread.priority].insert(0, thread)
        if scheduler.idle:
            self.wake(scheduler.idle, NONE)
        return NONE

    def release(self, thread: Thread) -> None:
        scheduler = thread.scheduler
        if scheduler:
            if scheduler.ready(thread):
                scheduler.remove(thread)
            if thread.wait:
                self.orphan(thread.wait)
            scheduler.held.remove(thread)
            thread.scheduler = None

    def start(self, scheduler: Scheduler) -> Steps:
        if scheduler.root:
            return BUSY
        me = scheduler.root = self.current
        result = NONE
        try:
            while not result and scheduler.has_work():
                self.attend(scheduler)
                if scheduler.first():
                    yield from self.go(scheduler.first())
                    continue
                if me is not self.plain:
                    result = yield from self.idle(scheduler, me)
                else:
                    inner = self.innermost_waiting(scheduler)
                    if inner:
                        self.wake(inner.idle, DEADLOCK)
                    else:
                        result = DEADLOCK
                if result == DEADLOCK:
                    self.deadlock(scheduler)
                    if scheduler.first() or scheduler.sleepers:
                        result = NONE
        finally:
            scheduler.root = scheduler.idle = None
        return result

    def idle(self, scheduler: Scheduler, me: Thread) -> Steps:
        """The thread that runs a scheduler none of whose threads is ready waits until one is, or a sleeper is due."""
        until = min((wait.deadline for wait in scheduler.sleepers), default=FOREVER)
        scheduler.idle = Wait(me, "sleeps" if scheduler.sleepers else "waits for its threads", [])
        me.duration = max(until - self.now, 0)
        result = yield from self.block(scheduler.idle, until)
        scheduler.idle = None
        return NONE if result == TIMED_OUT else result

    def innermost_waiting(self, scheduler: Scheduler) -> Optional[Scheduler]:
        """When nobody can run any more, it ends first."""
        for thread in reversed(scheduler.held):
            if thread.status == WAIT and thread.wait.what == "waits for its threads":
                inner = next(other for other in self.schedulers() if other.idle is thread.wait)
                return self.innermost_waiting(inner) or inner
        return None

    def deadlock(self, scheduler: Scheduler) -> None:
        raise NotImplementedError

    # -- one by hand

    def resume(self, thread: Thread) -> Steps:
        if thread.scheduler:
            return HELD
        if thread.resumer or thread is self.current:
            return RUNNING
        if thread.status == FINISH:
            return FINISHED
        if thread.wait and (thread.status == SLEEP or thread.wait.deadline <= self.now):
            self.expire(thread.wait)
        if thread.wait:
            return WAITING
        thread.resumer = self.current
        yield from self.go(thread)
        thread.resumer = None
        return NONE

    # -- the end

    def finish(self, status: int, result: int) -> None:
        """The current thread is over; whoever is next has the say."""
        me = self.current
        while me.joiners:
            self.wake_first(me.joiners, FAULTED if status else NONE)
        me.exit_status, me.result = status, result
        if me.scheduler:
            me.scheduler.ended += 1
            self.current = self.leave(me)
        else:
            self.current = me.resumer
        me.status = FINISH
