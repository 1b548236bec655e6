"""Random programs of user-level threads, how they are written down for people, and for the machine.

A program has objects of every kind, threads, and groups of threads. A scheduler runs a group. Plain code runs group 0, and a thread of its
own runs each other group, inside itself. A thread of no group is resumed by hand, by other threads.
"""

from __future__ import annotations

from dataclasses import dataclass, field

THREADS, GROUPS, STEPS = 12, 4, 9
WIDE = 90  # numbers of the encoding below this are one character

NONE_MORE = 3  # the amount that stands for 0
NOW, FOREVER, FROM_NOW = 0, 1, 2  # how a time is encoded: the last and above, milliseconds from now
LONG = {200: 0x80000005, 201: 0xFFFFFFFF}  # milliseconds too long for the encoding

# The kinds of steps, in the order of enum what in tests/uthread/uthread_objects_model.c, with the kinds of its operands.
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
    "set_key": ("key", "empty"),
    "get_key": ("key",),
    "policy": ("thread", "policy"),
    "continue": ("stopped",),
    "spin": ("ticks",),
    "slice": ("group", "slice"),
    "read": ("rw_lock", "until"),
    "write": ("rw_lock", "until"),
    "unread": ("rw_lock",),
    "unwrite": ("rw_lock",),
    "holders": ("rw_lock",),
    "arrive": ("barrier", "until"),
    "more": ("wait_group", "amount"),
    "all": ("wait_group", "until"),
    "once": ("once", "until"),
    "returns": ("on",),
}
NAMES = list(STEPS_OF)
KINDS = ("mutex", "condition", "semaphore", "event", "timer", "channel", "key", "rw_lock", "barrier", "wait_group", "once")

# The kinds of a select's cases, as in include/uthread.h, and of their objects.
RECEIVE, SEND, SEMAPHORE, EVENT, TIMER, JOIN = range(6)
CASES = ("channel", "channel", "semaphore", "event", "timer", "thread")

# The meanings of a policy's operand. Three call a handler, with this answer; the last two are mistakes.
POLICIES = ("end", "call 1", "call -1", "call 0", "stop", "unknown", "call nobody")
PACKED, SIZED = 3, 4  # as a thread's stack
ANY_STOPPED = THREADS  # instead of a thread's number: the first one that is


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
    selects: list[list[tuple[int, int]]] = field(default_factory=list)  # its lists of cases: object, kind
    place: int = 0


@dataclass
class Program:
    begin: int
    objects: dict[str, list[tuple]] = field(default_factory=dict)  # the numbers that each is created with
    threads: list[Thread] = field(default_factory=list)
    groups: list[list[int]] = field(default_factory=list)  # the threads that each begins with
    by_hand: list[int] = field(default_factory=list)
    hooks: list[list[Step]] = field(default_factory=list)  # the steps at the first deadlock, at the second, ...
    destructors: list[list[Step]] = field(default_factory=list)  # the steps of each key's destructor, if it has one
    onces: list[list[Step]] = field(default_factory=list)  # the steps that each once calls
    handler: list[Step] = field(default_factory=list)  # the steps before a policy's handler answers
    slices: list[int] = field(default_factory=list)  # of each group at the start, in ticks
    pool: int = 1  # how many threads it has room for


BEGINS = (0, 1000, 0xFFFFFFF8, 0x7FFFFFF0, 0x4FFFFFFFC)  # on the clock


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
    """Copies of the steps. No step is in them twice, since each has one place."""
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
    routines: list[int] = []
    program.hooks = [copies(steps) for steps in program.hooks]
    program.destructors = [copies(steps) for steps in program.destructors]
    program.handler = copies(program.handler)
    program.onces = [copies(steps) for steps in program.onces]
    for lists in (program.hooks, program.destructors, [program.handler], program.onces):
        routines.append(len(lists))
        for steps in lists:
            routines.append(len(code))
            compile_steps(steps, code)
            routines.append(len(code))
    numbers = [BEGINS.index(program.begin)]
    for kind in KINDS:
        objects = program.objects[kind]
        numbers += [len(objects), *sum((list(parameters) for parameters in objects), [])]
    groups = [number for ticks, group in zip(program.slices, program.groups) for number in (ticks, len(group), *group)]
    numbers += [len(program.threads), *threads, len(program.groups), *groups, len(program.by_hand), program.pool, *routines,
                len(code), *code]
    return "".join(chr(35 + n) if n < WIDE else "!" + chr(35 + n // WIDE) + chr(35 + n % WIDE) for n in numbers)


# ---------------------------------------------------------------- for people


def show_operand(kind: str, value: int) -> str:
    if kind == "until":
        return {NOW: "now", FOREVER: "forever"}.get(value, f"+{value - FROM_NOW}")
    if kind == "policy":
        return POLICIES[value]
    return f"{kind}{value}" if kind not in ("ms", "priority", "ticks", "slice") else str(LONG.get(value, value))


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
    lines = [f"clock {program.begin:X}, {program.pool} packed threads at most"]
    lines += [f"{kind}{number}: {parameters}" for kind in KINDS for number, parameters in enumerate(program.objects[kind]) if parameters]
    lines += [f"group{number}: threads {members}, slice {program.slices[number]}" for number, members in enumerate(program.groups)]
    for thread in program.threads:
        if not thread.steps:
            continue
        how = (", by hand" if thread.number in program.by_hand else "") + {PACKED: ", packed", SIZED: ", sized"}.get(thread.stack, "")
        lines += [f"thread{thread.number}: priority {thread.priority}{how} {thread.selects or ''}", *show_steps(thread.steps, "    ")]
    for text, list_of in (("at deadlock", program.hooks), ("destructor", program.destructors), ("handler", [program.handler]),
                          ("once", program.onces)):
        for number, steps in enumerate(list_of):
            lines += [f"{text} {number}:", *show_steps(steps, "    ")] if steps else []
    return "\n".join(lines)


def parts_of(program: Program) -> list[tuple[list, int]]:
    """Every list in the program that may lose elements, and how many it must keep."""
    parts: list[list] = [*program.groups, program.hooks, *program.hooks, *program.destructors, program.handler, *program.onces]
    found = [(part, 0) for part in parts]

    def walk(steps: list[Step]) -> None:
        found.append((steps, 0))
        for step in steps:
            walk(step.body)
            walk(step.final)

    for thread in program.threads:
        walk(thread.steps)
    return found
