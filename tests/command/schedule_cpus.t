#!/usr/bin/env python3
"""A schedule repeats a run on several CPUs: the same console, status and events, whatever shows them. Another seed is another run, and the
checking build delays its CPUs by it. A program that loses an update does so where a thread is held."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from lost_update import LOST_UPDATE  # noqa: E402
from tap import compiled, finish, ok, scratch_folder, trapline  # noqa: E402
from whole_run import whole_run  # noqa: E402

from build.elf import Symbols  # noqa: E402
from record.events import Events, Record  # noqa: E402
from record.recording import Recording  # noqa: E402
from run.holds import MOST_PLACES  # noqa: E402
from run.machine import Boot, Machine  # noqa: E402
from run.schedule import DATE, on_cpus, schedule  # noqa: E402
from run.seeds import meetings, pauses, rate  # noqa: E402

SCRATCH = scratch_folder()
LETTERS = SCRATCH / "letters.c"
LETTERS.write_text(r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <windows.h>

static char said[101];
static volatile LONG length, here;

static DWORD WINAPI work(void *mine)
{
    InterlockedIncrement(&here);
    while (here < 2)
        continue;
    for (int i = 0; i < 50; i++)
        said[InterlockedIncrement(&length) - 1] = *(char *)mine;
    return GetCurrentProcessorNumber();
}

int main(int argc, char **argv)
{
    HANDLE both[2];
    DWORD cpus[2];
    for (int i = 0; i < 2; i++)
        both[i] = CreateThread(NULL, 0, work, &"ab"[i], 0, NULL);
    WaitForMultipleObjects(2, both, TRUE, INFINITE);
    for (int i = 0; i < 2; i++)
        GetExitCodeThread(both[i], &cpus[i]);
    printf("%s on %lu and %lu, at %lu, %lld\n", said, cpus[0], cpus[1], GetTickCount(), (long long)time(NULL));
    fputs("an error\n", stderr);
    return argc > 1 ? atoi(argv[1]) : 0;
}
""")
LOST = SCRATCH / "lost.c"
LOST.write_text(LOST_UPDATE)
ENDED = SCRATCH / "ended.c"
ENDED.write_text(r"""
#include <windows.h>

static HANDLE victim;

static DWORD WINAPI work(void *unused)
{
    return unused != NULL;
}

static DWORD WINAPI end(void *unused)
{
    for (volatile int i = 0; i < 3000; i++)
        continue;
    TerminateThread(victim, 5);
    for (int i = 0; i < 9; i++) {
        HANDLE thread = CreateThread(NULL, 0, work, unused, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        CloseHandle(thread);
    }
    return 0;
}

int main(void)
{
    victim = CreateThread(NULL, 0, work, NULL, 0, NULL);
    HANDLE other = CreateThread(NULL, 0, end, NULL, 0, NULL);
    WaitForSingleObject(other, INFINITE);
    return 0;
}
""")
ALONE = SCRATCH / "alone.c"
ALONE.write_text("int main(void) { return 0; }\n")
LETTERS_IMAGE, LOST_IMAGE, ENDED_IMAGE = map(compiled, (LETTERS, LOST, ENDED))
EVENTS = Events.declared()
TWO = ("--smp", "2", "--schedule")


def recorded(source: Path, *options: str) -> Path:
    path = SCRATCH / "run.rec"
    trapline("run", *options, "--record", path, source)
    return path


def records(image: Path, seed: int, word: int) -> list[Record]:
    """All events of a run that Bochs pauses by one seed, and whose runtime is told another."""
    machine = on_cpus(Machine(cpus=2), schedule(str(seed)))
    return whole_run(machine, Boot(image, ["letters", "trapline:trace", f"trapline:schedule={word}"])).records


# ---------------------------------------------------------------- a run repeats itself

first = trapline("run", *TWO, "5", LETTERS_IMAGE, "7")
ok(first.returncode == 7 and first.stdout.count("a") + first.stdout.count("b") > 100 and " 946684" in first.stdout, "a seed's program comes to its end, with a date that is given", first.stdout, first.stderr)
ok("an error\n" in first.stdout, "its errors are with its output", first.stdout)
narrated = trapline("trace", *TWO, "5", LETTERS_IMAGE, "7", given="some input that nobody reads\n")
ok((narrated.returncode, narrated.stdout) == (first.returncode, first.stdout), "told, and with another input, it is the same run", first.stdout, narrated.stdout)
ok("on CPU 1" in narrated.stderr, "on two CPUs", narrated.stderr)
kept = trapline("run", *TWO, "5", "--record", SCRATCH / "run.rec", LETTERS_IMAGE, "7")
ok((kept.returncode, kept.stdout) == (first.returncode, first.stdout), "and recorded", first.stdout, kept.stdout)
made = []
for name in ("one.html", "two.html"):
    trapline("page", *TWO, "5", "-o", SCRATCH / name, LETTERS_IMAGE, "7")
    made.append((SCRATCH / name).read_bytes())
ok(made[0] == made[1] and len(made[0]) > 1000, "two pages of it are the same file")
trapline("timeline", *TWO, "5", "-o", SCRATCH / "run.json", LETTERS_IMAGE, "7")
rows = {event["args"].get("name") for event in json.loads((SCRATCH / "run.json").read_text())["traceEvents"] if event["ph"] == "M"}
ok({"CPU 0", "CPU 1"} <= rows, "a timeline has a row for each CPU", rows)
said = first.stdout.partition(" on ")[0]  # how many seeds hold no thread in its loop depends on the image
differing = next((run for run in (trapline("run", *TWO, str(seed), LETTERS_IMAGE) for seed in range(1, 61)) if run.returncode or run.stdout.partition(" on ")[0] != said), None)
ok(differing and differing.returncode == 0 and " on " in differing.stdout, "another seed is another order", said, differing)

# ---------------------------------------------------------------- pauses

with Recording(recorded(LOST_IMAGE, *TWO, "1"), EVENTS).image() as image:
    code = meetings(image)
    symbols = Symbols(image)
    stores = [address for address in code if symbols.name(address).startswith("work+")][1:2]  # behind the load
    ok(stores, "the program's own instructions are found", *map(hex, code))
ok(len({rate(seed) for seed in range(1, 30)}) == 29 and all(4_000_000 <= rate(seed) < 64_000_000 for seed in range(1, 300)), "seeds differ in how fast the machine is")
ok({len([word for word in pauses(seed, 4, [1, 2]) if word.startswith("step")]) for seed in range(1, 30)} == {3, 6, 9}, "at a pause all CPUs but one go on")

# ---------------------------------------------------------------- threads that are held

place = f"{stores[0]:x}" if stores else "1"
lost = trapline("run", *TWO, f"@h{place}", LOST_IMAGE)
ok(lost.returncode == 1 and not lost.stdout, "a thread that is held between a load and a store loses the other's update", lost.stdout, lost.stderr)
ok(trapline("run", *TWO, "@", LOST_IMAGE).returncode == 0, "and does not in the plain run")
told = trapline("trace", *TWO, f"@h{place}", LOST_IMAGE).stderr
held = re.search(r"the schedule holds thread (\d+) \(work\) at work", told)
other = {"12": "16", "16": "12"}.get(held[1] if held else "", "none")
ok(held and f"thread {other} (work) ends" in told[held.start():told.index("the schedule lets thread")], "trace tells where, and the other one ends meanwhile", told)
runs = {word: trapline(word, *TWO, f"@h{place}", "-o", SCRATCH / name, LOST_IMAGE) for word, name in (("page", "held.html"), ("timeline", "held.json"))}
one = (SCRATCH / "held.html").read_bytes()
trapline("page", *TWO, f"@h{place}", "-o", SCRATCH / "held.html", LOST_IMAGE)
ok(one == (SCRATCH / "held.html").read_bytes() and b"the schedule holds" in one, "its pages are the same")
ok(trapline("run", "--ring", "3", *TWO, f"@h{place}", LOST_IMAGE).returncode == 1, "in ring 3, too")
ok(trapline("run", "--smp", "4", "--schedule", f"@h{place}", LOST_IMAGE).returncode == 1, "on four CPUs, too")
ok(trapline("run", *TWO, f"@h{place}.2", LOST_IMAGE).returncode == 0, "where the second that comes is held, none is left to come between")
done = trapline("run", *TWO, f"@h{place}>{place}.9,h1", LOST_IMAGE)
ok(f"schedule: h{place} was not reached\ntrapline: schedule: h1 was not reached\n" in done.stdout, "places that are not reached are told", done.stdout)
with Recording(recorded(ENDED_IMAGE), EVENTS).image() as image:
    begin = next((f"{address:x}" for address, name in Symbols(image) if name == "work"), "1")
for ring in ("0", "3"):
    told = trapline("trace", "--ring", ring, *TWO, f"@h{begin}>{begin}.3", ENDED_IMAGE).stderr
    held = re.search(r"the schedule holds thread (\d+) \(work\)", told)
    ok(held and f"thread {held[1]} (work) ends, status 00000005" in told and "lets thread" not in told, f"ring {ring}: a thread that is ended while it stands is held no longer", told)
ok(f"#define HOLDS_MOST         {MOST_PLACES}\n" in Path("kernel/call/numbers.h").read_text(), "the runtime takes as many places")

# ---------------------------------------------------------------- a search

done = trapline("explore", "--smp", "2", "--seconds", "300", LOST)
found = re.match(r"found after (\d+) schedules? on 2 CPUs, in [\d.]+ seconds: it ends with status 1\n", done.stdout)
ok(done.returncode == 1 and found and int(found[1]) < 10, "a search finds a thread to hold", done.stdout, done.stderr)
ok(re.search(r"\n  thread \d+ \(work\) is held at .*lost\.c:9, before the store to count\n(.*\n)*  thread \d+ \(work\) goes on\n", done.stdout), "and says so in words", done.stdout)
command = re.search(r"^  \./trapline trace (.*)$", done.stdout, re.M)
words = shlex.split(command[1]) if command else ["none"]
ok(trapline("run", *words).returncode == 1, "its command repeats the run", done.stdout)
ok(re.fullmatch(r"[0-9a-f]{6}@h[0-9a-f]+", words[-1]), "by a schedule for this image alone", words)
words[words.index("--smp") + 1] = "3"
done = trapline("run", *words)
ok(done.returncode == 2 and "is for another program, other arguments or other options" in done.stderr, "and this number of CPUs", done.stderr)
done = trapline("explore", "--smp", "2", "examples/races/aba.c", "--seconds", "300")
ok(re.search(r"is held at .*\n  main is held at .*\n", done.stdout) and re.search("@h[0-9a-f]+>[0-9a-f]+", done.stdout), "one stands until another is where it matters", done.stdout, done.stderr)
done = trapline("explore", "--smp", "2", "-DREPAIRED", "examples/races/abba.c", "--schedules", "8", "--seconds", "300")
ok(done.returncode == 0 and re.match(r"no failure: 8 of \d+ of one place, on 2 CPUs", done.stdout), "a right program has none, and it says what was tried", done.stdout, done.stderr)
done = trapline("explore", "--smp", "2", "--schedules", "2", "--seconds", "300", ALONE)
ok(done.returncode == 0 and done.stdout.startswith("no failure: 2 by seeds, on 2 CPUs"), "where no thread meets another, seeds are tried", done.stdout, done.stderr)
done = trapline("explore", "--smp", "2", LETTERS, "3")
ok(done.returncode == 1 and "fails on 2 CPUs without a schedule: it ends with status 3" in done.stdout, "a program that fails by itself is told", done.stdout, done.stderr)
done = trapline("explore", "--smp", "2", "--sleep", "any", LOST)
ok(done.returncode == 2 and "--sleep is for one CPU" in done.stderr and not done.stdout, "--sleep does not go with several CPUs", done.stderr)

# ---------------------------------------------------------------- the runtime's delays

for options, differs, what in (((), False, "the ordinary build takes no notice of a seed"), (("--checked",), True, "the checking build delays its CPUs by the seed")):
    with Recording(recorded(LETTERS, *options), EVENTS).image() as image:
        once, again, reseeded = (records(image, 5, word) for word in (3, 3, 7))
    ok(once == again and len(once) > 20, f"{'checking' if differs else 'ordinary'} build: the same events at the same times", len(once), len(again))
    ok((once != reseeded) == differs, what, len(once), len(reseeded))

# ---------------------------------------------------------------- refusals

for options, why in (
    (("--smp", "2", "--schedule", "@5"), "on several CPUs a schedule is a number or holds threads"), (("--smp", "2", "--schedule", "7r"), "on several CPUs a schedule is a number or holds threads"),
    (("--smp", "2", "--schedule", "7", "--emulator", "qemu"), "this schedule of several CPUs is for Bochs"), (("--smp", "2", "--schedule", "@h1", "--emulator", "bochs"), "this schedule of several CPUs is for QEMU"),
    (("--smp", "2", "--schedule", "7", "--gdb"), "a schedule of several CPUs takes no debugger; leave --gdb or --smp away"), (("--schedule", "@h1"), "holds threads of several CPUs, and needs --smp"),
    (("--schedule", "7", "--emulator", "bochs"), "a schedule of one CPU is for QEMU"), (("--smp", "2", "--schedule", "@h"), "holds no thread"), (("--smp", "2", "--schedule", "@h1,2"), "holds no thread"),
    (("--smp", "2", "--schedule", "@h0"), "must be from 1"), (("--smp", "2", "--schedule", "@h1.0"), "must be from 1"), (("--smp", "2", "--schedule", "@h100000000"), "must be from 1"),
    (("--smp", "2", "--schedule", "@h1>2>3>4>5"), "4 addresses"), (("--smp", "2", "--schedule", "000000:7"), "is for another program"),
):
    done = trapline("run", *options, LOST_IMAGE)
    lines = done.stderr.splitlines()
    ok(done.returncode == 2 and len(lines) == 1 and why in lines[0] and not done.stdout, f"{' '.join(options)}: refused in a line", done.stderr)
image_of = re.search(r"begin with ([0-9a-f]{6}):$", done.stderr)
ok(image_of and trapline("run", *TWO, f"{image_of[1]}:7", LOST_IMAGE).returncode in (0, 1), "a seed with its own image is taken", done.stderr)
done = trapline("debug", "--smp", "2", "--schedule", "7", LOST_IMAGE)
ok(done.returncode == 2 and "a schedule of several CPUs takes no debugger" in done.stderr, "debug refuses it, too", done.stderr)
ok(on_cpus(Machine(cpus=2), schedule("9")).date == DATE, "the date is given where nobody gives one")

finish()
