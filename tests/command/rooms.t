#!/usr/bin/env python3
"""The rooms of tools/ use each other as the table of docs/internals/rooms.md says, and in one direction: a room uses rooms that stand above it there."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from tap import finish, ok  # noqa: E402

ROW = re.compile(r"^\| `tools/(\w+)/` \| [^|]+ \|([^|]*)\|$", re.M)


def room_of(module: str) -> str:
    """The room of a module of tools/; empty for those at the top, and for what is no module of tools/."""
    first = module.partition(".")[0]
    return first if (TOOLS / first).is_dir() else ""


def modules(source: Path) -> set[str]:
    """All that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def sources(room: Path) -> list[Path]:
    return [path for path in sorted(room.iterdir()) if path.is_file() and (path.suffix == ".py" or path.read_bytes().startswith(b"#!/usr/bin/env -S python3"))]


def used(room: Path) -> dict[str, str]:
    """The rooms that a room's files use, each with one of these files."""
    return {other: source.name for source in sources(room) for module in modules(source) if (other := room_of(module)) not in ("", room.name)}


table = {room: re.findall(r"\w+", uses) for room, uses in ROW.findall((ROOT / "docs/internals/rooms.md").read_text())}
rooms = [path for path in sorted(TOOLS.iterdir()) if path.is_dir() and sources(path)]
ok(sorted(table) == sorted(room.name for room in rooms), "each room of tools/ stands in the table", sorted(table), [room.name for room in rooms])
for number, (name, allowed) in enumerate(table.items()):
    ok(set(allowed) <= set(list(table)[:number]), f"{name} may use rooms above it", allowed)
for room in rooms:
    found = used(room)
    ok(sorted(found) == sorted(table.get(room.name, ())), f"{room.name} uses the rooms that its row names", found)
ok(not used(TOOLS), "what lies at the top of tools/ uses no room", used(TOOLS))
finish()
