"""Code that the debugger's commands share: how they get their names and their arguments, and how an address is shown.

A command has several names: WinDbg's own, `!exchain` or `.exr`, and the same without the mark. gdb takes a line that begins
with `!` for one of its shell, so a command `!` stands in front of that.
"""

import re
from pathlib import Path
from typing import Callable, List, Tuple

import gdb

from debugger.threads import TIB, Kernel, word
from programs import shown_path

WORD = 0xFFFFFFFF
BARE_ADDRESS = r"[0-9A-Fa-f]{8}"  # as the commands print it; other words are expressions of gdb's
EXTENSIONS = {}  # what follows `!`: the function
namers: List[Callable[[int], Tuple[str, int]]] = []  # of code that gdb has no symbols for: functions that return a name and an offset


def command(name, help_text):
    """Makes the function below it a command. It gets the words behind the name as one string."""

    def define(function):
        def invoke(self, argument, from_tty):
            call(function, argument)

        plain = name.lstrip("!.")
        if name.startswith("!"):
            EXTENSIONS[plain] = function
        for each in {plain} if name.startswith("!") else {plain, name}:
            type("Command", (gdb.Command,), {"__doc__": f"{name}: {help_text}", "invoke": invoke})(each, gdb.COMMAND_RUNNING)
        return function

    return define


def call(function, argument):
    """Runs a command. gdb tells an error of its own in one line, too."""
    try:
        function(argument.strip())
    except gdb.error as error:
        raise gdb.GdbError(str(error)) from None


class ExtensionCommand(gdb.Command):
    """!NAME: a command of WinDbg's extensions, such as !exchain or !teb. Other words go to the shell."""

    def __init__(self):
        super().__init__("!", gdb.COMMAND_SUPPORT)

    def invoke(self, argument, from_tty):
        name, _, rest = argument.strip().partition(" ")
        if name in EXTENSIONS:
            call(EXTENSIONS[name], rest)
        else:
            gdb.execute(f"shell {argument}", from_tty)


ExtensionCommand()


def no_arguments(argument, name):
    if argument:
        raise gdb.GdbError(f"{name} takes no arguments")


def address_of(text, what):
    """An address from a command's argument: eight hexadecimal digits, or an expression of gdb's."""
    if re.fullmatch(BARE_ADDRESS, text):
        return int(text, 16)
    try:
        return int(gdb.parse_and_eval(text)) & WORD
    except gdb.error as error:
        raise gdb.GdbError(f"{what} is an address, in hexadecimal or as an expression: {error}") from None


def words(address, count):
    """That many 32-bit words. Raises GdbError where there is no memory."""
    try:
        memory = bytes(gdb.selected_inferior().read_memory(address, 4 * count))
    except gdb.MemoryError:
        raise gdb.GdbError(f"there is no memory at {address:08x}") from None
    return [int.from_bytes(memory[at : at + 4], "little") for at in range(0, len(memory), 4)]


def function_at(address):
    """The name and the offset of the function that an address is in; the name is empty where there is none."""
    found = re.match(r"(\S+)(?: \+ (\d+))? in section", gdb.execute(f"info symbol {address}", to_string=True))
    if found:
        return found[1], int(found[2] or 0)
    return next((named for namer in namers if (named := namer(address))[0]), ("", 0))


def symbol(address, offset_form="+{:x}"):
    """`main+5`, with the offset as the command at hand prints it; or the bare address."""
    name, offset = function_at(address)
    return name + offset_form.format(offset) if name else f"{address:08x}"


def place(address):
    """` [file.c @ 12]`, or nothing."""
    line = gdb.find_pc_line(address)
    return f" [{shown_path(Path(line.symtab.fullname()))} @ {line.line}]" if line.symtab and line.line and function_at(address)[0] else ""


def address_of_symbol(name):
    """Where a function or a variable of the image lies; 0 where the image has none of this name."""
    try:
        return int(gdb.parse_and_eval(f"(unsigned long)&'{name}'")) & WORD
    except gdb.error:
        return 0


def register(name, frame=None):
    return int((frame or gdb.newest_frame()).read_register(name)) & WORD


def cpu():
    """The number of the CPU that the debugger looks at."""
    if not gdb.selected_thread():
        raise gdb.GdbError("the machine is not there any more")
    return gdb.selected_thread().num - 1


def teb():
    """The address of the running thread's TEB: FS leads there, and says so in its word Self. Code of the kernel runs with any
    FS; there the kernel's record of the thread has it."""
    number, base = cpu(), register("fs_base")
    try:
        if base and word(base + TIB["SELF"]) == base:
            return base
    except gdb.MemoryError:
        pass
    running = int(gdb.parse_and_eval(f"cpus[{number}].thread")) & WORD
    if not running:
        raise gdb.GdbError(f"no thread runs on CPU {number}")
    return Kernel(running).teb
