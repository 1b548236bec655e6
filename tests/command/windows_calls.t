#!/usr/bin/env python3
"""The page of Windows' calls is that of today's lists, and what it says to fall short is there."""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok  # noqa: E402

from build.windows_modules import exported  # noqa: E402
from run.calls_page import PAGE, SHORT, meant, page, short_rows  # noqa: E402

text, modules = PAGE.read_text(), exported()
ok(text == page(), "docs/windows-calls.md is that of today's lists; tools/run/renew-calls makes it anew",
   *sorted(set(page().split()) ^ set(text.split()))[:20])
ok(all(f"| [{name}](#{name.replace('.', '')}) | {len(names)} |" in text for name, names in modules.items() if names), "each module is there, with its number of names")
ok(all(name in text for names in modules.values() for name in names), "each name is there")
unknown = [name for name in short_rows() if not any(meant(name, names) for names in modules.values())]
ok(not unknown, f"each call of {SHORT.name} is exported", *unknown)
rows = [line for line in SHORT.read_text().splitlines() if line and not line.startswith("#")]
ok(sum(len(line.partition(": ")[0].split()) for line in rows) == len(short_rows()), "no call stands there twice")
ok(all(line.partition(": ")[2] for line in rows), "each row says what falls short")
fewer = {name: names - {"ExitProcess"} for name, names in modules.items()}
ok(page(fewer) != page(), "a call that comes or goes changes the page")
finish()
