"""Headers by names as Windows takes them: in any case, and with \\ between folders."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator, Optional, Sequence

_MISSING = re.compile(r"^(?:(.+?):\d+:(?:\d+:)? )?fatal error: (?:(.+): No such file or directory|'(.+)' file not found)$", re.M)
_IN_NEXT_WORD = {"-I", "-iquote", "-isystem", "-idirafter"}


def stand_in(words: str, flags: Sequence[str], folder: Path) -> bool:
    """Whether the compiler lacks a header that is there by another spelling. Then a file in `folder` has the name that the
    program says, and includes the header."""
    lacks = _MISSING.search(words)
    if not lacks:
        return False
    name = lacks[2] or lacks[3]
    beside = [Path(lacks[1]).parent] if lacks[1] else []
    header = next(filter(None, (_find(place, name) for place in [*beside, *_folders(flags)])), None)
    place = folder / name
    if header is None or ".." in place.parts or place.exists():  # it would lie outside of the folder
        return False
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f'#include "{header.absolute()}"\n')
    return True


def _folders(flags: Sequence[str]) -> Iterator[Path]:
    for flag, following in zip(flags, [*flags[1:], ""]):
        if flag in _IN_NEXT_WORD:
            yield Path(following)
        elif flag.startswith("-I"):
            yield Path(flag[2:])


def _find(folder: Path, name: str) -> Optional[Path]:
    """The file of that name, whatever its spelling."""
    found = [folder]
    for part in re.split(r"[\\/]+", name):
        found = [entry for place in found if place.is_dir() for entry in ([place / part] if part in (".", "..") else sorted(place.iterdir()))
                 if part in (".", "..") or entry.name.lower() == part.lower()]
    return next((file for file in found if file.is_file()), None)
