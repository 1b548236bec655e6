"""The debugger's commands for the way back: record runs the program once, recorded, and starts it over from the recording; g-, t-, p- and
g-u go back in it as WinDbg's commands of these names do; !tt shows the position and goes to another one."""

import re

import gdb

from debugger import modules, stops
from debugger.command import address_of_symbol, command, no_arguments
from debugger.records import dispatched, registers_of
from debugger.threads import word

END = "power_off"  # all programs end there, with their status as its argument
MOST_SECONDS = 60.0  # of a recording
STEPS = ("reverse-stepi", "reverse-nexti")
SINGLE_STEP = 0x80000004
ADVICE = "the run is not recorded; `record` starts it over with the way back"

is_recorded = False


class EndBreakpoint(gdb.Breakpoint):
    """The end of the recording. Behind it the machine is gone, and with it the way back."""

    def __init__(self):
        super().__init__(f"*{address_of_symbol(END):#x}", internal=True)
        self.silent = True

    def stop(self):
        status = word(int(gdb.newest_frame().read_register("esp")) + 4)
        print(f"The recording ends here: the program ends with status {status:08x}. g- goes back.")
        return True


def go_to_main():
    """Takes the machine, which waits before its first instruction, to the program's main."""
    gdb.execute(f"tbreak {modules.main_place() if modules.program else 'main'}", to_string=True)
    gdb.execute("continue")
    if modules.program:
        modules.reload()


@command("record", f"Run the program once, recorded, and start it over at main: the debugger then goes back as well.\n"
         f"Usage: record [SECONDS]\nA program that has not ended after SECONDS (default {MOST_SECONDS:g}) is recorded up to there.")
def record(argument):
    global is_recorded
    if is_recorded:
        raise gdb.GdbError("the run is recorded already; g- goes back")
    try:
        seconds = float(argument or MOST_SECONDS)
    except ValueError:
        raise gdb.GdbError("record takes the most seconds that the recording may last: record 10") from None
    problem = gdb.execute(f"monitor record {seconds:g}", to_string=True)
    if problem:
        raise gdb.GdbError(problem)
    is_recorded = True
    for way in ("step", "continue"):
        gdb.execute(f"set remote reverse-{way}-packet on", to_string=True)  # gdb 16 says so
    forget()
    EndBreakpoint()
    go_to_main()


def forget():
    """The machine is another one, or at another place, than gdb knows."""
    gdb.execute("maintenance flush register-cache", to_string=True)


def back(argument, name, words):
    no_arguments(argument, name)
    require_recording()
    fault = faulted() if words in STEPS else 0
    stops.run_to({fault} - {0}, "reverse-continue" if fault else words)


def faulted():
    """The instruction that a machine at an exception's first chance comes from, if it has trapped before it was done; 0 without one."""
    if stops.chance() != stops.FIRST_CHANCE:
        return 0
    record, context = dispatched()
    eip = registers_of(context)["eip"]
    return eip if word(record) != SINGLE_STEP and not stops.is_runtime(eip) else 0


def require_recording():
    if not is_recorded:
        raise gdb.GdbError(ADVICE)


for _name, _words, _help in (
    ("g-", "reverse-continue", "Go back to the last breakpoint or exception before here, or to the start of main."),
    ("t-", "reverse-stepi", "Go back by one instruction."),
    ("p-", "reverse-nexti", "Go back by one instruction; a call is one."),
    ("g-u", "reverse-finish", "Go back to the call of this function."),
):
    command(_name, f"{_help}\nUsage: {_name}")(lambda argument, name=_name, words=_words: back(argument, name, words))


@command("!tt", "Show the position in the recording, or go to one.\nUsage: !tt [POSITION]\nA position is the number of instructions since the machine's start.")
def travel(argument):
    require_recording()
    if argument and not argument.isdigit():
        raise gdb.GdbError("!tt takes a position: a number of instructions")
    if argument:
        problem = gdb.execute(f"monitor replay_seek {argument}", to_string=True)
        if problem:
            raise gdb.GdbError(problem)
        forget()
    (position,) = re.findall(r"instruction count = ([0-9]+)", gdb.execute("monitor info replay", to_string=True))
    print(f"position {position}")
    gdb.execute("frame")
