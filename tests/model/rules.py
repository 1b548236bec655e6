"""The rules of structured exception handling, as random programs (programs.py) meet them.

Written from the rules alone, to be read as their summary. The machine is a chain of links, innermost first, and each
function that runs has one. When control goes on in a function and its callees are gone, a Python exception takes it
there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from model import programs as tree

NONCONTINUABLE, UNWINDING, NESTED_CALL = 1, 2, 0x10
CONTINUE, SEARCH, NESTED, COLLIDED = 0, 1, 2, 3

STATUS_UNWIND, STATUS_NONCONTINUABLE, STATUS_INVALID_DISPOSITION = 0xC0000027, 0xC0000025, 0xC0000026
STATUS_INVALID_UNWIND_TARGET, STATUS_BREAKPOINT = 0xC0000029, 0x80000003

OUTSIDE = None  # the try level outside of all blocks
MOST_EVENTS = 100  # then the program is given up, on the machine as here
START = {"eax": 17, "ecx": 0, "edx": 0, "ebx": 68, "esi": 85, "edi": 102}  # what a fault finds in the registers


class Given(Exception):
    """The program has ended, or made as many events as it may."""


class Undefined(Exception):
    """A longjmp that C does not allow, to a function that is gone or into a block that it has left."""


@dataclass
class Jump(Exception):
    """Control goes on in `function` at `place`: a try block, a jump buffer's statement, or its list `after`."""

    function: Link  # or the frame of its statement
    place: Any
    value: int = 0


@dataclass
class LeaveBlock(Exception):
    """Control goes on at the end of a try block, or behind it; by ordinary jumps of the function itself."""

    function: "Running"
    block: tree.Node
    abnormal: bool


@dataclass
class LeaveFunction(Exception):
    """Control goes on behind the function's call."""

    function: "Running"


@dataclass
class Record:
    code: int
    flags: int = 0
    cause: Optional["Record"] = None
    parameters: tuple = ()
    where: int = 0  # 1 and up: a fault's instruction, or behind the direct call of RtlRaiseException; 0: elsewhere


@dataclass
class Context:
    registers: dict
    exact: bool = True  # handlers may change it: it is that of a fault or of a direct raise
    place: str = "fault"


# ---------------------------------------------------------------- links of the chain


class Link:
    """`next` is the link further out; the root is its own."""

    next: "Link"
    depth: int

    def __init__(self, outer: Optional["Link"]):
        self.next = outer or self
        self.depth = outer.depth + 1 if outer else 0

    def answer(self, machine: "Machine", record: Record, context: Context) -> tuple[int, Optional["Link"]]:
        """The handler. Its disposition, and the frame it names."""
        raise NotImplementedError


class Root(Link):
    """The thread's bottom: takes everything, but an exception inside a handler is the end at once."""

    def answer(self, machine, record, context):
        machine.tell("U", 0, record)
        if not record.flags & (NESTED_CALL | UNWINDING):
            machine.unwind(self, None)
        raise Given


class SearchGuard(Link):
    """Linked while a handler is asked: tells an exception inside it which frame that was."""

    def __init__(self, outer, asked: Link):
        super().__init__(outer)
        self.asked = asked

    def answer(self, machine, record, context):
        return (SEARCH, None) if record.flags & UNWINDING else (NESTED, self.asked)


class UnwindGuard(SearchGuard):
    """The guard of an unwind: another unwind goes on behind the frame that is being unwound."""

    def answer(self, machine, record, context):
        return (COLLIDED, self.asked) if record.flags & UNWINDING else (SEARCH, None)


class BlocksUnderWay(Link):
    """Linked while a function's finally blocks run: an unwind finishes those that are left, then goes on here."""

    def __init__(self, outer, function: "Running", stop):
        super().__init__(outer)
        self.function, self.stop = function, stop

    def answer(self, machine, record, context):
        if not record.flags & UNWINDING:
            return SEARCH, None
        machine.local_unwind(self.function, self.stop)
        return COLLIDED, self


class Running(Link):
    """A function that runs, and its frame. `level` is the innermost try block that it is in."""

    def __init__(self, outer, function: tree.Function):
        super().__init__(outer)
        self.function, self.level, self.gone = function, OUTSIDE, False
        self.ends = 0  # native: how its __finally block was reached

    def answer(self, machine, record, context):
        if self.function.kind == "raw":
            return self.raw_answer(machine, record, context)
        if record.flags & UNWINDING:
            machine.local_unwind(self, OUTSIDE)
            return SEARCH, None
        block = self.level
        while block is not OUTSIDE:
            if isinstance(block, tree.Except):
                result = machine.react("f", block.id, block.filter, self, record, context).answer
                if result > 0:
                    machine.unwind(self, None)
                    machine.local_unwind(self, block)
                    self.level = machine.outer[id(block)]
                    raise Jump(self, block)
                if result < 0:
                    return CONTINUE, None
            block = machine.outer[id(block)]
        return SEARCH, None

    def raw_answer(self, machine, record, context):
        function = self.function
        if record.flags & UNWINDING:
            reaction = machine.react("u", function.id, function.unwind, self, record, context)
        else:
            reaction = machine.react("s", function.id, function.search, self, record, context)
            if reaction.answer in ("execute", "execute own"):
                machine.unwind(self, record if reaction.answer == "execute own" else None)
                raise Jump(self, function.after)
        return reaction.answer, {"self": self, "next": self.next, "none": None}[reaction.names]


class Statement(Link):
    """The frame of one __try statement of native C."""

    def __init__(self, outer, function: Running, block):
        super().__init__(outer)
        self.function, self.block, self.over = function, block, False

    def answer(self, machine, record, context):
        if isinstance(self.block, tree.Finally):
            if record.flags & UNWINDING:
                self.over = True
                machine.statement_finally(self, 1)
            return SEARCH, None
        if record.flags & UNWINDING:
            return SEARCH, None
        result = machine.react("f", self.block.id, self.block.filter, self.function, record, context).answer
        if result > 0:
            machine.unwind(self, None)
            machine.head = self.next
            raise Jump(self, self.block)
        return CONTINUE if result < 0 else SEARCH, None


# ---------------------------------------------------------------- the machine


@dataclass
class Entry:
    """A vectored handler in its list. A removed one keeps its place for the walks that stand on it."""

    number: int
    removed: bool = False


class Machine:
    """Chain, dispatch and unwind. An interpreter adds the work of a program's functions: `run`, a list of statements."""

    def __init__(self, program: tree.Program):
        self.events: list[str] = []
        self.head: Link = Root(None)
        self.outer: dict[int, Optional[tree.Node]] = {}  # of each try block in its function
        self.visits: dict[int, int] = {}  # of handlers, by their list of reactions
        self.buffers: dict[int, tuple] = {}
        self.vectored = program.vectored
        self.handlers: list[Entry] = []
        self.continue_handlers: list[Entry] = []
        for number, handler in enumerate(program.vectored):
            if handler.installed:
                self.add_vectored(number, handler.installed == 2)

    def event(self, text: str) -> None:
        self.events.append(text)
        if len(self.events) == MOST_EVENTS:
            raise Given

    def tell(self, letter: str, number: int, record: Record) -> None:
        parameters, kept = record.parameters, len(record.parameters)
        if record.code == STATUS_BREAKPOINT:  # the other parameters are registers
            kept, parameters = 3, (0,)
        total = sum(value * (i + 1) for i, value in enumerate(parameters)) & 0xFFFFFFFF
        cause = record.cause.code if record.cause else 0
        self.event(f"{letter}{number}:{record.code:X}.{record.flags:X}.{cause:X}.{kept}.{total:X}.{record.where}")

    def react(self, letter: str, number: int, reactions: list, frame: Optional[Running], record: Record,
              context: Context) -> tree.Reaction:
        self.tell(letter, number, record)
        visit = self.visits[id(reactions)] = self.visits.get(id(reactions), 0) + 1
        reaction = reactions[min(visit, len(reactions)) - 1]
        self.run(reaction.body, frame, OUTSIDE)
        if context.exact:
            for what, value in reaction.changes:
                if what == "eip":
                    context.place = value
                else:
                    context.registers[what] = value
        return reaction

    # -- dispatch

    def dispatch(self, record: Record, context: Context) -> None:
        """Asks vectored handlers, then the frames. Comes back when a handler continues; the root at the end never does."""
        if self.ask_vectored("v", self.handlers, record, context):
            self.ask_vectored("c", self.continue_handlers, record, context)
            return
        nested: Optional[Link] = None  # the outermost frame that an interrupted search is asking
        frame = self.head
        while True:
            disposition, named = self.ask(SearchGuard, frame, record, context)
            if frame is nested:
                record.flags &= ~NESTED_CALL
                nested = None
            if disposition == CONTINUE:
                if not record.flags & NONCONTINUABLE:
                    self.ask_vectored("c", self.continue_handlers, record, context)
                    return
                self.raise_because(STATUS_NONCONTINUABLE, record)
            elif disposition == NESTED:
                record.flags |= NESTED_CALL
                if named and (not nested or named.depth < nested.depth):
                    nested = named
            elif disposition != SEARCH:
                self.raise_because(STATUS_INVALID_DISPOSITION, record)
            frame = frame.next

    def ask(self, guard: type, frame: Link, record: Record, context: Context) -> tuple[int, Optional[Link]]:
        self.head = guard(self.head, frame)
        answer = frame.answer(self, record, context)
        self.head = self.head.next
        return answer

    def raise_because(self, status: int, record: Record) -> None:
        """Comes back only when a vectored handler continues: then it counts as a search, or an unwind, that goes on."""
        self.dispatch(Record(status, NONCONTINUABLE, record), Context(dict(START), exact=False))

    def ask_vectored(self, letter: str, handlers: list[Entry], record: Record, context: Context) -> bool:
        at = 0
        while at < len(handlers):
            entry = handlers[at]
            if not entry.removed:
                reaction = self.react(letter, entry.number, self.vectored[entry.number].reactions, None, record, context)
                # These programs do not continue an exception of a wrong call of RtlUnwind.
                if reaction.answer == -1 and record.code != STATUS_INVALID_UNWIND_TARGET:
                    return True
            at = next(i for i, other in enumerate(handlers) if other is entry) + 1
        return False

    def add_vectored(self, number: int, first: bool) -> None:
        handlers = self.handlers if number < 3 else self.continue_handlers
        if not any(entry.number == number and not entry.removed for entry in handlers):
            handlers.insert(0 if first else len(handlers), Entry(number))

    def remove_vectored(self, number: int) -> int:
        for entry in self.handlers + self.continue_handlers:
            if entry.number == number and not entry.removed:
                entry.removed = True
                return 1
        return 0

    # -- unwind

    def unwind(self, target: Optional[Link], record: Optional[Record]) -> None:
        """Has every frame inside of target clean up. No target: one that is no frame, below all.

        A collision can lead past the target: an unwind that starts in a finally block of the very function whose
        frame another unwind is cleaning up does not find that frame any more.
        """
        record = record or Record(STATUS_UNWIND)
        record.flags |= UNWINDING
        while self.head is not target:
            frame = self.head
            if not target or frame.depth < target.depth:
                self.raise_because(STATUS_INVALID_UNWIND_TARGET, record)
            disposition, named = self.ask(UnwindGuard, frame, record, Context(dict(START), exact=False))
            if disposition not in (SEARCH, COLLIDED):
                self.raise_because(STATUS_INVALID_DISPOSITION, record)
            self.head = named.next if disposition == COLLIDED and named else frame.next

    def local_unwind(self, function: Running, stop: Optional[tree.Node]) -> None:
        """Runs finally blocks from the function's level outwards to the level `stop`; none, if that is further in."""
        self.head = BlocksUnderWay(self.head, function, stop)
        while function.level is not OUTSIDE and (stop is OUTSIDE or function.level.number > stop.number):
            block = function.level
            function.level = self.outer[id(block)]
            if isinstance(block, tree.Finally):
                self.finally_block(function, block)
        self.head = self.head.next

    def run(self, body: list[tree.Node], frame: Optional[Running], block: Optional[tree.Node]) -> None:
        raise NotImplementedError

    def finally_block(self, function: Running, block: tree.Finally) -> None:
        self.event(f"n{block.id}.{self.abnormal(function)}")
        self.run(block.final, function, OUTSIDE)

    def abnormal(self, function: Running) -> int:
        return int(isinstance(self.head, BlocksUnderWay) and self.head.function is function)

    def statement_finally(self, link: Statement, abnormal: int) -> None:
        link.function.ends = abnormal
        self.event(f"n{link.block.id}.{abnormal}")
        self.run(link.block.final, link.function, OUTSIDE)
