"""A run, read to its end: how it ended, what it printed, and its events."""

from __future__ import annotations

from typing import NamedTuple

from record.events import Events, Record
from run.emulator import start
from run.machine import Boot, Machine
from run.session import Conversation, Outcome, Source

SECONDS = 600.0


class WholeRun(NamedTuple):
    outcome: Outcome
    console: bytes
    records: list[Record]


def whole_run(machine: Machine, boot: Boot) -> WholeRun:
    console, records = bytearray(), list[Record]()
    with start(machine, boot) as session:
        outcome = Conversation(session, Events.declared(), Source(), SECONDS, console.extend, records.append).run()
    return WholeRun(outcome, bytes(console), records)
