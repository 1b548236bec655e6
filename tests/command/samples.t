#!/usr/bin/env python3
"""The page of samples for reverse engineers: each command on it shows what the page says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import ROOT, finish, ok  # noqa: E402

from course import transcripts  # noqa: E402

PAGE = ROOT / "docs" / "windows-samples.md"
SECONDS = 200

commands = []
for kind, fence in transcripts.FENCE.findall(PAGE.read_text()):
    if kind != "console":
        continue
    command, typed, shown = transcripts.command_of(fence)
    commands.append(command)
    done = subprocess.run(["bash", "-c", command], input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                          timeout=SECONDS)
    ok(not (wrong := transcripts.compare(shown, done.stdout).wrong), f"{command} shows what the page does", *wrong)
sources = sorted(path.name for path in (ROOT / "examples" / "windows").glob("*.c"))
built = sorted({name for command in commands for name in sources if f"examples/windows/{name}" in command})
ok(built == sources, "each sample is built", *sources)
finish()
