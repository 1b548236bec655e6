"""Read-write lock, barrier, wait group and once, on top of the objects of thread_objects.py."""

from __future__ import annotations

from functools import partial
from typing import Generator

from model.thread_objects import Objects
from model.thread_state import (MOST_COUNT, NONE, NOT_OWNER, RANGE, SELF, Barrier, Ended, Once, Raised, RwLock, Steps,
                                Wait, WaitGroup)

WRITES = "waits to write"


class Sync(Objects):
    # -- read-write lock

    def let_in(self, lock: RwLock) -> None:
        """One writer, or all readers in front of the next one; no thread that is about to be destroyed."""
        while lock.queue and not lock.writer:
            wait = lock.queue[0]
            writes, scheduler = wait.what == WRITES, wait.thread.scheduler
            if (writes and lock.readers) or (scheduler and scheduler.going):
                break
            if writes:
                lock.writer = wait.thread
            else:
                lock.readers += 1
            self.wake_first(lock.queue)

    def hold(self, lock: RwLock, writes: bool, until: int) -> Steps:
        me = self.current
        if lock.writer is me:
            return SELF
        if not lock.writer and not lock.queue and not (writes and lock.readers):
            if writes:
                lock.writer = me
            else:
                lock.readers += 1
            return NONE
        text = WRITES if writes else "waits to read"
        return (yield from self.queue_up(lock.queue, text, until, after=partial(self.let_in, lock)))

    def unhold(self, lock: RwLock, writes: bool) -> int:
        if writes and lock.writer is not self.current or not writes and not lock.readers:
            return NOT_OWNER
        if writes:
            lock.writer = None
        else:
            lock.readers -= 1
        self.let_in(lock)
        return NONE

    # -- barrier, wait group

    def arrive(self, barrier: Barrier, until: int) -> Steps:
        if len(barrier.queue) + 1 == barrier.count:
            while barrier.queue:
                self.wake_first(barrier.queue)
            return NONE | 1 << 8
        return (yield from self.queue_up(barrier.queue, "waits at a barrier", until))

    def more(self, group: WaitGroup, amount: int) -> int:
        if not 0 <= group.count + amount <= MOST_COUNT:
            return RANGE
        group.count += amount
        while group.queue and not group.count:
            self.wake_first(group.queue)
        return NONE

    def all(self, group: WaitGroup, until: int) -> Steps:
        return (yield from self.queue_up(group.queue, "waits for a group", until)) if group.count else NONE

    # -- once

    def call_once(self, once: Once, until: int, call: Generator[None, None, None]) -> Steps:
        me = self.current
        if once.done:
            return NONE
        if once.runner:
            if once.runner is me:
                return SELF
            if refusal := self.refuse(until):
                return refusal
            wait = Wait(me, "waits for another's call", once.queue)
            once.queue.append(wait)
            result = yield from self.block(wait, until)
            if result or not wait.value:
                return result
        once.runner = me
        try:
            yield from call
        except (Ended, Raised):
            once.runner = None
            if once.queue:
                once.runner, once.queue[0].value = once.queue[0].thread, 1
                self.wake_first(once.queue)
            raise
        once.done, once.runner = True, None
        while once.queue:
            self.wake_first(once.queue)
        return NONE
