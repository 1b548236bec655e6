#!/usr/bin/env python3
"""The course as a site: its pages and links, and in a browser what its programs print, tell and answer, compared with the command's own runs."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import re
import subprocess
import sys
import threading
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Iterator, Optional
from urllib.parse import unquote

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, skip, trapline  # noqa: E402
import browser as browsers  # noqa: E402
from browser import Browser  # noqa: E402
from record import phrases  # noqa: E402
import site_reading  # noqa: E402

scratch = scratch_folder()
site = scratch / "a site"
RUN_SECONDS = 60.0
OLDEST_NODE = 18  # Debian 12 has it
PHONE, DESKTOP = (360, 780), (1440, 900)
# The lines that a person sees on the console, also those that are wrapped.
CONSOLE = """
    const buffer = page.console.terminal.buffer.active, lines = [];
    for (let at = 0; at < buffer.length; at++) {
        const line = buffer.getLine(at), text = line.translateToString(!buffer.getLine(at + 1)?.isWrapped);
        line.isWrapped ? lines.push(lines.pop() + text) : lines.push(text);
    }
    return lines.join("\\n").trimEnd();
"""
SHOWN = "return [...document.querySelectorAll('#narration li')].map(item => item.innerText.replace(/\\s+/g, ' ').trim())"
ENDED = "return document.body.dataset.state === 'ended' && document.getElementById('state').textContent"


# ---------------------------------------------------------------- the command


def fails(words: list[object], reason: str, claim: str) -> None:
    done = trapline(*words)
    said = done.stderr.splitlines()
    ok(done.returncode == 2 and len(said) == 1 and reason in said[0], claim, done.returncode, done.stderr)


(scratch / "file").write_text("")
fails(["web", "-o", scratch / "file"], "cannot be written", "a file in the folder's place")
fails(["web", "-o", "/proc/none"], "cannot be written to /proc/none", "a folder that cannot be made")
fails(["web", "chain"], 'web takes no "chain"', "a word too much")
fails(["web", "-o"], "-o needs a value", "no folder behind -o")
built = trapline("web", "-o", site)
ok(built.returncode == 0 and built.stdout == "" and "pages" in built.stderr, "the site is written, and only a line about it is said", built.stderr)
if built.returncode:
    finish()


# ---------------------------------------------------------------- pages and links


class Links(HTMLParser):
    """A page's names, and all addresses in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.pictures: list[str] = []  # the words of each
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, Optional[str]]]) -> None:
        row = {name: value or "" for name, value in attributes}
        self.ids += [row["id"]] if "id" in row else []
        self.links += [row["href"]] if tag == "a" else []
        self.loaded += [row[name] for name in ("src", "href") if name in row and tag in ("script", "img", "link")]
        self.pictures += [row.get("alt") or ""] if tag == "img" else []


pages = {path.name: Links(path.read_text()) for path in site.glob("*.html")}
names = {path: "-".join(path.relative_to("docs").with_suffix("").parts).lower() for path in Path("docs").rglob("*.md")}
wanted = {"index.html" if name == "readme" else f"{name}.html" for name in names.values()}
ok(wanted <= set(pages), "every page of docs/ is there", wanted - set(pages))


def broken(name: str, link: str) -> bool:
    file, _, anchor = link.partition("#")
    target = pages.get(unquote(file) or name)
    return target is None or (anchor != "" and unquote(anchor) not in target.ids)


dead = [(name, link) for name, page in pages.items() for link in page.links if "://" not in link and broken(name, link)]
ok(not dead, "every link inside the site has its page and its place there", *dead)
outside = {link for page in pages.values() for link in page.links if "://" in link}
ok(len(outside) <= 2, "few links lead outside", outside)
loaded = [(name, address) for name, page in pages.items() for address in page.loaded if not address.startswith("data:") and not (site / address).is_file()]
ok(not loaded, "what pages load is in the folder", *loaded)
words = [alt for name in wanted for alt in pages[name].pictures]
drawn = sum(len(re.findall(r"!\[", path.read_text())) for path in names)
ok(len(words) == drawn > 5 and all(words), "every picture of docs/ is there, and has words", len(words), drawn, words)
twice = [name for name, page in pages.items() if len(page.ids) != len(set(page.ids))]
ok(not twice, "no name stands twice in a page", *twice)
indexed = {name: file for file, _, name in (link.partition("#") for link in pages["names.html"].links) if file.startswith("source-")}
exports = set(re.findall(r"^EXPORT\(\w+, (\w+)\)", Path("win32/exports.h").read_text(), re.M))
ok(len(exports) > 200 and exports <= set(indexed), "the index of names has every call that a program finds by its name", exports - set(indexed))
others = {"CONTEXT": "include-nt.h", "jmp_buf": "lib-include-setjmp.h", "STATUS_ACCESS_VIOLATION": "include-ntstatus.h", "UtErrorTimedOut": "include-uthread.h",
          "_InterlockedOr16": "include-intrin.h", "CreateMutex": "include-synchapi.h"}
ok(all(indexed.get(name) == f"source-{header}.html" for name, header in others.items()), "it has types, constants, and what macros make", indexed)
ok({f"source-{folder}-{path.name}.html" for folder in ("include", "lib-include") for path in Path(folder.replace("-", "/")).glob("*.h")} <= set(pages),
   "each header has a page")
noted = {path.stem for path in site.glob("*.html") if 'class="note"' in path.read_text()}
listed = {stem for row in re.findall(r"^\| .* \|$", Path("docs/web.md").read_text(), re.M) for stem in re.findall(r"\((\d\d-[\w-]+)\.md\)", row)}
ok(noted == listed and len(noted) > 3, "docs/web.md lists the pages that say where the emulator differs", noted ^ listed)
licences = (site / "licences.html").read_text()
locked = json.loads(Path("tools/course/web/package-lock.json").read_text())["packages"]
rows = [(path.removeprefix("node_modules/"), row["version"], row["license"]) for path, row in locked.items() if path]
ok(rows and all(all(word in licences for word in row) for row in rows) and licences.count("Permission is hereby granted") >= 3,
   "the licences' page has each library with its version and its licence", rows)
ok(not any("resolved" in row for row in locked.values()) and all("integrity" in row for path, row in locked.items() if path),
   "the libraries are pinned by their content, and no registry is named")

engines = {path: row["engines"]["node"] for path, row in locked.items() if "engines" in row}
ok(engines and all(int(re.findall(r"^>= ?(\d+)", needed)[0]) <= OLDEST_NODE for needed in engines.values()),
   f"each of them runs with Node.js {OLDEST_NODE}", engines)

if reason := browsers.missing():
    skip(reason)
    finish()


# ---------------------------------------------------------------- programs in a browser


def plain(text: str) -> str:
    """Output without the places that the command puts behind addresses."""
    return re.sub(r" \([\w./-]+:\d+\)", "", text).rstrip()


def even(lines: list[str]) -> list[str]:
    """Lines of a narration with all numbers alike that depend on the machine's memory."""
    return [re.sub(r"\b[0-9A-F]{8}\b", "ADDRESS", line) for line in lines]


@functools.lru_cache(maxsize=None)
def ran(*words: str) -> str:
    return plain(trapline("run", *words).stdout)


@functools.lru_cache(maxsize=None)
def traced(*words: str) -> list[str]:
    """The lines of trace, in their order: each line as words with one blank between them."""
    done = subprocess.run(["./trapline", "trace", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = [re.sub(r"^ +\| ", "", line) for line in done.stdout.splitlines() if not line.startswith("trapline:")]
    return [" ".join(line.split()) for line in lines]


def run_page(browser: Browser, stem: str, variant: str = "") -> str:
    """Opens a page and runs its program to the end. Returns what the page says of it."""
    browser.open(f"{address}/{stem}.html")
    if variant:
        browser.run("const list = document.getElementById('variant');"
                    "list.value = [...list.options].findIndex(option => option.text === arguments[0])", variant)
    browser.click("#run")
    return browser.until(ENDED, RUN_SECONDS) or "did not end"


def check_program(browser: Browser, stem: str, words: tuple[str, ...], status: str = "0", variant: str = "", numbers_differ: bool = False) -> None:
    said = run_page(browser, stem, variant)
    claim = " ".join(words)
    output, told = browser.run(CONSOLE), browser.run(SHOWN)
    ok(said.startswith(f"ended with status {status}"), f"{claim}: ends as it should", said)
    ok(output == ran(*words), f"{claim}: the console has the command's output", output, ran(*words))
    expected, told = (even(traced(*words)), even(told)) if numbers_differ else (traced(*words), told)
    ok(told == expected, f"{claim}: the narration is that of trace", *set(told) ^ set(expected))


def check_programs(browser: Browser) -> None:
    """One of each kind: a chain by hand, both passes, __try, no handler, a stack's end, refused handlers, threads, workers."""
    check_program(browser, "05-chain", ("chain",))
    check_program(browser, "08-finally", ("finally",))
    check_program(browser, "10-unhandled", ("unhandled",), status="C0000094 (integer division by zero)")
    check_program(browser, "12-stack-overflow", ("stack-overflow", "--ring", "3"))
    check_program(browser, "17-safeseh", ("safeseh", "--safeseh"), variant="safeseh --safeseh")
    check_program(browser, "18-semaphores", ("semaphores",))
    check_program(browser, "26-ums", ("ums",), numbers_differ=True)
    check_program(browser, "34-uthread-over-ums", ("uthread-over-ums", "direct"), variant="uthread-over-ums direct", numbers_differ=True)


OF_IMAGE = ("block", "kernel", "start", "register")  # kinds whose texts have places that need an image


def check_words(browser: Browser) -> None:
    """A page's reader of the tables of words and the command's say the same, also where a number has no words."""
    numbers = {0, 1, 2, 3, 7, 0x10, 0x1234, 0x4005, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF}
    tables = {**{kind: row.texts for kind, row in phrases.choices().items()}, **{kind: row.texts for kind, row in phrases.bits().items()},
              **{kind: {} for kind in phrases.NUMBERS}}
    asked = [(kind, (number, 0x1000, error, address) if kind in phrases.WHOLE else (number,))
             for kind, texts in tables.items() if kind not in OF_IMAGE for number in sorted({*numbers, *(text & 0xFFFFFFFF for text in texts)})
             for error, address in ([(error, address) for error in range(32) for address in (0x1000, 8)] if kind == "access" else [(number, number ^ 1)])]
    browser.open(f"{address}/05-chain.html")
    said = browser.run("""return page.load().then(() => {
        const filler = new Filler(page.tables.phrases, {});
        return arguments[0].map(([kind, all]) => filler.words(kind, ...all));
    })""", asked)
    wrong = [(kind, all, words, phrases.words(kind, *all)) for (kind, all), words in zip(asked, said) if words != phrases.words(kind, *all)]
    ok(len(said) > 500 and not wrong, "the words for numbers are those of the command", len(said), *wrong[:10])


def check_chain(browser: Browser) -> None:
    """The chain of a moment is the one that draw draws; the moments can be walked by the keys."""
    run_page(browser, "07-two-passes")
    picture = scratch / "moment.svg"
    drawn = trapline("draw", "two-passes", "handler outer", "-o", picture)
    chain = re.findall(r"chain from fs:\[0\]: ([^<]*)", picture.read_text())[0].removesuffix(", the end").split(", ") if picture.exists() else []
    number = browser.run("return page.lines.findIndex(line => line.moment && line.text.includes('handler outer'))")
    browser.run("page.select(arguments[0])", number)
    shown = browser.run("return [...document.querySelectorAll('#chain .frame .address')].map(part => part.textContent)")
    ok(len(chain) == 3 and shown == chain, "the chain of a moment is that of draw", chain, shown, drawn.stderr)
    asked = browser.run("return document.querySelector('#chain .asked').innerText")
    ok("outer" in asked and "the event is about this frame" in asked, "the frame that the event is about is marked, in words", asked)
    place = "return document.getElementById('place').textContent"
    before = browser.run(place)
    browser.click("#earlier")
    earlier = browser.run(place)
    browser.click("#later")
    ok(before == browser.run(place) != earlier, "Earlier and Later go from moment to moment", before, earlier)
    browser.type("#narration", "\ue010")  # the key End
    last = browser.run("return [page.selected, page.lines.length - 1]")
    browser.type("#narration", "\ue013")  # the key Up
    ok(last[0] == last[1] and browser.run("return page.selected") == last[1] - 1, "the keys choose a line", last)
    gone = browser.run("page.select(page.lines.length - 1); return document.querySelector('#chain .gone')?.textContent ?? ''")
    ok(browser.run("return document.querySelectorAll('#chain .frame').length") == 1, "at the end the chain has the outermost frame alone", gone)


def check_keyboard(browser: Browser) -> None:
    """Without a mouse: the console takes a line, a run is started by a key, and one without an end is stopped."""
    browser.open(f"{address}/02-ask.html")
    browser.run("document.getElementById('run').focus()")
    browser.type("#run", "\ue007")  # the key Enter
    browser.until("return document.querySelector('.xterm-rows').textContent.includes('What is your name?')", RUN_SECONDS)
    time.sleep(0.3)
    browser.type(".xterm-helper-textarea", "Adb\bax\b\n")
    said = browser.until(ENDED, RUN_SECONDS)
    output = browser.run(CONSOLE)
    ok(said and "status 0" in said and output.endswith("Good to see you, Ada."), "what is typed reaches the program, corrected", said, output)
    browser.click("#run")
    browser.until("return document.querySelector('.xterm-rows').textContent.includes('What is your name?')", RUN_SECONDS)
    time.sleep(0.3)
    browser.type(".xterm-helper-textarea", "\ue009d")  # Control and d
    said = browser.until(ENDED, RUN_SECONDS)
    ok(said and "status 1" in said and "ended without an answer" in browser.run(CONSOLE), "Ctrl-D ends the input", said)
    browser.click("#run")
    browser.until("return document.body.dataset.state === 'running'", RUN_SECONDS)
    browser.click("#stop")
    ok(browser.until(ENDED, RUN_SECONDS) == "stopped" and browser.run("return document.getElementById('stop').disabled"), "a run is stopped")


def answer(browser: Browser, number: int, choice: str = "", typed: str = "") -> str:
    """Answers a question, and returns what the page says when its machine has run, too."""
    form = f"#question-{number}"
    if choice:
        browser.click(f'{form} input[value="{choice}"]')
    if typed:
        browser.type(f"{form} input", typed)
    browser.click(f"{form} button")
    browser.until(f"return document.querySelectorAll('{form} output figure').length === 2 || document.querySelector('{form} output > .quiet')"
                  f" && !document.querySelector('{form} button').disabled && !document.querySelector('{form} output').innerText.includes('...')", RUN_SECONDS)
    return browser.run(f"return document.querySelector('{form} output').innerText")


def check_questions(browser: Browser) -> None:
    browser.open(f"{address}/04-first-handler.html")
    ok(not browser.run("return document.querySelector('.reveal').open || document.querySelector('#question-1 output').innerText"),
       "what happens, and the answers, are hidden at first")
    listing, tells = browser.run("return document.querySelector('.listing').innerText"), re.compile(r"/\* (\d+: |\d+ \*/)")
    ok("redirect" in listing and not tells.search(listing) and tells.search(Path("examples/04-first-handler.c").read_text()),
       "the program does not tell its output", listing)
    browser.click(".reveal summary")
    ok(browser.run("return document.querySelector('.reveal').innerText").count("handler: C0000005") == 1, "and are shown on demand")
    said = answer(browser, 2, choice="esp")
    ok(said.startswith("Not so. The answer is eax.") and "changed in the context: eax 0" in said, "a wrong prediction is told the answer and its proof", said)
    said = answer(browser, 2, choice="eax")
    ok(said.startswith("Right.") and "On this page: eax, the same." in said, "a right one is right, and the page's machine says the same", said)
    said = answer(browser, 3, choice="yes")
    words = browser.run("return page.machine.words")
    ok(said.startswith("Right. The answer is yes.") and "--ring 3, under QEMU" in said and "the same." in said
       and "trapline:ring=3" in words, "a question about other options runs with them", said, words)
    browser.open(f"{address}/12-stack-overflow.html")
    said = answer(browser, 1, choice="#DF")
    ok(said.startswith("Right.") and "in ring 0, which the emulator of this page cannot do" in said, "a run that the emulator cannot do is not tried", said)


def check_differences(browser: Browser) -> None:
    """The notes are true: each thing that they call missing is missing, and only there."""
    note = "return document.querySelector('.note')?.innerText ?? ''"
    for stem, word, marks in (("14-single-step", "trap flag", "80000004 before"), ("15-watchpoint", "debug registers", "stopped:")):
        said = run_page(browser, stem)
        output, expected = browser.run(CONSOLE), ran(stem.partition("-")[2])
        ok(word in browser.run(note) and "status 0" in said, f"{stem}: the page says that the emulator lacks {word}", said)
        ok(output != expected and output.count(marks) < expected.count(marks), f"{stem}: and so it is", output)
    for stem, word in (("12-stack-overflow", "double fault"), ("23-cpus", "one CPU")):
        browser.open(f"{address}/{stem}.html")
        ok(word in browser.run(note), f"{stem}: the page names the {word}")
    browser.open(f"{address}/05-chain.html")
    ok(browser.run(note) == "", "a page without a difference has no note")


def check_names(browser: Browser) -> None:
    browser.open(f"{address}/names.html")
    browser.click('[href$="#WaitForMultipleObjects"]')
    target = "const place = document.querySelector(':target'); return [place?.textContent, place?.getBoundingClientRect().top > 100]"
    ok(browser.run(target) == ["WaitForMultipleObjects", True], "a name leads to its place in its header, with the comment above in view", browser.run(target))
    browser.click('[href="source-include-minwinbase.h.html"]')
    ok(browser.run("return document.querySelector('h1').textContent") == "include/minwinbase.h", "and a header to those that it includes")


def check_looks(browser: Browser) -> None:
    colours = []
    for scheme in ("light", "dark"):
        browser.media(prefers_color_scheme=scheme)
        colours.append(browser.run("return [document.body, document.querySelector('#console')].map(part => getComputedStyle(part).backgroundColor).join()"))
    ok(colours[0] != colours[1], "light and dark differ", colours)
    browser.size(*PHONE)
    run_page(browser, "07-two-passes")
    widths = {"07-two-passes": browser.run("return document.documentElement.scrollWidth")}
    for name in ("index", "00-words", "12-stack-overflow", "rules", "licences", "names", "source-ums-ums_switch.S"):
        browser.open(f"{address}/{name}.html")
        widths[name] = browser.run("return document.documentElement.scrollWidth")
    ok(set(widths.values()) == {PHONE[0]}, "nothing is wider than a phone", widths)
    browser.size(*DESKTOP)


def check_index(browser: Browser) -> None:
    browser.open(f"{address}/index.html")
    titles = browser.run("return [...document.querySelectorAll('.course a')].map(link => link.textContent)")
    written = [title.replace("`", "") for title in re.findall(r"^\| \d+ \| \[(.*?)\]", Path("docs/README.md").read_text(), re.M)]
    ok(titles == written and len(titles) == 39, "the index has the course's pages in their order", titles)
    browser.click(".course li:nth-child(6) a")
    ok(browser.run("return document.querySelector('h1').textContent") == "5. The chain", "a title leads to its page")
    browser.click('.way a[rel="next"]')
    ok(browser.run("return document.title").startswith("Continuing"), "and from there to the next one")


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The site on a server of files."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


address = site.as_uri()
with Browser(*DESKTOP) as browser:
    browser.open(f"{address}/index.html")
    browser.requests()
    browser.complaints()
    browser.size(*DESKTOP)
    for check in (check_index, check_words, check_programs, check_chain, check_keyboard, check_questions, check_differences, check_looks, check_names):
        check(browser)
    site_reading.check_screens(browser, address)
    site_reading.check_contents(browser, address)
    site_reading.check_search(browser, address, RUN_SECONDS)
    site_reading.check_focus(browser, address, ENDED, RUN_SECONDS)
    browser.size(*DESKTOP)
    asked = browser.requests()
    foreign = [request for request in asked if not request.startswith((f"{address}/", "data:", "blob:"))]
    ok(len(asked) > 100 and not foreign, "from disk, nothing is asked of a network", *foreign[:5])
    complaints = browser.complaints()
    ok(not complaints, "no page reports an error", *complaints)

# A browser of its own, which asks itself for its first page: the last one from disk may still load, and what that asks for is told late.
with served() as address, Browser(*DESKTOP) as browser:
    said = run_page(browser, "05-chain")
    ok("status 0" in said and browser.run(CONSOLE) == ran("chain"), "a server of files does as well", said)
    foreign = [request for request in browser.requests() if not request.startswith((f"{address}/", "data:", "blob:", "chrome:"))]
    ok(not foreign, "and nothing is asked of another one", *foreign[:5])

finish()
