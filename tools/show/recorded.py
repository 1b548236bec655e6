"""The recording that a command looks at, given or made of a program now; and the place of the files that it makes of it."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import Iterator, Sequence

from console import CommandError
from options import CommandLine
from programs import find_all
from record.events import Events
from record.recording import Recording, is_recording
from run import run

OPTIONS = tuple(option for option in run.OPTIONS if option.flag not in ("--trace", "--gdb", "--record"))  # of run, that mean something here


def check_subject(what: str, operands: Sequence[str]) -> None:
    """Raises CommandError for words that mean neither a recording nor a program."""
    if not operands:
        raise CommandError(f"a {what} of what? Give an example's name, a .c file, or a recording (./trapline list shows the examples)")
    if not is_recording(Path(operands[0])):
        find_all(operands)


@contextlib.contextmanager
def recorded(line: CommandLine, events: Events, is_silent: bool = True) -> Iterator[tuple[Recording, int]]:
    """The recording, and the status with which the program has ended; 0 where no program was run. `is_silent`: nothing of the program
    is shown."""
    what = Path(line.operands[0])
    if is_recording(what):
        yield Recording(what, events), 0
        return
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        path = Path(folder, "recording")
        line.values.update({"trace": False, "gdb": False, "record": str(path)})
        status = run.run(line, line.operands, line.rest, run.RUN_SECONDS, is_silent=is_silent)
        yield Recording(path, events), status


def write(line: CommandLine, suffix: str, text: str) -> Path:
    """Writes to the file behind -o, or here to one with WHAT's name and the suffix. Returns its name. Raises CommandError."""
    output = Path(line["o"] or Path(line.operands[0]).with_suffix(suffix).name)
    try:
        output.write_text(text, encoding="utf-8", errors="backslashreplace")  # an argument of the program may be no UTF-8
    except OSError as problem:
        raise CommandError(f"{output} cannot be written: {problem.strerror}") from None
    return output
