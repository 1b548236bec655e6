"""Where images are built: in the checkout itself, or in a folder of links to it.

TRAPLINE_BUILD names that folder. Without it, a checkout that cannot be written has one below the user's cache.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from pathlib import Path

from console import CommandError, say
from programs import ROOT

OWN = ("build", ".git")  # of the checkout: the folder of links has no link to these


def _choose() -> Path:
    if named := os.environ.get("TRAPLINE_BUILD"):
        return Path(os.path.realpath(named))  # no exception where links lead in a circle
    if os.access(ROOT / "build" if (ROOT / "build").is_dir() else ROOT, os.W_OK):
        return ROOT
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache, "trapline", f"{zlib.crc32(os.fsencode(ROOT)):08x}").absolute()


BUILD_ROOT = _choose()  # make runs in it
BUILD = BUILD_ROOT / "build"


def prepare() -> None:
    """Makes the folder. Raises CommandError where that cannot be."""
    try:
        if BUILD_ROOT != ROOT:
            _link_all()
        BUILD.mkdir(exist_ok=True)
    except OSError as problem:
        raise CommandError(f"nothing can be built in {BUILD_ROOT} ({problem.strerror}); TRAPLINE_BUILD=FOLDER names another place") from None


def save(path: Path, content: object) -> None:
    """Writes it as JSON, whole or not at all: others may read the file meanwhile."""
    half = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        half.write_text(json.dumps(content, indent=1) + "\n")
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _link_all() -> None:
    """Links to all that the checkout has, for the first time or anew."""
    is_new = not BUILD_ROOT.exists()
    BUILD_ROOT.mkdir(parents=True, exist_ok=True)
    wanted = {path.name: path for path in ROOT.iterdir() if path.name not in OWN}
    for name, target in wanted.items():
        link = BUILD_ROOT / name
        if link.is_symlink() and Path(os.readlink(link)) == target:
            continue
        if link.exists() and not link.is_symlink():
            raise CommandError(f"{BUILD_ROOT} has a {name} of its own; TRAPLINE_BUILD wants an empty folder")
        with contextlib.suppress(FileNotFoundError):
            link.unlink()
        with contextlib.suppress(FileExistsError):  # another command has made it meanwhile
            link.symlink_to(target)
    for link in BUILD_ROOT.iterdir():
        if link.is_symlink() and link.name not in wanted:
            link.unlink()
    if is_new:
        why = "as TRAPLINE_BUILD says" if os.environ.get("TRAPLINE_BUILD") else f"because {ROOT} cannot be written"
        say(f"building in {BUILD_ROOT}, {why}")
