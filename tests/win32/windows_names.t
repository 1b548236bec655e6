#!/usr/bin/env python3
"""The commands show a program for Windows with its own functions and lines, as far as its files tell them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder, trapline  # noqa: E402

from pe_file import read_file  # noqa: E402
from pe_symbols import functions, main_of, variables  # noqa: E402
from plain_names import plain_name, plain_variable  # noqa: E402

FAULTS = r"""#include <stdio.h>
#include <windows.h>

static int divide(int a, int b)
{
    return a / b; /* line 6 */
}

static EXCEPTION_DISPOSITION __cdecl ask(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    printf("%08lX\n", record->ExceptionCode);
    return ExceptionContinueSearch;
}

int main(int argc, char **argv)
{
    DWORD frame[2] = {__readfsdword(0), (DWORD)ask};
    __writefsdword(0, (DWORD)frame);
    printf("%d\n", divide(argc, argc - 1)); /* line 19 */
    return 0;
}
"""
PART = r"""#include <windows.h>

static int hidden(volatile int *place)
{
    return *place; /* line 5 */
}

__declspec(dllexport) int touch_%s(void)
{
    return hidden((volatile int *)8) + 1; /* line 10 */
}
"""
CALLER = r"""__declspec(dllimport) int touch_first(void);
__declspec(dllimport) int touch_second(void);

int main(int argc, char **argv)
{
    (void)argv;
    return argc > 1 ? touch_first() : touch_second();
}
"""
RACE = r"""#include <windows.h>

static DWORD WINAPI adds(void *unused)
{
    static volatile long sum;
    return sum += 1;
}

int main(void)
{
    HANDLE thread = CreateThread(NULL, 0, adds, NULL, 0, NULL);
    adds(NULL);
    WaitForSingleObject(thread, INFINITE);
    return adds(NULL) != 3;
}
"""
SCRATCH = scratch_folder()
GCC = ("i686-w64-mingw32-gcc", "-O0")


def compiled(name: str, text: str, *options: object) -> Path:
    source, image = SCRATCH / f"{Path(name).stem}.c", SCRATCH / name
    source.write_text(text)
    subprocess.run([*GCC, *map(str, options[:1]), "-o", str(image), str(source), *map(str, options[1:])], check=True)
    return image


# ---------------------------------------------------------------- the report and the narration, by what the file has

for form in ("-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5"):
    image = compiled("faults.exe", FAULTS, form)
    told = trapline("run", image).stdout
    ok(re.search(r"at [0-9A-F]{8} divide\+0x\w+ \(\S*faults\.c:6\)$", told, re.M) and re.search(r" main\+0x\w+ \(\S*faults\.c:19\)", told)
       and re.search(r"handlers .* ask \(\S*faults\.c:10\)", told), f"{form}: the report names functions and lines", told)
told = trapline("trace", image).stderr
ok(re.search(r"trap #DE \(divide error\) at divide\+0x\w+ \(\S*faults\.c:6\)", told), "trace tells the function and the line", told)
ok(re.search(r"handler ask \(\S*faults\.c:10\) is asked about C0000094", told), "trace names the handler", told)
ok(re.search(r"faults\.exe is mapped at 00400000, \d+ bytes", told) and re.search(r"kernel32\.dll is mapped at", told), "trace tells what is mapped where", told)
ok("kernel32!BaseThreadInitThunk+0x" in trapline("run", image).stdout, "the runtime's modules have the names of their exports")

symbols_alone = compiled("symbols.exe", FAULTS, "-g0")
ok(re.search(r"at [0-9A-F]{8} divide\+0x\w+$", trapline("run", symbols_alone).stdout, re.M), "a table of symbols alone names functions")
stripped = compiled("stripped.exe", FAULTS, "-s")
ok(re.search(r"at [0-9A-F]{8}$", trapline("run", stripped).stdout, re.M), "a stripped program has numbers")

# ---------------------------------------------------------------- DLLs, one of which must be moved

for part in ("first", "second"):
    compiled(f"{part}.dll", PART % part, "-g", "-shared", "-Wl,--image-base,0x10000000", f"-Wl,--out-implib,{SCRATCH}/lib{part}.a")
caller = compiled("caller.exe", CALLER, "-g", f"-L{SCRATCH}", "-lfirst", "-lsecond")
for words, part in ((("one",), "first"), ((), "second")):
    done = trapline("run", caller, *words)
    ok(re.search(rf" {part}!hidden\+0x\w+ \(\S*{part}\.c:5\)\n(.*\n)*.* {part}!touch_{part}\+0x\w+ \(\S*{part}\.c:10\)", done.stdout),
       f"{part}.dll has its names and lines where the loader has put it", done.stdout)
told = trapline("trace", caller).stderr
bases = re.findall(r"(?:first|second)\.dll is mapped at ([0-9A-F]{8})", told)
ok(len(set(bases)) == 2, "one of the two lies elsewhere than at its base", bases)
subprocess.run(["i686-w64-mingw32-strip", "-s", str(SCRATCH / "second.dll")], check=True)
ok(" second!touch_second+0x" in trapline("run", caller).stdout, "a stripped DLL has the names of its exports")

# ---------------------------------------------------------------- a search's words

race = compiled("race.exe", RACE, "-g0")
named = list(variables(read_file(race)).values())
ok({"sum", "CreateThread"} <= set(named) and not {"main", ".data", "imp__CreateThread"} & set(named), "a table of symbols names variables, and the imports their words", named)
found = trapline("explore", race, "--seconds", 120).stdout
ok(re.search(r"^found after .*\n\n  main is preempted at adds\+0x\w+, before the store to sum\n  thread 12 \(adds\) runs to its end\n", found), "a search names them, too", found)
found = trapline("explore", "--windows", "examples/races/abba.c", "--seconds", 120).stdout
ok("is preempted at examples/races/abba.c:12, before the call of EnterCriticalSection\n" in found, "and the imports that are called", found)

# ---------------------------------------------------------------- recordings

recording = SCRATCH / "run.rec"
trapline("run", "--record", recording, SCRATCH / "faults.exe")
(SCRATCH / "faults.exe").rename(SCRATCH / "away.exe")
drawn = trapline("draw", recording).stdout
ok(re.search(r"raised at divide\+0x\w+ \(\S*faults\.c:6\)", drawn), "a recording has the file, and draw the names", drawn)
picture = SCRATCH / "picture.svg"
trapline("draw", recording, "trap #DE", "-o", picture)
ok(all(name in picture.read_text() for name in ("divide", "main", "ask")), "a picture has the frames of the program's functions")
page = SCRATCH / "page.html"
trapline("page", recording, "-o", page)
text = page.read_text()
ok("return a / b; /* line 6 */" in text and '"idiv ' in text, "a page has the source and the code")
timeline = SCRATCH / "timeline.json"
trapline("timeline", recording, "-o", timeline)
ok("divide" in json.dumps(json.loads(timeline.read_text())), "a timeline has the names")

# ---------------------------------------------------------------- the debugger

script = "bt\nbp divide\ng\nc\n!exchain\nlm\nln eip\nq\n"
done = subprocess.run(["./trapline", "debug", str(SCRATCH / "away.exe")], input=script, capture_output=True, text=True)
ok(re.search(r"^Temporary breakpoint 1, main \(argc=1, .*faults\.c:1[56]$", done.stdout, re.M), "debug begins at the program's main", done.stdout, done.stderr)
ok(re.search(r"^#1 .* __tmainCRTStartup", done.stdout, re.M), "the calls that lead to main are shown", done.stdout)
ok(re.search(r"Breakpoint 2, divide \(a=1, b=0\) at .*faults\.c:", done.stdout), "a function of the program can be stopped at", done.stdout)
ok(re.search(r"ask\+0 \([0-9a-f]{8}\) \[\S*faults\.c @ 10\]", done.stdout), "!exchain names the program's handler", done.stdout)
ok(re.search(r"^00400000 [0-9a-f]{8}   away ", done.stdout, re.M) and re.search(r"   kernel32   \(the runtime's", done.stdout), "lm lists the modules", done.stdout)
ok(re.search(r"^\([0-9a-f]{8}\)   away!divide", done.stdout, re.M), "ln names the function of an address", done.stdout)
done = subprocess.run(["./trapline", "debug", str(stripped)], input="lm\np\nq\n", capture_output=True, text=True)
entry = read_file(stripped).header
ok(f"0x{entry.base + entry.entry:08x} in" in done.stdout, "without symbols debug begins at the entry", done.stdout, done.stderr)

# ---------------------------------------------------------------- the tables

ok([plain_name(text) for text in ("_main", "_call@8", "@fast@4", "_a.part.0")] == ["main", "call", "fast", "a.part.0"],
   "a name is shown without what its calling convention adds")
CPP_NAMES = {"?f@@YAHXZ": "f", "?run@Job@ns@@QAEXXZ": "ns::Job::run", "??0Job@ns@@QAE@H@Z": "ns::Job::Job", "??1Job@@UAE@XZ": "Job::~Job",
             "??$t@H@@YAXXZ": "??$t@H@@YAXXZ", "?filt$0@0@guarded@@": "guarded.filter", "?fin$1@0@guarded@@": "guarded.finally",
             "?dtor$12@?0?main@4HA": "main.cleanup", "?catch$8@?0??outer@@YAX_N@Z@4HA": "outer.catch", "___ehhandler$?outer@@YAX_N@Z": "outer.handler"}
ok({text: plain_name(text) for text in CPP_NAMES} == CPP_NAMES, "one of C++ without its types, and a piece of a function by that and its kind")
GNU_NAMES = {"__Z1fi": "f", "__ZL4addsPv@4": "adds", "__ZN2ns3Job3runEv": "ns::Job::run", "__ZNK3Job3runEv": "Job::run", "__ZN3JobC1Ei": "Job::Job",
             "__ZN3JobD2Ev": "Job::~Job", "__Z1tIiEvv": "_Z1tIiEvv", "__ZN1tIiE1fEv": "_ZN1tIiE1fEv", "__ZlsR1Xi": "_ZlsR1Xi", "__ZTI3Job": "_ZTI3Job", "__Z": "_Z"}
ok({text: plain_name(text) for text in GNU_NAMES} == GNU_NAMES, "and one of C++ by MinGW, but of templates and operators", {text: plain_name(text) for text in GNU_NAMES})
VARIABLES = {"_sum": "sum", "_sum.0": "sum", "_adds@4.sum": "sum", "_adds.sum.1": "sum", "?sum@@3HA": "sum", "?sum@ns@@3HA": "ns::sum", "?sum@Job@ns@@2HA": "ns::Job::sum",
             "?sum@?1??adds@@YGKPAX@Z@4HA": "sum", "__ZL3sum": "sum", "__ZN2nsL3sumE": "ns::sum", "__ZZL4addsPvE3sum": "sum", "__ZZ4addsvE3sum_0": "sum", "_switch.table.f": "switch.table.f"}
ok({text: plain_variable(text) for text in VARIABLES} == VARIABLES, "variables, static ones and those of a function, have their own names", {text: plain_variable(text) for text in VARIABLES})
file = read_file(symbols_alone)
ok(functions(file)[main_of(file)] == "main" and "divide" in functions(file).values(), "static functions have names, too")
data = bytearray(symbols_alone.read_bytes())
data[file.start + 12:file.start + 16] = (len(data) - 20).to_bytes(4, "little")
damaged = SCRATCH / "damaged.exe"
damaged.write_bytes(data)
ok(functions(read_file(damaged)) == {}, "a table of symbols beyond the file's end names nothing")

# Scope tables of a program for Windows, which its file has.
shown = SCRATCH / "own-try.html"
done = trapline("page", "--windows", "examples/37-own-try.c", "-o", shown)
text = shown.read_text() if shown.exists() else ""
ok(done.returncode == 0 and "_except_handler3, table " in text and "guarded.filter" in text and "guarded.cleanup" in text,
   "a page has the scope table of a compiler's frame", done)
finish()
