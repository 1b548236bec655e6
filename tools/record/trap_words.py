"""What a trap's error code and cr2 say, in words. The bits are the CPU's: Intel's manual volume 3, sections 4.7 and 6.13."""

from __future__ import annotations

from record import names

PRESENT, WRITE, USER, RESERVED, FETCH = (1 << bit for bit in range(5))  # of a page fault's error code
OF_IDT, OF_LOCAL = 2, 4  # of the error code that names a selector or a gate

READING, WRITING, EXECUTION = ("read of", "read", "read"), ("write to", "write", "written"), ("execution of", "execute", "executed")
DOUBLE_FAULT, PAGE_FAULT = "DF", "PF"
WITH_SELECTOR = ("TS", "NP", "SS", "GP")


def access(eip: int, error: int, address: int) -> str:
    """`write to a page that is not there`. A CPU that does not tell an instruction's fetch from a read has the fault at
    the instruction's own address."""
    fetches = error & FETCH or (eip == address and not error & WRITE)
    noun, verb, participle = EXECUTION if fetches else WRITING if error & WRITE else READING
    if error & RESERVED:
        return f"{noun} a page whose entry in the page table the CPU does not know"
    if not error & PRESENT:
        return f"{noun} a page that is not there"
    return f"{noun} a page that {f'ring 3 must not {verb}' if error & USER else f'must not be {participle}'}"


def selector(error: int) -> str:
    """What an error code names that is no page fault's."""
    if error & OF_IDT:
        return f"the gate of vector {error >> 3:02X}h"
    return f"selector {error & 0xFFF8:04X} of the {'local' if error & OF_LOCAL else 'global'} table"


def detail(vector: int, eip: int, error: int, cr2: int) -> str:
    """What stands behind a trap's name and place; empty for a trap without an error code."""
    mnemonic = names.mnemonic(vector)
    if mnemonic == PAGE_FAULT:
        return f": {access(eip, error, cr2)}, error code {error:08X}, cr2 {cr2:08X}"
    if mnemonic == DOUBLE_FAULT:  # its error code is always 0; the runtime hands the failed push's on
        return f": the CPU could not push a fault's state to the stack, cr2 {cr2:08X}"
    if not names.has_error_code(vector):
        return ""
    named = f" ({selector(error)})" if error and mnemonic in WITH_SELECTOR else ""
    return f", error code {error:08X}{named}"
