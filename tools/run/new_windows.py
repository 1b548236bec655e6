"""`trapline new --windows`: a program of C and C++ that runs here and on Windows."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from build.build import program_flags
from build_folder import BUILD_ROOT

PROGRAM = """/* NAME: a program for Windows, with its exceptions and those of C++ (thrown.cpp). */
#include <stdio.h>
#include <windows.h>

int half_of(int number);

static int fails(int code)
{
    printf("filter %08X\\n", code);
    return EXCEPTION_EXECUTE_HANDLER;
}

int main(void)
{
    printf("Hello from NAME.\\n");
    __try {
        __try {
            *(volatile int *)8 = 1;
        }
        __finally {
            printf("finally, abnormal: %d\\n", AbnormalTermination());
        }
    }
    __except (fails(GetExceptionCode())) {
        printf("caught\\n");
    }
    printf("%d\\n", half_of(8));
    printf("%d\\n", half_of(7));
    return 0;
}
"""

THROWN = """// Throws and catches; the destructor runs in between.
#include <iostream>
#include <stdexcept>

struct Guard {
    int number;
    ~Guard() { std::cout << "~Guard " << number << std::endl; }
};

static int half(int number)
{
    Guard guard{number};
    if (number % 2)
        throw std::invalid_argument("odd");
    return number / 2;
}

extern "C" int half_of(int number)
{
    try {
        return half(number);
    } catch (const std::exception &problem) {
        std::cout << "caught " << problem.what() << std::endl;
        return -1;
    }
}
"""

MAKEFILE = """# make builds the program, make run runs it, make debug steps through it. NAME.exe runs on Windows, too.
TRAPLINE ?= PATH

# All sources of the folder, the one with main first.
SOURCES := NAME.c $(filter-out NAME.c,$(wildcard *.c *.cpp))
export CFLAGS

NAME.exe: $(SOURCES) $(wildcard *.h)
	$(TRAPLINE) cc $(SOURCES) -o $@

run: NAME.exe
	@$(TRAPLINE) run NAME.exe

debug: NAME.exe
	@$(TRAPLINE) debug NAME.exe

clean:
	rm -f NAME.exe

.PHONY: run debug clean
"""


def windows_project(name: str, folder: Path, command: str) -> dict[str, str]:
    """The text of each file, by its path in the folder. `command`: ./trapline, as make reads it."""
    sources = {f"{name}.c": PROGRAM.replace("NAME", name), "thrown.cpp": THROWN}
    database = [{"directory": str(BUILD_ROOT), "file": str(folder / source), "arguments": [*program_flags(f"windows{Path(source).suffix}-flags"), "-c", str(folder / source)]}
                for source in sources]
    return {
        **sources,
        "Makefile": MAKEFILE.replace("NAME", name).replace("PATH", shlex.quote(command)),
        ".gitignore": f"{name}.exe\n",
        "compile_commands.json": json.dumps(database, indent=2) + "\n",
    }
