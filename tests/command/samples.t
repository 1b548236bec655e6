#!/usr/bin/env python3
"""The page of samples for reverse engineers: each command on it shows what the page says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import ROOT, finish, ok, without_builds  # noqa: E402

from course import transcripts  # noqa: E402

PAGE = ROOT / "docs" / "windows-samples.md"
SECONDS = 900  # the first one builds the process

version = subprocess.run(["i686-w64-mingw32-gcc", "-dumpversion"], stdout=subprocess.PIPE, encoding="utf-8").stdout
if not version.startswith("12"):
    print(f"1..0 # SKIP the page has the code of gcc 12, and MinGW's is {version.strip()}")
    sys.exit()


def answer(command: str, typed: str) -> str:
    """The output of a command; nothing where it does not come to an end."""
    try:
        return without_builds(subprocess.run(["bash", "-c", command], input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                             errors="replace", timeout=SECONDS).stdout)
    except subprocess.TimeoutExpired:
        return ""


commands = []
for kind, fence in transcripts.FENCE.findall(PAGE.read_text()):
    if kind != "console":
        continue
    command, typed, shown = transcripts.command_of(fence)
    commands.append(command)
    wrong = transcripts.compare(shown, answer(command, typed)).wrong
    ok(not wrong, f"{command} shows what the page does", *wrong)
sources = sorted(path.name for path in (ROOT / "examples" / "windows").glob("*.c"))
built = sorted({name for command in commands for name in sources if f"examples/windows/{name}" in command})
ok(built == sources, "each sample is built", *sources)
finish()
