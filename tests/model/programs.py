"""Random programs of structured exception handling, and how they are written down for people.

A program is a tree. Functions are of four kinds: "3" and "4" have one frame on the chain, as compilers for Windows
lay it out, with any number of try blocks; "raw" has one with a handler of its own; "native" has a frame for each of its
__try statements, as this project's macros make them. Handlers and filters have one reaction
for the first time they are asked and perhaps another for all later ones.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, fields
from typing import Any, Union

SLOTS = 4  # jump buffers
VECTORED = 5  # the first three are exception handlers, the others continue handlers
MOST_BLOCKS = 60  # the image has so many entry points

FAULTS = ("divide", "undefined", "breakpoint", "read", "write", "bound")
RAISES = ("RaiseException", "RtlRaiseException", "RtlRaiseStatus")
REGISTERS = ("eax", "ecx", "edx", "ebx", "esi", "edi")


class Node:
    """Everything in the tree."""


@dataclass
class Mark(Node):
    id: int


@dataclass
class Raise(Node):
    how: str
    code: int  # the status is E0000000h + code
    flags: int
    count: int  # of parameters


@dataclass
class Fault(Node):
    kind: str


@dataclass
class Abnormal(Node):
    """Asks AbnormalTermination; only in a finally block."""


@dataclass
class Reaction(Node):
    """The reaction of a handler or filter: statements, changes to the context, its answer.

    A change is a register's name and value, or "eip" and "behind" or "landing". `names` goes with dispositions 2 and
    3: "self", "next" or "none".
    """

    body: list[Node]
    changes: list[tuple[str, Any]]
    answer: Any  # a number, or "execute": unwind to the own frame with a new record, "execute own": with this one
    names: str = "none"


@dataclass
class Function(Node):
    id: int
    kind: str
    body: list[Node]
    search: list[Reaction] = field(default_factory=list)  # raw only, as the next two
    unwind: list[Reaction] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)  # where it goes on after "execute"


@dataclass
class Call(Node):
    function: Function


@dataclass
class Except(Node):
    id: int
    number: int  # of the try block: inner ones have higher numbers
    body: list[Node]
    filter: list[Reaction]
    handler: list[Node]


@dataclass
class Finally(Node):
    id: int
    number: int
    body: list[Node]
    final: list[Node]


@dataclass
class SetJump(Node):
    slot: int
    body: list[Node]
    landed: list[Node]


@dataclass
class LongJump(Node):
    slot: int
    value: int


@dataclass
class Leave(Node):
    """__leave: to the end of the innermost try block."""


@dataclass
class GoTo(Node):
    """A goto out of so many try blocks."""

    depth: int


@dataclass
class Return(Node):
    pass


@dataclass
class BadUnwind(Node):
    """RtlUnwind to a target below the chain's head."""


@dataclass
class AddVectored(Node):
    number: int
    first: int


@dataclass
class RemoveVectored(Node):
    number: int


@dataclass
class Vectored(Node):
    reactions: list[Reaction]
    installed: int  # 0: not at start, 1: at the list's end, 2: at its head


@dataclass
class Program(Node):
    main: Function
    vectored: list[Vectored]


# ---------------------------------------------------------------- making them


class Generator:
    """Makes program `number` of a seed. One pair of numbers always gives one program."""

    def __init__(self, seed: int, number: int):
        self.random = random.Random(seed * 1_000_003 + number)
        self.left = self.random.choice((6, 10, 16, 24, 36))  # statements still to be made
        self.ids = 0
        self.blocks = 0
        # Rare things make most programs end early, so each program has some of them.
        self.wild = self.chance(0.25)
        self.with_vectored = self.chance(0.25)
        self.nesting = self.chance(0.25)  # handlers that raise
        self.inside = 0  # raw functions and blocks around, in any function
        self.native = False  # the function at hand
        self.jumps: list[int] = []  # slots that are set where the next statement stands

    def id(self) -> int:
        self.ids += 1
        return self.ids

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, **weights: float) -> str:
        return self.random.choices(list(weights), list(weights.values()))[0]

    def program(self) -> Program:
        main = self.function()
        self.native = main.kind == "native"
        while self.left > 0:
            main.body += self.sequence("body", 0, raw=main.kind == "raw")
        vectored = []
        for number in range(VECTORED):
            self.left = 2
            installed = self.random.choice((0, 1, 2)) if self.with_vectored else 0
            reactions = [Reaction([], [], 0)]
            if installed or self.with_vectored:
                reactions = [self.vectored_reaction(number) for _ in range(self.random.choice((1, 2)))]
            vectored.append(Vectored(reactions, installed))
        return Program(main, vectored)

    def vectored_reaction(self, number: int) -> Reaction:
        if number >= 3:
            return Reaction([], [], self.random.choice((0, 0, 1, -1)))
        body = self.sequence("funclet", 0) if self.chance(0.1) else []
        answer = self.random.choices((0, 1, 77, -1, -77), (12, 1, 1, 2, 1))[0]
        return Reaction(body, self.changes(answer == -1), answer)

    def function(self) -> Function:
        kind = self.pick(**{"3": 4, "4": 4, "raw": 3, "native": 4})
        function = Function(self.id(), kind, [])
        outside, self.native = self.native, kind == "native"
        if kind == "raw":
            function.search = self.reactions(self.raw_search)
            function.unwind = self.reactions(self.raw_unwind)
        self.inside += kind == "raw"
        function.body = self.sequence("body", 0, raw=kind == "raw")
        self.inside -= kind == "raw"
        if kind == "raw":
            function.after = self.sequence("body", 0, raw=True)
        self.native = outside
        return function

    def reactions(self, make) -> list[Reaction]:
        """The last one is for all visits that remain: if it continued, most programs would turn in circles."""
        made = [make() for _ in range(self.random.choice((1, 2, 2, 3)))]
        if made[-1].answer in (0, -1, -77) and self.chance(0.8):
            made.append(make())
        if self.nesting and self.chance(0.8):
            made[-1].body = []
        return made

    def raw_search(self) -> Reaction:
        body = self.handler_body()
        word = self.pick(search=6, go=2, execute=4, own=3, nested=0.5 * self.wild, bad=0.4 * self.wild)
        answers: dict[str, Union[int, str]] = {"search": 1, "go": 0, "execute": "execute", "own": "execute own", "nested": 2,
                                               "bad": self.random.choice((3, 4, -1))}
        answer = answers[word]
        return Reaction(body, self.changes(answer == 0), answer, self.random.choice(("self", "next", "none")))

    def raw_unwind(self) -> Reaction:
        body = self.handler_body()
        wrong = self.wild and self.chance(0.2)
        answer = self.random.choice((0, 2, 4, -1)) if wrong else self.random.choice((1, 1, 1, 3))
        return Reaction(body, [], answer, "self")

    def handler_body(self) -> list[Node]:
        if self.nesting and self.chance(0.6):
            return [self.leaf()]
        return self.sequence("funclet", 0) if self.chance(0.25) else []

    def filter(self) -> Reaction:
        body = self.handler_body()
        answer = self.random.choices((0, 1, 77, -1, -77), (6, 8, 2, 2, 1))[0]
        return Reaction(body, self.changes(answer < 0), answer)

    def changes(self, continues: bool) -> list[tuple[str, object]]:
        made: list[tuple[str, object]] = []
        if self.chance(0.5):
            made.append((self.random.choice(REGISTERS), self.random.choice((0, 1, 3, 9))))
        if self.chance(0.9 if continues else 0.2):
            made.append(("eip", self.random.choice(("behind", "behind", "landing"))))
        return made

    def sequence(self, region: str, depth: int, raw: bool = False) -> list[Node]:
        """Statements: in a function's "body", a "finally" block or another "funclet"; `depth` try blocks are around."""
        made: list[Node] = []
        for _ in range(self.random.choice((1, 2, 3, 4)) if self.inside else 4):
            if self.left <= 0:
                if not made and self.inside and region == "body":
                    made.append(self.leaf())
                break
            self.left -= 1
            made.append(self.statement(region, depth, raw))
            if isinstance(made[-1], (LongJump, Leave, GoTo, Return)):
                break
        return made

    def leaf(self) -> Node:
        if self.chance(0.4):
            return Fault(self.random.choice(FAULTS))
        how = self.random.choices(RAISES, (4, 3, 1))[0]
        flags = self.random.choice((0, 0, 0, 1)) if how != "RtlRaiseStatus" else 1
        count = self.random.choice((0, 0, 2, 15, 17)) if how == "RaiseException" else 0
        return Raise(how, self.random.randrange(1, 64), flags, count)

    def statement(self, region: str, depth: int, raw: bool) -> Node:
        body = region == "body"
        tries = 6 if body and not raw and self.blocks < MOST_BLOCKS else 0
        # Outside of everything, an exception would be the program's end.
        raises = 6 if self.inside else 0.3
        what = self.pick(mark=2, exception=raises, call=4, abnormal=1 if region == "finally" else 0, try_except=tries,
                         try_finally=tries, setjump=1.5 if body and not self.native and len(self.jumps) < SLOTS else 0,
                         longjump=2 if self.jumps else 0, leave=1 if depth else 0, goto=1 if depth else 0,
                         leave_function=1 if body and depth else 0.4 if region == "finally" else 0,
                         vectored=1 if self.with_vectored else 0, bad_unwind=0.3 if self.wild else 0)
        if what == "mark":
            return Mark(self.id())
        if what == "exception":
            return self.leaf()
        if what == "call":
            return Call(self.function())
        if what == "abnormal":
            return Abnormal()
        if what in ("try_except", "try_finally"):
            self.blocks += 1
            names = self.id(), self.blocks
            self.inside += 1
            inside = self.sequence(region, depth + 1)
            self.inside -= 1
            if what == "try_finally":
                return Finally(*names, inside, self.sequence("finally", 0))
            return Except(*names, inside, self.reactions(self.filter), self.sequence(region, depth))
        if what == "setjump":
            slot = len(self.jumps)
            self.jumps.append(slot)
            inside = self.sequence(region, depth, raw)
            self.jumps.pop()
            return SetJump(slot, inside, self.sequence(region, depth, raw))
        if what == "longjump":
            return LongJump(self.random.choice(self.jumps), self.random.choice((0, 1, 5)))
        if what == "leave":
            return Leave()
        if what == "goto":
            return GoTo(self.random.randint(1, depth))
        if what == "leave_function":
            return Return()
        if what == "bad_unwind":
            return BadUnwind()
        number = self.random.randrange(VECTORED)
        return AddVectored(number, self.random.choice((0, 1))) if self.chance(0.5) else RemoveVectored(number)


def generate(seed: int, number: int) -> Program:
    return Generator(seed, number).program()


# ---------------------------------------------------------------- showing and shrinking them


def show(node: Node, indent: int = 0) -> str:
    """The program as text: a line a node, nested by indentation."""
    lines: list[str] = []

    def walk(node: Node, indent: int) -> None:
        plain = [f"{f.name}={getattr(node, f.name)!r}" for f in fields(node) if not isinstance(getattr(node, f.name), (list, Node))
                 or f.name == "changes"]
        lines.append("  " * indent + f"{type(node).__name__} {' '.join(plain)}".rstrip())
        for f in fields(node):
            value = getattr(node, f.name)
            if isinstance(value, Node):
                walk(value, indent + 1)
            elif isinstance(value, list) and f.name != "changes" and value:
                lines.append("  " * (indent + 1) + f.name + ":")
                for child in value:
                    if child != Vectored([Reaction([], [], 0)], 0):
                        walk(child, indent + 2)

    walk(node, indent)
    return "\n".join(lines)


def parts_of(node: Node) -> list[tuple[list, int]]:
    """Every list in the tree that may lose elements, and how many it must keep."""
    found: list[tuple[list, int]] = []
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, Node):
            found += parts_of(value)
        elif isinstance(value, list):
            # A handler has at least one reaction, a program its vectored handlers.
            if f.name != "vectored":
                found.append((value, int(f.name in ("filter", "search", "unwind", "reactions"))))
            if f.name != "changes":
                for child in value:
                    found += parts_of(child)
    return found
