"""The steps of a program (thread_programs.py), as in tests/uthread/uthread_objects_model_steps.h."""

from __future__ import annotations

from typing import Generator, NoReturn, Optional

from model import thread_programs as programs
from model.thread_calls import Calls
from model.thread_objects import Thing
from model.thread_state import (BUSY, CANCELLED, DETACHED, FINISH, FOREVER, HELD, INVALID, NONE, NO_MEMORY,
                                SLEEP, STOP, WAIT, Ended, Key, Raised, Scheduler, Steps, Thread, Unsaid)

NOBODY = 0xFF  # as a mutex' owner
SKIPPED = 0xFF  # the result of a step that asks about a thread whose handle may be another one's by now


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
        """The value that a step sends. No other step sends the same."""
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

    def do_join(self, me, step, thread, until):
        return (yield from self.join(thread, until))

    def do_detach(self, me, step, thread):
        if not thread:
            return INVALID
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
            if (yield from self.unhandled(me)):
                return NONE
            me.unwinding = True
        raise Raised

    def do_policy(self, me, step, thread, policy):
        if not thread or programs.POLICIES[policy] in ("unknown", "call nobody"):
            return INVALID
        thread.policy = policy
        return NONE
        yield

    def do_continue(self, me, step, thread):
        return self.continue_(thread)
        yield

    def do_set_key(self, me, step, key, empty):
        return self.set_key(key, 0 if empty else self.value(me, step, 1))
        yield

    def do_get_key(self, me, step, key):
        return self.get_key(key)
        yield

    def do_spin(self, me, step, ticks):
        for _ in range(ticks):
            yield from self.tick(me)
        return NONE

    def do_slice(self, me, step, scheduler, ticks):
        return self.set_slice(scheduler, ticks)
        yield

    def do_status(self, me, step, thread):
        return thread.status | thread.exit_status << 8 if thread else INVALID
        yield

    def do_statistics(self, me, step, scheduler):
        if not scheduler:
            return INVALID
        threads = scheduler.held
        return (len(threads) | sum(thread.status == FINISH for thread in threads) << 4 | sum(map(self.sleeps, threads)) << 8
                | sum(thread.status == WAIT for thread in threads) << 12
                | sum(scheduler.ready(thread) for thread in threads) << 16 | (scheduler.ended & 0xF) << 20
                | (scheduler.woken & 0xFF) << 24)
        yield

    def sleeps(self, thread: Thread) -> bool:
        return thread.status == SLEEP or thread.status == WAIT and thread.wait in thread.runner.sleepers

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

    def do_read(self, me, step, lock, until):
        return (yield from self.hold(lock, False, until))

    def do_write(self, me, step, lock, until):
        return (yield from self.hold(lock, True, until))

    def do_unread(self, me, step, lock):
        return self.unhold(lock, False)
        yield

    def do_unwrite(self, me, step, lock):
        return self.unhold(lock, True)
        yield

    def do_holders(self, me, step, lock):
        return lock.readers << 8 | (self.index(lock.writer) if lock.writer else NOBODY) if lock else -1
        yield

    def do_arrive(self, me, step, barrier, until):
        return (yield from self.arrive(barrier, until))

    def do_more(self, me, step, group, amount):
        return self.more(group, amount - programs.NONE_MORE)
        yield

    def do_all(self, me, step, group, until):
        return (yield from self.all(group, until))

    def do_once(self, me, step, once, until):
        return (yield from self.call_once(once, until, self.body(me, self.program.onces[step.operands[0]])))

    def do_returns(self, me, step, on):
        me.returns = bool(on)
        return NONE
        yield

    def do_spawn(self, me, step, _, scheduler):
        number = step.operands[0]
        if not scheduler or self.threads[number]:
            return INVALID
        if not self.make(number):
            return NO_MEMORY
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
        if isinstance(objects[which], Key):
            for thread in self.living:
                thread.values = [own for own in thread.values if own.key is not objects[which]]
        objects[which] = None
        return NONE
        yield
