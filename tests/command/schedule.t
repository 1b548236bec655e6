#!/usr/bin/env python3
"""A schedule repeats a run: the same console, status and events, whatever else the run is asked for; and a bad one is refused in a line."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, compiled, ok, scratch_folder, trapline  # noqa: E402
from debug_sessions import debug  # noqa: E402
from lost_update import LOST_UPDATE  # noqa: E402

from run.schedule import MOST_POINTS, schedule  # noqa: E402

SCRATCH = scratch_folder()


def made(name: str, text: str) -> Path:
    source = SCRATCH / f"{name}.c"
    source.write_text(text)
    return compiled(source)


THREADS = made("letters", r"""
#include <stdio.h>
#include <time.h>
#include <windows.h>

static char said[400];
static volatile LONG length, done;
static CRITICAL_SECTION lock;

static void say(char letter)
{
    said[length] = letter;
    length = length + 1;
}

static DWORD WINAPI work(void *mine)
{
    char letter = *(char *)mine;
    for (int i = 0; i < 10; i++) {
        say(letter);
        if (i % 5 == 4)
            Sleep(letter - 'a');
        EnterCriticalSection(&lock);
        say((char)(letter - 'a' + 'A'));
        LeaveCriticalSection(&lock);
    }
    InterlockedIncrement(&done);
    return 0;
}

int main(void)
{
    HANDLE all[3];
    LARGE_INTEGER now;
    InitializeCriticalSection(&lock);
    for (int i = 0; i < 3; i++)
        all[i] = CreateThread(NULL, 0, work, &"abc"[i], 0, NULL);
    while (done < 3) /* ends by slices alone */
        continue;
    WaitForMultipleObjects(3, all, TRUE, INFINITE);
    QueryPerformanceCounter(&now);
    printf("%s %lu %lld %lld\n", said, GetTickCount(), (long long)time(NULL), now.QuadPart);
    return length != 60;
}
""")
USER_LEVEL = made("turns", r"""
#include <stdio.h>
#include <uthread.h>

static char said[100];
static int length;

static void write_letters(char letter)
{
    for (int i = 0; i < 15; i++)
        said[length++] = letter;
}

static void a(void)
{
    write_letters('a');
}

static void b(void)
{
    write_letters('b');
}

int main(void)
{
    utSch scheduler = utSchedulerCreate();
    utSchSetSlice(scheduler, 50);
    utSchAddUthd(scheduler, uThreadCreate(a));
    utSchAddUthd(scheduler, uThreadCreate(b));
    utSchStart(scheduler);
    puts(said);
    return 0;
}
""")
LOST = made("lost", LOST_UPDATE)
SLEEPS = made("sleeps", r"""
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static volatile int count;

static DWORD WINAPI naps(void *unused)
{
    (void)unused;
    Sleep(20);
    count++;
    return 0;
}

static DWORD WINAPI work(void *unused)
{
    (void)unused;
    for (int i = 0; i < 100; i++)
        count = count;
    return 0;
}

int main(int argc, char **argv)
{
    (void)argc;
    HANDLE threads[2] = {CreateThread(NULL, 0, naps, NULL, 0, NULL), CreateThread(NULL, 0, work, NULL, 0, NULL)};
    DWORD begin = GetTickCount(), result = WaitForMultipleObjects(2, threads, TRUE, (DWORD)atoi(argv[1]));
    printf("%lx, %s, %d\n", result, GetTickCount() - begin >= (DWORD)atoi(argv[1]) ? "its time" : "less", count);
    return 0;
}
""")


def said(command: str, source: Path, text: str, *options: str) -> tuple[int, str]:
    done = trapline(command, source, "--schedule", text, *options)
    return done.returncode, done.stdout


EVENTS = made("events", r"""
#include <stdio.h>
#include <windows.h>

static void tell(void)
{
    unsigned long long before = 0;
    for (int i = 0; i < 2; i++) { /* the first time all of the stack is new */
        before = __builtin_ia32_rdtsc();
        __try {
            RaiseException(1, 0, 0, NULL);
        } __except (EXCEPTION_EXECUTE_HANDLER) {
        }
    }
    printf("%llu\n", __builtin_ia32_rdtsc() - before);
}

static VOID NTAPI schedules(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter) { tell(); }

int main(void)
{
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, NULL, schedules, NULL};
    CreateUmsCompletionList(&info.CompletionList);
    tell();
    EnterUmsSchedulingMode(&info);
    return 0;
}
""")

SPINS = made("spins", r"""
#include <stdio.h>
#include <windows.h>

static volatile BOOL done;

static DWORD CALLBACK sleeps(PVOID argument)
{
    Sleep(500);
    done = TRUE;
    return 0;
}

static void tell(const char *what, unsigned long long before)
{
    printf("%s: %llu\n", what, (__builtin_ia32_rdtsc() - before) / 1000000);
}

int main(void)
{
    unsigned long long before = __builtin_ia32_rdtsc();
    ULONGLONG until = GetTickCount64() + 500;
    while (GetTickCount64() < until)
        continue;
    tell("the clock", before);
    before = __builtin_ia32_rdtsc();
    HANDLE thread = CreateThread(NULL, 0, sleeps, NULL, 0, NULL);
    while (!done)
        continue;
    tell("a variable", before);
    CloseHandle(thread);
    done = FALSE;
    before = __builtin_ia32_rdtsc();
    thread = CreateThread(NULL, 0, sleeps, NULL, 0, NULL);
    while (!done)
        SwitchToThread();
    tell("a variable, and yields", before);
    CloseHandle(thread);
    return 0;
}
""")


# ---------------------------------------------------------------- a run repeats itself

seen = set()
for seed in ("@", "1", "5"):
    first = said("run", THREADS, seed)
    seen.add(first)
    others = {what: said(command, THREADS, seed, *options) for what, command, options in (
        ("again", "run", ()), ("told", "trace", ()), ("recorded", "run", ("--record", str(SCRATCH / "run.rec"))),
        ("ring 3", "run", ("--ring", "3")), ("another machine", "run", ("--cpu", "max", "--memory", "300M")))}
    ok(len(first[1]) > 40, f"{seed}: the program comes to its end", first)
    for what, result in others.items():
        ok(result == first, f"{seed}, {what}: the same status and output", first, result)
ok(len(seen) == 3, "other seeds are other schedules", *seen)

drawn = []
for place in ("one.json", "two.json"):
    done = trapline("timeline", THREADS, "--schedule", "5", "-o", SCRATCH / place)
    ok(done.returncode == 0, f"timeline takes a schedule, {place}", done.stderr)
    events = json.loads((SCRATCH / place).read_text())
    drawn.append([(event.get("name"), event.get("tid"), event.get("ph")) for event in (events["traceEvents"] if isinstance(events, dict) else events)])
ok(drawn[0] == drawn[1] and len(drawn[0]) > 60, "two timelines of a schedule have the same events")
pages = []
for place in ("one.html", "two.html"):
    trapline("page", THREADS, "--schedule", "5", "-o", SCRATCH / place)
    pages.append((SCRATCH / place).read_bytes())
ok(pages[0] == pages[1] and len(pages[0]) > 1000, "two pages of a schedule are the same file")

for seed in ("@", "7", "7r"):
    millions = dict(line.split(": ") for line in said("run", SPINS, seed)[1].splitlines())
    ok(len(millions) == 3, f"{seed}: threads that look again and again come to their end", millions)
    for what, spent in millions.items():
        ok(int(spent) < 500, f"{seed}: half a second passes in fewer than 500 million instructions while a thread looks at {what}", spent)

turns = {said("run", USER_LEVEL, text) for text in ("@", "2", "4", "8")}
ok(all(status == 0 and sorted(text.strip()) == sorted("a" * 15 + "b" * 15) for status, text in turns), "user-level threads come to their ends", *turns)
ok(len(turns) > 1, "a schedule ends slices of user-level threads", *turns)

# ---------------------------------------------------------------- inside of the runtime

places = {text: re.findall(r"the schedule preempts .*? at (\w+)", trapline("trace", THREADS, "--schedule", text, "--only", "threads").stderr) for text in ("4", "4r")}
own = {"main", "work", "say", "_InterlockedIncrement"}
ok(places["4"] and set(places["4"]) <= own, "a seed preempts in the program's own code", *sorted(set(places["4"]) - own))
ok({"EnterCriticalSection", "LeaveCriticalSection"} & set(places["4r"]) and own & set(places["4r"]), "with r in the runtime's, too", *sorted(set(places["4r"])))
again = [said("run", THREADS, "4r") for _ in range(2)]
ok(again[0] == again[1] and again[0][1], "and such a run repeats itself", *again)
alike = [said(command, USER_LEVEL, "5r", *options) for command, options in (("run", ()), ("trace", ()), ("run", ("--record", str(SCRATCH / "run.rec"))), ("trace", ("--memory", "300M")))]
ok(len(set(alike)) == 1 and alike[0][1], "told and recorded, too, where the program itself tells events", *alike)
instructions = [int(line) for line in said("run", EVENTS, "7r")[1].splitlines()]
ok(len(instructions) == 2 and max(instructions) < 2_000_000, "what is recorded is not stepped through, in a scheduler of workers neither: an exception takes fewer than two million instructions", instructions)
interrupts = [re.findall(r"interrupt \w+", trapline("trace", THREADS, "--schedule", "5", "--only", "interrupts", *options).stderr) for options in ((), ("--memory", "300M"))]
ok(interrupts == [[], []], "the clock's interrupts, which another machine has elsewhere, are no events", *interrupts)

# ---------------------------------------------------------------- points

found = [number for number in (30, *range(38, 46)) if said("run", LOST, f"@{number}")[0] == 1]
ok(found, "a preemption between the load and the store loses an update")
ok(len(found) < 9, "and one elsewhere does not")
point = found[0] if found else 40
told = trapline("trace", LOST, "--schedule", f"@{point}", "--only", "threads").stderr
ok(re.search(rf"the schedule preempts thread 12 \(work\) at work.*lost\.c:9\), before instruction {point}; thread 16 \(work\) goes on", told), "trace tells where", told)
ok(said("run", LOST, f"@{point}>8")[0] == 1, "where the thread that is named is not ready, the next one goes on")
ok("thread 16 (work) ends" in told.split("thread 12 (work) ends")[0], "the other one runs to its end then", told)
told = trapline("trace", LOST, "--schedule", "@w1>16", "--only", "threads").stderr
ok(re.search("switches from thread 8 to thread 16", told), "a choice has the thread go on that it names", told)
AT = 200  # in the loop of work
slept = {(text, time): trapline("run", SLEEPS, "--schedule", text, time).stdout for text, time in
        (("@", "1000"), (f"@{AT}z8", "1000"), (f"@{AT}z8", "10"), (f"@{AT}z8", "700000"), (f"@{AT}z77", "1000"))}
ok(slept["@", "1000"] == "0, less, 1\n", "a wait whose time-out does not come", slept)
ok(slept[f"@{AT}z8", "1000"] == "102, its time, 0\n", "a schedule has time pass until a thread's time-out, and it goes on before the others", slept)
naps = [trapline("run", SLEEPS, "--schedule", f"@{AT + at}z12", "1000").stdout for at in range(4)]
ok("0, less, 0\n" in naps, "it goes on right there: between a load and a store of another", naps)
ok(slept[f"@{AT}z8", "10"] == "102, its time, 0\n", "a short one", slept)
ok(f"@{AT} was not reached" in slept[f"@{AT}z8", "700000"], "a time-out of more than ten minutes never comes", slept)
ok(f"@{AT} was not reached" in slept[f"@{AT}z77", "1000"], "nor does that of a thread that is not there", slept)
told = trapline("trace", SLEEPS, "--schedule", f"@{AT}z8", "--only", "threads", "1000").stderr
ok("time passes until the wait of thread 8 is over" in told, "trace tells that time passes", told)
done = trapline("run", LOST, "--schedule", "@9999,w77>8")
ok("trapline: schedule: @9999 was not reached\ntrapline: schedule: w77 was not reached\n" in done.stdout, "points that are not reached are told", done.stdout)

pictures = []
for name in ("one.svg", "two.svg"):
    done = trapline("draw", LOST, "1..9", "--schedule", f"@{point}", "-o", SCRATCH / name)
    pictures.append((SCRATCH / name).read_text() if done.returncode == 0 else done.stderr)
ok(pictures[0] == pictures[1] and "thread 12 (work): the schedule preempts thread 12 (work) at work" in pictures[0], "draw has the preemption in its picture, the same each time", pictures[0])

# ---------------------------------------------------------------- steps of a debugger

for ring in ("", " --ring 3"):
    session = debug(f"{LOST} --schedule @{point}{ring}", "stepi", "x/i $eip", "break work", "c", "delete", "print $fs_base", "next", "next", "print $fs_base", "print count", "c")
    _, stepped, shown, _, reached, _, before, _, _, behind, count, _ = session.parts()
    ok("main ()" in stepped or "main+" in shown, f"a step of gdb's ends in the program{ring}", stepped, shown)
    ok("work (" in reached and before.partition("=")[2] == behind.partition("=")[2] != "", f"steps over the preemption end in the same thread{ring}", *session.parts())
    ok(count.endswith("= 1\n") and session.status == 1, f"the other one has come through the same lines meanwhile{ring}", *session.parts())
session = debug(f"{LOST} --schedule @{found[-1] if found else point}", "break work", "c", "next", "next", "c")  # right behind a breakpoint gdb has none
ok("Breakpoint 2, work" in session.parts()[3] and session.status == 1, "a breakpoint that the other thread comes to ends a step", *session.parts())

for ring in ("", " --ring 3"):
    session = debug(f"{LOST} --schedule @{point}{ring}", "record", "break work", "c", "print $pc", "print $fs_base", "stepi", "print $pc", "stepi", "stepi", "print count",
                    "t-", "t-", "print $pc", "t-", "print $pc", "print $fs_base", "delete", "watch count", "c", "print $pc", "g-", "print $pc", "print count", "q")
    stops = [match[1] for part in session.parts() if (match := re.search(r"\$\d+ = (?:.* )?(0x[0-9a-f]+) <work\+", part))]
    bases = [match[1] for part in session.parts() if (match := re.match(r"\$\d+ = ([0-9]{6,})\n", part))]
    ok(len(stops) == 6 and stops[:2] == stops[3:1:-1], f"steps back over the preemption lead to the instructions of the steps forth{ring}", stops, *session)
    ok(len(bases) == 2 and bases[0] == bases[1], f"in the same thread{ring}", bases, *session)
    ok(int(stops[4], 16) > int(stops[5], 16) > int(stops[1], 16) and "New value = 1" in session.shown and "New value = 0" in session.shown,
       f"a watchpoint stops right behind the store, and on the way back before it{ring}", stops, *session)

# ---------------------------------------------------------------- refusals

for bad, why in (
    ("", "it must be a number"), ("x", "it must be a number"), ("r", "it must be a number"), ("7rr", "it must be a number"), ("0r", "must be from 1"), ("0", "must be from 1"), ("4294967296", "must be from 1"), ("-1", "it must be a number"),
    ("@0", "must be from 1"), ("@5,5", "its points must rise"), ("@9,5", "its points must rise"), ("@5,", "is no point"), ("@w5", "is no point"),
    ("@5>", "is no point"), ("@5>0", "must be from 1"), ("@5z", "is no point"), ("@5z0", "must be from 1"), ("@w5z8", "is no point"),
    ("12345@", "it must be a number"), ("12345:7", "it must be a number"), ("123456:", "it must be a number"), ("@" + ",".join(map(str, range(1, 66))), "64 points"),
):
    try:
        problem = str(schedule(bad))
    except ValueError as error:
        problem = str(error)
    ok(why in problem, f"--schedule {bad[:20]}: it is told what is wrong", problem)
header = Path("kernel/threads/given_points.h").read_text()
ok(f"#define GIVEN_POINTS_MOST {MOST_POINTS}\n" in header, "the runtime takes as many points")
done = trapline("run", LOST, "--schedule", "@5,5")
lines = done.stderr.splitlines()
ok(done.returncode == 2 and len(lines) == 1 and not done.stdout, "a bad schedule is refused in a line", done.stderr)

done = trapline("run", LOST, "--schedule", "000000@5")
lines = done.stderr.splitlines()
image = re.search(r"begin with ([0-9a-f]{6})@$", lines[0]) if len(lines) == 1 else None
ok(done.returncode == 2 and image, "a schedule of another image is refused in a line", done.stderr)
named = f"{image[1]}@{point}" if image else "@"
ok(said("run", LOST, named)[0] == 1, "the one that it names is taken", named)
ok(said("trace", LOST, named)[0] == 1, "with tracing, too")
ok(said("run", LOST, named, "--ring", "3")[0] == 2, "and not for other options")
ok(said("run", LOST, f"{image[1]}:7")[0] in (0, 1) if image else False, "so is a seed")
done = trapline("run", LOST, "--schedule", "000000:7r")
ok(done.returncode == 2 and image and done.stderr.endswith(f"those of this run begin with {image[1]}:\n"), "and a seed of another image is refused", done.stderr)

finish()
