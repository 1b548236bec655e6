#!/usr/bin/env python3
"""The line by which a command ends that is asked for something that it cannot do, and what it says of a program that does not build.
Nothing boots, and no command is a process of its own: command_usage.t has those."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder  # noqa: E402
from build.missing import without_guesses  # noqa: E402
from forked import forked  # noqa: E402

LEFT_OUT = os.environ.get("LEAVE_OUT", "").split()
COMPILERS = [name for name in ("gcc", "clang") if name not in LEFT_OUT]
scratch = scratch_folder()


def file(name: str, content: bytes = b"") -> Path:
    path = scratch / name
    path.write_bytes(content)
    return path


EMPTY = b"int main(void) { return 0; }\n"
REFUSALS = (
    (("run",), "run what", "run asks for a program"),
    (("debug",), "debug what", "so does debug"),
    (("debug", "nosuch"), 'no example or test "nosuch"', "which names a program that is not there"),
    (("debug", "hello", "--timeout", "no"), "seconds above 0", "and refuses a value that is none"),
    (("debug", "hello", "--input", scratch / "none"), "none cannot be read: No such file", "a file of input that is not there is named"),
    (("debug", file("menu.iso")), "is a disc", "a disc is refused: gdb needs an image"),
    (("run", "demo", "--vitrual-time"), 'did you mean "--virtual-time"', "an unknown option suggests the nearest"),
    (("test", "no-such-test"), "no test is called", "an unknown test is named"),
    (("run", scratch / "none.c"), "there is no file", "a file that is not there is named"),
    (("run", "program.exe"), "there is no file program.exe", "so is a program for Windows"),
    (("run", file("PLUS.C", EMPTY)), "only C and C\+\+ are built here", "C++ is refused, by each of its endings"),
    (("run", "demo", "--smp", 9), "a whole number from 1 to 8", "a number out of range says the range"),
    (("run", "demo", "--smp", 0), "a whole number from 1 to 8", "and so does one below it"),
    (("run", "demo", "--smp", "two"), "a whole number", "a word for a number is refused"),
    (("run", "demo", "--memory", "8K"), "8M, 3584M or 2G", "an amount of memory shows how it is written"),
    (("run", "demo", "--memory", "١٢٨M"), "8M, 3584M or 2G", "a digit of another script is no digit"),
    *((("run", "demo", f"--{option}", "٣"), f'--{option} cannot be "٣"', f"nor is it for --{option}") for option in ("smp", "timeout", "tick")),
    (("run", "demo", "--timeout", 0), "seconds above 0", "a time limit is above 0"),
    (("run", "demo", "--emulator", "vmware"), "qemu or bochs", "an emulator is one of two"),
    (("run", "demo", "--cpu"), "needs a value", "an option without its value is named"),
    *((("run", "hello", "--cpu", cpu), f"QEMU has no CPU .*{nearest}.*; it has .*486.*pentium.*qemu32", f"--cpu {cpu} is answered with the list")
      for cpu, nearest in (("help", ""), ("?", ""), ("pentum", 'did you mean "pentium"'))),
    *(() if "bochs" in LEFT_OUT else ((("run", "hello", "--emulator", "bochs", "--cpu", "help"), 'Bochs has no CPU "help".*it has .*pentium.*p4_prescott',
                                       "likewise Bochs' own"),)),
    (("run", "demo", "--gdb", "--emulator", "bochs"), "needs QEMU", "a debugger needs QEMU"),
    (("run", file("with\ttab.c", EMPTY)), "'with.ttab': the file's name has a .*rename the file", "a tab in a file's name is told as the name's"),
    (("run", "0"), 'no example or test "0"', "there is no example 0"),
    (("run", "99"), 'no example or test "99"', "a number without an example is refused"),
    (("run", "tests/harness/tap.sh"), "no ELF file", "a file that is no image is named"),
    (("run", shutil.copy(shutil.which("true") or "/bin/true", scratch / "host.elf")), "not for 32-bit x86", "a program for the host is refused"),
    (("run", file("plain.elf", b"\x7fELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0")), "no Multiboot image", "an image without a Multiboot header is refused"),
    (("run", "hello", " " * 4999 + "x"), "50[0-9]+ bytes.*4095", "arguments too long for a boot command line are refused"),
    (("run", file("most.c", b"char most[1900u << 20]; int main(void) { most[1]++; return most[2]; }\n")), "most needs 19[0-9]+ MB of memory, and at most 1792 MB",
     "an image too large for any memory is refused"),
)
for words, reason, claim in REFUSALS:
    done = forked(*words)
    said = done.stderr
    ok(done.returncode == 2 and re.search(reason, said) is not None and said.count("\n") == 1, claim, done)

# ---------------------------------------------------------------- programs that do not build

HINTS = (
    ("comes with #include <seh.h>", "#ifdef _MSC_VER\n#include <windows.h>\n#endif\nint main(void) { __try { return 1; } __except (1) { return 2; } }"),
    (r"needs an __except \(filter\) or a __finally", "#include <seh.h>\nSEH_FUNCTION int main(void) { __try { return 1; } return 2; }"),
    ("nest two __try", "#include <seh.h>\nSEH_FUNCTION int main(void) { __try { } __except (1) { } __finally { } return 2; }"),
    ("there is no _beginthread: it comes with #include <process.h>", "int main(void) { _beginthread(0, 0, 0); }"),
    ("there is no thrd_yield: it comes with #include <threads.h>", "int main(void) { thrd_yield(); }"),
    ("there is no SetConsoleTitleA: it comes with #include <windows.h>", 'int main(void) { SetConsoleTitleA("x"); }'),
    ("there is no ScrollConsoleScreenBufferA: a program for Windows has it", "int main(void) { ScrollConsoleScreenBufferA(0, 0, 0, 0, 0); }"),
    ("there is no WinExec: a program for Windows has it: run --windows makes one", 'int main(void) { return WinExec("x", 0); }'),
    ("there is no gets: a program for Windows has it", "char *get(char *to) { return (char *)gets(to); }\nint main(void) { char a[9]; return !get(a); }"),
    ("there is no ShellExecute: a program for Windows has it", 'int main(void) { return ShellExecute(0, "open", "x", 0, 0, 1); }'),
    ("there is no wsprintfA: sprintf", 'int main(void) { char a[9]; wsprintfA(a, "x"); }'),
    ("there is no sinl: mathematics comes with #include <math.h>", "int main(void) { return (int)sinl(1); }"),
    ("there is no nexttoward: mathematics comes with #include <math.h>", "int main(void) { return (int)nexttoward(1, 2); }"),
    ("there is no sys/file.h: this is no Unix", "#include <sys/file.h>\nint main(void) { return 0; }"),
    ("there is no pwd.h: this is no Unix", "#include <pwd.h>\nint main(void) { return 0; }"),
    ("there is no winsock2.h: .*lib/include/", "#include <winsock2.h>\nint main(void) { return 0; }"),
    ("there is no scanf: .*fgets", 'int main(void) { int a; return scanf("%d", &a); }'),
    ("lib/include/", "int main(void) { return missing(); }"),
    ("variables are too large: all of them", "char all[0x7FFFFFFF];\nint main(void) { return all[1]; }"),
)
for hint, program in HINTS:
    for cc in COMPILERS:
        done = forked("run", "--cc", cc, file("hinted.c", program.encode()))
        ok(done.returncode == 2 and re.search(f"does not build.*{hint}", done.stderr.splitlines()[-1]) is not None, f"{cc}: the last line says: {hint}", done)
done = forked("run", file("guessed.c", b"int main(void) { return INT_MAX; }"))
GUESSED = r"(?:forget to|by adding) \S*#include <(.*?)>"  # in gcc 12's words, and in 14's
wrong = without_guesses(done.stderr.replace("limits.h", "stdio.h"))  # which has no INT_MAX
ok("limits.h" in re.findall(GUESSED, done.stderr) and not re.findall(GUESSED, wrong), "a guess at a header is shown only if the header has the name", done, wrong)

finish()
