"""The debugger's modules of a program for Windows: their symbols for gdb, and the commands lm and .reload."""

from __future__ import annotations

from pathlib import Path

import gdb

from build.elf import Contents
from debugger.command import command, function_at, namers, no_arguments, teb, words
from debugger.places import bytes_at, image
from debugger.threads import word
from pe_file import PeFile
from pe_symbols import gdb_word, main_of
from record.modules import Module, runtime_names
from windows_files import dll_in

PEB_IN_TEB, LDR_IN_PEB, LOAD_ORDER = 0x30, 0x0C, 0x0C
BASE, SIZE, NAME = 0x18, 0x20, 0x2C  # in a row of the loader's list
MOST_MODULES = 1000

files: dict[str, PeFile] = {}  # that the program was given, by their names in small letters
paths: dict[str, str] = {}
program = ""  # the name of the program's; empty where it is none of Windows
loaded: dict[str, int] = {}  # the bases of modules whose symbols gdb has
runtime_modules: list[Module] = []  # an unwinder asks, and must not ask the machine for its frame


def set_files(name, given):
    """Takes the program's name, and the paths of files of Windows by their names. The program lies at its own base."""
    global program
    program = name.lower()
    for each, path in given.items():
        if found := dll_in(Path(path)):
            paths[each.lower()], files[each.lower()] = path, found
    if program:
        add(program, files[program].header.base)


def main_place():
    """Where a program for Windows begins, as tbreak takes it."""
    return f"*{main_of(files[program]):#x}"


def add(name, base):
    """Has gdb read a module's symbols."""
    if loaded.get(name) == base:
        return
    if name in loaded:
        gdb.execute(f"remove-symbol-file {gdb_word(paths[name])}", to_string=True)
    loaded[name] = base
    gdb.execute(f"add-symbol-file {gdb_word(paths[name])} -o {base - files[name].header.base & 0xFFFFFFFF:#x}", to_string=True)


def modules():
    """The rows of the loader's list: name, base, size. There is none before the program has begun."""
    peb = word(teb() + PEB_IN_TEB)
    head = word(peb + LDR_IN_PEB) + LOAD_ORDER if peb and word(peb + LDR_IN_PEB) else 0
    row = word(head) if head else 0
    for _ in range(MOST_MODULES):
        if row in (0, head):
            return
        length, text = words(row + NAME, 2)
        yield bytes_at(text, length & 0xFFFF).decode("utf-16-le", "replace"), word(row + BASE), word(row + SIZE)
        row = word(row)


def reload():
    """Has gdb read the symbols of all modules that have a file."""
    for row in modules():
        if row[0].lower() in files:
            add(row[0].lower(), row[1])
        elif row[1] not in [module.base for module in runtime_modules] and (names := runtime_names(Contents(image()), row[0].lower())):
            runtime_modules.append(Module(row[0], row[1], row[2], names))


@command(".reload", "Read the symbols of the modules that the program has loaded since it began.\nUsage: .reload")
def reload_symbols(argument):
    no_arguments(argument, ".reload")
    reload()


def show(begin, end, name, path):
    print(f"{begin:08x} {end:08x}   {name}   ({path})")


def list_modules():
    """The modules of a program for Windows, behind the image."""
    for name, base, size in modules() if program else ():
        show(base, base + size, Path(name).stem, paths.get(name.lower(), f"the runtime's, in {image().name}"))


def runtime_function_at(address):
    """`ntdll!NtClose` and the distance from its start, in the runtime's modules; no name elsewhere."""
    found = next((module for module in runtime_modules if module.base <= address < module.base + module.size), None)
    if not found:
        return "", 0
    name, distance = found.function(address)
    return f"{Path(found.name).stem}!{name}" if name else "", distance


namers.append(runtime_function_at)


def symbol_at(address):
    """The line of ln for an address in such a module; nothing for any other address."""
    found, (name, offset) = next((row for row in (modules() if program else ()) if row[1] <= address < row[1] + row[2]), None), function_at(address)
    shown = name if "!" in name else f"{Path(found[0]).stem}!{name}" if found else ""
    return f"({address - offset:08x})   {shown}" + (f"+0x{offset:x}" if offset else "") if found and name else ""
