#!/usr/bin/env python3
"""An image booted by hand, on a machine with a screen and a keyboard: the console is there, too."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, skip  # noqa: E402

COLUMNS, ROWS = 80, 25
PLAIN, REPORT = 0x07, 0x0E
PATIENCE = 30.0
PROGRAM = r"""
#include <stdio.h>
#include <string.h>
int main(void)
{
    for (int i = 1; i <= 30; i++)
        printf("line %d\n", i);
    for (int i = 0; i < 100; i++)
        putchar('a' + i % 26);
    printf("\nover\rO\ta tab\n? ");
    char text[80];
    while (fgets(text, sizeof text, stdin))
        printf("read <%s>\n", strtok(text, "\n"));
    printf("and the end of input\n");
    *(volatile int *)8 = 1;
    return 0;
}
"""


class Machine:
    """QEMU as a person starts it, but for the window; its monitor on pipes."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.dump = folder / "screen"
        self.serial = folder / "serial"
        command = ["qemu-system-i386", "-display", "none", "-no-shutdown", "-monitor", "stdio", "-serial", f"file:{self.serial}", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def say(self, words: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def keys(self, *names: str) -> None:
        for name in names:
            self.say(f"sendkey {name} 20")
            time.sleep(0.1)

    def cells(self) -> bytes:
        size = 2 * COLUMNS * ROWS
        self.dump.unlink(missing_ok=True)
        self.say(f'pmemsave 0xB8000 {size} "{self.dump}"')  # else the / divides
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not (self.dump.exists() and self.dump.stat().st_size == size):
            time.sleep(0.05)
        return self.dump.read_bytes()

    def lines(self) -> list[str]:
        text = self.cells()[::2].decode("latin-1")
        return [text[at : at + COLUMNS].rstrip() for at in range(0, len(text), COLUMNS)]

    def shows(self, last: str) -> list[str]:
        """The lines, once the last one that is not empty begins so."""
        end = time.monotonic() + PATIENCE
        while True:
            lines = self.lines()
            if next((line for line in reversed(lines) if line), "").startswith(last) or time.monotonic() > end:
                return lines
            time.sleep(0.1)


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / "talks.c").write_text(PROGRAM)
    image = subprocess.run(["./trapline", "build", str(folder / "talks.c")], capture_output=True, text=True).stdout.strip()

    with Machine(folder, "-kernel", image) as machine:
        lines = machine.shows("?")
        alphabet = "".join(chr(ord("a") + i % 26) for i in range(100))
        ok(lines[20:] == ["line 30", alphabet[:80], alphabet[80:], "Over    a tab", "?"], "what is printed is on the screen, wrapped and scrolled", *lines)
        ok(lines[:20] == [f"line {i}" for i in range(10, 30)], "with the lines before it", *lines)
        machine.keys("h", "shift-i", "x", "backspace", "spc", "2", "shift-1", "ret")
        lines = machine.shows("read")
        ok("? hI 2!" in lines and "read <hI 2!>" in lines, "what is typed is echoed, can be corrected, and reaches the program", *lines)
        machine.keys("caps_lock", "a", "caps_lock", "b", "ret")
        ok("read <Ab>" in machine.shows("read <A"), "with capitals locked, too", *machine.lines())
        machine.keys("ctrl-d")
        lines = machine.shows("trapline: ended with status")
        ok("and the end of input" in lines, "Ctrl-D ends the input", *lines)
        reported = [row for row, line in enumerate(lines) if line.startswith("trapline: unhandled exception C0000005")]
        cells = machine.cells()
        colours = [cells[2 * COLUMNS * row + 1] for row in range(ROWS)]
        ok(len(reported) == 1 and set(colours[reported[0] : reported[0] + 5]) == {REPORT}, "the report has a colour of its own", colours, *lines)
        ok(colours[lines.index("and the end of input")] == PLAIN, "the program's text has not", colours)
        ok(lines[-1] == "trapline: ended with status 3221225477", "and the end of the run is told", *lines)
        serial = machine.serial.read_text()
        ok("line 1\n" in serial.replace("\r", "") and "read <hI 2!>" in serial and "hI 2!\n" not in serial.replace("<hI 2!>", ""),
           "the serial port has the output as it always has, without the echo", serial)

    disc = folder / "menu.iso"
    made = subprocess.run(["./trapline", "iso", "--default", "hello", "--menu-timeout", "0", "--output", str(disc)], capture_output=True, text=True)
    if made.returncode:
        skip("no boot image can be made here")
    else:
        with Machine(folder, "-cdrom", str(disc)) as machine:
            lines = machine.shows("trapline: ended with status 0")
            ok("Hello from bare metal." in lines, "a CD's example is on the screen, too", *lines)

finish()
