"""The debugger's commands t, p, g and gu, which let the machine go on, and bp, ba, bl, bc, bd and be: where it stops, in WinDbg's words."""

import re

import gdb

from debugger import stops
from debugger.code_calls import registers
from debugger.command import EXTENSIONS, WORD, command, no_arguments, symbol
from debugger.places import address_in
from debugger.records import show_registers

STEPS = {"t": "stepi", "p": "nexti"}
LINE = re.compile(r"`?(?P<place>[\w./-]+:\d+)`?")  # of a source
WATCHES = {"w": "watch", "r": "awatch"}
TYPES = {"1": "unsigned char", "2": "unsigned short", "4": "unsigned int"}


def go(words):
    """Has gdb go on by these words, and shows the registers where the machine then stands; at an exception they are shown already."""
    gdb.execute(words)
    if gdb.selected_thread() is not None and not stops.chance():
        show_registers(registers())


@command("t", "Execute one instruction, or so many.\nUsage: t [COUNT]\nCOUNT is decimal. gdb's `thread` has no short name here.")
def trace_into(argument):
    step(argument, "t")


@command("p", "Execute one instruction, or so many; a call is one. With anything but a number it is gdb's print.\nUsage: p [COUNT] | p EXPRESSION | p/FORMAT EXPRESSION")
def step_over(argument):
    if argument and not argument.isdigit():
        gdb.execute(f"print{'' if argument.startswith('/') else ' '}{argument}")
    else:
        step(argument, "p")


def step(argument, name):
    if argument and not argument.isdigit():
        raise gdb.GdbError(f"{name} takes a number of instructions; gdb's `thread` chooses a CPU")
    go(f"{STEPS[name]} {argument}")


@command("g", "Go on, to an address if there is one.\nUsage: g [ADDRESS]")
def go_on(argument):
    if argument:
        stops.run_to({address_in(argument)}, "continue")
    else:
        gdb.execute("continue")


@command("gu", "Go on until the function of the selected frame returns.\nUsage: gu")
def go_up(argument):
    no_arguments(argument, "gu")
    go("finish")


# ---------------------------------------------------------------- where it stops


@command("bp", "Stop at an address, a function's first instruction or a source's line.\nUsage: bp ADDRESS|FUNCTION|FILE:LINE")
def stop_at(argument):
    if not argument:
        raise gdb.GdbError("bp needs a place: bp main, bp 80147000, bp mine.c:12")
    found = LINE.fullmatch(argument)
    gdb.execute(f"break {found['place']}" if found else f"break *{address_in(argument):#x}")


@command("ba", "Stop at an access to memory: w, when it is written; r, when it is read or written; e, when it is executed.\nUsage: ba w|r|e SIZE ADDRESS\nSIZE is 1, 2 or 4.")
def stop_at_access(argument):
    found = re.fullmatch(r"([wre])\s*([124])\s+(\S.*)", argument)
    if not found:
        raise gdb.GdbError("ba takes w, r or e, a size of 1, 2 or 4, and an address: ba w4 1004ff44")
    how, size, text = found.groups()
    address = address_in(text)
    gdb.execute(f"hbreak *{address:#x}" if how == "e" else f"{WATCHES[how]} *({TYPES[size]} *){address:#x}")


def listed():
    return [each for each in gdb.breakpoints() if each.number > 0 and each.visible]


@command("bl", "List where the machine stops.\nUsage: bl")
def list_stops(argument):
    no_arguments(argument, "bl")
    for each in listed():
        where = each.expression or each.location or ""
        at = re.fullmatch(r"\*(0x[0-9a-f]+)", where)
        shown = f"{int(at[1], 16) & WORD:08x} {symbol(int(at[1], 16), '+0x{:x}').removesuffix('+0x0')}" if at else where
        print(f"{each.number:>2} {'e' if each.enabled else 'd'} {shown}" + (f" (hit {each.hit_count} times)" if each.hit_count else ""))


def change(argument, name, way):
    """Does it to the breakpoints with these numbers, or to all."""
    known = {str(each.number): each for each in listed()}
    if not argument:
        raise gdb.GdbError(f"{name} needs numbers of the list that bl shows, or *")
    for word in known if argument.strip() == "*" else re.split(r"[ ,]+", argument.strip()):
        if word not in known:
            raise gdb.GdbError(f"there is no breakpoint {word}; bl lists them")
        way(known[word])


def enable(on):
    def way(each):
        each.enabled = on

    return way


for _name, _what, _way in (("bc", "Forget", lambda each: each.delete()), ("bd", "Disable", enable(False)), ("be", "Enable", enable(True))):
    command(_name, f"{_what} breakpoints, by their numbers, or all.\nUsage: {_name} NUMBER...|*")(
        lambda argument, name=_name, way=_way: change(argument, name, way))


# ---------------------------------------------------------------- what has another name

# WinDbg's commands that people type, and what to take for them.
OTHER_NAMES = {
    "dv": "info locals and info args", "dt": "ptype for a type, p for a value", "eb": "set var *(char *)ADDRESS = VALUE", "ed": "set var *(int *)ADDRESS = VALUE",
    "kn": "k, or bt", "kp": "bt", "kv": "kb, or bt", "ub": "u with an address further up", "wt": "./trapline trace", "bu": "bp",
}
OTHER_EXTENSIONS = {"analyze": ".exr -1, .ecxr and k", "heap": "a run with --checked", "locks": "threads", "handle": "threads", "process": "threads", "gle": "!teb"}


def refuse(name, other):
    def refused(_argument):
        raise gdb.GdbError(f"{name} is not here; take {other}")

    return refused


for _name, _other in OTHER_NAMES.items():
    command(_name, f"It is not here; take {_other}.")(refuse(_name, _other))
# Without the mark some of these are gdb's own.
EXTENSIONS.update({name: refuse(f"!{name}", other) for name, other in OTHER_EXTENSIONS.items()})
