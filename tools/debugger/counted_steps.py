"""A step in a run by a schedule, in the words of gdb's protocol.

The runtime counts the program's instructions by the trap flag (kernel/threads/given_schedule.c). So behind each one the machine stands in the
stub of the debug trap, and a step of gdb's would end there. It is to end where the thread goes on.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from debugger.history import Errand

TRAP = "trap_stub_DB_0"  # of the only CPU that such a run has
FRAME = struct.Struct("<4I")  # what the CPU pushes: eip, cs, eflags, and from ring 3 esp
ESP, EIP = 4, 8  # in the protocol's order of registers
RING = 3  # of cs


class Place(NamedTuple):
    """Where a thread is: two threads at one instruction differ in their stacks."""

    eip: int
    esp: int


def place(registers: str) -> Place:
    values = struct.unpack_from("<9I", bytes.fromhex(registers[:72]))
    return Place(values[EIP], values[ESP])


def step_behind_trap() -> Errand:
    """From the trap's stub to the place from which it came. Meanwhile the schedule may have other threads run, also through that place. The
    errand ends early where gdb has a breakpoint."""
    stack = place((yield "g")).esp
    eip, cs, _, outer = FRAME.unpack(bytes.fromhex((yield f"m{stack:x},{FRAME.size:x}")))
    goal = Place(eip, outer if cs & RING else stack + 12)
    while True:
        yield f"Z0,{eip:x},1"
        stop = yield "c"
        yield f"z0,{eip:x},1"
        at = place((yield "g"))
        if at == goal or at.eip != eip:
            return stop
        yield "s"  # it would stop at the same breakpoint again
