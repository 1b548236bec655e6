"""The data of the course's site: each image as a browser boots it, names and places of its addresses, and the runs that answer the
exercises. Data is a script that gives one text, because a page that is opened from disk may load scripts and nothing else."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import subprocess
import tempfile
from dataclasses import asdict
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Callable, Iterable, Optional, Sequence

import forms
from build.build import cross_tool, image_path, make
from build.elf import Symbols, addresses
from build_folder import BUILD_ROOT, save
from console import CommandError
from course.run_lines import ShownLine, run_once
from course.web_libraries import EMULATOR, FOLDER, package
from programs import ROOT, Program
from record import folding, moments, narrate, phrases, source_lines, stack
from record.events import DECLARATIONS, Events

RUN = {"command": forms.is_text, "lines": [{"text": forms.is_text, "kind": forms.is_text}]}  # as it is kept
TEXT = ("image.kernel_text_start", "image.program_text_start", "image.shared_text_end")  # linker.ld: the runtime's text, then the program's


def script(name: str, content: bytes) -> str:
    """The script that gives this content; it is compressed, and the same content gives the same script."""
    packed = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()
    return f'give("{name}", "{packed}");\n'


def table(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def tables() -> bytes:
    """Data that all pages read: the events as they are declared, the words of their sentences, and the narration's limits."""
    events, chosen = Events.declared(), narrate.Selection()
    rows = [{"name": event.name, "kind": event.kind, "nesting": event.nesting, "narration": event.narration,
             "told": chosen.has(event) and narrate.tells(event, False), "told_of_several": chosen.has(event) and narrate.tells(event, True)}
            for event in map(events.__getitem__, range(len(events.names())))]
    limits = {"bar": narrate.BAR, "column": narrate.NAME_COLUMN, "indent": narrate.INDENT, "deepest": narrate.DEEPEST, "begins": narrate.BEGINS,
              "pending": source_lines.MOST_PENDING, "longest_round": folding.LONGEST, "resume_loop": folding.RESUME_LOOP}
    return table({"events": rows, "phrases": phrases.tables(), "narration": limits, "about": stack.ABOUT_FRAME,
                  "moments": {"registers": moments.REGISTERS, "longest": moments.MOST_FRAMES}})


def emulator() -> bytes:
    return package(EMULATOR).read_bytes()


def build_all(programs: Sequence[Program]) -> None:
    """Builds the images of these examples in one call of make. Raises CommandError."""
    targets = [str(image_path(program).relative_to(BUILD_ROOT)) for program in programs]
    make(targets, "gcc", False, "building the examples", "the examples do not build; the compiler's words are above")


class Image:
    """The image of an example, as `./trapline build` makes it. build_all has been called."""

    _runtimes: dict[str, bytes] = {}  # the tables that are made already: it is one for all images, or for most

    def __init__(self, program: Program) -> None:
        self._path = image_path(program)
        begin, middle, end = addresses(self._path, TEXT).values()
        functions = list(Symbols(self._path))
        self._runtime = [row for row in functions if row[0] < middle], (begin, middle)
        self._own = [row for row in functions if row[0] >= middle], (middle, end)

    def code(self) -> bytes:
        """The image without debugging information, of which the machine knows nothing."""
        with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
            plain = Path(folder, "plain.elf")
            _output([cross_tool("objcopy"), "-S", str(self._path), str(plain)])
            return plain.read_bytes()

    @cached_property
    def runtime_name(self) -> str:
        """The name of the table with the runtime's names: the same for images whose runtime lies at the same addresses."""
        return f"runtime-{hashlib.sha1(table(self._runtime)).hexdigest()[:8]}"

    def runtime_names(self) -> bytes:
        if self.runtime_name not in self._runtimes:
            self._runtimes[self.runtime_name] = self._names(*self._runtime)
        return self._runtimes[self.runtime_name]

    def own_names(self) -> bytes:
        return self._names(*self._own)

    def _names(self, functions: Sequence[tuple[int, str]], text: tuple[int, int]) -> bytes:
        """Addresses stand as differences, which are short. `lines` has a file's number, 0 for none, and a line for each `at`."""
        files: dict[str, int] = {}
        at, lines = [], []
        for address, (file, line) in _places(self._path, range(*text)):
            at.append(address)
            lines += [files.setdefault(file, len(files) + 1) if file else 0, line]
        at.append(text[1])
        return table({"addresses": _differences(address for address, _ in functions), "names": [name for _, name in functions],
                      "files": list(files), "at": _differences(at), "lines": lines})


def _differences(numbers: Iterable[int]) -> list[int]:
    found, last = [], 0
    for number in numbers:
        found.append(number - last)
        last = number
    return found


def _places(image: Path, text: range) -> Iterable[tuple[int, tuple[str, int]]]:
    """The addresses at which another line begins, with file and line."""
    answers = _output([cross_tool("addr2line"), "-e", str(image)], "".join(f"{address:#x}\n" for address in text))
    last: Optional[tuple[str, int]] = None
    for address, answer in zip(text, answers.splitlines()):
        match = re.match(r"([^?].*):(\d+)", answer)
        place = (_source(match[1]), int(match[2])) if match and match[2] != "0" else ("", 0)
        if place != last:
            yield address, place
        last = place


@lru_cache(maxsize=None)
def _source(file: str) -> str:
    """A source as seen from the project's folder."""
    path = (BUILD_ROOT / file).resolve()
    return str(path.relative_to(ROOT) if ROOT in path.parents else path.name)


def _output(command: Sequence[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise CommandError(f"{command[0]} failed; its words are above", done.stderr)
    return done.stdout


def run_lines(program: Program, words: Sequence[str]) -> tuple[str, list[ShownLine]]:
    """The command and the lines of a run. A run of the same image with the same words is kept, because every one is the same."""
    key = hashlib.sha1(_tellers() + image_path(program).read_bytes() + table([program.name, list(words)])).hexdigest()
    return _kept(FOLDER / "runs" / f"{key}.json", lambda: _run(program, words))


@lru_cache(maxsize=None)
def _tellers() -> bytes:
    """All that makes lines of a run's events."""
    return b"".join(path.read_bytes() for path in sorted([*ROOT.glob("tools/**/*.py"), DECLARATIONS]))


def _run(program: Program, words: Sequence[str]) -> dict[str, object]:
    run = run_once(program, tuple(words))
    return {"command": run.command, "lines": [asdict(line) for line in run.lines]}


def _kept(file: Path, make: Callable[[], dict]) -> tuple[str, list[ShownLine]]:
    """The run that the file has; made anew where the file has no whole one."""
    try:
        run = forms.parsed(file.read_text())
    except (OSError, ValueError):
        run = None
    if not forms.fits(run, RUN):
        run = make()
        file.parent.mkdir(parents=True, exist_ok=True)
        save(file, run)
    return run["command"], [ShownLine(line["text"], line["kind"]) for line in run["lines"]]
