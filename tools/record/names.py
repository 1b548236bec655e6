"""The names of statuses, traps, dispositions and flags, read from the very headers the runtime is built from."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _read(relative: str) -> str:
    """A header's text; empty where it is not there, so that numbers are shown instead of names."""
    try:
        return (ROOT / relative).read_text()
    except OSError:
        return ""


@lru_cache(maxsize=None)
def statuses() -> dict[int, str]:
    values = dict(re.findall(r"^#define\s+(STATUS_\w+)\s+0x([0-9A-Fa-f]+)u?", _read("include/ntstatus.h"), re.M))
    rows = re.findall(r'^STATUS_NAME\((\w+), "(.*)"\)', _read("seh_emul/status_list.h"), re.M)
    return {int(values[name], 16): words for name, words in rows if name in values}


@lru_cache(maxsize=None)
def flags() -> dict[int, str]:
    rows = re.findall(r"^#define\s+EXCEPTION_(\w+)\s+0x([0-9A-Fa-f]+)u\b", _read("include/nt.h"), re.M)
    return {int(number, 16): name.lower().replace("_", " ") for name, number in rows}


@lru_cache(maxsize=None)
def dispositions() -> dict[int, str]:
    body = re.search(r"typedef enum _EXCEPTION_DISPOSITION \{(.*?)\}", _read("include/nt.h"), re.S)
    rows = re.findall(r"(\w+) = (\d+)", body[1]) if body else []
    return {int(number): re.sub(r"^Exception", "", name) for name, number in rows}


@lru_cache(maxsize=None)
def answers() -> dict[int, str]:
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
def results() -> dict[int, str]:
    """The results of calls of the thread library: `done`, `timed out`."""
    names = re.findall(r"^    UtError(\w+)", _read("include/uthread.h"), re.M)
    return {**{number: re.sub(r"(?<=.)([A-Z])", r" \1", name).lower() for number, name in enumerate(names)}, 0: "done"}


@lru_cache(maxsize=None)
def vectors() -> dict[int, tuple[str, bool, str]]:
    """Mnemonic, whether the CPU pushes an error code, name."""
    rows = re.findall(r'^VECTOR\(0x(\w+), (\w+), (\w+), .*"([^"]*)"\)', _read("kernel/trap/vectors.h"), re.M)
    return {int(number, 16): (mnemonic, code in ("ERROR", "CR2"), name) for number, mnemonic, code, name in rows}


@lru_cache(maxsize=None)
def refusals() -> dict[int, str]:
    rows = re.findall(r'^FRAME_REFUSAL\(\w+, "(.*)"\)', _read("seh_emul/dispatch/frame_refusals.h"), re.M)
    return dict(enumerate(rows, 1))


def signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value
