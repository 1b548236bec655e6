#!/usr/bin/env python3
"""`trapline debug`: gdb with WinDbg's commands shows what the program itself prints of its exceptions, and goes on as told."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402
from debug_sessions import LIMIT, debug, masked, pages_sessions  # noqa: E402

FIRST = "First chance exceptions are reported before any exception handling.\nThis exception may be expected and handled.\n"


def numbers(text: str, name: str) -> float:
    """The hexadecimal number behind a word; without one what equals nothing, not even itself."""
    found = re.search(rf"\b{name}[ :=]+(?:0x)?([0-9a-f]+)", text, re.I)
    return int(found[1], 16) if found else math.nan


def pointer(text: str) -> float:
    """The first number with 0x, as gdb prints a pointer."""
    found = re.search(r"0x([0-9a-f]+)", text)
    return int(found[1], 16) if found else math.nan


def frames(text: str) -> list[tuple[int, int]]:
    """Address and handler of each frame in the output of !exchain, but for guards of the dispatcher."""
    return [(int(at, 16), int(handler, 16)) for at, name, handler in re.findall(r"^([0-9a-f]{8}): (\w+)\+0 \(([0-9a-f]{8})\)", text, re.M)
            if name != "search_guard"]


# ---------------------------------------------------------------- an exception and its handlers

for ring in ("", " --ring 3"):
    program = f"tests/debug_program{ring} handlers"
    session = debug(program, "break here", "c", "!exchain", "exchain", "!teb", "delete", "c", "print/x marked", ".exr -1", ".ecxr", "bt",
                    "step-handler", "step-handler", "print record", "exr record", "print context", ".exr -1", "bt", ".cxr context",
                    "print/x marked", "step-handler", "!exchain", "gn")
    (start, _, printed, chain, same, teb, _, stop, marked, record, context, trace, watching, passing, by_record, exr_record, by_context, exr,
     inside, cxr, again, mending, later, rest) = session.parts()
    own = [tuple(int(number, 16) for number in row) for row in re.findall(r"^frame 0x(\w+) handler 0x(\w+)", printed, re.M)]
    told = mending.partition("#0")[0]  # by the first handler, before the second one is called

    ok("main (argc=2, argv=" in start and start.count("\n") <= 3, f"it stops at main{ring}", start)
    ok(printed.startswith("frame ") and "here ()" in printed.split("limit")[1], f"what the program prints stands before the stop{ring}", printed)
    ok(len(own) == 3 and frames(chain) == own, f"!exchain: the program's frames and handlers, in order{ring}", chain, *map(str, own))
    ok(": passing+0 (" in chain and "[tests/command/debug_program.c @ " in chain, f"each with function, file and line{ring}", chain)
    ok(same == chain, f"exchain is the same command{ring}", same)
    ok(all(numbers(teb, name) == numbers(printed, word) for name, word in
           (("TEB at", "teb"), ("StackBase", "base"), ("StackLimit", "limit"), ("Self", "teb"), ("ExceptionList", "frame"))),
       f"!teb: the words that the program reads in its own{ring}", printed, teb)
    ok(re.search(r"^\(0\.8\): Illegal instruction - code c000001d \(first chance\)\n" + re.escape(FIRST), stop, re.M) is not None
       and "record" not in stop, f"an exception stops before a handler is asked, in WinDbg's words{ring}", stop)
    ok("faulty+0x" in stop and re.search(r"^[0-9a-f]{8} 0f0b +ud2$", stop, re.M) is not None, f"with function and instruction{ring}", stop)
    ok(marked.endswith("= 0x5eed\n"), f"the debugger looks at the function that faults{ring}", marked)
    ok(numbers(record, "ExceptionAddress") == numbers(told, "eip") >= 0 and "   ExceptionCode: c000001d (Illegal instruction)\n" in record
       and "NumberParameters: 0\n" in record, f".exr -1: address, code and parameters{ring}", record, told)
    ok(all(numbers(context, name) == numbers(told, name) for name in ("eip", "esp")) and numbers(context, "edx") == 0x5EED,
       f".ecxr: the registers that a handler reads in its context{ring}", context, told)
    ok(f"cs={'001b' if ring else '0008'}  ss={'0023' if ring else '0010'}  " in context, f"with the ring's selectors{ring}", context)
    ok(re.search(r"^#\d+ +(0x\w+ in )?faulty \(marked=.*\n#\d+ .*\bhandlers \(\)", trace, re.M) is not None,
       f"bt at the stop leads into the function that faults{ring}", trace)
    ok("watching (pointers=" in watching, f"step-handler goes to the vectored handler first{ring}", watching)
    ok("passing (record=" in passing, f"then to the innermost frame's{ring}", passing)
    ok(pointer(by_record) == numbers(told, "record") and exr_record == exr == record, f".exr: the same by address and by -1, in a handler{ring}",
       by_record, exr_record, exr)
    ok(re.search(r"#0 .*passing.*\n#1 .*seh_call_handlers.*\n#2 .*RtlDispatchException.*\n(#.*\n)*#\d+ .*faulty \(marked=.*\n#\d+ .*handlers \(\)", inside)
       is not None, f"bt in a handler crosses the trap{ring}", inside)
    ok(pointer(by_context) == numbers(told, "context") and cxr == context and again.endswith("= 0x5eed\n"),
       f".cxr shows a context and selects its frame{ring}", cxr, again)
    ok("mending (record=" in mending and told.startswith("record "), f"the next handler is called when the first has answered{ring}", mending)
    ok(frames(later) == own and "search_guard+0" in later, f"!exchain in a handler has the dispatcher's guard in front{ring}", later)
    ok("mended\nbehind the fault, 5eed\n" in rest and session.status == 7 and session.errors == "", f"the program ends with its own status{ring}",
       rest, session.status, session.errors)

    session = debug(program, "c", "set $eip = $eip + 2", "gh")
    ok("behind the fault" in session.shown and "mended" not in session.shown and "record" not in session.shown and session.status == 7,
       f"gh goes on in the context, and no handler is asked{ring}", *session)

    session = debug(f"tests/debug_program{ring} unhandled", "sxd ii", "c", ".exr -1", "bt", "set $eip = $eip + 2", "gh")
    _, _, stop, record, trace, _, rest = session.parts()
    ok("Illegal instruction - code c000001d (!!! second chance !!!)\n" in stop and "first chance" not in stop,
       f"sxd stops at the second chance alone{ring}", stop)
    ok("(Illegal instruction)" in record and "faulty (marked" in trace, f"where the exception can be looked at{ring}", record, trace)
    ok(rest.startswith("behind the fault, bad\nand on\n") and session.status == 7, f"and gh still continues{ring}", rest, session.status)

session = debug("tests/debug_program unhandled", "sxn ii", "c")
ok(session.shown.count("Illegal instruction") == 2 and "second chance" in session.shown and FIRST not in session.shown
   and "unhandled exception C000001D" in session.shown + session.errors, "sxn tells of both chances and does not stop", *session)
session = debug("tests/debug_program unhandled", "sxi ii", "c")
ok("Illegal instruction" not in session.shown and session.status != 0, "sxi says nothing", *session)
session = debug("tests/debug_program raise", "sxe E0000001", "c", ".exr -1", "sxd *", "sx")
_, _, stop, record, _, table = session.parts()
ok("(0.8): Unknown exception - code e0000001 (first chance)\n" in stop, "a code without a name is stopped at by its number", stop)
ok("   ExceptionCode: e0000001\n" in record and "NumberParameters: 2\n   Parameter[0]: 00000011\n   Parameter[1]: 00000022\n" in record,
   ".exr shows the parameters", record)
ok("e0000001 - Unknown exception - break\n" in table and "      av - Access violation - break\n" in table, "sx lists what was chosen", table)
session = debug("tests/debug_program raise", "c", "q")
ok("(!!! second chance !!!)" in session.shown and "(first chance)" not in session.shown,
   "an exception that has no name in the list stops at its second chance", session.shown)

# ---------------------------------------------------------------- __try

session = debug("tests/debug_program blocks", "c", ".exr -1", "!exchain", *["step-handler"] * 3, "c")
_, stop, record, chain, *steps, rest = session.parts()
ok(record.endswith("Attempt to write to address 00000010\n"), ".exr says how memory was touched", record)
tries = re.findall(r"seh_try_handler\+0.*\n  CRT scope  0, (filter|func): ", chain)
ok(tries == ["func", "filter"], "!exchain: a __finally has no filter, an __except has both", chain)
funcs = {int(address, 16) for address in re.findall(r"(?:filter|func): +blocks\+\w+ \((\w+)\)", chain)}
ok(len(funcs) == 3, "and each lies in the function", chain)
ok(["blocks ()" in step for step in steps] == [True] * 3 and [step.partition("#0")[0] for step in steps] == ["", "filter\n", "finally\n"],
   "step-handler goes to the filter, the __finally block and the __except block", *steps)
ok(rest.startswith("except\n") and session.status == 7, "and the program goes on", rest)

session = debug("scope-tables", "break look if $_caller_is(\"guarded\", 1)", "c", "c", "!exchain", "!scopetable", "delete", "c",
                *["step-handler"] * 3, "c")
_, _, _, printed, chain, table, _, _, *steps, rest = session.parts()
ok(re.findall(r"CRT scope +(\d), (?:filter: (\w+)\+0 .*\n +)?func: +(\w+)\+0 ", chain)[:2] ==
   [("1", "", "guarded_finally"), ("0", "guarded_filter", "guarded_except")],
   "!exchain decodes a scope table from the try level outwards", chain)
ok("_except_handler3+0" in table and "  try level 1, entries at " in table and table.endswith("    inside -1\n") and "    inside 0\n" in table,
   "!scopetable shows level and nesting", table)
ok([re.findall(r"\b(guarded_\w+)", step)[0] for step in steps if "guarded_" in step] == ["guarded_filter", "guarded_finally", "guarded_except"],
   "step-handler goes through such blocks, too", *steps)

# ---------------------------------------------------------------- a damaged chain

session = debug("tests/debug_program damaged", "break here", *["c", "!exchain"] * 3)
for number, reason in enumerate(("its address is no multiple of four", "it lies outside the thread's stack", "the chain runs in a circle")):
    printed, chain = session.parts()[2 + 2 * number : 4 + 2 * number]
    ok(len(frames(chain)) == 2 and chain.endswith(f"Invalid exception stack at {numbers(printed, 'next'):08x}: {reason}\n"),
       f"!exchain says where a chain is damaged, and how: {reason}", printed, chain)

# ---------------------------------------------------------------- threads

session = debug("tests/uthread_dump", "!uthreads", "sxi av dz ii", "break dumped", "c", "!uthreads")
_, none, _, _, printed, shown = session.parts()
heads = [re.findall(r"^scheduler .*\d finished$", text, re.M) for text in (printed, shown)]
ok(none == "there are no user-level threads\n", "!uthreads: before the start there are none", none)
ok(heads[0] != [] and set(heads[0]) <= set(heads[1]) and shown.startswith("thread 8:\n"), "then those that the program lists itself", *heads)

session = debug("ums", "!ums", "break schedule", "c", "!ums", "c", "print/x payload", "!ums", "c", "!ums", "delete", "break UmsThreadYield", "c", "!ums")
_, none, _, _, at_start, _, payload, yielded, printed, blocked, _, _, _, runs = session.parts()
ok(none == "there are neither schedulers nor workers\n", "!ums: before the start there are neither", none)
ok(re.findall(r"^worker (\d+), context \w+: is ready, in the list (\w+)$", at_start, re.M) ==
   [(number, re.findall(r"^list (\w+):", at_start, re.M)[0]) for number in ("12", "16", "20")]
   and ": 20 16 12\n" in at_start and "scheduler 8, context" in at_start,
   "then the scheduler, and its workers in the completion list", at_start)
ok(f"worker 20, context {pointer(payload):08x}: is ready, in the program's hands\n" in yielded,
   "a worker that has yielded is in the program's hands, by its context", payload, yielded)
ok("bob waits" in printed and re.search(r"^worker 16, context \w+: waits for event$", blocked, re.M) is not None,
   "one that waits in the kernel says for what", printed, blocked)
ok(re.search(r"^scheduler 8, .*: runs the worker 12; .*\n(?:.*\n)*worker 12, .*: runs in the place of thread 8$", runs, re.M) is not None,
   "one that runs names its scheduler", runs)
session = debug("--smp 2 tests/debug_program handlers", "c", "!exchain", "gn")
ok(re.search(r"^\([01]\.8\): Illegal", session.shown, re.M) is not None and len(frames(session.parts()[2])) == 3 and session.status == 7,
   "on two CPUs the commands look at the one that has stopped", *session)

# ---------------------------------------------------------------- the page


for number, (command, commands, wanted) in enumerate(pages_sessions(Path("docs/debug.md").read_text()), 1):
    session = debug(command, *commands)
    ok(masked(session.shown) == masked(wanted), f"the page's session {number} is that of a real run", *masked(session.shown))
page = Path("docs/debug.md").read_text()
names = set(re.findall(r"^@command\(\"(.*?)\"|^    \(\"([a-z-]+)\", ", "".join(path.read_text() for path in Path("tools/debugger").glob("*.py")), re.M))
ok(len(names) == 38 and all(f"`{name or other}" in page for name, other in names), "and its table has every command", names)

# ---------------------------------------------------------------- the session itself

session = debug("tests/debug_program handlers", "break here", "c", "q", "never")
ok("never" not in session.shown and "behind" not in session.shown and session.status == 0, "q ends the program with the session", *session)
session = debug("tests/debug_program handlers", "define twice", "echo $arg0 $arg0\\n", "end", "twice a", "!expr 6 '*' 7", "help .exr")
ok("a a\n" in session.shown, "a script may define commands", session.shown)
ok("\n42\n" in session.shown and "Usage: .exr ADDRESS|-1" in session.shown, "other words behind ! go to the shell; help knows the commands",
   session.shown)
ok("frame" not in session.shown and session.status == 0, "the end of a script ends the program, too", *session)
wrong = (".exr", "exr nosuch", ".exr 0", ".exr -1", ".cxr", "ecxr", "!exchain x", "sxe", "sxe nosuch", "gh", "!scopetable 0", "step-handler x")
session = debug("hello", *wrong, "c", "!exchain", "!teb", "gh")
ok([part.count("\n") for part in session.parts()[1 : len(wrong) + 1]] == [1] * len(wrong), "each wrong command is answered with one line", session.shown)
ok(session.parts()[len(wrong) + 2 :] == ["the machine is not there any more\n"] * 3, "and so is one behind the program's end", session.shown)
session = debug("--input README.md ask", "c")
ok(session.status == 0 and "# Trapline" in session.shown, "--input is the program's input", *session)
with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
    recording = Path(folder, "recording")
    session = debug(f"--record {recording} hello", "c")
    ok(session.status == 0 and recording.read_bytes().startswith(b"trapline recording "), "--record keeps the session's events", *session)
with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
    late = Path(folder, "late")
    session = debug("--timeout 3 hello", f"python import time; time.sleep(20); open('{late}', 'w')")
    ok(session.status == 124 and "ended after 3 seconds" in session.errors, "a time limit ends a session", *session)
    ok(not late.exists(), "and gdb with it, whatever that is doing")

typed = subprocess.run(["script", "-qec", "./trapline debug first-handler", "/dev/null"], input="c\n!exchain\nq\n", capture_output=True, text=True,
                       timeout=LIMIT)
ok(typed.returncode == 0 and "Access violation - code c0000005 (first chance)" in typed.stdout and re.search(r"^[0-9a-f]{8}: redirect\+0", typed.stdout, re.M)
   is not None, "on a terminal gdb reads what is typed", typed.stdout, typed.stderr)

finish()
