"""The names of statuses, traps, dispositions and flags, read from the very headers the runtime is built from."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_ACTIVATIONS = {0: "startup", 1: "blocked:", 2: "yield of", 3: "preempted:"}


def _read(relative: str) -> str:
    """A header's text; empty where it is not there, so that numbers are shown instead of names."""
    try:
        return (ROOT / relative).read_text()
    except OSError:
        return ""


@lru_cache(maxsize=None)
def _statuses() -> dict[int, str]:
    values = dict(re.findall(r"^#define\s+(STATUS_\w+)\s+0x([0-9A-Fa-f]+)u?", _read("include/nt.h"), re.M))
    rows = re.findall(r'^STATUS_NAME\((\w+), "(.*)"\)', _read("seh_emul/status_list.h"), re.M)
    return {int(values[name], 16): words for name, words in rows if name in values}


@lru_cache(maxsize=None)
def _flags() -> dict[int, str]:
    rows = re.findall(r"^#define\s+EXCEPTION_(\w+)\s+0x([0-9A-Fa-f]+)u\b", _read("include/nt.h"), re.M)
    return {int(number, 16): name.lower().replace("_", " ") for name, number in rows}


@lru_cache(maxsize=None)
def _dispositions() -> dict[int, str]:
    body = re.search(r"typedef enum _EXCEPTION_DISPOSITION \{(.*?)\}", _read("include/nt.h"), re.S)
    rows = re.findall(r"(\w+) = (\d+)", body[1]) if body else []
    return {int(number): re.sub(r"^Exception", "", name) for name, number in rows}


@lru_cache(maxsize=None)
def _answers() -> dict[int, str]:
    rows = re.findall(r"^#define\s+(EXCEPTION_(?:EXECUTE_HANDLER|CONTINUE_\w+))\s+\(?(-?\d+)\)?", _read("include/nt.h"), re.M)
    return {int(number): name for name, number in rows}


@lru_cache(maxsize=None)
def registers() -> dict[int, str]:
    """The registers in a CONTEXT, by their offsets."""
    body = re.search(r"struct _CONTEXT \{(.*?)\}", _read("include/nt.h"), re.S)
    sizes, found, offset = {"DWORD": 4, "FLOATING_SAVE_AREA": 0x70}, {}, 0
    for kind, members in re.findall(r"(\w+) ([\w, ]+);", body[1] if body else ""):
        for member in members.split(", "):
            found[offset] = member.lower()
            offset += sizes.get(kind, 0)
    return found


@lru_cache(maxsize=None)
def _results() -> list[str]:
    names = re.findall(r"^    UtError(\w+)", _read("include/uthread.h"), re.M)
    return [re.sub(r"(?<=.)([A-Z])", r" \1", name).lower() for name in names]


@lru_cache(maxsize=None)
def _vectors() -> dict[int, tuple[str, bool, str]]:
    """Mnemonic, whether the CPU pushes an error code, name."""
    rows = re.findall(r'^VECTOR\(0x(\w+), (\w+), (\w+), .*"([^"]*)"\)', _read("kernel/trap/vectors.h"), re.M)
    return {int(number, 16): (mnemonic, code in ("ERROR", "CR2"), name) for number, mnemonic, code, name in rows}


@lru_cache(maxsize=None)
def _refusals() -> dict[int, str]:
    rows = re.findall(r'^FRAME_REFUSAL\(\w+, "(.*)"\)', _read("seh_emul/dispatch/frame_refusals.h"), re.M)
    return dict(enumerate(rows, 1))


def status(value: int) -> str:
    """`C0000094 (integer division by zero)`, or the number alone."""
    words = _statuses().get(value)
    return f"{value:08X} ({words})" if words else f"{value:08X}"


def vector(value: int) -> str:
    """`#DE (divide error)`, `IRQ0 (timer)`."""
    known = _vectors().get(value)
    mark = "" if known and known[0].startswith("IRQ") else "#"
    return f"{mark}{known[0]} ({known[2]})" if known else f"vector {value:02X}h"


def mnemonic(value: int) -> str:
    known = _vectors().get(value)
    return known[0] if known else ""


def has_error_code(value: int) -> bool:
    known = _vectors().get(value)
    return known[1] if known else True


def disposition(value: int) -> str:
    return _dispositions().get(value, f"disposition {value:08X}")


def signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value


def answer(value: int) -> str:
    """The answer of a vectored handler or of the unhandled filter."""
    return _answers().get(signed(value), str(signed(value)))


def filter_value(value: int) -> str:
    """The value of a filter of __except, whose sign counts."""
    number = signed(value)
    sign = (number > 0) - (number < 0)
    return f"{_answers().get(sign, 'a value')} ({number})"


def register(offset: int) -> str:
    """The register that a CONTEXT has at an offset: `eip`."""
    return registers().get(offset, f"the word at {offset:X}h")


def refusal(value: int) -> str:
    return _refusals().get(value, f"reason {value}")


def result(value: int) -> str:
    """The result of a call of the thread library: `done`, `timed out`."""
    known = _results()
    return (known[value] if value else "done") if value < len(known) else f"error {value}"


def activation(reason: int) -> str:
    """The reason for a call of a scheduler's procedure of User-Mode Scheduling."""
    return _ACTIVATIONS.get(reason, f"reason {reason}")


def debug_cause(value: int) -> str:
    """The cause of a debug trap, by Dr6."""
    causes = [f"Dr{i}" for i in range(4) if value >> i & 1] + (["the trap flag"] if value & 0x4000 else [])
    return ", ".join(causes) or "neither the trap flag nor a breakpoint (icebp)"


def flags(value: int) -> str:
    """The names of an exception record's flags, or `none`."""
    known = [name for bit, name in _flags().items() if value & bit]
    rest = value & ~sum(_flags())
    return ", ".join(known + ([f"{rest:08X}"] if rest else [])) or "none"


def tables() -> dict[str, object]:
    """All names, for a program that is not written in Python."""
    return {"statuses": _statuses(), "flags": _flags(), "dispositions": _dispositions(), "answers": _answers(), "registers": registers(),
            "results": _results(), "vectors": _vectors(), "refusals": _refusals(), "activations": _ACTIVATIONS}
