#!/usr/bin/env python3
"""Makes the two pictures of browsers in README anew: a page of a run, and a page of the course with its machine.

    python3 tests/harness/screens.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "harness"))

from browser import Browser  # noqa: E402
from tap import trapline  # noqa: E402

SCREENS = ROOT / "docs" / "screens"
PAGE_SIZE = 1400, 780  # README's first screen has room below it
SITE_SIZE = 1280, 880
RUN_SECONDS = 60.0


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder, Browser() as browser:
        place = Path(folder)
        trapline("page", "two-passes", "-o", place / "page.html")
        trapline("web", "-o", place / "site")
        browser.size(*PAGE_SIZE)
        browser.open(f"file://{place}/page.html#event=9")
        browser.picture(SCREENS / "page.png")
        browser.size(*SITE_SIZE)
        browser.open(f"file://{place}/site/07-two-passes.html")
        browser.click("#run")
        browser.until("return document.body.textContent.includes('ended with status')", RUN_SECONDS)
        browser.picture(SCREENS / "site.png")


if __name__ == "__main__":
    main()
