"""The steps of a program (thread_programs.py), as in tests/uthread/uthread_objects_model_steps.h."""

from __future__ import annotations

from typing import Callable, Generator, NoReturn, Optional, Union

from model import thread_programs as programs
from model.thread_calls import Calls
from model.thread_objects import Thing
from model.thread_state import (BUSY, CANCELLED, DETACHED, FINISH, FOREVER, HELD, INVALID, NONE, NO_MEMORY,
                                SLEEP, STOP, WAIT, Ended, Key, Raised, Scheduler, Steps, Thread, Unsaid)

NOBODY = 0xFF  # as a mutex' owner
SKIPPED = 0xFF  # the result of a step that asks about a thread whose handle may be another one's by now

# The steps that are a call of the library with just their operands.
CALLS: dict[str, Callable[..., Union[int, Steps]]] = {
    "yield": Calls.yield_, "lock": Calls.lock, "unlock": Calls.unlock, "wait": Calls.wait_for, "take": Calls.take, "give": Calls.give,
    "await": Calls.wait_event, "set": Calls.set_event, "start": Calls.start_timer, "stop": Calls.stop_timer, "ring": Calls.wait_timer,
    "close": Calls.close, "join": Calls.join, "cancel": Calls.cancel, "priority": Calls.set_priority, "continue": Calls.continue_,
    "get_key": Calls.get_key, "slice": Calls.set_slice, "arrive": Calls.arrive, "all": Calls.all, "resume": Calls.resume,
    "add": Calls.add,
    "sleep": lambda calls, ms: calls.sleep(ms, calls.now + ms),
    "sleep_until": lambda calls, until: calls.sleep(max(until - calls.now, 0), until),
    "signal": lambda calls, condition: calls.signal(condition, 1),
    "broadcast": lambda calls, condition: calls.signal(condition, 1000),
    "receive": lambda calls, channel, until: calls.send_or_receive(channel, 0, 0, until),
    "shield": lambda calls: calls.shield(1),
    "unshield": lambda calls: calls.shield(-1),
    "read": lambda calls, lock, until: calls.hold(lock, False, until),
    "write": lambda calls, lock, until: calls.hold(lock, True, until),
    "unread": lambda calls, lock: calls.unhold(lock, False),
    "unwrite": lambda calls, lock: calls.unhold(lock, True),
    "more": lambda calls, group, amount: calls.more(group, amount - programs.NONE_MORE),
    "owner": lambda calls, mutex: calls.number_of(mutex.owner),
    "holders": lambda calls, lock: lock.readers << 8 | calls.number_of(lock.writer),
    "count": lambda calls, semaphore: semaphore.count,
    "inside": lambda calls, channel: len(channel.values),
    "status": lambda calls, thread: thread.status | thread.exit_status << 8,
}
MAKES = ("nest", "spawn")  # what their operand names may be missing
WITHOUT = {"owner": NOBODY, "count": -1, "inside": -1, "holders": -1}  # results without the object; those of other steps are INVALID


class Stepper(Calls):
    """The interpreter (thread_interpreter.py) adds the lives of threads and of the whole program."""

    program: programs.Program
    threads: list[Optional[Thread]]
    groups: list[Optional[Scheduler]]
    objects: dict[str, list]
    skipped: set[int]
    living: list[Thread]
    turns: dict[tuple[int, int], list[int]]

    def make(self, number: int) -> bool:
        raise NotImplementedError

    def fill(self, group: int) -> None:
        raise NotImplementedError

    def free(self, thread: Thread) -> None:
        raise NotImplementedError

    def abandon_held(self, thread: Thread) -> None:
        raise NotImplementedError

    def body(self, me: Thread, steps: list[programs.Step]) -> Generator:
        raise NotImplementedError

    def unhandled(self, me: Thread) -> Generator[None, None, bool]:
        raise NotImplementedError

    def take_cancel(self, me: Thread) -> None:
        raise NotImplementedError

    def end(self, me: Thread, status: int, result: int = 0) -> NoReturn:
        raise NotImplementedError

    def until(self, number: int) -> int:
        if number == programs.NOW:
            return 0
        return FOREVER if number == programs.FOREVER else self.now + number - programs.FROM_NOW

    def group(self, number: int) -> Scheduler:
        """The scheduler of a group that has one."""
        scheduler = self.groups[number]
        assert scheduler
        return scheduler

    def index(self, thread: Optional[Thread]) -> int:
        return self.threads.index(thread) if thread in self.threads else 0xFE

    def number_of(self, holder: Optional[Thread]) -> int:
        return self.index(holder) if holder else NOBODY

    def perform(self, me: Thread, step: programs.Step) -> Steps:
        operands: list[object] = []
        for kind, value in zip(programs.STEPS_OF[step.name], step.operands):
            if kind == "stopped" and value == programs.ANY_STOPPED:
                operands.append(next((thread for thread in self.threads if thread and thread.status == STOP
                                      and thread.number not in self.skipped), None))
            elif kind in ("thread", "stopped"):
                if value in self.skipped:
                    return SKIPPED
                operands.append(self.threads[value])
            elif kind == "until":
                operands.append(self.until(value))
            elif kind in ("ms", "slice"):
                operands.append(programs.LONG.get(value, value))
            elif kind == "group":
                operands.append(self.groups[value] if value < len(self.groups) else None)
            elif kind in self.objects:
                objects = self.objects[kind]
                operands.append(objects[value] if value < len(objects) else None)
            else:
                operands.append(value)
        if None in operands and step.name not in MAKES:
            return WITHOUT.get(step.name, INVALID)
        call = CALLS.get(step.name)
        outcome = call(self, *operands) if call else getattr(self, "do_" + step.name)(me, step, *operands)
        return (yield from outcome) if isinstance(outcome, Generator) else outcome

    def do_work(self, me, step, ms):
        self.now += ms
        return NONE

    def do_reset(self, me, step, event):
        event.set = 0
        return NONE

    def value(self, me, step, case=0):
        """The value that a step sends. No other step sends the same."""
        return me.number << 16 | step.place << 4 | case

    def do_send(self, me, step, channel, until):
        return self.send_or_receive(channel, 1, self.value(me, step), until)

    def do_select(self, me, step, which, until):
        rows = self.program.threads[me.number].selects[which]
        cases = [(kind, self.thing(kind, number), self.value(me, step, index)) for index, (number, kind) in enumerate(rows)]
        order = self.turns.setdefault((me.number, which), list(range(len(cases))))
        result, received, chosen = yield from self.select(cases, order, until)
        if chosen < len(cases):
            order.remove(chosen)
            order.append(chosen)
        return result | chosen << 5 | received << 8

    def thing(self, kind: int, number: int) -> Optional[Thing]:
        """The object of a case, if there is one."""
        if kind == programs.JOIN:
            return self.threads[number] if 0 <= number and number not in self.skipped else None
        objects = self.objects[programs.CASES[kind]]
        return objects[number] if 0 <= number < len(objects) else None

    def do_detach(self, me, step, thread):
        if thread.body_over and thread.status != FINISH:
            return SKIPPED
        if thread.detached:
            return DETACHED
        if thread.joiners:
            return BUSY
        thread.detached = True
        self.skipped.add(thread.number)
        if thread.status == FINISH:
            self.free(thread)
            self.threads[thread.number] = None
        return NONE

    def do_test(self, me, step):
        return CANCELLED if me.due() else NONE

    def do_exit(self, me, step):
        self.end(me, 0, step.place)

    def do_raise(self, me, step):
        if not me.excepts:
            if (yield from self.unhandled(me)):
                return NONE
            me.unwinding = True
        raise Raised

    def do_policy(self, me, step, thread, policy):
        if programs.POLICIES[policy] in ("unknown", "call nobody"):
            return INVALID
        thread.policy = policy
        return NONE

    def do_set_key(self, me, step, key, empty):
        return self.set_key(key, 0 if empty else self.value(me, step, 1))

    def do_spin(self, me, step, ticks):
        for _ in range(ticks):
            yield from self.tick(me)
        return NONE

    def do_statistics(self, me, step, scheduler):
        threads = scheduler.held
        return (len(threads) | sum(thread.status == FINISH for thread in threads) << 4 | sum(map(self.sleeps, threads)) << 8
                | sum(thread.status == WAIT for thread in threads) << 12
                | sum(scheduler.ready(thread) for thread in threads) << 16 | (scheduler.ended & 0xF) << 20
                | (scheduler.woken & 0xFF) << 24)

    def sleeps(self, thread: Thread) -> bool:
        return thread.status == SLEEP or thread.status == WAIT and thread.wait in thread.runner.sleepers

    def do_nest(self, me, step, _):
        group = step.operands[0]
        if self.groups[group]:
            return HELD
        self.fill(group)
        try:
            result = yield from self.start(self.group(group))
            if result == CANCELLED:
                self.take_cancel(me)
        except (Ended, Raised):
            self.destroy_group(group)
            raise
        self.destroy_group(group)
        return result

    def destroy_group(self, group: int) -> None:
        scheduler = self.group(group)
        joined = [thread for thread in scheduler.held if thread.joiners]
        if len(joined) > 1 and any(thread.packed for thread in joined):
            raise Unsaid  # in which order they are freed
        at_locks = [thread for thread in scheduler.held if thread.wait and thread.wait.after]
        if len(at_locks) > 1 and any(thread.packed for thread in at_locks):
            raise Unsaid  # which waiter behind them is let in first
        scheduler.going = True
        for thread in reversed(scheduler.held[:]):
            if thread.wait:
                self.orphan(thread.wait)
                self.forget(thread.wait)
                if thread.wait.after:
                    thread.wait.after()
            while thread.joiners:
                self.wake_first(thread.joiners, INVALID)
            self.gone(thread)
        self.groups[group] = None

    def gone(self, thread: Thread) -> None:
        self.free(thread)
        self.abandon_held(thread)
        if thread in self.threads:
            self.threads[thread.number] = None

    def do_once(self, me, step, once, until):
        return self.call_once(once, until, self.body(me, self.program.onces[step.operands[0]]))

    def do_returns(self, me, step, on):
        me.returns = bool(on)
        return NONE

    def do_spawn(self, me, step, _, scheduler):
        number = step.operands[0]
        if not scheduler or self.threads[number]:
            return INVALID
        if not self.make(number):
            return NO_MEMORY
        return self.add(scheduler, self.threads[number])

    def do_destroy(self, me, step, thread):
        result = self.may_destroy(thread)
        if result == NONE:
            self.gone(thread)
        return result

    def do_destroy_object(self, me, step, kind, which):
        objects = self.objects[programs.KINDS[kind]]
        if which >= len(objects) or not objects[which]:
            return INVALID
        expected = (wait.mutex for condition in self.objects["condition"] if condition for wait in condition.queue)
        if objects[which].busy() or objects[which] in expected:
            return BUSY
        if isinstance(objects[which], Key):
            for thread in self.living:
                thread.values = [own for own in thread.values if own.key is not objects[which]]
        objects[which] = None
        return NONE
