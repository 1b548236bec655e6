"""Building images: finds the make target of a program and calls make, one call at a time."""

from __future__ import annotations

import fcntl
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Iterator, NamedTuple, Sequence, TextIO

from build.missing import missing, without_guesses
from build_folder import BUILD, BUILD_ROOT, prepare
from child_processes import end_group, leash
from console import CommandError, ProgressLine, say
from programs import ROOT, Image, Program

MAKEABLE = 100  # letters of a file's path: objects are named after whole paths, and a name has room for 255 of them
QUIET_SECONDS = 0.5  # a build shorter than this needs no words
WAIT_SECONDS = 2.0  # nor does a wait for another build
BUILD_SECONDS = 1800.0  # all images of the suite take minutes, on a busy machine many
# Ends its whole group with itself: make and gcc, when ended, leave the compiler proper running.
GROUP = ("sh", "-c", 'trap "trap - TERM; kill 0" TERM; "$@" & wait $!', "sh")
# Mistakes that the compiler reports in words that do not help: how one knows them, and what to do.
HINTS = (
    (r"__try['’].* undeclared|undeclared identifier '__try'|declaration of function .__(except|finally)\b", "__try comes with #include <seh.h>"),
    (r"seh_entries['’]|expanded from macro '__try'", "a __try block needs an __except (filter) or a __finally block behind it"),
    (r"['‘]seh_state['’]", "__except and __finally stand directly behind a __try block, one of them; for both, nest two __try"),
    (r"[‘']for[’'] loop initial declarations", "for with a declaration, and a __finally block, need --std c99"),
    (r"section (\.program)?\.bss .*(wraps around|overlaps)|\.bss' will not fit|relocation truncated to fit|linker script.*out of range",
     "its variables are too large: all of them together can have some 1700 MB; malloc and VirtualAlloc give memory, too"),
)
# Such mistakes in programs for Windows.
WINDOWS_HINTS = (
    (r"use of undeclared identifier '__try'|expected '__except' or '__finally'", "a __try block needs an __except (filter) or a __finally block behind it"),
    (r"undeclared identifier '(EXCEPTION_\w+|GetException\w+|AbnormalTermination)'|function 'GetException\w+'",
     "GetExceptionCode, EXCEPTION_EXECUTE_HANDLER and their kin come with #include <windows.h>"),
    (r"PLEASE submit a bug report[\s\S]* -fasync-exceptions .*\.(cpp|cc|cxx)\n", "-fasync-exceptions for C++ needs clang 19 or newer, and lld of the same number"),
    (r"PLEASE submit a bug report[\s\S]* -fasync-exceptions [\s\S]*Generating code for declaration",
     "clang broke down, as it does where a filter or a __finally block has a parameter that is a structure; copy it to a variable in front of the block"),
)
# Features that are missing for Windows, where the compiler's words are pages about templates: one line says what to do.
GAPS = (
    (r"fatal error: '?(?:format|print|expected|generator|mdspan|flat_map|flat_set|stacktrace)(?:' file not found|: No such file)",
     "the C++ library that is installed does not have this header yet; a newer g++ of MinGW brings it"),
    (r"iterator_concepts\.h:\d+:\d+: error: no matching function for call to '__begin'|/ranges\w*(?:\.h)?:\d+:\d+: error: constraints not satisfied",
     "views of C++20 need clang 16 or newer; --compiler mingw has them"),
    (r"error: .*'source_location'", "std::source_location needs clang 16 or newer; --compiler mingw has it"),
)
# Jumps that clang cannot translate: its words for that, which may end in its own crash, and better ones.
LOST_JUMP = re.compile(r"jump out of __finally block has undefined behavior")
LOST_JUMP_WORDS = "a jump out of a __finally block is lost, because clang cannot make it; set a variable there, and jump behind the block"
CRASH = re.compile(r"^PLEASE submit a bug report.*", re.M | re.S)
NO_MAIN = re.compile(r"undefined symbol `image[.]main'|undefined symbol: _main\b|undefined reference to `_?WinMain@16'|undefined symbol: _WinMain@16")
DISK_FULL = "No space left on device"
MADE = re.compile(rb"^  [A-Z]+ +build/", re.M)  # the line for each file that make has begun
TO_MAKE = re.compile(rb"^printf '  %-4s", re.M)  # the same where make only lists its commands
NO_NEWS = re.compile(r"make(\[\d+\])?: |  [A-Z]+ +build/")  # make's own messages, and the line for each file it makes


def variant_folder(compiler: str, checked: bool) -> Path:
    """Where the Makefile puts the files of this compiler and kind of build, relative to BUILD_ROOT."""
    parts = (["clang"] if compiler == "clang" else []) + (["checked"] if checked else [])
    return Path("build", *(["-".join(parts)] if parts else []))


def image_path(program: Program | Image, compiler: str = "gcc", checked: bool = False, way: Sequence[str] = ()) -> Path:
    """Where the image of a program is, or will be; absolute. `way`: compiler_options.make_words."""
    if isinstance(program, Image):
        return program.path
    folder = BUILD_ROOT / variant_folder(compiler, checked)
    if program.is_own and not way:
        return (folder / program.source.relative_to(ROOT)).with_suffix(".elf")
    # Two files of one name from two places, or built in two ways, must not pass for each other.
    places = [*map(str, (program.source, *program.parts)), *way]
    return folder / "run" / _place(places) / f"{_plain(program.source.stem)}.elf"


def _place(words: Sequence[str]) -> str:
    return "%08x" % zlib.crc32(b"\0".join(map(os.fsencode, words)))


def _plain(name: str) -> str:
    """The name, or its beginning, in letters that make can take."""
    return re.sub(r"[^\w.+@,-]", "_", name, flags=re.ASCII)[:MAKEABLE]


def build(program: Program | Image, compiler: str = "gcc", checked: bool = False, way: Sequence[str] = ()) -> Path:
    """Brings the image of a program up to date and returns its path. Raises CommandError."""
    image = image_path(program, compiler, checked, way)
    if isinstance(program, Image):
        return image
    target = str(image.relative_to(BUILD_ROOT))
    files = [] if program.is_own and not way else [_makeable(file, image, number) for number, file in enumerate(_files(program))]
    words = ["program", *_program_words(files), *way, f"OUTPUT={target}"] if files else [target]
    _make_program(program, files, words, compiler, checked, HINTS)
    return image


def build_for_windows(program: Program, compiler: str, way: Sequence[str]) -> Path:
    """Makes the .exe of a program's sources by clang or mingw and returns its path. Raises CommandError."""
    sources = [program.source, *program.parts]
    exe = BUILD_ROOT / "build" / "run" / _place([*map(str, sources), compiler, *way]) / f"{_plain(program.source.stem)}.exe"
    files = [_makeable(file, exe, number) for number, file in enumerate(sources)]
    target = {"clang": "windows-program", "mingw": "windows-program-mingw"}[compiler]
    _make_program(program, files, [target, *_program_words(files), *way, f"OUTPUT={exe.relative_to(BUILD_ROOT)}"], "gcc", False, WINDOWS_HINTS)
    return exe


def put(built: Path, output: Path) -> Path:
    """Copies what was built to where it is wanted, whole or not at all."""
    output.parent.mkdir(parents=True, exist_ok=True)
    half = output.with_name(f"{output.name}.{os.getpid()}")
    shutil.copyfile(built, half)
    half.replace(output)
    return output


def _make_program(program: Program, files: Sequence[_Makeable], words: Sequence[str], compiler: str, checked: bool, hints: Sequence[tuple[str, str]]) -> None:
    """Calls make for one program, and tells in better words what a beginner meets."""
    shown = _relative_to_here(program.source)
    try:
        make(words, compiler, checked, f"building {shown}", f"{shown} does not build; the compiler's words are above")
    except CommandError as problem:
        if NO_MAIN.search(problem.detail):
            others = "wmain, WinMain or wWinMain" if hints is HINTS else "wmain"
            raise CommandError(f"{shown} has no main; a program starts with int main(void) or int main(int argc, char **argv), or with Windows' {others}") from None
        if DISK_FULL in problem.detail:
            raise CommandError(f"{shown} could not be built, because the disk is full", problem.detail) from None
        if hints is WINDOWS_HINTS and (gap := next((words for sign, words in GAPS if re.search(sign, problem.detail)), None)):
            raise CommandError(f"{shown} does not build: {gap}") from None
        hint = next((hint for sign, hint in hints if re.search(sign, problem.detail)), None) or hints is HINTS and missing(problem.detail)
        detail = without_guesses(problem.detail) if hints is HINTS else problem.detail
        for file in files:
            detail = detail.replace(str(file.path), str(file.source))
        raise CommandError(f"{problem} ({hint})" if hint else str(problem), CRASH.sub("", detail) if hint else detail) from None


def make(words: Sequence[str], compiler: str, checked: bool, progress: str, failure: str) -> None:
    """Calls make; says `progress` once it takes longer than a moment. Raises CommandError."""
    command = ["make", "--silent", "--no-print-directory", "--output-sync", f"-j{os.cpu_count() or 1}"]
    command += (["CC=clang"] if compiler == "clang" else []) + (["CHECKED=1"] if checked else []) + list(words)
    prepare()
    question = [*command, "--dry-run"]
    command = [*leash("TERM"), *GROUP, *command]
    with open(BUILD / ".lock", "w") as lock:
        _wait_for(lock)
        # make has the lock, too: should we be killed, the next build waits until the last compiler is gone.
        with subprocess.Popen(command, cwd=BUILD_ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=_environment(),
                              pass_fds=[lock.fileno()], start_new_session=True) as process:
            try:
                output = _output(process, progress, question)
            except BaseException:
                end_group(process)
                raise
    said = "".join(line for line in output.splitlines(True) if not NO_NEWS.match(line))
    if LOST_JUMP.search(said):
        said = LOST_JUMP.sub(LOST_JUMP_WORDS, CRASH.sub("", said))
    if process.returncode:
        raise CommandError(failure, said)
    sys.stderr.write(said)


def program_flags(target: str = "program-flags") -> list[str]:
    """The compiler and its options for a program from anywhere on disk. They hold in BUILD_ROOT, where make runs. `target`: which of make's answers."""
    prepare()
    done = subprocess.run(["make", "--silent", target], cwd=BUILD_ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          env=_environment())
    if done.returncode:
        raise CommandError("the compiler's options are not known; make's words are above", done.stderr)
    return shlex.split(done.stdout)


def _wait_for(lock: TextIO) -> None:
    """Locks the file: two makes over one folder would write the same files."""
    wordy_at = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= wordy_at:
                say("waiting for another build ...")
                return fcntl.flock(lock, fcntl.LOCK_EX)
            time.sleep(0.05)


def _output(process: subprocess.Popen[bytes], progress: str, question: Sequence[str]) -> str:
    """Make's output, to its end; the line of progress counts the files. `question`: the command that lists what is to be
    made. Raises CommandError when it does not come to an end."""
    began, output, line, is_asked = time.monotonic(), b"", None, False
    assert process.stdout
    while True:
        passed = time.monotonic() - began
        if passed >= BUILD_SECONDS:
            raise CommandError(f"{progress} took more than {BUILD_SECONDS:g} seconds and was given up")
        if not is_asked and passed >= QUIET_SECONDS:
            is_asked = True
            if files := len(MADE.findall(output)) + _to_make(question):  # on a busy host make needs longer to see that there are none
                line = ProgressLine(f"{progress} ...", files)
        wait = (BUILD_SECONDS if is_asked else QUIET_SECONDS) - passed
        if not select.select([process.stdout], [], [], max(wait, 0))[0]:
            continue
        data = os.read(process.stdout.fileno(), 65536)
        if not data:
            break
        output += data
        if line:
            line.show(len(MADE.findall(output)))
    process.wait()
    if line:
        line.end()
    return output.decode(errors="replace")


def _to_make(question: Sequence[str]) -> int:
    """The number of files that make would make now."""
    said = subprocess.run(question, cwd=BUILD_ROOT, capture_output=True, stdin=subprocess.DEVNULL, env=_environment()).stdout
    return len(TO_MAKE.findall(said))


def _environment() -> dict[str, str]:
    """The environment without the variables by which a make around us would reach this one."""
    return {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}


def _files(program: Program) -> Iterator[Path]:
    """All files of a program that is built outside of the project's own rules."""
    yield program.source
    yield from program.parts
    if program.is_own:
        if program.source.parent != ROOT / "examples":
            raise CommandError("such options are for examples and for files of one's own; tests and measurements are built in one way only")
        yield from sorted(program.source.parent.glob(f"{program.source.stem}_*.S"))


class _Makeable(NamedTuple):
    """A file's path in a form make can take, and that of the folder with the headers beside it."""

    path: Path
    beside: Path
    source: Path


def _program_words(files: Sequence[_Makeable]) -> list[str]:
    """Make's words for a program of these files."""
    words = [f"SOURCES={' '.join(str(file.path) for file in files)}"]
    words.append(f"BESIDE={' '.join(dict.fromkeys(str(file.beside) for file in files))}")
    return words


def _makeable(source: Path, image: Path, number: int) -> _Makeable:
    """Goes through links where a name has blanks and the like, or is long. The links are named from BUILD_ROOT, whose own
    name may be so, too."""
    plain = re.compile(rf"[\w./+@,-]{{1,{MAKEABLE}}}", re.ASCII)
    if plain.fullmatch(str(source)):
        return _Makeable(source, source.parent, source)
    folder = image.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    beside = _link(folder / f"beside{number}", source.parent).relative_to(BUILD_ROOT)
    if plain.fullmatch(source.name):
        return _Makeable(beside / source.name, beside, source)
    link = _link(folder / f"{number}-{_plain(source.stem)}{_plain(source.suffix)}", source)
    return _Makeable(link.relative_to(BUILD_ROOT), beside, source)


def _link(link: Path, target: Path) -> Path:
    """A symbolic link to the target, made anew; only a link of that name is replaced."""
    if link.is_symlink():
        link.unlink()
    link.symlink_to(target)
    return link


def _relative_to_here(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def cross_tool(name: str) -> str:
    """A tool of the compiler's family, such as strip or nm, by the Makefile's order of preference."""
    for prefix in ("i686-elf-", "i686-linux-gnu-"):
        if shutil.which(prefix + name):
            return prefix + name
    return name
