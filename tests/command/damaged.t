#!/usr/bin/env python3
"""The line by which a command ends that is given a damaged file, for damages of each kind. Random ones are in damaged_random.t."""

from __future__ import annotations

import json
import os
import struct
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Iterator
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, scratch_folder  # noqa: E402
from bench import native  # noqa: E402
from course import web_data  # noqa: E402
from good_recording import packed, recorded, whole  # noqa: E402
from in_process import Commands, ask_once, no_emulator  # noqa: E402
from record.events import LAYOUT_CPU, LAYOUT_LENGTH  # noqa: E402
from run import run  # noqa: E402
from show import draw, page, timeline  # noqa: E402

scratch = scratch_folder()
os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)
path, made = scratch / "case", scratch / "made"
DEEP = 100_000  # brackets, each in the one before
GOOD = recorded(scratch, "two-passes")
COMMANDS = Commands(scratch)
ask_once([GOOD.image])


def recordings_with_an_end() -> Iterator[tuple[str, bytes, str]]:
    """The damage in words, the recording, and the line's words about it."""
    image = packed(GOOD.image)
    rows: tuple[tuple[str, dict[str, object], str], ...] = (
        ("an image of 2**63 bytes", {"image": 2**63}, "is damaged: it ends inside its image"),
        ("an image of -1 bytes", {"image": -1}, "is damaged: its header is not whole"),
        ("an image of true bytes", {"image": True}, "is damaged: its header is not whole"),
        ("no words", {"words": []}, "is damaged: its header is not whole"),
        ("events without names", {"events": [["raised"]]}, "is damaged: its header is not whole"),
    )
    for words, head, end in rows:
        yield words, whole(json.dumps({**GOOD.head, "image": len(image), **head}).encode(), image, GOOD.records), end
    yield "a header that is nested too deep", whole(b"[" * DEEP, image, GOOD.records), "is damaged: it is nested too deep"
    for words, at, end in (("an event of CPU 200", LAYOUT_CPU, "is damaged: it has an event of a CPU beyond"),
                           ("an event of 200 bytes", LAYOUT_LENGTH, "is damaged: it has an event with more than 20 bytes")):
        yield words, GOOD._replace(records=GOOD.records[:at] + b"\xc8" + GOOD.records[at + 1 :]).file(), end


def images_with_an_end() -> Iterator[tuple[str, bytes, str]]:
    image = GOOD.image
    (headers,) = struct.unpack_from("<I", image, 28)
    for words, layout, at, number, end in (
        ("without parts", "<H", 44, 0, "is damaged: it has nothing to load"),
        ("with rows of no bytes", "<H", 42, 0, "is damaged: it has a table with rows of 0 bytes instead of 32"),
        ("with a part behind its end", "<I", headers + 4, 0xFFFFF000, "is damaged: it is cut off"),
        ("with a part larger than its memory", "<I", headers + 20, 0, "is damaged: it has a part that is larger than its memory"),
        ("with a part at the end of all addresses", "<I", headers + 12, 0xFFFFF000, "is damaged: it has a part that is larger than its memory"),
    ):
        changed = bytearray(image)
        struct.pack_into(layout, changed, at, number)
        yield words, bytes(changed), end


def ends(tool: ModuleType, words: list[object], reason: str, claim: str) -> None:
    ended = COMMANDS.call(tool.main, list(map(str, words)), around=no_emulator)
    ok(ended.status == 2 and reason in ended.said and len(ended.said.splitlines()) == 1, claim, *ended)


for words, data, end in recordings_with_an_end():
    path.write_bytes(data)
    for tool, more in ((page, ""), (timeline, ""), (draw, ""), (draw, "1"), (draw, "1..3")):
        ends(tool, [path, *more.split(), "-o", made], end, f"{f'{tool.__name__} {more}'.rstrip()} of a recording with {words}")
path.write_bytes(GOOD._replace(records=b"").file())
ends(draw, [path, "1..3"], "there is no event 3; the run has 0 events", "draw 1..3 of a recording without records")
path.write_bytes(GOOD.file())
ends(draw, [path, f"1..{'9' * 5000}"], "no event has the words", "draw up to an event with a number of 5000 digits")
for name in ("run", "trace"):
    ends(run, [name, path], "is no ELF file", f"{name} of a recording")
for words, data, end in images_with_an_end():
    path.write_bytes(data)
    for emulator in ("qemu", "bochs"):
        ends(run, ["run", "--emulator", emulator, path], end, f"{emulator}: an image {words}")
path.write_bytes(GOOD.image)
pipe, loop, lines = scratch / "pipe", scratch / "loop", scratch / "two\nlines"
os.mkfifo(pipe)
loop.symlink_to(loop)
lines.mkdir()
for file, end in ((pipe, "this is no ordinary file"), (loop, "Too many levels of symbolic links"), (lines, "two\\nlines: this is a folder")):
    ends(run, ["run", "--file", file, path], end, f"run --file of a {file.name!a}")
loop.rename(scratch / "loop.elf")
ends(run, ["run", scratch / "loop.elf"], "there is no file", "run of a link that leads to itself")
# Arguments come from the host's command line in any bytes, so such a recording is not damaged.
path.write_bytes(GOOD._replace(head={**GOOD.head, "words": ["two-passes", "\udcff"]}).file())
for tool in (page, draw, timeline):
    ended = COMMANDS.call(tool.main, [str(path), *(["2"] if tool is draw else []), "-o", str(made)])
    ok(ended.status == 0, f"{tool.__name__} of a program with an argument that is no text", *ended)

run_of_page = {"command": "./trapline trace two-passes", "lines": [{"text": "one", "kind": ""}]}
for words, kept in (("nothing", ""), ("a list", "[]"), ("lines without text", '{"command": "x", "lines": [{}]}'), ("lists that are nested too deep", "[" * DEEP)):
    path.write_text(kept)
    command, shown = web_data._kept(path, lambda: run_of_page)
    ok(command == run_of_page["command"] and [line.text for line in shown] == ["one"] and json.loads(path.read_text()) == run_of_page,
       f"the site: a run of which there is {words} is made anew")
for words, kept in (("nothing", ""), ("a list", "[]"), ("a median of 0", '{"cpu": "", "rounds": 1, "results": {"life": {"floor": {"median": 0, "spread": 0}}}}')):
    path.write_text(kept)
    with mock.patch.object(native, "SAVED", path):
        ok(native.saved() is None, f"the native comparison: a report that has {words} is none")

finish()
