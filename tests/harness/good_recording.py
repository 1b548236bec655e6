"""Recordings of runs in their parts, for tests that put them together otherwise."""

from __future__ import annotations

import functools
import json
import zlib
from pathlib import Path
from typing import NamedTuple

from record.events import LAYOUT
from record.recording import MAGIC
from tap import finish, ok, trapline

MOST_RECORDS = 2500  # of a run, so that no look at it takes long


class Good(NamedTuple):
    head: dict
    image: bytes
    records: bytes

    def file(self) -> bytes:
        """The recording that has these parts."""
        image = packed(self.image)
        return whole(json.dumps({**self.head, "image": len(image)}).encode(), image, self.records)


@functools.lru_cache(maxsize=8)
def packed(image: bytes) -> bytes:
    return zlib.compress(image, 1)


def whole(head: bytes, image: bytes, records: bytes) -> bytes:
    return MAGIC + head + b"\n" + image + records


def recorded(scratch: Path, name: str, *options: str) -> Good:
    """Runs a program. The test ends where that cannot be recorded."""
    path = scratch / "good"
    done = trapline("run", name, *options, "--virtual-time", "--record", path)
    if not path.exists():
        ok(False, f"{name} is recorded", done.stdout, done.stderr)
        finish()
    data = path.read_bytes()
    path.unlink()
    at = data.index(b"\n", len(MAGIC)) + 1
    head = json.loads(data[len(MAGIC) : at])
    return Good(head, zlib.decompress(data[at : at + head["image"]]), data[at + head["image"] :][: MOST_RECORDS * LAYOUT.size])
