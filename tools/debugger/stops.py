"""The debugger's commands for exceptions that occur: sx, sxe, sxd, sxn, sxi say which of them stop the machine; gh and gn go
on behind such a stop; step-handler goes on to the next handler, filter or block."""

import re

import gdb

from debugger import chain
from debugger.command import address_of_symbol, command, cpu, function_at, no_arguments, register, teb
from debugger.records import NAMED, dispatched, frames, registers_of, select_frame, show_registers, title
from debugger.threads import word

CLIENT_THREAD = 0x24  # of a TEB: the thread's number
# The reactions to an exception, as `sx` names them: at the first chance, at the second.
STOP, SECOND, NOTIFY, IGNORE = "break", "second-chance break", "output", "ignore"
OTHERS = -1  # in place of a code
LATER = {0xE06D7363, OTHERS}  # these stop only at the second chance until the user says otherwise
FIRST_CHANCE, SECOND_CHANCE = "RtlDispatchException", "seh_second_chance"
CHANCES = {FIRST_CHANCE: "(first chance)", SECOND_CHANCE: "(!!! second chance !!!)"}
ADVICE = ("First chance exceptions are reported before any exception handling.", "This exception may be expected and handled.")
SHARED_TEXT, PROGRAM_TEXT = "image.shared_text_start", "image.program_text_start"

choices = {code: SECOND if code in LATER else STOP for code in (*NAMED, OTHERS)}


def choice(code):
    return choices.get(code, choices[OTHERS])


def code_of(word_of_user):
    """The exception that a word of the command line names: `av`, `c0000005`, `0xc0000005`, `*`."""
    by_name = {name: code for code, (name, _) in NAMED.items()}
    if word_of_user in by_name or word_of_user == "*":
        return by_name.get(word_of_user, OTHERS)
    if re.fullmatch(r"(0[xX])?[0-9A-Fa-f]{1,8}", word_of_user):
        return int(word_of_user, 16)
    raise gdb.GdbError(f'there is no exception "{word_of_user}"; it is a code in hexadecimal, *, or one of {" ".join(sorted(by_name))}')


def choose(argument, name, what):
    if not argument:
        raise gdb.GdbError(f"{name} needs an exception: a name (sx lists them), a code in hexadecimal, or *")
    for code in [code_of(each) for each in re.split(r"[ ,]+", argument)]:
        choices[code] = what
    place_stops()


for _name, _what, _help in (
    ("sxe", STOP, "Stop at this exception before any handler is asked."),
    ("sxd", SECOND, "Stop at this exception only when no handler has taken it."),
    ("sxn", NOTIFY, "Print a line for this exception, and do not stop."),
    ("sxi", IGNORE, "Neither stop at this exception nor print a line."),
):
    command(_name, f"{_help}\nUsage: {_name} NAME|CODE|*")(lambda argument, name=_name, what=_what: choose(argument, name, what))


@command("sx", "List what is done about each exception.\nUsage: sx")
def show_choices(argument):
    no_arguments(argument, "sx")
    for code, what in sorted(choices.items(), key=lambda row: NAMED[row[0]][0] if row[0] in NAMED else str(row[0])):
        if code == OTHERS:
            continue
        name = NAMED[code][0] if code in NAMED else f"{code:08x}"
        print(f"{name:>8} - {title(code)} - {what}")
    print(f"{'*':>8} - Other exception - {choices[OTHERS]}")


# ---------------------------------------------------------------- stops


class ChanceBreakpoint(gdb.Breakpoint):
    """The place of the runtime that every exception comes through at its first or at its second chance."""

    def __init__(self, function):
        super().__init__(f"*{address_of_symbol(function):#x}", internal=True)
        self.silent = True
        self.function = function

    def stop(self):
        arguments = register("esp") + 4
        record, context = word(arguments), word(arguments + 4)
        code = word(record)
        what = choice(code)
        if what == IGNORE or (self.function == FIRST_CHANCE and what == SECOND):
            return False
        first = self.function == FIRST_CHANCE
        print(f"({cpu():x}.{word(teb() + CLIENT_THREAD):x}): {title(code)} - code {code:08x} {CHANCES[self.function]}")
        if what == NOTIFY:
            return False
        for line in ADVICE if first else ():
            print(line)
        show_registers(registers_of(context))
        return True


class TargetBreakpoint(gdb.Breakpoint):
    """A place to which a command goes."""

    def __init__(self, address):
        super().__init__(f"*{address:#x}", internal=True)
        self.silent = True


stops: list[gdb.Breakpoint] = []


def place_stops():
    """Sets the places, once the image is known."""
    if not stops and address_of_symbol(FIRST_CHANCE):
        stops.extend(ChanceBreakpoint(function) for function in CHANCES if address_of_symbol(function))


def on_stop(event):
    """Shows the place, and at an exception has the debugger look at the code that has raised it, not at the dispatcher."""
    if not isinstance(event, gdb.BreakpointEvent):
        return
    if any(isinstance(each, ChanceBreakpoint) for each in event.breakpoints):
        select_frame(registers_of(dispatched()[1]))
    elif any(isinstance(each, TargetBreakpoint) for each in event.breakpoints):
        gdb.execute("frame")


gdb.events.stop.connect(on_stop)

# ---------------------------------------------------------------- going on


def chance():
    """The chance at which the machine has stopped: the function's name, or nothing. Raises GdbError without a machine."""
    cpu()
    name, offset = function_at(int(gdb.newest_frame().pc()))
    return name if name in CHANCES and not offset else ""


def leave(frame, value, popped):
    """Ends a function's call in the debugger: its caller goes on as if it had returned this value. popped: the bytes of
    arguments that the function itself takes off the stack."""
    older = frame.older()
    kept = {name: register(name, older) for name in ("ebx", "esi", "edi", "ebp", "eip", "esp")}
    kept["esp"] += popped
    gdb.newest_frame().select()
    for name, number in {**kept, "eax": value}.items():
        gdb.execute(f"set ${name} = {number:#x}")


def continue_context(context):
    """Has the machine go on in a context, by a call of NtContinue(context, FALSE)."""
    gdb.newest_frame().select()
    stack = register("esp") - 12
    for offset, number in ((0, 0), (4, context), (8, 0)):
        gdb.selected_inferior().write_memory(stack + offset, number.to_bytes(4, "little"))
    gdb.execute(f"set $esp = {stack:#x}")
    gdb.execute(f"set $eip = {address_of_symbol('NtContinue'):#x}")


@command("gh", "Go on in the exception's context, as if a handler had repaired the cause.\nUsage: gh")
def go_handled(argument):
    no_arguments(argument, "gh")
    where = chance()
    if not where:
        raise gdb.GdbError("gh is for a machine that has stopped at an exception")
    if where == FIRST_CHANCE:
        leave(gdb.newest_frame(), 1, 8)
    elif (caller := next((frame for frame in frames() if frame.name() == "UnhandledExceptionFilter"), None)) is not None:
        leave(caller, 0xFFFFFFFF, 4)
    else:
        continue_context(dispatched()[1])
    gdb.execute("continue")


@command("gn", "Go on; at an exception, its handlers are asked.\nUsage: gn")
def go_not_handled(argument):
    no_arguments(argument, "gn")
    gdb.execute("continue")


def vectored():
    """The addresses of the vectored handlers, of both lists."""
    for name in ("vectored_exception_handlers", "vectored_continue_handlers"):
        node = gdb.parse_and_eval(name)["first"]
        while int(node):
            yield int(node["handler"])
            node = node["next"]


def next_code():
    """The addresses to which the runtime may go with the next exception, or with the one being dispatched: vectored handlers,
    handlers of the chain, filters and blocks, the program's last filter, the outermost handler."""
    yield from vectored()
    for frame in chain.chain()[0]:
        blocks = chain.blocks(frame)
        name = chain.handler_name(frame)
        if name == chain.LAST_HANDLER or not blocks and not is_runtime(frame.handler):
            yield frame.handler
        else:
            yield from (address for block in blocks for address in (block.filter, block.handler) if address)
    yield int(gdb.parse_and_eval("top_level_filter"))


def is_runtime(address):
    return address_of_symbol(SHARED_TEXT) <= address < address_of_symbol(PROGRAM_TEXT)


@command("step-handler", "Go on to the handler, filter, __except or __finally block that is called next.\nUsage: step-handler")
def step_handler(argument):
    no_arguments(argument, "step-handler")
    cpu()
    run_to({*next_code()} - {0}, "continue")


def run_to(addresses, words):
    """Has the machine run by these words of gdb's, to the first of the addresses that it comes to."""
    places = [TargetBreakpoint(address) for address in addresses]
    try:
        gdb.execute(words)
    finally:
        for each in places:
            if each.is_valid():
                each.delete()


place_stops()
