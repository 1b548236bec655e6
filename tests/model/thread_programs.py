"""Random programs of user-level threads, how they are written down for people, and for the machine.

A program has objects of every kind, threads, and groups of these: what one scheduler runs. Group 0 is run by plain
code, the others by a thread each, inside itself. A thread of no group is resumed by hand, by other threads.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

THREADS, GROUPS, STEPS = 12, 4, 9
WIDE = 90  # numbers of the encoding below this are one character

NOW, FOREVER, FROM_NOW = 0, 1, 2  # how a time is encoded: the last and above, milliseconds from now
LONG = {200: 0x80000005, 201: 0xFFFFFFFF}  # milliseconds too long for the encoding

# What a step can be, in the order of enum what in tests/uthread_objects_model.c, with the kinds of its operands.
STEPS_OF = {
    "try": ("block", "length", "length"),
    "yield": (),
    "sleep": ("ms",),
    "sleep_until": ("until",),
    "work": ("ms",),
    "lock": ("mutex", "until"),
    "unlock": ("mutex",),
    "owner": ("mutex",),
    "wait": ("condition", "mutex", "until"),
    "signal": ("condition",),
    "broadcast": ("condition",),
    "take": ("semaphore", "until"),
    "give": ("semaphore",),
    "count": ("semaphore",),
    "await": ("event", "until"),
    "set": ("event",),
    "reset": ("event",),
    "start": ("timer", "until", "ms"),
    "stop": ("timer",),
    "ring": ("timer", "until"),
    "send": ("channel", "until"),
    "receive": ("channel", "until"),
    "close": ("channel",),
    "inside": ("channel",),
    "select": ("cases", "until"),
    "join": ("thread", "until"),
    "detach": ("thread",),
    "cancel": ("thread",),
    "shield": (),
    "unshield": (),
    "test": (),
    "priority": ("thread", "priority"),
    "exit": (),
    "raise": (),
    "status": ("thread",),
    "statistics": ("group",),
    "resume": ("thread",),
    "add": ("group", "thread"),
    "nest": ("group",),
    "spawn": ("thread", "group"),
    "destroy": ("thread",),
    "destroy_object": ("kind", "object"),
}
NAMES = list(STEPS_OF)
KINDS = ("mutex", "condition", "semaphore", "event", "timer", "channel")


@dataclass
class Step:
    name: str
    operands: tuple = ()
    body: list["Step"] = field(default_factory=list)  # of a try
    final: list["Step"] = field(default_factory=list)
    place: int = 0  # in the code


@dataclass
class Thread:
    number: int
    stack: int = 0  # how it is made: see the image
    priority: int = 0
    steps: list[Step] = field(default_factory=list)
    selects: list[list[tuple[int, int]]] = field(default_factory=list)  # its lists of cases: channel, whether it sends
    place: int = 0


@dataclass
class Program:
    begin: int
    objects: dict[str, list[tuple]] = field(default_factory=dict)  # what each is created with
    threads: list[Thread] = field(default_factory=list)
    groups: list[list[int]] = field(default_factory=list)  # the threads that each begins with
    by_hand: list[int] = field(default_factory=list)
    hooks: list[list[Step]] = field(default_factory=list)  # what is done at the first deadlock, at the second, ...
    hook_places: list[int] = field(default_factory=list)


BEGINS = (0, 1000, 0xFFFFFFF8, 0x7FFFFFF0, 0x4FFFFFFFC)  # on the clock


class Generator:
    # What programs may contain. A theme is a few of these, so that their threads meet.
    THEMES = {
        "mutex": {"lock": 5, "section": 6, "unlock": 3, "owner": 1},
        "condition": {"monitor": 7, "signal": 4, "broadcast": 3, "wait": 1, "section": 2},
        "semaphore": {"take": 7, "give": 7, "count": 1},
        "event": {"await": 6, "set": 4, "reset": 2},
        "timer": {"start": 3, "ring": 6, "stop": 1},
        "channel": {"send": 7, "receive": 7, "close": 1, "inside": 1},
        "select": {"select": 7, "send": 4, "receive": 4, "close": 1},
        "ends": {"join": 6, "exit": 1, "detach": 1, "cancel": 3, "raise": 1, "status": 1, "destroy": 1},
        "cancel": {"cancel": 5, "shield": 2, "unshield": 2, "test": 1, "shielded": 3, "try": 3},
        "blocks": {"try": 5, "raise": 2, "exit": 1},
        "groups": {"nest": 4, "spawn": 2},
        "by hand": {"resume": 6, "add": 1},
    }

    def __init__(self, seed: int, number: int):
        self.random = random.Random(f"{seed} {number}")
        self.program = Program(self.random.choice(BEGINS))
        self.depth = 0
        self.weights: dict[str, float] = {"yield": 6, "sleep": 4, "sleep_until": 1, "work": 4, "priority": 1, "statistics": 0.5}
        for name in self.random.sample(list(self.THEMES), self.random.choice((2, 2, 3, 3, 4, 6))):
            for what, weight in self.THEMES[name].items():
                self.weights[what] = self.weights.get(what, 0) + weight
        self.with_destruction = self.chance(0.15)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def generate(self) -> Program:
        program, choice = self.program, self.random.choice
        program.objects = {
            "mutex": [(choice((0, 1)),) for _ in range(choice((1, 2, 2)))],
            "condition": [() for _ in range(choice((1, 1, 2)))],
            "semaphore": [(choice((0, 0, 1, 2)), choice((2, 3, 0x7F))) for _ in range(choice((1, 2)))],
            "event": [(choice((0, 1)), choice((0, 0, 1))) for _ in range(choice((1, 2, 2)))],
            "timer": [() for _ in range(choice((1, 2)))],
            "channel": [(choice((0, 0, 1, 2, 3)),) for _ in range(choice((1, 2, 3)))],
        }
        hands = choice((1, 2, 3)) if "resume" in self.weights else 0
        self.by_hand = program.by_hand = list(range(hands))
        program.threads = [Thread(number) for number in range(hands)]
        self.group(choice((2, 3, 4, 5)))
        for number in self.by_hand:
            self.fill(program.threads[number])
        program.hooks = [[self.hook_step() for _ in range(choice((0, 1, 1, 2)))] for _ in range(choice((0, 1, 2)))]
        return program

    def group(self, size: int) -> int:
        number = len(self.program.groups)
        self.program.groups.append([])
        for _ in range(size):
            if len(self.program.threads) < THREADS:
                self.program.groups[number].append(self.thread())
        return number

    def thread(self) -> int:
        thread = Thread(len(self.program.threads))
        self.program.threads.append(thread)
        self.fill(thread)
        return thread.number

    def fill(self, thread: Thread) -> None:
        thread.stack = self.random.choice((0, 0, 1, 1, 2))
        if self.chance(0.15):
            thread.priority = self.random.choice((1, 1, 2, 31))
        if "select" in self.weights:
            channels = len(self.program.objects["channel"])
            thread.selects = [[(self.random.randrange(-1 if self.chance(0.1) else 0, channels), self.random.choice((0, 0, 1)))
                               for _ in range(self.random.choice((1, 2, 2, 3)))] for _ in range(self.random.choice((1, 1, 2)))]
        self.depth += 1
        self.thread_at_hand = thread
        thread.steps = self.steps(thread, self.random.randrange(1, STEPS + 1), 0)
        self.depth -= 1

    # -- operands

    def until(self) -> int:
        if self.chance(0.4):
            return FOREVER
        return NOW if self.chance(0.2) else FROM_NOW + self.ms()

    def ms(self) -> int:
        return self.random.choice((0, 1, 1, 2, 2, 3, 5, 8, 13))

    def operand(self, kind: str, thread: Thread) -> int:
        if kind == "until":
            return self.until()
        if kind == "ms":
            return self.random.choice(tuple(LONG)) if self.chance(0.02) else self.ms()
        if kind == "thread":
            return self.random.randrange(THREADS) if self.chance(0.1) else self.random.randrange(len(self.program.threads))
        if kind == "priority":
            return self.random.choice((0, 0, 0, 1, 1, 2, 31, 32))
        if kind == "group":
            return self.random.randrange(len(self.program.groups))
        if kind == "cases":
            return self.random.randrange(len(thread.selects))
        return self.random.randrange(len(self.program.objects[kind]))

    # -- steps

    def simple(self, name: str, thread: Thread) -> Step:
        return Step(name, tuple(self.operand(kind, thread) for kind in STEPS_OF[name]))

    def hook_step(self) -> Step:
        return self.simple(self.random.choice(("give", "set", "close", "cancel")), self.program.threads[-1])

    def steps(self, thread: Thread, count: int, blocks: int) -> list[Step]:
        made: list[Step] = []
        for _ in range(count):
            made += self.some(thread, blocks)
        return made

    def some(self, thread: Thread, blocks: int) -> list[Step]:
        names, weights = zip(*self.weights.items())
        name = self.random.choices(names, weights)[0]
        few = self.random.choice((0, 1, 1, 2))
        if name == "section":
            mutex = self.operand("mutex", thread)
            inside = self.steps(thread, few, blocks) if blocks < 2 else []
            unlock = Step("unlock", (mutex,))
            if self.chance(0.3) and blocks < 2:
                return [Step("lock", (mutex, FOREVER)), Step("try", (0,), inside, [unlock])]
            return [Step("lock", (mutex, FOREVER)), *inside, unlock]
        if name == "monitor":
            mutex, condition = self.operand("mutex", thread), self.operand("condition", thread)
            locks = self.random.choice((1, 1, 1, 2))
            wait = Step("wait", (condition, mutex, self.until()))
            return [Step("lock", (mutex, FOREVER))] * locks + [wait] + [Step("unlock", (mutex,))] * locks
        if name == "shielded":
            inside = self.steps(thread, few, blocks) if blocks < 2 else []
            return [Step("shield"), *inside, Step("unshield")]
        if name == "try":
            if blocks >= 2:
                return []
            body = self.steps(thread, 1 + few, blocks + 1)
            return [Step("try", (self.random.choice((0, 0, 1)),), body, self.steps(thread, self.random.choice((0, 1, 2)), blocks + 1))]
        if name == "nest":
            if self.depth > 3 or len(self.program.groups) >= GROUPS or len(self.program.threads) > THREADS - 2:
                return [Step("yield")]
            number = self.group(self.random.choice((1, 2, 3)))
            return [Step("nest", (number,))]
        if name == "spawn":
            if len(self.program.threads) >= THREADS:
                return [Step("yield")]
            group = self.operand("group", thread)
            return [Step("spawn", (self.thread(), group))]
        if name in ("resume", "add"):
            hand = self.random.choice(self.by_hand)
            return [Step("resume", (hand,)) if name == "resume" else Step("add", (self.operand("group", thread), hand))]
        if name == "destroy":
            if not self.with_destruction:
                return []
            if self.chance(0.5):
                kind = self.random.choice(KINDS)
                return [Step("destroy_object", (KINDS.index(kind), self.operand(kind, thread)))]
        return [self.simple(name, thread)]


def generate(seed: int, number: int) -> Program:
    return Generator(seed, number).generate()


# ---------------------------------------------------------------- for the machine


def compile_steps(steps: list[Step], code: list[int]) -> None:
    """Appends them to the code, and tells each step its place there."""
    for step in steps:
        step.place = len(code)
        code += [NAMES.index(step.name), *step.operands]
        if step.name == "try":
            lengths = len(code)
            code += [0, 0]
            compile_steps(step.body, code)
            code[lengths] = len(code) - lengths - 2
            before = len(code)
            compile_steps(step.final, code)
            code[lengths + 1] = len(code) - before


def copies(steps: list[Step]) -> list[Step]:
    """The same with no step in it twice, since each has one place."""
    return [Step(step.name, step.operands, copies(step.body), copies(step.final)) for step in steps]


def line(program: Program) -> str:
    """The program in printable characters: numbers below WIDE are one from "#" on, others "!" and two of them."""
    code: list[int] = []
    threads: list[int] = []
    for thread in program.threads:
        thread.steps = copies(thread.steps)
        thread.place = len(code)
        compile_steps(thread.steps, code)
        cases = [number for cases in thread.selects for number in (len(cases), *sum(([c + 1, s] for c, s in cases), []))]
        threads += [thread.stack, thread.priority, thread.place, len(code), len(thread.selects), *cases]
    hooks: list[int] = []
    for number, steps in enumerate(program.hooks):
        program.hooks[number] = copies(steps)
        hooks.append(len(code))
        compile_steps(program.hooks[number], code)
        hooks.append(len(code))
    numbers = [BEGINS.index(program.begin)]
    for kind in KINDS:
        objects = program.objects[kind]
        numbers += [len(objects), *sum((list(parameters) for parameters in objects), [])]
    numbers += [len(program.threads), *threads, len(program.groups), *sum(([len(g), *g] for g in program.groups), []),
                len(program.by_hand), len(program.hooks), *hooks, len(code), *code]
    return "".join(chr(35 + n) if n < WIDE else "!" + chr(35 + n // WIDE) + chr(35 + n % WIDE) for n in numbers)


# ---------------------------------------------------------------- for people


def show_operand(kind: str, value: int) -> str:
    if kind == "until":
        return {NOW: "now", FOREVER: "forever"}.get(value, f"+{value - FROM_NOW}")
    return f"{kind}{value}" if kind not in ("ms", "priority") else str(LONG.get(value, value))


def show_steps(steps: list[Step], indent: str) -> list[str]:
    lines = []
    for step in steps:
        words = [show_operand(kind, value) for kind, value in zip(STEPS_OF[step.name], step.operands)]
        if step.name == "try":
            lines += [f"{indent}{step.place}: try", *show_steps(step.body, indent + "    "),
                      f"{indent}{('finally', 'except')[step.operands[0]]}", *show_steps(step.final, indent + "    ")]
        else:
            lines.append(f"{indent}{step.place}: {' '.join([step.name, *words])}")
    return lines


def show(program: Program) -> str:
    lines = [f"clock {program.begin:X}"]
    lines += [f"{kind}{number}: {parameters}" for kind in KINDS for number, parameters in enumerate(program.objects[kind]) if parameters]
    lines += [f"group{number}: threads {members}" for number, members in enumerate(program.groups)]
    for thread in program.threads:
        if not thread.steps:
            continue
        hand = ", by hand" if thread.number in program.by_hand else ""
        lines += [f"thread{thread.number}: priority {thread.priority}{hand} {thread.selects or ''}", *show_steps(thread.steps, "    ")]
    for number, steps in enumerate(program.hooks):
        lines += [f"at deadlock {number}:", *show_steps(steps, "    ")]
    return "\n".join(lines)


def parts_of(program: Program) -> list[tuple[list, int]]:
    """Every list in the program that may lose elements, and how many it must keep."""
    found: list[tuple[list, int]] = [(part, 0) for part in (*program.groups, program.hooks, *program.hooks)]

    def walk(steps: list[Step]) -> None:
        found.append((steps, 0))
        for step in steps:
            walk(step.body)
            walk(step.final)

    for thread in program.threads:
        walk(thread.steps)
    return found
