"""A recording as the data of its page: a step for each line of the narration, with all that the page shows of it.

Strings, functions, frames, boxes and the like stand in tables, and a step names them by number. tools/show/page/data.js reads it:

    steps     {t: sentence, e: event, k: kind, d: depth, w: thread, c: CPU, o: the output before it, x: [the function that is called, its
              address]}, and where it has a moment: {s: the stack's base, r: the registers, -1 for one that is as before on this stack,
              y: those that a trap knows beside them, f: [how many frames stay, the others], h: the records on the chain, z: where the chain ends, q: the record that it is about,
              b: boxes, p: scopes, g: contexts, m: what has changed of the memory}
    frames    [name, place, low, high, an address in the instruction where it is, whether it is the program's, function]
    boxes     [address, size, whether on the chain, [[words, value], ...]]
    scopes    [record, kind, level, [[level, around, filter, handler, whether active], ...], notes]
    contexts  [address, registers, as `context` names them]
    functions [name, start, [[distance from the one before, text, file, line], ...], [[file, [[first line, last line], ...]], ...]]
    files     [path, [[first line, texts], ...]]
    threads   [name, whether a user-level thread, [[since, word, detail, object, holder, ender, end], ...]]
"""

from __future__ import annotations

from pathlib import Path
from typing import Optional, Sequence

from build.elf import Contents
from record import names
from record.events import Events
from record.moments import CHAIN_END, REGISTERS, SCRATCH, WORD, Memory, Moment
from record.numbered_events import NumberedEvent, NumberedEvents
from record.recording import Recording
from record.scopes import Scope, Scopes
from record.stack import Box, Region, Stack, StackReader, asked_frame
from record.thread_states import State, ThreadStates
from record.wording import text_of
from show.page_code import PageCode
from show.tables import NONE, Table, base36

CONTEXT = ("eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "eip", "eflags")
# Events of which an argument is code that runs next, or is asked for.
TARGETS = {"vectored_call": 0, "search_call": 1, "search_try": 1, "unwind_call": 1, "unwind_try": 1, "filter_call": 0, "try_filter_call": 0,
           "finally_call": 0, "except_entered": 1, "jumped": 1}


RUNTIME_WORD = "trapline:"  # begins a word of the boot command line that is not the program's


class Steps:
    """Makes the data of `most` steps, from that of the event `first` on."""

    def __init__(self, recording: Recording, events: Events, first: int, most: int) -> None:
        self._recording, self._events = recording, events
        self._first, self._most = first, most
        self._strings, self._frames, self._boxes, self._scopes, self._contexts = (Table() for _ in range(5))
        self._offsets = {name: offset for offset, name in names.registers().items()}
        self._steps: list[dict] = []
        self._registers: dict[int, Sequence[int]] = {}  # the last ones, by stack
        self._stacks: dict[int, Sequence[int]] = {}  # so the frames
        self._output = ""  # since the last step
        self._said: set[int] = set()  # addresses whose words have changed since then

    def data(self) -> dict:
        with self._recording.sources() as sources:
            symbols, places = sources.symbols, sources.places
            self._code = PageCode(self._strings, symbols, sources.modules)
            numbered = NumberedEvents(self._recording, self._events, symbols, places)
            self._reader = StackReader(*sources)
            self._decoder = Scopes(Contents(sources.image), symbols, places, sources.modules)
            states = ThreadStates(self._events, numbered.wording)
            total = len(numbered)
            for told in numbered.since(self._first, states):
                if told.number and len(self._steps) == self._most:
                    break  # what comes after the page's last event is not on it
                thread = states.happened(told.record, told.number)
                self._happened(told, thread.number if thread else NONE)
            self._code.read(sources.image)
        states.finish()
        holders = [*self._code.holders(), NONE]  # the last one for no address
        for step in self._steps:
            if "x" in step:
                step["x"][0] = holders[step["x"][0]]
        last = self._first + len(self._steps) - 1
        program, *words = self._recording.words
        functions = self._code.functions()
        return {
            "program": Path(program).name, "arguments": [word for word in words if not word.startswith(RUNTIME_WORD)],
            "first": self._first, "total": total,
            "steps": self._steps, "after": self._text(self._output if last == total else ""),
            "frames": [(*frame[:6], holders[frame[6]]) for frame in self._frames], "boxes": list(self._boxes),
            "scopes": list(self._scopes), "contexts": list(self._contexts), "functions": functions, "files": self._code.files(),
            "threads": [[self._text(thread.name), int(thread.is_user), [self._state(state) for state in thread.at_events() if state.since <= last]]
                        for thread in states.threads],
            "registers": REGISTERS, "scratch": SCRATCH, "context": CONTEXT, "strings": list(self._strings),
        }

    def _text(self, text: str) -> int:
        return self._strings.number(text)

    def _state(self, state: State) -> list:
        ender = NONE if state.ender is None else state.ender
        return [state.since, self._text(state.word), self._text(state.detail), self._text(state.object), self._text(state.holder), ender, state.end]

    def _happened(self, told: NumberedEvent, thread: int) -> None:
        event, record = self._events[told.record.event], told.record
        if told.moment:
            self._said.update(told.moment.memory.take_said())
        if event.name == "output":
            self._output += text_of(record, 0)
        if not told.number:
            return
        step: dict[str, object] = {"t": self._text(told.sentence), "e": self._text(event.name), "k": self._text(event.kind), "d": told.depth, "w": thread, "c": record.cpu}
        if self._output:
            step["o"], self._output = self._text(self._output), ""
        if event.name in TARGETS:
            address = record.arguments[TARGETS[event.name]]
            step["x"] = [self._code.want(address, told.moment.memory if told.moment else Memory(), is_start=True), address]
        asked = asked_frame(self._events, record)
        if told.moment and (stack := self._reader.read(told.moment, asked)):
            step.update(self._of_moment(told.moment, stack))
            if asked is not None:
                step["q"] = asked
        self._steps.append(step)

    def _of_moment(self, moment: Moment, stack: Stack) -> dict:
        base, memory = moment.block.base, moment.memory
        registers = [stack.calls[0].registers[name] for name in REGISTERS]
        before, self._registers[base] = self._registers.get(base, [NONE] * len(registers)), registers
        frames = [self._frame(region, memory) for region in stack.regions]
        old, self._stacks[base] = self._stacks.get(base, ()), frames
        kept = next((number for number, pair in enumerate(zip(old, frames)) if pair[0] != pair[1]), min(len(old), len(frames)))
        scopes = [self._scope(scope) for frame in stack.frames if (scope := self._decoder.of(frame, memory))]
        contexts = [number for call in stack.calls if (number := self._context(call.context, memory)) is not None]
        step = {
            "s": base, "r": [NONE if now == then else now for now, then in zip(registers, before)], "y": list(moment.scratch.values()), "f": [kept, *frames[kept:]],
            "h": [frame.address for frame in stack.frames], "z": stack.end if stack.end != CHAIN_END else 0,
            "b": [self._box(box) for region in stack.regions for box in region.boxes], "p": scopes, "g": contexts, "m": self._words(memory),
        }
        return {key: value for key, value in step.items() if value}

    def _words(self, memory: Memory) -> str:
        """The words that have changed, as runs with commas between them: an address and words, each in base 36."""
        runs: list[str] = []
        before = None
        for address in sorted(self._said):
            word = base36(memory.word(address) or 0)
            runs.append(f" {word}" if before == address - WORD else f",{base36(address)} {word}")
            before = address
        self._said.clear()
        return "".join(runs)[1:]

    def _frame(self, region: Region, memory: Memory) -> int:
        function = self._code.want(region.at, memory) if region.at else NONE
        return self._frames.number((self._text(region.name), self._text(region.place), region.low, region.high, region.at, int(region.is_own), function))

    def _box(self, box: Box) -> int:
        lines = tuple((self._text(words), self._text(value)) for words, value in box.lines)
        return self._boxes.number((box.address, box.size, int(box.is_record), lines))

    def _scope(self, scope: Scope) -> int:
        blocks = tuple((block.level, block.around, self._text(block.filter), self._text(block.handler), int(block.is_active)) for block in scope.blocks)
        return self._scopes.number((scope.record, self._text(scope.kind), scope.level, blocks, tuple(map(self._text, scope.notes))))

    def _context(self, address: int, memory: Memory) -> Optional[int]:
        words = tuple(memory.word(address + self._offsets[name]) for name in CONTEXT) if address else (None,)
        return None if None in words else self._contexts.number((address, words))
