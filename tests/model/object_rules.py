"""The rules of each call of a program of threads and objects (object_programs.py), on top of kernel_rules.py."""

from __future__ import annotations

from typing import Generator, Optional

from model import object_programs as programs
from model.kernel_rules import (ACCESS_DENIED, CHANGE_RIGHT, INVALID_HANDLE, INVALID_PARAMETER, LOWEST,
                                NAME_EXISTS, NAME_NOT_FOUND, NORMAL, NOT_SELF, PARAMETER_1, PARAMETER_MIX, SUCCESS,
                                TERMINATING, TIMEOUT, TYPE_MISMATCH, UNSUCCESSFUL, USER_APC, Ended, Event, Kernel, Keyed, Mutex,
                                Object, Refused, Semaphore, Steps, Thread, Timer)

# The first word of an event; the number of the thread is below it.
RESULT, APC, ORDERED, END, STATE = 0x100, 0x200, 0x300, 0x400, 0x500

UNTOUCHED = 0x7777  # what a call leaves where it writes nothing
SKIPPED = 0xEEEE  # the result of an order to a thread that has one, and of a call that has no place for a handle
WAIT_RIGHT = 1


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
        """The object, if the handle may be used so."""
        held: Optional[tuple[Object, int]] = None
        if handle == programs.THIS_THREAD:
            held = me, 3
        elif programs.PLACES <= handle < programs.THIS_THREAD:
            held = self.threads[handle - programs.PLACES], 3
        elif handle < programs.PLACES:
            held = self.places[handle]
        if not held:
            raise Refused(INVALID_HANDLE)
        found, rights = held
        if kind and not isinstance(found, kind):
            raise Refused(TYPE_MISMATCH)
        if right & ~rights:
            raise Refused(ACCESS_DENIED)
        return found

    def perform(self, me: Thread, call: programs.Call) -> Generator:
        """Its result and one more word. After a call the machine may go on with another thread."""
        try:
            outcome = getattr(self, "do_" + call.name)(me, *call.operands)
            if isinstance(outcome, Generator):
                outcome = yield from outcome
        except Refused as refused:
            outcome = refused.status
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
        if rights == programs.SAME_RIGHTS:
            rights = self.places[handle][1] if handle < programs.PLACES else 3
        self.give(place, found, rights)
        return SUCCESS

    def do_wait(self, me, how, time, many, *handles):
        objects: list[Object] = []
        for handle in handles[:many]:
            if handle == programs.THIS_THREAD:
                return INVALID_HANDLE
            found = self.find(me, handle, None, WAIT_RIGHT)
            if how & programs.ALL and found in objects:
                return PARAMETER_MIX
            objects.append(found)
        return self.wait(me, objects, bool(how & programs.ALL), how & programs.ALERTABLE, time)

    def do_signal_and_wait(self, me, signalled, awaited, how, time):
        signal, wait = self.find(me, signalled), self.find(me, awaited, None, WAIT_RIGHT)
        self.find(me, signalled, None, signal.signal_right)
        self.signal(me, signal)
        return self.wait(me, [wait], False, how & programs.ALERTABLE, time)

    def do_change(self, me, handle, change):
        event = self.find(me, handle, Event, CHANGE_RIGHT)
        before = event.set
        self.change(event, programs.CHANGES[change])
        return SUCCESS, before

    def do_release(self, me, handle, amount):
        semaphore = self.find(me, handle, Semaphore, CHANGE_RIGHT)
        if not amount:
            return INVALID_PARAMETER
        before = semaphore.count
        self.release(semaphore, amount)
        return SUCCESS, before

    def do_leave(self, me, handle):
        mutex = self.find(me, handle, Mutex)
        before = 1 - mutex.count
        self.leave(me, mutex)
        return SUCCESS, before

    def do_start(self, me, handle, due, period, routine):
        timer = self.find(me, handle, Timer, CHANGE_RIGHT)
        self.stop(timer)
        timer.set, timer.period, timer.routine, timer.thread = 0, period, routine, me
        due = self.now + max(due - programs.FROM_NOW, 0)
        if due > self.now:
            self.set_deadline(timer, due)
        else:
            self.come(timer, self.moment)  # the period of one whose time has passed begins then
        return SUCCESS

    def do_cancel(self, me, handle):
        self.stop(self.find(me, handle, Timer, CHANGE_RIGHT))
        return SUCCESS

    def do_queue(self, me, handle, routine):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if thread.state == "ended":
            return UNSUCCESSFUL
        if routine:  # else there is no call to make
            self.queue_apc(thread, None, routine)
        return SUCCESS

    def do_suspend(self, me, handle):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
        if thread.state == "ended":
            return TERMINATING
        return SUCCESS, self.suspend(thread)

    def do_resume(self, me, handle):
        return SUCCESS, self.resume(self.find(me, handle, Thread, CHANGE_RIGHT))

    def do_terminate(self, me, handle, code):
        thread = self.find(me, handle, Thread, CHANGE_RIGHT)
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
        first = self.at_words[word][:amount]
        for thread in first:
            self.end_wait(thread, SUCCESS)
        return len(first)

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
    """The events, three numbers each."""
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
