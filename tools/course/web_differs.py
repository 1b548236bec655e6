"""Where the emulator of the course's site differs from the machine that the course means. Each row was found by running the example
in both; tests/command/web.t runs them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence

from options import CommandLine
from programs import Program

DEFAULT_MEMORY = 128  # megabytes, as QEMU has without being asked


@dataclass(frozen=True)
class Difference:
    """`needs_ring_3`: the example cannot run in ring 0 there, so the site runs it in ring 3 alone."""

    note: str
    needs_ring_3: bool = False


# By the names of the examples.
DIFFERENCES = {
    "stack-overflow": Difference(
        "The emulator knows no double fault. In ring 0 the push that meets the end of the stack would stop it, so the program runs in ring 3 "
        "here, where the same push is a page fault.", needs_ring_3=True),
    "single-step": Difference(
        "The emulator does not look at the trap flag. No single step is reported here, and the program goes on as if the flag were clear. "
        "The lines in the text are those of a real machine."),
    "watchpoint": Difference(
        "The emulator has no debug registers that work. The program sets them, but no access stops it here. The lines in the text are those of a "
        "real machine."),
    "races": Difference(
        "The emulator does not look at the trap flag, by which a schedule counts instructions. So it runs the program as it is, without "
        "schedules. The runs by a schedule in the text are those of a real machine."),
}
ONE_CPU = ("The emulator has one CPU. The text shows runs with several (<code>--smp</code>); here all threads share one, so CPUs, and with them "
           "some orders of lines, are different.")
# Examples whose events are too many for a moment at each: hundreds of switches, or of messages.
WITHOUT_MOMENTS = ("demo", "ums-server")
# And those whose events alone take a minute. The reader may ask for them.
WITHOUT_NARRATION = ("ums-server",)


def why_not(line: CommandLine, program: Program) -> str:
    """Why the site's emulator cannot run the program with these options; empty where it can."""
    difference = DIFFERENCES.get(program.name)
    if line["windows"]:
        return "This run is that of a program for Windows. The emulator of this page loads none."
    if line["smp"] > 1:
        return "This run has several CPUs. The emulator of this page has one."
    if line["schedule"]:
        return "This run has a schedule, which the emulator of this page cannot keep."
    if difference and difference.needs_ring_3 and line["ring"] != "3":
        return "This run is in ring 0, which the emulator of this page cannot do."
    if program.name in WITHOUT_NARRATION:
        return "This run has too many events to be told in a page."
    return ""


def note(program: Program, lines: Sequence[CommandLine]) -> Optional[str]:
    """The remark on a program's page about the emulator; None where nothing is different. `lines` are the runs that the page shows."""
    if program.name in DIFFERENCES:
        return DIFFERENCES[program.name].note
    return ONE_CPU if any(line["smp"] > 1 for line in lines) else None
