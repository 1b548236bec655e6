"""Makes random programs of user-level threads (thread_programs.py)."""

from __future__ import annotations

import random

from model.thread_programs import (ANY_STOPPED, BEGINS, CASES, EVENT, FOREVER, FROM_NOW, GROUPS, JOIN, KINDS, LONG, NOW, RECEIVE,
                                   SEMAPHORE, SEND, STEPS, STEPS_OF, THREADS, TIMER, Program, Step, Thread)


class Generator:
    # The steps that programs may contain. A theme is a few of these, so that their threads meet.
    THEMES = {
        "mutex": {"lock": 5, "section": 6, "unlock": 3, "owner": 1},
        "condition": {"monitor": 7, "signal": 4, "broadcast": 3, "wait": 1, "section": 2},
        "semaphore": {"take": 7, "give": 7, "count": 1},
        "event": {"await": 6, "set": 4, "reset": 2},
        "timer": {"start": 3, "ring": 6, "stop": 1},
        "channel": {"send": 7, "receive": 7, "close": 1, "inside": 1},
        "select": {"select": 7, "send": 4, "receive": 4, "close": 1},
        "select any": {"select": 8, "give": 4, "set": 3, "start": 3, "send": 2, "join": 1},
        "ends": {"join": 6, "exit": 1, "detach": 1, "cancel": 3, "raise": 1, "status": 1, "destroy": 1},
        "cancel": {"cancel": 5, "shield": 2, "unshield": 2, "test": 1, "shielded": 3, "try": 3},
        "blocks": {"try": 5, "raise": 2, "exit": 1},
        "groups": {"nest": 4, "spawn": 2},
        "by hand": {"resume": 6, "add": 1},
        "keys": {"set_key": 7, "get_key": 3},
        "policies": {"policy": 5, "raise": 4, "continue": 6},
        "rw_locks": {"reading": 6, "writing": 5, "read": 3, "write": 2, "unread": 3, "unwrite": 2, "holders": 1},
        "barriers": {"arrive": 7},
        "wait groups": {"more": 7, "all": 5},
        "onces": {"once": 7},
        "returns": {"returns": 4, "cancel": 5, "test": 2},
        "slices": {"spin": 6, "slice": 1},
    }
    # The steps that destructors and policies' handlers may do: none would leave them with a mutex.
    INSIDE = {"yield": 3, "sleep": 1, "work": 1, "give": 2, "take": 1, "set": 1, "await": 1, "set_key": 4, "get_key": 1, "cancel": 1,
              "status": 1, "exit": 0.7, "test": 0.5, "policy": 0.5}

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
            "key": [(choice((0, 1, 1)),) for _ in range(choice((1, 2, 3)))],
            "rw_lock": [() for _ in range(choice((1, 1, 2)))],
            "barrier": [(choice((1, 2, 2, 3)),) for _ in range(choice((1, 2)))],
            "wait_group": [(choice((0, 0, 1, 2)),) for _ in range(choice((1, 2)))],
            "once": [() for _ in range(choice((1, 2, 3)))],
        }
        self.stacks = choice(((0, 1, 2, 4), (0, 1, 2, 4), (0, 1, 2, 3, 3, 3, 4)))
        program.pool = choice((1, 2, 3, THREADS))
        hands = choice((1, 2, 3)) if "resume" in self.weights else 0
        self.by_hand = program.by_hand = list(range(hands))
        program.threads = [Thread(number) for number in range(hands)]
        self.group(choice((2, 3, 4, 5)))
        for number in self.by_hand:
            self.fill(program.threads[number])
        program.hooks = [[self.hook_step() for _ in range(choice((0, 1, 1, 2)))] for _ in range(choice((0, 1, 2)))]
        destructor = {**self.INSIDE, "raise": 0.7, "spin": 0.5}
        program.destructors = [[self.inside_step(destructor) for _ in range(choice((0, 1, 1, 2)))] for _ in program.objects["key"]]
        called = {**self.INSIDE, "raise": 2, "once": 1, "spin": 0.5}
        program.onces = [[self.inside_step(called) for _ in range(choice((0, 1, 2, 3)))] for _ in program.objects["once"]]
        if "policy" in self.weights:
            program.handler = [self.inside_step(self.INSIDE) for _ in range(choice((0, 0, 1, 2)))]
        return program

    def group(self, size: int) -> int:
        number = len(self.program.groups)
        self.program.groups.append([])
        self.program.slices.append(self.random.choice((0, 1, 1, 2, 3)) if "spin" in self.weights else 0)
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
        thread.stack = self.random.choice(self.stacks)
        if self.chance(0.15):
            thread.priority = self.random.choice((1, 1, 2, 31))
        if "select" in self.weights:
            thread.selects = [[self.case() for _ in range(self.random.choice((1, 2, 2, 3)))]
                              for _ in range(self.random.choice((1, 1, 2)))]
        self.depth += 1
        thread.steps = self.steps(thread, self.random.randrange(1, STEPS + 1), 0)
        self.depth -= 1
        if "policy" in self.weights and self.chance(0.6):
            thread.steps.insert(0, Step("policy", (thread.number, self.random.choice((1, 2, 3, 4, 4, 4)))))

    def case(self) -> tuple[int, int]:
        """A case of a select: an object, -1 for none, and its kind. Other threads do the steps that may end it."""
        kinds = [RECEIVE, RECEIVE, SEND]
        for what, kind in (("give", SEMAPHORE), ("set", EVENT), ("start", TIMER), ("join", JOIN)):
            kinds += [kind, kind] if what in self.weights else []
        kind = self.random.choice(kinds)
        count = len(self.program.threads) if kind == JOIN else len(self.program.objects[CASES[kind]])
        return self.random.randrange(-1 if self.chance(0.1) else 0, count), kind

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
        if kind == "stopped":
            return ANY_STOPPED if self.chance(0.7) else self.operand("thread", thread)
        if kind == "amount":
            return self.random.choice((0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6))
        if kind == "on":
            return int(self.chance(0.85))
        if kind == "empty":
            return int(self.chance(0.2))
        if kind == "policy":
            return self.random.choice((0, 1, 2, 2, 3, 4, 4, 4, 5, 6))
        if kind == "ticks":
            return self.random.choice((1, 1, 2, 3, 5))
        if kind == "slice":
            return self.random.choice((0, 1, 2, 5, 201))
        if kind == "group":
            return self.random.randrange(len(self.program.groups))
        if kind == "cases":
            return self.random.randrange(len(thread.selects))
        return self.random.randrange(len(self.program.objects[kind]))

    # -- steps

    def simple(self, name: str, thread: Thread) -> Step:
        return Step(name, tuple(self.operand(kind, thread) for kind in STEPS_OF[name]))

    def inside_step(self, weights: dict[str, float]) -> Step:
        name = self.random.choices(list(weights), list(weights.values()))[0]
        return self.simple(name, self.random.choice(self.program.threads))

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
        if name in ("reading", "writing"):
            lock, kind = self.operand("rw_lock", thread), "read" if name == "reading" else "write"
            inside = self.steps(thread, few, blocks) if blocks < 2 else []
            until = FOREVER if self.chance(0.8) else self.until()
            return [Step(kind, (lock, until)), *inside, Step("un" + kind, (lock,))]
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
                kind = self.random.choice(KINDS[:-1])  # no step destroys a once
                return [Step("destroy_object", (KINDS.index(kind), self.operand(kind, thread)))]
        return [self.simple(name, thread)]


def generate(seed: int, number: int) -> Program:
    return Generator(seed, number).generate()
