#!/usr/bin/env python3
"""`./trapline explore`: it finds the schedule that makes a program fail, tells it, and finds nothing in a program that is right."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Sequence

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402

scratch = scratch_folder()
RACES = Path("examples/races")


def source(name: str, text: str) -> Path:
    path = scratch / f"{name}.c"
    path.write_text(text)
    return path


def schedule_of(done: subprocess.CompletedProcess) -> str:
    found = re.search(r"trace .*--schedule '?([0-9a-f]{6}@[^' \n]*)", done.stdout)
    return found[1] if found else "none"


def after(done: subprocess.CompletedProcess) -> int:
    """How many schedules it has taken."""
    found = re.match(r"found after (\d+) schedule", done.stdout)
    return int(found[1]) if found else 0


# Seven faults: the report of each, of its schedule and of its end.
FAULTS = {
    "abba": (["all threads wait for ever, status 125"], ["is preempted at examples/races/abba.c:", "before the call of EnterCriticalSection"], "deadlock: no thread can go on"),
    "once": (["it ends with status 1"], ["main is preempted at include/intrin.h:", "thread 12 (uses) runs to its end"], "2 were made"),
    "pulse": (["all threads wait for ever"], ["before the load of event", "(tells) runs to its end"], "deadlock: no thread can go on"),
    "aba": (["it ends with status 1"], ["(takes_two_returns_one) runs to its end", "main goes on"], "has 2 owners"),
    "count": (["it ends with status 1"], ["before the load of users", "(uses) runs to its end"], "closed 2 times"),
    "account": (["it ends with status 1"], ["is preempted at examples/races/account.c:", "(looks) runs to its end"], "80 in all"),
    "freed": (["no handler takes, status C0000005 (access violation)"], ["before the load of [", "(renews) runs to its end"], "unhandled exception C0000005"),
}
for name, (failure, story, end) in FAULTS.items():
    done = trapline("explore", RACES / f"{name}.c", "--seconds", 120)
    ok(done.returncode == 1 and 0 < after(done) <= 500, f"{name}: its fault is found", done.stdout, done.stderr)
    ok(all(words in done.stdout for words in (*failure, *story, end)), f"{name}: the report says how it fails, by which schedule, and what is printed", done.stdout)
    again = [trapline("run", RACES / f"{name}.c", "--schedule", schedule_of(done)) for _ in range(2)]
    ok(again[0].returncode != 0 and end in again[0].stdout + again[0].stderr, f"{name}: a run by that schedule fails so", schedule_of(done), again[0].stdout, again[0].stderr)
    ok(again[0].returncode == again[1].returncode and again[0].stdout == again[1].stdout, f"{name}: so does the next", again[1].stdout)

workers = source("workers", """
/* Two schedulers of User-Mode Scheduling. A worker of each adds to one sum, after another one has
 * left its scheduler by a wait. */
#include "ums_worker.h"

#include <stdio.h>
#include <windows.h>

static volatile LONG sum;
static __declspec(thread) PUMS_COMPLETION_LIST list;
static __declspec(thread) PUMS_CONTEXT ready;
static __declspec(thread) unsigned alive;

static DWORD WINAPI sleeps(void *nothing)
{
    (void)nothing;
    Sleep(1);
    return 0;
}

static DWORD WINAPI adds(void *value)
{
    sum += (LONG)(ULONG_PTR)value;
    return 0;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    (void)reason, (void)payload, (void)parameter;
    while (alive) {
        BOOLEAN ended = FALSE;
        if (!ready)
            DequeueUmsCompletionListItems(list, INFINITE, &ready);
        PUMS_CONTEXT worker = ready;
        ready = GetNextUmsListItem(worker);
        QueryUmsThreadInformation(worker, UmsThreadIsTerminated, &ended, sizeof ended, NULL);
        if (ended)
            alive -= DeleteUmsThreadContext(worker) != 0;
        else
            ExecuteUmsThread(worker);
    }
}

static DWORD WINAPI schedules(void *value)
{
    CreateUmsCompletionList(&list);
    make_worker(list, adds, value);
    make_worker(list, sleeps, NULL);
    alive = 2;
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    DeleteUmsCompletionList(list);
    return 0;
}

int main(void)
{
    HANDLE other = CreateThread(NULL, 0, schedules, (void *)1, 0, NULL);
    schedules((void *)2);
    WaitForSingleObject(other, INFINITE);
    printf("sum %ld\\n", sum);
    return sum != 3;
}
""")
done = trapline("explore", "-Iexamples", workers, "--seconds", 120)
ok(done.returncode == 1 and "before the store to sum" in done.stdout and "\n  sum 2\n" in done.stdout, "a fault of two workers of User-Mode Scheduling is found", done.stdout, done.stderr)
repeated = trapline("run", "-Iexamples", workers, "--schedule", schedule_of(done))
ok(repeated.returncode == 1 and repeated.stdout == "sum 2\n", "a run by that schedule has it, too", schedule_of(done), repeated.stdout, repeated.stderr)

sliced = source("sliced", """
/* One scheduler, whose workers have slices. */
#include "ums_worker.h"

#include <stdio.h>
#include <ums_ext.h>
#include <windows.h>

static volatile LONG sum;
static PUMS_COMPLETION_LIST list;
static PUMS_CONTEXT sliced[2];
static unsigned alive = 2, waiting; /* sliced ones, the last one is next */

static DWORD WINAPI adds(void *value)
{
    ADD(sum, (LONG)(ULONG_PTR)value);
    return 0;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static PUMS_CONTEXT ready;
    (void)parameter;
    UmsExtSetTimeSlice(SLICE);
    if (reason == (UMS_SCHEDULER_REASON)UmsExtSchedulerThreadPreempted)
        sliced[waiting++] = (PUMS_CONTEXT)payload;
    while (alive) {
        BOOLEAN ended = FALSE;
        PUMS_CONTEXT worker = ready;
        if (worker) {
            ready = GetNextUmsListItem(worker);
        } else {
            DequeueUmsCompletionListItems(list, waiting ? 0 : INFINITE, &ready);
            if (ready)
                continue;
            worker = sliced[--waiting];
        }
        QueryUmsThreadInformation(worker, UmsThreadIsTerminated, &ended, sizeof ended, NULL);
        if (ended)
            alive -= DeleteUmsThreadContext(worker) != 0;
        else
            ExecuteUmsThread(worker);
    }
}

int main(void)
{
    CreateUmsCompletionList(&list);
    make_named_worker(list, "one", adds, (void *)1);
    make_named_worker(list, "two", adds, (void *)2);
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    printf("sum %ld\\n", sum);
    return sum != 3;
}
""")
PLAIN_ADD, WHOLE_ADD = "-DADD(to,value)=(to)+=(value)", "-DADD(to,value)=__sync_fetch_and_add(&to,value)"
done = trapline("explore", "-Iexamples", "-DSLICE=1", PLAIN_ADD, sliced, "--seconds", 120)
story = ["the time slice of thread 16 (worker two) ends at ", "before the store to sum", "thread 12 (worker one) runs to its end", "thread 16 (worker two) goes on to its end", "  sum 2"]
ok(done.returncode == 1 and all(words in done.stdout for words in story), "a fault of two workers of one list, which have slices, is found", done.stdout, done.stderr)
repeated = trapline("run", "-Iexamples", "-DSLICE=1", PLAIN_ADD, sliced, "--schedule", schedule_of(done))
ok(repeated.returncode == 1 and repeated.stdout == "sum 2\n", "a run by that schedule has it, too", schedule_of(done), repeated.stdout, repeated.stderr)
done = trapline("explore", "-Iexamples", "-DSLICE=1", WHOLE_ADD, sliced, "--schedules", 20, "--seconds", 120)
ok(done.returncode == 0 and re.search(r"\d+ of several", done.stdout), "nothing where it is repaired", done.stdout, done.stderr)
done = trapline("explore", "-Iexamples", "-DSLICE=0", PLAIN_ADD, sliced, "--seconds", 120)
ok(done.returncode == 0 and "no other thread was ready" in done.stdout, "nor where nothing takes the CPU from a worker", done.stdout, done.stderr)

turns = source("turns", """
#include <stdio.h>
#include <uthread.h>

static volatile int sum;

static void one(void)
{
    ADD(sum, 1);
}

static void two(void)
{
    ADD(sum, 2);
}

int main(void)
{
    utSch sch = utSchedulerCreate();
    utSchSetSlice(sch, 1);
    utSchAddUthd(sch, uThreadCreate(one));
    utSchAddUthd(sch, uThreadCreate(two));
    utSchStart(sch);
    printf("sum %d\\n", sum);
    return sum != 3;
}
""")
done = trapline("explore", turns, PLAIN_ADD, "--seconds", 120)
story = ["the time slice of two ends at ", "before the store to sum", "one runs to its end", "two runs to its end", "main goes on, and the run ends", "  sum 2"]
ok(done.returncode == 1 and all(words in done.stdout for words in story), "a fault of two user-level threads is found", done.stdout, done.stderr)
repeated = trapline("run", turns, PLAIN_ADD, "--schedule", schedule_of(done))
ok(repeated.returncode == 1 and repeated.stdout == "sum 2\n", "a run by that schedule has it, too", schedule_of(done), repeated.stdout, repeated.stderr)
done = trapline("explore", turns, WHOLE_ADD, "--seconds", 120)
ok(done.returncode == 0 and re.match(r"no failure: all \d+ of one preemption", done.stdout), "nothing where it is repaired", done.stdout, done.stderr)

for name in ("once", "count"):
    done = trapline("explore", RACES / f"{name}.c", "-DREPAIRED", "--schedules", 16, "--seconds", 120)
    ok(done.returncode == 0 and re.match(r"no failure: all \d+ of one preemption", done.stdout), f"{name}: nothing is found where it is repaired", done.stdout, done.stderr)
fault = trapline("explore", RACES / "count.c", "--seed", 9)
done = trapline("run", RACES / "count.c", "-DREPAIRED", "--schedule", schedule_of(fault))
ok(done.returncode == 2 and "another program" in done.stderr, "a schedule of one program is refused for another", done.stderr)

# A sleep in the place of a wait.
done = trapline("explore", RACES / "early.c", "--seconds", 120, "--schedules", 20)
ok(done.returncode == 0, "early: in virtual time a sleep is long enough for all others", done.stdout, done.stderr)
done = trapline("explore", RACES / "early.c", "--sleep", "any", "--seconds", 120)
story = ["is preempted at examples/races/early.c:12, before the load of sum, until the wait of main is over", "main goes on, and the run ends"]
ok(done.returncode == 1 and 0 < after(done) <= 20 and all(words in done.stdout for words in story), "early: with --sleep any its fault is found, and told", done.stdout, done.stderr)
repeated = trapline("run", RACES / "early.c", "--schedule", schedule_of(done))
ok(repeated.returncode == 1 and "--sleep" not in done.stdout, "early: the schedule alone repeats it", repeated.stdout, repeated.stderr)
done = trapline("explore", RACES / "early.c", "--sleep=any", "-DREPAIRED", "--seconds", 120, "--schedules", 20)
ok(done.returncode == 0, "early: nothing is found where it is repaired", done.stdout, done.stderr)

# Other shapes.
THREADS = "#include <stdio.h>\n#include <windows.h>\nstatic volatile int a, b;\n"
order = source("order", THREADS + """
static DWORD WINAPI first(void *argument) { return a = 1, 0; }
static DWORD WINAPI second(void *argument) { return b = a, 0; }
int main(void)
{
    HANDLE threads[] = {CreateThread(NULL, 0, first, NULL, 0, NULL), CreateThread(NULL, 0, second, NULL, 0, NULL)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    return b != 1;
}
""")
done = trapline("explore", order)
ok(done.returncode == 1 and after(done) == 1 and "@w1>16" in done.stdout and "thread 16 (second) runs to its end" in done.stdout,
   "threads that go on in another order are the first that is tried", done.stdout, done.stderr)
two = source("two", THREADS + """
static DWORD WINAPI blinks(void *argument) { return a = 1, a = 0, 0; }
int main(int count, char **words)
{
    HANDLE thread = CreateThread(NULL, 0, blinks, NULL, 0, NULL);
    b = a;
    WaitForSingleObject(thread, INFINITE);
    printf("%d arguments\\n", count);
    return b;
}
""")
done = trapline("explore", two, "--seed", 1, "one", "two words")
ok(done.returncode == 1 and schedule_of(done).count(">") == 2 and done.stdout.count("is preempted at") == 2, "one that takes two preemptions is found", done.stdout, done.stderr)
ok("3 arguments" in done.stdout and "one 'two words'" in done.stdout, "arguments are the program's, in the commands that show it, too", done.stdout)
done = trapline("explore", two, "--preemptions", 1)
ok(done.returncode == 0 and "several" not in done.stdout, "and is not by one", done.stdout, done.stderr)
endless = source("endless", THREADS + """
static DWORD WINAPI sets(void *argument) { return a = 1, 0; }
int main(void)
{
    HANDLE thread = CreateThread(NULL, 0, sets, NULL, 0, NULL);
    while (a)
        b++;
    return (int)WaitForSingleObject(thread, INFINITE);
}
""")
done = trapline("explore", endless, "--timeout", 2)
ok(done.returncode == 1 and "does not end within" in done.stdout and "main goes on and on" in done.stdout, "a run that does not end is a failure", done.stdout, done.stderr)

# Programs that fail as they are, or have no threads.
for called, text, wrong in (("three", "int main(void) { return 3; }", "status 3"), ("never", "int main(void) { for (;;) {} }", "does not end within 2 s")):
    done = trapline("explore", source(called, text), "--timeout", 2)
    ok(done.returncode == 1 and "fails without any preemption" in done.stdout and wrong in done.stdout, f"a plain run that fails is told at once: {called}", done.stdout, done.stderr)
done = trapline("explore", source("alone", "int main(void) { return 0; }"))
ok(done.returncode == 0 and "no other thread was ready" in done.stdout, "a program of one thread has no other schedules", done.stdout, done.stderr)

REFUSED = {"": "explore what", "nothing.c": "there is no file", "demo --schedules 0": "--schedules cannot be", "--preemptions=0 demo": "--preemptions cannot be",
           "demo --seconds no": "--seconds cannot be", "demo --sleep none": "--sleep cannot be", "--seed -1 demo": "--seed cannot be"}
for bad, said in REFUSED.items():
    done = trapline("explore", *bad.split())
    ok(done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, f"refused: explore {bad}", done.stderr)


def interrupted(words: Sequence[object]) -> tuple[int, str, str]:
    """Ctrl-C behind the third schedule: exit status, output, and what the terminal shows."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(["./trapline", "explore", *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=follower,
                               text=True, env={**os.environ, "TERM": "xterm"}, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    os.close(follower)
    shown = b""
    while b"schedule 3 of 400" not in shown and (part := os.read(leader, 4096)):
        shown += part
    process.send_signal(signal.SIGINT)
    output = process.communicate()[0]
    os.close(leader)
    return process.returncode, output, shown.decode()


status, output, shown = interrupted([RACES / "aba.c", "-DREPAIRED", "--schedules", 400])
ok("schedule 3 of 400" in shown, "a terminal sees how far it is", shown)
ok(status == 130 and re.search(r"no failure before Ctrl-C: .*\d+ of \d+ of one preemption", output), "Ctrl-C ends it with what was covered", status, output)
done = trapline("explore", RACES / "once.c", "-DREPAIRED", "--schedules", 3)
ok(done.stderr == "" and "3 of 11 of one preemption" in done.stdout, "without a terminal there is no such line", done.stderr, done.stdout)
finish()
