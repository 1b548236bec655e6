"""The way back in a recorded run, in the words of gdb's protocol.

gdb asks for one step back (bs), or for the last stop before the present one (bc). QEMU goes back to a state that it has saved, and from
there to any instruction of the recording, but only forwards; so the last stop is found by running there once more. QEMU could answer both
words itself, but would not say what part of its output it repeats.

Each errand here is a generator: it yields the words for the machine, "" to wait for more of an answer, and gets the words that come
back. It returns the words for gdb.
"""

from __future__ import annotations

import re
from typing import Callable, Generator, NamedTuple, Optional

from debugger.counted_steps import Errand, Place, interrupted, is_counted, place

STATE = "main"  # the saved state's name
STOPPED = "T05thread:01;"
INTERRUPTED = "T02"
AT_BEGIN = "T05replaylog:begin;thread:01;"
REFUSED = "E.a recorded run cannot be changed"
CHANGES = ("G", "P", "M", "X")  # the first letters of words that change registers or memory
WATCHED = re.compile(r"[ra]?watch:")
INSERTS, REMOVES = re.compile(r"Z\d,"), re.compile(r"z\d,")
COMMAND = "qRcmd,"
GO_TO = "replay_seek "
NEAR, FAR = 1 << 10, 1 << 20  # instructions between two of a thread's in a run by a schedule: of a trap alone, and with other threads' turns


class Stop(NamedTuple):
    """Where the machine has stopped, in instructions; with what words; and its registers, where they are known."""

    position: int
    words: str
    registers: str = ""


class History:
    """`counting_trap`: where a run by a schedule stands behind each instruction. `goes_back` is called when the machine goes back to its
    saved state, from which on it repeats its output; `saves` when the state is saved, which is at its first stop. The history begins there."""

    def __init__(self, saves: Callable[[], None], goes_back: Callable[[], None], counting_trap: Optional[int] = None) -> None:
        self._saves, self._goes_back, self._trap = saves, goes_back, counting_trap
        self._begin = -1  # in instructions since the machine's start; -1: not yet
        self._farthest = 0
        self._breakpoints: list[str] = []  # and watchpoints, as gdb has named them

    def errand(self, words: str) -> Optional[Errand]:
        """The errand that gdb's words need, if they cannot simply be carried to the machine."""
        if INSERTS.match(words):
            self._breakpoints.append(words[1:])
        elif REMOVES.match(words) and words[1:] in self._breakpoints:
            self._breakpoints.remove(words[1:])
        if words.startswith(CHANGES) and self.has_begun:
            return self._refuse()
        if words in ("bs", "bc"):
            return self._step_back() if words == "bs" else self._continue_back()
        if words.startswith(COMMAND) and (command := bytes.fromhex(words[len(COMMAND) :]).decode()).startswith(GO_TO):
            return self._go_to(int(command[len(GO_TO) :]))
        return None

    @property
    def has_begun(self) -> bool:
        return self._begin >= 0

    def begin(self, stop: str) -> Errand:
        """Saves the machine's state at its first stop, with these words."""
        self._begin = yield from self._position()
        yield from self._command(f"savevm {STATE}")
        self._saves()
        return stop

    def _step_back(self) -> Errand:
        now = yield from self._now()
        if now <= self._begin:
            return AT_BEGIN
        before = now - 1
        if self._trap and is_counted((yield "g")):
            before = yield from self._counted_before(now)
        yield from self._seek(before)
        return STOPPED

    def _counted_before(self, now: int) -> Generator[str, str, int]:
        """The position of this thread's last instruction before the present one. In a run by a schedule the trap that counts it lies between,
        perhaps with other threads' turns. Behind a service there is no such trap; the position is the one before, then."""
        goal, last, near = place((yield "g")), 0, NEAR
        while not last and near <= FAR and now - near // 4 > self._begin:
            begin = max(now - near, self._begin)
            yield from self._seek(begin)
            last = yield from self._last_trap(goal, now)
            near *= 4
        return last - 1 if last else now - 1

    def _last_trap(self, goal: Place, end: int) -> Generator[str, str, int]:
        """Has the machine run to a position. Returns that of the last trap before it that leads to this place; 0 without one."""
        last = at = 0
        for each in self._breakpoints:
            yield f"z{each}"
        yield f"Z0,{self._trap:x},1"
        yield from self._command(f"replay_break {end}")
        while at < end:
            yield "c"
            at = yield from self._position()
            stands = place((yield "g"))
            if at < end and stands.eip == self._trap:
                last = at if (yield from interrupted(stands.esp)) == goal else last
                yield "s"  # it would stop at the same breakpoint again
        yield from self._command("replay_delete_break")
        yield f"z0,{self._trap:x},1"
        for each in self._breakpoints:
            yield f"Z{each}"
        return last

    def _continue_back(self) -> Errand:
        """Runs from the history's begin to the present instruction, and goes to the last stop before it."""
        now = yield from self._now()
        if now <= self._begin:
            return AT_BEGIN
        yield from self._seek(self._begin)
        yield from self._command(f"replay_break {now + 1}")  # a watched access right before here is told one later
        last = yield from self._run(now)
        yield from self._command("replay_delete_break")
        yield "s"  # QEMU may hold an access of which it has not told, and would tell it in place of the next stop
        yield from self._seek(last.position)
        if last.registers and (yield "g") != last.registers:
            yield "s"  # a trap, which is no instruction, lies between
        return last.words

    def _run(self, end: int) -> Generator[str, str, Stop]:
        """Has the machine run to a position, or to one behind it. Returns its last stop before that."""
        last = Stop(self._begin, AT_BEGIN)
        at, verb = self._begin, "c"
        while at < end:
            stop = yield verb
            at = yield from self._position()
            # A watched access is over when the machine stops; on the way back it is still to come.
            is_watched = bool(WATCHED.search(stop))
            if (verb == "c" or is_watched) and at - is_watched < end:
                last = Stop(at - is_watched, stop, "" if is_watched else (yield "g"))
            if stop.startswith(INTERRUPTED):
                break
            verb = "s" if verb == "c" else "c"  # it would stop at the same breakpoint again
        return last

    def _go_to(self, position: int) -> Errand:
        """Behind the recording's end the machine would be gone, and nobody knows where that is."""
        yield from self._now()
        if position > self._farthest:
            return f"the farthest position so far is {self._farthest}; go on from there".encode().hex()
        yield from self._seek(max(position, self._begin))
        return "OK"

    def _refuse(self) -> Errand:
        yield from ()
        return REFUSED

    # ---------------------------------------------------------------- what the errands consist of

    def _seek(self, position: int) -> Generator[str, str, None]:
        """Goes to a position, past all breakpoints. Where the instruction there traps, QEMU would go there or behind the trap, as chance
        has it; so the last instruction before is a step. QEMU's own replay_seek does the same in one word, but from 8.1 on QEMU tells
        gdb of no stop that gdb has not asked for."""
        close = max(position - 1, self._begin)
        at = yield from self._position()
        if close < at:
            self._goes_back()
            yield from self._command(f"loadvm {STATE}")
            at = self._begin
        for each in self._breakpoints:
            yield f"z{each}"
        if at < close:
            yield from self._command(f"replay_break {close}")
        while at < position:
            yield "c" if at < close else "s"
            at = yield from self._position()
        for each in self._breakpoints:
            yield f"Z{each}"

    def _position(self) -> Generator[str, str, int]:
        told = yield from self._command("info replay")
        (position,) = re.findall(r"instruction count = (\d+)", told)
        return int(position)

    def _now(self) -> Generator[str, str, int]:
        """The position at which gdb has the machine."""
        now = yield from self._position()
        self._farthest = max(self._farthest, now)
        return now

    def _command(self, command: str) -> Generator[str, str, str]:
        """A command to QEMU's monitor. Returns what that says."""
        told = ""
        answer = yield COMMAND + command.encode().hex()
        while answer != "OK" and answer.startswith("O"):
            told += bytes.fromhex(answer[1:]).decode()
            answer = yield ""
        return told.strip()
