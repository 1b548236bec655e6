#!/usr/bin/env python3
"""Programs for Windows, seen from the host: files that can be run, and the line for each that cannot; what `imports` says of them; which
files a program gets.

    SEED=N COUNT=N tests/command/windows_file.t     other damaged files, or more of them
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Optional

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "harness"), str(Path(__file__).resolve().parents[1])]

from tap import finish, ok, scratch_folder, skip, trapline  # noqa: E402
from build.windows_modules import exported  # noqa: E402
from console import CommandError  # noqa: E402
from damage import bytes_damaged, odd_number  # noqa: E402
from model.runner import whole_number  # noqa: E402
from pe_file import PeFile, WrongFile, program_faults, read_program  # noqa: E402
from pe_images import START, TEXT, image  # noqa: E402
from pe_tables import exports, imports  # noqa: E402
from pe_symbols import functions  # noqa: E402
from programs import Image, Program, find, needs  # noqa: E402
from run.files import MOST_FILES, given_files  # noqa: E402

SEED, COUNT = whole_number("SEED", int(time.time())), whole_number("COUNT", 4000)
EXIT = {"KERNEL32.dll": ["ExitProcess"]}
GOOD = image(EXIT)
scratch = scratch_folder()


def file(name: str, data: bytes = GOOD) -> Path:
    path = scratch / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def problem(data: bytes) -> str:
    """The fault of a program; nothing where nothing is wrong."""
    try:
        read_program(file("tried.exe", data))
    except WrongFile as found:
        return str(found)
    return ""


def refusal(what: object) -> str:
    try:
        find(str(what))
    except CommandError as found:
        return str(found)
    return ""


def patched(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new):]


# ---------------------------------------------------------------- files that Windows maps

TAKEN = {
    "a program of the console": GOOD,
    "a program with windows": image(subsystem=2),
    "one for Windows 7 alone": image(version=6 | 1 << 16),
    "one whose base the kernel has": image(base=0x80000000),
    "one without sections": image(sections=0, image_size=0x1000, relocation_size=0),
    "one without sections, with one more unit": image(sections=0, image_size=0x2000, relocation_size=0),
    "one that names more directories than there are": image(directories=0xFFFFFFFF),
    "one that has no end of its relocations": image(relocation_size=0xFFFFFFFF),
    "one whose relocations lie outside, but are stripped": image(relocation=0x9000, characteristics=0x103),
    "one whose relocations lie outside, at a fixed base": image(relocation=0x9000, dll_characteristics=0),
    "one whose first section goes on behind the file's end": image(raw_size_1=0x10000),
    "one whose section has a size in the file alone": image(virtual_size_1=0),
    "one with the file's own layout": image(section_alignment=0x200, file_alignment=0x200, image_size=0xA00, sections=0, relocation_size=0),
    "one with a COM directory that is nowhere": image(com=0x9000),
}
for claim, data in TAKEN.items():
    ok(not problem(data), f"{claim} is taken", problem(data))

# Each of them is a good program but for one thing.
WRONG: tuple[tuple[str, bytes, str], ...] = (
    ("an empty file", b"", "the file is empty"),
    ("a text", b"hello\n", "no program for Windows: it does not begin with MZ"),
    ("a file that ends in its DOS header", GOOD[:0x30], "cut off in its DOS header, of 40h bytes: the file has 30h"),
    ("one that ends before its PE header", GOOD[:0x80], "a PE header would lie at 80h, and the file has 80h bytes"),
    ("a PE header at an odd place", patched(GOOD, 0x3C, b"\x82"), "its PE header would lie at 82h, which is no multiple of 4"),
    ("a program for DOS", image(signature=b"\0\0\0\0"), "a program for DOS: there is no PE header at 80h"),
    ("one for 16-bit Windows", image(signature=b"NE\x05\0"), "a program for 16-bit Windows or OS/2 (NE)"),
    ("an LE file", image(signature=b"LE\0\0"), "a driver of 16-bit Windows (LE)"),
    ("one that ends in its PE header", GOOD[:0x90], "cut off in its PE header at 80h: the file has 90h bytes"),
    ("one that ends behind it", GOOD[:0x100], "cut off in its PE header: the header lies at 80h and has F8h bytes, the file has 100h"),
    ("one for 64 bits", image(machine=0x8664, magic=0x20B), "it is 64-bit (x86-64), and only programs for 32-bit x86 run here"),
    ("one for ARM64", image(machine=0xAA64, magic=0x20B), "it is for ARM64, and only"),
    ("one for ARM", image(machine=0x1C4), "it is for ARM, and only"),
    ("one for a MIPS", image(machine=0x166), "it is for another machine (166h), and only"),
    ("one whose linker gave up", image(characteristics=0x100), "its header does not say that it can run (characteristics 100h at 96h)"),
    ("another optional header", image(magic=0x107), "its optional header is of kind 107h (at 98h)"),
    ("units of 0", image(section_alignment=0), "sections at multiples of 0h, in the file of 200h (at B8h): these are no powers of two"),
    ("units that are no powers of two", image(file_alignment=0x300), "in the file of 300h (at B8h): these are no powers of two"),
    ("a unit of the file above that of memory", image(file_alignment=0x2000), "the first must not be smaller"),
    ("two small units", image(file_alignment=0x10), "in the file of 10h (at B8h): such small ones must be equal"),
    ("headers of no bytes", image(header_size=0), "its headers have 0 bytes (at D4h)"),
    ("headers above the image", image(header_size=0x5000), "its headers have 5000h bytes, more than all of the image, 4000h (at D0h)"),
    ("an image above memory", image(image_size=0x78000000), "its image has 78000000h bytes (at D0h), and memory has room for 1 to 77000000h"),
    ("a base inside of 64 KB", image(base=0x401000), "its base is 401000h (at B4h), and must be a multiple of 10000h"),
    ("a base of 0", image(base=0), "its base is 0h"),
    ("a table of sections behind the end", image(sections=0xFFFF), "cut off in its table of sections: 65535 rows begin at 178h"),
    ("sections that overlap", image(address_2=0x1000), "section 2 overlaps what lies before it: it lies at 1000h, and the next place is 2000h"),
    ("sections in another order", image(address_1=0x2000, address_2=0x1000), "section 1 leaves a gap before it: it lies at 2000h"),
    ("a gap between sections", image(address_3=0x4000, image_size=0x5000), "section 3 leaves a gap before it: it lies at 4000h, and the next place is 3000h"),
    ("a section without bytes", image(virtual_size_2=0, raw_size_2=0), "section 2 has no bytes"),
    ("a section past the image", image(virtual_size_3=0x1001), "section 3 ends at 4001h, past the image of 4000h bytes"),
    ("a section past all memory", image(virtual_size_3=0xFFFFF000), "section 3 ends at 100002000h, past the image"),
    ("a section past all files", image(raw_3=0xFFFFFF00), "section 3 would lie at FFFFFF00h of the file with 200h bytes: no file is so long"),
    ("an image that goes on behind its sections", image(image_size=0x6000), "its image has 6000h bytes, and its sections end at 4000h"),
    ("one that goes on by a unit", image(image_size=0x5000), "its image has 5000h bytes, and its sections end at 4000h"),
    ("a last section that is cut off", GOOD[:-1], f"cut off in section 3: that ends at {len(GOOD):X}h of the file, which has {len(GOOD) - 1:X}h bytes"),
    ("a file's layout with another address", image(section_alignment=0x200, file_alignment=0x200), "section 1 lies at 1000h, and in the file at 400h"),
    ("a file's layout with more in memory", image(section_alignment=0x200, file_alignment=0x200, address_1=0x400, virtual_size_1=0x201, sections=1),
     "section 1 has 201h bytes, and in the file 200h"),
    ("a DLL", image(characteristics=0x2102), "it is a DLL; run takes the program that loads it"),
    ("a driver", image(subsystem=1), "it is a native driver, and only programs of the console or with windows run here"),
    ("one for POSIX", image(subsystem=7), "it is a program for POSIX"),
    ("one for a subsystem that nobody has", image(subsystem=99), "it is for an unknown subsystem (99)"),
    ("one for Windows 8", image(version=6 | 2 << 16), "it asks for version 6.02 of its subsystem (at C8h), and this is 6.01: Windows 7's"),
    ("one for Windows NT 3.1's beta", image(version=3), "it asks for version 3.00 of its subsystem"),
    ("one for .NET", patched(image(com=TEXT + 0x20), 0x430, b"\1"), "it is a program for .NET"),
    ("relocations outside of the image", image(relocation=0x4000), "its relocations lie at 4000h, outside of the image of 4000h bytes"),
)
for claim, data, words in WRONG:
    ok(words in problem(data) and "\n" not in problem(data), f"{claim} is told by what is wrong, and where", words, problem(data))

# ---------------------------------------------------------------- what a file imports and exports

both = PeFile(image({"KERNEL32.dll": ["ExitProcess", 7], "other": ["one"]}, {"two": "", "three": "NTDLL.RtlZeroMemory"}, {"LATE.DLL": ["four"]}))
listed = [(found.dll, [str(entry) for entry in found.entries], found.is_delayed) for found in imports(both)]
ok(listed == [("KERNEL32.dll", ["ExitProcess", "#7"], False), ("other", ["one"], False), ("LATE.DLL", ["four"], True)],
   "imports are names and ordinals by DLLs, those of the start first", listed)
ok(exports(both).names == {"two": "", "three": "NTDLL.RtlZeroMemory"} and exports(both).ordinals == {1: "", 2: "NTDLL.RtlZeroMemory"},
   "exports have names and ordinals, and the place of a forwarder", exports(both))
ok(not imports(PeFile(image())) and not exports(PeFile(image())).names, "a file may have neither")


def wrong_imports(data: bytes) -> str:
    try:
        imports(PeFile(data))
    except WrongFile as found:
        return str(found)
    return ""


LISTS = (
    ("a table of imports outside of the image", image(EXIT, imported=0x9000), "its table of imports would lie at 9000h, outside of the image"),
    ("a DLL's name outside of it", patched(GOOD, 0x63C, b"\0\x90"), "the name of a DLL that it imports would lie at 9000h, outside of the image"),
    ("a list outside of it", patched(GOOD, 0x640, b"\0\x90"), "the imports from KERNEL32.dll would lie at 9000h, outside of the image"),
    ("a name outside of it", patched(GOOD, 0x610, b"\0\x90"), "the name of an import from KERNEL32.dll would lie at 9000h, outside of the image"),
)
for claim, data, words in LISTS:
    ok(words == wrong_imports(data), f"{claim} is told", words, wrong_imports(data))

# ---------------------------------------------------------------- which files a program gets

folder = scratch / "folder"
program = file("folder/Prog.exe", image({"B.dll": ["two"], "KERNEL32.dll": ["ExitProcess"], "missing.dll": ["x"]}))
file("folder/b.dll", image({"z": ["one"], "Prog.exe": ["x"]}, {"two": ""}, characteristics=0x2102))
file("folder/Z.DLL", image({"B.dll": ["two"]}, {"one": ""}, characteristics=0x2102))
file("folder/a.dll", b"damaged")
file("folder/data.txt", b"no DLL")
found = find(str(program))
assert isinstance(found, Program)
ok([path.name for path in found.files] == ["Prog.exe", "b.dll", "Z.DLL", "a.dll"],
   "a program has itself, the DLLs that it imports through each other, and the other ones, as its files", found.files)
ok(found.name == "Prog.exe" and found.source == Path("win32/process/windows_process.c").absolute() and found.is_own and found.is_windows,
   "its name is the file's, and what is built is the process that it runs in", found)
ok(needs(found) == ["--ring", "3"], "it needs ring 3", needs(found))
file("folder/A.DLL", b"the same for Windows")
names = [path.name for path in getattr(find(str(program)), "files")]
ok(sorted(names) == ["A.DLL", "Prog.exe", "Z.DLL", "b.dll"], "of two DLLs that Windows cannot tell apart it has one", names)

for name in ("plain", "OLD.COM", "UPPER.EXE"):
    other = find(str(file(f"alone/{name}")))
    ok(isinstance(other, Program) and other.name == name and other.is_windows, f"{name} is a program for Windows by its first bytes", other)
ok(isinstance(find(str(file("alone/other.elf", b"\x7fELF"))), Image), "a file that begins otherwise is an image")

for number in range(40):
    file(f"many/{number:02}.dll")
many = find(str(file("many/prog.exe", image({"39.dll": ["x"]}))))
assert isinstance(many, Program)
given = [each.name for each in given_files([], many.files)]
ok(len(given) == MOST_FILES and given[:3] == ["prog.exe", "39.dll", "00.dll"], "a program gets as many files as there can be, those that it imports first", given)
given = [each.name for each in given_files([str(folder / "data.txt"), str(scratch / "many/38.dll")], many.files)]
ok(len(given) == MOST_FILES and given[:4] == ["data.txt", "38.dll", "prog.exe", "39.dll"] and given.count("38.dll") == 1,
   "files of --file come before all of them, and none is there twice", given)

# ---------------------------------------------------------------- the command

ok("no program for Windows: it does not begin with MZ" in refusal(file("text.exe", b"text")), "a .exe that is none is refused", refusal(scratch / "text.exe"))
ok("a DLL is not run by itself" in refusal(folder / "b.dll"), "so is a DLL", refusal(folder / "b.dll"))
ok("there is no file" in refusal("nosuch.exe"), "and one that is not there", refusal("nosuch.exe"))
REFUSED = (
    (("run", "--ring", "0", program), "is a program for Windows, which runs in ring 3; leave --ring 0 away", "ring 0"),
    (("run", "-O2", program), "is compiled already; options of the compiler are for sources", "an option of the compiler"),
    (("trace", "--std", "c99", program), "is compiled already", "a C standard"),
    (("debug", "--bare", program), "is compiled already", "a program for no system"),
    (("run", "--at", "0x401000", program), "--at is for code without a format", "an address"),
    (("build", program), "is built already; ./trapline run runs it", "building it"),
    (("run", "--file", file("other/B.DLL"), program), "the program would see two files called b.dll", "a second file of one name"),
    (("page", file("wide.exe", image(machine=0x8664))), "wide.exe: it is 64-bit", "a page of a program for 64 bits"),
    (("imports",), "imports of what", "imports of nothing"),
    (("imports", scratch / "none.exe"), "none.exe cannot be read: No such file", "those of a file that is not there"),
    (("imports", scratch / "text.exe"), "text.exe: no program for Windows", "those of no program"),
)
for typed, says, claim in REFUSED:
    done = trapline(*typed)
    ok(done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, f"{claim} is refused in a line", done)

done = trapline("imports", file("whole.exe"))
ok(done.returncode == 0 and done.stdout == "kernel32.dll (the runtime's)\n  ExitProcess\nall 1 import are there\n", "imports lists what a program takes", done)
file("parts/part.dll", image({"KERNEL32.dll": ["Sleep", "NoSuchCall"]}, {"one": "", "two": "kernel32.NoSuchForward", "three": "kernel32.Sleep"}, characteristics=0x2102))
file("parts/bad.dll", b"MZ")
part = file("parts/prog.exe", image({"part.dll": ["one", "two", "three", "four", 1, 9], "none.dll": ["x"], "bad.dll": ["x"], "KERNEL32.dll": [5]},
                                    delayed={"USER32.dll": ["NoSuchBox"]}))
WANTED = """\
part.dll (beside the program)
  #1
  #9     missing
  four   missing
  one
  three
  two
kernel32.dll (the runtime's)
  #5             missing
  NoSuchCall     missing
  NoSuchForward  missing
  Sleep
none.dll  missing
  x
bad.dll (beside the program, but wrong: cut off in its DOS header, of 40h bytes: the file has 2h)  missing
  x
user32.dll (the runtime's)
  NoSuchBox  later, missing
"""
done = trapline("imports", part)
ok(done.returncode == 1 and WANTED in done.stdout, "what is missing is marked, also what DLLs beside the program take, and what stands for another", WANTED, done)
ok("8 of 13 imports missing, and 2 DLLs" in done.stdout, "and counted", done.stdout)
done = trapline("imports", file("sets.exe", image({"api-ms-win-core-file-l1-1-0.dll": ["CreateFileA"], "API-MS-Win-Security-base-l1-1-0": ["NoSuchCall"]})))
ok(done.stdout.startswith("kernel32.dll (the runtime's)\n  CreateFileA\nadvapi32.dll (the runtime's)\n  NoSuchCall  missing\n"),
   "the name of an API set is the module that it stands for", done)
ok({"CreateFileA", "ExitProcess"} <= exported()["kernel32.dll"] and "ws2_32.dll" in exported(), "the runtime's names are those of its lists")

# ---------------------------------------------------------------- damaged files


def made_by_compiler() -> Optional[bytes]:
    compiler = shutil.which("i686-w64-mingw32-gcc")
    if not compiler:
        return None
    source = file("made.c", b"#include <stdio.h>\n__declspec(dllexport) int main(void) { return printf(\"hello\\n\"); }\n")
    subprocess.run([compiler, "-s", "-o", scratch / "made.exe", source], check=True)
    return (scratch / "made.exe").read_bytes()


def damaged(random: Random, data: bytes) -> bytes:
    """A number of the headers or the tables is another, or bytes are damaged anywhere."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.choice((START, 0x400, len(data)))
        at = random.choice((random.randrange(min(place + 0x180, len(data))), random.randrange(len(data))))
        size = random.choice((1, 2, 4))
        changed[at:at + size] = odd_number(random, 8 * size).to_bytes(size, "little")
    return bytes(changed) if random.random() < 0.8 else bytes_damaged(random, bytes(changed))


def trouble(data: bytes) -> str:
    """The name of an error that a damaged file must not raise; nothing where it is told or does no harm."""
    begin = time.monotonic()
    try:
        each = PeFile(data)
        list(program_faults(each))
        imports(each)
        exports(each)
        functions(each)
    except WrongFile as wrong:
        return "an empty line" if not str(wrong) else ""
    except Exception as problem:  # any: it would be a traceback
        return repr(problem)
    return "more than ten seconds" if time.monotonic() - begin > 10 else ""


print(f"# SEED={SEED} COUNT={COUNT}", flush=True)
made = made_by_compiler()
if made is None:
    skip("no compiler for Windows here")
else:
    ok(not problem(made), "what a compiler has made is taken", problem(made))
goods = [GOOD, part.read_bytes(), (folder / "b.dll").read_bytes(), *([made] if made else [])]
random = Random(SEED)
troubles = [what for _ in range(COUNT) if (what := trouble(damaged(random, random.choice(goods))))]
ok(not troubles, f"{COUNT} damaged files are told, or do no harm", *troubles[:3])
finish()
