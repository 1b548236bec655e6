"""Programs as tests/seh/seh_model.c runs them: the tree as a compiler for Windows would translate it.

A line of printable characters: numbers below WIDE as one character from "#" on, others as "!" and two of them. The
numbers are those of the functions, try blocks and vectored handlers, each list behind its length, then the code.
"""

from __future__ import annotations


from model import programs as tree

WIDE = 90
ANSWER_BIAS = 100
KINDS = {"3": 0, "4": 1, "raw": 2, "native": 3}
WHOLE_FUNCTION = 1000  # more levels than there are
NAMES = ("none", "self", "next")
PLACES = ("behind", "landing")

# In the order of enum operation in seh_model.c.
(MARK, RAISE, FAULT, ABNORMAL, CALL, TRY, FINALLY, UNWIND, JUMP, RETURN, RETURN_NOW, SETJUMP, LONGJUMP, VISIT, CHANGE, ANSWER,
 EXECUTE, BAD_UNWIND, ADD, REMOVE, STATEMENT, BLOCK_END, OUT) = range(23)


class Compiler:
    """Fills `numbers`, the line. A block's row: level around it, filter + 1, handler, id."""

    def __init__(self, program: tree.Program):
        self.code: list[int] = []
        self.functions: list[list[int]] = []
        self.blocks: list[list[int]] = []
        self.visits = 0
        self.waiting: list[tuple[int, tree.Function]] = []
        # The function's first block, and the blocks around, with the jumps to their ends and behind them.
        self.first = 0
        self.around: list[tuple[int, list[int], list[int]]] = []
        self.in_finally = False
        self.native = False
        self.calls = 0  # native: how many statements the interpreter has entered, each by a call

        self.number_of(program.main)
        vectored: list[int] = []
        for handler in program.vectored:
            vectored += [handler.installed, len(self.code)]
            self.reactions(handler.reactions)
        while self.waiting:
            self.function(*self.waiting.pop())
        self.numbers = [len(self.functions), *sum(self.functions, []), len(self.blocks), *sum(self.blocks, []), *vectored,
                        len(self.code), *self.code]

    def emit(self, *numbers: int) -> int:
        """Returns where the last number can be corrected."""
        self.code += numbers
        return len(self.code) - 1

    def correct(self, places: list[int]) -> None:
        for place in places:
            self.code[place] = len(self.code)

    def number_of(self, function: tree.Function) -> int:
        self.functions.append([])
        self.waiting.append((len(self.functions) - 1, function))
        return len(self.functions) - 1

    def function(self, number: int, function: tree.Function) -> None:
        self.first = len(self.blocks)
        row = self.functions[number]
        self.native = function.kind == "native"
        row += [function.id, KINDS[function.kind], self.first]
        for body in (function.body, function.after):
            row.append(len(self.code))
            self.body(body, 0)
            self.emit(BLOCK_END if self.native else RETURN)
        for reactions in (function.search, function.unwind):
            row.append(len(self.code))
            self.reactions(reactions)

    def reactions(self, reactions: list[tree.Reaction]) -> None:
        self.visits += 1
        visit = self.visits
        for earlier, reaction in enumerate(reactions):
            other = [] if reaction is reactions[-1] else [self.emit(VISIT, visit, earlier, 0)]
            self.body(reaction.body, 0)
            for what, value in reaction.changes:
                if what == "eip":
                    self.emit(CHANGE, len(tree.REGISTERS), PLACES.index(value))
                else:
                    self.emit(CHANGE, tree.REGISTERS.index(what), value)
            if isinstance(reaction.answer, str):
                self.emit(EXECUTE, int(reaction.answer == "execute own"))
            else:
                self.emit(ANSWER, reaction.answer + ANSWER_BIAS, NAMES.index(reaction.names))
            self.correct(other)

    def body(self, nodes: list[tree.Node], level: int) -> None:
        """level: 0 outside of all try blocks, else the number of a block in its function, from 1 on."""
        for node in nodes:
            getattr(self, "do_" + type(node).__name__)(node, level)

    def do_Mark(self, node, level):
        self.emit(MARK, node.id)

    def do_Raise(self, node, level):
        self.emit(RAISE, tree.RAISES.index(node.how), node.code, node.flags, node.count)

    def do_Fault(self, node, level):
        self.emit(FAULT, tree.FAULTS.index(node.kind))

    def do_Abnormal(self, node, level):
        self.emit(ABNORMAL)

    def do_Call(self, node, level):
        self.emit(CALL, self.number_of(node.function))

    def try_block(self, node, level) -> tuple[list[int], list[int]]:
        """The block's body. Returns its row, and the jumps behind it that wait for their place."""
        row, leaves, gotos = [level, 0, 0, node.id], list[int](), list[int]()
        self.blocks.append(row)
        own_level = len(self.blocks) - self.first
        self.around.append((level, leaves, gotos))
        self.emit(TRY, own_level)
        self.body(node.body, own_level)
        self.around.pop()
        self.correct(leaves)
        self.emit(TRY, level)
        return row, gotos

    def statement(self, node) -> None:
        """A statement of native C: a call of its own runs the body, filter and blocks."""
        row, leaves, gotos = [0, 0, 0, node.id], list[int](), list[int]()
        self.blocks.append(row)
        end = self.emit(STATEMENT, len(self.blocks) - 1, 0)
        self.around.append((self.calls, leaves, gotos))
        self.calls += 1
        self.body(node.body, 0)
        self.around.pop()
        self.correct(leaves)
        self.emit(BLOCK_END)
        if isinstance(node, tree.Except):
            row[1] = len(self.code) + 1
            self.reactions(node.filter)
        row[2] = len(self.code)
        self.in_finally = isinstance(node, tree.Finally)
        self.body(node.final if self.in_finally else node.handler, 0)
        self.in_finally = False
        self.emit(BLOCK_END)
        self.calls -= 1
        self.correct([end, *gotos])

    def do_Except(self, node, level):
        if self.native:
            self.statement(node)
            return
        row, gotos = self.try_block(node, level)
        end = self.emit(JUMP, 0)
        row[1] = len(self.code) + 1
        self.reactions(node.filter)
        row[2] = len(self.code)
        self.body(node.handler, level)
        self.correct([end, *gotos])

    def do_Finally(self, node, level):
        if self.native:
            self.statement(node)
            return
        number = len(self.blocks)
        row, gotos = self.try_block(node, level)
        self.emit(FINALLY, number)
        end = self.emit(JUMP, 0)
        row[2] = len(self.code)
        self.in_finally = True
        self.body(node.final, 0)
        self.in_finally = False
        self.emit(ANSWER, ANSWER_BIAS, 0)
        self.correct([end, *gotos])

    def do_SetJump(self, node, level):
        landed = self.emit(SETJUMP, node.slot, 0)
        self.body(node.body, level)
        end = self.emit(JUMP, 0)
        self.correct([landed])
        self.body(node.landed, level)
        self.correct([end])

    def do_LongJump(self, node, level):
        self.emit(LONGJUMP, node.slot, node.value)

    def do_Leave(self, node, level):
        if self.native and self.calls > self.around[-1][0] + 1:  # from an __except block inside
            self.around[-1][1].append(self.emit(OUT, self.calls - self.around[-1][0] - 1, 0))
            return
        self.around[-1][1].append(self.emit(JUMP, 0))

    def do_GoTo(self, node, level):
        target, _, gotos = self.around[-node.depth]
        if self.native:
            gotos.append(self.emit(OUT, self.calls - target, 0))
            return
        self.emit(UNWIND, target)
        gotos.append(self.emit(JUMP, 0))

    def do_Return(self, node, level):
        if self.native:
            self.emit(OUT, WHOLE_FUNCTION, 0)
            return
        self.emit(UNWIND, 0)
        self.emit(RETURN_NOW if self.in_finally else RETURN)

    def do_BadUnwind(self, node, level):
        self.emit(BAD_UNWIND)

    def do_AddVectored(self, node, level):
        self.emit(ADD, node.number, node.first)

    def do_RemoveVectored(self, node, level):
        self.emit(REMOVE, node.number)


def character(number: int) -> str:
    return chr(ord("#") + number)


def line(program: tree.Program) -> str:
    return "".join(character(number) if number < WIDE else "!" + character(number // WIDE) + character(number % WIDE)
                   for number in Compiler(program).numbers)
