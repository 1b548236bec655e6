"""Pages of runs as tests look at them: the contents of a page in a browser, and those of the recording of the same run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator

from build.elf import Symbols
from record.events import Events
from record.moments import Memory
from record.numbered_events import NumberedEvents, without_places
from record.recording import Recording
from record.source_lines import SourceLines
from record.unwinding import Unwinder
from tap import finish, ok, trapline

events = Events.declared()
NARRATED = 15  # where a line of the narration begins, behind the bar and the thread
QUESTIONS = Path(__file__).with_name("page_questions.js").read_text()


def words_of(low: int, high: int, memory: Memory) -> list:
    """The words of a frame, the one at the highest address first."""
    return [memory.word(at) for at in range(high - 4, low - 1, -4)]


class Run:
    """A run with its narration, its recording, its page, and what the recording knows of each line. The files lie in `folder`."""

    def __init__(self, folder: Path, name: str, *options: object) -> None:
        self.recording, self.page = folder / f"{Path(name).stem}.rec", folder / f"{Path(name).stem}.html"
        traced = trapline("trace", name, *options, "--record", self.recording)
        self.told = [line[NARRATED:].strip() for line in traced.stderr.splitlines() if line.startswith("  |")]
        self.output = traced.stdout
        made = trapline("page", self.recording, "-o", self.page)
        if not self.page.exists():
            ok(False, "there is a page", made.stdout, made.stderr)
            finish()
        ok(made.returncode == 0 and made.stdout == "" and " KB; open it in a browser" in made.stderr,
           f"{name}: made, and nothing else is printed", made)
        self.known = list(self._known())
        total = re.search(r'"total":(\d+)', self.page.read_text())
        ok(total is not None and int(total[1]) == len(self.known), f"{name}: the number of events is right", total, len(self.known))

    def _known(self) -> Iterator[dict]:
        recording = Recording(self.recording, events)
        with recording.image() as image, SourceLines(image) as places:
            symbols = Symbols(image)
            numbered, unwinder = NumberedEvents(recording, events, symbols, places), Unwinder(image, symbols, places)
            for told in numbered:
                if not told.number:
                    continue
                row = {"number": told.number, "sentence": told.sentence, "record": told.record, "thread": numbered.thread(told.record)}
                if told.moment and (calls := unwinder.calls(told.moment)):
                    frames, _ = told.moment.chain()
                    row.update(
                        chain=[f"{frame.address:08X}" for frame in frames],
                        handlers=[symbols.name(frame.handler) for frame in frames],
                        registers={name: f"{value:08X}" for name, value in {**calls[0].registers, **told.moment.scratch}.items()},
                        functions=[call.function.split(".")[0] for call in reversed(calls)],
                        outer={call.function: (call.low, call.high, words_of(call.low, call.high, told.moment.memory)) for call in calls},
                        inner=(f"{calls[0].eip:x}", places.at(calls[0].eip)))
                handler = {"search_call": 1, "search_try": 1, "unwind_call": 1, "unwind_try": 1, "vectored_call": 0}.get(events[told.record.event].name)
                if handler is not None:
                    address = told.record.arguments[handler]
                    row["target"] = (f"{address:x}", places.at(address), symbols.name(address))
                yield row


def same(snapshot: dict, known: dict) -> list[str]:
    """The differences between the page and the recording at one event."""
    found = []

    def compare(what: str, shown: object, wanted: object) -> None:
        if shown != wanted:
            found.append(f"event {known['number']}: {what} is {shown}, but {wanted} in the recording")

    compare("the sentence", snapshot["sentence"], known["sentence"])
    compare("the link", snapshot["hash"], f"#event={known['number']}")
    compare("the title", snapshot["title"], f"{known['number']}. {without_places(known['sentence'])}")
    if "chain" not in known:
        return found
    chain = known["chain"]
    compare("the chain", snapshot["chain"], ["fs:[0]", *(f"{address} {handler}" for address, handler in zip(chain, known["handlers"])), "end"])
    # The arrow to a record shows what stands in it as Next: the address of the following one.
    compare("the arrows", snapshot["arrows"], [*chain[1:], "FFFFFFFF"])
    compare("the registers", snapshot["registers"], known["registers"])
    address, place, *_ = known.get("target", known["inner"])
    if "target" in known or re.match("(search|unwind) pass", known["sentence"]):
        compare("the instruction", snapshot["code"], address)
        compare("the line", snapshot["line"], place.rsplit(":", 1))
    listed = re.findall(r"(?:outermost: |\. )(\S+|before all functions) [0-9A-F]{8}", snapshot["label"])
    compare("the picture's functions in words", [name for name in listed if name != "before all functions"], known["functions"])
    return found
