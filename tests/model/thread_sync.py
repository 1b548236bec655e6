"""Read-write lock, barrier, wait group and once, on top of the objects of thread_objects.py."""

from __future__ import annotations

from functools import partial
from typing import Generator, Optional

from model.thread_objects import Objects
from model.thread_state import (INVALID, MOST_COUNT, NONE, NOT_OWNER, RANGE, SELF, Barrier, Ended, Once, Raised, RwLock, Steps,
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

    def hold(self, lock: Optional[RwLock], writes: bool, until: int) -> Steps:
        me = self.current
        if not lock:
            return INVALID
        if lock.writer is me:
            return SELF
        if not lock.writer and not lock.queue and not (writes and lock.readers):
            if writes:
                lock.writer = me
            else:
                lock.readers += 1
            return NONE
        refusal = self.refuse(until)
        if refusal:
            return refusal
        wait = Wait(me, WRITES if writes else "waits to read", lock.queue, after=partial(self.let_in, lock))
        lock.queue.append(wait)
        return (yield from self.block(wait, until))

    def unhold(self, lock: Optional[RwLock], writes: bool) -> int:
        if not lock:
            return INVALID
        if writes and lock.writer is not self.current or not writes and not lock.readers:
            return NOT_OWNER
        if writes:
            lock.writer = None
        else:
            lock.readers -= 1
        self.let_in(lock)
        return NONE

    # -- barrier, wait group

    def arrive(self, barrier: Optional[Barrier], until: int) -> Steps:
        if not barrier:
            return INVALID
        if len(barrier.queue) + 1 == barrier.count:
            while barrier.queue:
                self.wake_first(barrier.queue)
            return NONE | 1 << 8
        return (yield from self.queue_up(barrier, "waits at a barrier", until))

    def more(self, group: Optional[WaitGroup], amount: int) -> int:
        if not group:
            return INVALID
        if not 0 <= group.count + amount <= MOST_COUNT:
            return RANGE
        group.count += amount
        while group.queue and not group.count:
            self.wake_first(group.queue)
        return NONE

    def all(self, group: Optional[WaitGroup], until: int) -> Steps:
        if not group:
            return INVALID
        return (yield from self.queue_up(group, "waits for a group", until)) if group.count else NONE

    # -- once

    def call_once(self, once: Optional[Once], until: int, call: Generator[None, None, None]) -> Steps:
        me = self.current
        if not once:
            return INVALID
        if once.done:
            return NONE
        if once.runner:
            if once.runner is me:
                return SELF
            refusal = self.refuse(until)
            if refusal:
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
