"""Runs random programs (programs.py) on the machine of rules.py and tells what happened.

A function's statements run by ordinary calls; where control leaves them for elsewhere, an exception of Python's takes
it there.
"""

from __future__ import annotations

from typing import Optional

from model import programs as tree
from model.rules import (OUTSIDE, START, STATUS_BREAKPOINT, Context, Given, Jump, LeaveBlock, LeaveFunction, Machine,
                         Record, Running, Statement, Undefined)

ACCESS_VIOLATION, OVERFLOW, DIVIDE_BY_ZERO = 0xC0000005, 0xC0000095, 0xC0000094
ILLEGAL_INSTRUCTION, BOUNDS = 0xC000001D, 0xC000008C
WEIGHTS = {"eax": 1, "ecx": 3, "edx": 5, "ebx": 7, "esi": 11, "edi": 13}


class Interpreter(Machine):
    def __init__(self, program: tree.Program):
        super().__init__(program)
        try:
            self.call(program.main)
            self.event("E")
        except Given:
            pass

    def call(self, function: tree.Function) -> None:
        frame = Running(self.head, function)
        if function.kind != "native":
            self.head = frame
        try:
            self.body(function, frame)
        except LeaveFunction as leave:
            if leave.function is not frame:
                raise
        finally:
            frame.gone = True
        self.head = frame.next

    def body(self, function: tree.Function, frame: Running) -> None:
        body = function.body
        while True:
            try:
                self.run(body, frame, OUTSIDE)
                return
            except Jump as jump:
                if jump.function is not frame:
                    raise
                if jump.place is not function.after:
                    raise Undefined  # back into a block that it has left
                body = function.after

    def run(self, body: list[tree.Node], frame: Optional[Running], block: Optional[tree.Node]) -> None:
        """Statements of a function, inside a try block of it."""
        landed, rest = list[tree.Node](), body
        while True:
            try:
                if landed:
                    self.run(landed, frame, block)
                for node in rest:
                    getattr(self, "do_" + type(node).__name__)(node, frame, block)
                return
            except Jump as jump:
                place = next((i for i, node in enumerate(body) if node is jump.place), None)
                if jump.function is not frame or place is None:
                    raise
                self.event(f"j{jump.place.slot}.{jump.value}")
                landed, rest = jump.place.landed, body[place + 1:]

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
        """A statement of native C. Its frame is unlinked before its __finally block runs; in an unwind, after it."""
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
            if not own or isinstance(leave, LeaveBlock) and leave.abnormal:
                self.head = link.next
                if not link.over and isinstance(node, tree.Finally):
                    self.statement_finally(link, 1)
                if own:
                    return
                raise
        self.head = link.next
        if isinstance(node, tree.Finally):
            self.statement_finally(link, 0)

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
        """`run` knows where the function goes on after a longjmp: this statement may have ended long before."""
        self.buffers[node.slot] = frame, node, frame.level
        self.run(node.body, frame, block)

    def do_LongJump(self, node, frame, block):
        """A finally block on its way, or a handler that was asked again, may have filled the buffer anew."""
        buffer = target, place, level = self.buffers[node.slot]
        if target.gone:
            raise Undefined
        if self.head is not target:
            self.unwind(target, None)
        self.local_unwind(target, level)
        if self.buffers[node.slot] is not buffer:
            raise Undefined
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
    """The status and parameters that the instruction raises, or None when it does its work."""
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


def events(program: tree.Program) -> Optional[list[str]]:
    """None for a program that may run in any way."""
    try:
        return Interpreter(program).events
    except Undefined:
        return None
