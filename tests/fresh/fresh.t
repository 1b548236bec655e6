#!/usr/bin/env python3
"""The commands that are tried on fresh systems are those of the documents, all of them. tests/fresh/run tries them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "harness")]

from command_rows import commands, options, programs, rows, tries  # noqa: E402
from tap import finish, ok  # noqa: E402

table = rows()
ok(len(commands()) > 20 and len(options()) > 15, "the documents have commands and options", commands(), options())
for command in commands():
    ok(any(tries(command, row) for row in table), f"{command} is in the table, and tried or left out for a reason")
for option in options():
    ok(any(re.search(rf"(?<!\S){option}(?!\S)", row.command) for row in table), f"{option} is in the table, too")
ok({"mine.c", "by_hand.c"} <= set(programs()), "the documents have the programs that they run")
silent = [row.command for row in table if row.kind == "not" and not row.prints]
ok(not silent, "each row that is not tried says why", *silent)
finish()
