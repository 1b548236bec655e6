#!/usr/bin/env python3
"""A terminal shows the cells of a program's screen: all of them in their places and colours, by few bytes, and plain text as long as
nothing is put at a place."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, without_builds  # noqa: E402
from terminal import on_terminal  # noqa: E402

SCRATCH = scratch_folder()
HEAD = "#include <windows.h>\n#include <conio.h>\n#include <stdio.h>\n#include <string.h>\n"
COLOURS_END = "\x1b[0m"  # of each run
SEQUENCE = re.compile(r"\x1b\[(\?)?([\d;]*)([A-Za-z])")


class Terminal:
    """The screen of a terminal of 80 columns and 30 lines that shows a text: characters, their colours, the cursor."""

    def __init__(self, text: str, lines: int = 30) -> None:
        self.cells = [[(" ", "0")] * 80 for _ in range(lines)]
        self.x = self.y = 0
        self.colour, self.cursor, self.bottom, self.bells = "0", True, lines - 1, 0
        while text:
            if found := SEQUENCE.match(text):
                self.obey(found[3], found[2])
                text = text[found.end():]
            else:
                self.put(text[0])
                text = text[1:]

    def obey(self, order: str, words: str) -> None:
        numbers = [int(word or 1) for word in words.split(";")]
        if order == "H":
            self.y, self.x = numbers[0] - 1, numbers[-1] - 1
        elif order == "J":
            self.cells = [[(" ", "0")] * 80 for _ in self.cells]
        elif order == "m":
            self.colour = words.removeprefix("0;")
        elif order == "r":
            self.bottom = (numbers[-1] if words else len(self.cells)) - 1
            self.x = self.y = 0
        elif order in "hl" and words == "25":
            self.cursor = order == "h"
        else:
            raise ValueError(f"no such order: {words}{order}")

    def put(self, character: str) -> None:
        if character == "\r":
            self.x = 0
        elif character == "\a":
            self.bells += 1
        elif character == "\n" and self.y == self.bottom:
            self.cells.insert(self.bottom + 1, [(" ", "0")] * 80)
            del self.cells[0]
        elif character == "\n":
            self.y += 1
        else:
            self.cells[self.y][self.x] = (character, self.colour)
            self.x += 1

    def lines(self) -> list[str]:
        return ["".join(cell[0] for cell in line).rstrip() for line in self.cells]

    def coloured(self) -> dict[str, str]:
        """The text of each colour, in the order of lines."""
        texts: dict[str, str] = {}
        for line in self.cells:
            for character, colour in line:
                texts[colour] = texts.get(colour, "") + character
        return texts


def shown(name: str, body: str, *options: str, given: bytes = b"", typed_behind: bytes = b"", **variables: str) -> str:
    source = SCRATCH / f"{name}.c"
    source.write_text(f"{HEAD}int main(void)\n{{\n    HANDLE screen = GetStdHandle(STD_OUTPUT_HANDLE);\n    DWORD done;\n    (void)screen, (void)done;\n{body}\n    return 0;\n}}\n")
    result = on_terminal("stdout stderr", "run", *(options or ("--windows",)), str(source), given=given, typed_behind=typed_behind, **variables)
    ok(result.status == 0, f"{name} ends well", repr(result.text))
    return re.sub(r"\r\x1b\[K(?:trapline: [^\r\n]*)?", "", without_builds(result.text)).removesuffix(COLOURS_END)


GAME = """
    FillConsoleOutputCharacterA(screen, ' ', 80 * 300, (COORD){0, 0}, &done);
    SetConsoleCursorInfo(screen, &(CONSOLE_CURSOR_INFO){10, FALSE});
    SetConsoleCursorPosition(screen, (COORD){10, 3});
    SetConsoleTextAttribute(screen, FOREGROUND_RED | FOREGROUND_INTENSITY);
    printf("score %c%c", 219, 219);
    SetConsoleTextAttribute(screen, 7);
    for (SHORT x = 0; x < 20; x++) {
        FillConsoleOutputCharacterA(screen, '@', 1, (COORD){x, 5}, &done);
        FillConsoleOutputAttribute(screen, BACKGROUND_BLUE, 1, (COORD){x, 5}, &done);
        FillConsoleOutputCharacterA(screen, x % 2 ? '.' : 1, 1, (COORD){x, 5}, &done);
        FillConsoleOutputAttribute(screen, 7, 1, (COORD){x, 5}, &done);
    }
    SetConsoleCursorPosition(screen, (COORD){0, 24});
    printf("\\aover\\rO");
"""
for way in ("--ring=0", "--ring=3", "--windows"):
    text = shown("game", GAME, way)
    terminal = Terminal(text)
    ok([terminal.lines()[line] for line in (3, 5, 24)] == ["          score ██", "☺." * 10, "Over"], f"{way}: a game is seen", *terminal.lines())
    ok(terminal.coloured().get("91") == "score ██" and terminal.coloured()["0"].strip(" ☺.") == "Over", f"{way}: in its colours", terminal.coloured())
    ok((terminal.bells, terminal.cursor, text.count("\x1b[?25l")) == (1, True, 1), f"{way}: it rings, and the cursor is seen again at its end", text)
    ok(len(text) < 1000, f"{way}: a cell that changes takes few bytes", len(text), text)

text = shown("plain", 'CONSOLE_SCREEN_BUFFER_INFO info; GetConsoleScreenBufferInfo(screen, &info); printf("a\\n\\xC3\\xA9\\tb\\x1b[1m\\n");')
ok(text == "a\r\né\tb\x1b[1m\r\n", "text goes out as it is while nothing is put at a place", text)

BEFORE = """
    printf("before\\n");
    fprintf(stderr, "error\\n");
    CONSOLE_SCREEN_BUFFER_INFO info;
    GetConsoleScreenBufferInfo(screen, &info);
    SetConsoleCursorPosition(screen, (COORD){2, (SHORT)(info.dwCursorPosition.Y + 1)});
    printf("behind");
"""
terminal = Terminal(shown("before", BEFORE))
ok([line for line in terminal.lines() if line] == ["before", "error", "  behind"], "what was printed before stays", *terminal.lines())
LONG = """
    for (int i = 0; i < 5000; i++)
        printf("line %d\\n", i);
    SetConsoleCursorPosition(screen, (COORD){2, 299});
    printf("behind");
"""
terminal = Terminal(shown("long", LONG))
ok(terminal.lines()[:25] == [f"line {number}" for number in range(4976, 5000)] + ["  behind"], "the end of a long text, too", *terminal.lines())

text = shown("rolls", 'SetConsoleCursorPosition(screen, (COORD){0, 20}); for (int i = 0; i < 600; i++) printf("line %d\\n", i);')
terminal = Terminal(text)
ok(terminal.lines()[:25] == [f"line {number}" for number in range(576, 600)] + [""], "lines roll up", *terminal.lines())
ok(len(text) < 600 * 40, "by few bytes", len(text))

SECOND = """
    SetConsoleCursorPosition(screen, (COORD){3, 1});
    printf("first");
    HANDLE other = CreateConsoleScreenBuffer(GENERIC_READ | GENERIC_WRITE, 0, NULL, CONSOLE_TEXTMODE_BUFFER, NULL);
    WriteConsoleA(other, "second", 6, &done, NULL);
    SetConsoleActiveScreenBuffer(other);
    printf(" unseen");
"""
terminal = Terminal(shown("second", SECOND))
ok(terminal.lines()[:2] == ["second", ""], "one screen is seen", *terminal.lines())
terminal = Terminal(shown("closed", f"{SECOND} CloseHandle(other);"))
ok(terminal.lines()[:2] == ["", "   first unseen"], "and the other one once that is closed", *terminal.lines())

ASKS = """
    char name[20];
    SetConsoleCursorPosition(screen, (COORD){5, 24});
    printf("name: ");
    fgets(name, sizeof name, stdin);
    CONSOLE_SCREEN_BUFFER_INFO info;
    GetConsoleScreenBufferInfo(screen, &info);
    printf("%d %d %s", info.dwCursorPosition.X, info.dwCursorPosition.Y, name);
"""
terminal = Terminal(shown("asks", ASKS, given=b"typed\n", typed_behind=b"name: "))
ok(terminal.lines()[22:25] == ["     name: typed", "0 25 typed", ""], "what is typed is in the cells, too", *terminal.lines())

text = shown("wanted", GAME, NO_COLOR="1")
ok("\x1b" not in text and "score" in text, "nothing but text where nobody wants escape sequences", text)
finish()
