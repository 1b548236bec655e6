"""`trapline new`: a folder with a small program of one's own, a Makefile, and what an editor and its debugger need."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Sequence

from build.build import program_flags
from build_folder import BUILD_ROOT
from console import CommandError
from options import CommandLine, Option, Usage, parse
from programs import ROOT
from run.new_windows import windows_project
from run.outer_debugger import GDB_PORT, THREADS

USAGE = Usage(
    "new",
    "NAME [options]",
    """
Makes the folder NAME with a small program, a Makefile (make, make run, make debug), and the files by
which an editor finds the headers and starts its debugger (compile_commands.json, .vscode/).""",
    (Option("--windows", "a program for Windows, of C with real __try and of C++, which also runs there"),),
)

PROGRAM = """/* NAME: a program of one's own. */
#include <seh.h>
#include <stdio.h>

SEH_FUNCTION int main(void)
{
    printf("Hello from NAME.\\n");
    __try {
        *(volatile int *)8 = 1;
    }
    __except (EXCEPTION_EXECUTE_HANDLER) {
        printf("caught %08X\\n", (unsigned)GetExceptionCode());
    }
    return 0;
}
"""

MAKEFILE = """# make builds the image, make run runs it, make debug waits for a debugger.
TRAPLINE ?= PATH

# All sources of the folder, the one with main first.
SOURCES := NAME.c $(filter-out NAME.c,$(wildcard *.c *.S))
export CFLAGS

NAME.elf: $(SOURCES) $(wildcard *.h)
	$(TRAPLINE) build $(SOURCES) -o $@

run: NAME.elf
	@$(TRAPLINE) run NAME.elf

debug: NAME.elf
	@$(TRAPLINE) run --gdb NAME.elf

clean:
	rm -f NAME.elf

.PHONY: run debug clean
"""


def launch(name: str) -> dict:
    """The debugger's start in an editor of the VS Code family, with the extension for C."""
    return {"version": "0.2.0", "configurations": [{
        "name": name, "type": "cppdbg", "request": "launch", "MIMode": "gdb", "cwd": "${workspaceFolder}",
        "program": f"${{workspaceFolder}}/{name}.elf", "miDebuggerServerAddress": f"localhost:{GDB_PORT}", "stopAtEntry": False,
        "setupCommands": [{"text": f"source {THREADS}"}, {"text": "tbreak main"}], "preLaunchTask": "wait for a debugger"}]}


def tasks() -> dict:
    """The task before it: the machine, stopped. It is ready when its line about the debugger has come."""
    return {"version": "2.0.0", "tasks": [
        {"label": "build", "type": "shell", "command": "make", "group": {"kind": "build", "isDefault": True}, "problemMatcher": "$gcc"},
        {"label": "wait for a debugger", "type": "shell", "command": "make debug", "isBackground": True, "problemMatcher": {
            "pattern": {"regexp": "^(.*):(\\d+):(\\d+): (error|warning): (.*)$", "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5},
            "background": {"activeOnStart": True, "beginsPattern": "^trapline: building", "endsPattern": "^trapline: waiting for a debugger"}}}]}


def words_for_editors(words: Sequence[str]) -> list[str]:
    """The compiler's options that every compiler knows: an editor may read the program by another one, and makes no code."""
    code = re.compile(r"-[fm](?!32|arch=|freestanding|short-wchar)|-O|-Wmain|-Wno-stack")
    return [word for word in words if not code.match(word)]


def files(name: str, folder: Path, is_windows: bool) -> dict[str, str]:
    """The text of each file, by its path in the folder."""
    command = str(ROOT / "trapline").replace("$", "$$").replace("#", "\\#")
    if is_windows:
        return windows_project(name, folder, command)
    database = [{"directory": str(BUILD_ROOT), "file": str(folder / f"{name}.c"), "arguments": [*words_for_editors(program_flags()), "-c", str(folder / f"{name}.c")]}]
    return {
        f"{name}.c": PROGRAM.replace("NAME", name),
        "Makefile": MAKEFILE.replace("NAME", name).replace("PATH", shlex.quote(command)),
        ".gitignore": f"{name}.elf\n",
        "compile_commands.json": json.dumps(database, indent=2) + "\n",
        ".vscode/launch.json": json.dumps(launch(name), indent=2) + "\n",
        ".vscode/tasks.json": json.dumps(tasks(), indent=2) + "\n",
    }


def check(line: CommandLine) -> None:
    """Raises CommandError for words that name no folder to make."""
    if len(line.operands) != 1:
        raise CommandError("new takes one name: that of a folder, and of the program in it")
    folder = Path(line.operands[0]).absolute()
    if not re.fullmatch(r"[A-Za-z_][\w-]*", folder.name, re.ASCII):
        raise CommandError(f'"{folder.name}" is no name for a program: it has letters, digits, _ and -, and begins with a letter')
    if folder.exists():
        raise CommandError(f"there is a {line.operands[0]} already")


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    folder = Path(line.operands[0]).absolute()
    shown, made = shlex.quote(os.path.relpath(folder)), files(folder.name, folder, line["windows"])
    try:
        for path, text in made.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
    except OSError as problem:
        shutil.rmtree(folder, ignore_errors=True)
        raise CommandError(f"{shown} cannot be made: {problem.strerror}") from None
    others = " and thrown.cpp" if line["windows"] else ""
    print(f"{shown}/ has a program, {folder.name}.c{others}. To build and run it:\n\n    cd {shown} && make run")
    return 0
