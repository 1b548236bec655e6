#!/usr/bin/env python3
"""The quiz: every exercise of the course is asked, and the machine answers it."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import signal
import string
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Optional, Sequence

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

from tap import finish, ok, without_builds  # noqa: E402
from console import CommandError  # noqa: E402
from course import expected_output, quiz, run_lines  # noqa: E402
from course.answers import STATUS, chosen, same  # noqa: E402
from course.exercises import WORDS, Exercise, Rule, exercises, page_of  # noqa: E402
from course.run_lines import ShownLine  # noqa: E402
from forked import forked  # noqa: E402
from programs import course_number, examples  # noqa: E402

TOLD = 4  # the first of the programs that tell their output in comments
FEWEST, MOST = 2, 4  # on a page
NONSENSE = "no such answer"
WRONG = re.compile(r"^wrong: it is (.*)$", re.M)

# Answers that are known without the quiz, by page and exercise. All answers that no line of a run proves are here: a pattern that is wrong
# would give the same.
KNOWN = {("hello", 3): "no", ("ask", 1): "yes", ("ask", 2): "00000001", ("ask", 3): "no", ("first-handler", 3): "yes", ("chain", 1): "leaf, branch, trunk", ("chain", 2): "ContinueExecution", ("chain", 3): "no",
         ("finally", 2): "4",
         ("on-demand", 1): "3", ("on-demand", 2): "0", ("unhandled", 4): "148", ("safeseh", 2): "3", ("deadlock", 1): "0", ("pager", 3): "no",
         ("ums-server", 1): "30000", ("ums-ext", 2): "0", ("uthread-over-ums", 2): "ann, ann, cid, cid", ("ums-shutdown", 3): "no",
         ("own-try", 4): "no", ("cxx-states", 3): "0"}


# ---------------------------------------------------------------- every exercise


def asked(program, answers: Sequence[str]) -> tuple[int, str]:
    """The quiz of a page with these answers: exit status and output. No process starts for it, so that each run is made once."""
    sys.stdin = io.TextIOWrapper(io.BytesIO("".join(f"{answer}\n" for answer in answers).encode()))
    with contextlib.redirect_stdout(io.StringIO()) as output:
        status = quiz.quiz(program)
    return status, output.getvalue()


def by_letter(exercise, answer: str) -> str:
    """The letter of the choice that is the answer, or the answer where there are no choices."""
    letters = [letter for letter, choice in zip(string.ascii_lowercase, exercise.choices) if same(choice, answer)]
    return letters[0] if letters else answer


def usual_words(program) -> Sequence[str]:
    return tuple(expected_output.options(program.source.read_text()))


def shown_lines(program, exercise) -> list[str]:
    """The lines of a run that the quiz shows behind an answer."""
    words = usual_words(program) if exercise.rule.words is None else exercise.rule.words
    with contextlib.redirect_stdout(io.StringIO()) as output:
        quiz.show_proof(exercise, run_lines.run_once(program, words))
    return output.getvalue().splitlines()[1:]


def given_away(chain: Sequence[str], found: Sequence[Exercise], proofs: Sequence[Sequence[str]], answers: Sequence[str]) -> list[str]:
    """The questions whose answers stand before them, in the chain or in a proof: all lines that prove an answer; the answer itself, where
    there are no choices and it is more than two letters; the words of an order, one behind the other in as many lines.

    The program and the questions have every choice's name, so they do not count. For a question that has a run of its own, other runs' lines
    do not: that its own are the same is the answer."""
    told: list[tuple[Optional[Sequence[str]], str]] = [(None, line) for line in chain]
    given = []
    for exercise, proof, answer in zip(found, proofs, answers):
        words, status = answer.split(", "), STATUS.fullmatch(answer)
        forms = [re.escape(form) for form in (answer, *(status.groups() if status else ())) if len(form) > 2]
        shown = [line for run, line in told if exercise.rule.words in (None, run)]
        named = [match[0] for line in shown if (match := re.search("|".join(rf"\b{re.escape(word)}\b" for word in words), line))]
        if (set(proof) <= set(shown) and "(no line has" not in proof[0]
                or not exercise.choices and any(re.search(rf"(?<!\w){form}(?!\w)", line) for form in forms for line in shown)
                or len(words) > 1 and any(named[at : at + len(words)] == words for at in range(len(named)))):
            given.append(exercise.text)
        told += [(exercise.rule.words, line) for line in proof]
    return given


def check_page(program) -> None:
    name, page = program.name, page_of(program.source)
    text, found = page.read_text(), exercises(page)
    section = text.partition("\n## Exercises\n")[2]
    number = len(re.findall(r"^\d+\. ", section, re.M))
    ok(FEWEST <= number <= MOST and len(found) == number, f"{name}: the page has {FEWEST} to {MOST} exercises", f"{number} in the page, {len(found)} read")
    ok(f"`./trapline quiz {name}`" in section and "\n## " not in section, f"{name}: they are the page's end, and it names the command")

    status, output = asked(program, [NONSENSE] * number)
    answers = WRONG.findall(output)
    parts = re.split(r"^\d+\. ", output, flags=re.M)[1:]
    proofs = [re.search(r"^\$ \./trapline trace \S+.*\n((?:.+\n)+?)wrong: it is ", part, re.M) for part in parts]
    ok(status == 1 and len(answers) == number == len(parts) and output.endswith(f"\n0 of {number} right\n"), f"{name}: each wrong answer is rejected", output)
    ok(all(proofs), f"{name}: lines of the run prove it", output)
    ok(all(" ".join(part.split()).startswith(exercise.text) for part, exercise in zip(parts, found)) and all(
        exercise.text in " ".join(section.split()) for exercise in found), f"{name}: what is asked is the page's text", output)
    choices = [exercise.choices for exercise in found]
    ok(all(not some or sum(same(choice, answer) for choice in some) == 1 for some, answer in zip(choices, answers)),
       f"{name}: the answer is one of the choices", *zip(choices, answers))
    ok(not any(same(choice, letter) for some in choices for choice in some for letter in string.ascii_lowercase[: len(some)]),
       f"{name}: no choice looks like a letter of one", *choices)
    known = {(name, at): answer for at, answer in enumerate(answers, 1)}
    ok(all(known.get(key) == answer for key, answer in KNOWN.items() if key[0] == name), f"{name}: answers that are known are the machine's", *answers)

    unproved = {(name, at) for at, part in enumerate(parts, 1) if "\n(no line has /" in part}
    ok(unproved <= set(KNOWN), f"{name}: an answer that no line proves is known", *unproved)

    status, output = asked(program, answers)
    ok(status == 0 and output.endswith(f"\n{number} of {number} right\n"), f"{name}: the machine's answers are accepted", output)
    status, output = asked(program, list(map(by_letter, found, answers)))
    ok(status == 0, f"{name}: so are the letters of choices", output)
    status, output = asked(program, [f"  {answer.upper().replace(' ', '   ')}." for answer in answers])
    ok(status == 0, f"{name}: so they are in capitals, and with blanks", output)

    given = given_away(run_lines.run_once(program, usual_words(program)).chain, found, [shown_lines(program, exercise) for exercise in found], answers)
    ok(not given, f"{name}: no answer stands before its question", *given)

    told = [words for _, words in expected_output.items(program.source.read_text())]
    shown = output.partition("\nasked about ")[0].partition("\n1. ")[0]
    ok("main(" in shown and not re.search(r"/\* \d+[:,]| \d+: \w.*\*/", shown) and (told != []) == (int(course_number(program.source)) >= TOLD), f"{name}: the program is shown, without its output", shown)


for program in examples():
    check_page(program)


# ---------------------------------------------------------------- the handlers that an exception comes to


def chain_of(name: str) -> list[str]:
    chain = run_lines.run_once(quiz.find(name), ()).chain
    return [re.sub(r"frame [0-9A-F]{8} ", "frame", re.sub(r" \(\S+:\d+\)", "", line)) for line in chain]


ok(chain_of("nested") == ["asked about E0000002, from the innermost on:", "  frame   search_guard", *["  frame   handler"] * 3],
   "the longest walk is shown, and ends where the exception was taken", *chain_of("nested"))
ok(chain_of("vectored") == ["asked about E0000001, from the innermost on:", "  vectored handler  watcher", "  vectored handler  once", "  frame   handler"],
   "vectored handlers are in it, continue handlers are not", *chain_of("vectored"))
ok(chain_of("unhandled")[-1] == "  unhandled filter  last_resort", "so is the unhandled filter", *chain_of("unhandled"))
ok(chain_of("semaphores") == [], "a run without exceptions has none", *chain_of("semaphores"))


# ---------------------------------------------------------------- the lines of a run

lines = [line.text for line in run_lines.run_once(quiz.find("ums-cpus"), ()).lines]
ok("430 primes, 2999 yields, 12 blocks" in lines and sum(": yield of thread" in line for line in lines) == 2999,
   "lines that come again are there as often as they come", len(lines))
ok(lines[-1] == "exit status 0" and "the program ends with status 00000000" in lines[-2], "the last line has the exit status", *lines[-2:])


# ---------------------------------------------------------------- how an answer is read, and compared

LINES = [ShownLine(text) for text in ("one: a", "two: b", "one: c", "three", "one: d")]


def read(word: str, pattern: str, **limits: Any) -> tuple[str, list[str]]:
    answer, lines = Rule(word, pattern, **limits).answer(LINES)
    return answer, [line.text for line in lines]


ok(read("first", r"one: (\w)") == ("a", ["one: a"]), "first reads the first line that matches")
ok(read("last", r"one: (\w)") == ("d", ["one: d"]), "last reads the last one")
ok(read("order", r"(?:one|two): (\w)") == ("a, b, c, d", ["one: a", "two: b", "one: c", "one: d"]), "order reads all of them")
ok(read("count", "one") == ("3", ["one: a", "one: c", "one: d"]), "count counts them")
ok(read("whether", "two") == ("yes", ["two: b"]) and read("whether", "four") == ("no", []), "whether says if there is one")
ok(read("order", r"one: (\w)", behind="two", before="three") == ("c", ["one: c"]), "behind and before limit the lines")
for word in WORDS:
    try:
        problem = read(word, "four")[0]
    except CommandError as error:
        problem = str(error)
    wanted = {"count": "0", "whether": "no"}.get(word, "the run has no line for /four/; its page and the program do not fit")
    ok(problem == wanted, f"without such a line, {word} says so", problem)

SAME = [("C0000005", "C0000005 (access violation)"), ("0xc0000005", "C0000005 (access violation)"), ("Access Violation", "C0000005 (access violation)"),
        ("0x8", "8"), ("08", "8"), ("0x94", "148"), ("a b", "a, b"), ("a -> b -> a.", "a -> b -> a"), ("a, then b", "a, b"), ("`leaf`", "leaf"), ("DF", "#DF"), ("Y", "yes"), ("three", "3"), ("None", "0")]
OTHER = [("C0000006", "C0000005 (access violation)"), ("5", "C0000005"), ("0x148", "148"), ("94", "148"), ("b a", "a, b"), ("a", "a, b"), ("a b b", "a, b"),
         ("", "leaf"), ("٣", "3"), ("3x", "3"), ("-3", "3"), ("no", "yes"), ("two", "3"), ("one", "00000001")]
ok(all(same(*pair) for pair in SAME), "an answer has many forms", *(pair for pair in SAME if not same(*pair)))
ok(not any(same(*pair) for pair in OTHER), "and only those", *(pair for pair in OTHER if same(*pair)))
ok([chosen(typed, ["x y", "z"]) for typed in ("a", "B)", " b. ", "c", "z")] == ["x y", "z", "z", "c", "z"], "a letter stands for its choice, others for themselves")

ASKED = [Exercise("one", ["a", "b"], Rule("first", "x")), Exercise("two", [], Rule("first", "x"))]
ORDER = Exercise("two", ["a, b", "b, a"], Rule("order", "x"))
for proofs, answers, second, is_given in (
        (("x a", "y"), ("a", "hold"), ASKED[1], False), (("x a", "x a"), ("a", "hold"), ASKED[1], True), (("hold on", "y"), ("a", "hold"), ASKED[1], True),
        (("holding", "y"), ("a", "hold"), ASKED[1], False), (("C0000005", "y"), ("a", "C0000005 (access violation)"), ASKED[1], True),
        (("1a\n 1b", "y"), ("a", "1a, 1b"), ORDER, True), (("1b\n 1a", "y"), ("a", "1a, 1b"), ORDER, False),
        (("x a", "x a"), ("a", "hold"), ASKED[1].__class__("two", [], Rule("first", "x", words=())), False)):
    given = given_away(["frame"], [ASKED[0], second], [proof.split("\n") for proof in proofs], answers)
    ok(given == ["two"] * is_given, f"an answer is given away: {proofs}, {answers}: {is_given}", given)

with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
    page = Path(folder, "page.md")
    page.write_text("# A page\n\n1. no exercise\n\n## Exercises\n\n1. A question\n   of two lines?\n\n   - left\n   - right\n\n"
                    "   <!-- run --smp 2 word: first /^a (b)/\n   behind /c d/ before /e/ -->\n\n2. And?\n\n   <!-- run: whether /f/ -->\n")
    one, two = exercises(page)
    ok((one.text, one.choices) == ("A question of two lines?", ["left", "right"]), "an exercise has its text and its choices", one)
    ok(one.rule == Rule("first", "^a (b)", "c d", "e", ("--smp", "2", "word")), "its comment says how a run answers", one.rule)
    ok(two.rule == Rule("whether", "f", words=()) and two.choices == ["yes", "no"], "whether has its own choices", two)
    for comment in ("", "<!-- guess /a/ -->", "<!-- first a -->", "<!-- first /a/ after /b/ -->"):
        page.write_text(f"## Exercises\n\n1. Why?\n\n   {comment}\n")
        try:
            problem = str(exercises(page))
        except CommandError as error:
            problem = str(error)
        ok('the exercise "Why?" needs a comment <!-- WORD /PATTERN/ -->' in problem, f"an exercise is refused with the comment: {comment}", problem)

usual, run_lines.RUN_SECONDS = run_lines.RUN_SECONDS, 0.01
try:
    run_lines.run_once(quiz.find("chain"), ("--smp", "3"))
    late = CommandError("it ended")
except CommandError as error:
    late = error
run_lines.RUN_SECONDS = usual
ok(late.status == 124 and "did not end within" in str(late), "a run has a time limit", late)


# ---------------------------------------------------------------- the command


def command(*words: str, typed: str = "") -> subprocess.CompletedProcess:
    done = subprocess.run(["./trapline", "quiz", *words], input=typed, capture_output=True, encoding="utf-8", errors="surrogateescape", timeout=120)
    done.stderr = without_builds(done.stderr)
    return done


def shows(done: subprocess.CompletedProcess) -> str:
    return f"{done.returncode}\n{done.stdout}{done.stderr}"


done = command("5", typed="b\n\n continueexecution \nno\n1\n")
ok(done.returncode == 0 and done.stdout.endswith("\n4 of 4 right\n") and not done.stderr, "right answers end with 0; an empty line is none", shows(done))
ok("\nasked about E0000001, from the innermost on:\n  frame " in done.stdout and "\x1b" not in done.stdout, "the chain is shown; a pipe gets no colours", shows(done))
skipped = command("5", typed="help\nskip\na\n?\nn\nOne\n")
ok(skipped.returncode == 1 and skipped.stdout.count("skip shows the answer") == 2 and "\nit is leaf, branch, trunk\n" in skipped.stdout and skipped.stdout.endswith("\n3 of 4 right\n"),
   "help says what can be typed, skip shows an answer that does not count", shows(skipped))
ended = command("5", typed="b\nquit\nb\n")
ok(ended.returncode == 1 and ended.stdout.endswith("\nthe quiz ended at question 2; 1 of 4 right\n"), "quit ends the quiz", shows(ended))
again = command("05-chain", typed="b\n\n continueexecution \nno\n1\n")
ok(again.stdout == done.stdout, "the number and the source's name mean the same page, and a run is always the same", shows(again))
done = command("chain", typed="a\n\udcff\udcfe\nno\n1\n")
ok(done.returncode == 1 and done.stdout.endswith("\n2 of 4 right\n"), "a wrong answer ends with 1, one of strange bytes is wrong", shows(done))
ok("\nwrong: it is leaf, branch, trunk\n" in done.stdout and "\nleaf is asked\nbranch is asked\ntrunk is asked\nwrong" in done.stdout, "the right one is told and proved", shows(done))
status, output = asked(quiz.find("chain"), ["b"])
ok(status == 1 and output.endswith("\nthe input ended at question 2; 1 of 4 right\n"), "the end of input ends it with 1, and says where", output)

done = command("--list")
rows = re.findall(r"^ +(\d+)  (\S+) +(\d+) questions?$", done.stdout, re.M)
counted = [(course_number(at.source), at.name, str(len(exercises(page_of(at.source))))) for at in examples()]
total = sum(int(row[2]) for row in rows)
ok(done.returncode == 0 and rows == counted and f"\n{total} questions (" in done.stdout, "--list has each page with its number of questions", shows(done))

for words, message in (((), "quiz takes one page"), (("chain", "nested"), "quiz takes one page"), (("chian",), 'there is no page "chian"; did you mean "chain"?'),
                       (("99",), 'there is no page "99"'), (("--list", "chain"), "--list takes no name"),
                       (("--lits",), 'did you mean "--list"?')):
    done = forked("quiz", *words)
    ok(done.returncode == 2 and message in done.stderr and not done.stdout, f"refused: quiz {' '.join(words)}", shows(done))


def on_terminal(word: str, typed: bytes, interrupt: bool = False) -> tuple[int, bytes]:
    """The quiz on a terminal: exit status and all that it shows. The answers are typed when it asks, or Ctrl-C is."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm")
        os.environ.pop("NO_COLOR", None)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite in the background may have been started without it
        os.execv("./trapline", ["./trapline", "quiz", word])
    signal.alarm(600)
    output, waiting = b"", [b"\x03"] if interrupt else typed.splitlines(True)
    with contextlib.suppress(OSError):
        while data := os.read(terminal, 4096):
            output += data
            if output.endswith(b"answer: \x1b[0m") and waiting:
                os.write(terminal, waiting.pop(0))
    signal.alarm(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output


status, shown = on_terminal("chain", b"b\na\nno\n2\n")
ok(status == 1 and b"\x1b[32mright\x1b[0m" in shown and b"\x1b[31mwrong: it is 1\x1b[0m" in shown, "a terminal gets colours", status, shown.decode())
ok(b"answer: \x1b[0mb\r\n\x1b[2m$ " in shown, "and shows what is typed once", shown.decode())
status, shown = on_terminal("chain", b"", interrupt=True)
ok(status == 130 and b"Traceback" not in shown, "Ctrl-C ends it with 130", status, shown.decode())

finish()
