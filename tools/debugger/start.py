"""The commands, the start and the script of a session, which `trapline debug` has gdb load."""

import contextlib
import re
import sys
from importlib import import_module
from pathlib import Path

import gdb

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True

# Each of these modules defines its commands.
from debugger import back, image_places, modules, stops  # noqa: E402

for name in ("breaks_steps", "chain", "code_calls", "lists", "memory_words", "outside_code", "records", "teb"):
    import_module(f"debugger.{name}")

PATIENCE = 60  # seconds for an answer of the machine: a busy host starts it late
SETTINGS = ("confirm off", "pagination off", "print thread-events off", "disassembly-flavor intel", "python print-stack message", f"remotetimeout {PATIENCE}")
# The first words of gdb's commands that go on until a line `end`.
BEGINS = re.compile(r"(define|document|commands|if|while)\b|(python|py)$")
PROMPT = "(gdb) "


def quietly(line):
    """Executes a command without a word about where the machine stands then, if gdb can do so."""
    for setting in ("on", "off"):
        with contextlib.suppress(gdb.error):
            gdb.execute(f"set suppress-cli-notifications {setting}")
        if setting == "on":
            gdb.execute(line, to_string=True)


def attach(port, program, files):
    """Takes the machine, which waits before its first instruction, to the program's main. `files`: those of a program for Windows, by
    their names."""
    for setting in SETTINGS:
        gdb.execute(f"set {setting}")
    quietly(f"target remote 127.0.0.1:{port}")
    stops.place_stops()
    modules.set_files(program, files)
    gdb.execute("define hook-quit\npython end_machine()\nend")
    gdb.execute("define hook-x\nrefuse-pattern\nend")
    back.go_to_main()


def end_machine():
    """Ends the machine with the session. gdb itself would let it go on."""
    with contextlib.suppress(gdb.error):
        gdb.execute("kill", to_string=True)


def commands(lines):
    """The commands of a script: a line, or the lines up to the matching `end`."""
    depth, gathered = 0, []
    for line in lines:
        gathered.append(line.rstrip("\n"))
        depth += bool(BEGINS.match(line.strip())) - (line.strip() == "end")
        if depth <= 0:
            yield "\n".join(gathered)
            depth, gathered = 0, []
    if gathered:
        yield "\n".join(gathered)


def run_script():
    """Executes the commands in standard input, each behind the prompt. An error ends no script."""
    for text in commands(sys.stdin):
        if not text.strip():
            continue
        print(PROMPT + text, flush=True)
        image_places.script_line = text
        if text.strip() in ("q", "quit"):
            break
        try:
            gdb.execute(text)
        except gdb.error as error:
            print(error)
        sys.stdout.flush()
    end_machine()
