"""gdb's calls through code that the image has not. Nothing describes its frame: its caller is a word on the stack that lies behind a
call of the image, as on a page."""

from functools import lru_cache
from typing import NamedTuple

import gdb
from gdb.unwinder import Unwinder, register_unwinder

from build.elf import Symbols
from debugger.command import WORD
from debugger.modules import runtime_function_at
from debugger.places import bytes_at, image
from debugger.threads import word
from record import names
from record.unwinding import LONGEST_CALL, MOST_WORDS, place_of_return


GENERAL = ("eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "eip", "eflags")


class Place(NamedTuple):
    """The two registers that make the frame one of its own, for gdb."""

    sp: gdb.Value
    pc: gdb.Value


@lru_cache(maxsize=None)
def functions():
    return Symbols(image())


def caller_at(eip, esp, ebp):
    """Where the return address of such code lies; None where the image has the code, or the stack no address of a caller."""
    if functions().knows(eip) or gdb.block_for_pc(eip):  # gdb has debugging information of a module's code
        return None
    return place_of_return(list(stack(esp)), ebp, code_before, functions().knows)


def stack(esp):
    """Words, each with its place, as far as there is memory."""
    for address in range(esp, esp + 4 * MOST_WORDS, 4):
        try:
            yield address, word(address)
        except gdb.MemoryError:
            return


def code_before(address):
    return bytes_at(address - LONGEST_CALL, LONGEST_CALL) if functions().knows(address) else b""


def interrupted(eip, esp):
    """The CONTEXT that the module ntdll's dispatcher works on; 0 where that does not run."""
    return word(esp + 4) if runtime_function_at(eip)[0].endswith("!KiUserExceptionDispatcher") else 0


def calls(frame, place, own):
    """The caller of a frame: its registers are the frame's, all of which gdb asks for, but for its own."""
    found = frame.create_unwind_info(place)
    for each in frame.architecture().registers():
        found.add_saved_register(each.name, own[each.name] if each.name in own else frame.read_register(each.name))
    return found


class Outside(Unwinder):
    def __init__(self):
        super().__init__("code outside the image")

    def __call__(self, pending_frame):
        eip, esp, ebp = (pending_frame.read_register(name) for name in ("eip", "esp", "ebp"))
        low, old = int(esp) & WORD, int(ebp) & WORD
        words = gdb.lookup_type("unsigned int")
        if context := interrupted(int(eip) & WORD, low):  # the frame below is where the exception was
            there = {name: gdb.Value(word(context + offset)).cast(words) for offset, name in names.registers().items() if name in GENERAL}
            return calls(pending_frame, Place(esp, eip), there)
        at = caller_at(int(eip) & WORD, low, old)
        if at is None:
            return None
        inner = low <= old < at  # it has a frame of its own
        before = word(old) if inner else old
        return calls(pending_frame, Place(esp, eip), {name: gdb.Value(number).cast(words) for name, number in (("ebp", before), ("eip", word(at)), ("esp", at + 4))})


register_unwinder(None, Outside())
