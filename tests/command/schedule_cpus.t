#!/usr/bin/env python3
"""A seed repeats a run on several CPUs: the same console, status and events, whatever shows them. Another seed is another run, a program
that loses an update by a pause of one CPU does so under a seed that has it, and the checking build delays its CPUs by the seed."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402

from build.elf import Symbols  # noqa: E402
from record.events import Events, Record  # noqa: E402
from record.recording import Recording  # noqa: E402
from run.emulator import start  # noqa: E402
from run.machine import Boot, Machine  # noqa: E402
from run.schedule import DATE, on_cpus, schedule  # noqa: E402
from run.seeds import meetings, pauses, rate  # noqa: E402
from run.session import Conversation, Source  # noqa: E402

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
LOST.write_text(r"""
#include <windows.h>

static volatile int count;

static DWORD WINAPI work(void *unused)
{
    (void)unused;
    count = count + 1;
    return 0;
}

int main(void)
{
    HANDLE other = CreateThread(NULL, 0, work, NULL, 0, NULL);
    work(NULL);
    WaitForSingleObject(other, INFINITE);
    return count != 2;
}
""")
EVENTS = Events.declared()
TWO = ("--smp", "2", "--schedule")


def recorded(source: Path, *options: str) -> Path:
    path = SCRATCH / "run.rec"
    trapline("run", *options, "--record", path, source)
    return path


def records(image: Path, seed: int, word: int) -> list[Record]:
    """All events of a run that Bochs pauses by one seed, and whose runtime is told another."""
    found: list[Record] = []
    machine = on_cpus(Machine(cpus=2), schedule(str(seed)))
    boot = Boot(image, ["letters", "trapline:trace", f"trapline:schedule={word}"])
    with start(machine, boot) as session:
        Conversation(session, EVENTS, Source(), 60.0, lambda data: None, found.append).run()
    return found


# ---------------------------------------------------------------- a run repeats itself

first = trapline("run", *TWO, "5", LETTERS, "7")
ok(first.returncode == 7 and first.stdout.count("a") + first.stdout.count("b") > 100 and " 946684" in first.stdout, "a seed's program comes to its end, with a date that is given", first.stdout, first.stderr)
ok("an error\n" in first.stdout, "its errors are with its output", first.stdout)
told = trapline("trace", *TWO, "5", LETTERS, "7", given="some input that nobody reads\n")
ok((told.returncode, told.stdout) == (first.returncode, first.stdout), "told, and with another input, it is the same run", first.stdout, told.stdout)
ok("on CPU 1" in told.stderr, "on two CPUs", told.stderr)
kept = trapline("run", *TWO, "5", "--record", SCRATCH / "run.rec", LETTERS, "7")
ok((kept.returncode, kept.stdout) == (first.returncode, first.stdout), "and recorded", first.stdout, kept.stdout)
made = []
for name in ("one.html", "two.html"):
    trapline("page", *TWO, "5", "-o", SCRATCH / name, LETTERS, "7")
    made.append((SCRATCH / name).read_bytes())
ok(made[0] == made[1] and len(made[0]) > 1000, "two pages of it are the same file")
trapline("timeline", *TWO, "5", "-o", SCRATCH / "run.json", LETTERS, "7")
rows = {event["args"].get("name") for event in json.loads((SCRATCH / "run.json").read_text())["traceEvents"] if event["ph"] == "M"}
ok({"CPU 0", "CPU 1"} <= rows, "a timeline has a row for each CPU", rows)
others = {trapline("run", *TWO, seed, LETTERS).stdout.partition(" on ")[0] for seed in ("1", "2", "3", "4")}
ok(len(others) > 1, "other seeds are other orders", *others)

# ---------------------------------------------------------------- pauses

with Recording(recorded(LOST, *TWO, "1"), EVENTS).image() as image:
    code = meetings(image)
    symbols = Symbols(image)
    stores = [address for address in code if symbols.name(address).startswith("work+")][1:2]  # behind the load
    ok(stores, "the program's own instructions are found", *map(hex, code))
    wanted = [f"lbreak {address:#x}" for address in stores]
    seeds = [seed for seed in range(1, 4000) if (words := list(pauses(seed, 2, code)))[:1] == wanted and words[1:3] == ["continue", "delete 1"] and words[3].startswith("step 1 ")]
# Whether the other CPU comes there meanwhile is each image's own: of so many seeds one has it.
losing = next((seed for seed in seeds[:40] if trapline("run", *TWO, str(seed), LOST).returncode == 1), None)
ok(losing, "a CPU that stands between a load and a store loses the other's update", seeds[:40])
ok(len({rate(seed) for seed in range(1, 30)}) == 29 and all(4_000_000 <= rate(seed) < 64_000_000 for seed in range(1, 300)), "seeds differ in how fast the machine is")
ok({len([word for word in pauses(seed, 4, [1, 2]) if word.startswith("step")]) for seed in range(1, 30)} == {3, 6, 9}, "at a pause all CPUs but one go on")

# ---------------------------------------------------------------- a search

seed = losing or 2
done = trapline("explore", "--smp", "2", "--seed", seed - 1, "--schedules", "5", "--seconds", "300", LOST)
ok(done.returncode == 1 and re.match(r"found after [12] seeds? on 2 CPUs, in [\d.]+ seconds: it ends with status 1\n", done.stdout), "a search finds a seed that fails", done.stdout, done.stderr)
command = re.search(r"^  \./trapline trace (.*)$", done.stdout, re.M)
ok(command and trapline("run", *shlex.split(command[1])).returncode == 1, "and its command repeats the run", done.stdout)
done = trapline("explore", "--smp", "2", "--schedules", "2", "--seconds", "300", LETTERS)
ok(done.returncode == 0 and done.stdout.startswith("no failure: 2 seeds on 2 CPUs"), "one without a failure says what was tried", done.stdout, done.stderr)
done = trapline("explore", "--smp", "2", LETTERS, "3")
ok(done.returncode == 1 and "fails on 2 CPUs without a seed: it ends with status 3" in done.stdout, "a program that fails by itself is told", done.stdout, done.stderr)
for option, value in (("--sleep", "any"), ("--preemptions", "1")):
    done = trapline("explore", "--smp", "2", option, value, LOST)
    ok(done.returncode == 2 and f"{option} is for one CPU" in done.stderr and not done.stdout, f"{option} does not go with several CPUs", done.stderr)

# ---------------------------------------------------------------- the runtime's delays

for options, differs, what in (((), False, "the ordinary build takes no notice of a seed"), (("--checked",), True, "the checking build delays its CPUs by the seed")):
    with Recording(recorded(LETTERS, *options), EVENTS).image() as image:
        one, again, other = (records(image, 5, word) for word in (3, 3, 7))
    ok(one == again and len(one) > 20, f"{'checking' if differs else 'ordinary'} build: the same events at the same times", len(one), len(again))
    ok((one != other) == differs, what, len(one), len(other))

# ---------------------------------------------------------------- refusals

for options, why in (
    (("--smp", "2", "--schedule", "@"), "on several CPUs a schedule is a number"), (("--smp", "2", "--schedule", "7r"), "on several CPUs a schedule is a number"),
    (("--smp", "2", "--schedule", "7", "--emulator", "qemu"), "a schedule of several CPUs is for Bochs"), (("--smp", "2", "--schedule", "7", "--gdb"), "--gdb needs QEMU; leave --smp away"),
    (("--schedule", "7", "--emulator", "bochs"), "a schedule of one CPU is for QEMU"),
):
    done = trapline("run", *options, LOST)
    lines = done.stderr.splitlines()
    ok(done.returncode == 2 and len(lines) == 1 and why in lines[0] and not done.stdout, f"{' '.join(options)}: refused in a line", done.stderr)
done = trapline("debug", "--smp", "2", "--schedule", "7", LOST)
ok(done.returncode == 2 and "gdb needs QEMU, and a schedule of several CPUs Bochs" in done.stderr, "debug refuses it, too", done.stderr)
ok(on_cpus(Machine(cpus=2), schedule("9")).date == DATE, "the date is given where nobody gives one")

finish()
