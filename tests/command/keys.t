#!/usr/bin/env python3
"""A terminal sends keys at once while a program asks for them, and lines otherwise; and it is as it was before when the run is over."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.dont_write_bytecode = True
sys.path[:0] = (str(Path(__file__).resolve().parents[1] / "harness"), str(Path(__file__).resolve().parents[2] / "tools"))

from tap import finish, ok, scratch_folder  # noqa: E402
from terminal import Typist  # noqa: E402
from record.events import Events  # noqa: E402
from run.session import Conversation  # noqa: E402
from run.terminal import Terminal, as_keys  # noqa: E402

SCRATCH = scratch_folder()
LINES, KEYS, HIDDEN = (True, True), (False, False), (True, False)


def program(name: str, body: str, functions: str = "") -> str:
    source = SCRATCH / f"{name}.c"
    source.write_text(f"#include <conio.h>\n#include <stdio.h>\n#include <windows.h>\n{functions}int main(int argument, char **arguments)\n{{\n    (void)argument, (void)arguments;\n    setvbuf(stdout, NULL, _IONBF, 0);\n{body}\n    return 7;\n}}\n")
    return str(source)


GETCH = program("getch", """
    int key;
    char line[80];
    DWORD mode;
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    puts("keys?");
    while ((key = _getch()) != 'q')
        printf("%d.", key);
    puts("line?");
    printf("%d <%s", _kbhit() != 0, fgets(line, sizeof line, stdin));
    GetConsoleMode(input, &mode);
    SetConsoleMode(input, mode & ~ENABLE_ECHO_INPUT);
    puts("secret?");
    printf("<%s", fgets(line, sizeof line, stdin));
    SetConsoleMode(input, mode & ~(ENABLE_ECHO_INPUT | ENABLE_LINE_INPUT));
    puts("raw?");
    printf("%d.", getchar());
    printf("%d.", getchar());
    SetConsoleMode(input, mode);
    puts("last?");
    printf("<%s", fgets(line, sizeof line, stdin));
""")
# Bytes that are typed, and the values of _getch for them. Each is typed alone: it is there before Enter.
CODES = ((b"a", "97."), (b"\x1b[A", "224.72."), (b"\x1bOD", "224.75."), (b"\x1b", "27."), (b"\r", "13."), (b"\x7f", "8."), (b"\x1bOP", "0.59."), (b"\x1b[24~", "224.134."),
         (b"\x1b[1;5C", "224.116."), (b"\x1b[1;2P", "0.84."), (b"\x1b[3~", "224.83."), (b"\x1b[Z", "0.15."), (b"\x04", "4."), (b"\x00z", "122."))

for way in ("--ring=0", "--ring=3", "--windows"):
    with Typist("run", way, GETCH) as typist:
        ok(typist.sees("keys?\r\n") and typist.takes() in (LINES, KEYS), f"{way}: the program asks")
        for typed, wanted in CODES:
            typist.types(typed)
            ok(typist.sees(wanted), f"{way}: {typed!r} is {wanted}", repr(typist.shown))
        ok(typist.takes() == KEYS, f"{way}: the terminal sends keys, and shows none")
        typist.types(b"q")
        typist.sees("line?\r\n")
        typist.becomes(*LINES)
        typist.types(b"hex\x7fllo\r")
        ok(typist.sees("llo\r\n0 <hello\r\n"), f"{way}: a line can be mended, and is seen", repr(typist.shown))
        typist.sees("secret?\r\n")
        typist.becomes(*HIDDEN)
        typist.types(b"word\r")
        ok(typist.sees("<word\r\n") and "word" not in typist.shown, f"{way}: without echo a line is not seen", repr(typist.shown))
        typist.sees("raw?\r\n")
        typist.becomes(*KEYS)
        typist.types(b"k")
        ok(typist.sees("107."), f"{way}: without lines a read has a key at once", repr(typist.shown))
        typist.types(b"\x1b[A\r")
        ok(typist.sees("13."), f"{way}: no arrow, and the enter key is CR", repr(typist.shown))
        typist.sees("last?\r\n")
        typist.becomes(*LINES)
        typist.types(b"end\r")
        ok(typist.sees("<end\r\n") and typist.status() == 7 and typist.takes() == LINES, f"{way}: lines again, and at the end, too", repr(typist.shown))

EVENTS = program("events", """
    INPUT_RECORD record = {0};
    const KEY_EVENT_RECORD *key = &record.Event.KeyEvent;
    DWORD count;
    puts("events?");
    while (key->uChar.AsciiChar != 'q') {
        ReadConsoleInputW(GetStdHandle(STD_INPUT_HANDLE), &record, 1, &count);
        printf("%c%x,%x,%d,%x.", key->bKeyDown ? '+' : '-', key->wVirtualKeyCode, key->wVirtualScanCode, key->uChar.UnicodeChar, (unsigned)key->dwControlKeyState);
    }
    puts("states?");
    while (!(GetAsyncKeyState('N') & 0x8000))
        Sleep(1);
    printf("N %d, left %d. ", GetKeyState('N') < 0, GetAsyncKeyState(VK_LEFT));
    SHORT state = 0;
    while (!state) {
        Sleep(1);
        state = GetAsyncKeyState(VK_LEFT);
    }
    printf("left %x, ", (WORD)state);
    printf("%x, ", (WORD)GetAsyncKeyState(VK_LEFT));
    BYTE states[256];
    GetKeyboardState(states);
    printf("%x, ", states[VK_LEFT]);
    Sleep(200);
    printf("%x. ", GetAsyncKeyState(VK_LEFT));
    while (_kbhit())
        printf("%d.", _getch());
    puts("end?");
    for (;;)
        GetNumberOfConsoleInputEvents(GetStdHandle(STD_INPUT_HANDLE), &count);
""")
PAIRS = ((b"a", "41,1e,97,0"), (b"A", "41,1e,65,10"), (b"\x1b[A", "26,48,0,100"), (b"\x1bOQ", "71,3c,0,0"), (b"\r", "d,1c,13,0"), (b"\x1b", "1b,1,27,0"), (b"\x01", "41,1e,1,8"),
         (b"\x1b[1;5D", "25,4b,0,108"), (b"?", "bf,35,63,10"), (b"\x7f", "8,e,8,0"), (b"\x04", "44,20,4,8"), (b"\x1d", "dd,1b,29,8"), (b"\x1e", "36,7,30,18"), (b" ", "20,39,32,0"), ("é".encode(), "0,0,233,0"))
with Typist("run", "--windows", EVENTS) as typist:
    typist.sees("events?\r\n")
    for typed, wanted in PAIRS:
        typist.types(typed)
        ok(typist.sees(f"+{wanted}.-{wanted}."), f"{typed!r} goes down and up as {wanted}", repr(typist.shown))
    first, second = "😀".encode()[:2], "😀".encode()[2:]
    typist.types(first)
    typist.types(second)
    ok(typist.sees("+0,0,55357,0.-0,0,55357,0.+0,0,56832,0.-0,0,56832,0."), "so does each half of a pair, whose bytes come in two parts", repr(typist.shown))
    typist.types(b"q")
    typist.sees("states?\r\n")
    typist.types(b"n")
    ok(typist.sees("N 1, left 0. "), "GetAsyncKeyState sees a key at once, and GetKeyState, too", repr(typist.shown))
    typist.types(b"\x1b[D")
    ok(typist.sees("left 8001, 8000, 80, "), "it says once that the key was pressed, and GetKeyboardState that it is down", repr(typist.shown))
    ok(typist.sees("0. "), "after a moment the key is up", repr(typist.shown))
    ok(typist.sees("110.224.75.end?\r\n"), "the keys are still in the input", repr(typist.shown))
    ok(typist.takes() == KEYS, "who asks for events gets keys")
    typist.types(b"\x03")
    ok(typist.status() == 130 and typist.takes() == LINES, "Ctrl-C ends the run, and gives it back", typist.shown)

WIDE = program("wide", """
    int key = 0;
    puts("keys?");
    while (key != 'q') {
        key = _getwch();
        printf("%d.", key);
    }
    key = _getwche();
    printf("%d.", key);
    key = _getwche();
    printf("%d.%d.", key, _getwche());
    printf("%d.", _ungetwch(0x20AC));
    printf("%d.", _ungetwch('a') == WEOF);
    printf("%d.", _getwch());
""")
for way in ("--ring=3", "--windows"):
    with Typist("run", way, WIDE) as typist:
        typist.sees("keys?\r\n")
        for text, wanted in (("a", "97."), ("é", "233."), ("ก", "3585."), ("😀", "55357.56832."), ("\x1b[A", "224.72."), ("q", "113.")):
            typist.types(text.encode())
            ok(typist.sees(wanted), f"{way}: _getwch has {text!r} as {wanted}", repr(typist.shown))
        typist.types("ü😀".encode())
        ok(typist.sees("ü252.😀55357.56832.8364.1.8364."), f"{way}: _getwche shows them, and _ungetwch gives one back", repr(typist.shown))

HANDLED = program("handled", """
    int key;
    if (argument > 1)
        signal(SIGINT, on_signal);
    else
        SetConsoleCtrlHandler(on_event, TRUE);
    puts("ready");
    while (calls < 2)
        Sleep(10);
    DWORD mode;
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    GetConsoleMode(input, &mode);
    SetConsoleMode(input, mode & ~ENABLE_PROCESSED_INPUT);
    puts("a key?");
    while (!(key = _getch()))
        ;
    printf("%d.", key);
    SetConsoleMode(input, mode);
    puts("last?");
    SetConsoleCtrlHandler(on_event, FALSE);
    for (;;)
        _kbhit();
""", """#include <signal.h>
static volatile int calls;
static BOOL WINAPI on_event(DWORD event)
{
    printf("event %lu.", event);
    calls++;
    return TRUE;
}
static void on_signal(int number)
{
    signal(SIGINT, on_signal);
    printf("event %d.", number - SIGINT);
    calls++;
}
""")
for way in ("--ring=0", "--ring=3", "--windows"):
    for argument in ((), ("signal",)):
        how = f"{way}, {'signal' if argument else 'SetConsoleCtrlHandler'}"
        with Typist("run", way, HANDLED, *argument) as typist:
            typist.sees("ready\r\n")
            for number in ("first", "second"):
                typist.types(b"\x03")
                ok(typist.sees("event 0."), f"{how}: the {number} Ctrl-C calls the function", typist.shown)
                time.sleep(1.1)
            typist.sees("a key?\r\n")
            typist.becomes(*KEYS)
            typist.types(b"\x03")
            ok(typist.sees("3."), f"{how}: it is a key where the console is told so", typist.shown)
            typist.sees("last?\r\n")
            time.sleep(1.1)
            typist.types(b"\x03")
            ends_with = 0x3A
            if argument:
                typist.sees("event 0.")
                typist.types(b"\x03")
                ends_with = 130
            ok(typist.status() == ends_with, f"{how}: {'two at once end the run' if argument else 'without a handler the program ends with C000013A'}", typist.running.returncode, typist.shown)

ENDLESS = program("endless", """
    puts("ready");
    for (;;)
        _kbhit();
""")


with Typist("run", ENDLESS, shell='"$@"; echo stopped; read; fg; exit') as typist:
    typist.sees("ready\r\n")
    typist.becomes(*KEYS)
    typist.types(b"\x1a")
    ok(typist.sees("stopped\r\n") and typist.takes() == LINES, "Ctrl-Z gives the terminal back to the shell", typist.shown)
    typist.types(b"\r")
    ok(typist.becomes(*KEYS), "a run that goes on takes it again", typist.shown)
    typist.types(b"\x03")
    ok(typist.status() == 130 and typist.takes() == LINES, "and gives it back at its end", typist.shown)


def ended(claim: str, status: int, end: str, *options: str) -> None:
    with Typist("run", *options, ENDLESS) as typist:
        typist.sees("ready\r\n")
        typist.becomes(*KEYS)
        if end == "emulator":
            emulators = subprocess.run(["pgrep", "-P", str(typist.running.pid)], stdout=subprocess.PIPE, text=True).stdout.split()
            for emulator in emulators:
                os.kill(int(emulator), signal.SIGKILL)
        elif end == "typed":
            typist.types(b"\x1c")
        elif end == "run":
            typist.running.terminate()
        ok(typist.status() == status and typist.takes() == LINES, f"the terminal is given back {claim}", typist.running.returncode, typist.shown)


ended("past the time limit", 124, "", "--timeout", "3")
ended("when the emulator is killed", 125, "emulator")
ended("when the run is ended", 143, "run")
ended("when Ctrl-\\ is typed", 143, "typed")


class Port:
    """A console into which somebody types Ctrl-C each time that a piece was sent, up to a number of bytes."""

    def __init__(self, ends_after: int) -> None:
        self._ours, self._machine = socket.socketpair()
        self.sent, self._ends_after, self.family = b"", ends_after, socket.AF_UNIX
        self.fileno, self.recv, self.setblocking = self._ours.fileno, self._ours.recv, self._ours.setblocking
        self._machine.send(b".")  # it has begun

    def send(self, data: bytes) -> int:
        if not self.sent:
            os.kill(os.getpid(), signal.SIGINT)
        self.sent += data
        if len(self.sent) >= self._ends_after:
            self._machine.close()
        return len(data)


signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite in the background may have been started without it
ours, theirs = pty.openpty()
console, (events, closed) = Port(3), socket.socketpair()
closed.close()
with Terminal(theirs) as terminal:
    terminal.take_interrupts()
    terminal.pending = b"ab"
    machine: Any = SimpleNamespace(console=console, events=events, started=time.monotonic(), process=SimpleNamespace(wait=lambda _: None))
    outcome = Conversation(machine, Events.declared(), terminal, 20.0, lambda _: None, lambda _: None, lambda _: None, False).run()
ok(console.sent == b"ab\x03" and not outcome.timed_out, "Ctrl-C reaches the program while other keys are sent", repr(console.sent))
ok(as_keys(b"\x1b[" + 5000 * b"5" + b"~").endswith(b"5~") and as_keys(b"\x1b[6~") == b"\x00\x51\x20", "a sequence may have any number of digits")
finish()
