#!/usr/bin/env python3
"""A recording knows the stacks: threads fill arrays by a rule and raise; at each of these moments the array is as the rule says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder  # noqa: E402
from build.elf import Symbols  # noqa: E402
from record.events import Events  # noqa: E402
from record.moments import moments  # noqa: E402
from record.recording import Recording  # noqa: E402
from record.source_lines import SourceLines  # noqa: E402
from record.unwinding import Unwinder  # noqa: E402
from show import disassembly  # noqa: E402

SEED = int(os.environ.get("SEED", "1301"))
ROUNDS, THREADS, MOST = 60, 3, 600  # words in an array at most
scratch = scratch_folder()
source = scratch / "fills.c"
source.write_text("""
#include <stdlib.h>
#include <windows.h>
static unsigned next(unsigned value) { return value * 1664525u + 1013904223u; }
static EXCEPTION_DISPOSITION __cdecl go_on(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    return ExceptionContinueExecution;
}
static __attribute__((noinline)) void round_of(unsigned seed)
{
    volatile unsigned words[MOST];
    unsigned value = seed, count = 1 + seed / 65536 % MOST;
    for (unsigned i = 0; i < count; i++)
        words[i] = value = next(value);
    const ULONG_PTR told[] = {(ULONG_PTR)words, count, seed};
    RaiseException(0xE0000001, 0, 3, told);
}
static DWORD WINAPI fill(LPVOID number)
{
    struct { void *next; void *handler; } frame;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(frame.next));
    frame.handler = (void *)go_on;
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    unsigned seed = (unsigned)number;
    for (int i = 0; i < ROUNDS; i++)
        round_of(seed = next(seed));
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame.next) : "memory");
    return 0;
}
int main(int count, char **words)
{
    HANDLE threads[THREADS];
    unsigned seed = count > 1 ? (unsigned)atoi(words[1]) : 1;
    for (int i = 0; i < THREADS; i++)
        threads[i] = CreateThread(NULL, 0, fill, (LPVOID)(seed + (unsigned)i * 7919), 0, NULL);
    return WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE) != WAIT_OBJECT_0;
}
""".replace("ROUNDS", str(ROUNDS)).replace("THREADS", str(THREADS)).replace("MOST", str(MOST)))


def expected(seed: int, count: int) -> list[int]:
    values = []
    for _ in range(count):
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        values.append(seed)
    return values


def look(options: list[object]) -> None:
    record = scratch / "run.rec"
    done = subprocess.run(["./trapline", "run", source, *map(str, options), "--record", record, str(SEED)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    label = " ".join(map(str, options))
    ok(done.returncode == 0, f"{label}: the program ends well (SEED={SEED})", done.stdout, done.stderr)
    events = Events.declared()
    recording = Recording(record, events)
    seen, wrong, lost = 0, [], 0
    with recording.image() as image, SourceLines(image) as places:
        unwinder = Unwinder(image, Symbols(image), places)
        for event, moment in moments(recording, events):
            if events[event.event].name != "search_call" or not moment:
                continue
            seen += 1
            calls = unwinder.calls(moment)
            names = [call.function.partition(".")[0] for call in calls]
            lost += not {"RaiseException", "round_of", "fill"} <= {*names}
            inner = next((call for call in calls if call.function == "RaiseException"), None)
            # The parameters lie behind the record's five words, and the record below the frame of the function that raised.
            told = next((moment.memory.words(at, 3) for at in range(inner.low, inner.high, 4) if moment.memory.words(at - 20, 1) == [0xE0000001]
                         and moment.memory.words(at - 4, 1) == [3]), None) if inner else None
            if not told or moment.memory.words(told[0], told[1]) != expected(told[2], told[1]):
                wrong.append(told)
    ok(seen == ROUNDS * THREADS, f"{label}: each question has its moment", seen)
    ok(not lost, f"{label}: the functions that are under way are known", lost)
    ok(not wrong, f"{label}: {seen} arrays are as they were filled", f"{len(wrong)} are not", *wrong[:3])


look(["--ring", 0])
look(["--ring", 3])
look(["--smp", 2])
look(["--smp", 4, "--virtual-time"])

# The code at these moments: a page reads no other functions.
image = Path("build/examples/01-hello.elf")
starts = [address for address, _ in Symbols(image)]
wanted = [*starts[::100], starts[-1], starts[7] + 3]
ok(disassembly.functions(image, wanted, starts=starts) == disassembly.functions(image, wanted), "functions read by themselves are as those of the whole image")
finish()
