"""The programs of the project by name: examples, tests, and any .c, .elf, .exe or .bat file on disk."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple, Sequence

from console import CommandError, nearest
from windows_files import files_of, is_windows_program

ROOT = Path(__file__).resolve().parent.parent


class Program(NamedTuple):
    """Something to build and to run: `parts` are further sources and objects, `files` what it gets as files whenever it runs."""

    name: str
    source: Path
    parts: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the project's own Makefile has a rule for it."""
        return not self.parts and self.source.suffix not in CPP and self.source.parent in (ROOT / "examples", ROOT / "bench", WINDOWS_PROCESS.parent, *test_rooms())

    @property
    def is_windows(self) -> bool:
        """Whether it is a finished program for Windows, the first of its files. The build makes the process that it runs in."""
        return self.source == WINDOWS_PROCESS


class Image(NamedTuple):
    """Something to run that is there already."""

    name: str
    path: Path

    @property
    def is_disc(self) -> bool:
        return self.path.suffix == ".iso"


def short_name(source: Path) -> str:
    """The name one types: without the ending, and without the number that orders the examples."""
    return re.sub(r"^\d+-", "", source.stem) if source.resolve().parent == ROOT / "examples" else source.stem


def course_number(source: Path) -> str:
    """The number that orders the examples, as one types it: 5 for 05-chain.c; empty where there is none."""
    match = re.match(r"0*([1-9]\d*)-", source.stem)
    return match[1] if match else ""


def examples() -> list[Program]:
    """The programs of the course. One of C++ runs as a program for Windows."""
    return [Program(short_name(path), path) for path in sorted((ROOT / "examples").iterdir()) if path.suffix in (".c", ".cpp")]


def native_examples() -> list[Program]:
    """The programs that have an image of their own."""
    return [program for program in examples() if program.is_own]


def test_rooms() -> list[Path]:
    """The folders of tests/ whose C files are images; the other folders serve them, and win32 has programs for Windows."""
    return [path for path in sorted((ROOT / "tests").glob("*")) if path.is_dir() and path.name not in ("harness", "host", "model", "win32")]


def test_images() -> list[Program]:
    return [Program(path.stem, path) for path in test_files("*.c")]


def test_files(pattern: str) -> list[Path]:
    """The tests of all rooms, in the order of their names: images (*.c) or scripts (*.t)."""
    rooms = test_rooms() if pattern.endswith(".c") else (ROOT / "tests").iterdir()
    return sorted((path for room in rooms for path in room.glob(pattern)), key=lambda path: path.name)


def opening_comment(source: Path) -> str:
    """The text of the file's first comment, without the stars."""
    match = re.match(r"\s*/\*(.*?)\*/", source.read_text(errors="replace"), re.S)
    lines = match[1].splitlines() if match else []
    return "\n".join(re.sub(r"^\s*\*? ?", "", line).rstrip() for line in lines).strip()


def first_sentence(source: Path) -> str:
    """A program's subject, in one line."""
    paragraph = re.split(r"\n\s*\n", opening_comment(source))[0].replace("\n", " ")
    return re.split(r"(?<=[.!?])\s", paragraph)[0].rstrip(".")


def shown_path(file: Path) -> str:
    """A source's path as short as it can be typed: from the current folder, from the project's, or whole."""
    path = file.resolve()
    folder = next((folder for folder in (Path.cwd().resolve(), ROOT) if folder in path.parents), None)
    return str(path.relative_to(folder) if folder else path)


def needs(program: Program | Image) -> list[str]:
    """The options without which a program cannot run: Windows' programs in ring 3, an example as its opening comment has it behind `needs:`."""
    if isinstance(program, Program) and program.is_windows:
        return ["--ring", "3"]
    if isinstance(program, Image) or program.source.parent != ROOT / "examples":
        return []
    found = re.search(r"^needs: (.*)$", opening_comment(program.source), re.M)
    return found[1].split() if found else []


CPP = (".cpp", ".cc", ".cxx")  # runs as a program for Windows only
SOURCES = (".c", ".S", ".s", *CPP)
OBJECTS = (".o", ".obj", ".a", ".lib")
FLAT = ".bin"  # code without a format; its program is the part beside it
FLAT_PROGRAM = ROOT / "tools" / "build" / "flat_code.c"
BATCH_FILES = (".bat", ".cmd")
BATCH_PROGRAM = ROOT / "tools" / "build" / "batch_file.c"
WINDOWS_PROCESS = ROOT / "win32" / "process" / "windows_process.c"


def is_part(first: str, word: str) -> bool:
    """Whether a word behind a program's first file names another file of the same program."""
    return first.endswith(SOURCES + OBJECTS) and word.endswith(SOURCES + OBJECTS)


def find_all(words: Sequence[str]) -> Program | Image:
    """The program that consists of these files, or what the only word names. Raises CommandError."""
    program = find(words[0])
    for word in words[1:]:
        if not is_part(words[0], word):
            raise CommandError(f"{word} is no part of a program; those are {', '.join(SOURCES + OBJECTS)} files")
        if not Path(word).is_file():
            raise CommandError(f"there is no file {word} (words for the program go behind --)")
    if isinstance(program, Image) or len(words) == 1:
        return program
    return program._replace(parts=tuple(Path(word).resolve() for word in words[1:]))


def find(what: str) -> Program | Image:
    """The program or the image that a person means by this word. Raises CommandError with the nearest known name."""
    path = Path(what)
    ending = what[what.rfind("."):].lower()  # Path.suffix has another answer for ..c in each Python
    number = what.lstrip("0")
    for name, source in _known().items() if not path.is_file() else ():
        by_name = what in (name, f"{name}.c", source.stem, source.name, str(source.relative_to(ROOT)))
        if by_name or number and number == course_number(source):
            return Program(short_name(source), source)
    if ending in (".rs", ".py") or what.endswith(".C"):
        raise CommandError(f"{what}: only C and C++ are built here; give a .c or a .cpp file")
    if path.is_dir():
        return _of_folder(path)
    if path.is_file():
        if what.endswith(SOURCES + OBJECTS):
            return Program(short_name(path), path.resolve())
        if what.endswith(FLAT):
            if path.stat().st_size == 0:
                raise CommandError(f"{what} is empty: there is no code to run")
            return Program(path.stem, path.resolve(), (FLAT_PROGRAM,))
        if ending in BATCH_FILES:
            return Program(path.name, BATCH_PROGRAM, files=_batch_files(path.absolute()))
        if ending == ".dll":
            raise CommandError(f"{what}: a DLL is not run by itself; give the program that loads it")
        if ending == ".exe" or is_windows_program(path):
            return Program(path.name, WINDOWS_PROCESS, files=files_of(path.absolute(), what))
        return Image(path.stem, path.resolve())
    if ending in (*CPP, *BATCH_FILES, ".c", ".elf", ".exe", ".iso"):
        if ending == ".elf" and (built := _source_of(path)):
            return Program(short_name(built), built)
        raise CommandError(f"there is no file {what}{nearest(what, _known())}")
    raise CommandError(f'there is no example or test "{what}"{nearest(what, _known())} (./trapline list shows the examples, ./trapline test --list the tests)')


def _batch_files(path: Path) -> tuple[Path, ...]:
    """A batch file, and those beside it, which it may call."""
    beside = (other for other in sorted(path.parent.iterdir()) if other.suffix.lower() in BATCH_FILES and other.is_file())
    return path, *(other for other in beside if other.name.lower() != path.name.lower())


def _of_folder(folder: Path) -> Program:
    """The program of all sources of a folder, as `new` makes it. Raises CommandError."""
    source = folder.resolve() / f"{folder.resolve().name}.c"
    if not source.is_file():
        raise CommandError(f"the folder {folder} has no {source.name}; name the files of the program, the one with main first")
    parts = [path for path in sorted(source.parent.iterdir()) if path.suffix in SOURCES and path != source]
    return Program(source.stem, source, tuple(parts))


def _source_of(image: Path) -> Path | None:
    """The project's source that builds to this path, if any: build/examples/x.elf needs no make first."""
    for program in examples() + test_images():
        if Path(os.path.realpath(image)) == (ROOT / "build" / program.source.relative_to(ROOT)).with_suffix(".elf"):
            return program.source
    return None


def _known() -> dict[str, Path]:
    """Every name that `run` understands, with its source."""
    known = {program.name: program.source for program in examples()}
    known.update({f"tests/{program.name}": program.source for program in test_images()})
    return known
