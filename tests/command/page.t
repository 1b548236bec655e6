#!/usr/bin/env python3
"""Pages of runs, clicked through in a browser: they show the contents of the recordings."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import ROOT, finish, ok, scratch_folder, skip, trapline, without_builds  # noqa: E402
import browser as browsers  # noqa: E402
from record.moments import REGISTERS  # noqa: E402
from record.recording import MAGIC  # noqa: E402
from run_page import QUESTIONS, Run, same  # noqa: E402

scratch = scratch_folder()


def address(page: Path, fragment: str = "") -> str:
    return page.resolve().as_uri() + fragment


if reason := browsers.missing():
    skip(reason)
    finish()

runs = {name: Run(scratch, name, "--virtual-time") for name in ("two-passes", "nested", "finally", "scope-tables", "compiler_frames", "deadlock")}
with browsers.Browser() as person:
    person.size(1440, 900)

    # Forwards by the key, backwards by the button: each event as the recording has it.
    for name in ("two-passes", "nested"):
        run = runs[name]
        count = len(run.known)
        ok([row["sentence"] for row in run.known] == run.told and count > 10, f"{name}: its events are the narration's lines", *zip(run.told, run.known))
        person.open(address(run.page, "#event=1"))
        person.run(QUESTIONS + "keep();")
        person.press(*["ArrowRight"] * (count + 1))
        forwards = person.run("return kept")
        counted = [snapshot["count"] for snapshot in forwards]
        ok(counted[:count] == [f"{number} of {count}" for number in range(1, count + 1)], f"{name}: the key leads through all events", *counted)
        wrong = [difference for snapshot, known in zip(forwards, run.known) for difference in same(snapshot, known)]
        ok(not wrong, f"{name}: sentence, chain, arrows, registers, code and functions are those of the recording", *wrong)
        followed = [(snapshot["now"], snapshot["slider"]) for snapshot in forwards[:count]]
        ok(followed == [(at, f"event {at + 1} of {count}: {known['sentence']}") for at, known in enumerate(run.known)],
           f"{name}: list and slider follow", *followed)
        changed = [{register: f"was {before['registers'][register]}" for register in REGISTERS if before["registers"][register] != after["registers"][register]}
                   for before, after in zip(forwards, forwards[1:count])]
        ok([snapshot["was"] for snapshot in forwards[1:count]] == changed, f"{name}: registers that have changed say what they were", *changed)
        person.run("kept.length = 0; for (let i = 1; i < arguments[0]; i++) document.getElementById('back').click(); return 0", count)
        backwards = person.run("return kept")
        # One turn has one snapshot: the last one.
        ok(backwards and backwards[-1] == forwards[0], f"{name}: back is the same as it was", backwards[-1:], forwards[0])
        person.run("window.kept = []")
        person.press("End", *["ArrowLeft"] * (count - 1))
        backwards = person.run("return kept")
        ok(backwards[::-1] == forwards[:count], f"{name}: each event is the same from both sides", len(backwards))
        records = person.run("return heights()")
        places = Counter(record.rsplit(",", 1)[0] for record in {record for step in records for record in step})
        ok(set(places.values()) == {1}, f"{name}: no record moves while one steps", places)
        bars = person.run("return [...document.querySelectorAll('#lanes .bar')].map((bar) => bar.parentNode.textContent.split(':')[0])")
        asked = [known["target"][2] for known in run.known if "target" in known]
        ok(sorted(bars) == sorted(asked), f"{name}: each call of a handler is a bar in the timeline", bars, asked)
        shown = person.run("return snapshot().output")
        ok(shown.split("\n") == run.output.splitlines(), f"{name}: the program's output is between the events", shown, run.output)

    # The mouse: list, timeline, slider, tabs, frames.
    run = runs["two-passes"]
    count = len(run.known)
    person.open(address(run.page))
    person.run(QUESTIONS)
    person.click("#list button[data-at='8']")
    ok(person.run("return snapshot().sentence") == run.known[8]["sentence"], "a click in the list leads to its event")
    person.click("#next")
    ok(person.run("return snapshot().sentence") == run.known[9]["sentence"], "the button leads to the next")
    person.click_at("#lanes", (2.5) / count)
    at = person.run("return snapshot().now")
    ok(at == 2, "so does a click in the timeline", at)
    person.click_at("#slider", 0.5)
    at = person.run("return [snapshot().now, Number(document.getElementById('slider').value)]")
    ok(at[0] == at[1] and abs(at[0] - count / 2) <= 1, "and one on the slider", at)
    person.press("Home", "PageDown", "n")
    ok(person.run("return snapshot().now") == 10, "Home, Page Down, and no other event of that kind")
    person.press("Home", "ArrowRight", "ArrowRight", "n")
    ok(person.run("return snapshot().now") == 4, "n leads to the next question of the search pass")
    person.run("openTab(1)")
    shown = person.run("return snapshot()")
    ok(shown["tab"] == "main" and shown["line"] == ["examples/07-two-passes.c", "39"], "a tab opens a function under way, at the line where it is", shown)
    person.press("w")
    words = person.run("return snapshot().memory")
    low, high, memory = run.known[4]["outer"]["main"]
    wanted = [[f"{high - 4 - 4 * at:08X}", f"{word:08X}"] for at, word in enumerate(memory)]
    ok(words == wanted, "the words of its frame are those of the recording", words, wanted)
    ok(person.run("return sameColours()"), "a line and its instructions have the same colour")

    # A link to a moment.
    person.open(address(run.page, "#event=7"))
    person.run(QUESTIONS)
    ok(person.run("return snapshot().sentence") == run.known[6]["sentence"], "a link leads to its event")
    person.run("location.hash = '#event=3'")
    person.run("return new Promise((done) => setTimeout(done, 50))")
    ok(person.run("return snapshot().sentence") == run.known[2]["sentence"], "so does another one from there")

    # Guessing hides what comes, and asks.
    person.press("g")
    hidden = person.run("return [...document.querySelectorAll('#list button')].map((button) => button.disabled)")
    ok(hidden == [at > 2 for at in range(count)], "guessing hides what comes", hidden)
    person.press("ArrowRight")
    asked = person.run("return [document.getElementById('question').textContent, snapshot().now]")
    ok(asked[1] == 2 and "What comes of it?" in asked[0], "it asks before the answer", asked)
    person.press("1")
    ok("Right." in person.run("return document.getElementById('question').textContent"), "and knows it")
    person.press("ArrowRight", "g")
    ok(person.run("return [snapshot().now, document.querySelectorAll('#list button:disabled').length]") == [3, 0], "then it goes on, and all is seen again")

    # Without colour, without sight.
    marks = person.run("go(6); return marks()")
    ok(marks["dash"] != "none" and marks["width"] > 2 and marks["sign"] == "◆" and marks["pass"] == "unwind pass",
       "the record that cleans up has its own outline, sign and word", marks)
    ok(len(set(marks["shapes"])) == len(marks["shapes"]) == 4, "each kind of event has its own shape", marks["shapes"])
    unnamed = person.run("return unnamed()")
    ok(not unnamed, "all that can be used or reached has a name", *unnamed)
    live = person.run("const one = document.getElementById('sentence'); return [one.getAttribute('role'), one.getAttribute('aria-live')]")
    ok(live == ["status", "polite"], "a screen reader reads each sentence", live)
    person.press("?")
    ok(person.run("return document.getElementById('keys').open") is True, "? shows the keys")
    person.press("Escape")
    person.click("#list [aria-current]")
    person.press("ArrowDown", "ArrowDown", "ArrowUp")
    focus = person.run("""return [document.activeElement === document.querySelector('#list [aria-current]'), snapshot().now,
        document.querySelectorAll('#list button:not([tabindex="-1"])').length]""")
    ok(focus == [True, 7, 1], "in the list the arrows move the focus, and Tab reaches one entry alone", focus)
    schemes = []
    for scheme in ("light", "dark"):
        person.media(prefers_color_scheme=scheme)
        schemes.append(person.run("return getComputedStyle(document.body).backgroundColor"))
    ok(schemes[0] != schemes[1], "there are a light and a dark style", schemes)
    dim = person.run("return dim()")
    ok(not dim, "in the dark its texts have contrast", *dim)

    # Scope tables: all three kinds of records.
    def scopes(name: str, words: str) -> str:
        person.open(address(runs[name].page))
        person.run(QUESTIONS)
        return person.run("""const at = steps.findIndex((step) => step.scopes && step.sentence.includes(arguments[0]));
            go(Math.max(at, 0)); return snapshot().scopes""", words)

    shown = scopes("scope-tables", "filter is asked")
    ok(re.search(r"_except_handler3.*try level 1.*1\s+__finally inside 0 active\s+block guarded_finally.*"
                 r"0\s+__except outermost active\s+filter guarded_filter.*block guarded_except", shown, re.S), "the scope table of _except_handler3", shown)
    shown = scopes("compiler_frames", "handler scene4_handler")
    ok(re.search(r"_except_handler4, with a cookie, try level \d.*1\s+__finally inside 0.*scene4_finally.*"
                 r"0\s+__except outermost.*filter scene4_filter.*block scene4_except.*cookie BB40E64E: [0-9A-F]+ xor BB40E64E is the table.*"
                 r"the frame's cookie at ebp-1Ch: [0-9A-F]+ xor [0-9A-F]+ is BB40E64E, right.*no cookie of the stack's own", shown, re.S),
       "that of _except_handler4 behind its cookie", shown)
    shown = person.run("return steps.flatMap((step) => (step.scopes || []).flatMap((scope) => scope.notes)).filter((note) => note.includes('damaged')).length")
    ok(shown > 0, "and a cookie that the program has damaged", shown)
    shown = scopes("finally", "filter is asked")
    ok(re.search(r"__try in guarded \(examples/08-finally\.c:\d+\): a record for each block", shown) and re.search(r"__except.*filter \w+.* \(examples/08-finally\.c:\d+\)", shown, re.S), "the project's own __try", shown)

    # Threads that wait for each other.
    run = runs["deadlock"]
    person.open(address(run.page))
    person.run(QUESTIONS)
    waits = re.compile("(bob|ann) waits for a mutex (\\w+)")
    at, holds = next((at, match[2]) for at, known in enumerate(run.known) if (match := waits.match(known["sentence"])) and match[1] == "bob")
    first = next(match[2] for known in run.known if (match := waits.match(known["sentence"])) and match[1] == "ann")
    rows = person.run("go(arguments[0]); return snapshot().threads", at)
    ok(f"▸bob waits for a mutex {holds} held by ann; nothing in this run ends it" in rows
       and f"ann waits for a mutex {first} held by bob; nothing in this run ends it" in rows, "each waits for what the other holds", *rows)
    ok(f"mutex {holds} bob → mutex {holds} → ann" in rows and f"mutex {first} ann → mutex {first} → bob" in rows, "and so say the things", *rows)
    person.run("go(arguments[0])", at)
    shown = person.run("return snapshot()")
    ok(shown["line"] == ["examples/19-deadlock.c", "15"] and shown["source"].startswith("utMutexLock(second)") and shown["mnemonic"] == "call",
       "a function that waits for its callee is at its call", shown)
    later = next(at for at, known in enumerate(run.known) if at > 12 and known["sentence"].startswith("bob waits for"))
    ended = next(known["number"] for known in run.known[later:] if known["sentence"].startswith("bob waits at"))
    rows = person.run("go(arguments[0]); return snapshot().threads", later)
    ok(any(row.startswith("▸bob #2 waits for a mutex") and row.endswith(f"ann #2 ends this wait at event {ended}") for row in rows),
       "a wait that ends says by which thread", *rows)

    # User-Mode Scheduling on two CPUs, more events than a page has.
    run = Run(scratch, "ums-cpus", "--smp", 2)
    person.open(address(run.page))
    person.run(QUESTIONS)
    total = len(run.known)
    left = person.run("return document.getElementById('left').textContent")
    sentence = f"This page has events 1 to 2000 of {total}. Events 2001 to {total} are left out; --from 2001 makes a page of others."
    ok(total > 2000 and left == sentence, "a sentence says which events are left out", left)
    rows = person.run("return steps.map((step) => [step.sentence, step.cpu, step.thread < 0 ? 0 : threads[step.thread].name])")
    wanted = [[known["sentence"], known["record"].cpu, known["record"].kernel] for known in run.known[:2000]]
    wrong_rows = [(row, known) for row, known in zip(rows, wanted)
             if row[:2] != known[:2] or not re.match(rf"thread {known[2]}\b" if known[2] else "0", str(row[2]))]
    ok(not wrong_rows and {row[1] for row in rows} == {0, 1}, "each event has its CPU and its thread", *wrong_rows[:3])
    execution = re.compile(r"ExecuteUmsThread is called for thread (\d+)")
    executed = [(at, match[1]) for at, known in enumerate(run.known[:400]) if (match := execution.match(known["sentence"]))]
    states = person.run("return arguments[0].map(([at]) => { go(at); return snapshot().threads; })", executed)
    idle = [(at, worker, rows) for (at, worker), rows in zip(executed, states)
             if not any(re.match(rf"thread {worker} .*runs as a worker, on CPU [01]", row) for row in rows)]
    ok(executed and not idle, "a worker that is executed runs, and on a CPU", *idle[:2])
    kernels = [at for at, known in enumerate(run.known[:2000]) if "chain" not in known]
    shown = person.run("go(arguments[0]); return document.getElementById('stack').innerText", kernels[-1])
    ok("this event is the kernel’s own" in shown or "Nothing is known of this stack" in shown, "an event of the kernel's own says so", shown[:300])
    made = trapline("page", run.recording, "--from", 2001, "-o", scratch / "more.html")
    person.open(address(scratch / "more.html", "#event=2005"))
    person.run(QUESTIONS)
    shown = person.run("return [snapshot().sentence, steps[0].number]")
    ok(made.returncode == 0 and shown == [run.known[2004]["sentence"], 2001], "--from begins there, and numbers stay", made.stderr, shown)
    step = person.run("""const began = performance.now(); for (let i = 0; i < 20; i++) { go(i * 9); document.body.offsetHeight; }
        return (performance.now() - began) / 20""")
    ok(step < 500, "a step is done at once", step)

    # A program of one's own, in ring 3, whose words look like the page's own.
    source = scratch / "words.c"
    source.write_text("""
#include <stdio.h>
#include <windows.h>
int main(int count, char **words)
{
    const char *tricky = "</script><!-- <b>&amp;";
    __try {
        printf("%s %s\\n", tricky, count > 1 ? words[1] : "");
        RaiseException(0xE0000001, 0, 0, NULL);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        puts("over");
    }
    return 3;
}
""".replace("int main", "SEH_FUNCTION int main"))
    made = trapline("page", source, "--ring", 3, "-o", scratch / "words.html", "--", "an <argument>")
    person.open(address(scratch / "words.html", "#event=1"))
    person.run(QUESTIONS)
    shown = person.run("""go(steps.findIndex((step) => step.event === "raised")); const words = (query) => document.querySelector(query).textContent;
        return [words("#list .output pre"), words("#program"), words("#source h3").replace(/.*[/]/, ""), words("#source")]""")
    ok(made.returncode == 0 and shown[:3] == ["</script><!-- <b>&amp; an <argument>", "words an <argument>", "words.c"]
       and '"</script><!-- <b>&amp;";' in shown[3], "a program of one's own: its words stand as they are", made.stderr, shown)

    # A phone, and other widths.
    for width in (360, 768, 1280):
        person.size(width, 740)
        wide = []
        for name in ("two-passes", "nested", "deadlock", "scope-tables"):
            person.open(address(runs[name].page))
            person.run(QUESTIONS)
            wide += person.run("return tooWide(arguments[0])", width)
        ok(not wide, f"at a width of {width} nothing has to be scrolled sideways", wide)
    person.size(360, 740)
    person.open(address(runs["two-passes"].page))
    person.run(QUESTIONS)
    person.click("#next")
    shown = person.run("return {...layout(), at: snapshot().now}")
    ok(shown["at"] == 1 and shown["height"] >= 40 and shown["bottom"] <= 741 and shown["isWide"]
       and shown["order"] == ["now", "time", "events", "stack", "code", "tables"], "on a phone panels lie one below the other, and buttons at the thumb", shown)

    # It needs nothing else.
    fetched = person.run("return performance.getEntriesByType('resource').length")
    documents = [re.sub(r"application/json\">.*?</script>", "", run.page.read_text(), flags=re.S) for run in runs.values()]
    links = [link for text in documents for link in re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)|@import|(https?:)', text)]
    ok(fetched == 0 and {"".join(link) for link in links} <= {"data:,", "#tip", "#dots"}, "no page asks for anything else", fetched, links)
    complaints = person.complaints()
    ok(not complaints, "the browser has nothing to complain of", *complaints)
    ok(str(ROOT) not in runs["two-passes"].page.read_text(), "no page names a folder of the host")


def fails(words: list[object], reason: str, claim: str) -> None:
    done = trapline(*words)
    said = without_builds(done.stderr).splitlines()
    ok(done.returncode == 2 and len(said) == 1 and reason in said[0], claim, done.returncode, done.stderr)


record = runs["two-passes"].recording
fails(["page"], "a page of what?", "without a program it asks for one")
fails(["page", "two-pases"], 'did you mean "two-passes"', "a program that is not there suggests the nearest")
fails(["page", record, "-o", scratch / "none" / "x.html"], "cannot be written: No such file", "a file that cannot be written")
fails(["page", record, "--from", 999, "-o", scratch / "x.html"],
      f"there is no event 999; the run has {len(runs['two-passes'].known)} events", "a beginning beyond the last event")
whole = record.read_bytes()
head = whole.index(b"\n", len(MAGIC)) + 1
(scratch / "empty.rec").write_bytes(whole[: head + json.loads(whole[len(MAGIC) : head])["image"]])
fails(["page", scratch / "empty.rec", "-o", scratch / "x.html"], "there is no event to step to", "a recording without events")
(scratch / "damaged.rec").write_bytes(whole[:5000])
fails(["page", scratch / "damaged.rec", "-o", scratch / "x.html"], "is damaged", "a recording without its image")
ok(trapline("page", "unhandled", "-o", scratch / "x.html").returncode == 0, "the program's own status is not the command's")

finish()
