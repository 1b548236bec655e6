#!/usr/bin/env python3
"""`trapline debug`: in a recorded run the debugger goes back, and finds there what it has seen on the way forward."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402
from debug_sessions import BEGIN, debug  # noqa: E402

STATE = "info registers eax ecx edx ebx esp ebp esi edi eip eflags"


def place(text: str) -> int:
    """The eip that the debugger shows of an exception, or of `print $eip`."""
    return int(re.findall(r"(?:eip=|\$\d+ = .*0x)([0-9a-f]{8})", text)[0], 16)


for ring in ("", " --ring 3"):
    session = debug(f"tests/debug_program{ring} handlers", "record", "c", STATE, "g-", "c", STATE, "t-", "print/x $eip", "t-", "stepi", "print/x $eip",
                    "break passing", "c", "c", "c", "g-", "bt", "g-", "g-", "g-", "q")
    (_, started, stop, state, begin, again, same, trapped, at_trap, _, _, forth, _, first, second, _, handler, trace, exception) = session.parts()[:19]
    ok("main (argc=2, argv=" in started and "recording debug_program" in session.errors, f"record starts the program over at main{ring}", *session)
    ok(stop.startswith("frame ") and "Illegal instruction" in stop and BEGIN in begin, f"g- goes back from an exception to main{ring}", stop, begin)
    ok(again == stop[stop.index("(0.8)") :], f"on the second way the same exception comes, and no output twice{ring}", stop, again)
    ok(state == same, f"with the same registers{ring}", state, same)
    ok("faulty (marked=" in trapped and place(at_trap) == place(stop), f"t- goes to the instruction that has trapped{ring}", trapped, at_trap)
    ok(place(forth) == place(at_trap), f"a step back and a step forward lead to the same place{ring}", at_trap, forth)
    ok("passing (record=" in first or "passing (record=" in second, f"breakpoints hold on the way forward{ring}", first, second)
    ok("The recording ends here: the program ends with status 00000007." in session.shown, f"the recording ends with the program{ring}", session.shown)
    ok("passing (record=" in handler and re.search(r"#\d+ .*faulty \(marked=.*\n#\d+ .*handlers \(\)", trace) is not None,
       f"and on the way back, from the end{ring}", handler, trace)
    ok("Illegal instruction - code c000001d (first chance)" in exception, f"where the exception comes before its handler{ring}", exception)
    ok(session.parts()[-3:-1] == [f"\n{BEGIN}\n" + session.parts()[-3].partition(f"{BEGIN}\n")[2], f"\n{BEGIN}\n"], f"until main{ring}", *session.parts()[-4:])

session = debug("first-handler", "record", "c", "c", "watch cell", "g-", "print cell", "stepi", "print cell", "g-", "g-", "g-", "q")
_, _, _, _, _, found, before, forward, after, back, exception, begin, _ = session.parts()
ok("Old value = 7\nNew value = 0\n" in found and "examples/04-first-handler.c:31\n" in found and "movl $7" in found,
   "a watchpoint finds the instruction that has changed a variable", found)
ok((before, after) == ("$1 = 0\n", "$2 = 7\n") and "Old value = 0\nNew value = 7\n" in forward, "with the values on both sides", before, forward, after)
ok("New value = 0\n" in back and "(first chance)" in exception and BEGIN in begin, "behind a watched access a breakpoint is told as one", back, exception, begin)

session = debug("first-handler", "record", "!tt", "c", "!tt", "t-", "!tt", "!tt 1", "!tt", "!tt 99999999999", "!tt x",
                "c", "gh", "set var cell = 1", "print $eax = 5", "c", "c")
_, _, main, _, stopped, _, trapped, to_begin, at_begin, too_far, no_number, _, *changes, _, _ = session.parts()
positions = [int(re.findall(r"position (\d+)", text)[0]) for text in (main, trapped, stopped)]
ok(sorted(set(positions)) == positions and to_begin == at_begin == main, "!tt tells the position, and goes to one; the first is that of main",
   main, stopped, trapped, to_begin)
ok((too_far, no_number) == (f"the farthest position so far is {positions[2]}; go on from there\n", "!tt takes a position: a number of instructions\n"),
   "and to none that has not been reached", too_far, no_number)
ok([text.count("\n") for text in changes] == [1] * 3 and "the cell holds 7" in session.shown and session.status == 0,
   "a recorded run cannot be changed", *session)
session = debug("tests/debug_program raise", "sxe E0000001", "record", "c", "t-", "g-", "q")
ok("code e0000001 (first chance)" in session.parts()[3] and "#0" not in session.parts()[4] and BEGIN in session.parts()[5],
   "from an exception that was raised a step back is one instruction", *session)

# ---------------------------------------------------------------- threads, input, output, time

session = debug("ums", "record", "break schedule", "c", "c", "c", "!ums", "g-", "g-", "c", "c", "!ums", "delete", "c")
parts = session.parts()
ok(parts[6] == parts[11] and "worker" in parts[6] and session.shown.count("startup") == 1, "the threads are the same on the second way", parts[6], parts[11])
session = debug("--input README.md ask", "record", "break printf", "c", "c", "g-", "c", "delete", "c", "c")
ok(len(re.findall("^What is your name?", session.shown, re.M)) == 1 and "Good to see you, # Trapline.\n" in session.shown and session.status == 0,
   "a recording has the program's input", *session)
with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
    endless, loud = Path(folder, "endless.c"), Path(folder, "loud.c")
    endless.write_text("volatile int n;\nint main(void)\n{\n    for (;;)\n        n++;\n}\n")
    loud.write_text('#include <stdio.h>\nint main(void)\n{\n    for (int i = 0; i < 300; i++)\n        printf("line %d of many, which fill what lies between\\n", i);\n'
                    "    fflush(stdout);\n    return 0;\n}\n")
    session = debug(str(endless), "record 0.5", "tbreak 5 if n == 3", "c", "watch n", "g-", "print n", "delete", "c")
    ok("$1 = 2\n" in session.shown and "`record SECONDS` makes a longer one" in session.errors and session.status == 0,
       "a program without an end is recorded for a time", *session)
    # A socket is full with 278 bytes that are sent one by one.
    session = debug(str(loud), "record", "break fflush", "c", "g-", "c", "delete", "c", "c")
    lines = re.findall(r"^line (\d+) of many", session.shown, re.M)
    ok(lines == [str(number) for number in range(300)] and session.status == 0, "each line of a long output is shown once", len(lines), session.shown[-300:])

# ---------------------------------------------------------------- what cannot be

session = debug("hello", "g-", "t-", "p-", "g-u", "!tt", "record x", "record", "record", "g- 1", "c")
ok(session.parts()[1:6] == ["the run is not recorded; `record` starts it over with the way back\n"] * 5, "without a recording there is no way back", *session)
ok(session.parts()[6].count("\n") == session.parts()[8].count("\n") == session.parts()[9].count("\n") == 1, "wrong words are answered with one line", *session)
session = debug("--smp 2 hello", "record", "c")
ok(session.parts()[1] == "the emulator records one CPU only; leave --smp away\n" and "Hello from bare metal." in session.shown and session.status == 0,
   "several CPUs are not recorded, and the session goes on", *session)

finish()
