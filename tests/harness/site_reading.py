"""The course's site as its readers use it: on a phone, a tablet and a desk, with the keyboard, by the list of contents and by the search."""

from __future__ import annotations

import re
from pathlib import Path

from browser import Browser
from course.expected_output import without
from tap import ok

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1280, 800)}
PLACES = """
    const box = part => { const {left, right, top, bottom} = document.querySelector(part).getBoundingClientRect(); return {left, right, top: top + scrollY, bottom: bottom + scrollY}; };
    return {listing: box(".listing"), machine: box("#machine"), console: box("#console"), wide: [...document.querySelectorAll("pre")].filter(pre => pre.scrollWidth > pre.clientWidth + 1)
        .map(pre => pre.textContent.slice(0, 60))};
"""
FOUND = "return [...document.querySelectorAll('.search.open li a')].map(link => [link.innerText, link.getAttribute('href')])"


def check_screens(browser: Browser, address: str) -> None:
    for screen, (width, height) in SIZES.items():
        browser.size(width, height)
        far, wide = [], []
        for stem in ("05-chain", "12-stack-overflow", "26-ums", "33-ums-ext"):
            browser.open(f"{address}/{stem}.html")
            browser.run("document.querySelectorAll('details.reveal').forEach(part => part.open = true)")
            at = browser.run(PLACES)
            wide += at["wide"]
            if screen == "desk":
                far += [stem] if at["machine"]["left"] < at["listing"]["right"] or at["console"]["bottom"] > height else []
            else:
                far += [stem] if not 0 <= at["machine"]["top"] - at["listing"]["bottom"] < 60 else []
        ok(not far, f"{screen}: the machine stands {'beside' if screen == 'desk' else 'right behind'} its program", far)
        ok(not wide, f"{screen}: each line of code and of runs is seen whole", *wide)
    browser.open(f"{address}/05-chain.html")
    text = without(Path("examples/05-chain.c").read_text()).rstrip()
    ok(browser.run("return document.querySelector('.listing').innerText").rstrip() == text, "a line that goes on below is one line of the text")


def check_focus(browser: Browser, address: str, ended: str, limit: float) -> None:
    """Keys that are typed behind a click on Run are the program's, also while the machine is loaded."""
    browser.open(f"{address}/02-ask.html")
    browser.click("#run")
    browser.press("A", "d", "a", "Enter")
    said = browser.until(ended, limit)
    shown = browser.until("return document.querySelector('.xterm-accessibility').textContent.includes('Good to see you, Ada.')", limit)
    ok(said and "status 0" in said and shown, "the console has the focus at Run, and loses no key", said, shown)
    state = "return [document.querySelector('#state').textContent, document.querySelector('#stop').disabled]"
    browser.open(f"{address}/02-ask.html")
    browser.run("const load = Page.prototype.load; Page.prototype.load = async function () { await new Promise(go => window.goOn = go); return load.call(this); }")
    browser.click("#run")
    loading = browser.run(state)
    browser.type(".xterm-helper-textarea", "\ue009c")  # Control and c
    stopped = browser.run(state)
    browser.run("goOn()")
    ok(loading == ["loading ...", False] and stopped == ["stopped", True] and browser.run(state) == stopped, "Ctrl-C ends a run that is still loaded", loading, stopped)
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=True)
    focus = {}
    for stem in ("02-ask", "01-hello"):
        browser.open(f"{address}/{stem}.html")
        browser.click("#run")
        focus[stem] = browser.run("return document.activeElement.id || document.activeElement.className")
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=False)
    ok(focus["02-ask"] == "xterm-helper-textarea" and focus["01-hello"] == "run", "where that opens a keyboard, only a program that reads has it", focus)


def check_contents(browser: Browser, address: str) -> None:
    browser.open(f"{address}/05-chain.html")
    shown = "return [...document.querySelectorAll('.contents nav')].map(list => [...list.querySelectorAll('a')].map(link => link.innerText))"
    ok(browser.run(shown)[0][:1] == [""], "the list of contents is closed at first", browser.run(shown))
    browser.click(".contents summary")
    own, course, others = browser.run(shown)
    titles = re.findall(r"^\| \d+ \| \[(.*?)\]", Path("docs/README.md").read_text(), re.M)
    ok(own[0] == "The program" and own[-1] == "Exercises" and course == titles and "Using Trapline" in others, "it has the page's sections, the course, and the other pages", own, others)
    ok(browser.run("return document.querySelector('.contents [aria-current=page]').innerText") == "The chain", "it marks the page that is read")
    browser.click('.contents a[href="07-two-passes.html"]')
    ok(browser.run("return document.querySelector('h1').textContent") == "7. Two passes", "and leads to the others")


def check_search(browser: Browser, address: str, limit: float) -> None:
    browser.open(f"{address}/using.html")
    browser.press("/")
    browser.type(".search input", "collided unwind")
    found = browser.until(f"{FOUND}.length && {FOUND[7:]}", limit) or []
    ok(any("An exception inside a handler" in text and place.startswith("09-nested.html#") for text, place in found), "words lead to the section that has them", *found)
    browser.press("ArrowDown", "ArrowDown", "ArrowUp")
    on_link = browser.run("return document.activeElement === document.querySelector('.search a')")
    browser.press("Escape")
    ok(browser.run(FOUND) == [] and on_link and browser.run("return document.activeElement.matches('.search input')"),
       "the arrows go through what was found, Escape leaves it")
    browser.run("document.querySelector('.search input').value = ''")
    browser.type(".search input", "WaitForMultipleObj")
    browser.until(f"return ({FOUND[7:]})[0]?.[0].startsWith('WaitForMultipleObjects')", limit)
    browser.type(".search input", "\ue007")  # the key Enter
    browser.until("return document.querySelector(':target')", limit)
    ok(browser.run("return document.querySelector(':target')?.textContent") == "WaitForMultipleObjects", "a name's beginning and Enter lead to its place in the header")
    browser.open(f"{address}/using.html")
    browser.type(".search input", "xylophone")
    said = browser.until("return document.querySelector('.search.open [role=status]')?.textContent", limit)
    ok(said == 'nothing has "xylophone"', "what is nowhere is told", said)
