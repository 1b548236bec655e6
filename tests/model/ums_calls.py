"""The rules of each call of a program of User-Mode Scheduling (ums_programs.py): its result, and its last error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generator, Optional

from model import kernel_rules as kernel
from model import ums_programs as programs
from model.kernel_rules import USER_APC, Ended, Event, Mutex, Refused, Semaphore, Thread
from model.ums_state import (ITEM, NOTHING, SKIPPED, UNTOUCHED, Actor, CompletionList, Context, Executed, Unsaid, Yielded)

ACCESS_DENIED, INVALID_HANDLE, BAD_LENGTH, GEN_FAILURE, NOT_SUPPORTED, INVALID_PARAMETER = 5, 6, 24, 31, 50, 87
BUSY, NOT_OWNER, TOO_MANY_POSTS, RETRY, INTERNAL_ERROR, TIMED_OUT = 170, 288, 298, 1237, 1359, 1460
ERRORS = {kernel.TYPE_MISMATCH: INVALID_HANDLE, kernel.NOT_OWNED: NOT_OWNER, kernel.LIMIT_EXCEEDED: TOO_MANY_POSTS}  # of a status
FAILED = 0xFFFFFFFF  # the result of these, where they fail; that of the others is 0
FAIL_SO = ("wait", "signal_and_wait", "suspend", "resume")
A_SCHEDULERS = 0xE0  # as the number of a context
SIZE_OF = {"user": 4, "teb": 4, "suspended": 1, "terminated": 1}


@dataclass
class Result:
    value: int
    more: int = UNTOUCHED
    error: int = 0  # the last error that it sets, if it sets one


def refused(error: int) -> Result:
    return Result(0, error=error)


class Calls(kernel.Kernel):
    """The machine (ums_rules.py) adds the lives of threads."""

    orderer: Actor
    objects: list
    lists: list[Optional[CompletionList]]
    list_events: list[Optional[Event]]
    contexts: list[Optional[Context]]
    handles: list[Optional[Actor]]

    def tell(self, what: int, actor: Thread, first: int, second: int, error: int = 0) -> None:
        raise NotImplementedError

    def live(self, me: Actor) -> Generator:
        raise NotImplementedError

    def point(self, me: Actor) -> Generator:
        raise NotImplementedError

    def take_apcs(self, me: Actor) -> None:
        raise NotImplementedError

    def schedule(self, me: Actor, chosen: CompletionList) -> Generator:
        raise NotImplementedError

    def take_off(self, context: Context) -> None:
        raise NotImplementedError

    def index_of(self, context: Optional[Context]) -> int:
        raise NotImplementedError

    def find(self, me: Actor, handle: int, kind: Optional[type] = None):
        if handle == programs.THIS_THREAD:
            found = me
        elif handle == programs.WRONG:
            found = None
        else:
            found = (*self.objects, *self.list_events, *self.handles)[handle]
        if found is None or not isinstance(found, kind or object):
            raise Refused(INVALID_HANDLE)
        return found

    def context_of(self, me: Actor, target: int) -> Optional[Context]:
        if target < programs.WORKERS:
            return self.contexts[target]
        if target == programs.OWN:
            return me.context
        if target == programs.NULL:
            return None
        scheduler = self.handles[programs.WORKERS + target - programs.OF_SCHEDULERS]
        assert scheduler
        return scheduler.context

    # -- waits

    def waited(self, me: Actor, result) -> Generator:
        """Calls its APCs, if the wait has ended for them."""
        if isinstance(result, Generator):
            result = yield from result
        if result == USER_APC:
            self.take_apcs(me)
        return Result(result)

    def do_wait(self, me, how, time, many, *handles):
        objects = []
        for handle in handles[:many]:
            found = self.find(me, programs.WRONG if (many > 1 or how & programs.ALL) and handle == programs.THIS_THREAD else handle)
            if how & programs.ALL and found in objects:
                raise Refused(INVALID_PARAMETER)
            objects.append(found)
        return self.waited(me, self.wait(me, objects, bool(how & programs.ALL), how & programs.ALERTABLE, time))

    def do_sleep(self, me, how, time):
        alertable = how & programs.ALERTABLE or not (me.context and me.context.worker) or time == programs.NOW
        return self.slept(me, self.wait(me, [], False, alertable, time))

    def slept(self, me, wait):
        result = yield from self.waited(me, wait)
        return result if result.value == USER_APC else 0

    def do_signal_and_wait(self, me, signalled, awaited, how, time):
        signal, wait = self.find(me, signalled), self.find(me, awaited)
        self.signal(me, signal)
        return self.waited(me, self.wait(me, [wait], False, how & programs.ALERTABLE, time))

    # -- objects

    def do_change(self, me, handle, change):
        self.change(self.find(me, handle, Event), programs.CHANGES[change])
        return 1

    def do_release(self, me, handle, amount):
        semaphore = self.find(me, handle, Semaphore)
        if not amount:
            return refused(INVALID_PARAMETER)
        before = semaphore.count
        self.release(semaphore, amount)
        return Result(1, before)

    def do_release_mutex(self, me, handle):
        self.leave(me, self.find(me, handle, Mutex))
        return 1

    # -- threads

    def do_suspend(self, me, handle):
        """A thread that runs on leaves at the end of the service."""
        thread = self.find(me, handle, Thread)
        if thread.state == "ended":
            raise Refused(ACCESS_DENIED)
        before = self.suspend(thread)
        if thread is not me and thread.state == "held":
            self.take_off(thread.context)
        return before

    def do_resume(self, me, handle):
        """A worker in the program's hands stays there."""
        return self.resume(self.find(me, handle, Thread))

    def do_terminate(self, me, handle, code):
        thread = self.find(me, handle, Thread)
        if thread.state == "ended":
            return refused(ACCESS_DENIED)
        if thread is me:
            return self.do_exit(me, code)
        if thread.state == "running":  # the scheduler of the worker that calls
            thread.ending = code
            return 1
        if thread.state == "held":
            self.take_off(thread.context)
        self.end(thread, code)
        return 1

    def do_exit(self, me, code):
        self.end(me, code)
        raise Ended

    def do_exit_code(self, me, handle):
        return self.find(me, handle, Thread).code_now()

    def do_registers(self, me, handle, store):
        """Asks for them, and may set the same: not while the thread runs."""
        thread = self.find(me, handle, Thread)
        if thread is me:
            return 1
        runs = thread.state in ("running", "ended") or thread.state == "held" and thread.context.carrier
        return refused(GEN_FAILURE) if runs else 1

    def do_queue(self, me, handle, routine):
        thread = self.find(me, handle, Thread)
        if thread.state == "ended":
            return refused(GEN_FAILURE)
        self.queue_apc(thread, None, routine)
        return 1

    def do_switch(self, me):
        """A worker gives up its scheduler's place."""
        thread = me.context.carrier if me.context and me.context.worker else me
        if me is self.orderer or self.highest() < thread.priority:
            return 0
        return self.behind_the_others()

    def behind_the_others(self):
        yield "yield"
        return 1

    # -- completion lists

    def do_list(self, me, which):
        if self.lists[which]:
            return SKIPPED
        self.lists[which] = CompletionList()
        return 1

    def do_delete_list(self, me, which):
        chosen = self.lists[which]
        if not chosen:
            return refused(INVALID_PARAMETER)
        in_use = any(thread and thread.mode is chosen for thread in self.handles)
        if chosen.head or chosen.workers or in_use:
            return refused(BUSY)
        if chosen.waiters:
            raise Unsaid
        self.lists[which] = None
        return 1

    def do_list_event(self, me, which):
        if self.list_events[which]:
            return SKIPPED
        if not self.lists[which]:
            return refused(INVALID_PARAMETER)
        self.list_events[which] = self.lists[which].event
        return 1

    def dequeue(self, me: Actor, which: int, time: int) -> Generator:
        """An error, or 0. A signal may be stale: the wait then goes on. Nothing to wait for is no error."""
        chosen = self.lists[which]
        if not chosen:
            return INVALID_PARAMETER
        due = self.now + time - programs.FROM_NOW
        chosen.waiters += 1
        while not chosen.head and time != programs.NOW:
            left = time if time == programs.FOREVER else programs.FROM_NOW + due - self.now if due > self.now else programs.NOW
            outcome = self.wait(me, [chosen.event], False, 0, left)
            result = (yield from outcome) if isinstance(outcome, Generator) else outcome
            if result == kernel.TIMEOUT and not chosen.head:
                chosen.waiters -= 1
                return TIMED_OUT
        chosen.waiters -= 1
        self.walk(me, chosen)
        return 0

    def walk(self, me: Actor, chosen: CompletionList) -> None:
        """Takes the whole list at once. Each item forgets the one behind it."""
        item, chosen.head = chosen.head, None
        while item:
            index = self.index_of(item)
            self.tell(ITEM, me, index, item.terminated + 2 * item.suspended())
            if not item.terminated:
                me.hands.append(index)
            item.next, item = None, item.next

    def do_dequeue(self, me, which, time):
        error = yield from self.dequeue(me, which, time)
        return refused(error) if error else 1

    def do_next(self, me, target):
        context = self.context_of(me, target)
        if not context:
            return NOTHING
        behind, context.next = context.next, None
        return self.index_of(behind)

    # -- contexts

    def do_context(self, me, worker):
        if self.contexts[worker]:
            return SKIPPED
        self.contexts[worker] = Context()
        return 1

    def do_delete(self, me, target):
        context = self.context_of(me, target)
        if not context or not context.worker or not context.terminated:
            return refused(INVALID_PARAMETER)
        linked = [*(chosen.head for chosen in self.lists if chosen), *(other.next for other in self.contexts if other)]
        if context in linked:
            raise Unsaid
        self.contexts[self.index_of(context)] = None
        return 1

    def do_make(self, me, number, which, suspended):
        """The worker comes to its list before the call returns."""
        context, chosen = self.contexts[number], self.lists[which]
        if context and context.made and context.terminated:
            return SKIPPED
        if not context or not chosen or not context.terminated:
            if context:
                context.made = True
            return refused(INVALID_PARAMETER)
        worker = Actor(number, kernel.NORMAL)
        worker.state, worker.suspended, worker.steps = "stopped", suspended, self.live(worker)
        worker.context, context.thread, context.list = context, worker, chosen
        context.terminated, context.made, context.lock = False, True, "kernel"
        chosen.workers += 1
        if not suspended:
            self.make_ready(worker)
        return self.made(me, number, worker)

    def made(self, me, number, worker):
        yield from self.point(me)
        self.handles[number] = worker
        return 1

    def do_query(self, me, target, which, size):
        context, name = self.context_of(me, target), programs.CLASSES[which]
        if not context:
            return refused(INVALID_PARAMETER)
        if name not in SIZE_OF:
            return refused(NOT_SUPPORTED)
        if programs.SIZES[size] != SIZE_OF[name]:
            return Result(0, SIZE_OF[name], BAD_LENGTH)
        value = 0 if name != "user" and not context.worker else {
            "user": context.user, "teb": 0, "suspended": int(context.suspended()), "terminated": int(context.terminated)}[name]
        return Result(1 | value << 4, SIZE_OF[name])

    def do_set(self, me, target, which, size, value):
        context, name = self.context_of(me, target), programs.CLASSES[which]
        if not context:
            return refused(INVALID_PARAMETER)
        if name != "user":
            return refused(NOT_SUPPORTED)
        if programs.SIZES[size] != SIZE_OF[name]:
            return refused(BAD_LENGTH)
        context.user = value
        return 1

    def do_kind(self, me, handle, asked, mistake):
        try:
            thread = self.find(me, programs.WRONG if mistake else handle, Thread)
        except Refused as refusal:
            return Result(asked << 4, error=INVALID_PARAMETER if mistake else refusal.status)
        kind = 0 if not thread.context else 2 if thread.context.worker else 1
        return int(kind & asked == asked) | kind << 4

    def do_current(self, me):
        return NOTHING if not me.context else self.index_of(me.context) if me.context.worker else A_SCHEDULERS

    # -- switches

    def do_enter(self, me, which, mistake):
        if mistake or not self.lists[which]:
            return refused(INVALID_PARAMETER)
        if me.context:
            return refused(NOT_SUPPORTED)
        return self.enter(me, self.lists[which])

    def enter(self, me, chosen):
        yield from self.schedule(me, chosen)
        return 1

    def execute(self, me: Actor, context: Optional[Context]) -> int:
        """Does not return where it succeeds; else an error. The order of the looks is the rule."""
        if not context:
            return INVALID_PARAMETER
        if not me.context or me.context.worker:
            return NOT_SUPPORTED
        if not context.worker:
            return INVALID_PARAMETER
        if isinstance(context.lock, Actor):
            return INTERNAL_ERROR
        if context.terminated or context.suspended():
            return INVALID_PARAMETER
        if context.lock:
            return RETRY
        raise Executed(context)

    def do_execute(self, me, target):
        return refused(self.execute(me, self.context_of(me, target)))

    def do_go(self, me, which, time, turns):
        """A scheduler's ordinary way: takes what the list has, and executes the first worker that it has in hands."""
        me.turn = (me.turn or turns) - 1
        if me.turn:
            me.place -= 1
        error = yield from self.dequeue(me, which, programs.NOW if me.hands else time)
        if error:
            return refused(error)
        if not me.hands:
            return 2
        index = me.hands.pop(0)
        context = self.contexts[index]
        error = self.execute(me, context)
        if context and not context.terminated:
            me.hands.append(index)
        return Result(0, index, error)

    def do_yield(self, me, parameter):
        if not me.context or not me.context.worker:
            return refused(INVALID_PARAMETER)
        return self.yielded(parameter)

    def yielded(self, parameter):
        yield Yielded(parameter)
        return 1

    def do_leave(self, me):
        me.left = True
        return 1

    def do_touch(self, me, page):
        return 0
