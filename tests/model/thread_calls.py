"""The library's calls about threads, on top of the objects of thread_objects.py and thread_sync.py."""

from __future__ import annotations

from typing import Generator, Optional

from model.thread_state import (BUSY, CANCELLED, DETACHED, FAULTED, FINISH, FINISHED, HELD, NONE, NORMAL, NOT_STOPPED,
                                RANGE, RUNNING, SELF, SLEEP, SLEEPING, STATUS_CANCELLED, STOP, UNSTART, WAIT, WAITING, Key,
                                Scheduler, Steps, Thread, Value, Wait)
from model.thread_sync import Sync

MASK = 0xFFFFFFFF
ROUNDS_OF_DESTRUCTORS = 4
MOST_SLICE = 65535


class Calls(Sync):
    """Sleeping, yielding, and the ends of threads."""

    def sleep(self, ms: int, until: int) -> Steps:
        me = self.current
        me.duration = min(ms, MASK)
        yield from self.block(Wait(me, "sleeps", []), until)
        return CANCELLED if me.due() else NONE

    def yield_(self) -> Steps:
        me = self.current
        if me.due() and not me.returns:
            return CANCELLED
        me.yields = True
        yield from self.take_turns(me, me.scheduler)
        taken, me.yields, me.taken = me.taken, False, False
        return CANCELLED if taken else NONE

    def take_turns(self, me: Thread, scheduler: Optional[Scheduler]) -> Generator[None, None, None]:
        if not scheduler:
            yield from self.go(me.hand)
            return
        self.attend(scheduler)
        if scheduler.above(me.priority):
            scheduler.begin_with(scheduler.behind(me))
            yield from self.go(scheduler.first() or me)
        else:
            yield from self.go(scheduler.behind(me))

    def join(self, thread: Thread, until: int) -> Steps:
        if thread is self.current:
            return SELF
        if thread.detached:
            return DETACHED
        if thread.status != FINISH:
            result = yield from self.queue_up(thread.joiners, "waits for a thread's end", until)
            if result != FAULTED and result:
                return result
        return FAULTED if thread.exit_status else thread.result << 8

    def cancel(self, thread: Thread) -> int:
        if thread.status == FINISH:
            return FINISHED
        if thread.cancelled:
            return NONE
        if thread.status == UNSTART:
            self.end_unstarted(thread)
            return NONE
        thread.cancelled = True
        if thread.due() and thread is not self.current:
            wait = thread.wait
            if thread.status == STOP:
                self.go_on(thread)
            elif thread.yields:
                thread.taken = not thread.returns
            elif wait and wait.settled:
                wait.result = wait.result and CANCELLED
            elif wait and wait.mutex:
                wait.queue.remove(wait)
                self.acquire(wait.mutex, wait, CANCELLED)
            elif wait:
                self.abandon(wait, CANCELLED)
        return NONE

    def end_unstarted(self, thread: Thread) -> None:
        while thread.joiners:
            self.wake_first(thread.joiners, FAULTED)
        scheduler = thread.scheduler
        if scheduler:
            scheduler.ended += 1
            scheduler.remove(thread)
        thread.status, thread.exit_status = FINISH, STATUS_CANCELLED

    def set_priority(self, thread: Thread, priority: int) -> int:
        if priority > 31:
            return RANGE
        scheduler = thread.scheduler
        if scheduler and scheduler.ready(thread):
            scheduler.remove(thread)
            thread.priority = priority
            self.make_ready(scheduler, thread)
        thread.priority = priority
        return NONE

    def may_destroy(self, thread: Thread) -> int:
        if thread is self.current or thread.resumer:
            return RUNNING
        if thread.status == SLEEP:
            return SLEEPING
        if thread.status == WAIT:
            return WAITING
        if thread.scheduler and thread.status not in (FINISH, STOP):
            return HELD
        return BUSY if thread.joiners else NONE

    # -- exceptions that no handler takes

    def stop(self, me: Thread) -> Generator[None, None, None]:
        """Until it is continued, or shall end."""
        me.stopped = True
        while me.stopped and not me.due():
            me.status = STOP
            yield from self.go(self.leave(me) if me.scheduler else me.hand)
        me.stopped = False

    def go_on(self, thread: Thread) -> None:
        thread.status = NORMAL
        if thread.scheduler:
            self.make_ready(thread.scheduler, thread)

    def continue_(self, thread: Thread) -> int:
        if thread.status != STOP:
            return NOT_STOPPED
        thread.stopped = False
        self.go_on(thread)
        return NONE

    # -- values of keys

    def set_key(self, key: Key, value: int) -> int:
        me = self.current
        own = next((own for own in me.values if own.key is key), None)
        if own:
            own.value = value
        elif value:
            me.values.insert(0, Value(key, value, me.round))
        return NONE

    def get_key(self, key: Key) -> int:
        return next((own.value for own in self.current.values if own.key is key), 0)

    def values_left(self, me: Thread) -> Generator[tuple[Key, int], None, None]:
        """The values to call destructors with. Each value once a round, as long as they set some anew, but not for ever.
        A round that an exception or an exit has left goes on."""
        called = me.round > 0
        me.round += not called
        while me.round <= ROUNDS_OF_DESTRUCTORS:
            while own := next((own for own in me.values if own.round != me.round), None):
                value, own.round, own.value = own.value, me.round, 0
                if value and own.key.has_destructor:
                    called = True
                    yield own.key, value
            if not called:
                break
            called = False
            me.round += 1

    # -- slices

    def tick(self, me: Thread) -> Generator[None, None, None]:
        """Time passes while a thread runs. A thread that was resumed by hand goes on until it has returned."""
        self.now += 1
        self.slice = self.slice - 1 & MASK
        if self.slice:
            return
        if not me.scheduler:
            self.slice = 1
        elif me.scheduler.slice:
            yield from self.take_turns(me, me.scheduler)

    def set_slice(self, scheduler: Scheduler, ticks: int) -> int:
        if ticks > MOST_SLICE:
            return RANGE
        scheduler.slice = ticks
        if self.current.scheduler is scheduler:
            self.slice = ticks
        return NONE

    def shield(self, by: int) -> int:
        me = self.current
        if not 0 <= me.shields + by <= 255:
            return RANGE
        me.shields += by
        return NONE
