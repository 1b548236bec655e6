"""Programs for Windows from their sources, and `trapline cc`, which keeps them."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from build import compiler_options
from build.build import build_for_windows, put
from build.windows_source import is_windows_source
from console import CommandError
from options import CommandLine, Option, Usage, parse
from programs import CPP, SOURCES, Image, Program, find, find_all

COMPILING = tuple(option for option in compiler_options.OPTIONS if option.key not in ("checked", "cc", "at"))  # two choose the runtime's build
OWN_OPTIONS = ("windows", "compiler", "eh", "gs")  # each of which asks for a program for Windows

USAGE = Usage(
    "cc",
    "FILE... -o PROGRAM.exe [options]",
    """
Makes a program for 32-bit Windows of C and C++: all its sources and objects. It has real __try, __asm blocks,
and the exceptions of Visual C++. ./trapline run runs it, and so does Windows.""",
    (
        Option("--output", "the program (default: the first file's name, with .exe)", "FILE", short="-o"),
        Option("--safeseh", "list the program's handlers in it, as the linker of Visual C++ does"),
        *(option for option in COMPILING if option.key != "windows"),
    ),
    """
examples:  ./trapline cc try.c -o try.exe
           ./trapline cc -O2 main.cpp list.cpp -o list.exe
           ./trapline cc --compiler mingw main.cpp -o main.exe""",
)


def is_for_windows(line: CommandLine, program: Program | Image) -> bool:
    """Whether the sources are to become a program for Windows, because the command line says so or nothing else can be made of them."""
    if isinstance(program, Image) or program.is_windows:
        return False
    folders = [Path(folder) for folder in line["I"]]
    return any(key in line.given for key in OWN_OPTIONS) or not program.is_own and any(is_windows_source(each, folders) for each in (program.source, *program.parts))


def compiled(line: CommandLine, program: Program | Image) -> Program | Image:
    """The program to run: itself, or the .exe that is made of its sources here. Raises CommandError."""
    if isinstance(program, Program) and program.is_windows and any(option.key in line.given for option in COMPILING):
        raise CommandError(f"{program.name} is compiled already; options of the compiler are for sources")
    if isinstance(program, Image) or not is_for_windows(line, program):
        return program
    made = find(str(make(line, program)))
    assert isinstance(made, Program)
    return made


def make(line: CommandLine, program: Program) -> Path:
    """Makes the .exe of the sources. Raises CommandError."""
    compiler = line["compiler"]
    if wrong := [path.name for path in (program.source, *program.parts) if path.suffix in (".S", ".s", ".bin")]:
        raise CommandError(f"{wrong[0]} is no part of a program for Windows; its sources are C and C++")
    if compiler == "mingw" and "eh" in line.given:
        raise CommandError("--eh is for clang; MinGW's compilers have no __try")
    if compiler == "mingw" and line["safeseh"]:
        raise CommandError("--safeseh is for clang; MinGW's compilers list no handlers")
    if line["bare"]:
        raise CommandError("--bare is for programs of no system; leave it away for Windows")
    return build_for_windows(program, compiler, compiler_options.words_for_windows(line, program))


def check(line: CommandLine) -> Program:
    """The program that the words mean. Raises CommandError where they mean none."""
    if not line.operands:
        raise CommandError(f"cc what? Give the sources, {', '.join(SOURCES[:1] + CPP)} files")
    program = find_all(line.operands)
    if isinstance(program, Image) or program.is_windows:
        raise CommandError(f"{line.operands[0]} is built already; cc takes sources")
    return program


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    program = check(line)
    print(put(make(line, program), Path(line["output"] or f"{program.source.stem}.exe")))
    return 0
