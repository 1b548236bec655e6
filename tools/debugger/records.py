"""The debugger's commands `.exr`, `.cxr` and `.ecxr`: an exception's record and context, and the exception that is being
dispatched."""

import gdb

from debugger.command import WORD, address_of, command, no_arguments, place, register, symbol, words
from debugger.threads import described, follows_call, folded, word
from record import names, phrases

NONE_DISPATCHED = "no exception is being dispatched"
# Functions that work on an exception, and which of their arguments is an EXCEPTION_RECORD's address; the next is its CONTEXT's.
DISPATCHERS = {"RtlDispatchException": 0, "seh_second_chance": 0, "seh_end_unhandled": 0, "seh_end_unreachable": 0}
MOST_FRAMES = 200  # a backtrace that is longer is a damaged one
MOST_PARAMETERS = 15

# Code: the name that `sxe` knows, WinDbg's words.
NAMED = {
    0xC0000005: ("av", "Access violation"),
    0xC0000420: ("asrt", "Assertion failure"),
    0x80000003: ("bpe", "Break instruction exception"),
    0xC0000008: ("ch", "Invalid handle"),
    0x80000002: ("dm", "Data misaligned"),
    0xC0000094: ("dz", "Integer divide-by-zero"),
    0xE06D7363: ("eh", "C++ EH exception"),
    0x80000001: ("gp", "Guard page violation"),
    0xC000001D: ("ii", "Illegal instruction"),
    0xC0000095: ("iov", "Integer overflow"),
    0xC0000006: ("ip", "In-page I/O error"),
    0xC000001C: ("isc", "Invalid system call"),
    0xC000001E: ("lsq", "Invalid lock sequence"),
    0xC0000409: ("sbo", "Security check failure or stack buffer overrun"),
    0xC00000FD: ("sov", "Stack overflow"),
    0x80000004: ("sse", "Single step exception"),
}
ACCESSES = {0: "read from", 1: "write to", 8: "execute non-executable"}
ACCESS_VIOLATION, IN_PAGE_ERROR = 0xC0000005, 0xC0000006

# The words of a CONTEXT that are shown, by their offsets.
CONTEXT_WORDS = 0xCC // 4
OFFSETS = {name.removeprefix("seg"): offset for offset, name in names.registers().items()}
# The flags as WinDbg writes them: the bit, the word where it is set, the word where it is not.
FLAGS = ((20, "vip", "   "), (19, "vif", "   "), (11, "ov", "nv"), (10, "dn", "up"), (9, "ei", "di"), (7, "ng", "pl"),
         (6, "zr", "nz"), (4, "ac", "na"), (2, "pe", "po"), (0, "cy", "nc"))


def title(code):
    """An exception's name in WinDbg's words; in the runtime's own where WinDbg has none."""
    if code in NAMED:
        return NAMED[code][1]
    found = phrases.words("status", code).partition(" (")[2][:-1]
    return found.capitalize() if found else "Unknown exception"


# ---------------------------------------------------------------- the exception being dispatched


def frames():
    """The frames of the CPU's stack, the newest first. A damaged stack ends them."""
    frame = gdb.newest_frame()
    for _ in range(MOST_FRAMES):
        if frame is None:
            return
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def dispatched():
    """The addresses of the record and of the context of the exception whose handlers are being asked: the innermost one.
    Raises GdbError where there is none."""
    try:
        for frame in frames():
            if frame.name() in DISPATCHERS:
                first = arguments_of(frame) + 4 * DISPATCHERS[frame.name()]
                return word(first), word(first + 4)
    except gdb.error:
        pass
    raise gdb.GdbError(NONE_DISPATCHED)


def arguments_of(frame):
    """Where a function's arguments lie: right above its return address, which is where its caller's stack ends."""
    older = frame.older()
    if older is None:
        raise gdb.GdbError(NONE_DISPATCHED)
    return register("esp", older)


# ---------------------------------------------------------------- the record


def access_line(code, parameters):
    """The line about the memory that was touched, or nothing."""
    if code not in (ACCESS_VIOLATION, IN_PAGE_ERROR) or len(parameters) < 2 or parameters[0] not in ACCESSES:
        return ""
    return f"Attempt to {ACCESSES[parameters[0]]} address {parameters[1]:08x}"


def show_record(address):
    code, flags, cause, at, count, *parameters = words(address, 5 + MOST_PARAMETERS)
    parameters = parameters[: min(count, MOST_PARAMETERS)]
    print(f"ExceptionAddress: {at:08x} ({symbol(at, '+0x{:08x}')}){place(at)}")
    print(f"   ExceptionCode: {code:08x}" + (f" ({title(code)})" if title(code) != "Unknown exception" else ""))
    print(f"  ExceptionFlags: {flags:08x}" + (f" ({phrases.words('flags', flags)})" if flags else ""))
    if cause:
        print(f" ExceptionRecord: {cause:08x}")
    print(f"NumberParameters: {count}")
    for number, parameter in enumerate(parameters):
        print(f"   Parameter[{number}]: {parameter:08x}")
    if line := access_line(code, parameters):
        print(line)


@command(".exr", "Show an exception record; -1: of the exception that is being dispatched.\nUsage: .exr ADDRESS|-1")
def show_exception_record(argument):
    if not argument:
        raise gdb.GdbError(".exr needs the address of an exception record, or -1")
    show_record(dispatched()[0] if argument == "-1" else address_of(argument, ".exr's argument"))


# ---------------------------------------------------------------- the context


def registers_of(context):
    """The registers of a CONTEXT in memory, by gdb's names."""
    block = words(context, CONTEXT_WORDS)
    return {name: block[offset // 4] for name, offset in OFFSETS.items()}


def show_registers(of):
    """Three lines as WinDbg's r, then the instruction with its function."""
    bits = " ".join(on if of["eflags"] >> bit & 1 else off for bit, on, off in FLAGS)
    print(" ".join(f"{name}={of[name]:08x}" for name in ("eax", "ebx", "ecx", "edx", "esi", "edi")))
    print(" ".join(f"{name}={of[name]:08x}" for name in ("eip", "esp", "ebp")) + f" iopl={of['eflags'] >> 12 & 3} {bits}")
    print("  ".join(f"{name}={of[name] & 0xFFFF:04x}" for name in ("cs", "ss", "ds", "es", "fs", "gs")) + f"             efl={of['eflags']:08x}")
    print(symbol(of["eip"], "+0x{:x}").removesuffix("+0x0") + place(of["eip"]) + ":")
    show_instruction(of["eip"])


def show_instruction(address):
    try:
        (line,) = gdb.selected_inferior().architecture().disassemble(address)
        code = bytes(gdb.selected_inferior().read_memory(address, line["length"])).hex()
    except gdb.error:
        print(f"{address:08x} ??              ???")
        return
    print(f"{address:08x} {code:<15} " + " ".join(line["asm"].split()))


def select_frame(of):
    """Makes the frame with these registers the debugger's current one, if the backtrace has it. Returns it, or None."""
    for frame in frames():
        if frame.pc() == of["eip"] and register("esp", frame) == of["esp"]:
            frame.select()
            return frame
    return None


def calls_from(of):
    """Addresses of the calls that lead to a machine state, by its chain of ebp."""
    found, ebp, seen = [of["eip"]], of["ebp"], set()
    try:
        while ebp and ebp % 4 == 0 and ebp not in seen and word(ebp + 4) and len(found) < MOST_FRAMES:
            seen.add(ebp)
            found.append(word(ebp + 4))
            ebp = word(ebp)
    except gdb.MemoryError:
        pass
    return found


def show_context(context):
    of = registers_of(context)
    show_registers(of)
    frame, addresses = select_frame(of), list[int]()
    while frame is not None and len(addresses) < MOST_FRAMES:
        if frame.type() != gdb.INLINE_FRAME:
            addresses.append(int(frame.pc()) & WORD)
        frame = frame.older()
    for line in folded([described(address, follows_call(address)) for address in addresses or calls_from(of)]):
        print(f"    {line}")


@command(".cxr", "Show a context: registers, instruction, and the calls that lead there. If the backtrace goes through it, the frame is selected.\nUsage: .cxr ADDRESS")
def show_context_record(argument):
    if not argument:
        raise gdb.GdbError(".cxr needs the address of a context; .ecxr shows that of the exception being dispatched")
    show_context(address_of(argument, ".cxr's argument"))


@command(".ecxr", "Show the context of the exception that is being dispatched, and select its frame.\nUsage: .ecxr")
def show_exception_context(argument):
    no_arguments(argument, ".ecxr")
    show_context(dispatched()[1])
