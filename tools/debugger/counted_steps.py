"""A step in a run by a schedule, forth and back, in the words of gdb's protocol.

The runtime counts the program's instructions by the trap flag (kernel/threads/given_schedule.c). So behind each one the machine stands in the
stub of the debug trap, and a step of gdb's would end there. It is to end where the thread goes on.
"""

from __future__ import annotations

import struct
from typing import Generator, NamedTuple, Optional

Errand = Generator[str, str, str]  # history.py says what its words are

TRAP = "trap_stub_DB_0"  # of the only CPU that such a run has
FRAME = struct.Struct("<4I")  # what the CPU pushes: eip, cs, eflags, and from ring 3 esp
ESP, EIP, EFLAGS = 4, 8, 9  # in the protocol's order of registers
TRAP_FLAG = 0x100
RING = 3  # of cs


class Place(NamedTuple):
    """Where a thread is: two threads at one instruction differ in their stacks."""

    eip: int
    esp: int


def _values(registers: str) -> tuple[int, ...]:
    return struct.unpack_from("<10I", bytes.fromhex(registers[:80]))


def place(registers: str) -> Place:
    values = _values(registers)
    return Place(values[EIP], values[ESP])


def is_counted(registers: str) -> bool:
    """Whether the machine stands before an instruction that such a trap follows, and not in the runtime's kernel."""
    return bool(_values(registers)[EFLAGS] & TRAP_FLAG)


def interrupted(esp: int) -> Generator[str, str, Place]:
    """Where the thread goes on that has come to the trap's stub, with this stack."""
    eip, cs, _, outer = FRAME.unpack(bytes.fromhex((yield f"m{esp:x},{FRAME.size:x}")))
    return Place(eip, outer if cs & RING else esp + 12)


def step_behind_trap(told: Optional[str] = None) -> Errand:
    """From the trap's stub to the place from which it came. Meanwhile the schedule may have other threads run, also through that place. The
    errand ends early where gdb has a breakpoint. told: the words for gdb where it does not."""
    goal = yield from interrupted(place((yield "g")).esp)
    while True:
        yield f"Z0,{goal.eip:x},1"
        stop = yield "c"
        yield f"z0,{goal.eip:x},1"
        at = place((yield "g"))
        if at == goal:
            return told or stop
        if at.eip != goal.eip:
            return stop
        yield "s"  # it would stop at the same breakpoint again
