#!/usr/bin/env python3
"""The tree keeps its rules: which folder may use which, what code of either ring may name, and what lists and documents say of files
and names.

The sources say what includes what. The compiler's lists, which must agree with that, and the symbols of the objects are those that
the suite has built. A table of things that are allowed may only shrink: a row that nothing needs any more is red, too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from tap import finish, ok  # noqa: E402

# A folder, and those whose headers its files include. Public headers, in include/ and lib/include/, are for all. Code above the kernel
# includes nothing of it but kernel/call/ and kernel/shared/; seh_emul/trap/ is ring 0's. {} stands for a name for each word in it.
MAY_INCLUDE = """
boot
lib
kernel              boot lib kernel/{call cpu cpus devices memory objects report shared threads trap}
kernel/call         lib kernel/shared
kernel/shared       lib kernel/call
kernel/cpu          boot lib kernel kernel/{call shared}
kernel/cpus         boot kernel/{call cpu memory trap}
kernel/devices      boot lib kernel/{call cpu cpus memory report threads trap ums}
kernel/memory       boot lib kernel kernel/{call cpu cpus threads trap}
kernel/objects      boot lib kernel/{call cpu devices memory threads trap}
kernel/report       boot lib kernel/{call cpu cpus devices memory threads trap}
kernel/threads      boot lib kernel/{call cpu cpus devices memory objects report trap ums}
kernel/trap         boot lib kernel/{call cpu cpus devices memory threads ums}
kernel/ums          boot lib kernel/{call cpu cpus memory objects threads trap}
seh_emul            kernel/call
seh_emul/context    kernel/{call shared} seh_emul seh_emul/memory
seh_emul/dispatch   boot lib kernel/call seh_emul seh_emul/{context memory}
seh_emul/frames     lib kernel/{call shared}
seh_emul/memory     boot lib kernel/{call shared} seh_emul seh_emul/dispatch
seh_emul/trap       boot lib kernel kernel/{call cpu cpus memory threads trap} seh_emul/{context dispatch memory}
ums                 kernel/call seh_emul
uthread/objects     boot lib kernel/call uthread/waits
uthread/report      kernel/call uthread/{schedule stacks threads}
uthread/schedule    lib kernel/call uthread/{report stacks switch threads waits}
uthread/stacks      boot lib kernel/{call shared} seh_emul uthread/{report switch threads}
uthread/switch      kernel/call uthread/threads
uthread/threads     boot lib kernel/{call shared} seh_emul seh_emul/{context dispatch} uthread/{objects schedule stacks switch waits}
uthread/waits       lib kernel/call uthread/{schedule stacks switch threads}
win32               lib kernel/{call shared} seh_emul seh_emul/memory win32/{console files}
win32/commands      lib win32
win32/console       lib kernel/call seh_emul/memory win32/files
win32/cxx           kernel/call seh_emul/frames win32/{image msvcrt}
win32/image         kernel/call seh_emul/memory
win32/kernel32      lib seh_emul seh_emul/memory win32 win32/{console files locale pool process security}
win32/ntdll         lib kernel/call win32 win32/{files kernel32 objects process security threads}
win32/process       lib kernel/call seh_emul seh_emul/{context dispatch memory} win32 win32/{console cxx files image kernel32 libraries ntdll threads}
win32/locale        lib win32
win32/libraries     win32 win32/{image msvcrt process}
win32/locks         lib kernel/{call shared} seh_emul win32
win32/files         lib kernel/{call shared} seh_emul seh_emul/memory win32 win32/console
win32/msvcrt        lib kernel/call seh_emul/frames win32/{cxx files image}
win32/msvcr         win32/{cxx image msvcrt}
win32/ucrt          lib win32/{image msvcrt}
win32/nt            lib kernel/{call shared} seh_emul/memory win32 win32/console
win32/security      kernel/call win32 win32/files
win32/objects       lib kernel/{call shared} seh_emul win32 win32/{files threads}
win32/pool          lib kernel/call win32 win32/{locks objects}
win32/threads       lib kernel/{call shared} seh_emul seh_emul/dispatch win32 win32/pool
examples
"""

# A top folder, and those whose functions and variables its objects may name.
BELOW = {"boot": (), "lib": (), "kernel": ("boot", "lib"), "seh_emul": ("kernel", "boot", "lib"),
         "uthread": ("seh_emul", "kernel", "boot", "lib"), "ums": ("seh_emul", "kernel", "boot", "lib"),
         "win32": ("uthread", "ums", "seh_emul", "kernel", "boot", "lib")}

# An object that names something above it all the same: boot ends in the kernel, and the start of a program in its main.
COMMANDS = "win32/commands/"  # what the linker leaves out where no program leads there
NAMES_ABOVE = {"boot/entry": "kernel_main", "kernel/shared/program_main": "main"}

# The files beside the folders. A compiler that breaks down leaves others.
TOP = set(""".clang-format .editorconfig .gitattributes .gitignore .shellcheckrc ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE Makefile
    README.md VERSION cppcheck.suppressions linker.ld mypy.ini trapline""".split())

# Names in backquotes that the tree has not. One with its module (nt!KiTrap01) is Windows' and needs no place here.
NAMES_ELSEWHERE = set("""
    BaseThreadStart ExecuteHandler2 GetThreadWaitChain KeContextFromKframes LdrpVectorHandlerList MmAccessFault
    RtlCallVectoredExceptionHandlers RtlpCalloutEntryList WerFault bootmgr conhost winload
    SCHED_FIFO chrt qemu_x86 sem_post sem_t sem_wait
    L4 file.c PROG mine.c user_NAME examples/NN-name.c tests/FOLDER/NAME.c tests/FOLDER/NAME.t
""".split())  # of Windows and its tools; of Linux, Zephyr and C++; for a name that the reader chooses


def tracked() -> list[str]:
    """The files of the checkout, also those of its folders that are not committed yet; others are somebody's own programs."""
    git = ["git", "-c", "safe.directory=*"]
    rooms = subprocess.run([*git, "ls-tree", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    listed = subprocess.run([*git, "ls-files", "--cached", "--others", "--exclude-standard", "--", *rooms], cwd=ROOT, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@lru_cache(maxsize=None)
def text_of(name: str) -> str:
    return (ROOT / name).read_text(errors="replace")


FILES = tracked()
KNOWN = set(FILES)
SOURCES = [name for name in FILES if name.endswith((".c", ".h", ".S"))]
RUNTIME = [name for name in SOURCES if name.split("/")[0] in BELOW and not name.startswith("lib/include/")]
PUBLIC = [name for name in SOURCES if re.match(r"(lib/)?include/", name)]
PROGRAMS = [name for name in SOURCES if name.split("/")[0] in ("tests", "bench", "examples")]
SCRIPTS = [name for name in FILES if name.startswith("tests/") and name.endswith(".t") and name != "tests/command/layout.t"]
folder_of = os.path.dirname

# ---------------------------------------------------------------- folders


@lru_cache(maxsize=None)
def included(name: str) -> frozenset[str]:
    """The files of the tree that a file names in its #include lines."""
    found = set()
    for quote, target in re.findall(r'^\s*#\s*include\s+(["<])([^">]+)', text_of(name), re.M):
        places = [f"{folder_of(name)}/{target}", target] if quote == '"' else [f"include/{target}", f"lib/include/{target}"]
        found.update([place for place in places if place in KNOWN][:1])
    return frozenset(found)


def included_in_braces(name: str) -> Iterator[str]:
    """The files that are included where a function, an enumeration or a table is open."""
    open_braces = 0
    for line in re.sub(r"/\*.*?\*/|'.'|\"(?:[^\"\\\n]|\\.)*\"(?!$)", "", text_of(name), flags=re.S | re.M).splitlines():
        if found := re.match(r'\s*#\s*include\s+"([^"]+)', line):
            yield from [found[1]] if open_braces > 0 and found[1] in KNOWN else []
        elif not line.lstrip().startswith("#"):
            open_braces += line.count("{") - line.count("}")


@lru_cache(maxsize=None)
def reached(name: str) -> frozenset[str]:
    """All files that a file gets by its includes, itself too."""
    found, left = {name}, [name]
    while left:
        new = included(left.pop()) - found
        found |= new
        left += new
    return frozenset(found)


def expanded(words: str) -> set[str]:
    """The names of a row: kernel/{call cpu} are kernel/call and kernel/cpu."""
    def each(found: re.Match[str]) -> str:
        return " ".join(found[1] + word for word in found[2].split())
    return set(re.sub(r"(\S+)\{([^}]*)\}", each, words).split())


def check_folders() -> None:
    table = {row.split()[0]: expanded(row[len(row.split()[0]):]) for row in MAY_INCLUDE.strip().splitlines()}
    uses: dict[str, dict[str, str]] = {}
    for name in RUNTIME + [name for name in PROGRAMS if name.startswith("examples/")]:
        for other in included(name) - set(PUBLIC):
            if folder_of(other) != folder_of(name):
                uses.setdefault(folder_of(name), {})[folder_of(other)] = f"{name} includes {other}"
    folders = {folder_of(name) for name in RUNTIME} | {"examples"}
    ok(folders == set(table), "the table has a row for each folder of the runtime", *sorted(folders ^ set(table)))
    for folder, row in table.items():
        used = uses.get(folder, {})
        ok(set(used) == row, f"{folder}/ includes of other folders what the table says",
           *(used[other] for other in sorted(set(used) - row)),
           *(f"nothing includes {other}/ any more: take it out of the table" for other in sorted(row - set(used))))
    outside = [f"{name} includes {other}" for name in PUBLIC for other in included(name) - set(PUBLIC)]
    ok(not outside, "public headers include public headers alone", *outside)
    inside = {name: sorted(other for other in reached(name) if other.startswith("kernel/") and not shared_header(other))
              for name in RUNTIME if not is_ring0(name)}
    ok(not any(inside.values()), "code of either ring gets no header of the kernel's inside, by any way",
       *(f"{name} gets {', '.join(others)}" for name, others in inside.items() if others))
    lists = [f"{name} includes {other} inside of braces" for name in SOURCES for other in included_in_braces(name) if "#ifndef" in text_of(other)]
    ok(not lists, "inside of braces a file includes lists alone, which have no guard", *lists)
    needed = {other for name in SOURCES for other in included(name)}
    idle = [name for name in RUNTIME if name.endswith(".h") and name not in needed]
    ok(not idle, "each header is included by some file", *idle)


def is_ring0(name: str) -> bool:
    return name.startswith(("boot/", "kernel/", "seh_emul/trap/")) and not name.startswith("kernel/shared/")


def shared_header(name: str) -> bool:
    return name.startswith(("kernel/call/", "kernel/shared/"))


# ---------------------------------------------------------------- contracts

DECLARED = re.compile(r"^\w[^;#]*?\b(\w+)\([^;]*\)\s*;", re.M)
DEFINED = re.compile(r"^\w[\w *(),]*?[ *](\w+)\([^;{}]*\)\s*\{(.*?)^\}", re.M | re.S)


def check_contracts() -> None:
    """A header that says of all its calls that they have the kernel's lock means each: its function looks, or says of itself that it
    needs none."""
    bodies: dict[str, str] = {}
    for name in RUNTIME:
        if is_ring0(name):
            for function, body in DEFINED.findall(text_of(name)):
                bodies[function] = bodies.get(function, "") + body
    blind, headers = [], 0
    for name in RUNTIME:
        top = re.match(r"/\*.*?\*/", text_of(name), re.S)
        words = re.sub(r"[\s*]+", " ", top[0]) if top and name.endswith(".h") else ""
        if not re.search(r"All calls: (ring 0, )?(not from interrupts, )?with the kernel's lock\. ?/$", words):
            continue
        headers += 1
        text = text_of(name)
        while "{" in text:
            text = re.sub(r"\{[^{}]*\}", ";", text)
        for part in text.split("\n\n"):
            if not re.search(r"without the\s[* ]*lock|Any context|At\s[* ]*the start", part):
                blind += [f"{function} of {name}" for function in DECLARED.findall(part)
                          if "must_be_locked" not in bodies.get(function, "must_be_locked")]
    ok(headers >= 10 and not blind, "each function that has to have the kernel's lock looks for it", *blind)


# ---------------------------------------------------------------- what was built


def listed(file: Path) -> list[str]:
    """The files of the tree that the compiler has read, by its list."""
    rule = file.read_text().replace("\\\n", " ").split("\n", 1)[0]
    return [name for name in rule.split(": ", 1)[1].split() if not os.path.isabs(name)]


@lru_cache(maxsize=None)
def changed(name: str) -> float:
    return os.stat(ROOT / name).st_mtime if (ROOT / name).exists() else float("inf")


def objects(folder: Path, sources: list[str]) -> dict[str, list[str]]:
    """The objects of the runtime, without .o, with what each was made of. Nothing when one is missing or older than a source."""
    found = {}
    for source in sources:
        stem = source.rsplit(".", 1)[0]
        try:
            made = os.stat(folder / f"{stem}.o").st_mtime
            found[stem] = listed(folder / f"{stem}.d")
        except OSError:
            return {}
        if any(changed(name) > made for name in found[stem]):
            return {}
    return found


def symbols(folder: Path, names: list[str]) -> tuple[dict[str, tuple[str, str]], list[tuple[str, str]]]:
    """Where each name is defined, with nm's letter, and which object wants which name."""
    nm = next(tool for tool in ("i686-elf-nm", "i686-linux-gnu-nm", "nm") if shutil.which(tool))
    shown = subprocess.run([nm, "-A", *(f"{name}.o" for name in names)], cwd=folder, capture_output=True, text=True, check=True)
    defined, wanted = {}, []
    for line in shown.stdout.splitlines():
        name, rest = line.split(".o:", 1)
        *_, letter, symbol = rest.split()
        if letter in "Uw":
            wanted.append((name, symbol))
        elif letter.isupper():
            defined[symbol] = (name, letter)
    return defined, wanted


def check_objects(folder: Path, made: dict[str, list[str]], sources: dict[str, str]) -> set[str]:
    """Returns the functions of the runtime."""
    where = folder.relative_to(ROOT)
    hidden = [f"{name} was made of {other}" for name, others in made.items() for other in set(others) - reached(sources[name])]
    ok(not hidden, f"{where}: the compiler has read what the #include lines say", *hidden)
    defined, wanted = symbols(folder, list(made))
    above = {(name, symbol) for name, symbol in wanted if symbol in defined and not may_name(name, defined[symbol][0])}
    allowed = {(name, symbol) for name, row in NAMES_ABOVE.items() for symbol in row.split()}
    ok(above == allowed, f"{where}: nothing below names anything above, but for the two entries",
       *(f"{name} names {symbol} of {defined[symbol][0]}" for name, symbol in sorted(above - allowed)),
       *(f"{name} does not name {symbol} any more: take it out of the table" for name, symbol in sorted(allowed - above)))
    direct = set(re.findall(r"^SERVICE\(DIRECT, \d+, [^,]+, (\w+)", text_of("kernel/call/services.h"), re.M))
    entered = [f"{name} names {symbol} of {defined[symbol][0]}" for name, symbol in wanted
               if not is_ring0(name) and defined.get(symbol, ("", ""))[1] == "T" and is_ring0(defined[symbol][0])
               and not (name == "kernel/shared/service_stubs" and symbol in direct)]
    ok(not entered, f"{where}: code of either ring names nothing of ring 0's text, but for the stubs of direct services", *entered)
    always, = of_make("RUNTIME")
    led = [f"{name} names {symbol}" for name, symbol in wanted
           if sources[name] in always and defined.get(symbol, ("",))[0].startswith(COMMANDS) and not name.startswith(COMMANDS)]
    ok(not led, f"{where}: of native images only programs lead to the commands", *led)
    functions = {symbol for symbol, (_, letter) in defined.items() if letter in "TW"}
    asked = {symbol for _, symbol in wanted}
    alone = [f"{symbol} of {defined[symbol][0]}" for symbol in sorted(functions - asked - known_elsewhere())
             if re.fullmatch("[a-zA-Z]\\w*", symbol) and named_by(symbol) == {sources[defined[symbol][0]]}]
    ok(not alone, f"{where}: each function that others can call is named by one", *alone)
    return functions


@lru_cache(maxsize=None)
def known_elsewhere() -> frozenset[str]:
    """The words of public headers, and of what is not compiled with the runtime."""
    return frozenset(word for name in FILES if name in PUBLIC + PROGRAMS or name.endswith((".py", ".ld")) or name == "win32/exports.h"
                     for word in re.findall(r"\w+", text_of(name)))


def named_by(word: str) -> set[str]:
    """The sources that name it, and the headers that have a function or a macro that does."""
    return {name for name in SOURCES if word in text_of(name)
            and re.search(rf"^[\s#].*\b{word}\b" if name.endswith(".h") else rf"\b{word}\b", NO_CODE.sub(" ", text_of(name)), re.M)}


def may_name(name: str, other: str) -> bool:
    top, below = name.split("/")[0], other.split("/")[0]
    return top == below or below in BELOW[top]


def check_built() -> set[str]:
    """Returns the functions of the runtime."""
    sources = {name.rsplit(".", 1)[0]: name for name in RUNTIME if not name.endswith(".h")}
    built = {folder: objects(folder, list(sources.values())) for variant in ("", "clang", "checked", "clang-checked")
             for folder in [ROOT / "build" / variant]}
    ok(any(built.values()), "a build of the runtime is there, and is newer than its sources", "make has made none")
    return {name for folder, made in built.items() if made for name in check_objects(folder, made, sources)}


# ---------------------------------------------------------------- lists


def of_make(*names: str) -> Iterator[set[str]]:
    """The words of the Makefile's variables."""
    lines = " && ".join(f"echo $({name})" for name in names)
    shown = subprocess.run(["make", "-s", "--no-print-directory", f"--eval=words-of-variables: ; @{lines}", "words-of-variables"], cwd=ROOT,
                           capture_output=True, text=True, check=True)
    return (set(line.split()) for line in shown.stdout.splitlines())


def same(claim: str, one: set[str], other: set[str], one_says: str, other_says: str) -> None:
    ok(one == other, claim, *(f"only {one_says}: {name}" for name in sorted(one - other)),
       *(f"only {other_says}: {name}" for name in sorted(other - one)))


def check_lists() -> None:
    runtime, process, programs, helpers, lint, scripts = of_make("RUNTIME", "PROCESS", "PROGRAMS", "NOT_PROGRAMS", "ALL_C", "shell $(call files,sh,bash)")
    same("the Makefile builds each file of the runtime", {name for name in RUNTIME if not name.endswith(".h")},
         runtime | {f"win32/{name}" for name in process}, "in the tree", "in the Makefile")
    code = {name for name in PROGRAMS if not name.endswith(".h") and not name.startswith(("bench/native/", "bench/windows/", "examples/races/", "examples/windows/", "tests/fresh/"))}
    begin = tuple(name[:-2] + "_" for name in programs)
    stray = [name for name in code - programs - helpers if not name.startswith((*begin, "tests/harness/"))]
    ok(not stray, "each file of tests/, bench/ and examples/ is a program, or belongs to one", *stray)
    same("lint and format see each C file", {name for name in FILES if name.endswith((".c", ".h"))}, lint, "in the tree", "in ALL_C")
    bash = {name for name in FILES if name.endswith(".sh") or re.match("#!.*bash", text_of(name))}
    same("lint sees each script of bash", bash, scripts, "in the tree", "in lint")

    placed: dict[str, set[str]] = {}
    for room, sections in re.findall(r"([\w/]+)/\*\.o\(([^)]*)\)", text_of("tools/build/runtime.ld")):
        placed.setdefault(room, set()).update(sections.split())
    rooms = [room for room, sections in placed.items() if ".text" in sections]
    missing = [f"{section} of {room}/" for room in rooms for section in (".text", ".rodata", ".data", ".bss") if section not in placed[room]]
    ok(not missing, "runtime.ld has a place for code, constants and variables of each room", *missing)
    homeless = [name for name in runtime if not any(name.startswith(f"{room}/") for room in rooms)]
    ok(not homeless, "each file of the runtime is in a room of runtime.ld", *homeless)

    top, told = "", set()
    for indent, name in re.findall(r"^( +)([\w/]+)/(?:  |$)", text_of("docs/internals/rooms.md").split("\n## ", 2)[1], re.M):
        top = name if len(indent) == 4 else top
        told |= {top} if name == top else {f"{top}/{name}"}
    folders = {folder_of(name) for name in RUNTIME}
    larger = {name.split("/")[0] for name in folders if "/" in name}
    same("docs/internals/rooms.md names the rooms of the larger rooms", {name for name in told if name.split("/")[0] in larger},
         {name for name in folders | larger if name.split("/")[0] in larger}, "in docs/internals/rooms.md", "in the tree")
    same("ARCHITECTURE.md's folders are the tree's", set(re.findall(r"^\| \[?`?(\w+)/", text_of("ARCHITECTURE.md"), re.M)),
         {name.split("/")[0] for name in FILES if "/" in name and not name.startswith(".")}, "in ARCHITECTURE.md", "in the tree")
    same("beside the folders are the tree's own files", {name for name in FILES if "/" not in name}, TOP, "in the tree", "in TOP")

    counts = Counter(Path(name).name for name in RUNTIME + PUBLIC if name not in ("lib/include/sys/time.h", "lib/include/sys/utime.h", "include/compiler/cpuid.h"))
    # POSIX and the compiler give these names
    several = sorted(name for name, count in counts.items() if count > 1)
    ok(not several, "no two files of the runtime share a name: a debugger and a search show the name alone", *several)
    files = Counter(function for name in RUNTIME for function in set(STATIC_FUNCTION.findall(text_of(name))))
    common = sorted(f"{function} stands in {count} files" for function, count in files.items() if count > 3)
    ok(not common, "nor do more than three have a static function of one name", *common)


# ---------------------------------------------------------------- names

NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.S)
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)((?:\\\n|.)*)", re.M)
STATIC_FUNCTION = re.compile(r"^(?:[\w ]*\b)?static\b[\w *(),]*?[ *]((?!__attribute__)\w+)\((?=[^;]*?\)\s*\{)", re.M)
INLINE = re.compile(r"^static __inline[^;{]*?\b(\w+)\([^;{]*\)\s*\{(.*?)^\}", re.M | re.S)


def code_words(name: str) -> set[str]:
    return set(re.findall(r"\w+", NO_CODE.sub(" ", text_of(name))))


def check_public(functions: set[str]) -> None:
    """A function is called by a program that names it, or a macro or an inline function whose header does."""
    called = {word for name in PROGRAMS + SCRIPTS for word in code_words(name)}
    short = [(name, set(re.findall(r"\w+", body))) for header in PUBLIC for kind in (MACRO, INLINE)
             for name, body in kind.findall(text_of(header))]
    for _ in range(4):  # these use each other
        called |= {word for name, body in short if name in called for word in body}
    declared = {}
    for name in PUBLIC:
        text = NO_CODE.sub(" ", text_of(name))
        found = functions.intersection(re.findall(r"(\w+)\s*\(", text)) | {function for function, _ in INLINE.findall(text)}
        declared.update(dict.fromkeys(found, name))
    never = [f"{function} of {name}" for function, name in sorted(declared.items()) if function not in called]
    ok(len(declared) > 500 and not never, "each function of the public headers is called in tests/, bench/ or examples/", *never)


def check_documents(functions: set[str]) -> None:
    known = functions | {word for name in FILES if not name.endswith((".md", ".svg", ".png")) and name != "tests/command/layout.t"
             for word in re.findall(r"\w+", text_of(name))} | {word for name in FILES for word in re.findall(r"\w+", name)}
    used = set()
    for name in FILES:
        if not name.endswith(".md"):
            continue
        text = re.sub(r"^```.*?^```", lambda block: re.sub(r"[^\n]", "", block[0]), text_of(name), flags=re.S | re.M)
        wrong = []
        for found in re.finditer(r"`([^`\n]+)`", text):
            words = {word for word in re.findall(r"(?<!\w)[A-Za-z_]\w*\b(?!\*)", re.sub(r"\w+!\w+", "", found[1]))
                     if word not in known and not word.endswith("Xxx")}
            words |= {path for path in paths(found[1]) if not exists(path)}
            used |= words & NAMES_ELSEWHERE
            lost = words - NAMES_ELSEWHERE
            if lost:
                wrong.append(f"line {text[:found.start()].count(chr(10)) + 1}: {', '.join(sorted(lost))}")
        ok(not wrong, f"{name}: each name in backquotes is the tree's", *wrong)
    ok(used == NAMES_ELSEWHERE, "each name of the table of other systems' names stands in a document, and nowhere in the tree",
       *sorted(NAMES_ELSEWHERE - used))


def paths(span: str) -> list[str]:
    """The files and folders that a text names: by an ending of sources, or by a slash at the end. Products of the build are none."""
    return re.findall(r"(?<![\w/.*{<-])(?:[\w.-]+/)*[\w-][\w.-]*\.(?:c|h|S|py|t|js|ld)(?![\w*])|(?<![\w/.*{<$-])(?!build/)(?:[\w.-]+/)+(?![\w*<{])", span)


def exists(path: str) -> bool:
    """Whether some file is called so, or lies in a folder that is: documents leave out the beginning of a path."""
    return any(f"/{name}".endswith(f"/{path}") or path.endswith("/") and f"/{path}" in f"/{name}" for name in FILES)


if not FILES:
    print("1..0 # SKIP git lists no files here")
    sys.exit()
check_folders()
check_contracts()
runtime_functions = check_built()
check_lists()
check_public(runtime_functions)
check_documents(runtime_functions)
finish()
