#!/usr/bin/env python3
"""Every test image runs in ring 3, or says why not.

It runs there by a variant in its first comment: `ring=3`, or the argument `ring3` with which it goes there itself. Otherwise a
paragraph of that comment begins with "Ring 0 only:" and says why, or with "Ring 3:" and names the script that runs it there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from programs import opening_comment, test_images  # noqa: E402
from testing.variants import declarations  # noqa: E402


def wrong_with(source: Path) -> str:
    """The fault of the image's first comment, or nothing."""
    paragraphs = [" ".join(text.split()) for text in re.split(r"\n\s*\n", opening_comment(source))]
    runs = any(run.get("ring") == 3 or "ring3" in run.get("args", []) for run in declarations(source))
    reasons = [text for text in paragraphs if re.match(r"Ring 0 only: \w.+\.$", text)]
    scripts = [name for text in paragraphs for name in re.findall(r"^Ring 3: (\w+\.t)\.$", text)]
    if missing := [name for name in scripts if "--ring" not in text_of(source.with_name(name))]:
        return f"{missing[0]} does not run it in ring 3"
    if runs + len(reasons) + len(scripts) != 1:
        return "it needs a variant with ring=3, or one reason against it" if not runs else "it runs in ring 3 after all"
    return ""


def text_of(script: Path) -> str:
    return script.read_text() if script.is_file() else ""


found = {image.name: wrong_with(image.source) for image in test_images()}
bad = {name: text for name, text in found.items() if text}
print(f"{'not ' * bool(bad)}ok 1 - each of {len(found)} images runs in ring 3, or says why not", flush=True)
for name, text in bad.items():
    print(f"# {name}: {text}", file=sys.stderr)
held = len(found) > 100
print(f"{'not ' * (not held)}ok 2 - there are many of them")
print("1..2")
sys.exit(bool(bad) or not held)
