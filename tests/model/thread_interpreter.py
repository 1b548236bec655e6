"""Runs the programs of thread_programs.py as the rules say. Writes down the same events as
tests/uthread/uthread_objects_model.c."""

from __future__ import annotations

from typing import Any, Generator, NoReturn, Optional

from model import thread_programs as programs
from model.thread_calls import MASK
from model.thread_state import (CANCELLED, CLASSES, CLOCK, FINISH, FOREVER, NONE, NORMAL, STATUS_CANCELLED, STATUS_RAISED, WAIT,
                                Ended, Raised, Scheduler, Steps, Thread, Unsaid)
from model.thread_steps import NOBODY, Stepper

# Kinds of events, in the order of enum kind in tests/uthread/uthread_objects_model.c.
BEFORE, AFTER, FINALLY, EXCEPT, DEADLOCKED, WAITER, STATE, OBJECT, STARTED, DESTRUCTOR, HANDLER = range(11)
TEXTS = ("before", "after", "finally", "except", "deadlock", "waiter", "state", "object", "returned", "destructor", "handler")

# Steps that end the thread when they are answered CANCELLED.
MAY_WAIT = ("yield", "sleep", "sleep_until", "lock", "wait", "take", "await", "ring", "send", "receive", "select", "join", "test", "nest",
            "read", "write", "arrive", "all", "once")

ROUNDS = 20  # in which plain code resumes the threads that are left


class Interpreter(Stepper):
    def __init__(self, program: programs.Program):
        super().__init__(program.begin)
        self.program = program
        self.words: list[int] = []
        self.threads: list[Optional[Thread]] = [None] * (programs.THREADS + 1)
        self.skipped: set[int] = set()
        self.groups: list[Optional[Scheduler]] = [None] * len(program.groups)
        self.turns: dict[tuple[int, int], list[int]] = {}  # of each select's cases: the one chosen the longest ago is first
        self.deadlocks = 0
        self.living: list[Thread] = []
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
        self.fill(0)
        self.add_clock()
        self.event(STARTED, 0xFF, 0, (yield from self.start(self.group(0))))
        for number in program.by_hand:
            yield from self.finish_by_hand(number)
        # The threads that are left are cancelled, and have their chance to clean up.
        for thread in self.threads[:-1]:
            if thread and thread.number not in self.skipped:
                self.cancel(thread)
        self.add_clock()
        self.event(STARTED, 0xFF, 1, (yield from self.start(self.group(0))))
        for number in program.by_hand:
            yield from self.finish_by_hand(number)
        for number, thread in enumerate(self.threads[:-1]):
            if thread:
                self.event(STATE, number, thread.status, thread.exit_status)
        for number, kind in enumerate(programs.KINDS):
            for which, what in enumerate(self.objects[kind]):
                if what:
                    self.event(OBJECT, number, which, self.state_of(kind, what))

    def state_of(self, kind: str, what: Any) -> int:
        if kind == "mutex":
            return self.number_of(what.owner)
        if kind == "rw_lock":
            return what.readers << 8 | self.number_of(what.writer)
        if kind in ("semaphore", "wait_group"):
            return what.count
        if kind == "barrier":
            return len(what.queue)
        if kind == "once":
            return what.done
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

    def make(self, number: int) -> bool:
        program = self.program.threads[number]
        packed = program.stack == programs.PACKED
        if packed and sum(thread.packed for thread in self.living) == self.program.pool:
            return False
        thread = self.threads[number] = Thread(number, packed=packed)
        thread.steps = self.life(thread, program)
        self.set_priority(thread, program.priority)
        self.living.append(thread)
        return True

    def free(self, thread: Thread) -> None:
        self.release(thread)
        self.living.remove(thread)

    def fill(self, group: int) -> None:
        self.groups[group] = Scheduler(slice=self.program.slices[group])
        for number in self.program.groups[group]:
            if not self.threads[number] and number not in self.skipped and self.make(number) and (made := self.threads[number]):
                self.add(self.group(group), made)

    def add_clock(self) -> None:
        if old := self.threads[CLOCK]:
            if old.status != FINISH:
                return
            self.free(old)
        clock = self.threads[CLOCK] = Thread(CLOCK)
        self.living.append(clock)
        clock.steps = self.clock(clock)
        self.add(self.group(0), clock)

    def clock(self, me: Thread) -> Generator:
        me.status = NORMAL
        scheduler = me.runner
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
        status, result = 0, 1000 + me.number if program.stack in (0, programs.PACKED, programs.SIZED) else 0  # a function has none
        try:
            yield from self.body(me, program.steps)
        except Ended as end:
            status, result = end.status, end.result
        except Raised:
            status, result = STATUS_RAISED, 0
        self.abandon_held(me)
        me.body_over = True
        if me.detached:
            self.threads[me.number] = None
        left = self.values_left(me)
        me.unwinding = me.unwinding or bool(me.values)
        while pair := next(left, None):
            try:
                key, value = pair
                number = next(i for i, other in enumerate(self.objects["key"]) if other is key)
                self.event(DESTRUCTOR, me.number, number, value)
                yield from self.body(me, self.program.destructors[number])
            except Ended as end:
                status, result, left = end.status, end.result, self.values_left(me)
            except Raised:
                status, result, left = STATUS_RAISED, 0, self.values_left(me)
        self.finish(status, result)
        if me.detached:
            self.free(me)

    def unhandled(self, me: Thread) -> Generator[None, None, bool]:
        """Asks the thread's policy about an exception that no handler takes. Returns whether the thread goes on."""
        policy = programs.POLICIES[me.policy]
        if policy == "end":
            return False
        if policy == "stop":
            yield from self.stop(me)
            if me.due():
                self.end(me, STATUS_CANCELLED)
            return True
        self.event(HANDLER, me.number, me.policy)
        yield from self.body(me, self.program.handler)
        return policy == "call -1"

    def abandon_held(self, thread: Thread) -> None:
        """No thread can ever get an object whose holder is gone, so the program goes on without it."""
        for kind, holder in (("mutex", "owner"), ("rw_lock", "writer"), ("once", "runner")):
            objects = self.objects[kind]
            for number, what in enumerate(objects):
                if what and getattr(what, holder) is thread:
                    objects[number] = None

    def body(self, me: Thread, steps: list[programs.Step]) -> Generator:
        for step in steps:
            if step.name == "try":
                yield from self.block_of(me, step)
            else:
                self.event(BEFORE, me.number, step.place)
                result = yield from self.perform(me, step)
                if step.name in MAY_WAIT and result & 0x1F == CANCELLED:
                    self.take_cancel(me)
                self.event(AFTER, me.number, step.place, result)

    def take_cancel(self, me: Thread) -> None:
        if not me.returns:
            self.end(me, STATUS_CANCELLED)
        me.cancelled = False

    def end(self, me: Thread, status: int, result: int = 0) -> NoReturn:
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


def words(program: programs.Program) -> Optional[list[int]]:
    """None for a program that may run in more than one way."""
    try:
        return Interpreter(program).words
    except Unsaid:
        return None


def show(words: list[int]) -> list[str]:
    """A line an event."""
    return [f"{words[i + 1]:X} {TEXTS[words[i] & 0xFF]} {words[i] >> 8 & 0xFF}:{words[i] >> 16} {words[i + 2]:X}"
            for i in range(0, len(words), 3)]
