"""Libraries that the course's site takes from others: packages of npm, in the versions that tools/course/web/package-lock.json pins."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping

from build_folder import BUILD, prepare
from console import CommandError, say
from programs import ROOT

OWN = ROOT / "tools" / "course" / "web"
FOLDER = BUILD / "web"  # where npm works
PINS = ("package.json", "package-lock.json")
INSTALL_SECONDS = 300.0
RENDER_SECONDS = 600.0
# Scripts that pages load, by the name that each gets in the site. The emulator's own code goes there as data.
SCRIPTS = {"v86.js": "v86/build/libv86.js", "xterm.js": "@xterm/xterm/lib/xterm.js"}
SEARCH = {"minisearch.js": "minisearch/dist/umd/index.js"}  # of every page, when its search is used
STYLES = {"xterm.css": "@xterm/xterm/css/xterm.css"}
EMULATOR = "v86/build/v86.wasm"
EMULATOR_NAME = "emulator"
# The purpose of each package. Packages of the second kind work while the site is built, and leave no code of theirs in it.
USES = {"v86": "emulates the machine", "@xterm/xterm": "is the terminal", "marked": "makes pages of the course's text",
        "highlight.js": "colours the programs", "minisearch": "finds words in the site"}
LICENCES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE")


@dataclass(frozen=True)
class Library:
    name: str
    version: str
    licence: str
    text: str

    @property
    def use(self) -> str:
        return USES[self.name]


def package(name: str) -> Path:
    return FOLDER / "node_modules" / name


def install() -> None:
    """Brings the packages into build/web. Raises CommandError where npm cannot get them."""
    prepare()
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = FOLDER / "installed"
    pins = "".join((OWN / name).read_text() for name in PINS)
    if done.is_file() and done.read_text() == pins:
        return
    say("getting the libraries of the site ...")
    for name in PINS:
        shutil.copyfile(OWN / name, FOLDER / name)
    result = _call(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], "", INSTALL_SECONDS)
    if result.returncode:
        raise CommandError("the libraries of the site could not be had; npm's words are above", result.stderr)
    done.write_text(pins)


def libraries() -> list[Library]:
    """All that the lock file names, with their licences. Raises CommandError for one without a text."""
    packages = json.loads((OWN / "package-lock.json").read_text())["packages"]
    found = []
    for path, row in packages.items():
        if not path:
            continue
        name = path.removeprefix("node_modules/")
        file = next((package(name) / file for file in LICENCES if (package(name) / file).is_file()), None)
        if file is None or name not in USES:
            raise CommandError(f"{name} has no licence's text, or tools/course/web_libraries.py does not say what it is for")
        found.append(Library(name, row["version"], row["license"], file.read_text()))
    return found


def render(parts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """HTML for texts, by the names that they have: {"kind": "page", "line" or the name of a language, "text": ...}."""
    result = _call(["node", str(OWN / "render.mjs"), str(FOLDER)], json.dumps(parts), RENDER_SECONDS)
    if result.returncode:
        raise CommandError("the pages could not be made; node's words are above", result.stderr)
    return json.loads(result.stdout)


def _call(command: list[str], text: str, limit: float) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(command, cwd=FOLDER, input=text, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise CommandError(f"{command[0]} did not end within {limit:g} seconds") from None
