"""Records a run, so that it can be played again, instruction for instruction."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from pathlib import Path
from typing import Iterator

from console import CommandError
from record.events import Events
from run.emulator import start
from run.machine import Boot, Machine, Tape
from run.session import Conversation, Source

START_SECONDS = 60.0  # until the image is up; on a busy host that alone may last longer than the recording
STATES_SIZE = "1M"  # of the disc that keeps the machine's states; they lie behind its own bytes


@contextlib.contextmanager
def taped(machine: Machine, boot: Boot, source: Source, seconds: float) -> Iterator[Tape]:
    """Runs a program once, unseen, for at most so many seconds from its start. Leaving forgets the recording. Raises CommandError when there is none."""
    if machine.cpus > 1:
        raise CommandError("the emulator records one CPU only; leave --smp away")
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        tape = Tape(Path(folder, "log"), Path(folder, "states"), is_played=False)
        made = subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", str(tape.states), STATES_SIZE], capture_output=True, text=True)
        if made.returncode:
            raise CommandError(f"the recording cannot be kept: {made.stderr.strip()}")
        with start(machine._replace(fast_console=False, tape=tape), boot) as session:
            outcome = Conversation(session, Events.declared(), source, seconds, lambda data: None, lambda record: None, start_limit=START_SECONDS).run()
            if not outcome.booted:
                raise CommandError(f"there is no recording: {session.complaint() or session.last_words()}")
        if session.crash():  # the log is not whole
            raise CommandError(f"there is no recording: the emulator was ended before it had finished it ({session.crash()})")
        yield tape._replace(is_played=True, is_whole=outcome.status is not None)
