"""The debugger's commands r, k, kb, u and uf: registers, calls and instructions as WinDbg shows them."""

import re

import gdb

from debugger.command import WORD, command, place, symbol, words
from debugger.outside_code import caller_at
from debugger.places import address_in, around, range_in, shown_to
from debugger.threads import word
from debugger.records import MOST_FRAMES, show_instruction, show_registers

LONGEST_FUNCTION = 65536
NAMES = ("eax", "ebx", "ecx", "edx", "esi", "edi", "eip", "esp", "ebp", "eflags", "cs", "ss", "ds", "es", "fs", "gs")
RETURN = re.compile(r"\beip at 0x([0-9a-f]+)")  # where a frame has its return address, in `info frame`


def registers():
    """The registers of the selected frame."""
    frame = gdb.selected_frame()
    return {name: int(frame.read_register(name).cast(gdb.lookup_type("unsigned int"))) & WORD for name in NAMES}


@command("r", "Show the registers of the selected frame, or one of them; or set one.\nUsage: r [REGISTER[=VALUE]]\ngdb's `run` has no short name here.")
def show_or_set(argument):
    if not argument:
        show_registers(registers())
        return
    name, equals, value = (part.strip() for part in argument.partition("="))
    name = name.removeprefix("@")
    of = registers()
    if name not in of:
        raise gdb.GdbError(f"there is no register {name}; there are {' '.join(of)}")
    if equals:
        gdb.execute(f"set ${name} = {address_in(value):#x}")
    else:
        print(f"{name}={of[name]:08x}")


# ---------------------------------------------------------------- calls


def calls():
    """The functions under way, from the selected frame on. Each row has the frame, the place where its ebp points or would point, and its
    return address."""
    selected = frame = gdb.selected_frame()
    try:
        for _ in range(MOST_FRAMES):
            if frame is None:
                break
            if frame.type() != gdb.INLINE_FRAME:
                frame.select()
                found = RETURN.search(gdb.execute("info frame", to_string=True))
                of = registers()
                at = int(found[1], 16) if found else caller_at(of["eip"], of["esp"], of["ebp"])
                yield frame, at - 4 if at else of["ebp"], word(at) if at else 0
            frame = frame.older()
    finally:
        selected.select()


def show_calls(argument, name, arguments):
    if not re.fullmatch(r"[0-9A-Fa-f]*", argument):
        raise gdb.GdbError(f"{name} takes a number of frames, in hexadecimal")
    most = int(argument or f"{MOST_FRAMES:x}", 16)
    print("ChildEBP RetAddr  " + ("Args to Child" if arguments else ""))
    for number, (frame, ebp, back) in enumerate(calls()):
        if number == most:
            break
        shown = " ".join(f"{each:08x}" for each in words(ebp + 8, 3)) + " " if arguments else ""
        at = int(frame.pc()) & WORD
        print(f"{ebp:08x} {back:08x} {shown}{symbol(at, '+0x{:x}').removesuffix('+0x0')}{place(at)}")


for _name, _more in (("k", ""), ("kb", ", each with the first three words of its arguments")):
    command(_name, f"Show the functions under way from the selected frame on{_more}; also across a trap.\nUsage: {_name} [COUNT]\n"
                   "COUNT is hexadecimal. gdb's `kill` has no short name here.")(
        lambda argument, name=_name, arguments=bool(_more): show_calls(argument, name, arguments))


# ---------------------------------------------------------------- instructions


def show_code(address, lengths):
    """Instructions from the address on, one for each of the lengths; each function's first one has a title, and that of code outside of all."""
    title = ""
    for length in lengths:
        name = symbol(address, "+0x{:x}").removesuffix("+0x0")
        function = name.partition("+")[0] if name != f"{address:08x}" else "outside"
        if function != title:
            title = function
            print(f"{name}{place(address)}:")
        show_instruction(address)
        address += length
    return address


def lengths_from(address, count=None, end=None):
    """The lengths of so many instructions, or of those up to an address."""
    while (count is None or count > 0) and (end is None or address < end):
        try:
            (line,) = gdb.selected_inferior().architecture().disassemble(address)
        except gdb.error:
            raise gdb.GdbError(f"there is no code at {address:08x}") from None
        yield line["length"]
        address += line["length"]
        count = None if count is None else count - 1


@command("u", "Show instructions, from the present one or from an address on.\nUsage: u [ADDRESS] [L COUNT]\nWithout an address it goes on behind those that it has "
              "shown since the last stop. COUNT is hexadecimal. gdb's `until` has no short name here.")
def show_instructions(argument):
    if "u" not in shown_to:
        shown_to["u"] = int(gdb.selected_frame().pc()) & WORD
    address, count = range_in(argument, "u", 1, 8)
    shown_to["u"] = show_code(address, lengths_from(address, count))


@command("uf", "Show all instructions of a function, of the present one without an address.\nUsage: uf [ADDRESS]")
def show_function(argument):
    address = address_in(argument) if argument else int(gdb.selected_frame().pc()) & WORD
    before, behind = around(address)
    if before is None or not symbol(address).partition("+")[0] == before[1]:
        raise gdb.GdbError(f"no function of the image is at {address:08x}; u shows what is there")
    block = gdb.block_for_pc(before[0])
    while block is not None and block.function is None:
        block = block.superblock
    end = block.end if block else min(behind[0] if behind else WORD, before[0] + LONGEST_FUNCTION)
    show_code(before[0], lengths_from(before[0], end=end))


def forget_place(_event):
    shown_to.pop("u", None)


gdb.events.cont.connect(forget_place)
gdb.events.stop.connect(forget_place)
