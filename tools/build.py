"""Building images: finds the make target of a program and calls make, one call at a time."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Sequence

from console import CommandError, say
from programs import ROOT, Program

BUILD = ROOT / "build"
QUIET_SECONDS = 0.5  # a build shorter than this needs no words
NO_NEWS = re.compile(r"make(\[\d+\])?: |  [A-Z]+ +build/")  # what make says of itself, and of each file it makes


def variant_folder(compiler: str, checked: bool) -> Path:
    """Where the Makefile puts what this compiler and kind of build produce, relative to the root."""
    parts = (["clang"] if compiler == "clang" else []) + (["checked"] if checked else [])
    return Path("build", *(["-".join(parts)] if parts else []))


def image_path(program: Program, compiler: str = "gcc", checked: bool = False) -> Path:
    """Where the image of a program is, or will be; absolute."""
    if program.source is None:
        return program.image
    folder = ROOT / variant_folder(compiler, checked)
    if program.is_own:
        return (folder / program.source.relative_to(ROOT)).with_suffix(".elf")
    # Two files of one name from two places must not pass for each other.
    place = hashlib.sha1(os.fsencode(program.source.parent)).hexdigest()[:6]
    return folder / "run" / place / f"{program.source.stem}.elf"


def build(program: Program, compiler: str = "gcc", checked: bool = False) -> Path:
    """Brings the image of a program up to date and returns its path. Raises CommandError."""
    image = image_path(program, compiler, checked)
    if program.source is None:
        return image
    target = str(image.relative_to(ROOT))
    path = program.source if program.is_own else _makeable(program.source, image.parent)
    words = [target] if program.is_own else ["program", f"SOURCE={path}", f"OUTPUT={target}"]
    shown = _relative_to_here(program.source)
    try:
        make(words, compiler, checked, f"building {shown}", f"{shown} does not build; the compiler's words are above")
    except CommandError as problem:
        problem.detail = problem.detail.replace(str(path), str(program.source))
        raise
    return image


def make(words: Sequence[str], compiler: str, checked: bool, progress: str, failure: str) -> None:
    """Calls make; says `progress` once it takes longer than a moment. Raises CommandError."""
    command = ["make", "--silent", "--no-print-directory", "--output-sync", f"-j{os.cpu_count() or 1}"]
    command += (["CC=clang"] if compiler == "clang" else []) + (["CHECKED=1"] if checked else []) + list(words)
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two makes over one folder would write the same files
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, env=_environment()) as process:
            try:
                output, _ = process.communicate(timeout=QUIET_SECONDS)
            except subprocess.TimeoutExpired:
                say(f"{progress} ...")
                output, _ = process.communicate()
            except BaseException:
                process.terminate()
                raise
    said = "".join(line for line in output.splitlines(True) if not NO_NEWS.match(line))
    if process.returncode:
        raise CommandError(failure, said)
    sys.stderr.write(said)


def _environment() -> dict[str, str]:
    """The environment without what a make around us would say to this one."""
    return {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}


def _makeable(source: Path, folder: Path) -> Path:
    """The source's path in a form make can take: through a link where a folder's name has blanks and the like."""
    plain = re.compile(r"[\w./+@,-]+")
    if plain.fullmatch(str(source)):
        return source
    if not plain.fullmatch(source.name):
        raise CommandError(f"{source.name}: a file to build needs a name of letters, digits, - and _")
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "source"
    if link.is_symlink():
        link.unlink()
    link.symlink_to(source.parent)
    return link / source.name


def _relative_to_here(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def cross_tool(name: str) -> str:
    """A tool of the compiler's family, such as strip or nm, by the Makefile's order of preference."""
    for prefix in ("i686-elf-", "i686-linux-gnu-"):
        if shutil.which(prefix + name):
            return prefix + name
    return name
