"""Files of a run that come back to the host: `--out FOLDER`. The runtime sends them at the end (kernel/report/files_out.c)."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Iterator, NamedTuple, Sequence

from console import YELLOW, CommandError, count, say
from record.events import Events, Record
from run.files import GivenFile

START_FOLDERS = ("windows", r"windows\system32", r"windows\temp")  # ram_begin of lib/ram_files.c
NO_PART = ("", ".", "..")  # parts of a name that are none of a file's own
AS_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
AS_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


class Sent(NamedTuple):
    """A file or folder as it arrives."""

    size: int
    is_folder: bool
    name: bytearray
    content: bytearray

    @property
    def parts(self) -> list[bytes]:
        return bytes(self.name).split(b"\\")

    @property
    def shown(self) -> str:
        return self.name.decode(errors="replace")


class Refused(Exception):
    """Why a file does not come to the host."""


class NoBringer(contextlib.nullcontext):
    """Brings nothing, in the place of a Bringer."""

    def takes(self, record: Record) -> bool:
        return False

    def finish(self, ended: bool) -> None:
        pass


class Bringer:
    """Takes the events of files, and writes the files at the end: new ones, and those that differ from what the program was given.

    Nothing outside of the folder is ever written: each part of a name is opened in the folder before it, and no link is followed.
    """

    def __init__(self, folder: Path, given: Sequence[GivenFile], events: Events) -> None:
        """Makes the folder where there is none. Raises CommandError where that cannot be."""
        self._folder = folder
        self._file, self._name, self._bytes = (events.number(name) for name in ("file", "file_name", "file_bytes"))
        self._sent: list[Sent] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._given = {file.name.lower(): _digest(file.path.read_bytes()) for file in given}
        except OSError as problem:
            raise CommandError(f"--out {folder}: {problem.strerror} ({problem.filename})") from None

    def takes(self, record: Record) -> bool:
        """Whether the event is about a file, and so for nobody else."""
        if record.event == self._file:
            self._sent.append(Sent(record.arguments[0], record.arguments[1] != 0, bytearray(), bytearray()))
        elif record.event == self._name and self._sent:
            self._sent[-1].name.extend(record.text())
        elif record.event == self._bytes and self._sent:
            self._sent[-1].content.extend(record.text())
        else:
            return record.event in (self._name, self._bytes)
        return True

    def finish(self, ended: bool) -> None:
        """Writes the files. `ended`: the program has come to its end, so that they are all here."""
        if not ended:
            say("no file is brought back: files leave when the program ends", YELLOW)
            return
        written = sum(self._bring(sent) for sent in self._sent if self._is_wanted(sent))
        say(f"{count(written, 'file')} brought back to {self._folder}")

    def _is_wanted(self, sent: Sent) -> bool:
        name = sent.shown.lower()
        if sent.is_folder:
            return name not in START_FOLDERS
        return self._given.get(name) != _digest(sent.content)

    def _bring(self, sent: Sent) -> bool:
        """Returns whether a file has been written. A file that cannot be brought is reported in a line."""
        try:
            if len(sent.content) < sent.size and not sent.is_folder:
                raise Refused("its memory is gone")
            _check(sent.parts)
            folders = sent.parts if sent.is_folder else sent.parts[:-1]
            with _opened(self._folder, folders) as place:
                if not sent.is_folder:
                    _write(place, sent.parts[-1], sent.content)
        except Refused as why:
            say(f"{sent.shown} is not brought back: {why}", YELLOW)
            return False
        except OSError as problem:
            say(f"{sent.shown} is not brought back: {problem.strerror}", YELLOW)
            return False
        return not sent.is_folder


def _digest(content: bytes | bytearray) -> bytes:
    import hashlib  # it brings a whole library, and few runs bring files

    return hashlib.sha256(content).digest()


def _check(parts: Sequence[bytes]) -> None:
    for part in parts:
        if part.decode(errors="replace") in NO_PART:
            raise Refused("its name leads out of the folder")
        if b"/" in part or b"\0" in part:
            raise Refused("no file of this system can have its name")


@contextlib.contextmanager
def _opened(folder: Path, parts: Sequence[bytes]) -> Iterator[int]:
    """The last of these folders, each in the one before it. Missing ones are made."""
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)  # the person's own word, which may be a link
    try:
        for part in parts:
            with contextlib.suppress(FileExistsError):
                os.mkdir(part, dir_fd=place)
            inner = os.open(part, AS_FOLDER, dir_fd=place)
            os.close(place)
            place = inner
        yield place
    finally:
        os.close(place)


def _write(place: int, name: bytes, content: bytes | bytearray) -> None:
    """An existing file goes first, because it may be a link, or one of several names of a file elsewhere."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name, dir_fd=place)
    with os.fdopen(os.open(name, AS_NEW_FILE, 0o666, dir_fd=place), "wb") as file:
        file.write(content)
