"""A recording: a file with all events of a run, the moments in which they happened, and the image that they are from. Nothing else is
needed to look at it.

    trapline recording 1
    {"words": [the boot command line's], "events": [their names, by number], "image": bytes,
     "modules": {name: bytes, of each file of Windows that the program was given}}                 one line
    the image, compressed, and those files, too
    the records, as the runtime sends them (struct trace_record), to the end of the file

A run that is cut off leaves a recording that ends early.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
import zlib
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Iterator, Mapping, NamedTuple, Optional, Sequence, Type

import forms
from build.elf import Symbols
from console import CommandError
from record.events import BEGINNING, LAYOUT, LAYOUT_CPU, LAYOUT_EVENT, LAYOUT_LENGTH, LONGEST, MOST_CPUS, Events, Record
from record.modules import Modules
from record.source_lines import SourceLines

MAGIC = b"trapline recording 1\n"
HEAD = {"words": lambda words: forms.fits(words, [str]) and len(words) > 0, "events": [str], "image": lambda size: _is_size(size)}
MODULES = {str: lambda size: _is_size(size)}  # a program without files of Windows needs none
UNKNOWN = 0xFFFF  # the number of an event that is not declared


def _is_size(value: object) -> bool:
    return type(value) is int and value >= 0


class Recorder:
    """Writes a recording while the run goes on: `happened` takes each event."""

    def __init__(self, path: Path, words: Sequence[str], image: Path, events: Events, modules: Mapping[str, Path]) -> None:
        """Raises CommandError where the file cannot be written."""
        packed = zlib.compress(image.read_bytes(), 1)
        self._path = path
        try:
            files = {name: zlib.compress(file.read_bytes(), 1) for name, file in modules.items()}
            head = {"words": list(words), "events": events.names(), "image": len(packed), "modules": {name: len(data) for name, data in files.items()}}
            self._file = path.open("wb")
            self._file.write(MAGIC + json.dumps(head).encode() + b"\n" + packed + b"".join(files.values()))
        except OSError as problem:
            raise self._trouble(problem) from None

    def happened(self, record: Record) -> None:
        try:
            self._file.write(record.encode())
        except OSError as problem:
            raise self._trouble(problem) from None

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], problem: Optional[BaseException], where: Optional[TracebackType]) -> None:
        try:
            self._file.close()
        except OSError as trouble:
            if kind is None:
                raise self._trouble(trouble) from None

    def _trouble(self, problem: OSError) -> CommandError:
        return CommandError(f"the recording {self._path} cannot be written: {problem.strerror}")


class NoRecorder(contextlib.nullcontext):
    """Keeps nothing, in the place of a Recorder."""

    def __init__(self) -> None:
        super().__init__(self)

    def happened(self, record: Record) -> None:
        pass


class Recording:
    """A recording to look at. Its records have the numbers of the events that are declared now."""

    def __init__(self, path: Path, events: Events) -> None:
        """Raises CommandError for a file that cannot be read, is none, or is damaged."""
        try:
            with path.open("rb") as file:
                if file.read(len(MAGIC)) != MAGIC:
                    raise CommandError(f"{path} is no recording of this version; ./trapline run PROGRAM --record FILE makes one")
                head, rest = forms.parsed(file.readline()), memoryview(file.read())
            if not forms.fits(head, HEAD):
                raise ValueError("its header is not whole")
            sizes = head.get("modules", {})
            if not forms.fits(sizes, MODULES):
                raise ValueError("its header is not whole")
            if head["image"] + sum(sizes.values()) > len(rest):
                raise ValueError("it ends inside its image")
            self.words: list[str] = head["words"]
            self._events = events
            # Numbers as they are declared now, by those in the file.
            self._numbers = {old: UNKNOWN if events.number(name) < 0 else events.number(name) for old, name in enumerate(head["events"])}
            self.of_moments = {number for number in self._numbers.values() if number != UNKNOWN and events[number].is_of_moment}
            self._image = zlib.decompress(rest[: head["image"]])
            self._modules: dict[str, bytes] = {}
            at = head["image"]
            for name, size in sizes.items():
                self._modules[name] = zlib.decompress(rest[at : at + size])
                at += size
            records = rest[at:]
            self._records = records[: len(records) // LAYOUT.size * LAYOUT.size]
            if max(self._records[LAYOUT_CPU :: LAYOUT.size], default=0) >= MOST_CPUS:
                raise ValueError(f"it has an event of a CPU beyond the {MOST_CPUS} that there can be")
            if max(self._records[LAYOUT_LENGTH :: LAYOUT.size], default=0) > LONGEST:
                raise ValueError(f"it has an event with more than {LONGEST} bytes")
        except OSError as problem:
            raise CommandError(f"{path} cannot be read: {problem.strerror}") from None
        except (ValueError, zlib.error) as problem:
            raise CommandError(f"{path} is damaged: {problem}") from None

    def __len__(self) -> int:
        """The number of events."""
        return sum(1 for number in self.numbers if number not in self.of_moments)

    def __iter__(self) -> Iterator[Record]:
        """The events in their order."""
        return (self.record(number, fields) for number, fields in self.rows() if number not in self.of_moments)

    @cached_property
    def numbers(self) -> list[int]:
        """The number of each record's event, those of moments among them. An event that is declared no more has the number UNKNOWN."""
        halves = self._records.cast("H")[LAYOUT_EVENT :: LAYOUT.size // 2].tolist()
        if all(old == new for old, new in self._numbers.items()) and max(halves, default=0) < len(self._numbers):
            return halves
        return [self._numbers.get(half, UNKNOWN) for half in halves]

    def rows(self, begin: int = 0) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The number of each record's event, and the record's fields as they lie in the file, from the one with the place `begin` in
        `numbers` on."""
        return zip(self.numbers[begin:], LAYOUT.iter_unpack(self._records[begin * LAYOUT.size :]))

    def beginnings(self, end: int) -> Iterator[tuple[int, ...]]:
        """The beginnings of the records before the place `end`: event, CPU and length of each in one number, and its first word."""
        return BEGINNING.iter_unpack(self._records[: end * LAYOUT.size])

    def row(self, place: int) -> tuple[int, tuple[int, ...]]:
        """The one of `rows` with this place in `numbers`."""
        fields = self.fields(place)
        return self._numbers.get(fields[1], UNKNOWN), fields

    @staticmethod
    def record(number: int, fields: tuple[int, ...]) -> Record:
        return Record._make((fields[0], number, *fields[2:6], fields[6:]))

    def fields(self, place: int) -> tuple[int, ...]:
        """The fields of the record with this place, as they lie in the file."""
        return LAYOUT.unpack_from(self._records, place * LAYOUT.size)

    def at(self, place: int) -> Record:
        """The record with this place."""
        return self.record(*self.row(place))

    @contextlib.contextmanager
    def image(self) -> Iterator[Path]:
        """The image as a file, for tools that read one."""
        with tempfile.NamedTemporaryFile(prefix="trapline-", suffix=".elf") as file:
            file.write(self._image)
            file.flush()
            yield Path(file.name)


    @contextlib.contextmanager
    def sources(self) -> Iterator["Sources"]:
        """The files that name the addresses of the run: the image, and the modules that the run has mapped in the end."""
        with self.image() as image, tempfile.TemporaryDirectory(prefix="trapline-") as folder:
            files = {}
            for number, (name, data) in enumerate(self._modules.items()):
                files[name] = Path(folder, str(number))
                files[name].write_bytes(data)
            with Modules(image, files, self._events) as modules:
                wanted = {self._events.number(name) for name in ("module", "module_name")} if files else set()
                if wanted:
                    for record in self:
                        if record.event in wanted:
                            modules.happened(record)
                with SourceLines(image, modules) as places:
                    yield Sources(image, Symbols(image, modules), places, modules)


class Sources(NamedTuple):
    """The files that name the addresses of a recorded run."""

    image: Path
    symbols: Symbols
    places: SourceLines
    modules: Modules


def is_recording(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
