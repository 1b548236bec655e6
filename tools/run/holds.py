"""The text of a schedule of several CPUs that holds threads. The runtime reads the same (kernel/threads/given_holds.h)."""

from __future__ import annotations

import re
from typing import NamedTuple

SIGN = "@h"  # with which such a list begins
MOST_PLACES = 4  # HOLDS_MOST of kernel/call/numbers.h
MOST_NUMBER = 2**32 - 1
PLACE = re.compile(r"([0-9a-f]+)(?:\.([0-9]+))?")


class Place(NamedTuple):
    """Before the instruction at an address, at the time of this number that a thread comes to it while others go on."""

    address: int
    times: int = 1

    def __str__(self) -> str:
        return f"{self.address:x}{f'.{self.times}' if self.times > 1 else ''}"


class Hold(NamedTuple):
    """A thread stands at the first place until all others wait or have ended, or until one comes to the next place, which stands
    instead of it then."""

    places: tuple[Place, ...]

    def __str__(self) -> str:
        return f"h{'>'.join(map(str, self.places))}"


Holds = tuple[Hold, ...]  # one after the other


def text(held: Holds) -> str:
    return f"@{','.join(map(str, held))}"


def places(held: Holds) -> int:
    return sum(len(hold.places) for hold in held)


def holds(given: str) -> Holds:
    """Reads what stands behind the @. Raises ValueError."""
    found = tuple(map(_hold, given.split(",")))
    if places(found) > MOST_PLACES:
        raise ValueError(f"it may have {MOST_PLACES} addresses, as many as the CPU has breakpoints")
    return found


def _hold(given: str) -> Hold:
    matches = [PLACE.fullmatch(part) for part in given[1:].split(">")]
    if not given.startswith("h") or not all(matches):
        raise ValueError(f"{given or 'nothing'} holds no thread: hADDRESS holds the first one that comes to the instruction there, hADDRESS.N the Nth, and hADDRESS>ADDRESS until one comes to the second address")
    found = Hold(tuple(Place(int(match[1], 16), int(match[2] or 1)) for match in matches if match))
    if not all(0 < number <= MOST_NUMBER for place in found.places for number in place):
        raise ValueError(f"an address in {given} must be from 1 to ffffffff, and a number of times from 1 to {MOST_NUMBER}")
    return found
