#!/usr/bin/env python3
"""The bridge between gdb and QEMU, with a machine in QEMU's place that says no word too many, as the newest version, and keeps to its protocol."""

from __future__ import annotations

import re
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tests" / "harness"), str(ROOT / "tools")]

from debugger.bridge import Bridge, packet  # noqa: E402
from debugger.history import AT_BEGIN, COMMAND, STOPPED, History  # noqa: E402
from tap import finish, ok  # noqa: E402

MAIN, END = 1000, 9000  # positions


class Machine:
    """It plays a recording in which one breakpoint is reached at some positions. It tells of no stop but those that gdb's words have asked
    for. `taken_back`: the positions from which it has gone to its saved state."""

    def __init__(self, reached: list[int]) -> None:
        self.at, self._saved, self._reached, self._break = MAIN, -1, reached, END
        self._has_breakpoint = True
        self.taken_back: list[int] = []

    def answers(self, words: str) -> list[str]:
        """The machine's answers to gdb's words."""
        if words.startswith(COMMAND):
            said = self._monitor(*bytes.fromhex(words[len(COMMAND) :]).decode().split(" "))
            return ["O" + f"{said}\r\n".encode().hex()] * bool(said) + ["OK"]
        if words == "s":
            self.at += 1
            return [STOPPED]
        if words == "c":
            stops = [place for place in self._reached * self._has_breakpoint if place > self.at]
            self.at = min([*stops, self._break])
            return [STOPPED if self.at in stops else "T02thread:01;"]
        if words[0] in "zZ":
            self._has_breakpoint = words[0] == "Z"
        return ["OK"] if words != "g" else [f"{self.at:08x}"]

    def _monitor(self, command: str, *arguments: str) -> str:
        if command == "savevm":
            self._saved = self.at
        elif command == "loadvm":
            self.taken_back.append(self.at)
            self.at = self._saved
        elif command.startswith("replay_"):
            self._break = int(arguments[0]) if arguments else END
        return f"Replaying execution 'log': instruction count = {self.at}" if command == "info" else ""


def run(machine: Machine, history: History, words: str) -> str:
    """The answers that gdb hears to its words. A history that waits for a word which does not come is told so."""
    errand = history.begin(words) if words.startswith("T") else history.errand(words)
    assert errand
    said: list[str] = []
    try:
        asked = next(errand)
        while True:
            said += machine.answers(asked) if asked else []
            if not said:
                return "it waits for ever"
            asked = errand.send(said.pop(0))
    except StopIteration as done:
        return done.value


# ---------------------------------------------------------------- the way back

machine, went_back = Machine([1500, 3000, 8000]), []
history = History(lambda: None, lambda: went_back.append(machine.at))
ok(run(machine, history, STOPPED) == STOPPED and history.errand("Z0,1000,1") is None, "the history begins at the first stop")
machine.at = 5000
told = [(run(machine, history, words), machine.at) for words in ("bs", "bc", "bs", "bc", "bc", "bs", "bc")]
ok(told == [(STOPPED, 4999), (STOPPED, 3000), (STOPPED, 2999), (STOPPED, 1500), (AT_BEGIN, MAIN), (AT_BEGIN, MAIN), (AT_BEGIN, MAIN)],
   "it goes back by steps and to breakpoints, until its begin", told)
ok(went_back == machine.taken_back != [], "and says each time before the machine repeats its output", went_back, machine.taken_back)
machine.at = 5000
told = [(bytes.fromhex(answer).decode() if len(answer := run(machine, history, COMMAND + f"replay_seek {to}".encode().hex())) > 2 else answer, machine.at)
        for to in (1200, 4000, 1, 7000)]
ok([at for _, at in told] == [1200, 4000, MAIN, MAIN] and [answer for answer, _ in told] == ["OK"] * 3 + ["the farthest position so far is 5000; go on from there"],
   "it goes to positions in both directions, and to none beyond", told)

# ---------------------------------------------------------------- the machine's end

for words in ("its last words arrive before its end", "its last words arrive with its end"):
    ours, its = socket.socketpair()
    with Bridge(ours) as bridge:
        gdb = socket.create_connection(("127.0.0.1", bridge.port))
        gdb.settimeout(60)
        bridge.serve(bridge.sockets()[:1])
        its.sendall(b"+" + packet("W01"))
        its.close()
        if "before" in words:
            bridge.serve([ours])
        bridge.finish(7)
        heard = b""
        while data := gdb.recv(100):
            heard += data
        ok(re.findall(rb"\$(\w+)#", heard) == [b"W07"], f"gdb hears the program's status once and not QEMU's: {words}", heard)
        gdb.close()

finish()
