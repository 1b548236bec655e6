"""The rules of structured exception handling, as an interpreter of random programs (programs.py).

Written from the rules alone, to be read as their summary. The machine is a chain of links, innermost first, and each
function that runs has one. Where control goes on in a function whose callees are gone, a Python exception does it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from model import programs as tree

NONCONTINUABLE, UNWINDING, EXIT_UNWIND, NESTED_CALL = 1, 2, 4, 0x10
CONTINUE, SEARCH, NESTED, COLLIDED = 0, 1, 2, 3

STATUS_UNWIND, STATUS_NONCONTINUABLE, STATUS_INVALID_DISPOSITION = 0xC0000027, 0xC0000025, 0xC0000026
STATUS_INVALID_UNWIND_TARGET, STATUS_BREAKPOINT = 0xC0000029, 0x80000003
ACCESS_VIOLATION, OVERFLOW, DIVIDE_BY_ZERO = 0xC0000005, 0xC0000095, 0xC0000094
ILLEGAL_INSTRUCTION, BOUNDS = 0xC000001D, 0xC000008C

OUTSIDE = None  # the try level outside of all blocks
MOST_EVENTS = 100  # then the program is given up, on the machine as here
START = {"eax": 17, "ecx": 0, "edx": 0, "ebx": 68, "esi": 85, "edi": 102}  # what a fault finds in the registers
WEIGHTS = {"eax": 1, "ecx": 3, "edx": 5, "ebx": 7, "esi": 11, "edi": 13}


class Given(Exception):
    """The program has ended, or made as many events as it may."""


@dataclass
class Jump(Exception):
    """Control goes on in `function` at `place`: a try block, a jump buffer's statement, or its list `after`."""

    function: Link  # or the frame of its statement
    place: object
    value: int = 0


@dataclass
class LeaveBlock(Exception):
    """Control goes on at the end of a try block, or behind it; by ordinary jumps of the function itself."""

    function: "Running"
    block: tree.Node
    abnormal: bool


@dataclass
class LeaveFunction(Exception):
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
    def __init__(self, outer: Optional["Link"]):
        self.next = outer
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
    """The same during an unwind: another unwind goes on behind the frame that is being unwound."""

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
        self.function, self.level = function, OUTSIDE
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
    """A vectored handler in its list. A removed one keeps its place for those who stand on it."""

    number: int
    removed: bool = False


class Machine:
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
        try:
            self.call(program.main)
            self.event("E")
        except Given:
            pass

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
        """Asks vectored handlers, then the frames. Comes back when somebody continues; the root at the end never does."""
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
                # What RtlUnwind was called with wrongly is not continued by these programs.
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
            self.head = named.next if disposition == COLLIDED else frame.next

    def local_unwind(self, function: Running, stop: Optional[tree.Node]) -> None:
        """Runs finally blocks from the function's level outwards to the level `stop`; none, if that is further in."""
        self.head = BlocksUnderWay(self.head, function, stop)
        while function.level is not OUTSIDE and (stop is OUTSIDE or function.level.number > stop.number):
            block = function.level
            function.level = self.outer[id(block)]
            if isinstance(block, tree.Finally):
                self.finally_block(function, block)
        self.head = self.head.next

    def finally_block(self, function: Running, block: tree.Finally) -> None:
        self.event(f"n{block.id}.{self.abnormal(function)}")
        self.run(block.final, function, OUTSIDE)

    def abnormal(self, function: Running) -> int:
        return int(isinstance(self.head, BlocksUnderWay) and self.head.function is function)

    # -- programs

    def call(self, function: tree.Function) -> None:
        frame = Running(self.head, function)
        body = function.body
        if function.kind != "native":
            self.head = frame
        while True:
            try:
                self.run(body, frame, OUTSIDE)
            except Jump as jump:
                if jump.function is not frame or jump.place is not function.after:
                    raise
                body = function.after
                continue
            except LeaveFunction as leave:
                if leave.function is not frame:
                    raise
            self.head = frame.next
            return

    def run(self, body: list[tree.Node], frame: Optional[Running], block: Optional[tree.Node]) -> None:
        """Statements of a function, inside a try block of it."""
        for node in body:
            getattr(self, "do_" + type(node).__name__)(node, frame, block)

    def do_Mark(self, node, frame, block):
        self.event(f"m{node.id}")

    def do_Abnormal(self, node, frame, block):
        self.event(f"t{frame.ends if frame.function.kind == 'native' else self.abnormal(frame)}")

    def do_Call(self, node, frame, block):
        self.call(node.function)
        self.event(f"k{node.function.id}")

    def do_Except(self, node, frame, block):
        if frame.function.kind == "native":
            self.statement(node, frame, block)
            return
        try:
            self.in_block(node, frame, block)
        except Jump as jump:
            if jump.function is not frame or jump.place is not node:
                raise
            self.event(f"x{node.id}")
            self.run(node.handler, frame, block)

    def do_Finally(self, node, frame, block):
        if frame.function.kind == "native":
            self.statement(node, frame, block)
        elif self.in_block(node, frame, block):
            self.finally_block(frame, node)

    def in_block(self, node, frame, block) -> bool:
        """Whether the block came to its end rather than being left by a goto."""
        self.outer[id(node)] = block
        frame.level = node
        try:
            self.run(node.body, frame, node)
        except LeaveBlock as leave:
            if leave.function is not frame or leave.block is not node:
                raise
            if leave.abnormal:
                return False
        frame.level = block
        return True

    def statement(self, node, frame, block) -> None:
        """Of native C. Its frame is unlinked before its __finally block runs, but for an unwind, where that comes after."""
        self.outer[id(node)] = block
        link = self.head = Statement(self.head, frame, node)
        try:
            self.run(node.body, frame, node)
        except Jump as jump:
            if jump.function is not link:
                raise
            self.event(f"x{node.id}")
            self.run(node.handler, frame, block)
            return
        except (LeaveBlock, LeaveFunction) as leave:
            if leave.function is not frame:
                raise
            own = isinstance(leave, LeaveBlock) and leave.block is node
            if not own or leave.abnormal:
                self.head = link.next
                if not link.over and isinstance(node, tree.Finally):
                    self.statement_finally(link, 1)
                if own:
                    return
                raise
        self.head = link.next
        if isinstance(node, tree.Finally):
            self.statement_finally(link, 0)

    def statement_finally(self, link: Statement, abnormal: int) -> None:
        link.function.ends = abnormal
        self.event(f"n{link.block.id}.{abnormal}")
        self.run(link.block.final, link.function, OUTSIDE)

    def do_Leave(self, node, frame, block):
        raise LeaveBlock(frame, block, False)

    def do_GoTo(self, node, frame, block):
        for _ in range(node.depth - 1):
            block = self.outer[id(block)]
        if frame.function.kind != "native":
            self.local_unwind(frame, self.outer[id(block)])
        raise LeaveBlock(frame, block, True)

    def do_Return(self, node, frame, block):
        if frame.function.kind != "native":
            self.local_unwind(frame, OUTSIDE)
        raise LeaveFunction(frame)

    def do_SetJump(self, node, frame, block):
        self.buffers[node.slot] = frame, node, frame.level
        try:
            self.run(node.body, frame, block)
        except Jump as jump:
            if jump.function is not frame or jump.place is not node:
                raise
            self.event(f"j{node.slot}.{jump.value}")
            self.run(node.landed, frame, block)

    def do_LongJump(self, node, frame, block):
        target, place, level = self.buffers[node.slot]
        if self.head is not target:
            self.unwind(target, None)
        self.local_unwind(target, level)
        raise Jump(target, place, node.value or 1)

    def do_BadUnwind(self, node, frame, block):
        self.unwind(None, None)

    def do_AddVectored(self, node, frame, block):
        self.add_vectored(node.number, bool(node.first))

    def do_RemoveVectored(self, node, frame, block):
        self.event(f"q{node.number}.{self.remove_vectored(node.number)}")

    # -- exceptions

    def do_Raise(self, node, frame, block):
        direct = node.how == "RtlRaiseException"
        context = Context(dict(START), exact=direct, place="behind")
        parameters = tuple(range(1, min(node.count, 15) + 1))
        where = len(tree.FAULTS) + 1 if direct else 0
        self.dispatch(Record(0xE0000000 + node.code, node.flags, None, parameters, where), context)
        self.resumed(context)

    def do_Fault(self, node, frame, block):
        context = Context(dict(START))
        while context.place == "fault":
            trap = trapped(node.kind, context.registers)
            if not trap:
                context.place = "behind"
                break
            where = tree.FAULTS.index(node.kind) + 1
            self.dispatch(Record(trap[0], parameters=tuple(trap[1:]), where=where), context)
        self.resumed(context)

    def resumed(self, context: Context) -> None:
        total = sum(WEIGHTS[name] * value for name, value in context.registers.items()) & 0xFFFFFFFF
        self.event(f"{'l' if context.place == 'landing' else 'r'}{total if context.exact else 0:X}")


def trapped(kind: str, registers: dict) -> Optional[tuple]:
    """What the instruction raises: status and parameters; or None when it does its work."""
    if kind == "divide":  # divl %ecx
        dividend, divisor = registers["edx"] << 32 | registers["eax"], registers["ecx"]
        if not divisor:
            return (DIVIDE_BY_ZERO,)
        if dividend // divisor >> 32:
            return (OVERFLOW,)
        registers["eax"], registers["edx"] = divmod(dividend, divisor)
        return None
    if kind == "bound":  # boundl %eax, between 0 and 5
        return (BOUNDS,) if registers["eax"] > 5 else None
    return {
        "undefined": (ILLEGAL_INSTRUCTION,),
        "breakpoint": (STATUS_BREAKPOINT,),
        "read": (ACCESS_VIOLATION, 0, registers["ecx"]),  # movl (%ecx), %eax
        "write": (ACCESS_VIOLATION, 1, registers["ecx"]),
    }[kind]


def events(program: tree.Program) -> list[str]:
    return Machine(program).events
