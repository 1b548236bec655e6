#!/usr/bin/env python3
"""The narration's words, line by line from records made here, and the command `trace` with its options."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "harness")]

from elf import Symbols  # noqa: E402
from events import Events, Record  # noqa: E402
from places import Places  # noqa: E402
from tap import finish, ok  # noqa: E402
from wording import Wording  # noqa: E402

EVENTS = Events.declared()
EIP, STACK = 0x80101234, 0x1003F000


def record(name: str, *arguments: int, thread: int = 0, kernel: int = 8, text: bytes = b"") -> Record:
    """A record as the machine would send it."""
    words = [*arguments, *(int.from_bytes(text[at : at + 4], "little") for at in range(0, len(text), 4)), 0, 0, 0, 0]
    return Record(0, EVENTS.number(name), 0, len(text), kernel, thread, tuple(words[:4]))


def said(name: str, *arguments: int) -> str:
    return Wording(EVENTS, Symbols(None), Places(None)).sentence(record(name, *arguments))


def tells(got: object, wanted: object, claim: str) -> None:
    ok(got == wanted, claim, f"it says:  {got}", f"expected: {wanted}")


# ---------------------------------------------------------------- traps

CR2 = 0x00401000
ACCESSES = (  # error code, address, words
    (0x0, CR2, "read of a page that is not there"),
    (0x1, CR2, "read of a page that must not be read"),
    (0x2, CR2, "write to a page that is not there"),
    (0x3, CR2, "write to a page that must not be written"),
    (0x4, CR2, "read of a page that is not there"),
    (0x5, CR2, "read of a page that ring 3 must not read"),
    (0x6, CR2, "write to a page that is not there"),
    (0x7, CR2, "write to a page that ring 3 must not write"),
    (0x9, CR2, "read of a page whose entry in the page table the CPU does not know"),
    (0x11, CR2, "execution of a page that must not be executed"),
    (0x10, CR2, "execution of a page that is not there"),
    (0x0, EIP, "execution of a page that is not there"),
    (0x5, EIP, "execution of a page that ring 3 must not execute"),
    (0x3, EIP, "write to a page that must not be written"),
)
for error, address, words in ACCESSES:
    tells(said("trapped", 14, EIP, error, address), f"trap #PF (page fault) at {EIP:08X}: {words}, error code {error:08X}, cr2 {address:08X}",
          f"error code {error:X} of a page fault at {'the instruction' if address == EIP else 'other memory'} is told in words")
TRAPS = (  # vector, error code, cr2, words
    (0, 0, 0, "trap #DE (divide error) at 80101234"),
    (8, 2, 0x10012FFC, "trap #DF (double fault) at 80101234: the CPU could not push a fault's state to the stack, cr2 10012FFC"),
    (13, 0, 0, "trap #GP (general protection fault) at 80101234, error code 00000000"),
    (13, 0x13, 0, "trap #GP (general protection fault) at 80101234, error code 00000013 (the gate of vector 02h)"),
    (11, 0x1A2, 0, "trap #NP (segment not present) at 80101234, error code 000001A2 (the gate of vector 34h)"),
    (13, 0x18, 0, "trap #GP (general protection fault) at 80101234, error code 00000018 (selector 0018 of the global table)"),
    (12, 0x0C, 0, "trap #SS (stack segment fault) at 80101234, error code 0000000C (selector 0008 of the local table)"),
    (17, 0, 0, "trap #AC (alignment check) at 80101234, error code 00000000"),
)
for vector, error, cr2, words in TRAPS:
    tells(said("trapped", vector, EIP, error, cr2), words, f"vector {vector} with error code {error:X} is told in words")

finish()
