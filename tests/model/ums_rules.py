"""The rules of User-Mode Scheduling, as random programs (ums_programs.py) meet them, for one CPU.

Written from Windows' rules alone, to be read as their summary; those of threads and waits are in kernel_rules.py, those of
the calls in ums_calls.py. A worker is a Python generator that its scheduler's generator carries on. It yields where the
machine may go on with something else: "go on" behind a call, "wait", "stop", and in its own yield.
"""

from __future__ import annotations

from typing import Generator, Optional

from model import kernel_rules as kernel
from model import ums_programs as programs
from model.kernel_rules import Ended, Event, Mutex, Refused, Semaphore, Thread
from model.ums_calls import ERRORS, FAIL_SO, FAILED, Calls, Result
from model.ums_state import (ACTIVATION, APC, BLOCKED, CAUGHT, CLEAN, END, ITEM, LEFT_ALONE, NOTHING, RESULT, SKIPPED, START, STARTUP,
                             STATE, YIELD, Actor, CompletionList, Context, Executed, Unsaid, Yielded)


class Machine(Calls):
    def __init__(self, program: programs.Program):
        super().__init__(Actor(programs.ORDERER, kernel.LOWEST))
        self.program = program
        makes = (Event, Semaphore, lambda first, _: Mutex())
        self.objects = [makes[kind](*((first, second) if kind == 0 else (second, 2))) for kind, first, second in program.objects]
        for each in self.objects:
            each.handles = 1  # until the end
        self.lists: list[Optional[CompletionList]] = [None] * programs.LISTS
        self.list_events: list[Optional[Event]] = [None] * programs.LISTS
        self.contexts: list[Optional[Context]] = [None] * programs.WORKERS
        self.handles: list[Optional[Actor]] = [None] * programs.ACTORS  # that the program has, of its threads
        self.pages = [False] * programs.PAGES
        for which in range(programs.SCHEDULERS):
            number = programs.WORKERS + which
            scheduler = Actor(number, kernel.NORMAL + programs.PRIORITIES[program.priorities[which]])
            scheduler.state, scheduler.suspended, scheduler.steps = "stopped", 1, self.live(scheduler)
            self.handles[number] = scheduler

    def tell(self, what: int, actor: Thread, first: int, second: int, error: int = 0) -> None:
        self.events += [error << 16 | what + actor.number, first & 0xFFFFFFFF, second & 0xFFFFFFFF]

    # -- a thread's list of calls

    def live(self, me: Actor) -> Generator:
        """The life of a worker or a scheduler. APCs that came before the beginning are called first."""
        try:
            self.take_apcs(me)
            self.tell(START, me, self.index_of(me.context), 0)
            yield from self.carry_on(me)
            self.end(me, 0x20 + me.number)
        except Ended:
            return

    def carry_on(self, me: Actor) -> Generator:
        me.left = False
        while not me.left and me.place < len(self.program.calls[me.number]):
            yield from self.one(me)
        me.left = False

    def one(self, me: Actor) -> Generator:
        """Makes the next call of the list, and tells its result. A guarded call is one of a try, in which an exception follows."""
        place = me.place
        call = self.program.calls[me.number][place]
        me.place += 1
        if call.name == "guard":
            if me.place < len(self.program.calls[me.number]):
                yield from self.one(me)
            self.tell(CAUGHT, me, place, 0)
        else:
            yield from self.perform(me, place, call)

    def perform(self, me: Actor, place: int, call: programs.Call) -> Generator:
        me.error = LEFT_ALONE
        try:
            outcome = getattr(self, "do_" + call.name)(me, *call.operands)
            if isinstance(outcome, Generator):
                outcome = yield from outcome
        except Refused as refusal:
            outcome = Result(FAILED if call.name in FAIL_SO else 0, error=ERRORS.get(refusal.status, refusal.status))
        yield from self.point(me)
        result = outcome if isinstance(outcome, Result) else Result(outcome)
        me.error = result.error or me.error
        self.tell(RESULT, me, place << 16 | result.more, result.value, me.error)

    def point(self, me: Actor) -> Generator:
        """The end of a service: the machine may go on with another thread, and a worker may have to leave."""
        if me is self.orderer:
            self.run()
        elif me.context and me.context.worker:
            if me.suspended:
                yield "stop"
            elif me.context.carrier and self.must_leave(me.context.carrier):
                yield "go on"
        else:
            yield from self.scheduler_point(me)

    def must_leave(self, thread: Actor) -> bool:
        return bool(thread.suspended or thread.ending is not None or self.highest() > thread.priority)

    def scheduler_point(self, me: Actor) -> Generator:
        if me.ending is not None:
            self.end(me, me.ending)
            raise Ended
        if self.must_leave(me):
            yield "go on"

    def take_apcs(self, me: Actor) -> None:
        while me.apcs:
            _, routine = me.apcs.pop(0)
            self.tell(APC, me, routine, 0)

    # -- the mode

    def schedule(self, me: Actor, chosen: CompletionList) -> Generator:
        """From the beginning of the mode to its end: one activation after the other, each by what the worker before has done."""
        me.mode, me.context = chosen, Context(worker=False)
        me.context.thread = me
        reason, payload, parameter = STARTUP, 0, me.number
        while True:
            self.tell(ACTIVATION, me, reason << 16 | payload, parameter)
            if reason == YIELD:
                me.hands.append(payload)
            try:
                yield from self.carry_on(me)
                break
            except Executed as executed:
                reason, payload, parameter = yield from self.carry(me, executed.context)
        me.mode = me.context = None

    def carry(self, me: Actor, context: Context) -> Generator:
        """Runs a worker until it leaves its scheduler. Returns the activation that follows."""
        worker = context.thread
        assert worker
        context.lock = context.carrier = me
        me.carries = context
        while True:
            try:
                wish = next(worker.steps)
            except StopIteration:
                wish = "ended"
            if isinstance(wish, Yielded):
                self.let_go(context, None)
                return YIELD, self.index_of(context), wish.parameter
            if wish in ("go on", "yield"):
                if wish == "yield":
                    yield wish
                yield from self.scheduler_point(me)
                if context.carrier is not me:  # another thread has stopped it
                    return BLOCKED, 0, 0
                continue
            if wish != "ended":
                self.let_go(context, "kernel")
                worker.state = "stopped" if wish == "stop" else worker.state
            yield from self.scheduler_point(me)
            return BLOCKED, int(wish != "fault"), 0

    def let_go(self, context: Context, lock: object) -> None:
        if context.carrier:
            context.carrier.carries = None
        context.carrier, context.lock = None, lock

    # -- the lives of workers

    def make_ready(self, thread: Thread) -> None:
        """A worker that can go on goes to its list, if it is not suspended; then it stops."""
        assert isinstance(thread, Actor)
        if not (thread.context and thread.context.worker):
            super().make_ready(thread)
        elif thread.suspended:
            thread.state = "stopped"
        else:
            thread.state, thread.context.lock = "held", None
            self.push(thread.context)

    def push(self, context: Context) -> None:
        """The latest is the first. The event tells of the first one in an empty list only."""
        chosen = context.list
        assert chosen
        was_empty = chosen.head is None
        context.next, chosen.head = chosen.head, context
        if was_empty:
            chosen.event.set = 1
            self.changed(chosen.event)

    def take_off(self, context: Context) -> None:
        """Another thread suspends a worker that runs, or ends it: its scheduler is activated instead."""
        if context.carrier and context.thread:
            self.let_go(context, "kernel")
            context.thread.state = "stopped"

    def end(self, thread: Thread, code: int) -> None:
        """A worker that nobody had in hands comes to its list a last time, and waits for nothing any more then. The end of
        a scheduler sends its worker to the list."""
        assert isinstance(thread, Actor)
        context = thread.context
        if context and context.worker and thread.state == "waiting":
            self.leave_queues(thread)
            thread.state = "stopped"
        if context and context.worker:
            in_hands = thread.state == "held" and not context.carrier
            self.let_go(context, "kernel")
            context.terminated, context.thread = True, None
            assert context.list
            context.list.workers -= 1
            if not in_hands:
                self.push(context)
        elif thread.mode:
            if thread.carries:
                worker = thread.carries.thread
                assert worker
                self.let_go(thread.carries, "kernel")
                self.make_ready(worker)
            thread.mode = None
        thread.context = None
        super().end(thread, code)

    def index_of(self, context: Optional[Context]) -> int:
        return self.contexts.index(context) if context in self.contexts and context else NOTHING

    # -- the whole

    def give_orders(self) -> None:
        place = 0
        for order in self.program.orders:
            self.pass_units(order.units)
            for call in order.calls:
                for _ in self.perform(self.orderer, place, call):
                    pass
                place += 1

    def tell_states(self) -> None:
        for number, thread in enumerate(self.handles):
            context = self.contexts[number] if number < programs.WORKERS else None
            flags = context.terminated + 2 * context.suspended() if context else NOTHING
            self.tell(END, self.orderer, number << 16 | flags, thread.code_now() if thread else SKIPPED)
        for which, chosen in enumerate(self.lists):
            if chosen:
                self.walk(self.orderer, chosen)
        for number in range(2 * programs.OF_THREADS):
            self.tell(STATE, self.orderer, number, self.ask(number // 2))
        self.tell(CLEAN, self.orderer, 0, 0)

    def ask(self, handle: int) -> int:
        """Waits for no time."""
        try:
            outcome = self.do_wait(self.orderer, 0, programs.NOW, 1, handle)
        except Refused:
            return FAILED
        while isinstance(outcome, Generator):
            try:
                next(outcome)
            except StopIteration as stopped:
                outcome = stopped.value
        return outcome.value if isinstance(outcome, Result) else outcome


def words(program: programs.Program) -> Optional[list[int]]:
    """The events, three numbers each; None for a program about which the rules say nothing."""
    machine = Machine(program)
    try:
        machine.give_orders()
        machine.tell_states()
    except Unsaid:
        return None
    return machine.events


NAMES = {RESULT: "result", ACTIVATION: "activation", ITEM: "item", APC: "call", START: "start", CAUGHT: "caught", END: "end", STATE: "state",
         CLEAN: "clean"}


def show(events: list[int]) -> list[str]:
    lines = []
    for i in range(0, len(events) - 2, 3):
        what, first, second = events[i:i + 3]
        kind = what & 0xFF00
        text = f"{first:X} {second:X}"
        if kind == RESULT:
            error = "" if what >> 16 == LEFT_ALONE else f", error {what >> 16}"
            text = f"{first >> 16}: {second:X}, {first & 0xFFFF:X}{error}"
        elif kind == ACTIVATION:
            text = f"{('startup', 'blocked', 'yield')[first >> 16 & 3]} {first & 0xFFFF:X} {second:X}"
        lines.append(f"{programs.who(what & 0xFF)} {NAMES.get(kind, kind)} {text}")
    return lines
