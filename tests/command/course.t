#!/usr/bin/env python3
"""The course: every program prints the text of its comments, every transcript in docs/ is that of a real run, the pictures of memory
show what their page's session shows, offsets and values are the headers', and the plans for teachers fill their time."""

from __future__ import annotations

import functools
import html
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, without_builds  # noqa: E402
from course import expected_output, transcripts  # noqa: E402
from forked import forked  # noqa: E402
from options import parse  # noqa: E402
from programs import find  # noqa: E402
from record.events import Events  # noqa: E402
from run import run as runner  # noqa: E402
from run.emulator import start  # noqa: E402
from run.session import Conversation, Source  # noqa: E402
from testing.transcript import difference  # noqa: E402

FIRST = 4  # of the programs that print the text of their comments; those before print what they are given, or what demo.t compares
WORDS = Path("docs/00-words.md")  # the page without a program
LEFT_OUT = os.environ.get("LEAVE_OUT", "").split()
WAYS = [way for way in ("", "--cc clang", "--ring 3") if not set(way.split()) & set(LEFT_OUT)]  # every program, the same each time
TWO_SCREENS = ("demo",  # this has six threads
               "cpus", "between-cpus",  # these make threads of two kinds, and say on which CPU each runs
               "ums", "ums-cpus", "ums-deadlock", "ums-stealing", "ums-priorities", "ums-server", "ums-pager",
               "ums-ext", "uthread-over-ums", "ums-shutdown")  # these are schedulers
STRICTER = ("stack-overflow", "on-demand", "single-step", "watchpoint")  # these turn on how exactly the CPU behaves
RUN_SECONDS = 60.0

runner.build = functools.lru_cache(maxsize=None)(runner.build)  # make is asked once for each program: no source changes meanwhile


def even(text: str) -> list[str]:
    """The lines as compared: blanks are all alike."""
    return [" ".join(line.split()) for line in text.splitlines()]


# ---------------------------------------------------------------- programs

CALL = re.compile(r"[0-9A-F]{8} \w+\+0x")  # of a report; which calls have frames differs between compilers


def announced_output(source: str) -> list[str]:
    """The whole output as the comments have it. A number that is missing or given twice shows as such."""
    lines: dict[int, str] = {}
    for number, text in expected_output.items(source):
        lines[number] = f"announced twice: line {number}" if number in lines else " ".join(text.split())
    return [lines.get(number, f"announced nowhere: line {number}") for number in range(1, max(lines, default=0) + 1)]


def run(stem: str, options: list[str]) -> tuple[int | None, list[str]]:
    """The program's output, and its 32-bit exit status. There are many runs, so no process starts for each."""
    line = parse(runner.RUN, [stem, *options])
    program, output = runner.compiled(line, find(stem)), bytearray()
    runner.meet_needs(line, program)
    with start(runner.machine_from(line), runner.prepare(line, program, [])) as session:
        outcome = Conversation(session, Events.declared(), Source(), RUN_SECONDS, output.extend, lambda record: None).run()
    return outcome.status, even(output.decode("utf-8", "replace"))


def check_program(source: Path, way: str) -> None:
    text = source.read_text()
    ending = re.search(r"ends with status ([0-9A-F]+) \*/", text)
    status, output = run(source.stem, [*expected_output.options(text), *way.split()])
    expected = announced_output(text)
    output = [line for line in output if not CALL.match(line)]
    wrong = difference(expected, output)
    good = status == (int(ending[1], 16) if ending else 0)
    ok(good and not wrong and expected != [], f"{source.stem} prints the text of its comments {way}".rstrip(),
       f"exit status {status}", *wrong)


# ---------------------------------------------------------------- pages

PLAIN = re.compile(r"\./trapline (run( [\w-]+)+)")


def fenced(page: Path, kind: str) -> list[str]:
    """The texts of the page's fences of one kind: console for runs, nothing for pictures."""
    return [text for word, text in transcripts.FENCE.findall(page.read_text()) if word == kind]


def check_transcript(page: Path, fence: str) -> transcripts.Names:
    """A fence is a command, as the shell takes it, and its output. The lines that a debugger's session reads stand behind its
    prompts. A command of plain words needs neither a shell nor a new Python."""
    command, typed, shown = transcripts.command_of(fence)
    if plain := PLAIN.fullmatch(command):
        done = forked(*plain[1].split(), together=True)
    else:
        done = subprocess.run(["bash", "-c", command], input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", errors="replace", timeout=2 * RUN_SECONDS)
    compared = transcripts.compare(shown, without_builds(done.stdout))
    ok(not compared.wrong, f"{page.name}: {command} shows that", *compared.wrong)
    return compared.names


PICTURE = re.compile(r"!\[[^]]+\]\((pictures/[\w-]+\.svg)\)\n\n\(`\./trapline (draw .+)`\)$", re.M)
LINES = re.compile(r"( [\w.-]+\.(?:[cS]|cpp):)\d+| [A-Z\d]{8}\b|\+0x[\dA-F]+")  # of a picture's description, and what the compilers choose


def check_picture(page: Path, file: str, command: str) -> None:
    """A picture is drawn anew and says the same: functions, records and chain, or threads and waits."""
    with tempfile.NamedTemporaryFile(suffix=".svg") as drawn:
        done = forked(*shlex.split(command), "-o", drawn.name)
        said, shown = ([LINES.sub(r"\1*", line) for line in html.unescape(text).splitlines()]
                       for text in re.findall(r"<desc>(.*?)</desc>", Path(drawn.name).read_text() + (page.parent / file).read_text(), re.S))
    ok(done.returncode == 0 and said == shown, f"{page.name}: {file} is of today's run; ./trapline {command} -o docs/{file} draws it anew",
       done.stderr, *set(said) ^ set(shown))


# ---------------------------------------------------------------- pictures of memory, tables of values

HEX = re.compile(r"\b[0-9a-f]{8}\b")
WORD = re.compile(r"^ +\+([0-9A-F]{2}) │ ([0-9a-f]{8}) │ (\w+)")  # of a picture: offset, value, field
START = re.compile(r"^(\w+)(?: at| =) ([0-9a-f]{8})\b")  # of a picture: the structure, or a register that points there
ROW = re.compile(r"^\| `(\w+)` \| ([0-9A-F]+) \|", re.M)  # of a table: a constant and its value


def memory_of(session: str) -> dict[int, int]:
    """The words of memory that the session's x commands show."""
    memory = {}
    for line in re.findall(r"^0x([0-9a-f]{8}): +((?:0x[0-9a-f]{8} *)+)$", session, re.M):
        for number, value in enumerate(line[1].split()):
            memory[int(line[0], 16) + 4 * number] = int(value, 16)
    return memory


def check_addresses(page: Path, shown: str) -> None:
    """Addresses are compared with the page's sessions, because a run has those of its build."""
    pictures = "".join(fenced(page, ""))
    strange = set(HEX.findall(pictures)) - set(HEX.findall(shown.replace("0x", "")))
    if pictures:
        ok(not strange, f"{page.name}: the addresses in its pictures are those of its sessions", *strange)
    outside = transcripts.addresses(transcripts.RUN.sub("", page.read_text())) - transcripts.addresses(shown)
    ok(not outside, f"{page.name}: an address in its text is one of its runs", *outside)


def check_words(page: Path) -> None:
    text = page.read_text()
    (session,) = fenced(page, "console")
    memory, claims, wrong, at = memory_of(session), [], [], ("", 0)
    for line in "".join(fenced(page, "")).splitlines():
        if start := START.match(line):
            at = start[1], int(start[2], 16)
        if row := WORD.match(line):
            offset, value = int(row[1], 16), int(row[2], 16)
            if memory.get(at[1] + offset) != value:
                wrong.append(line)
            if at[0].isupper():  # a type's name
                claims.append(f"offsetof({at[0]}, {row[3]}) == 0x{offset:X}")
    ok(len(memory) >= 30 and len(claims) >= 30 and not wrong, f"{page.name}: each word of a picture is one of the session's", *wrong)
    claims += [f"{name} == 0x{value}" for name, value in ROW.findall(text)]
    claims += [f"sizeof({'CONTEXT' if words == 'context' else 'EXCEPTION_RECORD'}) == 0x{size}"
               for words, size in re.findall(r"│ the (context|record): ([0-9A-F]+) bytes", text)]
    claims += [f"sizeof(NT_TIB) == {size}" for size in re.findall(r"The block's first (\d+) bytes are the \*TIB\*", text)]
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        source = Path(folder, "offsets.c")
        source.write_text("".join(["#include <nt.h>\n", *(f'_Static_assert({claim}, "the page");\n' for claim in claims), "int main(void) { return 0; }\n"]))
        done = subprocess.run(["./trapline", "build", source, "--output", Path(folder, "offsets.elf")], capture_output=True, text=True)
    ok(len(claims) >= 48 and done.returncode == 0, f"{page.name}: {len(claims)} offsets, sizes and values are the header's", done.stderr)


# ---------------------------------------------------------------- the page for teachers


def check_plans(page: Path) -> None:
    """A plan is a section `## N hours`, whose tables begin each row with minutes: they come to N hours."""
    text = page.read_text()
    plans = re.findall(r"^## (\w+) hours\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    hours = {"Two": 2, "Six": 6, "Twelve": 12}
    ok([name for name, _ in plans] == list(hours), f"{page.name} has a plan for each length", *(name for name, _ in plans))
    for name, plan in plans:
        minutes = sum(map(int, re.findall(r"^\| (\d+) \|", plan, re.M)))
        ok(minutes == 60 * hours[name], f"{page.name}: {name.lower()} hours have {60 * hours[name]} minutes", str(minutes))
    known = {program.stem.partition("-")[2] for program in programs}
    named = set(re.findall(r"\./trapline (?:run|trace|debug|draw|timeline|quiz)(?: --\S+)* ([\w-]+)", text)) - {"mine"}
    ok(bool(named) and named <= known, f"{page.name}: the examples that it runs are there", *(named - known))


# ---------------------------------------------------------------- how a page is compared with a run, and renewed

PAGE = ["frame 1003FFD8 is asked", "...", "at main+0x2B, frame 1003FFD8", "eip=1003ffd0"]
RUN = "frame 1004FF44 is asked (a.c:3)\nthe rest\nat  main+0x2F, frame {}\neip={}\n"
for first, second, fits in (("1004FF44", "1004ff3c", True), ("1004FF48", "1004ff3c", False), ("1004FF44", "1004ff44", False)):
    compared = transcripts.compare(PAGE, RUN.format(first, second))
    ok(bool(compared.wrong) != fits, f"an address stands for one: {first}, {second}", *compared.wrong)
compared = transcripts.compare(PAGE, RUN.format("1004FF44", "1004ff3c"))
ok(transcripts.renewed("\n".join(PAGE) + " 0x1003FFD8 2003FFD8 80000004", compared.names).splitlines() ==
   ["frame 1004FF44 is asked", "...", "at main+0x2F, frame 1004FF44", "eip=1004ff3c 0x1004FF44 2003FFD8 80000004"], "a page gets the run's addresses, each in its form")
for wrong in (["frame 1003FFD8 is called"], ["frame 1003FFD8 is asked", "at main+0x2B, frame 1003FFD8"], ["at other+0x2B, frame 1003FFD8"]):
    ok(transcripts.compare(wrong, RUN.format("1004FF44", "1004ff3c")).wrong != [], f"other lines are told: {wrong[-1]}")


FOUND = ["found after 2 schedules, in 1.7 seconds: it fails", "page races --schedule '67db77@81>12'", "trace races --schedule '67db77@81>12'"]
for digest, other, fits in (("01da52@83>12", "01da52@83>12", True), ("01da52@83>12", "01da52@84>12", False)):
    compared = transcripts.compare(FOUND, f"found after 2 schedules, in 20.1 seconds: it fails\npage races --schedule '{digest}'\ntrace races --schedule '{other}'\n")
    ok(bool(compared.wrong) != fits, f"a search may last longer, and find the same in another build: {digest}, {other}", *compared.wrong)
ok(transcripts.compare(FOUND[:1], "found after 3 schedules, in 1.7 seconds: it fails").wrong != [], "it may not take more schedules")


programs = sorted([*Path("examples").glob("[0-9]*.c"), *Path("examples").glob("[0-9]*.cpp")])
for program in programs:
    if int(program.name[:2]) >= FIRST:
        stricter = program.stem.partition("-")[2] in STRICTER and "bochs" not in LEFT_OUT
        for way in (*WAYS, *(["--emulator bochs"] if stricter else [])) if program.suffix == ".c" else WAYS[:1]:
            check_program(program, way)
    unread = [line for line in program.read_text().splitlines() if re.search(r'__asm__.*\("(?!\w+:)', line) and "/*" not in line]
    ok(not unread, f"{program.stem} says in words what a line of assembly does", *unread)
    lines = len(program.read_text().splitlines())
    screens = 2 if program.stem.partition("-")[2] in TWO_SCREENS else 1
    ok(lines <= 50 * screens, f"{program.stem} fits on {'a screen' if screens == 1 else 'two screens'}", f"{lines} lines")

pages = sorted(Path("docs").glob("[0-9]*.md"))
ok([page.stem for page in pages if page != WORDS] == [program.stem for program in programs], "every program has its page")
contents = Path("docs/README.md").read_text()
drawn: list[str] = []
for page in pages:
    ok(f"({page.name})" in contents, f"the contents name {page.name}")
    fences = fenced(page, "console")
    ok(bool(fences), f"{page.name} shows a run")
    for fence in fences:
        check_transcript(page, fence)
    check_addresses(page, "".join(fences))
    pictures = PICTURE.findall(page.read_text())
    ok(len(pictures) == page.read_text().count("](pictures/"), f"{page.name}: each picture has its command")
    for file, command in pictures:
        check_picture(page, file, command)
    drawn += [file for file, _ in pictures]
ok(sorted(drawn) == sorted(f"pictures/{path.name}" for path in Path("docs/pictures").iterdir()), "each picture is on a page", *drawn)
check_words(WORDS)
check_plans(Path("docs/teaching.md"))

finish()
