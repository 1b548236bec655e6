"""A computer to run on, and what it boots."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Optional, Sequence

from run.files import GivenFile
from run.streams import INPUT_IS_PIPE



class Tape(NamedTuple):
    """A run as QEMU records it, or plays it again, instruction for instruction: the run's log, and a disc that no program sees,
    for the states of the machine to which one can go back."""

    log: Path
    states: Path
    is_played: bool
    is_whole: bool = False  # up to the program's end


class Machine(NamedTuple):
    """None as CPU or memory is the emulator's own choice."""

    emulator: str = "qemu"
    cpu: Optional[str] = None
    memory: Optional[int] = None  # megabytes
    cpus: int = 1
    virtual_time: bool = False
    gdb_port: Optional[int] = None
    date: Optional[datetime] = None  # of the calendar clock at the start, UTC; None: the host's
    is_steered: bool = False  # QEMU only: it waits for what tools/bench/gdb_stub.py says over Session.debugger
    fast_console: bool = True  # QEMU only: output and events leave by a paravirtual console; else by the serial ports
    tape: Optional[Tape] = None  # QEMU only, one CPU, without the fast console
    seed: Optional[int] = None  # Bochs only, several CPUs: of how they go on (seeds.py)

    @property
    def counts_exactly(self) -> bool:
        """Whether its time is the instructions that it has executed, and the same in every run."""
        return self.emulator == "qemu" and self.virtual_time and not self.is_steered and not self.tape

    @property
    def waits_for_host(self) -> bool:
        """Whether the machine stands while the host does not take its output: how long that lasts must not count."""
        return self.counts_exactly or self.tape is not None


class Boot(NamedTuple):
    """An image with its command line (its first word is argv[0]) and the program's files."""

    image: Path
    words: Sequence[str]
    files: Sequence[GivenFile] = ()

    @property
    def input_is_pipe(self) -> bool:
        """Whether the runtime has been told that the program's input is a pipe."""
        return INPUT_IS_PIPE in self.words


class Disc(NamedTuple):
    """A whole disc, which has all of that."""

    path: Path

    @property
    def input_is_pipe(self) -> bool:
        return False
