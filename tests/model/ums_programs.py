"""Random programs of User-Mode Scheduling, how they are written down for people, and for the machine.

A program has workers and schedulers, each with a list of calls of its own, and orders: calls of the first thread, which
has the lowest priority and goes on when no other thread can. A scheduler's list goes on in each activation where the one
before has left it. Its `enter` begins the mode, and the end of the list, or a `leave`, ends it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

WORKERS, SCHEDULERS, LISTS, OBJECTS = 5, 2, 2, 4
ACTORS = WORKERS + SCHEDULERS
ORDERER = ACTORS  # the place of the first thread among them

# Handles: the program's objects, the events of its lists, its threads, the caller itself, none.
OF_LISTS, OF_THREADS = OBJECTS, OBJECTS + LISTS
THIS_THREAD, WRONG = OF_THREADS + ACTORS, OF_THREADS + ACTORS + 1
# Contexts: those of workers, then the caller's own, one of each scheduler, none.
OWN, OF_SCHEDULERS = WORKERS, WORKERS + 1
NULL = OF_SCHEDULERS + SCHEDULERS

NOW, FOREVER, FROM_NOW = 0, 1, 1  # how a time is encoded: above FROM_NOW, units from now
ALL, ALERTABLE = 1, 2
PRIORITIES = (0, 1, -1, 2, -2)
VERSION, NO_LIST = 1, 2  # mistakes

# The calls, in the order of enum what in tests/ums/ums_model.h, with the kinds of their operands.
CALLS = {
    "wait": ("how", "time", "many", "handle", "handle"),
    "sleep": ("how", "time"),
    "signal_and_wait": ("handle", "handle", "how", "time"),
    "change": ("handle", "change"),
    "release": ("handle", "amount"),
    "release_mutex": ("handle",),
    "suspend": ("handle",),
    "resume": ("handle",),
    "terminate": ("handle", "code"),
    "exit_code": ("handle",),
    "registers": ("handle", "flag"),
    "queue": ("handle", "routine"),
    "switch": (),
    "exit": ("code",),
    "list": ("list",),
    "delete_list": ("list",),
    "list_event": ("list",),
    "dequeue": ("list", "time"),
    "next": ("context",),
    "context": ("worker",),
    "delete": ("context",),
    "make": ("worker", "list", "flag"),
    "enter": ("list", "mistake"),
    "execute": ("context",),
    "go": ("list", "time", "turns"),
    "yield": ("parameter",),
    "query": ("context", "class", "size"),
    "set": ("context", "class", "size", "parameter"),
    "kind": ("handle", "kinds", "mistake"),
    "current": (),
    "guard": (),
    "touch": ("page",),
    "leave": (),
}
NAMES = list(CALLS)
KINDS = ("event", "semaphore", "mutex")
CHANGES = ("set", "reset", "pulse")
CLASSES = ("invalid", "user", "priority", "affinity", "teb", "suspended", "terminated", "max", "beyond")
SIZES = (1, 2, 4, 8)
PAGES = 2


@dataclass
class Call:
    name: str
    operands: tuple


@dataclass
class Order:
    units: int = 0  # that pass first
    calls: list[Call] = field(default_factory=list)


@dataclass
class Program:
    objects: list[tuple[int, int, int]]  # a kind, and what it is created with
    priorities: list[int]  # of the schedulers: numbers in PRIORITIES
    calls: list[list[Call]]  # of the workers, and of the schedulers
    orders: list[Order] = field(default_factory=list)


# ---------------------------------------------------------------- at random


class Generator:
    # The calls that a program may contain. A theme is a few that belong together.
    THEMES: dict[str, dict[str, float]] = {
        "waits": {"wait": 6, "change": 6, "release": 2, "release_mutex": 2, "signal_and_wait": 1},
        "sleeps": {"sleep": 6, "wait": 2},
        "yields": {"yield": 8, "current": 1},
        "suspending": {"suspend": 5, "resume": 6, "yield": 2, "wait": 2, "change": 2},
        "ends": {"terminate": 2, "exit": 0.7, "exit_code": 2, "wait": 2, "delete": 1},
        "contexts": {"registers": 4, "query": 3, "set": 2, "yield": 2},
        "lists": {"dequeue": 4, "list_event": 2, "wait": 2, "next": 0.3, "list": 0.5, "delete_list": 1},
        "lives": {"context": 3, "make": 3, "delete": 3, "exit": 0.5, "terminate": 0.5},
        "mistakes": {"enter": 3, "execute": 3, "yield": 2, "query": 4, "set": 3, "kind": 2, "current": 1, "make": 1},
        "calls": {"queue": 4, "wait": 4, "sleep": 2},
        "exceptions": {"guard": 5, "wait": 2, "yield": 2},
        "pages": {"touch": 6},
        "processor": {"switch": 4, "change": 3, "wait": 3},
    }

    def __init__(self, seed: int, number: int):
        self.random = random.Random(f"{seed} {number}")
        self.weights: dict[str, float] = {"wait": 2, "change": 1, "yield": 2, "query": 0.4, "exit_code": 0.2, "kind": 0.2}
        for theme in self.random.sample(list(self.THEMES), self.random.choice((1, 2, 2, 3, 3, 5))):
            for name, weight in self.THEMES[theme].items():
                self.weights[name] = self.weights.get(name, 0) + weight

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def generate(self) -> Program:
        choice = self.random.choice
        objects = [(choice((0, 0, 1, 2)), choice((0, 0, 1)), choice((0, 1, 1))) for _ in range(OBJECTS)]
        self.used = self.random.randrange(1, OBJECTS + 1)
        self.workers = self.random.randrange(1, WORKERS + 1)
        program = Program(objects, [choice((0, 0, 1, 2, 3, 4)) for _ in range(SCHEDULERS)], [])
        for worker in range(WORKERS):
            program.calls.append([self.call(worker) for _ in range(self.random.randrange(1, 9))])
        for scheduler in range(SCHEDULERS):
            program.calls.append(self.scheduler(WORKERS + scheduler))
        program.orders.append(Order(0, self.beginning()))
        for _ in range(self.random.randrange(3, 14)):
            calls = [self.call(ORDERER) for _ in range(choice((1, 1, 2, 3)))]
            program.orders.append(Order(choice((0, 0, 0, 1, 1, 2)), calls))
        return program

    def beginning(self) -> list[Call]:
        """Makes the lists and most workers, and lets the schedulers begin, one of them perhaps before that."""
        calls = [Call("list", (which,)) for which in range(LISTS)]
        calls += [Call("list_event", (which,)) for which in range(LISTS) if self.chance(0.3)]
        workers = []
        for worker in range(self.workers):
            workers += [Call("context", (worker,)), Call("make", (worker, int(self.chance(0.25)), int(self.chance(0.15))))]
        schedulers = [Call("resume", (OF_THREADS + WORKERS + which,)) for which in range(SCHEDULERS) if not which or self.chance(0.6)]
        if self.chance(0.3):
            at = self.random.randrange(len(workers))
            return calls + workers[:at] + schedulers + workers[at:]
        return calls + workers + schedulers

    def scheduler(self, who: int) -> list[Call]:
        calls = [self.call(who) for _ in range(self.random.choice((0, 0, 0, 1, 2)))]
        for _ in range(self.random.choice((1, 1, 1, 2))):
            calls.append(Call("enter", (self.own_list(who), 0)))
            for _ in range(self.random.randrange(4, 16)):
                calls.append(self.go(who) if self.chance(0.6) else self.call(who))
            if self.chance(0.3):
                calls.append(Call("leave", ()))
        return calls

    def own_list(self, who: int) -> int:
        return self.random.choice((0, who - WORKERS, 0))

    def go(self, who: int) -> Call:
        return Call("go", (self.own_list(who), self.operand("time"), self.random.choice((1, 1, 2, 3, 6))))

    def call(self, who: int) -> Call:
        while True:
            name = self.random.choices(list(self.weights), list(self.weights.values()))[0]
            operands = [self.operand(kind) for kind in CALLS[name]]
            if who >= WORKERS and name == "yield" and self.chance(0.8) or who == ORDERER and name in ("exit", "sleep", "guard"):
                continue
            if WORKERS <= who < ORDERER and name in ("exit", "sleep") and self.chance(0.5):
                continue
            if name == "delete_list" and self.chance(0.7):
                continue
            if who == ORDERER:
                operands = [NOW if kind == "time" else WRONG if kind == "handle" and operand == THIS_THREAD else operand
                            for kind, operand in zip(CALLS[name], operands)]
            if who == ORDERER and name == "enter":
                operands[1] = self.random.choice((VERSION, NO_LIST))
            return Call(name, tuple(operands))

    def operand(self, kind: str) -> int:
        choice = self.random.choice
        if kind == "handle":
            if self.chance(0.55):
                return self.random.randrange(self.used)
            thread = OF_THREADS + self.random.randrange(self.workers)
            return choice((thread, thread, thread, thread, OF_THREADS + WORKERS + self.random.randrange(SCHEDULERS), THIS_THREAD,
                           OF_LISTS + self.random.randrange(LISTS), WRONG if self.chance(0.3) else thread))
        if kind == "time":
            if self.chance(0.5):
                return FOREVER
            return NOW if self.chance(0.35) else FROM_NOW + choice((1, 1, 2, 3))
        if kind == "context":
            worker = self.random.randrange(self.workers)
            return choice((worker, worker, worker, worker, worker, OWN, OF_SCHEDULERS + self.random.randrange(SCHEDULERS),
                           NULL if self.chance(0.4) else worker))
        if kind in ("worker", "list", "page", "routine", "class", "size"):
            return self.random.randrange({"worker": WORKERS, "list": LISTS, "page": PAGES, "routine": 4, "class": len(CLASSES),
                                          "size": len(SIZES)}[kind]) if kind not in ("class", "size") or self.chance(0.4) else \
                choice(((1, 5, 6) if kind == "class" else (0, 2)))
        return {
            "how": lambda: choice((0, 0, 0, 1, 2, 3)), "many": lambda: choice((1, 1, 1, 2)), "change": lambda: choice((0, 0, 0, 1, 2)),
            "amount": lambda: choice((1, 1, 2, 0)), "code": lambda: choice((0, 7, 11)), "flag": lambda: choice((0, 0, 0, 1)),
            "mistake": lambda: choice((0, 0, 0, 1, 2)), "parameter": lambda: self.random.randrange(8),
            "kinds": lambda: self.random.randrange(4), "turns": lambda: choice((1, 1, 2, 4)),
        }[kind]()


def generate(seed: int, number: int) -> Program:
    return Generator(seed, number).generate()


# ---------------------------------------------------------------- for the machine and for people


def line(program: Program) -> str:
    """The program in printable characters, one a number."""
    numbers = [*sum((list(row) for row in program.objects), []), *program.priorities]
    for calls in (*program.calls, *(order.calls for order in program.orders)):
        numbers += [len(calls), *(number for call in calls for number in (NAMES.index(call.name), *call.operands))]
    numbers += [order.units for order in program.orders]
    return "".join(chr(35 + number) for number in (len(program.orders), *numbers))


def show_operand(kind: str, value: int) -> str:
    if kind == "time":
        return "now" if value == NOW else "forever" if value == FOREVER else f"+{value - FROM_NOW}"
    if kind == "handle":
        if value < OF_THREADS:
            return f"object{value}" if value < OF_LISTS else f"event of list{value - OF_LISTS}"
        return "this thread" if value == THIS_THREAD else "wrong" if value == WRONG else who(value - OF_THREADS)
    if kind == "context":
        return "NULL" if value == NULL else "own" if value == OWN else who(value - (value >= OF_SCHEDULERS))
    if kind == "how":
        return "+".join(word for bit, word in ((ALL, "all"), (ALERTABLE, "alertable")) if value & bit) or "any"
    names = {"class": CLASSES, "size": SIZES, "change": CHANGES}
    return f"{kind} {names[kind][value] if kind in names else value}"


def who(actor: int) -> str:
    return "orderer" if actor == ORDERER else f"worker{actor}" if actor < WORKERS else f"scheduler{actor - WORKERS}"


def show_calls(calls: list[Call], first: int = 0) -> list[str]:
    lines = []
    for place, call in enumerate(calls, first):
        shown = [show_operand(kind, value) for kind, value in zip(CALLS[call.name], call.operands)]
        if call.name == "wait":
            shown = shown[:2] + shown[3:3 + call.operands[2]]
        lines.append(f"    {place}: {call.name} {', '.join(shown)}".rstrip())
    return lines


def show(program: Program) -> str:
    lines = [f"object{number}: {KINDS[kind]} {first} {second}" for number, (kind, first, second) in enumerate(program.objects)]
    for actor, calls in enumerate(program.calls):
        priority = f", priority {PRIORITIES[program.priorities[actor - WORKERS]]}" if actor >= WORKERS else ""
        lines += [f"{who(actor)}{priority}:", *show_calls(calls)] if calls else []
    place = 0
    for order in program.orders:
        lines += [f"orderer{f', after {order.units} units' if order.units else ''}:", *show_calls(order.calls, place)]
        place += len(order.calls)
    return "\n".join(lines)


def parts_of(program: Program) -> list[tuple[list, int]]:
    """Every list in the program that may lose elements, and how many it must keep."""
    return [(program.orders, 0), *((calls, 0) for calls in program.calls), *((order.calls, 0) for order in program.orders)]
