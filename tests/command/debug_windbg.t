#!/usr/bin/env python3
"""`trapline debug`: WinDbg's commands of every day show what gdb's own show, and do what their names say."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402
from debug_sessions import Session, debug  # noqa: E402

SOURCE = """#include <windows.h>
#include <stdio.h>

unsigned numbers[8] = {0x11223344, 0x55667788, 0x99AABBCC, 0xDDEEFF00, 1, 2, 3, 4};
char text[] = "plain text";
WCHAR wide[] = L"wide text";
volatile int cell;

__attribute__((noinline)) int callee(int a, int b)
{
    cell = a;
    return a + b;
}

void *table[2] = {callee, numbers};

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 3; i++)
        sum += callee(i, 0x77);
    printf("the sum is %d\\n", sum);
    return 0;
}
"""

# push 0; xor eax,eax; mov eax,[eax]. And the same in a frame of its own.
BROUGHT = """#include <string.h>
#include <windows.h>

static const unsigned char leaf[] = {0x6A, 0, 0x31, 0xC0, 0x8B, 0x00}, framed[] = {0x55, 0x89, 0xE5, 0x83, 0xEC, 0x10, 0x31, 0xC0, 0x8B, 0x00};

__attribute__((noinline)) static int outer(const void *code, unsigned size)
{
    static char *page;
    page = VirtualAlloc(NULL, 4096, MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    memcpy(page, code, size);
    return ((int (*)(void))page)() + 1;
}

int main(void)
{
    __try {
        outer(leaf, sizeof leaf);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    __try {
        outer(framed, sizeof framed);
    } __except (EXCEPTION_EXECUTE_HANDLER) {
    }
    return 0;
}
"""


class Asked:
    """A session, by its commands."""

    def __init__(self, program: str, *commands: str) -> None:
        self.session: Session = debug(program, *commands)
        self._shown = list(zip(commands, self.session.parts()[1:]))

    def __getitem__(self, command: str) -> str:
        """The output of the first such command; a number behind # chooses another one."""
        name, _, number = command.partition("#")
        return [text for each, text in self._shown if each == name][int(number or 0)]


def hexadecimal(text: str) -> list[int]:
    return [int(number, 16) for number in re.findall(r"\b(?:0x)?([0-9a-f]{8})\b", text)]


def number(text: str) -> int:
    """The value in the output of gdb's print."""
    found = re.search(r"= (?:\(.*\) )?(0x[0-9a-f]+|\d+)", text)
    return int(found[1], 0) if found else -1


def check(program: str, ring: str) -> None:
    way = f"{program}{ring}"
    at = Asked(way, "r", "info registers", "r ebx", "r ebx=1234", "p/x $ebx", "r ebx#1", "bp callee", "g", "p/x $eip", "p/x &callee", "k", "kb", "bt", "x/3xw $esp",
               "r", "t", "r", "u callee L2", "x/2i callee", "u", "uf callee", "gu", "p a", "p (3)", "p 2", "bl", "bd 2", "bl", "be 2", "bc *", "bl",
               "kill-is-gdb's", "ba w4 cell", "g", "p cell", "bc *", "g main+0", "g")
    registers = dict(re.findall(r"(\w+)=([0-9a-f]{8})", at["r"]))
    own = dict(re.findall(r"^(\w+) +0x([0-9a-f]+)", at["info registers"], re.M))
    ok(len(registers) == 10 and all(int(registers[name], 16) == int(own[name], 16) for name in registers if name != "efl"), f"r shows gdb's registers{ring}", at["r"])
    ok(at["r ebx"] == f"ebx={registers['ebx']}\n" and number(at["p/x $ebx"]) == 1234, f"one of them is shown, and set{ring}", at["r ebx"], at["p/x $ebx"])
    ok(number(at["p/x $eip"]) == number(at["p/x &callee"]) > 0, f"bp stops at a function's first instruction{ring}", at["g"], at["p/x $eip"])
    back, *arguments = hexadecimal(at["x/3xw $esp"].partition(":")[2])
    calls = at["k"].splitlines()
    ok(calls[0] == "ChildEBP RetAddr  " and hexadecimal(calls[1])[1] == back and " callee [" in calls[1] and " main+0x" in calls[2],
       f"k shows the calls with their return addresses, and kills nothing{ring}", at["k"], at["bt"])
    ok(hexadecimal(at["kb"].splitlines()[1])[2:4] == arguments == [1, 0x77] and len(at["bt"].splitlines()) == len(calls) - 1, f"kb has their arguments{ring}", at["kb"])
    before, behind = hexadecimal(at["r#1"].rpartition("\n")[0].splitlines()[-1])[0], hexadecimal(at["r#2"].splitlines()[-1])[0]
    ok([before, behind] == hexadecimal(at["x/2i callee"]) == [hexadecimal(line)[0] for line in at["u callee L2"].splitlines()[1:]],
       f"t executes one instruction, and u shows as many as are asked for{ring}", at["t"], at["u callee L2"])
    whole = at["uf callee"].splitlines()[1:]
    ok(whole[0].startswith(f"{before:08x}") and whole[-1].endswith(" ret") and hexadecimal(at["u"])[0] > behind, f"uf shows a whole function, and u goes on behind{ring}",
       at["uf callee"], at["u"])
    ok(hexadecimal(at["gu"].splitlines()[-1])[0] == back, f"gu goes to the caller{ring}", at["gu"])
    ok("No symbol" in at["p a"] and number(at["p (3)"]) == 3 and "eip=" in at["p 2"], f"p is print with an expression, and steps with a number{ring}", at["p a"], at["p 2"])
    ok(re.match(r" 2 e [0-9a-f]{8} callee", at["bl"]) is not None and at["bl#1"].startswith(" 2 d ") and at["bl#2"] == "", f"bl, bd, be and bc{ring}",
       at["bl"], at["bl#1"], at["bl#2"])
    ok("Old value = 1\nNew value = 2\n" in at["g#1"] and number(at["p cell"]) == 2, f"ba stops at a write{ring}", at["g#1"])
    ok(at.session.status == 0 and "the sum is 363" in at.session.shown, f"and the program ends by itself{ring}", *at.session)

    at = Asked(way, "dd numbers", "dd numbers L3", "dw numbers L2", "db text L10", "da text", "du wide", "dps table L2", "p/x &numbers", "p/x &callee", "dd poi(table+4) L1",
               "dd @esp L2", "x/2xw $esp", "dd", "lm", "!x *allee", "!x image!callee", "ln callee", "!teb", "!peb", "!address esp", "!address cell", "!address 00000000",
               "!address", "p 6", "p/x &table", "c")
    numbers, callee, table = number(at["p/x &numbers"]), number(at["p/x &callee"]), number(at["p/x &table"])
    ok(at["dd numbers L3"] == f"{numbers:08x}  11223344 55667788 99aabbcc\n" and at["dd numbers"].startswith(f"{numbers:08x}  11223344 55667788 99aabbcc ddeeff00\n")
       and at["dd numbers"].count("\n") == 8, f"dd shows words, 32 without a count{ring}", at["dd numbers"])
    ok(at["dw numbers L2"] == f"{numbers:08x}  3344 1122\n", f"dw shows half words{ring}", at["dw numbers L2"])
    ok(at["db text L10"].endswith("70 6c 61 69 6e 20 74 65-78 74 00 00 00 00 00 00  plain text......\n") or "70 6c 61 69 6e 20 74 65-78 74 00" in at["db text L10"]
       and "  plain text." in at["db text L10"], f"db shows bytes and their text, as many as a hexadecimal count says{ring}", at["db text L10"])
    ok(at["da text"].endswith('  "plain text"\n') and at["du wide"].endswith('  "wide text"\n'), f"da and du show texts{ring}", at["da text"], at["du wide"])
    ok(at["dps table L2"] == f"{table:08x}  {callee:08x} callee\n{table + 4:08x}  {numbers:08x} numbers\n", f"dps names what words point to{ring}", at["dps table L2"])
    ok(at["dd poi(table+4) L1"] == f"{numbers:08x}  11223344\n", f"poi reads a word{ring}", at["dd poi(table+4) L1"])
    ok(hexadecimal(at["dd @esp L2"]) == hexadecimal(at["x/2xw $esp"]) and hexadecimal(at["dd"])[0] == hexadecimal(at["dd @esp L2"])[0] + 8,
       f"a register is an address, and without one dd goes on{ring}", at["dd @esp L2"], at["dd"])
    begin, end = hexadecimal(at["lm"])[:2]
    ok(begin < callee < end and at["!x *allee"] == at["!x image!callee"] == f"{callee:08x}          {Path(program).stem}!callee\n", f"lm and !x: the image and its symbols{ring}",
       at["lm"], at["!x *allee"])
    ok(at["ln callee"].startswith(f"({callee:08x})   {Path(program).stem}!callee   |  (") and "Exact matches" in at["ln callee"], f"ln names the symbols around{ring}", at["ln callee"])
    teb = dict(re.findall(r"^ +(\w[\w ]*): +(\S+)", at["!teb"], re.M))
    peb = dict(re.findall(r"^ +(\w+): +(\S+)", at["!peb"], re.M))
    ok(at["!peb"].startswith(f"PEB at {teb['PEB Address']}\n") and peb["NumberOfProcessors"] == "1" and peb["BeingDebugged"] == "No" and peb["OSBuildNumber"] == "7601",
       f"!peb shows the block that the TEB leads to{ring}", at["!peb"])
    ok("the stack of thread" in at["!address esp"] and f"Base Address:           {teb['StackLimit']}\n" in at["!address esp"]
       and "variables" in at["!address cell"] and "read and write" in at["!address cell"] and at["!address 00000000"] == "there is no memory at 00000000\n"
       and at["!address"].count("\n") > 8, f"!address tells stacks, the image's parts, and that there is nothing{ring}", at["!address esp"], at["!address cell"])


def check_brought(program: str, options: str) -> None:
    """Code that the image has not is followed to its caller, in gdb's own list of calls, too."""
    at = Asked(f"{program} {options}", "g", "k", "bt", "gn", "k", "q")
    for number, kind in enumerate(("a leaf", "a function with a frame")):
        rows = [line.split() for line in at[f"k#{number}"].splitlines()[1:]]
        names = [row[2].partition("+")[0] for row in rows]
        ok(len(rows) == 3 and re.fullmatch("1[0-9a-f]{7}", names[0]) is not None and names[1:] == ["outer", "main"], f"{options}: {kind} outside the image has its callers",
           at[f"k#{number}"])
        ok(rows[0][1] > "80000000" and int(rows[0][0], 16) < int(rows[1][0], 16) < int(rows[2][0], 16), f"{options}: {kind}: and its own row", at[f"k#{number}"])
    ok(re.search(r" in \?\? \(\)\n.* in outer .*\n.* in main ", at["bt"]) is not None, f"{options}: gdb's bt has them, too", at["bt"])


with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
    program = Path(folder, "everyday.c")
    program.write_text(SOURCE)
    for ring in ("", " --ring 3"):
        check(str(program), ring)
    brought = Path(folder, "brought.c")
    brought.write_text(BROUGHT)
    for options in ("--ring 0", "--ring 3", "--cc clang --opt 2"):
        check_brought(str(brought), options)

refused = ("dv", "dt int", "ed cell 5", "kn", "!analyze -v", "!handle", "bp", "bc", "bc 77", "ba x4 cell", "ba w4", "g nowhere", "t two", "k x", "r foo", "dd nowhere",
           "dd cell L0", "dd", "da 00000000", "u 00000000", "uf 00000000", "ln 00000000", "!x nothing-like-it", "!x", "gu now", "bl 1", "lm x",
           "x *!main*")
at = Asked("first-handler", *refused, "x/2i $pc", "x !1", "handle SIGINT nostop", "g")
shown = [text for _, text in at._shown][: len(refused)]
ok(all(text.count("\n") == 1 for text in shown), "what cannot be is answered with one line", *(f"{words}: {text}" for words, text in zip(refused, shown) if text.count("\n") != 1))
ok("take info locals" in shown[0] and "take ptype" in shown[1] and "take threads" in shown[5], "what has another name here says so", *shown[:6])
ok("!x PATTERN" in shown[-1] and len(hexadecimal(at["x/2i $pc"])) >= 2 and "!x" not in at["x !1"], "so does x with a module and a pattern, but not as gdb has it", shown[-1], at["x/2i $pc"], at["x !1"])

finish()
