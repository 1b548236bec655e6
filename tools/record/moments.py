"""The state of the machine at each event of a recording: the registers, the chain's head, and the memory of the stacks.

The runtime says the registers at each moment, and of the memory what has changed (kernel/report/moments.h). So a reader that begins at the
start has it all; the moments are read in their order, once.
"""

from __future__ import annotations

from itertools import chain, count, islice
from typing import Iterable, Iterator, Mapping, NamedTuple, Optional

from record.events import Events, Record
from record.recording import Recording

REGISTERS = ("eip", "esp", "ebp", "ebx", "esi", "edi")
SCRATCH = ("eax", "ecx", "edx", "eflags")  # those that a call may change
WORD = 4
CHAIN_END = 0xFFFFFFFF
MOST_FRAMES = 1000  # of a chain that is shown; a longer one is damaged


class Block(NamedTuple):
    """The fields of a thread's information block: its address, the head of the chain of handlers, and the stack's ends."""

    teb: int
    chain: int
    base: int
    limit: int


class Frame(NamedTuple):
    """A registration record on the chain."""

    address: int
    next: int
    handler: int


class Memory:
    """The memory of which something was said. Words, by addresses that are multiples of four."""

    def __init__(self) -> None:
        self._words: dict[int, int] = {}
        self._said: set[int] = set()

    def put(self, address: int, words: tuple[int, ...]) -> None:
        places = range(address, address + WORD * len(words), WORD)
        self._words.update(zip(places, words))
        self._said.update(places)

    def take_said(self) -> list[int]:
        """The addresses of which something was said since the last call, in their order."""
        said, self._said = sorted(self._said), set()
        return said

    def word(self, address: int) -> Optional[int]:
        """None where nothing was said."""
        return self._words.get(address)

    def words(self, address: int, count: int) -> Optional[list[int]]:
        """None where of one of them nothing was said."""
        try:
            return [self._words[address + WORD * number] for number in range(count)]
        except KeyError:
            return None


class Moment(NamedTuple):
    """The thread that an event belongs to, when it happened. `memory` is the machine's, and goes on changing: look before the next one."""

    event: Record
    registers: Mapping[str, int]
    block: Block
    memory: Memory
    scratch: Mapping[str, int]  # empty where no trap knows them

    def chain(self) -> tuple[list[Frame], int]:
        """The frames, the head first, and where the chain ends or cannot be followed."""
        frames: dict[int, Frame] = {}
        address = self.block.chain
        while address != CHAIN_END and address not in frames and len(frames) < MOST_FRAMES:
            words = self.memory.words(address, 2)
            if not words:
                break
            frames[address] = Frame(address, *words)
            address = words[0]
        return list(frames.values()), address


class _Said:
    """The records of a CPU about the moment to come."""

    def __init__(self) -> None:
        self.registers: dict[str, int] = {}
        self.scratch: dict[str, int] = {}
        self.block: Optional[Block] = None
        self.time = -1


def moments(recording: Recording, events: Events, begin: int = 0) -> Iterator[tuple[Record, Optional[Moment]]]:
    """Each event with its moment: None where it belongs to no program's code. The events of the records before the place `begin` are
    left out."""
    last = dict(zip(recording.beginnings(begin), count()))  # what was said of one thing earlier counts no more
    past = [recording.row(place) for place in sorted(last.values())]
    left_out = sum(1 for number, _ in past if number not in recording.of_moments)
    return islice(_of_rows(chain(past, recording.rows(begin)), events), left_out, None)


def _of_rows(rows: Iterable[tuple[int, tuple[int, ...]]], events: Events) -> Iterator[tuple[Record, Optional[Moment]]]:
    registers, scratch, block, memory_said = (events.number(name) for name in ("registers", "scratch", "block", "memory"))
    memory, said = Memory(), dict[int, _Said]()
    for number, fields in rows:
        if number == memory_said:
            memory.put(fields[4], fields[5 : 5 + fields[3] // WORD])
            continue
        record = Recording.record(number, fields)
        mine = said.setdefault(record.cpu, _Said())
        if number == block:
            mine.block = Block(*record.words[:4])
        elif number == scratch:
            mine.scratch = dict(zip(SCRATCH, record.words))
        elif number == registers:
            mine.registers, mine.time = dict(zip(REGISTERS, record.words)), record.time
        else:
            block_said = mine.block if mine.time == record.time else None
            yield record, Moment(record, mine.registers, block_said, memory, mine.scratch) if block_said else None
            mine.scratch = {}
