"""The debugger's commands `!exchain` and `!scopetable`: the chain of handlers, and the __try blocks behind each frame."""

from collections import namedtuple

import gdb

from debugger.command import address_of, address_of_symbol, command, function_at, no_arguments, place, symbol, teb, words
from debugger.threads import TIB, word
from record import names, phrases

CHAIN_END = 0xFFFFFFFF
FRAME_SIZE = 8
MISALIGNED, OUTSIDE, CIRCLE = 1, 2, 3  # seh_emul/dispatch/frame_refusals.h, whose words the command prints
LAST_HANDLER = "seh_final_handler"  # of the outermost frame
MOST_LEVELS = 256  # a table that is longer is none
ENTRIES4 = 16  # bytes of cookies in front of _except_handler4's entries (include/seh_frames.h)

# Frames with a scope table: the level outside of all blocks, the bytes in front of the entries, and the variable whose value
# hides the table's address, if any.
Compiled = namedtuple("Compiled", "outside front cookie")
COMPILED = {
    "_except_handler2": Compiled(-1, 0, None),
    "_except_handler3": Compiled(-1, 0, None),
    "_except_handler4": Compiled(-2, ENTRIES4, "__security_cookie"),
    LAST_HANDLER: Compiled(-2, ENTRIES4, None),  # its cookie is 0 (seh_emul/dispatch/unhandled.c)
}
TRY_HANDLER = "seh_try_handler"  # the frames of __try in native C: one for each block (include/seh_try.h)

# A __try block. filter is 0 for a __finally; handler is the code of the __except or __finally block.
Block = namedtuple("Block", "level previous filter handler")
Frame = namedtuple("Frame", "address next handler")


def damage(address, seen):
    """Why a frame cannot be read, by the number of the refusal: as the dispatcher looks at it. 0: it can."""
    limit, base = (word(teb() + TIB[name]) for name in ("STACK_LIMIT", "STACK_BASE"))
    if not limit <= address <= base - FRAME_SIZE:
        return OUTSIDE
    if address % 4:
        return MISALIGNED
    return CIRCLE if address in seen else 0


def chain():
    """The frames of the running thread's chain, the head first; at last the address of the damaged frame and the number of
    the refusal, or (CHAIN_END, 0)."""
    address, frames = word(teb() + TIB["CHAIN"]), dict[int, Frame]()
    while address != CHAIN_END:
        if why := damage(address, frames):
            return list(frames.values()), address, why
        frames[address] = Frame(address, *words(address, 2))
        address = frames[address].next
    return list(frames.values()), address, 0


def handler_name(frame):
    """The name of the function whose first instruction is the frame's handler."""
    name, offset = function_at(frame.handler)
    return "" if offset else name


def has_table(frame):
    """Whether a table describes its __try blocks. The outermost frame of a user-level thread has none (kernel/call/tib.h)."""
    name = handler_name(frame)
    return name == TRY_HANDLER or name in COMPILED and (name != LAST_HANDLER or word(frame.address + FRAME_SIZE) != 0)


def level_of(frame):
    """The try level of a frame with a scope table, and where its entries lie."""
    kind = COMPILED[handler_name(frame)]
    table, level = words(frame.address + FRAME_SIZE, 2)
    cookie = word(address_of_symbol(kind.cookie)) if kind.cookie and address_of_symbol(kind.cookie) else 0
    return names.signed(level), (table ^ cookie) + kind.front


def blocks(frame):
    """The __try blocks that the thread is in, of this frame: from the current level outwards."""
    name = handler_name(frame)
    if name == TRY_HANDLER:
        site = word(frame.address + FRAME_SIZE)
        return [Block(0, -1, *words(site, 2))]
    if not has_table(frame):
        return []
    level, entries = level_of(frame)
    found: list[Block] = []
    while level != COMPILED[name].outside:
        if not 0 <= level < MOST_LEVELS or len(found) == MOST_LEVELS:
            raise gdb.GdbError(f"the try level {level} of the frame at {frame.address:08x} is damaged")
        previous, *code = words(entries + 12 * level, 3)
        found.append(Block(level, names.signed(previous), *code))
        level = found[-1].previous
    return found


def show_block(block):
    """As WinDbg has it: a __finally has no filter."""
    head = f"  CRT scope {block.level:2}, "
    if block.filter:
        print(f"{head}filter: {symbol(block.filter)} ({block.filter:08x}){place(block.filter)}")
        head = " " * len(head)
    print(f"{head}func:   {symbol(block.handler)} ({block.handler:08x}){place(block.handler)}")


def show_frame(frame):
    print(f"{frame.address:08x}: {symbol(frame.handler)} ({frame.handler:08x}){place(frame.handler)}")


@command("!exchain", "Show the chain of handlers of the running thread. A damaged chain ends with the reason.\nUsage: !exchain")
def show_chain(argument):
    no_arguments(argument, "!exchain")
    frames, end, why = chain()
    for frame in frames:
        show_frame(frame)
        try:
            for block in blocks(frame):
                show_block(block)
        except gdb.GdbError as error:
            print(f"  {error}")
    if why:
        print(f"Invalid exception stack at {end:08x}: {phrases.words('refusal', why)}")


def tabled():
    """The innermost frame of the chain that has a table."""
    for frame in chain()[0]:
        if has_table(frame):
            return frame
    raise gdb.GdbError("no frame of the chain has a scope table")


@command("!scopetable", "Show a frame's scope table and its try level; without a frame, those of the innermost one that has a table.\n"
                        "Usage: !scopetable [FRAME]")
def show_scope_table(argument):
    address = address_of(argument, "!scopetable's argument") if argument else tabled().address
    frame = Frame(address, *words(address, 2))
    show_frame(frame)
    if handler_name(frame) == TRY_HANDLER:
        print("  one block, as each __try of native C has a frame of its own")
    elif has_table(frame):
        level, entries = level_of(frame)
        print(f"  try level {level}, entries at {entries:08x}")
    else:
        raise gdb.GdbError("the frame has no scope table")
    for block in blocks(frame):
        show_block(block)
        print(f"    inside {block.previous}")
