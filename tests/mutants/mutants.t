#!/usr/bin/env python3
"""The tables of broken rules fit the sources: each edit can be made, its tests exist, and each script has one. tests/mutants/run makes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "harness")]

from rule_rows import ROOT, rows  # noqa: E402
from tap import finish, ok  # noqa: E402

table = rows()
for row in table:
    count = row.stands(ROOT)
    ok(count == 1 and row.new != row.old, f"{row.file}: {row.rule}", f"its text stands there {count} times: {row.old}")
listed = subprocess.run([ROOT / "trapline", "test", "--list", "--all"], capture_output=True, text=True, check=True).stdout
known = {name.split(".")[0] for name in listed.split()}
named = {test for row in table for test in row.tests}
ok(named <= known, "each test that must notice exists", *sorted(named - known))
scripts = {path.stem for path in (ROOT / "tests").glob("*/*.t")} - {Path(__file__).stem}
ok(len(scripts) > 50 and scripts <= named, "each script has an edit that it must notice", *sorted(scripts - named))
finish()
