"""`trapline quiz`: asks the exercises of a page of the course, and lets the machine answer them."""

from __future__ import annotations

import string
import sys
from typing import Optional, Sequence

from console import BOLD, CYAN, DIM, GREEN, RED, CommandError, count, nearest, paint
from course import expected_output
from course.answers import chosen, same
from course.exercises import Exercise, exercises, page_of
from course.run_lines import Run, ShownLine, run_once
from options import CommandLine, Option, Usage, parse
from programs import Program, course_number, examples, first_sentence, shown_path
from record.narrate import COLOURS

MOST_LINES = 8  # of a run that are shown at either end of many

USAGE = Usage(
    "quiz",
    "NAME",
    """
Asks the exercises of a page of the course. NAME is the example's name or its number. It shows the
program, and the handlers that an exception comes to if there is one. Then it reads an answer to each
question: the letter of a choice, or what is asked for; skip shows the answer, quit ends. Each answer is compared with a real run of the
program, and lines of that run show why. The page itself is docs/NN-NAME.md.""",
    (Option("--list", "list the pages that have exercises, and how many"),),
    """
examples:  ./trapline quiz chain
           ./trapline quiz --list

Exit status: 0 when all answers were right; 1 when one was wrong or skipped, or the input ended; 2 when there is no
such page; 130 Ctrl-C.""",
)


def say(text: str = "", colour: str = "") -> None:
    print(paint(text, colour, sys.stdout) if colour else text, flush=True)


def find(word: str) -> Program:
    """The example that a name or a number means. Raises CommandError with the nearest name."""
    number = word.lstrip("0")
    for program in examples():
        if word in (program.name, program.source.stem) or number and number == course_number(program.source):
            return program
    hint = nearest(word, [program.name for program in examples()])
    raise CommandError(f'there is no page "{word}"{hint} (./trapline quiz --list shows those with exercises)')


def show_list() -> None:
    rows = [(program, len(exercises(page_of(program.source)))) for program in examples()]
    width = max(len(program.name) for program, _ in rows)
    for program, number in rows:
        if number:
            print(f"{course_number(program.source):>4}  {paint(program.name.ljust(width), BOLD, sys.stdout)}  {count(number, 'question')}")
    print(f"\n{count(sum(number for _, number in rows), 'question')} (./trapline quiz NAME, or its number)")


def show_program(program: Program) -> None:
    """The source behind its opening lines. The comments that tell the output are left out, and lines that had nothing else."""
    source = program.source.read_text()
    lines = list(zip(source.splitlines(), expected_output.without(source).splitlines()))
    begin = max((number for number, (_, line) in enumerate(lines, 1) if line.startswith("#include")), default=0)
    for number, (written, line) in enumerate(lines[begin:], begin + 1):
        if line or not written:
            say(f"{paint(f'{number:>4}', DIM, sys.stdout)}  {line}".rstrip())
    say()


def show_chain(run: Run) -> None:
    if run.chain:
        title, *asked = run.chain
        say(title, BOLD)
        for line in asked:
            say(line)
        say()


def read_answer() -> Optional[str]:
    """A line that has something; None at the end of input."""
    while True:
        print(paint("answer: ", CYAN, sys.stdout), end="", flush=True)
        line = sys.stdin.buffer.readline()
        if not line:
            return None
        if text := line.decode("utf-8", "replace").strip():
            if not sys.stdin.isatty():
                say(text)
            return text


HELP = """Type the letter of a choice, or a number, a name, yes or no; a list has blanks or commas between its words.
skip shows the answer, quit ends the quiz."""


def ask(number: int, exercise: Exercise) -> Optional[str]:
    say(f"{number}. {exercise.text}", BOLD)
    for letter, choice in zip(string.ascii_lowercase, exercise.choices):
        say(f"   {letter}) {choice}")
    while (typed := read_answer()) and typed.lower() in ("help", "?"):
        say(HELP, DIM)
    return typed


def show_proof(exercise: Exercise, run: Run) -> str:
    """Shows the lines of the run from which the answer is read. Returns the answer."""
    answer, lines = exercise.rule.answer(run.lines)
    say(f"$ {run.command}", DIM)
    if not lines:
        say(f"(no line has /{exercise.rule.pattern}/)", DIM)
    if len(lines) > 2 * MOST_LINES + 1:
        between = ShownLine(f"... {len(lines) - 2 * MOST_LINES:,} lines like these ...")
        lines = [*lines[:MOST_LINES], between, *lines[-MOST_LINES:]]
    for line in lines:
        say(line.text, COLOURS.get(line.kind, DIM) if line.kind else "")
    return answer


def quiz(program: Program) -> int:
    """Asks all exercises of the program's page. Returns the exit status."""
    asked = exercises(page_of(program.source))
    if not asked:
        raise CommandError(f"the page of {program.name} has no exercises (./trapline quiz --list shows those that have some)")
    usual = tuple(expected_output.options(program.source.read_text()))
    say(f"{program.name}: {first_sentence(program.source)} ({shown_path(program.source)})", BOLD)
    show_program(program)
    show_chain(run_once(program, usual))
    right = 0
    for number, exercise in enumerate(asked, 1):
        typed = ask(number, exercise)
        if typed is None:
            say()
            say(f"the input ended at question {number}; {right} of {len(asked)} right", RED)
            return 1
        if typed.lower() == "quit":
            say(f"the quiz ended at question {number}; {right} of {len(asked)} right", RED)
            return 1
        words = usual if exercise.rule.words is None else exercise.rule.words
        answer = show_proof(exercise, run_once(program, words))
        if typed.lower() == "skip":
            say(f"it is {answer}", DIM)
        elif same(chosen(typed, exercise.choices), answer):
            right += 1
            say("right", GREEN)
        else:
            say(f"wrong: it is {answer}", RED)
        say()
    say(f"{right} of {len(asked)} right", GREEN if right == len(asked) else RED)
    return 0 if right == len(asked) else 1


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no page."""
    if line["list"]:
        if line.operands:
            raise CommandError("--list takes no name")
    elif len(line.operands) != 1:
        raise CommandError("quiz takes one page: an example's name or its number (./trapline quiz --list shows those with exercises)")
    else:
        find(line.operands[0])


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    if line["list"]:
        show_list()
        return 0
    return quiz(find(line.operands[0]))
