"""The rules of include/uthread.h, as random programs (thread_programs.py) meet them.

Written from the contract alone, to be read as its summary. Every thread is a Python generator: it yields where
control goes to another one, and `Machine.current` says to which. A Python exception unwinds a thread, so its finally
blocks are Python's.
"""

from __future__ import annotations

from typing import Generator, Optional

from model.thread_state import (BUSY, CANCELLED, DEADLOCK, FAULTED, FINISH, FINISHED, FOREVER, HELD, NONE, NORMAL, RUNNING,
                                SLEEP, STOP, TIMED_OUT, WAIT, WAITING, Scheduler, Steps, Thread, Wait)


class Machine:
    """Threads, schedulers and the clock. `Calls` adds the library's calls."""

    def __init__(self, begin: int):
        self.now = begin
        self.plain = Thread(-1)  # code outside of threads
        self.current = self.plain
        self.starts = 0  # of schedulers
        self.slice = 0  # ticks until the running thread must take turns; 0: as many as there are

    def inside(self) -> Optional[Thread]:
        return None if self.current is self.plain else self.current

    def go(self, to: Thread) -> Generator[None, None, None]:
        """Parks the current thread. Comes back when a thread goes to it."""
        if to is not self.current:
            self.current = to
            yield

    def run(self, plain: Generator) -> None:
        self.plain.steps = plain
        while True:
            running = self.current
            try:
                assert running.steps
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
        """Takes the running thread out of its ring. Returns the next one."""
        scheduler = me.runner
        self.attend(scheduler)
        following = scheduler.behind(me)
        scheduler.remove(me)
        if following is not me:
            scheduler.begin_with(following)
        if following is not me and not scheduler.above(me.priority):
            return following
        if first := scheduler.first():
            return first
        assert scheduler.root
        return scheduler.root

    # -- the clock

    def attend(self, scheduler: Scheduler) -> None:
        self.slice = scheduler.slice
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
        scheduler = wait.thread.runner
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
            following = me.hand
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
        if wait.after:
            wait.after()

    def wake_first(self, queue: list[Wait], result: int = NONE) -> None:
        self.wake(queue.pop(0), result)

    # -- schedulers

    def schedulers(self) -> list[Scheduler]:
        raise NotImplementedError

    def add(self, scheduler: Scheduler, thread: Thread) -> int:
        if thread.scheduler:
            return HELD
        if thread.resumer or thread is self.current or self.runs(thread, scheduler):
            return RUNNING
        if thread.status == FINISH:
            return FINISHED
        thread.scheduler = scheduler
        scheduler.held.append(thread)
        if thread.status == STOP:
            return NONE
        if thread.wait:
            self.adopt(thread.wait)
        else:
            scheduler.rings[thread.priority].insert(0, thread)
        if scheduler.idle:
            self.wake(scheduler.idle, NONE)
        return NONE

    def runs(self, thread: Thread, scheduler: Optional[Scheduler]) -> bool:
        """Whether it runs this scheduler, or one around it."""
        while scheduler and scheduler.root and scheduler.root is not thread:
            scheduler = scheduler.root.scheduler
        return bool(scheduler and scheduler.root)

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
        self.starts += 1
        scheduler.started = self.starts
        result, before = NONE, self.slice
        try:
            while not result and scheduler.has_work():
                self.attend(scheduler)
                if first := scheduler.first():
                    yield from self.go(first)
                    continue
                if me is not self.plain:
                    result = yield from self.idle(scheduler, me)
                else:
                    inner = self.innermost_waiting(scheduler)
                    if inner and inner.idle:
                        self.wake(inner.idle, DEADLOCK)
                    else:
                        result = DEADLOCK
                if result == DEADLOCK:
                    self.deadlock(scheduler)
                    if scheduler.first() or scheduler.sleepers:
                        result = NONE
        finally:
            scheduler.root = scheduler.idle = None
            self.slice = 0 if me is self.plain else before
        return result

    def idle(self, scheduler: Scheduler, me: Thread) -> Steps:
        """For a thread that runs a scheduler without a ready thread: waits until one is ready, or a sleeper is due."""
        if me.scheduler and not me.due():
            self.attend(me.scheduler)
            if scheduler.first():
                return NONE
        until = min((wait.deadline for wait in scheduler.sleepers), default=FOREVER)
        scheduler.idle = Wait(me, "sleeps" if scheduler.sleepers else "waits for its threads", [])
        me.duration = max(until - self.now, 0)
        result = yield from self.block(scheduler.idle, until)
        scheduler.idle = None
        return NONE if result == TIMED_OUT else result

    def innermost_waiting(self, scheduler: Scheduler) -> Optional[Scheduler]:
        """The scheduler that ends first when no thread can run any more: the one inside that was started last."""
        waiting = [inner for inner in self.schedulers() if inner.idle and inner.root and inner.root.wait is inner.idle
                   and inner.idle.what == "waits for its threads" and self.is_inside(inner, scheduler)]
        return max(waiting, key=lambda inner: inner.started) if waiting else None

    def is_inside(self, inner: Optional[Scheduler], outer: Scheduler) -> bool:
        while inner and inner is not outer:
            inner = inner.root.scheduler if inner.root else None
        return bool(inner)

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
        if thread.wait or thread.status == STOP:
            return WAITING
        thread.resumer = self.current
        yield from self.go(thread)
        thread.resumer = None
        return NONE

    # -- the end

    def finish(self, status: int, result: int) -> None:
        """The current thread is over, and the next one has the say."""
        me = self.current
        while me.joiners:
            self.wake_first(me.joiners, FAULTED if status else NONE)
        me.exit_status, me.result = status, result
        if me.scheduler:
            me.scheduler.ended += 1
            self.current = self.leave(me)
        else:
            self.current = me.hand
        me.status = FINISH
