"""The rules of the kernel's threads and objects: which thread runs, and which waits end.

Written from Windows' rules alone, to be read as their summary, for one CPU. Every thread is a Python generator. It
yields where the machine may go on with another one. The rules of each call are in object_rules.py and ums_calls.py.
"""

from __future__ import annotations

from typing import Generator, Optional, Union

from model import object_programs as programs

SUCCESS, ABANDONED, USER_APC, TIMEOUT, PENDING = 0, 0x80, 0xC0, 0x102, 0x103
NAME_EXISTS, UNSUCCESSFUL, INVALID_HANDLE, INVALID_PARAMETER = 0x40000000, 0xC0000001, 0xC0000008, 0xC000000D
ACCESS_DENIED, TYPE_MISMATCH, PARAMETER_MIX, NAME_NOT_FOUND = 0xC0000022, 0xC0000024, 0xC0000030, 0xC0000034
NOT_OWNED, LIMIT_EXCEEDED, TERMINATING, PARAMETER_1 = 0xC0000046, 0xC0000047, 0xC000004B, 0xC00000EF
NOT_SELF = 0xC00000DB
HALF = 0.5  # of a unit has passed when orders are given

CHANGE_RIGHT = 2
NORMAL, LOWEST = 8, 1  # priorities

Steps = Generator[str, None, int]


class Ended(Exception):
    """The running thread has ended."""


class Refused(Exception):
    """A call fails, with this status or last error."""

    def __init__(self, status: int):
        self.status = status


class Object:
    """It begins unsignalled, without waits; handles keep it, and waits."""

    signal_right = 0

    def __init__(self) -> None:
        self.waits: list[tuple[Thread, int]] = []  # in the order in which they began
        self.handles = 0
        self.name = 0

    def signalled(self, thread: Thread) -> bool:
        return False

    def take(self, thread: Thread) -> bool:
        """Changes the object at the end of a wait. Returns whether it was abandoned."""
        return False


class Event(Object):
    signal_right = CHANGE_RIGHT

    def __init__(self, manual: int, is_set: int):
        super().__init__()
        self.manual, self.set = manual, is_set

    def signalled(self, thread):
        return bool(self.set)

    def take(self, thread):
        self.set = self.manual
        return False


class Semaphore(Object):
    signal_right = CHANGE_RIGHT

    def __init__(self, count: int, maximum: int):
        super().__init__()
        self.count, self.maximum = count, maximum

    def signalled(self, thread):
        return self.count > 0

    def take(self, thread):
        self.count -= 1
        return False


class Mutex(Object):
    def __init__(self) -> None:
        super().__init__()
        self.owner: Optional[Thread] = None
        self.count = 0
        self.abandoned = False

    def signalled(self, thread):
        return self.owner in (None, thread)

    def take(self, thread):
        abandoned, self.abandoned = self.abandoned, False
        self.owner = thread
        self.count += 1
        if self.count == 1:
            thread.owned.append(self)
        return abandoned


class Timer(Object):
    def __init__(self, manual: int):
        super().__init__()
        self.manual, self.set, self.period, self.routine = manual, 0, 0, 0
        self.thread: Optional[Thread] = None  # that gets its call

    def signalled(self, thread):
        return bool(self.set)

    def take(self, thread):
        self.set = self.manual
        return False


class Keyed(Object):
    def __init__(self) -> None:
        super().__init__()
        self.sides: tuple[list[Thread], list[Thread]] = [], []  # that wait, and that release


class Thread(Object):
    def __init__(self, number: int, priority: int):
        super().__init__()
        self.number, self.priority, self.relative = number, priority, 0
        self.state = "idle"  # without an order; ready, running, waiting, stopped, ended
        self.order: list[tuple[int, programs.Call]] = []
        self.busy = False
        self.suspended = 0
        self.code = PENDING
        self.result = SUCCESS  # of the wait that has ended
        self.objects: list[Object] = []  # that it waits for
        self.all = self.alertable = False
        self.key = 0
        self.queue: Optional[list[Thread]] = None  # of a wait that is for no object
        self.apcs: list[tuple[object, int]] = []  # the timer, or None, and the routine
        self.owned: list[Mutex] = []
        self.steps: Generator = _none()

    def signalled(self, thread):
        return self.state == "ended"


def _none() -> Generator:
    """The steps of a thread that has none."""
    yield from ()


class Kernel:
    """The model of the kernel: the running thread, the ends of waits, and the states of threads and objects. The deeds of threads are in
    `steps` of each."""

    def __init__(self, orderer: Thread):
        self.now, self.moment = 0, 0.0  # in units: when the present one began, and what has passed of it, too
        self.events: list[int] = []
        self.orderer = orderer
        self.current: Optional[Thread] = orderer
        self.rings: dict[int, list[Thread]] = {}
        self.deadlines: list[tuple[float, int, Union[Thread, Timer]]] = []  # when, the how manieth that was set, a thread or a timer
        self.set_deadlines = 0
        self.named: dict[int, Object] = {}

    def event(self, what: int, thread: Thread, first: int, second: int) -> None:
        self.events += [what + thread.number, first & 0xFFFFFFFF, second & 0xFFFFFFFF]

    # -- the processor: the highest priority runs, inside one the first that came

    def ring(self, thread: Thread) -> list[Thread]:
        return self.rings.setdefault(thread.priority, [])

    def highest(self) -> int:
        return max((priority for priority, ring in self.rings.items() if ring), default=-1)

    def make_ready(self, thread: Thread) -> None:
        """Behind the others of its priority. A suspended one stops."""
        thread.state = "stopped" if thread.suspended else "ready"
        if thread.state == "ready":
            self.ring(thread).append(thread)

    def run(self) -> None:
        """Runs the threads until none can go on. A thread that a higher one displaces stays the first."""
        while self.highest() > LOWEST:
            thread = self.rings[self.highest()].pop(0)
            thread.state, self.current = "running", thread
            try:
                wish = next(thread.steps)
            except StopIteration:
                wish = "ended"
            if thread.state != "running":
                continue
            if thread.suspended:
                thread.state = "stopped"
            else:
                thread.state = "ready"
                self.ring(thread).insert(0 if wish == "go on" else len(self.ring(thread)), thread)
        self.current = self.orderer

    # -- time

    def forget_deadline(self, whose: object) -> None:
        self.deadlines = [row for row in self.deadlines if row[2] is not whose]

    def set_deadline(self, whose: Union[Thread, Timer], when: float) -> None:
        self.forget_deadline(whose)
        self.set_deadlines += 1
        self.deadlines.append((when, self.set_deadlines, whose))

    def pass_units(self, units: int) -> None:
        """All that is due at one time happens, then the threads run: at a unit's beginning, and in its middle, when orders are given."""
        for self.now in range(self.now + 1, self.now + units + 1):
            for self.moment in (self.now, self.now + HALF):
                for row in sorted(row for row in self.deadlines if row[0] <= self.moment):
                    if row in self.deadlines:
                        self.deadlines.remove(row)
                        whose = row[2]
                        self.come(whose, row[0]) if isinstance(whose, Timer) else self.end_wait(whose, TIMEOUT)
                self.run()

    def come(self, timer: Timer, due: float) -> None:
        """A waiter of the timer gets it, even if the call that the timer queues then is its own.

        The last waiter of a timer without handles takes the timer with it, and its call.
        """
        if timer.period:
            self.set_deadline(timer, due + timer.period)
        timer.set = 1
        self.changed(timer)
        if timer.thread and timer.routine and (timer.handles or timer.waits):
            self.queue_apc(timer.thread, timer, timer.routine)

    def stop(self, timer: Timer) -> None:
        self.forget_deadline(timer)
        if timer.thread:
            timer.thread.apcs = [apc for apc in timer.thread.apcs if apc[0] is not timer]

    def queue_apc(self, thread: Thread, timer: Optional[Timer], routine: int) -> None:
        if timer and any(apc[0] is timer for apc in thread.apcs):
            return
        thread.apcs.append((timer, routine))
        if thread.state == "waiting" and thread.alertable:
            self.end_wait(thread, USER_APC)

    # -- waiting

    def take_any(self, thread: Thread, objects: list[Object]) -> Optional[int]:
        for index, each in enumerate(objects):
            if each.signalled(thread):
                return index + (ABANDONED if each.take(thread) else 0)
        return None

    def take_all(self, thread: Thread, objects: list[Object]) -> Optional[int]:
        if not all(each.signalled(thread) for each in objects):
            return None
        return ABANDONED if any([each.take(thread) for each in objects]) else SUCCESS

    def end_wait(self, thread: Thread, result: int) -> None:
        self.leave_queues(thread)
        thread.result = result
        self.make_ready(thread)

    def leave_queues(self, thread: Thread) -> None:
        self.forget_deadline(thread)
        for each in thread.objects:
            each.waits = [wait for wait in each.waits if wait[0] is not thread]
        for each in thread.objects:
            self.perhaps_gone(each)
        thread.objects, thread.alertable = [], False
        if thread.queue is not None:
            thread.queue.remove(thread)
            thread.queue = None

    def changed(self, changed: Object) -> None:
        """Ends the waits that the new state allows, the oldest first."""
        for thread, index in list(changed.waits):
            if thread.state != "waiting" or changed not in thread.objects or not changed.signalled(thread):
                continue
            if thread.all:
                result = self.take_all(thread, thread.objects)
            else:
                result = index + (ABANDONED if changed.take(thread) else 0)
            if result is not None:
                self.end_wait(thread, result)

    def begin_wait(self, thread: Thread, time: int, alertable: int) -> Optional[int]:
        """A result where there is nothing to wait."""
        if alertable and thread.apcs:
            return USER_APC
        return TIMEOUT if time == programs.NOW else None

    def until_it_ends(self, thread: Thread, time: int, alertable: int) -> Steps:
        if time > programs.FROM_NOW:
            self.set_deadline(thread, self.now + time - programs.FROM_NOW)
        thread.state, thread.alertable = "waiting", bool(alertable)
        yield "wait"
        return thread.result

    def wait(self, thread: Thread, objects: list[Object], everything: bool, alertable: int, time: int) -> Steps:
        if alertable and thread.apcs:
            return USER_APC
        result = self.take_all(thread, objects) if everything and objects else self.take_any(thread, objects)
        if result is None:
            result = self.begin_wait(thread, time, alertable)
        if result is not None:
            return result
        thread.objects, thread.all = objects, everything
        for index, each in enumerate(objects):
            each.waits.append((thread, index))
        return (yield from self.until_it_ends(thread, time, alertable))

    # -- changes of objects and threads that calls make

    def change(self, event: Event, how: str) -> None:
        if how != "reset":
            event.set = 1
            self.changed(event)
        if how != "set":
            event.set = 0

    def release(self, semaphore: Semaphore, amount: int) -> None:
        if semaphore.count + amount > semaphore.maximum:
            raise Refused(LIMIT_EXCEEDED)
        semaphore.count += amount
        self.changed(semaphore)

    def leave(self, me: Thread, mutex: Mutex) -> None:
        if mutex.owner is not me:
            raise Refused(NOT_OWNED)
        mutex.count -= 1
        if not mutex.count:
            me.owned.remove(mutex)
            mutex.owner = None
            self.changed(mutex)

    def signal(self, me: Thread, signalled: Object) -> None:
        if isinstance(signalled, Event):
            self.change(signalled, "set")
        elif isinstance(signalled, Semaphore):
            self.release(signalled, 1)
        elif isinstance(signalled, Mutex):
            self.leave(me, signalled)
        else:
            raise Refused(TYPE_MISMATCH)

    def suspend(self, thread: Thread) -> int:
        """The count before."""
        thread.suspended += 1
        if thread.state == "ready":
            self.ring(thread).remove(thread)
            thread.state = "stopped"
        return thread.suspended - 1

    def resume(self, thread: Thread) -> int:
        before = thread.suspended
        thread.suspended = max(before - 1, 0)
        if before == 1 and thread.state == "stopped":
            self.make_ready(thread)
        return before

    # -- the lives of objects and threads

    def perhaps_gone(self, each: Object) -> None:
        """Without handles an object has no name; without waits, too, it is gone."""
        if each.handles:
            return
        if each.name:
            del self.named[each.name]
            each.name = 0
        if each.waits:
            return
        if isinstance(each, Timer):
            self.stop(each)
        if isinstance(each, Mutex) and each.owner:
            each.owner.owned.remove(each)
            each.owner = None

    def end(self, thread: Thread, code: int) -> None:
        """Its mutexes are abandoned, timers that would call it are cancelled, and it is signalled."""
        if thread.state == "waiting":
            self.leave_queues(thread)
        for ring in self.rings.values():
            if thread in ring:
                ring.remove(thread)
        thread.state, thread.code = "ended", code
        for row in list(self.deadlines):
            if isinstance(row[2], Timer) and row[2].routine and row[2].thread is thread:
                self.stop(row[2])
        while thread.owned:
            mutex = thread.owned.pop(0)
            mutex.owner, mutex.count, mutex.abandoned = None, 0, True
            self.changed(mutex)
        thread.apcs = []
        self.changed(thread)
