"""The options by which commands build a program in another way than the usual one."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Sequence

from console import CommandError
from options import CommandLine, Option, one_of, whole_number
from programs import FLAT, Image, Program

LIBRARIES = ("advapi32", "c", "gcc", "kernel32", "m", "msvcrt", "ntdll", "ucrt", "ucrtbase", "user32")


OTHER_CALLS = ("regparm=", "rtd", "sseregparm", "iamcu", "align-double", "long-double-64", "long-double-128", "128bit-long-double")


def _for_this_cpu(word: str) -> str:
    if word in ("64", "x32", "16"):
        raise ValueError("programs have 32 bits")
    if word.startswith(OTHER_CALLS):
        raise ValueError("the runtime's functions have their parameters, and structures their fields, in the usual places")
    return word


JOINED = (
    Option("-D", "define a macro", "NAME[=VALUE]", many=True, is_joined=True),
    Option("-U", "undefine a macro", "NAME", many=True, is_joined=True),
    Option("-I", "look for headers in this folder, too", "FOLDER", many=True, is_joined=True),
    Option("-O", "optimise the program, as the compiler has it: 2, 3, s, ...", "LEVEL", many=True, is_joined=True, alone="1"),
    Option("-W", "a warning of the compiler's", "WORD", many=True, is_joined=True, alone="extra"),
    Option("-f", "another option of the compiler's", "WORD", many=True, is_joined=True),
    Option("-m", "one for the CPU: march=i686, sse2, ...", "WORD", _for_this_cpu, many=True, is_joined=True),
)
SWITCHES = (
    Option("-w", "show no warnings"),
    Option("-pedantic", "warn of what the C standard has not"),
    Option("-g", "names and lines for a debugger, which every image has"),
)
OPTIONS = (
    Option("--checked", "use the checking build: slower, finds misuse of memory"),
    Option("--cc", "gcc (default) or clang", "COMPILER", one_of("gcc", "clang"), "gcc"),
    Option("--opt", "optimise the program: 0, 1, 2, 3 or s (default: as far as a debugger can follow)", "LEVEL", one_of("0", "1", "2", "3", "s")),
    Option("--std", "the C standard: c89, c99, gnu11 (default), ...", "NAME"),
    Option("--bare", "for no system: without _WIN32, Microsoft's keywords, and a main that returns 0 at its end"),
    Option("--windows", "make a program for Windows of the source, which has real __try, and run that; C++ is made so by itself"),
    Option("--compiler", "of a program for Windows: clang (default) or mingw", "NAME", one_of("clang", "mingw"), "clang"),
    Option("--eh", "of __try in a program for Windows: its handler's form, 3 (default) or 4", "N", one_of("3", "4"), "3"),
    Option("--gs", "of a program for Windows: a cookie behind buffers, which is checked before a function returns"),
    Option("--at", "of a .bin file: the address of its code, 0x10000 to 0x7FFCFFFF (default: any)", "ADDRESS", whole_number(0x10000, 0x7FFCFFFF)),
    *JOINED,
    *SWITCHES,
    Option("-l", "a library whose functions the runtime has: m, c, kernel32, ...", "NAME", one_of(*LIBRARIES), many=True, is_joined=True),
)


def make_words(line: CommandLine, program: Program | Image) -> tuple[str, ...]:
    """Make's words for what the command line asks for; none is the usual way. The environment's CFLAGS hold for programs that are not the
    project's own."""
    if line["at"] and not (isinstance(program, Program) and program.source.suffix == FLAT):
        raise CommandError(f"--at is for code without a format, in a {FLAT} file; {program.name} is none")
    if isinstance(program, Program) and program.is_windows:
        return ()
    words = options_word(_options(line, program))
    words += (f"ADDRESS={line['at']:#x}",) if line["at"] else ()
    words += ("SYSTEM=",) if line["bare"] else ()
    return words


def words_for_windows(line: CommandLine, program: Program) -> tuple[str, ...]:
    """Make's words for a program for Windows. Where nothing is said it is not optimised, as by Visual C++."""
    words = options_word(["-O0", *(["-fstack-protector-strong"] if line["gs"] else []), *_options(line, program)])
    return (*words, f"EH={line['eh']}", *(("SAFESEH=/safeseh",) if line["safeseh"] else ()))


def options_word(options: Sequence[str]) -> tuple[str, ...]:
    return (f"OPTIONS={' '.join(map(_for_make, options))}",) if options else ()


def _options(line: CommandLine, program: Program | Image) -> list[str]:
    options = [] if isinstance(program, Program) and program.is_own else _of_environment()
    options += [f"-O{line['opt']}"] if line["opt"] else []
    options += [f"-std={line['std']}"] if line["std"] else []
    options += [f"-{letter}{value}" for letter in (option.key for option in JOINED) for value in line[letter]]
    return options + [option.flag for option in SWITCHES if line[option.key]]


def _of_environment() -> list[str]:
    try:
        return shlex.split(os.environ.get("CFLAGS", ""))
    except ValueError as problem:
        raise CommandError(f"CFLAGS of the environment cannot be read: {problem}") from None


def _for_make(option: str) -> str:
    """Make runs in another folder, and has the shell read the option."""
    if option.startswith("-I"):
        option = f"-I{Path(option[2:]).absolute()}"
    return shlex.quote(option).replace("$", "$$")
