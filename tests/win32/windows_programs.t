#!/usr/bin/env python3
"""Programs that a compiler for Windows has made run as Windows' rules say, with one CPU and with several.

The files beside NAME.c: NAME.out, what the program prints and, in the last line, its status if that is not 0; NAME.in, the lines that it
reads. Words behind `arguments:` in its first comment are the program's, those behind `options:` the run's. `streams: console` gives it a
terminal for its output and error, which are pipes else. `compiler: clang` there lets clang and lld-link make it; these are left to --all.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Callable, Iterator, NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import ROOT, finish, ok, scratch_folder, without_builds  # noqa: E402
from forked import Running  # noqa: E402
from terminal import on_terminal  # noqa: E402

from build.build import image_path  # noqa: E402
from programs import WINDOWS_PROCESS, Program, opening_comment  # noqa: E402
from run import run  # noqa: E402

LEFT_OUT = re.compile(r"^compiler: (?:%s)$" % "|".join(os.environ.get("LEAVE_OUT", "").split()), re.M)
SOURCES = sorted(source for ending in ("c", "cpp") for source in (ROOT / "tests" / "win32").glob(f"*.{ending}")
                 if "_dll" not in source.stem and not LEFT_OUT.search(opening_comment(source)))
BUILT = ROOT / "build" / "tests" / "win32"
CPUS = (1, 4)
TOGETHER = 2  # runs
# The runtime's words on the same console: the report of an exception's end, and one line that says why a program does not begin.
REPORT = re.compile(r"^trapline: .*", re.M | re.S)
REFUSAL = re.compile(r"\A[^\n]+\n\Z")
ABORTED = re.compile(r"^trapline: terminate is called", re.M)
NEVER_BEGUN = (0xC0000135, 0xC0000139, 0xC0000142)  # a DLL is missing, a function is, a DLL says FALSE


class Ran(NamedTuple):
    printed: str
    status: int
    said: str  # by the command, of the status among others


def build() -> str:
    """make's complaints. The runs' own builds would find nothing to do."""
    process = image_path(Program(WINDOWS_PROCESS.stem, WINDOWS_PROCESS))
    images = [str(process.relative_to(ROOT)), *(f"build/tests/win32/{source.stem}.exe" for source in SOURCES)]
    run.build = lambda *_: process
    done = subprocess.run(["flock", "build/.lock", "make", "-s", "-k", *images], capture_output=True, text=True)
    return done.stderr


def folder_of(source: Path) -> Path:
    """A folder with the program and its DLLs, and no other's."""
    folder = SCRATCH / source.stem
    folder.mkdir()
    for image in [BUILT / f"{source.stem}.exe", *BUILT.glob(f"{source.stem}_dll*.dll")]:
        if image.exists():
            shutil.copy(image, folder)
    return folder


def begin(source: Path, cpus: int, how: str = "run") -> Callable[[], Ran]:
    """Begins a run, which the result waits for."""
    words = re.search(r"^arguments: (.*)$", opening_comment(source), re.M)
    options = re.search(r"^options: (.*)$", opening_comment(source), re.M)
    given = source.with_suffix(".in").read_bytes().replace(b"\n", b"\r\n") if source.with_suffix(".in").exists() else b""
    command = [how, str(SCRATCH / source.stem / f"{source.stem}.exe"), "--smp", str(cpus), "--timeout", "120",
               *shlex.split(options[1] if options else ""), "--", *shlex.split(words[1] if words else "")]
    if re.search(r"^\W*streams: console$", opening_comment(source), re.M):
        shown = on_terminal("stdout stderr", *command, given=given, NO_COLOR="1")
        text = without_builds(shown.text.replace("\r\n", "\n"))
        return lambda: Ran(text, shown.status, text)
    running = Running(*command, given=given)

    def end() -> Ran:
        done = running.wait()
        return Ran(done.stdout.decode(errors="replace").replace("\r\n", "\n"), done.returncode, without_builds(done.stderr.decode(errors="replace")))

    return end


def runs() -> Iterator[tuple[Path, int, Callable[[], Ran]]]:
    """All runs, some of them begun before the first is waited for."""
    begun: deque[tuple[Path, int, Callable[[], Ran]]] = deque()
    for source in SOURCES:
        for cpus in CPUS:
            begun.append((source, cpus, begin(source, cpus)))
            if len(begun) == TOGETHER:
                yield begun.popleft()
    yield from begun


def expected(source: Path) -> tuple[str, int]:
    text = source.with_suffix(".out").read_text()
    if status := re.search(r"^status (\w+)\n\Z", text, re.M):
        return text[:status.start()], int(status[1], 0)
    return text, 0


def is_status(ran: Ran, status: int) -> bool:
    """A host's status has one byte; the command shows the whole of a larger one."""
    if status <= 255:
        return ran.status == status
    return ran.status == (status & 255 or 1) and re.search(rf"ended with status (0x)?0*{status:X}\b", ran.said) is not None


def claim(source: Path, cpus: int, ran: Ran) -> None:
    text, status = expected(source)
    report = REFUSAL if status in NEVER_BEGUN else REPORT
    printed = report.sub("", ran.printed) if status > 255 or ABORTED.search(ran.printed) else ran.printed
    subject = opening_comment(source).split(". ")[0].split(".\n")[0].rstrip(".").replace("\n", " ")
    ok(printed.rstrip("\n") == text.rstrip("\n") and is_status(ran, status), f"{source.stem}, {cpus} CPU{'s' * (cpus > 1)}: {subject}",
       *(f"not {wanted!r} but {got!r}" for wanted, got in zip(f"{text}\n".splitlines(), f"{printed}\n".splitlines()) if wanted != got),
       f"status {ran.status}, not {status}", *ran.said.splitlines()[-3:], *ran.printed.splitlines()[-3:])


SCRATCH = scratch_folder()
wrong = build()
ok(not wrong, "all are compiled without a warning", *wrong.splitlines())
for program in SOURCES:
    folder_of(program)
for program, cpus, end in runs():
    claim(program, cpus, end())
told = begin(ROOT / "tests" / "win32" / "exe_cxx_story.cpp", 1, "trace")()
for words in ("C++ throws int\n", "C++ finds a catch block for int &\n", "C++ throws std::runtime_error\n", "C++ finds a catch block for ...\n",
              "C++: an object of frame"):
    ok(words in told.said, f"the story says {words.strip()}", *told.said.splitlines()[:40])
story = [re.sub(r"^  \| +", "", line) for line in told.said.splitlines()]
for order in (("C++: it is in state 4 of 6, try blocks: 2", "C++: the try block of states 3 to 4 is asked, catch blocks: 1", "C++ finds a catch block for int &"),
              ("C++: catch block ", "C++: the catch block returns ")):
    at = [next((number for number, line in enumerate(story) if line.startswith(words)), -1) for words in order]
    ok(-1 not in at and at == sorted(at), f"the story says where a frame is, and what a block does: {', '.join(order)}", *story[:60])
for words in ("terminate is called because of exception E06D7363", "C++ throws disk_error<unsigned char>\n", "it says: no disk\n"):
    ok(words in told.printed, f"the report says {words.strip()}", *told.printed.splitlines())
finish()
