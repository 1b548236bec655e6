#!/usr/bin/env python3
"""The narration's words, line by line from records made here, and the command `trace` with its options."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, without_builds  # noqa: E402
from terminal import on_terminal  # noqa: E402
from build.elf import Symbols  # noqa: E402
from record import narrate  # noqa: E402
from record.events import Events, Record  # noqa: E402
from record.narrate import Narrator, Selection  # noqa: E402
from record.source_lines import SourceLines  # noqa: E402
from record.wording import Wording  # noqa: E402

EVENTS = Events.declared()
EIP, STACK = 0x80101234, 0x1003F000


def record(name: str, *arguments: int, thread: int = 0, kernel: int = 8, text: bytes = b"") -> Record:
    """A record as the machine would send it."""
    words = [*arguments, *(int.from_bytes(text[at : at + 4], "little") for at in range(0, len(text), 4)), 0, 0, 0, 0]
    return Record(0, EVENTS.number(name), 0, len(text), kernel, thread, tuple(words[:4]))


def said(name: str, *arguments: int) -> str:
    return Wording(EVENTS, Symbols(None), SourceLines(None)).sentence(record(name, *arguments))


def tells(got: object, wanted: object, claim: str) -> None:
    ok(got == wanted, claim, f"it says:  {got}", f"expected: {wanted}")


# ---------------------------------------------------------------- traps

CR2 = 0x00401000
ACCESSES = (  # error code, address, words
    (0x0, CR2, "read of a page that is not there"),
    (0x1, CR2, "read of a page that must not be read"),
    (0x2, CR2, "write to a page that is not there"),
    (0x3, CR2, "write to a page that must not be written"),
    (0x4, CR2, "read of a page that is not there"),
    (0x5, CR2, "read of a page that ring 3 must not read"),
    (0x6, CR2, "write to a page that is not there"),
    (0x7, CR2, "write to a page that ring 3 must not write"),
    (0x9, CR2, "read of a page whose entry in the page table the CPU does not know"),
    (0x11, CR2, "execution of a page that must not be executed"),
    (0x10, CR2, "execution of a page that is not there"),
    (0x0, EIP, "execution of a page that is not there"),
    (0x5, EIP, "execution of a page that ring 3 must not execute"),
    (0x3, EIP, "write to a page that must not be written"),
)
for error, address, words in ACCESSES:
    tells(said("trapped", 14, EIP, error, address), f"trap #PF (page fault) at {EIP:08X}: {words}, error code {error:08X}, cr2 {address:08X}",
          f"error code {error:X} of a page fault at {'the instruction' if address == EIP else 'other memory'} is told in words")
TRAPS = (  # vector, error code, cr2, words
    (0, 0, 0, "trap #DE (divide error) at 80101234"),
    (8, 2, 0x10012FFC, "trap #DF (double fault) at 80101234: the CPU could not push a fault's state to the stack, cr2 10012FFC"),
    (13, 0, 0, "trap #GP (general protection fault) at 80101234, error code 00000000"),
    (13, 0x13, 0, "trap #GP (general protection fault) at 80101234, error code 00000013 (the gate of vector 02h)"),
    (11, 0x1A2, 0, "trap #NP (segment not present) at 80101234, error code 000001A2 (the gate of vector 34h)"),
    (13, 0x18, 0, "trap #GP (general protection fault) at 80101234, error code 00000018 (selector 0018 of the global table)"),
    (12, 0x0C, 0, "trap #SS (stack segment fault) at 80101234, error code 0000000C (selector 0008 of the local table)"),
    (17, 0, 0, "trap #AC (alignment check) at 80101234, error code 00000000"),
)
for vector, error, cr2, words in TRAPS:
    tells(said("trapped", vector, EIP, error, cr2), words, f"vector {vector} with error code {error:X} is told in words")

# ---------------------------------------------------------------- names and values

tells(said("try_filter_answer", 5), "__except: the filter answers EXCEPTION_EXECUTE_HANDLER (5)", "a filter's value counts by its sign: above 0")
tells(said("try_filter_answer", 0), "__except: the filter answers EXCEPTION_CONTINUE_SEARCH (0)", "0")
tells(said("try_filter_answer", 2**32 - 7), "__except: the filter answers EXCEPTION_CONTINUE_EXECUTION (-7)", "and below 0")
tells(said("vectored_answer", 2**32 - 1, 0), "vectored handler: it answers EXCEPTION_CONTINUE_EXECUTION", "a vectored handler's answer has its name")
tells(said("vectored_answer", 7, 1), "vectored continue handler: it answers 7", "or its number; a continue handler is told as one")
tells(said("interrupt", 0x30), "interrupt IRQ0 (timer)", "an interrupt has its device")
tells(said("changed", 0xB8, EIP, EIP + 2), "changed in the context: eip 80101234 -> 80101236", "a changed eip is shown before and after")
tells(said("changed", 0xC0, 0x246, 0x302), "changed in the context: eflags 246 -> 302 (PF clear, ZF clear, TF set)", "changed flags have their names")
registers = {0x4: "dr0", 0x14: "dr6", 0x18: "dr7", 0x9C: "edi", 0xB0: "eax", 0xB4: "ebp", 0xC4: "esp"}
for offset, register in registers.items():
    tells(said("changed", offset, 0, 0xAB), f"changed in the context: {register} 0 -> AB", f"the register at {offset:X}h of a CONTEXT is {register}")

# ---------------------------------------------------------------- lines


class Told:
    """The lines that a narrator writes for these records."""

    def __init__(self, *records: Record, selection: Selection = Selection(), pause_after: int = -1) -> None:
        self.lines: list[str] = []
        vars(narrate).update(write_line=self.lines.append, say=lambda message, colour: self.lines.append(message),
                             write_output=lambda data: self.lines.extend(data.decode().splitlines()))
        narrator = Narrator(EVENTS, Symbols(None), SourceLines(None), selection)
        for number, each in enumerate(records):
            narrator.happened(each)
            if EVENTS[each.event].name == "output":
                narrator.heard(each.text())
            if number == pause_after:
                narrator.settled()
        narrator.finish()

    def bare(self) -> list[str]:
        """Without the bar and the column of names."""
        return [re.sub(r"^  \| .{10} ", "", line) for line in self.lines]


def output(text: str) -> Record:
    return record("output", text=text.encode())


RAISED = record("raised", 0xC0000005, EIP, 0, STACK)
ASKED, GOES_ON = record("search_call", STACK + 64, EIP, 0xC0000005), record("search_answer", 0)
RESUMED = record("resumed", EIP, STACK)
ROUND = (RAISED, ASKED, GOES_ON, RESUMED)
round_lines = Told(*ROUND).lines
ok(len(round_lines) == 4, "four records make four lines", *round_lines)

told = Told(*ROUND * 3).lines
tells(told, round_lines * 3, "three times the same is shown as it is")
told = Told(*ROUND * 4595).bare()
tells(told[8:], ["a resume loop: EIP does not move", "the same 4 lines again 4,593 times"], "more is counted, and a resume loop is called one")
told = Told(*ROUND * 6, RAISED, output("x\n"), *ROUND).bare()
tells(told[9:13], ["the same 4 lines again 4 times", Told(RAISED).bare()[0], "x", Told(RAISED).bare()[0]], "the rest of a round comes before the program's next line")
moved = record("resumed", EIP + 2, STACK)
told = Told(*(RAISED, ASKED, GOES_ON, moved) * 9).bare()
tells(told[8:], ["the same 4 lines again 7 times"], "a handler that moves EIP makes no resume loop")
woken = record("woken", 0x1007FF80)
tells(Told(*(woken,) * 100).bare()[2:], ["the same again 98 times"], "a single line that repeats is counted, too")
tells(Told(*ROUND * 3, RAISED, pause_after=11).lines, [*round_lines * 3, round_lines[0]], "a pause shows what was held back")


def order(is_long: bool) -> list[str]:
    """The lines where the console is ahead of the events, and a pause comes between."""
    told = Told()
    narrator = Narrator(EVENTS, Symbols(None), SourceLines(None), Selection())
    narrator.heard(b"x\n")
    narrator.settled(is_long)
    for each in (woken, output("x\n")):
        narrator.happened(each)
    narrator.finish()
    return [line.rpartition(" ")[2] for line in told.lines]


tells(order(False), ["wakes", "x"], "output that is ahead of its event waits for it")
tells(order(True), ["x", "wakes"], "but not for long, and is shown once")
tells(len(Told(*(woken, output("x\n")) * 20).lines), 40, "lines between which the program prints are not folded")

told = Told(record("changed", 0xB8, EIP, EIP + 2), record("changed", 0xB0, 0, 1), RESUMED).bare()
tells(told, ["changed in the context: eip 80101234 -> 80101236, eax 0 -> 1", f"resumed at {EIP:08X}, stack {STACK:08X}"], "all changed registers share one line")


def depths(*records: Record) -> list[int]:
    return [(len(line) - len(line.lstrip())) // 2 for line in Told(*records).bare()]


refused, ended = record("frame_refused", STACK + 64, 2), record("search_end", 0xC0000005)
tells(depths(RAISED, refused, ended, RAISED, refused, ended), [0, 1, 0, 0, 1, 0], "the depth is the same after a refused frame")
tells(depths(RAISED, ASKED, record("raised", 0xE0000001, EIP, 0, STACK - 512)), [0, 1, 2], "an exception in a handler lies deeper")
tells(depths(RAISED, ASKED, record("raised", 0xE0000001, EIP, 0, STACK + 32)), [0, 1, 0], "one from outside of a level ends it, however it was left")
tells(depths(RAISED, ASKED, record("except_entered", STACK + 64, EIP), RAISED), [0, 1, 0, 0], "an __except block ends the levels inside its frame")

A = 0x1007FF80
made = record("created", A, EIP)
named = record("thread_named", A, text=b"worker")
tells(Told(made, record("woken", A)).bare()[1], f"{EIP:08X} wakes", "a thread without a name goes by its function")
tells(Told(made, named, record("woken", A), made, record("woken", A)).bare()[2:], ["worker wakes", f"thread {A:08X} is created, runs {EIP:08X}", f"{EIP:08X} 2 wakes"],
      "a new thread at an old one's address has its name no longer")
kernel = (record("kernel_ready", 8, 0), record("kernel_made", 12, EIP, 0, 2), record("kernel_switched", 8, 12, 0))
tells(Told(*kernel).bare()[1:], [f"CPU 0 switches from thread 8 to thread 12 (worker {EIP:08X})"], "a thread of the kernel goes by its kind and function")
described = record("kernel_named", 12, text=b"reader")
tells(Told(*kernel, described, record("kernel_ended", 12, 0)).bare()[-1], "thread 12 (worker reader) ends, status 00000000", "or by its description")

# ---------------------------------------------------------------- choosing

mixed = (*kernel, RAISED, record("interrupt", 0x30), record("unwind_begin", STACK, 2, 0, STACK - 64), record("exit", 0))
ok(not any("interrupt" in line for line in Told(*mixed).lines), "interrupts are not told unasked")
tells([line.strip() for line in Told(*mixed, selection=Selection(frozenset({"interrupts", "program"}))).bare()], ["interrupt IRQ0 (timer)", "the program ends with status 00000000"],
      "chosen kinds are told alone")
other = record("woken", A, kernel=12)
tells(Told(*kernel, described, record("kernel_ended", 8, 0), other, selection=Selection(thread="reader")).bare(),
      ["thread 12 is called reader", f"{A:08X} wakes"], "of a chosen thread the events that come from it or name it are told")
tells(Told(*kernel, RAISED, other, selection=Selection(thread="12")).bare()[-1], f"{A:08X} wakes", "a thread of the kernel is chosen by its number, too")
tells(Told(RAISED, selection=Selection(thread="nobody")).lines, ["nothing of a thread nobody was recorded; without --thread the narration names all"],
      "a thread that never comes is said to be missing")

# ---------------------------------------------------------------- the command


def trace(*words: str) -> tuple[int, list[str], list[str]]:
    """Exit status, standard output and standard error."""
    done = subprocess.run(["./trapline", "trace", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    return done.returncode, done.stdout.splitlines(), without_builds(done.stderr).splitlines()


def in_order(lines: list[str], *wanted: str) -> bool:
    """Whether these texts are in the lines, one behind the other."""
    rest = iter(lines)
    return all(any(re.search(text, line) for line in rest) for text in wanted)


for options, message in ((("hello", "--only", "sehh"), 'did you mean "seh"'), (("hello", "--only", ""), "--only cannot be"), ((), "trace what"), (("hello", "--thread"), "--thread needs a value")):
    status, out, err = trace(*options)
    ok(status == 2 and not out and len(err) == 1 and message in err[0], f"trace {' '.join(words)} is refused in one line", status, *err)

status, out, err = trace("finally")
plain = subprocess.run(["./trapline", "run", "finally"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.splitlines()
ok(status == 0 and out == plain and len(out) > 5, "the program's output is as it is without")
LINES = Path("examples/08-finally.c").read_text().splitlines()
filter_at = next(number for number, line in enumerate(LINES, 1) if re.match(r" *} __except", line))
finally_at = next(number for number, line in enumerate(LINES, 1) if re.match(r" *} __finally", line))
inner_at, outer_at = (number for number, line in enumerate(LINES, 1) if re.match(r" *__try", line))
ok(in_order(err, rf"__try in guarded \(examples/08-finally.c:{inner_at}\) is asked about C0000005",
            rf"__finally in guarded \(examples/08-finally.c:{finally_at}\): it has no filter",
            rf"__try in main \(examples/08-finally.c:{outer_at}\) is asked about C0000005",
            rf"__except in main \(examples/08-finally.c:{filter_at}\): its filter is asked", r"the filter answers EXCEPTION_EXECUTE_HANDLER \(1\)",
            r"unwind pass: to frame", rf"__try in guarded \(examples/08-finally.c:{inner_at}\) cleans up", rf"__finally in guarded \(examples/08-finally.c:{finally_at}\): its block runs", "its block has ended",
            rf"__except in main \(examples/08-finally.c:{filter_at}\): its block takes over"),
   "__try, __except and __finally are told by function, file and line, with the filter's answer", *err)
ok(not any("seh_try_handler" in line for line in err), "and not by the handler that they share", *err)
nested = [len(re.split("unwind|__", line)[0]) for line in trace("cancel")[2] if re.search("unwind pass: (frame|to)|its block", line)]
ok(len(nested) == 5 and nested == [nested[4], nested[4] + 2, nested[4] + 4, nested[4] + 4, nested[4]], "what an unwind without an exception runs is nested, too", nested)

status, out, err = trace("scope-tables")
ok(in_order(err, "__except in guarded_filter .*: its filter is asked", "__finally in guarded_finally .*: its block runs", "__except in guarded_except .*: its block takes over"),
   "so are the blocks of a compiler's frame", *err)

status, out, err = trace("continue")
changes = [line.split("changed in the context: ")[1] for line in err if "changed in the context" in line]
ok(len(changes) == 2 and re.fullmatch(r"eax [0-9A-F]+ -> 2A", changes[0]) is not None
   and re.fullmatch(r"eip 8\w{7} main\+0x\w+ -> 8\w{7} main\+0x\w+", changes[1]) is not None, "what a handler changes in the context is told", *err)
status, out, err = trace("vectored")
ok(status == 0 and in_order(err, "vectored handler") and not any("changed" in line for line in err), "and nothing where it changes nothing", status, *err)

status, out, err = trace("demo", "--virtual-time", "--only", "seh", "--thread", "divide")
ok(status == 0 and in_order(err, "trap #DE", "search pass: frame", "unwind pass: frame") and all("switch" not in line and "| divide " in line for line in err),
   "options of run work, and the narration is of the chosen kind and thread alone", *err)

# ---------------------------------------------------------------- colours
text = on_terminal("stderr", "trace", "finally").text
for colour, words in (("31", "C0000005"), ("33", "search pass: it answers"), ("35", "unwind pass: frame"), ("2", "the program ends")):
    ok(re.search(rf"\x1b\[{colour}m +{words}|\x1b\[{colour}m{words}", text) is not None, f"on a terminal the line \"{words}\" has a colour of its kind", text)
ok(not any("\x1b" in line for line in err), "elsewhere there are no colours")
text = on_terminal("stdout", "run", "windows_colours").text
ok("\x1b[0;31mred\x1b[0m" in text and text.endswith("\x1b[0m"), "a program's own colours are shown there, too, and end with it", text)
ok("\x1b" not in on_terminal("stdout", "run", "windows_colours", NO_COLOR="1").text, "but not where nobody wants colours", text)

finish()
