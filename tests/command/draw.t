#!/usr/bin/env python3
"""Pictures of moments, compared with what the narration and the program itself say of the same run."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path
from typing import Callable, Iterator

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402
from forked import forked  # noqa: E402

scratch = scratch_folder()
SVG = "{http://www.w3.org/2000/svg}"


class Picture:
    """A picture by its own words: `regions` are its functions, the outermost first, each with the texts of its boxes."""

    def __init__(self, path: Path) -> None:
        self._root = root = tree.parse(path).getroot()
        self.title = root.findtext(f"{SVG}title", "")
        self.texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        self.lines = root.findtext(f"{SVG}desc", "").splitlines()
        self.subtitle, lines, chain = self.lines[0], self.lines[1:-1], self.lines[-1]
        self.regions: list[tuple[str, list[str]]] = []
        for line in lines:
            if line.startswith("  "):
                self.regions[-1][1].append(line.strip())
            else:
                self.regions.append((line.split(" ")[0] if line != "before all functions" else line, []))
        self.chain = chain.removeprefix("chain from fs:[0]: ").split(", ")
        self.functions = [name for name, _ in self.regions]

    @property
    def arrows(self) -> list[tuple[str, str]]:
        """The threads at both ends of each vertical arrow between lanes, from the left to the right."""
        heights = {float(text.get("y", "")) - 4: text.text or "" for text in self._root.iter(f"{SVG}text") if text.get("class") == "name"}
        paths = [re.match(r"M([\d.]+) ([\d.]+)V([\d.]+)$", path.get("d", "")) for path in self._root.iter(f"{SVG}path") if path.get("marker-end")]
        ends = sorted((float(path[1]), *(min(heights, key=lambda height: abs(height - float(y))) for y in (path[2], path[3]))) for path in paths if path)
        return [(heights[start], heights[end]) for _, start, end in ends]

    @property
    def numbers(self) -> list[tuple[float, str]]:
        """The places of the events' numbers beside the lanes, from the left to the right."""
        return [(float(text.get("x", "")), text.text or "") for text in self._root.iter(f"{SVG}text") if text.get("text-anchor") == "middle"]

    def boxes(self, function: str) -> list[str]:
        return [box for name, boxes in self.regions if name == function for box in boxes]


def draw(*words: object) -> Picture:
    path = scratch / "moment.svg"
    path.unlink(missing_ok=True)
    done = forked("draw", *words[:2], "-o", path, *words[2:])
    if not path.exists():
        ok(False, "there is a picture", done.stdout, done.stderr)
        finish()
    ok(done.stdout == "" and done.returncode == 0, f"{Path(str(words[0])).name}, {words[1]}: drawn, and nothing else is printed", done)
    return Picture(path)


def recorded(program: object, *options: object) -> tuple[Path, subprocess.CompletedProcess]:
    """The recording of a run from which several pictures are drawn, and the run itself."""
    path = scratch / f"{Path(str(program)).stem}.rec"
    return path, forked("run", "--record", path, *options, program)


def in_order(names: list[str], among: list[str]) -> bool:
    """Whether the names are among the others in this order."""
    rest: Iterator[str] = iter(among)
    return all(name in rest for name in names)


# The moments are the lines of the narration.
listed = trapline("draw", "two-passes")
rows = [row for line in listed.stdout.splitlines() for row in re.findall(r"^ *(\d+)  (\S+(?: \d+)?) +(.*)$", line)]
ok(len(rows) == len(listed.stdout.splitlines()) and [int(row[0]) for row in rows] == list(range(1, len(rows) + 1)), "without an event the moments are listed, with numbers", listed)
told = [re.sub(r"^  \| *", "", line) for line in forked("trace", "two-passes").stderr.splitlines() if line.startswith("  |")]
ok([row[2] for row in rows] == told and len(told) > 10, "they are the narration's lines", *set(told) ^ {row[2] for row in rows})

counted = scratch / "counted.c"
counted.write_text("""
#include <windows.h>
int main(int argc, char **argv)
{
    (void)argv;
    __try { RaiseException(0xE0000000 + (DWORD)argc, 0, 0, NULL); } __except (EXCEPTION_EXECUTE_HANDLER) { }
    return 0;
}
""")
ok("E0000003" in draw(counted, "raised", "--", "one", "two").title, "words behind -- are the program's")

# A program that tells its own addresses: they are where the picture has them.
source = scratch / "own.c"
source.write_text("""
#include <stdio.h>
#include <windows.h>
static EXCEPTION_DISPOSITION __cdecl mine(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    (void)record, (void)dispatcher;
    context->Eip += 2;
    printf("asked %p\\n", frame);
    return ExceptionContinueExecution;
}
static __attribute__((noinline)) void deep(int n)
{
    volatile int local[20];
    local[0] = n;
    if (n)
        deep(n - 1);
    else
        __asm__ volatile("ud2");
    local[1] = n;
}
int main(void)
{
    struct { void *next, *handler; } frame;
    __asm__ volatile("movl %%fs:0, %0" : "=r"(frame.next));
    frame.handler = (void *)mine;
    printf("frame %p next %p handler %p\\n", (void *)&frame, frame.next, frame.handler);
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    deep(9);
    __asm__ volatile("movl %0, %%fs:0" : : "r"(frame.next) : "memory");
    return 0;
}
""")
for ring in (0, 3):
    record, done = recorded(source, "--ring", ring)
    said = done.stdout
    frame, following = (f"{int(number, 16):08X}" for number in re.findall(r"frame (?:0x)?(\w+) next (?:0x)?(\w+)", said)[0])
    seen = draw(record, "is asked about")
    ok(seen.chain[:2] == [frame, following] and seen.chain[-1] == "the end", "the chain begins with the program's own record", said, seen.chain)
    ok(in_order(["main", "deep", "KiUserExceptionDispatcher", "RtlDispatchException"], seen.functions), "the functions, from the outermost", seen.functions)
    ok(seen.functions.count("deep") == 2 and "... 8 more calls of deep" in " ".join(seen.texts), "a recursion is folded", seen.functions, seen.texts)
    ok(seen.boxes("main") == [f"Handler mine; Next {following}, which the event is about"], "the record lies in its function's frame", seen.regions)
    ok(frame in seen.texts and seen.texts[-1] != "", "at its address", seen.texts)
    dispatched = " ".join(seen.boxes("KiUserExceptionDispatcher"))
    ok("code C000001D (illegal instruction); flags none; address deep+" in dispatched and "CONTEXT; Eip deep+" in dispatched, "record and CONTEXT lie where the dispatcher has them", dispatched)
    inside = draw(record, "answers")
    ok(f"Handler mine; Next {following}" in inside.boxes("main"), "the frame is no longer the one that is asked", inside.regions)

# Inside of an unwind: both passes' functions are on the stack, and the handlers in the chain's order.
seen = draw("two-passes", "inner cleans up")
ok(in_order(["program_main", "main", "KiUserExceptionDispatcher", "RtlDispatchException", "seh_call_handlers", "outer", "_global_unwind2", "RtlUnwind"],
            seen.functions), "the handler that unwinds is between the passes", seen.functions)
ok([box.split(";")[0] for box in seen.boxes("main")] == ["Handler outer", "Handler inner"], "two records in one frame, the higher on top", seen.boxes("main"))
ok("cleans up" in seen.title and "two-passes, event " in seen.subtitle, "it says which moment it is", seen.title, seen.subtitle)
ok(draw("two-passes", "INNER CLEANS UP", "--virtual-time").functions == seen.functions, "words count in any case")

# Threads have stacks of their own, and a stack that is used up is followed to its end.
demo, _ = recorded("demo", "--virtual-time")
seen = draw(demo, "raised at write")
ok(seen.subtitle.endswith(", write") and "main" not in seen.functions and "write" in seen.functions, "a user-level thread's own stack", seen.functions)
seen = draw("stack-overflow", "C00000FD (stack overflow) raised")
ok(re.search(r"\.\.\. \d+ more calls of dig", " ".join(seen.texts)) and "overflow" in seen.functions, "a stack that is used up", seen.functions)

# A recording is enough, and the same moment gives the same picture.
record, _ = recorded("two-passes", "--virtual-time")
pictures = set()
for words in ([record, 9], [record, 9], ["two-passes", 9, "--virtual-time"]):
    forked("draw", *words, "-o", scratch / "again.svg")
    pictures.add((scratch / "again.svg").read_bytes())
ok(len(pictures) == 1, "the same moment gives the same picture, to the byte")


def fails(words: list[object], reason: str, claim: str, command: Callable[..., subprocess.CompletedProcess] = forked) -> None:
    done = command(*words)
    said = done.stderr.splitlines()
    ok(done.returncode == 2 and len(said) == 1 and reason in said[0], claim, done.returncode, done.stderr)


fails(["draw"], "a picture of what?", "without a program it asks for one", trapline)
fails(["draw", "two-pases"], 'did you mean "two-passes"', "a program that is not there suggests the nearest")
fails(["draw", record, "no such words"], 'no event has the words "no such words"', "words that no event has")
fails(["draw", record, 999], "there is no event 999", "a number beyond the last")
early = forked("draw", record, "0..5", "-o", scratch / "early.svg")
ok(early.returncode == 0, "lanes may begin before the first event", early)
fails(["draw", record, 0], "there is no event 0", "a number before the first")
fails(["draw", record, "²"], "there is no event ²", "a digit that is no number")
fails(["draw", record, "9" * 5000], "there is no event 9999", "a number that is too long for one")
fails(["draw", record, "one", "two"], "one event at a time", "two events")
fails(["draw", record, 9, "-o", scratch / "none" / "x.svg"], "cannot be written: No such file", "a file that cannot be written")
record.write_bytes(record.read_bytes()[:5000])
fails(["draw", record], "is damaged", "a recording without its image")
ok(trapline("draw", "unhandled").returncode == 0, "the program's own status is not the command's")

# Lanes: what each thread does, by its line and in words.
deadlock, done = recorded("deadlock", "--trace")
stretch = draw(deadlock, "5..12")
lanes = {name: rest for name, _, rest in (line.partition(": ") for line in stretch.lines) if not name[0].isdigit()}
told = [re.sub(r"^  \| *", "", line) for line in done.stderr.splitlines() if line.startswith("  |")]
waits = {name: re.findall(rf"{name} (waits for a mutex [0-9A-F]{{8}})", " ".join(told))[0] for name in ("ann", "bob")}
ok(lanes["ann"].endswith(f"{waits['ann']}, held by bob 9 to 12") and lanes["bob"].endswith(f"{waits['bob']}, held by ann 11 to 12"),
   "a wait lasts to the end, and the holder is named", *stretch.lines)
ok(lanes["ann"].startswith("ready 5 to 6; runs 6 to 7; ready 7 to 8; runs 8 to 9; "), "each switch changes two lanes", *stretch.lines)
ok([line.split(": ", 1)[1] in " ".join(told) for line in stretch.lines if line[0].isdigit()] == [True] * 8, "below are the lines of the narration", *stretch.lines)
ok(stretch.arrows == [("bob", "ann"), ("ann", "bob")], "arrows lead from each waiting thread to the holder", stretch.arrows)
ums, _ = recorded("ums")
woken = draw(ums, "12..25")
ok(woken.arrows == [("thread 20 (worker cid)", "thread 16 (worker bob)")], "an arrow leads from the thread that ends a wait to the one that waited", woken.arrows)
made = draw(ums, "1..12")
workers = [line for line in made.lines if line.startswith("thread ") and "in its completion list" in line]
ok(len(workers) == 3, "a thread that begins in the stretch has a lane", *made.lines)
made = draw(demo, "200..259")
ok(len(made.numbers) > 10 and all(after - before > 7 * len(text) for (before, text), after in zip(made.numbers, [place for place, _ in made.numbers][1:])), "the numbers of the events stand apart", made.numbers)
for wanted, says in (("12..5", "from one event to a later one"), ("1..100", "of 60 at most"), ("5..50", "there is no event 50; the run has 27 events")):
    failed = forked("draw", deadlock, wanted, "-o", scratch / "none.svg")
    ok(failed.returncode == 2 and says in failed.stderr and failed.stderr.count("\n") == 1 and not (scratch / "none.svg").exists(), f"{wanted}: {says}", failed)

finish()
