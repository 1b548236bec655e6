#!/usr/bin/env python3
"""Files that a program leaves come to the host: new and changed ones, from every end of a program, and never outside of the folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import compiled, finish, ok, scratch_folder, trapline  # noqa: E402

from record.events import Events, Record  # noqa: E402
from run.brought_files import Bringer  # noqa: E402

WRITER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void write_file(const char *name, const char *text, unsigned times)
{
    FILE *file = fopen(name, "wb");
    while (times--)
        fputs(text, file);
    fclose(file);
}

int main(int argc, char **argv)
{
    (void)argc;
    write_file("new.txt", "new", 1);
    write_file("none.txt", "", 0);
    CreateDirectoryA("one", NULL);
    CreateDirectoryA("one\\two", NULL);
    CreateDirectoryA("empty", NULL);
    write_file("one\\two\\long.bin", "seventeen letters", 20000);
    FILE *given = fopen("changed.txt", "r+");
    if (given) {
        fputc('X', given);
        fclose(given);
    }
    write_file("gone.txt", "gone", 1);
    remove("gone.txt");
    rename("moved.txt", "elsewhere.txt");
    if (strcmp(argv[1], "fault") == 0)
        *(volatile int *)8 = 1;
    if (strcmp(argv[1], "abort") == 0)
        abort();
    if (strcmp(argv[1], "terminate") == 0)
        TerminateProcess(GetCurrentProcess(), 5);
    while (strcmp(argv[1], "forever") == 0)
        continue;
    return atoi(argv[1]);
}
"""

SCRATCH = scratch_folder()
SOURCE = SCRATCH / "writer.c"
SOURCE.write_text(WRITER)
PROGRAM = compiled(SOURCE)
GIVEN = {"changed.txt": "changed", "same.txt": "same", "moved.txt": "moved"}
for given, text in GIVEN.items():
    (SCRATCH / given).write_text(text)
LONG = "seventeen letters" * 20000
LEFT = {"new.txt": "new", "none.txt": "", "one/two/long.bin": LONG}
LEFT_WITH_GIVEN = {**LEFT, "changed.txt": "Xhanged", "elsewhere.txt": "moved"}


def found(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def brings(folder: Path, what: dict[str, str], status: int, claim: str, *words: object) -> None:
    done = trapline("run", "--out", folder, *words)
    names = {name: len(text) for name, text in found(folder).items()} if folder.is_dir() else {}
    ok(folder.is_dir() and found(folder) == what and done.returncode == status, claim, names, done.returncode, done.stderr)


# ---------------------------------------------------------------- what comes, and from which end

deep = SCRATCH / "a" / "folder, to come"
brings(deep, LEFT_WITH_GIVEN, 3, "new and changed files come, with their folders; the folder is made; the status stays",
       *(word for name in GIVEN for word in ("--file", SCRATCH / name)), PROGRAM, "3")
ok((deep / "empty").is_dir() and not (deep / "Windows").exists(), "a folder without files comes, and those that every program has do not")
ok((SCRATCH / "changed.txt").read_text() == "changed", "the given file stays as it is")
brings(SCRATCH / "zero", LEFT, 0, "in ring 3, on four CPUs", "--ring", "3", "--smp", "4", PROGRAM, "0")
brings(SCRATCH / "fault", LEFT, 5, "after an unhandled exception", PROGRAM, "fault")
brings(SCRATCH / "abort", LEFT, 125, "after abort", PROGRAM, "abort")
brings(SCRATCH / "terminate", LEFT, 5, "after TerminateProcess", PROGRAM, "terminate")
brings(SCRATCH / "traced", LEFT, 0, "of a traced run", "--trace", PROGRAM, "0")
if "bochs" not in os.environ.get("LEAVE_OUT", "").split():
    brings(SCRATCH / "bochs", LEFT, 0, "from Bochs", "--emulator", "bochs", PROGRAM, "0")
brings(SCRATCH / "checked", LEFT, 0, "from a checking build, which gives files back before the end", "--checked", SOURCE, "0")
image = SCRATCH / "writer.exe"
subprocess.run(["i686-w64-mingw32-gcc", "-o", image, SOURCE], check=True)
brings(SCRATCH / "windows", LEFT, 4, "of a program for Windows, which does not come itself", image, "4")

late = trapline("run", "--timeout", "2", "--out", SCRATCH / "late", PROGRAM, "forever")
ok(late.returncode == 124 and not found(SCRATCH / "late") and "no file is brought back: files leave when the program ends" in late.stderr,
   "past the time limit a line says that none comes", late.stderr)
taken = trapline("run", "--out", SOURCE, PROGRAM, "0")
ok(taken.returncode == 2 and taken.stderr.count("\n") == 1 and str(SOURCE) in taken.stderr, "a file in the folder's place is told before the run", taken.stderr)
quiet = trapline("run", PROGRAM, "0")
ok(quiet.stderr == "" and quiet.returncode == 0, "without the option nothing is brought or said", quiet.stderr)
recording = SCRATCH / "run.rec"
trapline("run", "--out", SCRATCH / "recorded", "--record", recording, PROGRAM, "0")
ok(found(SCRATCH / "recorded") == LEFT and recording.stat().st_size > 0 and b"seventeen letters"[:16] not in recording.read_bytes(),
   "a recording has no files in it")

# ---------------------------------------------------------------- nothing leaves the folder

EVENTS = Events.declared()


def record(event: str, *words: int, text: bytes = b"") -> Record:
    padded = text.ljust(16, b"\0")
    arguments = [int.from_bytes(padded[at:at + 4], "little") for at in range(0, 16, 4)] if text else [*words, 0, 0, 0, 0][:4]
    return Record(0, EVENTS.number(event), 0, len(text), 0, 0, tuple(arguments))


def bring(folder: Path, name: bytes, content: bytes = b"content", size: int | None = None) -> str:
    """The line about a file of this name, which the runtime would send so."""
    bringer = Bringer(folder, (), EVENTS)
    pieces = [("file_name", name), ("file_bytes", content)]
    records = [record("file", len(content) if size is None else size, 0)]
    records += [record(event, text=text[at:at + 16]) for event, text in pieces for at in range(0, len(text), 16)]
    ok(all([bringer.takes(one) for one in records]), f"the events of {name[:20]!r} are a file's")
    with mock.patch("run.brought_files.say") as said:
        bringer.finish(True)
    return "\n".join(call.args[0] for call in said.call_args_list)


folder, outside = SCRATCH / "in" / "folder", SCRATCH / "outside"
folder.mkdir(parents=True)
outside.mkdir()
OUT = "its name leads out of the folder"
for name, why in ((rb"..\up", OUT), (rb"one\..\..\up", OUT), (rb"\absolute", OUT), (b"", OUT), (b".", OUT),
                  (b"/etc/absolute", "no file of this system can have its name"), (b"a/../../up", "no file of this system can have its name"),
                  (b"n" * 300, "File name too long")):
    said = bring(folder, name)
    ok(f"is not brought back: {why}" in said and not found(SCRATCH / "in"), f"{name[:20]!r} is refused", said, found(SCRATCH / "in"))
(folder / "link").symlink_to(outside)
said = bring(folder, rb"link\file")
ok("is not brought back" in said and not found(outside), "a link to a folder elsewhere is not followed", said)
(outside / "file").write_text("before")
(folder / "to-file").symlink_to(outside / "file")
os.link(outside / "file", folder / "second-name")
bring(folder, b"to-file")
bring(folder, b"second-name")
ok((outside / "file").read_text() == "before" and (folder / "to-file").read_text() == (folder / "second-name").read_text() == "content",
   "an existing file is replaced, and what it is another name of stays")
(folder / "file").write_text("long before")
bring(folder, b"file", b"")
ok((folder / "file").read_text() == "", "an existing file is overwritten")
bring(folder, b"place")
said = bring(folder, rb"place\file")
ok("is not brought back: Not a directory" in said, "a file in a folder's place is told", said)
said = bring(folder, b"part", b"content", 1000)
ok("part is not brought back: its memory is gone" in said and not (folder / "part").exists(), "a file of which some is missing is told", said)
finish()
