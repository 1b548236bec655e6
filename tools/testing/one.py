"""Runs one variant of an image. The variant's standard output is TAP.

An image that prints TAP speaks for itself, and its exit status must be the declared one. About any
other image the claims are made here.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Callable

from programs import ROOT
from record.events import Events, Record
from run import grub, schedule, streams
from run.emulator import start
from run.machine import Boot, Disc, Machine
from run.session import Conversation, Source
from testing import report
from testing.variants import Variant


def what_runs(variant: Variant, image: Path) -> tuple[Machine, list[str]]:
    """The machine, and the image's command line. By a schedule both are as `trapline run` has them, which repeats the run."""
    machine = Machine(variant.emulator, variant.cpu, variant.memory, variant.smp, variant.virtual_time)
    ring = ["trapline:ring=3"] * (variant.ring == 3)
    if variant.schedule is None:
        return machine, [variant.program, *ring, *variant.args]
    given = schedule.schedule(variant.schedule)
    word = schedule.OPTION + given.text
    if variant.smp == 1 and not given.counts_runtime:
        return schedule.repeating(machine), [variant.program, word, *ring, *variant.args]
    machine = schedule.repeating(machine) if variant.smp == 1 else schedule.on_cpus(machine, given)
    return machine, [variant.program, *schedule.RECORDED, word, *ring, *streams.known(streams.PIPES, image), *variant.args]


def run(variant: Variant, booted: Callable[[float], object]) -> int:
    """Runs the variant and relays or makes its claims. Returns the exit status for prove. `booted` learns the seconds from the
    start of the emulator to that of the program."""
    output, records = bytearray(), bytearray()
    claims = report.Claims()
    events = Events.declared()
    started = events.number("started")
    announce = variant.prints_tap

    def heard(data: bytes) -> None:
        output.extend(data)
        if announce:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def happened(record: Record) -> None:
        records.extend(record.encode())
        if record.event == started:
            booted(time.monotonic() - session.started)

    image = ROOT / variant.image
    machine, words = what_runs(variant, image)
    if variant.schedule is not None:
        stamped = schedule.stamped(schedule.digest(image, words, (), variant.smp), variant.schedule)
        variant = replace(variant, schedule=stamped)
    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        boot: Boot | Disc = Disc(grub.single_image(Path(folder), image, words)) if variant.iso else Boot(image, words)
        with start(machine, boot) as session:
            source = Source(data=variant.input.encode("latin-1"), is_pipe=boot.input_is_pipe)
            outcome = Conversation(session, events, source, variant.timeout, heard, happened).run()
            how = report.ending(variant, outcome, session.complaint())

    good = report.as_expected(variant, outcome)
    if announce and output and not output.endswith(b"\n"):
        print()
    if not announce:
        claims.claim(good, report.wanted_ending(variant), [how])
        report.claim_output(claims, variant, output.decode("utf-8", "replace"))
        claims.plan()
    failed = announce and report.failed_claims(output.decode("utf-8", "replace").splitlines())
    if good and claims.all_held and not failed:
        report.forget_logs(variant)
        return 0
    report.keep_logs(variant, bytes(output), bytes(records), how)
    return 1 if good else report.failure_status(outcome)
