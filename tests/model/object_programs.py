"""Random programs of the kernel's threads and objects, how they are written down for people, and for the machine.

A program has threads that wait for orders, and handles in numbered places. One order tells a thread to make a few calls.
The code that gives the orders has the lowest priority, so it goes on when no thread can; it makes calls, too, and lets
time pass.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

THREADS = 4
ORDERER = THREADS  # the place of the code that gives orders, among the threads
PLACES = 8  # of handles
THIS_THREAD, WRONG = PLACES + THREADS, PLACES + THREADS + 1  # behind the places and the threads' own handles
NO_HANDLE = WRONG + 1  # what keyed events may have
WORDS = 2  # that threads wait at

NOW, FOREVER, FROM_NOW = 0, 1, 1  # how a time is encoded: above FROM_NOW, units from now
SAME_RIGHTS, ALL = 4, 1  # bits 0 and 1 of rights: to wait, to change; bit 0 of how: for all, bit 1: alertably
ALERTABLE = 2
PRIORITIES = (0, 1, -1, 2, -2, 15, 3)  # relative ones; the last is a mistake

# The calls, in the order of enum what in tests/threads/thread_model.c, with the kinds of their operands.
CALLS = {
    "event": ("place", "name", "flag", "flag"),
    "semaphore": ("place", "name", "count", "maximum"),
    "mutex": ("place", "name", "flag"),
    "timer": ("place", "name", "flag"),
    "keyed": ("place", "name"),
    "open": ("place", "name", "kind", "rights"),
    "close": ("place",),
    "duplicate": ("handle", "place", "rights"),
    "wait": ("how", "time", "many", "handle", "handle", "handle", "handle"),
    "signal_and_wait": ("handle", "handle", "how", "time"),
    "change": ("handle", "change"),
    "release": ("handle", "amount"),
    "leave": ("handle",),
    "start": ("handle", "due", "period", "routine"),
    "cancel": ("handle",),
    "queue": ("handle", "routine"),
    "suspend": ("handle",),
    "resume": ("handle",),
    "terminate": ("handle", "code"),
    "priority": ("handle", "priority"),
    "query": ("handle",),
    "yield": (),
    "exit": ("code",),
    "keyed_wait": ("keyed", "key", "how", "time"),
    "keyed_release": ("keyed", "key", "how", "time"),
    "await": ("word", "value", "time"),
    "put": ("word", "value"),
    "wake": ("word", "amount"),
    "take": (),
}
NAMES = list(CALLS)
KINDS = ("event", "semaphore", "mutex", "timer")
CHANGES = ("set", "reset", "pulse")


@dataclass
class Call:
    name: str
    operands: tuple


@dataclass
class Order:
    who: int  # a thread, or ORDERER
    units: int = 0  # that pass first
    calls: list[Call] = field(default_factory=list)


@dataclass
class Program:
    priorities: list[int]  # of the threads: numbers in PRIORITIES
    orders: list[Order] = field(default_factory=list)


# ---------------------------------------------------------------- at random


class Generator:
    # A theme is a few calls that belong together.
    THEMES: dict[str, dict[str, float]] = {
        "events": {"wait": 5, "change": 6, "signal_and_wait": 2},
        "semaphores": {"wait": 5, "release": 6, "signal_and_wait": 1},
        "mutexes": {"wait": 9, "leave": 4, "exit": 1, "terminate": 0.5, "signal_and_wait": 1},
        "timers": {"wait": 5, "start": 5, "cancel": 1},
        "calls": {"wait": 4, "queue": 4, "start": 2, "take": 1, "keyed_wait": 1, "exit": 0.2},
        "threads": {"wait": 4, "suspend": 3, "resume": 4, "terminate": 0.5, "exit": 0.3, "query": 1},
        "priorities": {"priority": 5, "yield": 3, "wait": 3, "change": 2},
        "handles": {"open": 3, "close": 3, "duplicate": 3, "wait": 3, "make": 3, "change": 2},
        "keyed": {"keyed_wait": 5, "keyed_release": 5, "queue": 1},
        "words": {"await": 5, "put": 2, "wake": 4},
    }
    MADE = {"events": "event", "semaphores": "semaphore", "mutexes": "mutex", "timers": "timer", "calls": "timer", "keyed": "keyed"}

    def __init__(self, seed: int, number: int):
        self.random = random.Random(f"{seed} {number}")
        self.weights: dict[str, float] = {"wait": 2, "yield": 0.5, "priority": 0.3}
        themes = self.random.sample(list(self.THEMES), self.random.choice((1, 2, 2, 3, 3, 5)))
        for theme in themes:
            for name, weight in self.THEMES[theme].items():
                self.weights[name] = self.weights.get(name, 0) + weight
        self.kinds = [self.MADE[theme] for theme in themes if theme in self.MADE] or ["event", "mutex"]

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def generate(self) -> Program:
        program = Program([self.random.choice((0, 0, 0, 1, 1, 2)) for _ in range(THREADS)])
        first = [self.make(place) for place in range(self.random.choice((1, 1, 2, 2, 3, 4)))]
        self.used = len(first)
        program.orders.append(Order(ORDERER, 0, first))
        for _ in range(self.random.randrange(6, 36)):
            order = Order(ORDERER if self.chance(0.15) else self.random.randrange(THREADS))
            if self.chance(0.2):
                order.units = self.random.choice((1, 1, 2, 3))
            for _ in range(self.random.choice((1, 1, 2, 3, 5))):
                order.calls.append(self.call(order.who))
            program.orders.append(order)
        return program

    def make(self, place: int) -> Call:
        name = self.random.choice(self.kinds) if self.chance(0.8) else self.random.choice((*KINDS, "keyed"))
        return Call(name, (place, *(self.operand(kind) for kind in CALLS[name][1:])))

    def call(self, who: int) -> Call:
        while True:
            name = self.random.choices(list(self.weights), list(self.weights.values()))[0]
            if name == "make":
                return self.make(self.random.randrange(PLACES))
            if who == ORDERER and name == "exit":
                continue
            operands = [self.operand(kind) for kind in CALLS[name]]
            if who == ORDERER:
                operands = [NOW if kind == "time" else WRONG if kind in ("handle", "keyed") and operand == THIS_THREAD else operand
                            for kind, operand in zip(CALLS[name], operands)]
            return Call(name, tuple(operands))

    def operand(self, kind: str) -> int:
        choice = self.random.choice
        if kind == "place":
            return self.random.randrange(PLACES)
        if kind == "handle":
            if self.chance(0.85):
                return self.random.randrange(self.used + (1 if self.chance(0.2) else 0))
            return choice((*range(PLACES, PLACES + THREADS), *range(PLACES, PLACES + THREADS), THIS_THREAD, THIS_THREAD, WRONG))
        if kind == "keyed":
            return NO_HANDLE if self.chance(0.5) else self.operand("handle")
        if kind in ("time", "due"):
            if kind == "time" and self.chance(0.6):
                return FOREVER
            return NOW if self.chance(0.2) else FROM_NOW + choice((1, 1, 2, 3, 4))
        return {
            "name": lambda: choice((0, 0, 0, 0, 1, 2)), "flag": lambda: choice((0, 1)), "count": lambda: choice((0, 0, 1, 2, 4)),
            "maximum": lambda: choice((1, 2, 3, 3, 0)), "kind": lambda: self.random.randrange(len(KINDS)),
            "rights": lambda: choice((SAME_RIGHTS, SAME_RIGHTS, 3, 3, 1, 2, 0)), "how": lambda: choice((0, 0, 1, 2, 2, 3)),
            "many": lambda: choice((0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4)), "change": lambda: choice((0, 0, 0, 1, 2)),
            "amount": lambda: choice((1, 1, 1, 2, 3, 0)), "period": lambda: choice((0, 0, 1, 2)),
            "routine": lambda: choice((0, 1, 2, 3)), "code": lambda: choice((0, 7, 11)),
            "priority": lambda: choice((*range(len(PRIORITIES)), 0, 0)), "key": lambda: choice((2, 2, 4, 3)),
            "word": lambda: self.random.randrange(WORDS), "value": lambda: choice((0, 0, 1)),
        }[kind]()


def generate(seed: int, number: int) -> Program:
    return Generator(seed, number).generate()


# ---------------------------------------------------------------- for the machine and for people


def line(program: Program) -> str:
    """The program in printable characters, one a number."""
    numbers = [*program.priorities, len(program.orders)]
    for order in program.orders:
        numbers += [order.who, order.units, len(order.calls)]
        for call in order.calls:
            numbers += [NAMES.index(call.name), *call.operands]
    return "".join(chr(35 + number) for number in numbers)


def show_operand(kind: str, value: int) -> str:
    if kind == "time" or kind == "due":
        return "now" if value == NOW else "forever" if kind == "time" and value == FOREVER else f"+{value - FROM_NOW}"
    if kind in ("handle", "keyed"):
        if value < PLACES:
            return f"#{value}"
        return {THIS_THREAD: "this thread", WRONG: "wrong", NO_HANDLE: "none"}.get(value, f"thread{value - PLACES}")
    if kind == "how":
        return "+".join(word for bit, word in ((ALL, "all"), (ALERTABLE, "alertable")) if value & bit) or "any"
    if kind == "priority":
        return str(PRIORITIES[value])
    return f"#{value}" if kind == "place" else f"{kind} {value}"


def show_call(call: Call) -> str:
    kinds = CALLS[call.name]
    shown = [show_operand(kind, value) for kind, value in zip(kinds, call.operands)]
    if call.name == "wait":
        shown = shown[:2] + shown[3:3 + call.operands[2]]
    return f"{call.name} {', '.join(shown)}".strip()


def show(program: Program) -> str:
    lines = [f"priorities {[PRIORITIES[number] for number in program.priorities]}"]
    place = 0
    for order in program.orders:
        who = "orderer" if order.who == ORDERER else f"thread{order.who}"
        lines.append(f"{who}{f', after {order.units} units' if order.units else ''}:")
        for call in order.calls:
            lines.append(f"    {place}: {show_call(call)}")
            place += 1
    return "\n".join(lines)


def parts_of(program: Program) -> list[tuple[list, int]]:
    """Every list in the program that may lose elements, and how many it must keep."""
    return [(program.orders, 0), *((order.calls, 0) for order in program.orders)]
