#!/usr/bin/env python3
"""Recordings, and the timelines drawn from them: the states of CPUs and threads, compared with those that the programs are known to
have."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Callable

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402
from forked import forked  # noqa: E402

scratch = scratch_folder()
CPUS, THREADS, USER_THREADS, EXCEPTIONS = 1, 2, 3, 4


class Timeline:
    """A file, by tracks."""

    def __init__(self, path: Path) -> None:
        self.rows = json.loads(path.read_text())["traceEvents"]
        self.names = {(row["pid"], row["tid"]): row["args"]["name"] for row in self.rows if row["name"] == "thread_name"}
        self.slices = defaultdict(list)
        for row in self.rows:
            if row["ph"] == "X":
                self.slices[row["pid"], row["tid"]].append((row["ts"], round(row["ts"] + row["dur"], 3), row["name"]))

    def track(self, group: int, name: str) -> list[tuple[float, float, str]]:
        """The slices of the only track of this name, which may be the beginning of its name."""
        (found,) = [track for track, called in self.names.items() if track[0] == group and called.split(" ")[0] == name]
        return self.slices[found]

    def arrows(self, name: str) -> list[tuple[dict, dict]]:
        begins = {row["id"]: row for row in self.rows if row["ph"] == "s" and row["name"] == name}
        return [(begins[row["id"]], row) for row in self.rows if row["ph"] == "f" and row["name"] == name]

    def at(self, row: dict) -> list[str]:
        """The slices that are under way on a row's track at its time."""
        return [name for begin, end, name in self.slices[row["pid"], row["tid"]] if begin <= row["ts"] <= end]


def timeline(*words: object) -> tuple[Timeline, subprocess.CompletedProcess]:
    path = scratch / "timeline.json"
    path.unlink(missing_ok=True)
    done = forked("timeline", *words[:1], "-o", path, *words[1:])
    if not path.exists():
        ok(False, "there is a file", done.stdout, done.stderr)
        finish()
    return Timeline(path), done


def apart(slices: list[tuple[float, float, str]]) -> bool:
    """Whether no two overlap. Times are rounded to nanoseconds."""
    return all(after[0] >= before[1] - 0.002 for before, after in zip(slices, slices[1:]))


# Two CPUs: a thread of the machine waits for the other one.
run, done = timeline("between-cpus", "--smp", 2)
ok(done.returncode == 0 and done.stdout.startswith("letter 1"), "the program's output and status are the run's", done.stdout, done.stderr)
ok("open it at" in done.stderr and "events" in done.stderr, "a line says what was written", done.stderr)
cpus = [name for (group, _), name in sorted(run.names.items()) if group == CPUS]
ok(cpus == ["CPU 0", "CPU 1"], "each CPU has a track", cpus)
ok(all(apart(slices) for (group, _), slices in run.slices.items() if group != EXCEPTIONS), "a CPU runs one thread at a time, and a thread does one thing")
threads = {track for track in run.names if track[0] == THREADS}
ok(len(threads) == 3, "so does each of the three threads of the machine", run.names)
ran = sorted((round(begin, 3), thread) for group, thread in threads for begin, _, name in run.slices[group, thread] if name == "runs")
seen = sorted((round(begin, 3), int(name.split()[1])) for (group, _), slices in run.slices.items() if group == CPUS for begin, _, name in slices if name != "idle")
ok(ran == seen, "a thread runs where a CPU runs it, and then only", ran[:4], seen[:4])
states = {name.split(" ")[0] for group, thread in threads for _, _, name in run.slices[group, thread]}
ok(states == {"runs", "ready", "waits"}, "they run, are ready, and wait", states)
ok(any(name.startswith("waits for a change at") for group, thread in threads for _, _, name in run.slices[group, thread]), "a wait says for what")
wakes = [pair for pair in run.arrows("wake") if pair[1]["pid"] == THREADS]
ok(wakes and all(begin["ts"] <= end["ts"] and "runs" in run.at(end) for begin, end in wakes), "a wake leads to the thread that runs then", wakes[:3])
ok(any(begin["pid"] == THREADS and begin["tid"] != end["tid"] and "runs" in run.at(begin) for begin, end in wakes), "from the thread that woke it")

# User-level threads, two of which fault; one sleeps for five seconds.
record = scratch / "run.rec"
recorded, plain = forked("run", "demo", "--virtual-time", "--record", record), forked("run", "demo", "--virtual-time")
run, done = timeline(record)
names = [name for (group, _), name in run.names.items() if group == USER_THREADS]
ok(set(names) >= {"divide", "write", "sleeper", "recursion", "normal1", "normal2"}, "user-level threads have their names", names)
sleeps = [end - begin for begin, end, name in run.track(USER_THREADS, "sleeper") if name.startswith("sleeps for 5000 ms")]
ok(len(sleeps) == 1 and 4_990_000 < sleeps[0] < 5_020_000, "a sleep is as long as it is, in microseconds", sleeps)
ok(len([1 for *_, name in run.track(USER_THREADS, "normal1") if name == "runs"]) >= 100, "a thread that yields a hundred times runs as often")
levels = [name for *_, name in run.track(EXCEPTIONS, "divide")]
ok(levels and levels[0].startswith("C0000094"), "an exception is in the track of its thread", levels)

# A recording is looked at as often as one likes, and needs nothing else.
def words(done: subprocess.CompletedProcess) -> list[str]:
    """The output, without the times."""
    return [line for line in (done.stdout + done.stderr).splitlines() if " ms on the tick count" not in line]


ok(recorded.returncode == 0 and words(recorded) == words(plain), "a recorded run looks as one that is not", *set(words(recorded)) ^ set(words(plain)))
ok(done.stdout == "" and timeline(record)[0].rows == run.rows, "its timeline is drawn without another run", done.stderr)
whole = record.read_bytes()
record.write_bytes(whole[: len(whole) * 9 // 10])
cut, done = timeline(record)
ok(done.returncode == 0 and len(cut.rows) < len(run.rows), "one that was cut off ends earlier", done.stderr)

# Two passes: the outer handler unwinds to its frame.
run, done = timeline("two-passes", "--virtual-time")
(track,) = [track for track in run.names if track[0] == EXCEPTIONS]
slices = {name.split(" (")[0]: (begin, end) for begin, end, name in run.slices[track]}
inside = ["C0000005", "search: outer", "unwind", "unwind: inner"]
ok(all(name in slices for name in inside), "a raise, the handlers that are asked, and the unwind are levels", slices)
ok(all(slices[a][0] <= slices[b][0] and slices[b][1] <= slices[a][1] for a, b in zip(inside, inside[1:])), "one inside the other")
calls = [end["ts"] for begin, end in run.arrows("raise") if begin["ts"] == slices["C0000005"][0]]
ok(len(calls) == sum(name.startswith(("search: ", "unwind: ")) for name in (s[2] for s in run.slices[track])), "an arrow leads from the raise to each handler", calls)

# A thread is asked to end while it sleeps.
run, done = timeline("cancel", "--virtual-time")
asked = [row for row in run.rows if row["ph"] == "i" and row["pid"] == USER_THREADS]
ok([(row["name"], run.names[row["pid"], row["tid"]], run.at(row)[0].split(" for")[0]) for row in asked] == [("is asked to end", "worker", "sleeps")],
   "a request to end is told in the thread's track, at its time", asked)

# Workers: three of them, each of which ends; one waits for another's event.
run, done = timeline("ums", "--virtual-time")
workers = {name: run.slices[track] for track, name in run.names.items() if track[0] == THREADS and "(worker " in name}
ok(len(workers) == 3 and all(apart(slices) for slices in workers.values()), "each worker has a track", run.names)
by_worker = [{name.split(" 8")[0] for *_, name in slices} for slices in workers.values()]
ok(all({"in its completion list", "runs"} <= here for here in by_worker), "it is in its list, and runs", by_worker)
ok(sorted("in the program's hands" in here for here in by_worker) == [False, True, True], "those that yield are in the program's hands", by_worker)
ok(sorted("waits for event" in here for here in by_worker) == [False, False, True], "the one that waits says for what", by_worker)
waited = [slices for slices in workers.values() if any(name.startswith("waits") for *_, name in slices)][0]
order = [name.split(" ")[0] for *_, name in waited]
ok(order == ["in", "runs", "waits", "in", "runs", "in"], "from its list to its end", order)
ok(any(begin["tid"] != end["tid"] and "runs" in run.at(end) for begin, end in run.arrows("wake") if end["pid"] == THREADS), "an arrow leads from the wake to the execution")
ok(not any(group == EXCEPTIONS for group, _ in run.names), "there are no exceptions")

def record_slowly(path: Path, *words: object) -> bytes:
    """A recording by a command that stands still most of the time."""
    with subprocess.Popen(["./trapline", "run", "--virtual-time", "--record", path, *map(str, words)], stdout=subprocess.DEVNULL) as run:
        while run.poll() is None:
            for sign, seconds in ((signal.SIGSTOP, 0.08), (signal.SIGCONT, 0.02)):
                run.send_signal(sign)
                time.sleep(seconds)
    return path.read_bytes()


stress: list[object] = ["--smp", 2, "tests/thread_stress", "seed=7", "ms=5", "threads=4"]
forked("run", "--virtual-time", "--record", scratch / "quick.rec", *stress)
demo: list[object] = ["demo"]
for words_of_run, quick in ((demo, whole), (stress, (scratch / "quick.rec").read_bytes())):
    (scratch / "slow.rec").unlink(missing_ok=True)
    slow = record_slowly(scratch / "slow.rec", *words_of_run)
    at = next((at for at, (a, b) in enumerate(zip(quick, slow)) if a != b), "none")
    ok(quick == slow, f"{' '.join(map(str, words_of_run))}: the recording is the same to the byte when its reader is slow",
       f"{len(quick)} and {len(slow)} bytes, the first that differs is {at}")


def fails(words: list[object], reason: str, claim: str, command: Callable[..., subprocess.CompletedProcess] = forked) -> None:
    done = command(*words)
    said = done.stderr.splitlines()
    ok(done.returncode == 2 and len(said) == 1 and reason in said[0], claim, done.returncode, done.stderr)


record.write_bytes(whole[: len(whole) // 20])
fails(["timeline", record], "is damaged", "one without its image is refused")
fails(["timeline"], "a timeline of what?", "without a program it asks for one", trapline)
fails(["timeline", "dmeo"], 'did you mean "demo"', "a program that is not there suggests the nearest")
fails(["run", "hello", "--record", scratch / "none" / "x"], "cannot be written: No such file", "a recording that cannot be written starts no run")
(scratch / "a.iso").touch()
fails(["run", "--record", record, scratch / "a.iso"], "disc", "a disc is not recorded")
done = forked("timeline", "hello", "-o", scratch / "none" / "x.json")
ok(done.returncode == 2 and "cannot be written: No such file" in done.stderr, "nor is a timeline written where there is no folder", done.stderr)
done = trapline("timeline", "unhandled", "-o", scratch / "x.json")
ok(done.returncode not in (0, 2) and (scratch / "x.json").exists(), "the exit status is the program's", done.returncode, done.stderr)

finish()
