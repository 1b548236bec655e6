"""Objects to wait on, on top of the machine of thread_rules.py."""

from __future__ import annotations

from functools import partial
from typing import Any, Generator, Optional, Sequence, Union

from model.thread_programs import EVENT, JOIN, RECEIVE, SEMAPHORE, SEND, TIMER
from model.thread_rules import Machine
from model.thread_state import (CANCELLED, CLOSED, FAULTED, FINISH, FOREVER, NONE, NOT_OWNER, RANGE, SELF, TIMED_OUT, Channel,
                                Condition, Event, Mutex, Offer, Scheduler, Semaphore, Steps, Thread, Timer, Wait)

Thing = Union[Channel, Semaphore, Event, Timer, Thread]  # that a case of a select waits for


class Objects(Machine):
    """The calls of each kind."""

    def refuse(self, until: int) -> int:
        """The reason why the current thread may not wait until then. If it may, the sleepers that are due wake first: one
        that needs a mutex again is in front of the current thread."""
        if until <= self.now:
            return TIMED_OUT
        if self.current.due():
            return CANCELLED
        if self.current.scheduler:
            self.attend(self.current.scheduler)
        return NONE

    def queue_up(self, queue: list, text: str, until: int, **more: Any) -> Steps:
        """Waits in a queue, if the current thread may."""
        if refusal := self.refuse(until):
            return refusal
        wait = Wait(self.current, text, queue, **more)
        queue.append(wait)
        return (yield from self.block(wait, until))

    # -- mutex

    def acquire(self, mutex: Mutex, wait: Wait, result: int) -> None:
        """Gives the mutex to one that waits in no queue, now or in its turn."""
        wait.result = result
        if mutex.owner:
            self.orphan(wait)
            wait.deadline = FOREVER
            self.look_again(wait.thread.scheduler)
            wait.queue, wait.expire, wait.forget = mutex.queue, None, None
            wait.what = "waits for a mutex"
            wait.settled = True
            mutex.queue.append(wait)
        else:
            mutex.owner, mutex.depth = wait.thread, 1
            self.wake(wait, result)

    def hand_over(self, mutex: Mutex) -> None:
        mutex.owner, mutex.depth = None, 0
        if mutex.queue:
            wait = mutex.queue.pop(0)
            mutex.owner, mutex.depth = wait.thread, 1
            self.wake(wait, wait.result if wait.settled else NONE)

    def lock(self, mutex: Mutex, until: int) -> Steps:
        me = self.current
        if not mutex.owner:
            mutex.owner, mutex.depth = me, 1
            return NONE
        if mutex.owner is me:
            if not mutex.recursive:
                return SELF
            mutex.depth += 1
            return NONE
        return (yield from self.queue_up(mutex.queue, "waits for a mutex", until))

    def unlock(self, mutex: Mutex) -> int:
        if mutex.owner is not self.current:
            return NOT_OWNER
        mutex.depth -= 1
        if not mutex.depth:
            self.hand_over(mutex)
        return NONE

    # -- condition

    def wait_for(self, condition: Condition, mutex: Mutex, until: int) -> Steps:
        me = self.current
        if mutex.owner is not me:
            return NOT_OWNER
        if refusal := self.refuse(until):
            return refusal
        depth = mutex.depth
        wait = Wait(me, "waits for a condition", condition.queue)
        wait.mutex = mutex
        wait.expire = partial(self.leave_condition, condition, mutex)
        condition.queue.append(wait)
        self.hand_over(mutex)
        result = yield from self.block(wait, until)
        mutex.depth = depth
        return result

    def leave_condition(self, condition: Condition, mutex: Mutex, wait: Wait) -> None:
        """Its time is over."""
        condition.queue.remove(wait)
        self.acquire(mutex, wait, TIMED_OUT)

    def signal(self, condition: Condition, most: int) -> int:
        for wait in condition.queue[:most]:
            condition.queue.remove(wait)
            assert wait.mutex
            self.acquire(wait.mutex, wait, NONE)
        return NONE

    # -- semaphore, event

    def take(self, semaphore: Semaphore, until: int) -> Steps:
        if semaphore.count:
            semaphore.count -= 1
            return NONE
        return (yield from self.queue_up(semaphore.queue, "waits for a semaphore", until))

    def give(self, semaphore: Semaphore) -> int:
        if semaphore.queue:
            self.wake_first(semaphore.queue)
        elif semaphore.count == semaphore.most:
            return RANGE
        else:
            semaphore.count += 1
        return NONE

    def wait_event(self, event: Event, until: int) -> Steps:
        if event.set:
            event.set = event.manual
            return NONE
        return (yield from self.queue_up(event.queue, "waits for an event", until))

    def set_event(self, event: Event) -> int:
        if event.manual:
            event.set = 1
            while event.queue:
                self.wake_first(event.queue)
        elif event.queue:
            self.wake_first(event.queue)
        else:
            event.set = 1
        return NONE

    # -- timer

    def time(self, place: Union[Wait, Offer]) -> None:
        """Sets the deadline at which a timer's waiter is looked after: its end, or the next ring of one of its timers."""
        wait = place.wait if isinstance(place, Offer) else place
        self.orphan(wait)
        wait.deadline = min(wait.until, *(timer.next for timer in wait.timers))
        scheduler = wait.thread.scheduler
        if scheduler:
            self.adopt(wait)
        self.look_again(scheduler)

    def look_again(self, scheduler: Optional[Scheduler]) -> None:
        """After a change of a deadline: the scheduler's idle root looks for the first one."""
        if scheduler and scheduler.idle:
            self.wake(scheduler.idle, NONE)

    def hand_out(self, timer: Timer) -> None:
        timer.catch_up(self.now)
        while timer.rings and timer.queue:
            timer.rings -= 1
            self.wake_first(timer.queue)

    def serve(self, timer: Timer) -> None:
        """Hands out the rings up to now, to the waiters that have waited longest."""
        before = timer.next
        self.hand_out(timer)
        if timer.next != before:
            for place in timer.queue:
                self.time(place)

    def ring(self, wait: Wait) -> None:
        """Its deadline has come: a ring that may be another's, or its end."""
        while wait.thread.wait is wait:
            timer = next((timer for timer in wait.timers if timer.next <= self.now), None)
            if not timer:
                if wait.until <= self.now:
                    self.abandon(wait, TIMED_OUT)
                return
            self.serve(timer)

    def set_timer(self, timer: Timer, first: int, period: int) -> int:
        timer.next, timer.period = first, period
        self.hand_out(timer)
        for place in timer.queue:
            self.time(place)
        return NONE

    def start_timer(self, timer: Timer, first: int, period: int) -> int:
        timer.rings = 0
        return self.set_timer(timer, first, period)

    def stop_timer(self, timer: Timer) -> int:
        self.serve(timer)
        return self.set_timer(timer, FOREVER, 0)

    def wait_timer(self, timer: Timer, until: int) -> Steps:
        self.serve(timer)
        if timer.rings:
            timer.rings -= 1
            return NONE
        if refusal := self.refuse(until):
            return refusal
        wait = Wait(self.current, "waits for a timer", timer.queue, expire=self.ring)
        wait.until, wait.timers = until, [timer]
        timer.queue.append(wait)
        return (yield from self.block(wait, min(until, timer.next)))

    # -- channel

    def withdraw(self, wait: Wait) -> None:
        """Its offers leave their queues."""
        for queue, offer in wait.offers:
            if offer in queue:
                queue.remove(offer)

    def accept(self, offers: list[Offer], value: int = 0, result: int = NONE) -> int:
        """Lets the first of them go on, with the value if it receives. Returns the value that it sends."""
        offer = offers[0]
        self.withdraw(offer.wait)
        offer.wait.index, offer.wait.value = offer.index, value
        self.wake(offer.wait, result)
        return offer.value

    def wake_first(self, queue: list, result: int = NONE) -> None:
        if isinstance(queue[0], Offer):
            self.accept(queue, result=result)
        else:
            super().wake_first(queue, result)

    # -- select

    def can(self, kind: int, thing: Any) -> bool:
        """Whether a case can be done at once. Its kind says what the thing is."""
        if kind == RECEIVE:
            return thing.closed or bool(thing.values) or bool(thing.senders)
        if kind == SEND:
            return thing.closed or bool(thing.receivers) or len(thing.values) < thing.capacity
        if kind == TIMER:
            self.serve(thing)
            return bool(thing.rings)
        if kind == JOIN:
            return thing.status == FINISH
        return bool(thing.count if kind == SEMAPHORE else thing.set)

    def do(self, kind: int, thing: Any, value: int) -> tuple[int, int]:
        """Does a case that can be done at once. Returns the outcome, and the value received."""
        if kind == SEMAPHORE:
            thing.count -= 1
        elif kind == EVENT:
            thing.set = thing.manual
        elif kind == TIMER:
            thing.rings -= 1
        elif kind == JOIN:
            return (FAULTED, 0) if thing.exit_status else (NONE, thing.result)
        elif kind == SEND:
            return self.send(thing, value), 0
        else:
            return self.receive(thing)
        return NONE, 0

    def send(self, channel: Channel, value: int) -> int:
        if channel.closed:
            return CLOSED
        if channel.receivers:
            self.accept(channel.receivers, value)
        else:
            channel.values.append(value)
        return NONE

    def receive(self, channel: Channel) -> tuple[int, int]:
        if channel.values:
            received = channel.values.pop(0)
            if channel.senders:
                channel.values.append(self.accept(channel.senders))
            return NONE, received
        if channel.senders:
            return NONE, self.accept(channel.senders)
        return CLOSED, 0

    def queue_of(self, kind: int, thing: Any) -> list:
        if kind in (RECEIVE, SEND):
            return thing.senders if kind == SEND else thing.receivers
        return thing.joiners if kind == JOIN else thing.queue

    def select(self, cases: Sequence[tuple[int, Any, int]], order: list[int], until: int,
               text: str = "waits for cases") -> Generator[None, None, tuple[int, int, int]]:
        """cases: kind, object, the value to send; order: their indexes, the one to do first. The outcome, the value received, and
        which case it was."""
        count = len(cases)
        ready = []
        for index, (kind, thing, _) in enumerate(cases):
            if thing and self.can(kind, thing):
                ready.append(index)
            elif thing is self.current:
                return SELF, 0, count
        for index in order:
            if index in ready:
                return (*self.do(*cases[index]), index)
        if refusal := self.refuse(until):
            return refusal, 0, count
        wait = Wait(self.current, text, [], forget=self.withdraw)
        wait.index, wait.until = count, until
        for index in order:
            kind, thing, value = cases[index]
            if thing:
                offer = Offer(wait, index, value)
                self.queue_of(kind, thing).append(offer)
                wait.offers.append((self.queue_of(kind, thing), offer))
                if kind == TIMER:
                    wait.timers.append(thing)
        if wait.timers:
            wait.expire = self.ring
        result = yield from self.block(wait, min(until, *(timer.next for timer in wait.timers), FOREVER))
        received = wait.value
        if wait.index < count and cases[wait.index][0] == JOIN:
            received = cases[wait.index][1].result
        return result, received if result == NONE else 0, wait.index

    def send_or_receive(self, channel: Channel, sends: int, value: int, until: int) -> Steps:
        text = "waits to send" if sends else "waits to receive"
        result, received, _ = yield from self.select([(SEND if sends else RECEIVE, channel, value)], [0], until, text)
        return result | received << 8

    def close(self, channel: Channel) -> int:
        if channel.closed:
            return CLOSED
        channel.closed = True
        while channel.senders:
            self.accept(channel.senders, result=CLOSED)
        while channel.receivers:
            self.accept(channel.receivers, result=CLOSED)
        return NONE
