#!/usr/bin/env python3
"""The course: every program prints the text of its comments, and every transcript in docs/ is that of a real run."""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "harness")]

import run as runner  # noqa: E402
from emulator import start  # noqa: E402
from events import Events  # noqa: E402
from options import parse  # noqa: E402
from programs import find  # noqa: E402
from session import Source, converse  # noqa: E402
from tap import finish, ok  # noqa: E402
from testing.transcript import difference  # noqa: E402

FIRST = 4  # before it: programs that ask, or are tested elsewhere
LEFT_OUT = os.environ.get("LEAVE_OUT", "").split()
WAYS = [way for way in ("", "--cc clang", "--ring 3") if not set(way.split()) & set(LEFT_OUT)]  # every program, the same each time
TWO_SCREENS = ("cpus", "between-cpus",  # these make threads of two kinds, and say on which CPU each runs
               "ums", "ums-cpus", "ums-deadlock", "ums-stealing", "ums-priorities", "ums-server", "ums-pager",
               "ums-ext", "uthread-over-ums")  # these are schedulers
STRICTER = ("stack-overflow", "on-demand", "single-step", "watchpoint")  # these turn on how exactly the CPU behaves
RUN_SECONDS = 60.0


def even(text: str) -> list[str]:
    """The lines as compared: blanks are all alike."""
    return [" ".join(line.split()) for line in text.splitlines()]


# ---------------------------------------------------------------- programs

CALL = re.compile(r"[0-9A-F]{8} \w+\+0x")  # of a report; which calls have frames differs between compilers


def items(source: str) -> Iterator[tuple[int, str]]:
    """Number and text of each line of output that a comment announces: /* 2: this | 5: that */, or /* 1, 3 */ behind a
    line with one literal."""
    for match in re.finditer(r"/\*(.*?)\*/", source, re.S):
        text = " ".join(re.sub(r"\n\s*\*", "\n", match[1]).split())
        if re.fullmatch(r"\d+(, \d+)*", text):
            line = source[source.rfind("\n", 0, match.start()) + 1 : match.start()]
            (literal,) = re.findall(r'"(.*?)(?:\\n)?"', line)
            yield from ((int(number), literal) for number in text.split(", "))
        elif found := re.search(r"(?:^|\D)(\d+: .*)", text):
            for part in found[1].split(" | "):
                number, colon, words = part.partition(": ")
                if colon and number.isdigit():
                    yield int(number), words


def announced(source: str) -> list[str]:
    """The whole output as the comments have it. A number that is missing or given twice shows as such."""
    lines: dict[int, str] = {}
    for number, text in items(source):
        lines[number] = f"announced twice: line {number}" if number in lines else " ".join(text.split())
    return [lines.get(number, f"announced nowhere: line {number}") for number in range(1, max(lines, default=0) + 1)]


def run(stem: str, options: str) -> tuple[int | None, list[str]]:
    """The program's output, and its 32-bit exit status. There are many runs, so no process starts for each."""
    line = parse(runner.RUN, [stem, *shlex.split(options)])
    output = bytearray()
    with start(runner.machine_from(line), runner.prepare(line, find(stem), [])[0]) as session:
        outcome = converse(session, Events.declared(), Source(), RUN_SECONDS, output.extend, lambda record: None)
    return outcome.status, even(output.decode("utf-8", "replace"))


def check_program(source: Path, way: str) -> None:
    text = source.read_text()
    options = re.search(r"^ \*     \./trapline run \S+ (--.*)$", text, re.M)  # those that the opening comment gives it
    ending = re.search(r"ends with status ([0-9A-F]+) \*/", text)
    status, output = run(source.stem, f"{options[1] if options else ''} {way}")
    expected = announced(text)
    output = [line for line in output if not CALL.match(line)]
    wrong = difference(expected, output)
    good = status == (int(ending[1], 16) if ending else 0)
    ok(good and not wrong and expected != [], f"{source.stem} prints the text of its comments {way}".rstrip(),
       f"exit status {status}", *wrong)


# ---------------------------------------------------------------- pages

ADDRESS = re.compile(r"\b(?!8000000)[1-8][0-9A-F]{7}\b|\+0x[0-9A-F]+")  # these differ from build to build; statuses do not


PLACE = re.compile(r" \([\w./-]+\.[cSh]:\d+\)")  # the pages leave these out


def masked(line: str) -> str:
    return ADDRESS.sub("*", PLACE.sub("", line))


def check_transcript(page: Path, fence: str) -> None:
    """A fence is a command and its output; a line of three dots stands for any number of lines."""
    command, *shown = fence.strip().splitlines()
    words = command.split("./trapline ", 1)[1]
    done = subprocess.run(["./trapline", *shlex.split(words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env={**os.environ, "NO_COLOR": "1"}, timeout=2 * RUN_SECONDS)
    output = [masked(line) for line in even(done.stdout.decode("utf-8", "replace"))]
    position, wrong = 0, []
    for piece in re.split(r"^\s*\.\.\.\s*$", "\n".join(shown), flags=re.M):
        wanted = [masked(line) for line in even(piece.strip("\n"))]
        places = [at for at in range(position, len(output) - len(wanted) + 1) if output[at : at + len(wanted)] == wanted]
        if not places:
            wrong = ["not there, or not behind what is above it:", *wanted, "it says:", *output]
            break
        position = places[0] + len(wanted)
    ok(not wrong, f"{page.name}: {command} shows that", *wrong)


PICTURE = re.compile(r"!\[[^]]+\]\((pictures/[\w-]+\.svg)\)\n\n\(`\./trapline (draw .+)`\)$", re.M)
LINES = re.compile(r"( [\w.-]+\.[cS]:)\d+| [A-Z\d]{8}\b|\+0x[\dA-F]+")  # of a picture's description, and what the compilers choose


def check_picture(page: Path, file: str, command: str) -> None:
    """A picture is drawn anew and says the same: functions, records, chain."""
    with tempfile.NamedTemporaryFile(suffix=".svg") as drawn:
        done = subprocess.run(["./trapline", *shlex.split(command), "-o", drawn.name], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        said, shown = ([LINES.sub(r"\1*", line) for line in html.unescape(text).splitlines()]
                       for text in re.findall(r"<desc>(.*?)</desc>", Path(drawn.name).read_text() + (page.parent / file).read_text(), re.S))
    ok(done.returncode == 0 and said == shown, f"{page.name}: {file} is of today's run; ./trapline {command} -o docs/{file} draws it anew",
       done.stderr, *set(said) ^ set(shown))


programs = [path for path in sorted(Path("examples").glob("*.c")) if int(path.name[:2]) >= FIRST]
for program in programs:
    stricter = program.stem.partition("-")[2] in STRICTER and "bochs" not in LEFT_OUT
    for way in (*WAYS, *(["--emulator bochs"] if stricter else [])):
        check_program(program, way)
    lines = len(program.read_text().splitlines())
    screens = 2 if program.stem.partition("-")[2] in TWO_SCREENS else 1
    ok(lines <= 50 * screens, f"{program.stem} fits on {'a screen' if screens == 1 else 'two screens'}", f"{lines} lines")

pages = sorted(Path("docs").glob("[0-9]*.md"))
ok([page.stem for page in pages] == [program.stem for program in programs], "every program has its page")
contents = Path("docs/README.md").read_text()
drawn: list[str] = []
for page in pages:
    ok(f"({page.name})" in contents, f"the contents name {page.name}")
    fences = re.findall(r"^```console\n(.*?)^```$", page.read_text(), re.M | re.S)
    ok(bool(fences), f"{page.name} shows a run")
    for fence in fences:
        check_transcript(page, fence)
    pictures = PICTURE.findall(page.read_text())
    ok(len(pictures) == page.read_text().count("](pictures/"), f"{page.name}: each picture has its command")
    for file, command in pictures:
        check_picture(page, file, command)
    drawn += [file for file, _ in pictures]
ok(sorted(drawn) == sorted(f"pictures/{path.name}" for path in Path("docs/pictures").iterdir()), "each picture is on a page", *drawn)

finish()
