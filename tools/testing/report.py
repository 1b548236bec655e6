"""The harness's own claims about a run, in TAP, and the output that it keeps of a run that failed."""

from __future__ import annotations

import re
import shutil
import sys
from typing import Sequence

from console import DIED
from programs import ROOT
from run.session import Outcome
from testing.transcript import difference, lines
from testing.variants import Variant

LOGS = ROOT / "build" / "logs"
LAST_LINES = 15


class Claims:
    """Prints claims as TAP on standard output and remembers whether all held."""

    def __init__(self) -> None:
        self.count = 0
        self.all_held = True

    def claim(self, held: bool, what: str, explanation: Sequence[str] = ()) -> None:
        self.count += 1
        self.all_held = self.all_held and held
        print(f"{'' if held else 'not '}ok {self.count} - {what}")
        if not held and explanation:
            diagnose([f"failed: {what}", *explanation])

    def plan(self) -> None:
        print(f"1..{self.count}", flush=True)


def diagnose(text: Sequence[str]) -> None:
    """Lines that prove shows though it hides the rest, in one piece, as tests run side by side."""
    sys.stdout.flush()
    sys.stderr.write("".join(f"# {line}\n" for line in text))
    sys.stderr.flush()


def as_expected(variant: Variant, outcome: Outcome) -> bool:
    """Whether the run ended by itself and with the status that the test declares."""
    if outcome.timed_out or outcome.status is None:
        return False
    return outcome.status != 0 if variant.exit is None else outcome.status == variant.exit


def ending(variant: Variant, outcome: Outcome, complaint: str) -> str:
    """How the run ended, in words."""
    if outcome.timed_out:
        return f"ended by the harness after its {variant.timeout:g} seconds"
    if outcome.status is None:
        return f"died without an exit status{f' ({complaint})' if complaint else ''}"
    return f"exit status {outcome.status if outcome.status <= 255 else f'{outcome.status:08X}'}"


def wanted_ending(variant: Variant) -> str:
    return "exit status is not 0" if variant.exit is None else f"exit status is {variant.exit}"


def claim_output(claims: Claims, variant: Variant, output: str) -> None:
    """The harness's own claims about the output of a program without TAP."""
    got = lines(output)
    if variant.transcript:
        expected = lines((ROOT / variant.transcript).read_text())
        explanation = difference(expected, got)
        claims.claim(not explanation, f"output matches {variant.transcript}", explanation)
    for pattern in variant.expect:
        held = any(re.search(pattern, line) for line in got)
        claims.claim(held, f"a line of the output matches {pattern}", ["last lines:", *got[-LAST_LINES:]])


def keep_logs(variant: Variant, console: bytes, events: bytes, how: str) -> None:
    """Keeps the output of a failed run, names the place, and shows the claims that failed or else the last lines."""
    folder = LOGS / variant.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "console.log").write_bytes(console)
    (folder / "events.bin").write_bytes(events)
    output = console.decode("utf-8", "replace").splitlines()
    failed = failed_claims(output)
    on = f" on {variant.smp} CPUs" if variant.smp > 1 else ""
    by = f" by the schedule {variant.schedule}{on}" if variant.schedule else ""
    title = f"{variant.name}: {how}{by}; all it said is in {folder.relative_to(ROOT)}/console.log"
    what = "what failed:" if failed else "the last lines:"
    diagnose([title, what, *(f"  {line}" for line in (failed or output)[-LAST_LINES:])])


def failed_claims(output: Sequence[str]) -> list[str]:
    """The claims that did not hold, with the diagnostics that follow each."""
    failed, inside = [], False
    for line in output:
        inside = line.startswith("not ok") or (inside and line.startswith("#"))
        if inside:
            failed.append(line)
    return failed


def forget_logs(variant: Variant) -> None:
    shutil.rmtree(LOGS / variant.name, ignore_errors=True)


def failure_status(outcome: Outcome) -> int:
    """The exit status by which prove sees that a run failed, also when all of its claims held."""
    return outcome.exit_status or DIED
