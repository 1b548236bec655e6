#!/usr/bin/env python3
"""A run's page on a phone, a tablet and a desk: where its panels stand, that names fit however long they are, and that guessing tells nothing
that is to be guessed."""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, skip, trapline  # noqa: E402
import browser as browsers  # noqa: E402
from run_page import QUESTIONS  # noqa: E402

scratch = scratch_folder()
if reason := browsers.missing():
    skip(reason)
    finish()

LONG = r"""
#include <windows.h>
#include <seh.h>
static EXCEPTION_DISPOSITION a_handler_whose_name_is_longer_than_any_box(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                                                         CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)dispatcher;
    context->Eip += 2;
    return ExceptionContinueExecution;
}
__attribute__((noinline)) static void a_function_whose_name_is_longer_than_any_frame_that_a_picture_can_draw(volatile int depth)
{
    volatile char large[60000];
    large[0] = 1, (void)large;
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, a_handler_whose_name_is_longer_than_any_box);
    if (depth)
        a_function_whose_name_is_longer_than_any_frame_that_a_picture_can_draw(depth - 1);
    else
        __asm__ volatile("ud2");
    seh_unlink(&frame);
}
static DWORD WINAPI a_thread_whose_name_is_longer_than_its_lane(void *parameter)
{
    __try {
        a_function_whose_name_is_longer_than_any_frame_that_a_picture_can_draw(2);
        RaiseException(0xE0000001, 0, 0, parameter);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        Sleep(1);
    }
    return 0;
}
int main(void)
{
    HANDLE threads[3];
    for (int i = 0; i < 3; i++)
        threads[i] = CreateThread(NULL, 0, a_thread_whose_name_is_longer_than_its_lane, NULL, 0, NULL);
    return WaitForMultipleObjects(3, threads, TRUE, INFINITE);
}
"""
COMMENTS = r"""
#include <windows.h>
int main(void)
{
    const char *text = "/* no comment */"; /* told 1 */
    __try { /* told 2
    told 3 */
        *(volatile char *)0 = *text; // told 4
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    return 0;
}
"""
# Texts of pictures that leave their box, their lane or the picture, or lie on others.
STRAY = """
    const strays = new Set();
    const upon = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
    for (const svg of document.querySelectorAll(arguments[0])) {
        const picture = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => [text, text.getBoundingClientRect()]);
        for (const [text, {left, right}] of texts) {
            const box = text.closest("g:not([transform])")?.querySelector("rect")?.getBoundingClientRect() ?? picture;
            if (left < box.left - 1 || right > box.right + 1 || text.classList.contains("lane") && right > picture.left + stretch.gutter)
                strays.add(text.textContent);
        }
        for (const [text, here] of texts)
            for (const [other, there] of texts)
                if (text !== other && upon(here, there))
                    strays.add(`${text.textContent} on ${other.textContent}`);
    }
    return [...strays];
"""
WIDE = """
    return [...document.querySelectorAll("#now, #list, #calls, #source, #machine, #chain, #scope-rows, #thread-rows, #picture")]
        .filter((part) => !part.closest("[hidden]") && part.scrollWidth > part.clientWidth + 1).map((part) => part.id);
"""
AT_EACH = "const of = new Function(arguments[0]), found = new Set(); for (const step of steps) { go(step.at); of(...arguments[1]).forEach((one) => found.add(one)); } return [...found]"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1280, 800)}


def page(name: str, program: object) -> Path:
    made = trapline("page", program, "-o", scratch / f"{name}.html")
    ok(made.returncode == 0, f"{name}: made", made.stderr)
    return scratch / f"{name}.html"


def written(name: str, text: str) -> Path:
    (scratch / f"{name}.c").write_text(text)
    return scratch / f"{name}.c"


pages = {"two-passes": page("two-passes", "two-passes"), "deadlock": page("deadlock", "deadlock"), "long": page("long", written("long", LONG)),
         "comments": page("comments", written("comments", COMMENTS))}
trapline("draw", scratch / "long.c", "a_handler_whose_name", "-o", scratch / "long.svg")

with browsers.Browser() as person:
    for screen, size in SIZES.items():
        person.size(*size)
        person.open(pages["two-passes"].as_uri())
        person.run(QUESTIONS)
        tops = person.run("return Object.fromEntries([...document.querySelectorAll('main > [id]')].map((part) => [part.id, part.getBoundingClientRect().top]))")
        if screen == "phone":
            ok(tops["events"] < tops["stack"] < tops["code"] and tops["events"] < size[1] / 2, "on a phone the list of events stands before the stack, on the first screen", tops)
        else:
            ok(all(top < size[1] for name, top in tops.items() if name != "tables") and tops["events"] <= tops["code"],
               f"on a {screen} the list of events, the stack and the code are on the first screen", tops)
        for name in ("long", "two-passes"):
            person.open(pages[name].as_uri())
            strays = person.run(AT_EACH, STRAY, ["#lanes svg, #picture svg"])
            ok(not strays, f"{screen}, {name}: labels stay in their lanes and boxes", *strays)
            wide = person.run(AT_EACH, WIDE, [])
            ok(not wide, f"{screen}, {name}: no panel is wider than its place", *wide)

    person.open((scratch / "long.svg").as_uri())
    strays = person.run(STRAY, "svg")
    ok(not strays and person.run("return document.querySelectorAll('text').length > 20"), "so do those of a picture by draw", *strays)

    person.open(pages["comments"].as_uri())
    person.run("go(steps.findIndex((step) => step.event === 'trapped'))")
    comments = """const source = document.getElementById("source").innerText; return [source.match(/told \\d/g) ?? [], source.includes("no comment")]"""
    ok(person.run(comments) == [[f"told {number}" for number in range(1, 5)], True], "the source has its comments", person.run(comments))
    person.press("g")
    ok(person.run(comments) == [[], True], "guessing hides them, and nothing else", person.run(comments))
    person.press("g")
    ok(person.run(comments)[0] != [], "and shows them again behind it")
    person.open(pages["deadlock"].as_uri())
    person.run("go(steps.findIndex((step) => /waits for a mutex/.test(step.sentence)))")
    ending = "return document.getElementById('thread-rows').innerText.includes('ends it')"
    told = person.run(ending)
    person.press("g")
    ok(told and not person.run(ending), "nor does it tell that no thread will end a wait", told)

finish()
