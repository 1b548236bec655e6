"""A schedule in words: which thread is preempted before what, and how far the others go on, by the events of its run."""

from __future__ import annotations

from typing import Optional

from explore.instructions import Instructions
from record.events import Events, Record
from record.source_lines import SourceLines
from record.wording import Wording

MOST = 16  # sentences


class Story:
    """Takes the events of a run, one after the other. It begins with the schedule's first change."""

    def __init__(self, events: Events, wording: Wording, places: SourceLines, instructions: Instructions, is_given: bool) -> None:
        """is_given: the schedule has a choice, so the story begins with the first thread that waits."""
        self._events, self._wording, self._places, self._instructions = events, wording, places, instructions
        self._has_run: set[int] = set()
        self._runs: Optional[int] = None  # the thread whose turn has begun and is not told
        self._has_begun = is_given
        self._has_slices = False  # of user-level threads or workers, and one was ended
        self._workers: set[int] = set()
        self._until = ""  # how long the next preemption lasts, where time passes
        self._left_out = 0
        self.lines: list[str] = []

    def happened(self, record: Record) -> None:
        name = self._events[record.event].name
        self._wording.threads.learn(name, record)
        if tell := getattr(self, f"_{name}", None):
            tell(*record.arguments)
        elif name == "kernel_waits":
            self._turn_ends(record.arguments[0], f", and waits for {self._wording.fill('{1:string} {2:hex}', record).strip()}")

    def finish(self, is_ended: bool) -> None:
        """is_ended: the run has come to an end."""
        if self._runs is not None:
            self._turn_ends(self._runs, ", and the run ends" if is_ended else " and on")
        if self._left_out:
            self.lines.append(f"and {self._left_out} turns more")

    def _schedule_passes(self, thread: int, *_: int) -> None:
        self._until = f", until the wait of {self._name(thread)} is over"

    def _schedule_preempted(self, _: int, thread: int, to: int, eip: int) -> None:
        goes = "goes on, and " if self._has_begun and self._runs == thread and thread in self._has_run else ""
        self._has_begun = True
        self._tell(f"{self._name(thread)} {goes}is preempted at {self._place(eip)}{self._until}")
        self._until = ""
        self._has_run.add(thread)
        self._runs = to

    def _schedule_sliced(self, _: int, kernel: int, thread: int, eip: int) -> None:
        self._has_begun = self._has_slices = True
        self._has_run.add(kernel)
        self._tell(f"the time slice of {self._wording.threads.thread(thread)} ends at {self._place(eip)}")

    def _schedule_sliced_worker(self, _: int, worker: int, __: int, eip: int) -> None:
        self._has_begun = self._has_slices = True
        self._has_run.add(worker)
        self._tell(f"the time slice of {self._name(worker)} ends at {self._place(eip)}")

    def _finished(self, thread: int, *_: int) -> None:
        if self._has_slices:
            self._tell(f"{self._wording.threads.thread(thread)} runs to its end")

    def _kernel_switched(self, _: int, after: int, __: int, ___: int) -> None:
        self._runs = after or None

    def _ums_made(self, worker: int, *_: int) -> None:
        self._workers.add(worker)

    def _kernel_ended(self, thread: int, _: int, __: int, ___: int) -> None:
        if thread in self._workers and self._has_slices:
            self._tell(f"{self._name(thread)} {'goes on' if thread in self._has_run else 'runs'} to its end")
        elif self._runs in (None, thread):  # a program that ends while others run ends their threads, too
            self._turn_ends(thread, " to its end")

    def _turn_ends(self, thread: int, how: str) -> None:
        if self._has_begun and (self._runs == thread or not self._has_run):
            goes = "goes on" if thread in self._has_run else "runs"
            self._tell(f"{self._name(thread)} {goes}{how}")
        self._has_run.add(thread)
        self._runs = None

    def _place(self, eip: int) -> str:
        self._instructions.read({eip})
        deed = self._instructions.deed(eip)
        place = self._places.at(eip) or self._wording.fill("{3:code}", Record(0, 0, 0, 0, 0, 0, (0, 0, 0, eip)))
        return f"{place}{f', before {deed}' if deed else ''}"

    def _name(self, thread: int) -> str:
        """The first thread was there before the first event."""
        return self._wording.kernel(thread) if self._wording.threads.label(thread) else "main"

    def _tell(self, line: str) -> None:
        if len(self.lines) < MOST:
            self.lines.append(line)
        else:
            self._left_out += 1


class HeldStory(Story):
    """A run on several CPUs, from the first thread on that is held."""

    def _schedule_holds(self, thread: int, _: int, __: int, eip: int) -> None:
        self._has_begun = True
        self._tell(f"{self._name(thread)} is held at {self._place(eip)}")

    def _schedule_lets_go(self, thread: int, *_: int) -> None:
        self._tell(f"{self._name(thread)} goes on")

    def _kernel_switched(self, *_: int) -> None:
        pass

    def _kernel_ended(self, thread: int, *_: int) -> None:
        self._turn_ends(thread, " to its end")

    def _turn_ends(self, thread: int, how: str) -> None:
        if self._has_begun:
            self._tell(f"{self._name(thread)} runs{how}")
