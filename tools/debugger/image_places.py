"""The debugger's commands lm, !x, ln, !peb and !address: the contents of addresses, in the image and in the machine's memory."""

import fnmatch
import re

import gdb

from debugger.command import EXTENSIONS, address_of_symbol, command, no_arguments, teb, words
from debugger import modules
from debugger.modules import list_modules, show
from debugger.places import address_in, around, image, symbols
from debugger.threads import TIB, kernel_threads, word

RANGE = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) [0-9a-f]+ ([u-])([r-])([w-])", re.M)  # of QEMU's list of mapped memory
# Parts of the image: the symbols at their ends are image.NAME_start and image.NAME_end, but where two of them are named.
PARTS = (
    ("the kernel's code", "kernel_text_start", "kernel_text_end"), ("the runtime's and the program's code", "shared_text_start", "shared_text_end"),
    ("the kernel's constants", "kernel_rodata_start", "kernel_rodata_end"), ("constants", "shared_rodata_start", "shared_rodata_end"),
    ("the kernel's variables", "kernel_data_start", "kernel_data_end"), ("the runtime's variables", "shared_data_start", "shared_data_end"),
    ("the kernel's variables", "kernel_bss_start", "kernel_bss_end"), ("the program's variables", "program_data_start", "program_data_end"),
)


def part(name):
    return address_of_symbol(f"image.{name}")


def ends():
    """Where the image begins and ends."""
    known = [at for _, begin, end in PARTS for at in (part(begin), part(end)) if at]
    return min(known), max(known)


@command("lm", "List the modules: the image, and what a program for Windows has loaded.\nUsage: lm")
def list_all_modules(argument):
    no_arguments(argument, "lm")
    begin, end = ends()
    print("start    end        module name")
    show(begin, end, image().stem, image())
    list_modules()


def list_symbols(argument):
    pattern = argument.rpartition("!")[2]
    if not pattern:
        raise gdb.GdbError("!x needs a pattern: !x seh_*")
    fitting = [(address, name) for address, name in symbols() if fnmatch.fnmatchcase(name.lower(), pattern.lower())]
    if not fitting:
        raise gdb.GdbError(f"the image has no name like {pattern}")
    for address, name in fitting:
        print(f"{address:08x}          {image().stem}!{name}")


# WinDbg's x, under this name alone: gdb's x, which shows memory, has no other.
EXTENSIONS["x"] = list_symbols
WINDBG_X = re.compile(r"x\s+[\w*?-]+!(?!=)[\w*?]")  # no expression of C begins so
script_line = ""  # what a script has the debugger execute now


def refuse_pattern(_argument):
    """gdb runs this before its x: it knows WinDbg's x by the line that was typed, as nothing else has its words."""
    last = script_line or "".join(gdb.execute("show commands", to_string=True).splitlines()[-1:])
    if WINDBG_X.match(last.lstrip("0123456789 ")):
        raise gdb.GdbError("x is gdb's own; !x PATTERN looks for names")


# A command, because only a command's error is told as such; nobody types it.
command("refuse-pattern", "What runs before x.\nUsage: refuse-pattern")(refuse_pattern)


@command("ln", "Show the symbols next to an address.\nUsage: ln ADDRESS")
def list_nearest(argument):
    if not argument:
        raise gdb.GdbError("ln needs an address: ln eip, ln 80147000")
    address = address_in(argument)
    begin, end = ends()
    before, behind = around(address)
    if name := modules.symbol_at(address):
        print(name)
        return
    if not begin <= address < end or before is None:
        raise gdb.GdbError(f"{address:08x} is not in the image; !address {address:08x} says what is there")
    offset = address - before[0]
    line = f"({before[0]:08x})   {image().stem}!{before[1]}" + (f"+0x{offset:x}" if offset else "")
    print(line + (f"   |  ({behind[0]:08x})   {image().stem}!{behind[1]}" if behind else ""))
    if not offset:
        print(f"Exact matches:\n    {image().stem}!{before[1]}")


# ---------------------------------------------------------------- the process' block

# The fields as WinDbg names them, their offsets and sizes in bytes (include/nt.h).
PEB_FIELDS = (("InheritedAddressSpace", 0x00, 1), ("ReadImageFileExecOptions", 0x01, 1), ("BeingDebugged", 0x02, 1), ("ImageBaseAddress", 0x08, 4),
              ("Ldr", 0x0C, 4), ("ProcessHeap", 0x18, 4), ("ProcessParameters", 0x10, 4), ("NumberOfProcessors", 0x64, 4), ("NtGlobalFlag", 0x68, 4),
              ("OSMajorVersion", 0xA4, 4), ("OSMinorVersion", 0xA8, 4), ("OSBuildNumber", 0xAC, 2), ("SessionId", 0x1D4, 4))
PEB_SIZE, PEB_IN_TEB = 0x248, 0x30


@command("!peb", "Show the PEB. There is one program, and no lists of a loader.\nUsage: !peb")
def show_peb(argument):
    no_arguments(argument, "!peb")
    address = word(teb() + PEB_IN_TEB)
    data = b"".join(number.to_bytes(4, "little") for number in words(address, PEB_SIZE // 4))
    print(f"PEB at {address:08x}")
    for name, offset, size in PEB_FIELDS:
        number = int.from_bytes(data[offset : offset + size], "little")
        print(f"    {name + ':':<27}" + (f"{number:08x}" if size == 4 and not name.startswith(("OS", "Number", "Session")) else f"{number}" if size > 1 else ("Yes" if number else "No")))


# ---------------------------------------------------------------- memory


def mapped():
    """The stretches of memory that are there: begin, end, whether a program in ring 3 may use them, whether they can be written."""
    for begin, end, user, _, write in RANGE.findall(gdb.execute("monitor info mem", to_string=True).replace("\r", "")):
        yield int(begin, 16), int(end, 16), user == "u", write == "w"


def usage(begin, end):
    """The use of a stretch of addresses."""
    for thread in kernel_threads():
        if thread.ended or not thread.teb:
            continue
        if begin <= int(thread.value["teb_address"]) < end:
            return f"the TEB of thread {thread['id']}"
        if begin < word(thread.teb + TIB["STACK_BASE"]) <= end:
            return f"the stack of thread {thread['id']}"
    for what, first, last in PARTS:
        if part(first) < end and begin < part(last):
            return f"{image().stem}: {what}"
    return ""


@command("!address", "Show the stretch of memory that an address lies in, or all of them.\nUsage: !address [ADDRESS]")
def show_address(argument):
    if not argument:
        print("BaseAddr EndAddr+1 RgnSize  Protect                Usage")
        for begin, end, user, write in mapped():
            print(f"{begin:08x} {end:08x}  {end - begin:08x} {protection(user, write):<22} {usage(begin, end)}".rstrip())
        return
    address = address_in(argument)
    for begin, end, user, write in mapped():
        if begin <= address < end:
            for name, value in (("Usage", usage(begin, end)), ("Base Address", f"{begin:08x}"), ("End Address", f"{end:08x}"), ("Region Size", f"{end - begin:08x}"),
                                ("Protect", protection(user, write))):
                print(f"{name + ':':<24}{value}")
            return
    raise gdb.GdbError(f"there is no memory at {address:08x}")


def protection(user, write):
    """A page that can be read can be executed, without pages of other kinds."""
    return ("read and write" if write else "read") + ("" if user else ", ring 0")
