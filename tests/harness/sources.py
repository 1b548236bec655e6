"""Programs from sources that a script holds as texts, in a folder that goes with it. Behind tap."""

from __future__ import annotations

from pathlib import Path

from tap import ok, scratch_folder, trapline, without_builds

scratch = scratch_folder()


def file(name: str, text: str) -> Path:
    path = scratch / name
    path.write_text(text)
    return path


def runs(status: int, says: str, claim: str, *words: object, given: str = "") -> None:
    done = trapline("run", *words, given=given)
    ok((done.returncode, done.stdout) == (status, says), claim, done)


def refused(says: str, claim: str, *words: object) -> None:
    done = trapline(*words)
    said = without_builds(done.stderr)
    ok(done.returncode == 2 and says in said, claim, done)
