#!/usr/bin/env python3
"""Code that the image has not (bytes that a program copies into memory, has in its data or on its stack) is on its page as any function is:
its instructions, its callers, and the registers at its traps. A narration has its instructions, too."""

from __future__ import annotations

import json
import re
import sys
from itertools import accumulate
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402
from record.events import Events  # noqa: E402

scratch = scratch_folder()
source = scratch / "brought.c"
source.write_text(r"""
#include <stdio.h>
#include <string.h>
#include <windows.h>
/* push ebp; mov ebp,esp; mov eax,1; mov ecx,12345678h; mov edx,9ABCDEF0h; 10h: lock nop, which is no instruction; leave; ret */
static const unsigned char traps[] = {0x55, 0x89, 0xE5, 0xB8, 1, 0, 0, 0, 0xB9, 0x78, 0x56, 0x34, 0x12, 0xBA, 0xF0, 0xDE, 0xBC, 0x9A, 0xF0, 0x90, 0xC9, 0xC3};
/* mov eax,[esp+0Ch]; jmp over a byte that is none; add [eax+0B8h],2; xor eax,eax; ret */
static const unsigned char skips[] = {0x8B, 0x44, 0x24, 0x0C, 0xEB, 1, 0x0F, 0x83, 0x80, 0xB8, 0, 0, 0, 2, 0x31, 0xC0, 0xC3};
/* push 0; push 0; push 0; push E0000001h; call [esp+14h] (what it is given); ret */
static const unsigned char raises[] = {0x6A, 0, 0x6A, 0, 0x6A, 0, 0x68, 1, 0, 0, 0xE0, 0xFF, 0x54, 0x24, 0x14, 0xC3};
static unsigned char data[] = {0x31, 0xC9, 0xF7, 0xF1, 0xC3}; /* xor ecx,ecx; div ecx; ret */
static __attribute__((noinline)) void on_stack(void)
{
    volatile unsigned char code[] = {0x31, 0xC9, 0xF7, 0xF1, 0xC3};
    printf("stack %p\n", (void *)code);
    ((void (*)(void))code)();
    for (unsigned i = 0; i < sizeof code; i++)
        code[i] = 0x90;
}
static EXCEPTION_DISPOSITION __cdecl go_on(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    return ExceptionContinueExecution;
}
int main(void)
{
    char *page = VirtualAlloc(NULL, 8192, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
    memcpy(page + 0x100, traps, sizeof traps);
    memcpy(page + 0x1000, skips, sizeof skips);
    memcpy(page + 0x200, raises, sizeof raises);
    printf("page %p\ndata %p\n", page, (void *)data);
    EXCEPTION_REGISTRATION_RECORD frame = {(void *)__readfsdword(0), (PEXCEPTION_ROUTINE)(void *)(page + 0x1000)};
    __writefsdword(0, (DWORD)&frame);
    ((void (*)(void))(page + 0x100))();
    ((void (*)(void))data)();
    on_stack();
    frame.Handler = go_on;
    ((void (*)(void *))(page + 0x200))((void *)RaiseException);
    __writefsdword(0, (DWORD)frame.Next);
}
""")


class Page:
    def __init__(self, *options: str, what: Path = source) -> None:
        record, page = scratch / "run.rec", scratch / "run.html"
        self.run = trapline("run", what, *options, "--record", record)
        self.places = {name: int(address, 16) for name, address in re.findall(r"^(\w+) 0x(\w+)$", self.run.stdout, re.M)}
        made = trapline("page", record, "-o", page)
        found = re.search(r'<script[^>]*id="recording"[^>]*>(.*?)</script>', page.read_text() if made.returncode == 0 else "", re.S)
        self.data = json.loads(found[1]) if found else {"steps": [], "functions": [], "strings": []}

    def text(self, number: int) -> str:
        return self.data["strings"][number]

    def listing(self, start: int) -> list[str]:
        """The instructions from this one on, to the end of what is shown as one."""
        for _, beginning, rows, _ in self.data["functions"]:
            places = list(accumulate((row[0] for row in rows), initial=beginning))[1:]
            if start in places:
                return [self.text(row[1]) for row in rows[places.index(start) :]]
        return []

    def steps(self, beginning: str) -> list[dict]:
        """The steps whose sentences begin so. Each gets the names of the functions under way, the innermost last."""
        stacks: dict[int, list[int]] = {}
        for step in self.data["steps"]:
            if "s" in step:
                kept, *others = step.get("f", [0])
                stacks[step["s"]] = stacks.get(step["s"], [])[:kept] + others
                step["names"] = [self.text(self.data["frames"][number][0]) for number in stacks[step["s"]]]
        return [step for step in self.data["steps"] if self.text(step["t"]).startswith(beginning)]


def look(*options: str) -> None:
    label = " ".join(options)
    page = Page(*options)
    ok(page.run.returncode == 0 and len(page.places) == 3, f"{label}: the program ends well", page.run.stdout, page.run.stderr)
    code, data, stack = (page.places.get(name, 0) for name in ("page", "data", "stack"))
    ok(page.listing(code + 0x100) == ["push ebp", "mov ebp,esp", "mov eax,0x1", "mov ecx,0x12345678", "mov edx,0x9abcdef0", "lock nop", "leave", "ret"],
       f"{label}: copied code is read from its first instruction to its last", *page.listing(code + 0x100))
    skips = page.listing(code + 0x1000)
    ok(skips[:2] == ["mov eax,[esp+0xc]", f"jmp {code + 0x1007:08X}"] and skips[-1] == "ret", f"{label}: so is a handler", *skips)
    divides = ["xor ecx,ecx", "div ecx", "ret"]
    ok(page.listing(data) == divides, f"{label}: so is code in the image's data", *page.listing(data))
    ok(page.listing(stack + 2) == divides[1:], f"{label}: code on the stack is shown as it was then", *page.listing(stack + 2))
    traps = page.steps("trap ")
    wanted = [code + 0x112, data + 2, stack + 2]
    ok([step["names"][-1] for step in traps] == [f"{address:08X}" for address in wanted], f"{label}: it is called by its address", *(step["names"] for step in traps))
    callers = [step["names"][-2] for step in traps]
    ok(callers == ["main", "main", "on_stack"], f"{label}: its caller is known", *callers)
    registers = [dict(zip(page.data["scratch"], step["y"])) for step in traps]
    ok(registers and [registers[0][name] for name in ("eax", "ecx", "edx")] == [1, 0x12345678, 0x9ABCDEF0] and registers[1]["ecx"] == 0,
       f"{label}: at a trap all registers are known", *registers)
    calls = page.steps("search pass: frame")
    ok([page.data["functions"][step["x"][0]][1] for step in calls[:3]] == [code + 0x1000] * 3, f"{label}: the handler that is called is shown", *(step["x"] for step in calls))
    raised = page.steps("RaiseException is called")
    ok(raised and f"main {code + 0x20F:08X} RaiseException" in " ".join(raised[0]["names"]), f"{label}: code that calls the runtime has its frame", *(step["names"] for step in raised))


def told(*words: object) -> list[str]:
    """The lines of a narration, without the bar and threads."""
    done = trapline("trace", *words)
    return [line[15:].strip() for line in done.stderr.splitlines() if line.startswith("  |")]


def look_at_trace(*options: str) -> None:
    """A narration has the instruction where an event happens, and the beginning of a handler that is called, each once."""
    label = f"{' '.join(options)}: trace"
    lines = told(source, *options)
    behind = {line: lines[at + 1 :] for at, line in reversed(list(enumerate(lines)))}
    traps = [(line.split()[-1], behind[line][0]) for line in lines if line.startswith("trap ")]
    ok([text for _, text in traps] == [f"{address}  {text}" for (address, _), text in zip(traps, ("lock nop", "div ecx", "div ecx"))] and len(traps) == 3,
       f"{label} shows what has trapped, where the image has no such code", *traps)
    called = next((at for at, line in enumerate(lines) if "handler 10" in line), 0)
    shown = [line.split("  ", 1)[-1] for line in lines[called + 1 : called + 7]]
    ok(shown[0] == "mov eax,[esp+0xc]" and shown[-1] == "ret", f"{label} shows the handler that is called", *shown)
    ok(len([line for line in lines if line.endswith("  mov eax,[esp+0xc]")]) == 1, f"{label} shows it once", *lines)
    on = next((lines[at + 1] for at, line in enumerate(lines) if line.startswith("resumed at ")), "")
    ok(on.endswith("  leave"), f"{label} shows where the program goes on", on)


thread = scratch / "thread.c"
thread.write_text(r"""
#include <string.h>
#include <windows.h>
/* 16 nop; ret 4 */
static const unsigned char code[] = {0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xC2, 4, 0};
int main(void)
{
    char *page = VirtualAlloc(NULL, 4096, MEM_COMMIT, PAGE_EXECUTE_READWRITE);
    memcpy(page, code, sizeof code);
    HANDLE handle = CreateThread(NULL, 0, (LPTHREAD_START_ROUTINE)(void *)page, NULL, 0, NULL);
    return (int)WaitForSingleObject(handle, INFINITE);
}
""")


def look_at_thread() -> None:
    lines = told(thread)
    made = next((at for at, line in enumerate(lines) if " is made, it runs " in line), 0)
    address = lines[made].split()[-1] if lines else ""
    ok(re.fullmatch("[0-9A-F]{8}", address) is not None and lines[made + 1] == f"{address}  nop" and lines[made + 8].endswith("  nop") and lines[made + 9] == "...",
       "a thread that runs such code goes by its address, and the first instructions are shown", *lines)


def look_at_breakpoint() -> None:
    flat = scratch / "stops.bin"
    flat.write_bytes(bytes([0x31, 0xC0, 0xCC, 0xC3]))  # xor eax,eax; int3; ret
    lines = told(flat, "--at", "0x401000")
    raised = next((at for at, line in enumerate(lines) if line.startswith("80000003 (breakpoint) raised at 00401002")), 0)
    ok(lines[raised - 1].startswith("trap #BP") and lines[raised + 1] == "00401002  int3", "of a breakpoint the instruction itself is shown, not the one behind", *lines)
    done = trapline("debug", flat, "--at", "0x401000", given="g\nu 00401000 L3\nq\n")
    shown = done.stdout.partition("u 00401000")[2] or done.stdout
    rows = re.findall(r"^0040100[0-3].*$", shown, re.M)
    ok([" ".join(row.split()[2:]) for row in rows[-3:]] == ["xor eax,eax", "int3", "ret"] and rows[-4:-3] == ["00401000:"],
       "the debugger shows such code under one title", shown[-600:])


def look_at_table() -> None:
    """The kernel knows of each event which argument leads to code: that of the event's sentence."""
    numbers = {"FIRST": 0, "SECOND": 1, "THIRD": 2, "FOURTH": 3}
    listed = {name: numbers[word] for name, word in re.findall(r"\[TRACE_(\w+)\] = (FIRST|SECOND|THIRD|FOURTH)", Path("kernel/report/moments.c").read_text())}
    events = Events.declared()
    named = {event.name: int(at) for event in map(events.__getitem__, range(len(events.names()))) for at in re.findall(r"\{(\d):code\}", event.narration)}
    ok({**named, "kernel_made": 2} == listed and len(named) > 8, "each event that names code has it recorded", named, listed)


def look_at_flat(*options: str) -> None:
    """A file of nothing but code."""
    flat = scratch / "flat code.bin"
    flat.write_bytes(bytes([0xB8, 7, 0, 0, 0, 0xC3]))  # mov eax,7; ret
    for place in ((), ("--at", "0x401000")):
        done = trapline("run", flat, *place, *options)
        ok(done.returncode == 7 and done.stdout == "", f"{' '.join((*place, *options))}: flat code is called, and its result is the status", done.stdout, done.stderr)
    flat.write_bytes(bytes([0x31, 0xC9, 0xF7, 0xF1, 0xC3]))
    page = Page(*options, "--at", "0x401003", what=flat)
    wrong = page.steps("trap #DE (divide error) at 00401005")
    ok(len(wrong) == 1 and page.listing(0x401003) == ["xor ecx,ecx", "div ecx", "ret"], f"{' '.join(options)}: it lies where it is to lie", *page.listing(0x401003))


def refuses(label: str, line: list[object], *wanted: str) -> None:
    done = trapline("run", *line)
    last = (done.stdout or done.stderr).rstrip().rpartition("\n")[2]
    ok(done.returncode == 2 and all(word in last for word in wanted), label, done.returncode, done.stdout, done.stderr)


look("--ring", "0")
look("--ring", "3")
look("--cc", "clang", "--opt", "2")
look_at_trace("--ring", "0")
look_at_trace("--ring", "3", "--cc", "clang")
look_at_thread()
look_at_breakpoint()
look_at_table()
look_at_flat("--ring", "0")
look_at_flat("--ring", "3", "--cc", "clang")
empty = scratch / "empty.bin"
empty.write_bytes(b"")
refuses("an empty file is refused", [empty], "empty.bin is empty")
refuses("an address is for flat code alone", [source, "--at", "0x401000"], "--at", ".bin")
refuses("an address beyond a program's memory is refused", [scratch / "flat code.bin", "--at", "0x80000000"], "--at", "2147287039")
refuses("an address that is taken is refused", [scratch / "flat code.bin", "--at", "0x1004F000"], "0x1004f000", "--at")
finish()
