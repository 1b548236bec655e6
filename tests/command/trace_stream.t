#!/usr/bin/env python3
"""The stream of event records: it decodes, it tells small scenes as they happened, and nothing is lost."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Optional, cast

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402
from whole_run import whole_run  # noqa: E402
from build.build import build  # noqa: E402
from build.elf import Symbols  # noqa: E402
from programs import find  # noqa: E402
from record.events import Events, Record  # noqa: E402
from run import session  # noqa: E402
from run.emulator import Session  # noqa: E402
from run.machine import Boot, Machine  # noqa: E402
from run.session import Conversation, Outcome, Source  # noqa: E402

EVENTS = Events.declared()
QUIET = ("started", "listens", "typing", "takes_interrupt", "interrupt", "described", "kernel_ready", "kernel_switched")  # the kernel's have scenes of their own


@functools.lru_cache(maxsize=None)
def built(program: str, compiler: str) -> Path:
    return build(find(program), compiler, False)


class Run:
    """One run of the program with these words, and all that came out of it."""

    def __init__(self, *words: str, compiler: str = "gcc", emulator: str = "qemu", fast_console: bool = True,
                 program: str = "tests/trace_program", cpus: int = 1, virtual_time: bool = False) -> None:
        self.image = built(program, compiler)
        self.symbols = Symbols(self.image)
        machine = Machine(emulator, fast_console=fast_console, cpus=cpus, virtual_time=virtual_time)
        self.outcome, self.console, self.records = whole_run(machine, Boot(self.image, [program, *words]))

    def names(self) -> list[str]:
        return [EVENTS[record.event].name for record in self.records]

    def function(self, address: int) -> str:
        return self.symbols.name(address).split("+")[0]

    def story(self) -> list[str]:
        """Each event with those of its arguments that are the same in every build."""
        lines = []
        handles: dict[int, str] = {0: "none"}
        for record in self.records:
            name, arguments = EVENTS[record.event].name, record.arguments
            if name in QUIET:
                continue
            if name == "thread_named":
                handles[arguments[0]] = record.text(1).decode()
            thread = "" if record.thread == 0 else f"{handles.get(record.thread, '?')}: "
            shown = {
                "exit": lambda: f"{arguments[0]:X}",
                "output": lambda: record.text().decode(),
                "thread_named": lambda: handles[arguments[0]],
                "trapped": lambda: f"{arguments[0]:X} {self.function(arguments[1])}",
                "raise_called": lambda: self.function(arguments[0]),
                "raised": lambda: f"{arguments[0]:X} {self.function(arguments[1])} {arguments[2]:X}",
                "search_call": lambda: f"{self.function(arguments[1])} {arguments[2]:X}",
                "search_answer": lambda: f"{arguments[0]:X}",
                "unwind_call": lambda: f"{self.function(arguments[1])} {arguments[2]:X}",
                "search_try": lambda: f"{self.function(arguments[1])} {arguments[2]:X}",
                "unwind_try": lambda: f"{self.function(arguments[1])} {arguments[2]:X}",
                "try_filter_call": lambda: self.function(arguments[0]),
                "try_filter_answer": lambda: f"{arguments[0]}",
                "finally_passed": lambda: self.function(arguments[0]),
                "finally_call": lambda: self.function(arguments[0]),
                "except_entered": lambda: self.function(arguments[1]),
                "jumped": lambda: self.function(arguments[1]),
                "unwind_answer": lambda: f"{arguments[0]:X}",
                "changed": lambda: f"{arguments[0]:X}",
                "resumed": lambda: self.function(arguments[0]),
                "unhandled": lambda: f"{arguments[0]:X}",
                "created": lambda: self.function(arguments[1]),
                "switched": lambda: handles.get(arguments[1], "?"),
                # A host sleeps as long as its sleeper still does, which may be a tick less.
                "slept": lambda: handles[arguments[0]] + ("" if handles[arguments[0]] == "host" else f" {arguments[1]}"),
                "woken": lambda: handles[arguments[0]],
                "waits": lambda: f"{handles[arguments[0]]} {self.symbols.string(arguments[1])}{'' if arguments[3] == 0xFFFFFFFF else ' limited'}",
                "signalled": lambda: f"{handles[arguments[0]]} {arguments[2]}",
                "cancelled": lambda: handles[arguments[0]],
                "finished": lambda: f"{handles[arguments[0]]} {arguments[1]:X}",
            }.get(name, lambda: "")()
            lines.append(f"{thread}{name} {shown}".rstrip())
        return lines


def tells(words: str, expected: str, **how: Any) -> Run:
    """Claims that a run with tracing tells just this."""
    run = Run(*words.split(), "trapline:trace", **how)
    story, wanted = run.story(), [line.strip() for line in expected.strip().splitlines()]
    where = "".join(f" {value}" for value in how.values())
    ok(story == wanted, f"{words}{where}: the events are as expected", *story)
    return run


# ---------------------------------------------------------------- scenes

RESUME = """
    trapped 6 faulty
    raised C000001D faulty 0
    search_call passing C000001D
    search_answer 1
    search_call skipping C000001D
    search_answer 0
    changed B8
    resumed faulty
    exit 0
"""
UNWIND = """
    unwind_begin
    unwind_call passing 2
    unwind_answer 1
    unwind_end
    exit 0
"""
BLOCKS = """
    trapped 6 faulty
    raised C000001D faulty 0
    search_try leave C000001D
    finally_passed leave
    search_answer 1
    search_try run_blocks C000001D
    try_filter_call run_blocks
    try_filter_answer 1
    unwind_begin
    unwind_call search_guard 2
    unwind_answer 1
    unwind_try leave 2
    finally_call leave
    finally_end
    unwind_answer 1
    unwind_end
    except_entered run_blocks
    unwind_begin
    unwind_try leave 2
    finally_call leave
    finally_end
    unwind_answer 1
    unwind_end
    jumped run_blocks
    exit 0
"""
THREADS = """
    created worker
    created sleeper
    thread_named worker
    thread_named a sleeper wi
    scheduler: thread_named scheduler
    scheduler: switched a sleeper wi
    a sleeper wi: slept a sleeper wi 20
    a sleeper wi: switched worker
    worker: finished worker 0
    worker: switched scheduler
    scheduler: woken a sleeper wi
    scheduler: switched a sleeper wi
    a sleeper wi: finished a sleeper wi 0
    a sleeper wi: switched scheduler
    exit 0
"""

OBJECTS = """
    created giver
    created taker
    thread_named giver
    created sleeps_long
    thread_named taker
    thread_named victim
    scheduler: thread_named scheduler
    scheduler: switched taker
    taker: waits taker waits for a semaphore limited
    taker: switched giver
    giver: slept giver 20
    giver: switched victim
    victim: slept victim 1000
    victim: switched scheduler
    scheduler: woken taker
    scheduler: signalled taker 12
    scheduler: switched taker
    taker: waits taker waits for a semaphore
    taker: switched scheduler
    scheduler: woken giver
    scheduler: switched giver
    giver: signalled taker 0
    giver: cancelled victim
    giver: finished giver 0
    giver: switched taker
    taker: finished taker 0
    taker: switched victim
    victim: finished victim C0000120
    victim: switched scheduler
    exit 0
"""

# A thread that runs a scheduler keeps its name, and sleeps with those inside.
NESTED = """
    created hosts
    created sleeper
    thread_named host
    thread_named sleeper
    scheduler: thread_named scheduler
    scheduler: switched host
    host: switched sleeper
    sleeper: slept sleeper 20
    sleeper: switched host
    host: slept host
    host: switched scheduler
    scheduler: woken host
    scheduler: switched host
    host: woken sleeper
    host: switched sleeper
    sleeper: finished sleeper 0
    sleeper: switched host
    host: finished host 0
    host: switched scheduler
    exit 0
"""

# Code that calls utResume outside of threads has no name.
BY_HAND = """
    created takes_once
    thread_named by hand
    created worker
    thread_named never
    created worker
    thread_named first
    created worker
    thread_named second
    ?: switched by hand
    by hand: waits by hand waits for a semaphore
    by hand: switched ?
    signalled by hand 0
    ?: switched by hand
    by hand: finished by hand 0
    by hand: switched ?
    cancelled never
    finished never C0000120
    scheduler: thread_named scheduler
    scheduler: switched first
    first: switched second
    second: switched first
    first: finished first 0
    first: switched second
    second: finished second 0
    second: switched scheduler
    exit 0
"""

LEFT_OUT = os.environ.get("LEAVE_OUT", "").split()
for compiler in [name for name in ("gcc", "clang") if name not in LEFT_OUT]:
    tells("resume", RESUME, compiler=compiler)
    tells("unwind", UNWIND, compiler=compiler)
    tells("blocks", BLOCKS, compiler=compiler)
    tells("threads", THREADS, compiler=compiler)
    tells("objects", OBJECTS, compiler=compiler)
tells("nested", NESTED)
tells("hand", BY_HAND)
if "bochs" not in LEFT_OUT:
    tells("resume", RESUME, emulator="bochs")

run = Run("unhandled", "trapline:trace")
story = run.story()
ok(story[:2] == ["raise_called main", "raised E0001234 RaiseException 1"], "an exception of RaiseException has its caller told in front", *story)
ok("unhandled E0001234" in story and story[-1] == "exit E0001234", "an unhandled exception is told, and the status is its code", *story)
ok(run.outcome.status == 0xE0001234, "the run ends with that status")

run = tells("output", """
    output 0123456789abcdef
    output 0123456789abcdef
    output 0123456
    output
    exit 0
""")
ok(bytes(run.console) == b"0123456789abcdef" b"0123456789abcdef0123456\n\n", "the console has the same bytes", bytes(run.console))

# ---------------------------------------------------------------- threads of the kernel


def kernel_story(run: Run) -> list[str]:
    shown = {
        "kernel_ready": lambda arguments: f"{arguments[0]} on {arguments[1]}",
        "kernel_waits": lambda arguments: f"{arguments[0]} {run.symbols.string(arguments[1])} on {arguments[3]}",
        "kernel_ended": lambda arguments: f"{arguments[0]} {arguments[1]}",
        "kernel_switched": lambda arguments: f"{arguments[0]} {arguments[1]} on {arguments[2]}",
    }
    names = ((EVENTS[record.event].name, record) for record in run.records)
    return [f"{record.kernel}: {name} {shown[name](record.arguments)}" for name, record in names if name in shown]


run = Run("asserts", "trapline:trace", program="tests/thread_deadlock", virtual_time=True)
ok(kernel_story(run) == ["0: kernel_ready 8 on 0", "0: kernel_switched 0 8 on 0", "8: kernel_ready 12 on 0", "8: kernel_switched 8 12 on 0",
                         "12: kernel_waits 12 mutex on 0", "12: kernel_switched 12 8 on 0", "8: kernel_ready 16 on 0"],
   "a thread of the kernel that begins, waits and leaves the CPU is told", *kernel_story(run))
run = Run("dump", "2", "1", "trapline:trace", program="tests/thread_reports", cpus=2)
printed = {(record.kernel, record.cpu) for record in run.records if EVENTS[record.event].name == "output"}
ok(printed == {(12, 0), (16, 1)}, "each record has the thread and the CPU that it comes from", printed)
ended = sorted(line for line in kernel_story(run) if "kernel_ended" in line)
ok(ended == ["12: kernel_ended 12 0", "16: kernel_ended 16 0"], "the end of each is told", *ended)
# The other CPU may be sending when the run ends: by the serial port that takes milliseconds.
several = [Run("dump", "2", "1", "trapline:trace", program="tests/thread_reports", cpus=2, fast_console=False) for _ in range(6)]
ok(all(any(line == f"{thread}: kernel_ended {thread} 0" for line in kernel_story(run)) for run in several for thread in (12, 16)),
   "the end of the run loses no record that the other CPU is sending", *(len(run.records) for run in several))
told = subprocess.run(["./trapline", "run", "--trace", "--virtual-time", "tests/thread_deadlock", "asserts"], stdin=subprocess.DEVNULL,
                      capture_output=True, text=True, timeout=200, env={**os.environ, "NO_COLOR": "1"}).stderr
ok("CPU 0 switches from thread 8 to thread 12 (locks_both)\n" in told
   and re.search(r"thread 12 +thread 12 \(locks_both\) on CPU 0 waits for mutex [0-9A-F]{8}\n", told) is not None,
   "the narration names the thread, its function, its CPU and what it waits for", told)

# Each CPU has a ring of its own. A lost record would break its chain of switches.
for virtual_time in (False, True):
    run = Run("seed=5", "ms=100", "trapline:trace", program="tests/thread_stress", cpus=4, virtual_time=virtual_time)
    on_each = [[record for record in run.records if record.cpu == cpu] for cpu in range(4)]
    ok(all(len(records) > 100 for records in on_each), "each of four CPUs records what it does", [len(records) for records in on_each])
    ok(all(times == sorted(times) for times in ([record.time for record in records] for records in on_each)), "in the order of time")
    chains = [[record.arguments for record in records if EVENTS[record.event].name == "kernel_switched"] for records in on_each]
    broken = [(a, b) for chain in chains for a, b in zip(chain, chain[1:]) if a[1] != b[0]]
    ok(all(len(chain) > 10 for chain in chains) and not broken, "every switch leaves the thread that the one before went to: no record is lost", *broken[:5])
    late = sum(a.time > b.time for a, b in zip(run.records, run.records[1:]))
    ok(late * 100 < len(run.records), "the CPUs' records come merged by time", f"{late} of {len(run.records)} come late")

# ---------------------------------------------------------------- the stream

# A tenth by the serial port, which is as much slower.
for way, fast, many in (("the paravirtual console", True, 100_000), ("a serial port", False, 10_000)):
    run = Run("many", str(many), "trapline:trace", fast_console=fast)
    numbers = [record.arguments for record in run.records if EVENTS[record.event].name == "started" and record.arguments[3] == 0x12345678]
    expected = [(i, ~i & 0xFFFFFFFF, i * 3, 0x12345678) for i in range(many)]
    ok(numbers == expected, f"{many} events arrive by {way}, each once and in order", f"{len(numbers)} arrived")
    times = [record.time for record in run.records]
    ok(times == sorted(times), "the times never run backwards")
    ok("interrupt" in run.names(), "interrupts are recorded between them")
    ok(all(record.cpu == 0 and record.length <= 16 for record in run.records), "every record is well-formed")
    ok(run.names()[-1] == "exit", "the last record is the end")

run = Run("resume")
ok([name for name in run.names() if name != "started"] == ["exit"], "without tracing the only record is the end, after the start", run.names())
ok(run.records[-1].arguments[0] == 0, "with the status")



def sent(asks: bool) -> bytes:
    """The input of a machine that says nothing, once its time is over."""
    (console, its_console), events = socket.socketpair(), socket.socketpair()
    silent = cast(Session, SimpleNamespace(console=console, events=events[0], started=time.monotonic() - session.SILENT_SECONDS))
    Conversation(silent, EVENTS, Source(data=b"typed"), session.SILENT_SECONDS + 0.1, lambda data: None, lambda record: None, asks=asks).run()
    its_console.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        return its_console.recv(100)
    return b""


ok(sent(asks=True) == b"", "an image of ours gets no input before it asks for some, however long it takes to start")
ok(sent(asks=False) == b"typed\4", "one that may be anybody's gets it, should it say nothing")


def end_of(*names: str, limit: float, start_limit: Optional[float]) -> Outcome:
    """How a run ends when the machine has started 1000 seconds ago and only now sends these events, all of them with the argument 7."""
    (console, its_console), (events, its_events) = socket.socketpair(), socket.socketpair()
    with contextlib.closing(its_console), contextlib.closing(its_events):
        late = cast(Session, SimpleNamespace(console=console, events=events, started=time.monotonic() - 1000, process=subprocess.Popen(["true"])))
        its_events.sendall(b"".join(Record(0, EVENTS.number(name), 0, 0, 0, 0, (7, 0, 0, 0)).encode() for name in names))
        if "exit" in names:
            for each in (its_console, its_events):
                each.close()
        outcome = Conversation(late, EVENTS, Source(), limit, lambda data: None, lambda record: None, start_limit=start_limit).run()
        late.process.wait()
        return outcome


ok(end_of("started", "exit", limit=500, start_limit=None).timed_out, "a run's time counts from the emulator's start")
ok(end_of("started", "exit", limit=500, start_limit=1060).status == 7, "a recording's counts from the image's start, which may come late")
ok(end_of("started", limit=0.01, start_limit=1060) == Outcome(None, True, True), "and ends then")

finish()
