"""Runs the programs of thread_programs.py as the rules say, and writes down what tests/uthread_objects_model.c does."""

from __future__ import annotations

from typing import Generator, Optional

from model import thread_programs as programs
from model.thread_calls import MASK, Calls
from model.thread_rules import (BUSY, CANCELLED, CLASSES, CLOCK, CLOSED, DETACHED, FINISH, FOREVER, HELD, INVALID, NONE,
                                NORMAL, STATUS_CANCELLED, STATUS_RAISED, WAIT, Ended, Raised, Scheduler, Steps, Thread)

# Kinds of events, in the order of enum kind in tests/uthread_objects_model.c.
BEFORE, AFTER, FINALLY, EXCEPT, DEADLOCKED, WAITER, STATE, OBJECT, STARTED = range(9)
TEXTS = ("before", "after", "finally", "except", "deadlock", "waiter", "state", "object", "returned")

# Steps that end the thread when they are answered CANCELLED.
MAY_WAIT = ("yield", "sleep", "sleep_until", "lock", "wait", "take", "await", "ring", "send", "receive", "select", "join", "test", "nest")

ROUNDS = 20  # in which plain code resumes the threads that are left
NOBODY = 0xFF  # as a mutex' owner
SKIPPED = 0xFF  # the result of a step that asks about a thread whose handle may be another one's by now


class Interpreter(Calls):
    def __init__(self, program: programs.Program):
        super().__init__(program.begin)
        self.program = program
        self.words: list[int] = []
        self.threads: list[Optional[Thread]] = [None] * programs.THREADS + [None]
        self.skipped: set[int] = set()
        self.groups: list[Optional[Scheduler]] = [None] * len(program.groups)
        self.turns: dict[tuple[int, int], int] = {}  # where each select begins next time
        self.deadlocks = 0
        self.objects = {kind: [CLASSES[kind](*parameters) for parameters in program.objects[kind]] for kind in programs.KINDS}
        self.run(self.play())

    def schedulers(self) -> list[Scheduler]:
        return [scheduler for scheduler in self.groups if scheduler]

    def event(self, kind: int, actor: int, place: int, value: int = 0) -> None:
        self.words += (kind | (actor & 0xFF) << 8 | place << 16, (self.now - self.program.begin) & MASK, value & MASK)

    # -- the whole

    def play(self) -> Generator:
        program = self.program
        for number in program.by_hand:
            self.make(number)
        self.groups[0] = Scheduler()
        self.fill(0)
        self.add_clock()
        self.event(STARTED, 0xFF, 0, (yield from self.start(self.groups[0])))
        for number in program.by_hand:
            yield from self.finish_by_hand(number)
        # Whoever is left is cancelled, and has his chance to clean up.
        for thread in self.threads[:-1]:
            if thread and thread.number not in self.skipped:
                self.cancel(thread)
        self.add_clock()
        self.event(STARTED, 0xFF, 1, (yield from self.start(self.groups[0])))
        for number in program.by_hand:
            yield from self.finish_by_hand(number)
        for number, thread in enumerate(self.threads[:-1]):
            if thread:
                self.event(STATE, number, thread.status, thread.exit_status)
        for number, kind in enumerate(programs.KINDS):
            for which, what in enumerate(self.objects[kind]):
                if what:
                    self.event(OBJECT, number, which, self.state_of(kind, what))

    def state_of(self, kind: str, what: object) -> int:
        if kind == "mutex":
            return self.index(what.owner) if what.owner else NOBODY
        if kind == "semaphore":
            return what.count
        return len(what.values) if kind == "channel" else 0

    def finish_by_hand(self, number: int) -> Steps:
        for _ in range(ROUNDS):
            thread = self.threads[number]
            if not thread or number in self.skipped or thread.scheduler or thread.status == FINISH:
                break
            if thread.wait:
                if thread.wait.deadline == FOREVER:
                    break
                self.now = max(self.now, thread.wait.deadline)
            yield from self.resume(thread)
        return NONE

    def make(self, number: int) -> None:
        thread = self.threads[number] = Thread(number)
        thread.steps = self.life(thread, self.program.threads[number])
        self.set_priority(thread, self.program.threads[number].priority)

    def fill(self, group: int) -> None:
        for number in self.program.groups[group]:
            if not self.threads[number] and number not in self.skipped:
                self.make(number)
                self.add(self.groups[group], self.threads[number])

    def add_clock(self) -> None:
        if self.threads[CLOCK]:
            if self.threads[CLOCK].status != FINISH:
                return
            self.release(self.threads[CLOCK])
        clock = self.threads[CLOCK] = Thread(CLOCK)
        clock.steps = self.clock(clock)
        self.add(self.groups[0], clock)

    def clock(self, me: Thread) -> Generator:
        me.status = NORMAL
        scheduler = me.scheduler
        while True:
            if scheduler.highest() == 0 and scheduler.behind(me) is me:
                if not scheduler.sleepers:
                    break
                self.now = max(self.now, min(wait.deadline for wait in scheduler.sleepers))
            yield from self.yield_()
        self.finish(0, 0)

    def deadlock(self, scheduler: Scheduler) -> None:
        self.event(DEADLOCKED, 0xFF, self.groups.index(scheduler))
        for number, thread in enumerate(self.threads):
            if thread and thread.scheduler is scheduler and thread.status == WAIT:
                self.event(WAITER, number, 0)
        steps = self.program.hooks[self.deadlocks] if self.deadlocks < len(self.program.hooks) else []
        self.deadlocks += 1
        for _ in self.body(Thread(NOBODY), steps):
            raise AssertionError("a hook waits")
        if steps or scheduler is not self.groups[0]:
            self.add_clock()

    # -- threads

    def life(self, me: Thread, program: programs.Thread) -> Generator:
        me.status = NORMAL
        status, result = 0, 0 if program.stack else 1000 + me.number  # a function has none
        try:
            yield from self.body(me, program.steps)
        except Ended as end:
            status, result = end.status, end.result
        except Raised:
            status, result = STATUS_RAISED, 0
        self.abandon_mutexes(me)
        self.finish(status, result)
        if me.detached:
            self.threads[me.number] = None
            self.release(me)

    def abandon_mutexes(self, thread: Thread) -> None:
        """Nobody can ever get a mutex whose owner is gone: the program does without."""
        mutexes = self.objects["mutex"]
        for number, mutex in enumerate(mutexes):
            if mutex and mutex.owner is thread:
                mutexes[number] = None

    def body(self, me: Thread, steps: list[programs.Step]) -> Generator:
        for step in steps:
            if step.name == "try":
                yield from self.block_of(me, step)
            else:
                self.event(BEFORE, me.number, step.place)
                result = yield from self.perform(me, step)
                if step.name in MAY_WAIT and result & 0x1F == CANCELLED:
                    self.end(me, STATUS_CANCELLED)
                self.event(AFTER, me.number, step.place, result)

    def end(self, me: Thread, status: int, result: int = 0) -> None:
        me.unwinding = True
        raise Ended(status, result)

    def block_of(self, me: Thread, step: programs.Step) -> Generator:
        catches = step.operands[0]
        if not catches:
            try:
                yield from self.body(me, step.body)
            except (Ended, Raised):
                self.event(FINALLY, me.number, step.place, 1)
                yield from self.body(me, step.final)
                raise
            self.event(FINALLY, me.number, step.place, 0)
            yield from self.body(me, step.final)
            return
        me.excepts += 1
        unwinding = me.unwinding
        try:
            yield from self.body(me, step.body)
            me.excepts -= 1
            return
        except Raised:
            me.excepts -= 1
            me.unwinding = unwinding
        except Ended:
            me.excepts -= 1
            raise
        self.event(EXCEPT, me.number, step.place)
        yield from self.body(me, step.final)

    # -- steps

    def until(self, number: int) -> int:
        if number == programs.NOW:
            return 0
        return FOREVER if number == programs.FOREVER else self.now + number - programs.FROM_NOW

    def index(self, thread: Optional[Thread]) -> int:
        return self.threads.index(thread) if thread in self.threads else 0xFE

    def perform(self, me: Thread, step: programs.Step) -> Steps:
        operands = []
        for kind, value in zip(programs.STEPS_OF[step.name], step.operands):
            if kind == "thread":
                if value in self.skipped:
                    return SKIPPED
                operands.append(self.threads[value])
            elif kind == "until":
                operands.append(self.until(value))
            elif kind == "ms":
                operands.append(programs.LONG.get(value, value))
            elif kind == "group":
                operands.append(self.groups[value] if value < len(self.groups) else None)
            elif kind in self.objects:
                objects = self.objects[kind]
                operands.append(objects[value] if value < len(objects) else None)
            else:
                operands.append(value)
        return (yield from getattr(self, "do_" + step.name)(me, step, *operands))

    def do_yield(self, me, step):
        return (yield from self.yield_())

    def do_sleep(self, me, step, ms):
        return (yield from self.sleep(ms, self.now + ms))

    def do_sleep_until(self, me, step, until):
        return (yield from self.sleep(max(until - self.now, 0), until))

    def do_work(self, me, step, ms):
        self.now += ms
        return NONE
        yield

    def do_lock(self, me, step, mutex, until):
        return (yield from self.lock(mutex, until))

    def do_unlock(self, me, step, mutex):
        return self.unlock(mutex)
        yield

    def do_owner(self, me, step, mutex):
        return self.index(mutex.owner) if mutex and mutex.owner else NOBODY
        yield

    def do_wait(self, me, step, condition, mutex, until):
        return (yield from self.wait_for(condition, mutex, until))

    def do_signal(self, me, step, condition):
        return self.signal(condition, 1)
        yield

    def do_broadcast(self, me, step, condition):
        return self.signal(condition, 1000)
        yield

    def do_take(self, me, step, semaphore, until):
        return (yield from self.take(semaphore, until))

    def do_give(self, me, step, semaphore):
        return self.give(semaphore)
        yield

    def do_count(self, me, step, semaphore):
        return semaphore.count if semaphore else -1
        yield

    def do_await(self, me, step, event, until):
        return (yield from self.wait_event(event, until))

    def do_set(self, me, step, event):
        return self.set_event(event)
        yield

    def do_reset(self, me, step, event):
        if not event:
            return INVALID
        event.set = 0
        return NONE
        yield

    def do_start(self, me, step, timer, first, period):
        return self.start_timer(timer, first, period)
        yield

    def do_stop(self, me, step, timer):
        return self.stop_timer(timer)
        yield

    def do_ring(self, me, step, timer, until):
        return (yield from self.wait_timer(timer, until))

    def value(self, me, step, case=0):
        """What a step sends: nothing else sends the same."""
        return me.number << 16 | step.place << 4 | case

    def do_send(self, me, step, channel, until):
        return (yield from self.send_or_receive(channel, 1, self.value(me, step), until))

    def do_receive(self, me, step, channel, until):
        return (yield from self.send_or_receive(channel, 0, 0, until))

    def do_close(self, me, step, channel):
        return self.close(channel)
        yield

    def do_inside(self, me, step, channel):
        return len(channel.values) if channel else -1
        yield

    def do_select(self, me, step, which, until):
        rows = self.program.threads[me.number].selects[which]
        channels = self.objects["channel"]
        cases = [(channels[c] if 0 <= c < len(channels) else None, sends, self.value(me, step, index))
                 for index, (c, sends) in enumerate(rows)]
        first = self.turns.get((me.number, which), 0)
        result, received, chosen = yield from self.select(cases, first, until)
        if result in (NONE, CLOSED):
            self.turns[me.number, which] = (chosen + 1) % len(cases)
        return result | chosen << 5 | received << 8

    def do_join(self, me, step, thread, until):
        return (yield from self.join(thread, until))

    def do_detach(self, me, step, thread):
        if not thread:
            return INVALID
        if thread.detached:
            return DETACHED
        if thread.joiners:
            return BUSY
        thread.detached = True
        self.skipped.add(thread.number)
        if thread.status == FINISH:
            self.release(thread)
            self.threads[thread.number] = None
        return NONE
        yield

    def do_cancel(self, me, step, thread):
        return self.cancel(thread)
        yield

    def do_shield(self, me, step):
        return self.shield(1)
        yield

    def do_unshield(self, me, step):
        return self.shield(-1)
        yield

    def do_test(self, me, step):
        return CANCELLED if me.due() else NONE
        yield

    def do_priority(self, me, step, thread, priority):
        return self.set_priority(thread, priority)
        yield

    def do_exit(self, me, step):
        self.end(me, 0, step.place)
        yield

    def do_raise(self, me, step):
        if not me.excepts:
            me.unwinding = True
        raise Raised
        yield

    def do_status(self, me, step, thread):
        return thread.status | thread.exit_status << 8 if thread else INVALID
        yield

    def do_statistics(self, me, step, scheduler):
        if not scheduler:
            return INVALID
        threads = scheduler.held
        return (len(threads) | sum(thread.status == FINISH for thread in threads) << 4 | len(scheduler.sleepers) << 8
                | sum(thread.status == WAIT for thread in threads) << 12
                | sum(scheduler.ready(thread) for thread in threads) << 16 | (scheduler.ended & 0xF) << 20
                | (scheduler.woken & 0xFF) << 24)
        yield

    def do_resume(self, me, step, thread):
        if not thread:
            return INVALID
        result = yield from self.resume(thread)
        return result

    def do_add(self, me, step, scheduler, thread):
        return self.add(scheduler, thread) if scheduler and thread else INVALID
        yield

    def do_nest(self, me, step, _):
        group = step.operands[0]
        if self.groups[group]:
            return HELD
        self.groups[group] = Scheduler()
        self.fill(group)
        try:
            result = yield from self.start(self.groups[group])
            if result == CANCELLED:
                self.end(me, STATUS_CANCELLED)
        finally:
            self.destroy_group(group)
        return result

    def destroy_group(self, group: int) -> None:
        scheduler = self.groups[group]
        for thread in reversed(scheduler.held[:]):
            if thread.wait:
                self.orphan(thread.wait)
                self.forget(thread.wait)
            while thread.joiners:
                self.wake_first(thread.joiners, INVALID)
            self.gone(thread)
        self.groups[group] = None

    def gone(self, thread: Thread) -> None:
        self.release(thread)
        self.abandon_mutexes(thread)
        if thread in self.threads:
            self.threads[thread.number] = None

    def do_spawn(self, me, step, _, scheduler):
        number = step.operands[0]
        if not scheduler or self.threads[number]:
            return INVALID
        self.make(number)
        return self.add(scheduler, self.threads[number])
        yield

    def do_destroy(self, me, step, thread):
        result = self.may_destroy(thread)
        if result == NONE:
            self.gone(thread)
        return result
        yield

    def do_destroy_object(self, me, step, kind, which):
        objects = self.objects[programs.KINDS[kind]]
        if which >= len(objects) or not objects[which]:
            return INVALID
        expected = (wait.mutex for condition in self.objects["condition"] if condition for wait in condition.queue)
        if objects[which].busy() or objects[which] in expected:
            return BUSY
        objects[which] = None
        return NONE
        yield


def words(program: programs.Program) -> list[int]:
    return Interpreter(program).words


def show(words: list[int]) -> list[str]:
    """A line an event."""
    return [f"{words[i + 1]:X} {TEXTS[words[i] & 0xFF]} {words[i] >> 8 & 0xFF}:{words[i] >> 16} {words[i + 2]:X}"
            for i in range(0, len(words), 3)]
