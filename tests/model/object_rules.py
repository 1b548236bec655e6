"""The rules of the kernel's threads and objects, as random programs (object_programs.py) meet them.

Written from Windows' rules alone, to be read as their summary, for one CPU. Every thread is a Python generator. It
yields where the machine may go on with another one.
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
UNTOUCHED = 0x7777  # what a call leaves where it writes nothing
SKIPPED = 0xEEEE  # the result of an order to a thread that has one, and of a call that has no place for a handle

# The first word of an event; the number of the thread is below it.
RESULT, APC, ORDERED, END, STATE = 0x100, 0x200, 0x300, 0x400, 0x500

WAIT_RIGHT, CHANGE_RIGHT = 1, 2
NORMAL, LOWEST = 8, 1  # priorities

Steps = Generator[str, None, int]


class Ended(Exception):
    """The running thread has ended."""


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
        """What the end of a wait changes. Whether the object was abandoned."""
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
    """Which thread runs, what waits end, and how threads and objects do. What threads do is in `steps` of each."""

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


class Machine(Kernel):
    def __init__(self, program: programs.Program):
        super().__init__(Thread(programs.ORDERER, LOWEST))
        self.threads = [Thread(number, NORMAL + programs.PRIORITIES[which]) for number, which in enumerate(program.priorities)]
        self.places: list[Optional[tuple[Object, int]]] = [None] * programs.PLACES  # an object and the rights
        self.words = [0] * programs.WORDS
        self.at_words: list[list[Thread]] = [[] for _ in range(programs.WORDS)]
        self.no_handle = Keyed()
        self.program = program
        for thread, which in zip(self.threads, program.priorities):
            thread.relative = programs.PRIORITIES[which]
            thread.priority = 15 if thread.relative == 15 else thread.priority
            thread.steps = self.live(thread)

    def live(self, thread: Thread) -> Generator:
        try:
            while True:
                for place, call in thread.order:
                    result, more = yield from self.perform(thread, call)
                    self.event(RESULT, thread, place << 16 | (more & 0xFFFF), result)
                    if result == USER_APC:
                        self.take_apcs(thread)
                thread.busy, thread.state = False, "idle"
                yield "idle"
        except Ended:
            return

    def take_apcs(self, thread: Thread) -> int:
        taken = 0
        while thread.apcs:
            timer, routine = thread.apcs.pop(0)
            self.event(APC, thread, routine, 0 if timer else routine + 1)
            taken += 1
        return taken

    # -- places

    def close(self, place: int) -> int:
        held = self.places[place]
        if not held:
            return INVALID_HANDLE
        closed, _ = held
        self.places[place] = None
        closed.handles -= 1
        if not isinstance(closed, Thread):
            self.perhaps_gone(closed)
        return SUCCESS

    def give(self, place: int, made: Object, rights: int) -> None:
        self.places[place] = (made, rights)
        made.handles += 1

    def publish(self, thread: Thread, place: int, name: int, made: Object) -> int:
        if name and name in self.named:
            other = self.named[name]
            if type(other) is not type(made):
                self.perhaps_gone(made)
                return TYPE_MISMATCH
            self.perhaps_gone(made)
            self.give(place, other, 3)
            return NAME_EXISTS
        if name:
            made.name = name
            self.named[name] = made
        self.give(place, made, 3)
        return SUCCESS

    # -- the calls

    def find(self, me: Thread, handle: int, kind: Optional[type] = None, right: int = 0):
        """An error, or the object."""
        held: Optional[tuple[Object, int]] = None
        if handle == programs.THIS_THREAD:
            held = me, 3
        elif programs.PLACES <= handle < programs.THIS_THREAD:
            held = self.threads[handle - programs.PLACES], 3
        elif handle < programs.PLACES:
            held = self.places[handle]
        if not held:
            return INVALID_HANDLE
        found, rights = held
        if kind and not isinstance(found, kind):
            return TYPE_MISMATCH
        return ACCESS_DENIED if right & ~rights else found

    def perform(self, me: Thread, call: programs.Call) -> Generator:
        """Its result and one more word. After a call the machine may go on with another thread."""
        outcome = getattr(self, "do_" + call.name)(me, *call.operands)
        if isinstance(outcome, Generator):
            outcome = yield from outcome
        result, more = outcome if isinstance(outcome, tuple) else (outcome, UNTOUCHED)
        if me is self.orderer:
            self.run()
        elif me.suspended or self.highest() > me.priority:
            yield "go on"
            if me.state == "ended":
                raise Ended
        return result, more

    def make(self, me, place, name, made):
        return SKIPPED if self.places[place] else self.publish(me, place, name, made)

    def do_event(self, me, place, name, manual, is_set):
        return self.make(me, place, name, Event(manual, is_set))

    def do_semaphore(self, me, place, name, count, maximum):
        if not self.places[place] and (count > maximum or not maximum):
            return INVALID_PARAMETER
        return self.make(me, place, name, Semaphore(count, maximum))

    def do_mutex(self, me, place, name, owned):
        if self.places[place]:
            return SKIPPED
        made = Mutex()
        if owned:
            made.take(me)
        return self.make(me, place, name, made)

    def do_timer(self, me, place, name, manual):
        return self.make(me, place, name, Timer(manual))

    def do_keyed(self, me, place, name):
        return self.make(me, place, name, Keyed())

    def do_open(self, me, place, name, kind, rights):
        if self.places[place] or not name:
            return SKIPPED
        if name not in self.named:
            return NAME_NOT_FOUND
        found = self.named[name]
        if not isinstance(found, (Event, Semaphore, Mutex, Timer)[kind]):
            return TYPE_MISMATCH
        if not rights & 3:
            return ACCESS_DENIED
        self.give(place, found, rights & 3)
        return SUCCESS

    def do_close(self, me, place):
        return self.close(place)

    def do_duplicate(self, me, handle, place, rights):
        if self.places[place]:
            return SKIPPED
        found = self.find(me, handle)
        if isinstance(found, int):
            return found
        if rights == programs.SAME_RIGHTS:
            rights = self.places[handle][1] if handle < programs.PLACES else 3
        self.give(place, found, rights)
        return SUCCESS

    def do_wait(self, me, how, time, many, *handles):
        objects: list[Object] = []
        for handle in handles[:many]:
            if many > 1 and handle == programs.THIS_THREAD:
                return INVALID_HANDLE
            found = self.find(me, handle, None, WAIT_RIGHT)
            if isinstance(found, int):
                return found
            if how & programs.ALL and found in objects:
                return PARAMETER_MIX
            objects.append(found)
        return self.wait(me, objects, bool(how & programs.ALL), how & programs.ALERTABLE, time)

    def do_signal_and_wait(self, me, signalled, awaited, how, time):
        signal, wait = self.find(me, signalled), self.find(me, awaited, None, WAIT_RIGHT)
        for found in (signal, wait):
            if isinstance(found, int):
                return found
        if not isinstance(signal, (Event, Semaphore, Mutex)):
            return TYPE_MISMATCH
        if isinstance(denied := self.find(me, signalled, None, signal.signal_right), int):
            return denied
        if isinstance(signal, Event):
            signal.set = 1
            self.changed(signal)
            status = SUCCESS
        elif isinstance(signal, Semaphore):
            status = self.release(signal, 1)
        else:
            status = self.leave(me, signal)
        return status or self.wait(me, [wait], False, how & programs.ALERTABLE, time)

    def do_change(self, me, handle, change):
        event = self.find(me, handle, Event, CHANGE_RIGHT)
        if isinstance(event, int):
            return event
        before = event.set
        if programs.CHANGES[change] != "reset":
            event.set = 1
            self.changed(event)
        if programs.CHANGES[change] != "set":
            event.set = 0
        return SUCCESS, before

    def release(self, semaphore, amount):
        if semaphore.count + amount > semaphore.maximum:
            return LIMIT_EXCEEDED
        semaphore.count += amount
        self.changed(semaphore)
        return SUCCESS

    def do_release(self, me, handle, amount):
        semaphore = self.find(me, handle, Semaphore, CHANGE_RIGHT)
        if isinstance(semaphore, int):
            return semaphore
        if not amount:
            return INVALID_PARAMETER
        before = semaphore.count
        status = self.release(semaphore, amount)
        return status, before if status == SUCCESS else UNTOUCHED

    def leave(self, me, mutex):
        if mutex.owner is not me:
            return NOT_OWNED
        mutex.count -= 1
        if not mutex.count:
            me.owned.remove(mutex)
            mutex.owner = None
            self.changed(mutex)
        return SUCCESS

    def do_leave(self, me, handle):
        mutex = self.find(me, handle, Mutex)
        if isinstance(mutex, int):
            return mutex
        before = 1 - mutex.count
        status = self.leave(me, mutex)
        return status, before if status == SUCCESS else UNTOUCHED

    def do_start(self, me, handle, due, period, routine):
        timer = self.find(me, handle, Timer, CHANGE_RIGHT)
        if isinstance(timer, int):
            return timer
        self.stop(timer)
        timer.set, timer.period, timer.routine, timer.thread = 0, period, routine, me
        due = self.now + max(due - programs.FROM_NOW, 0)
        if due > self.now:
            self.set_deadline(timer, due)
        else:
            self.come(timer, self.moment)  # the period of one whose time has passed begins then
        return SUCCESS

    def do_cancel(self, me, handle):
        timer = self.find(me, handle, Timer, CHANGE_RIGHT)
        if isinstance(timer, int):
            return timer
        self.stop(timer)
        return SUCCESS

    def do_queue(self, me, handle, routine):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if isinstance(thread, int):
            return thread
        if thread.state == "ended":
            return UNSUCCESSFUL
        self.queue_apc(thread, None, routine)
        return SUCCESS

    def do_suspend(self, me, handle):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if isinstance(thread, int):
            return thread
        if thread.state == "ended":
            return TERMINATING
        before = thread.suspended
        thread.suspended += 1
        if thread.state == "ready":
            self.ring(thread).remove(thread)
            thread.state = "stopped"
        return SUCCESS, before

    def do_resume(self, me, handle):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if isinstance(thread, int):
            return thread
        before = thread.suspended
        if before:
            thread.suspended -= 1
            if not thread.suspended and thread.state == "stopped":
                self.make_ready(thread)
        return SUCCESS, before

    def do_terminate(self, me, handle, code):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if isinstance(thread, int):
            return thread
        if thread is me:
            return NOT_SELF
        if thread.state == "ended":
            return TERMINATING
        self.end(thread, code)
        return SUCCESS

    def do_exit(self, me, code):
        self.end(me, code)
        raise Ended

    def do_priority(self, me, handle, which):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        relative = programs.PRIORITIES[which]
        if isinstance(thread, int):
            return thread
        if relative == 3:
            return INVALID_PARAMETER
        ready = thread.state == "ready"
        if ready:
            self.ring(thread).remove(thread)
        thread.relative, thread.priority = relative, 15 if relative == 15 else NORMAL + relative
        if ready:
            self.make_ready(thread)
        return SUCCESS

    def do_query(self, me, handle):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if isinstance(thread, int):
            return thread
        return thread.code, thread.relative & 0xFF

    def do_yield(self, me):
        if me is self.orderer or self.highest() < me.priority:
            return 0
        return self.behind_the_others()

    def behind_the_others(self) -> Steps:
        yield "yield"
        return 1

    def meet(self, me, handle, key, how, time, side):
        event = self.no_handle if handle == programs.NO_HANDLE else self.find(me, handle, Keyed)
        if isinstance(event, int):
            return event
        if key & 1:
            return PARAMETER_1
        for other in event.sides[1 - side]:
            if other.key == key:
                self.end_wait(other, SUCCESS)
                return SUCCESS
        result = self.begin_wait(me, time, how & programs.ALERTABLE)
        return self.stand_in(me, event.sides[side], key, time, how & programs.ALERTABLE) if result is None else result

    def stand_in(self, me, queue, key, time, alertable) -> Steps:
        queue.append(me)
        me.queue, me.key = queue, key
        return (yield from self.until_it_ends(me, time, alertable))

    def do_keyed_wait(self, me, handle, key, how, time):
        return self.meet(me, handle, key, how, time, 0)

    def do_keyed_release(self, me, handle, key, how, time):
        return self.meet(me, handle, key, how, time, 1)

    def do_await(self, me, word, value, time):
        if self.words[word] != value:
            return SUCCESS
        if time == programs.NOW:
            return TIMEOUT
        return self.stand_in(me, self.at_words[word], 0, time, 0)

    def do_put(self, me, word, value):
        self.words[word] = value
        return SUCCESS

    def do_wake(self, me, word, amount):
        for thread in self.at_words[word][:amount]:
            self.end_wait(thread, SUCCESS)
        return SUCCESS

    def do_take(self, me):
        return self.take_apcs(me)

    # -- the whole

    def give_orders(self) -> None:
        place = 0
        for order in self.program.orders:
            calls = [(place + number, call) for number, call in enumerate(order.calls)]
            place += len(calls)
            self.pass_units(order.units)
            if order.who == programs.ORDERER:
                for number, call in calls:
                    for _ in self.orderers(number, call):
                        pass
                continue
            thread = self.threads[order.who]
            refused = thread.state == "ended" or thread.busy
            self.event(ORDERED, thread, len(calls), SKIPPED if refused else 0)
            if not refused:
                thread.order, thread.busy = calls, True
                self.make_ready(thread)
                self.run()

    def orderers(self, number: int, call: programs.Call) -> Generator:
        result, more = yield from self.perform(self.orderer, call)
        self.event(RESULT, self.orderer, number << 16 | (more & 0xFFFF), result)
        if result == USER_APC:
            self.take_apcs(self.orderer)

    def tell_states(self) -> None:
        for thread in self.threads:
            self.event(END, thread, thread.code, thread.relative & 0xFF)
        for place in range(2 * programs.PLACES):
            for _ in self.ask(place):
                pass

    def ask(self, place: int) -> Generator:
        """Waits for each place's object, twice, for no time."""
        result, _ = yield from self.perform(self.orderer, programs.Call("wait", (0, programs.NOW, 1, place // 2)))
        self.event(STATE, self.orderer, place, result)


def words(program: programs.Program) -> list[int]:
    """What happens, three numbers an event."""
    machine = Machine(program)
    machine.give_orders()
    machine.tell_states()
    return machine.events


NAMES = {RESULT: "result", APC: "call", ORDERED: "order", END: "end", STATE: "state"}


def show(events: list[int]) -> list[str]:
    lines = []
    for i in range(0, len(events) - 2, 3):
        what, first, second = events[i:i + 3]
        number = what & 0xFF
        who = "orderer" if number == programs.ORDERER else f"thread{number}"
        text = f"{first >> 16}: {second:X}, {first & 0xFFFF:X}" if what & ~0xFF == RESULT else f"{first:X} {second:X}"
        lines.append(f"{who} {NAMES.get(what & ~0xFF, what)} {text}")
    return lines
