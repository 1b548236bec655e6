"""A page of the course with its program: the text, the machine beside it, and the exercises as questions."""

from __future__ import annotations

import json
import re
import shlex
from html import escape
from typing import Optional, Sequence

from course import expected_output, web_data, web_differs
from course.exercises import Exercise, exercises
from course.web_libraries import SCRIPTS, STYLES
from course.web_pages import DOCS, HIDDEN, Entry, Html, Links, Page, Part, in_lines, program_parts, sections, title_of
from options import CommandLine, parse
from programs import Program
from run import run
from run.grub import plain_word

OWN_SCRIPTS = ("records.js", "image.js", "wording.js", "narrator.js", "machine.js", "terminal.js", "chain.js", "questions.js", "page.js")
READS = re.compile(r"\b(fgets|getchar|scanf)\(")
COMMAND = re.compile(r"^\$ (?:.*\| )?\./trapline (?:run|trace) (.*?)(?: <.*)?$", re.M)


def parsed(program: Program, words: Sequence[str]) -> CommandLine:
    return parse(run.RUN, [program.name, *words])


def boot_words(line: CommandLine) -> list[str]:
    """The words for a run's options and arguments on the boot command line. Events are the page's own choice."""
    line.values.update(trace=False, record=None)
    return [*run.runtime_words(line), *map(plain_word, line.rest)]


def shown_runs(program: Program, text: str) -> list[CommandLine]:
    """The runs of the program that its page shows, in their order, without those by a schedule."""
    lines = [line for words in COMMAND.findall(text)
             if (line := parse(run.RUN, shlex.split(words))).operands == [program.name] and not line["windows"] and not line["schedule"]]
    for line in lines:
        run.meet_needs(line, program)
    return lines or [parsed(program, expected_output.options(program.source.read_text()))]


def variants(program: Program, lines: Sequence[CommandLine]) -> list[dict[str, object]]:
    """The runs to choose from: those that the page and its exercises show, as far as the emulator can do them."""
    difference = web_differs.DIFFERENCES.get(program.name)
    found: dict[tuple[str, ...], str] = {}
    for line in lines:
        if difference and difference.needs_ring_3:
            line.values["ring"] = "3"
        options = [f"--ring {line['ring']}"] if line["ring"] != "0" else []
        options += [f"--{switch}" for switch in run.SWITCHES if line[switch]]
        found.setdefault(tuple(boot_words(line)), " ".join([program.name, *options, *map(plain_word, line.rest)]))
    return [{"words": list(words), "label": label} for words, label in found.items()]


def question(program: Program, exercise: Exercise) -> dict[str, object]:
    """An exercise as the page has it: the answer of a recorded run, the lines that prove it, and how a run in the page gives it."""
    usual = tuple(expected_output.options(program.source.read_text()))
    words = usual if exercise.rule.words is None else exercise.rule.words
    command, lines = web_data.run_lines(program, words)
    answer, proof = exercise.rule.answer(lines)
    line = parsed(program, words)
    why = web_differs.why_not(line, program)
    rule = exercise.rule
    return {"answer": answer, "proof": [shown.text for shown in proof], "command": command, "words": None if why else boot_words(line), "why": why,
            "rule": {"word": rule.word, "pattern": rule.pattern, "behind": rule.behind, "before": rule.before}}


def form(number: int, exercise: Exercise, html: Html) -> str:
    """A question. Without scripts it can be read."""
    if exercise.choices:
        rows = "".join(f'<label><input type="radio" name="answer" value="{escape(choice, True)}"> {html[f"choice-{number}-{at}"]}</label>'
                       for at, choice in enumerate(exercise.choices))
        field = f'<div class="choices">{rows}</div>'
    else:
        field = '<label class="typed">Your answer: <input type="text" name="answer" autocomplete="off" spellcheck="false" size="24"></label>'
    return (f'<form class="question" id="question-{number}"><fieldset><legend><b>{number}.</b> {html[f"question-{number}"]}</legend>{field}'
            f'<button type="submit">Reveal</button></fieldset><output aria-live="polite"></output></form>')


def machine(runs: Sequence[dict[str, object]], note: Optional[str], is_narrated: bool) -> str:
    """The panel with the console, the narration and the view of the chain."""
    options = "".join(f'<option value="{number}">{escape(str(row["label"]))}</option>' for number, row in enumerate(runs))
    hidden = " hidden" if len(runs) == 1 else ""
    told = f'<p class="note" role="note"><b>Here it differs.</b> {note}</p>' if note else ""
    return f"""<aside id="machine" aria-label="The machine">
<h2>The machine</h2>
{told}<div class="controls">
<button id="run" type="button" class="main">Run</button> <button id="stop" type="button" disabled>Stop</button>
<label{hidden}>as <select id="variant">{options}</select></label>
<label><input type="checkbox" id="narrated"{' checked' if is_narrated else ''}> narrate</label>
<span id="state" role="status">ready</span>
</div>
<div id="console"></div>
<h3 id="told">What the runtime does</h3>
<ol id="narration" role="listbox" tabindex="0" aria-labelledby="told"></ol>
<h3>The chain <span id="place" class="quiet"></span> <span class="steps"><button id="earlier" type="button" disabled>Earlier</button>
<button id="later" type="button" disabled>Later</button></span></h3>
<div id="chain"><p class="quiet">Run the program: the handlers that an exception would come to appear here.</p></div>
</aside>"""


def example_page(program: Program, links: Links, around: tuple[Optional[Entry], Optional[Entry]]) -> Page:
    path = DOCS / f"{program.source.stem}.md"
    text = path.read_text()
    asked = exercises(path)
    questions = [question(program, exercise) for exercise in asked]
    lines = shown_runs(program, text)
    note = web_differs.note(program, lines)
    runs = variants(program, [*lines, *(parsed(program, rule.words) for rule in (exercise.rule for exercise in asked)
                                        if rule.words is not None and not web_differs.why_not(parsed(program, rule.words), program))])
    image = web_data.Image(program)
    memory = max(line["memory"] or web_differs.DEFAULT_MEMORY for line in lines)
    name = program.source.stem
    settings = {"program": {"name": name, "runtime": image.runtime_name, "memory": memory, "argv0": program.name, "reads": bool(READS.search(program.source.read_text())),
                            "moments": program.name not in web_differs.WITHOUT_MOMENTS},
                "variants": runs, "questions": questions}
    parts: dict[str, Part] = {f"section-{number}": {"kind": "page", "text": links.led(words, path)} for number, (title, words) in enumerate(sections(text)) if title != "Exercises"}
    parts.update(program_parts(program))
    for number, exercise in enumerate(asked, 1):
        parts[f"question-{number}"] = {"kind": "line", "text": exercise.text}
        parts.update({f"choice-{number}-{at}": {"kind": "line", "text": choice} for at, choice in enumerate(exercise.choices)})
    titles = [title for title, _ in sections(text)]

    def body(html: Html) -> str:
        panel = machine(runs, note, program.name not in web_differs.WITHOUT_NARRATION)
        return f"{_opening(html)}\n{panel}\n{_article(titles, asked, html)}"

    return Page(f"{name}.html", title_of(text), parts, body, scripts=(*SCRIPTS, *OWN_SCRIPTS), styles=tuple(STYLES), kind="example", around=around,
                settings=json.dumps(settings).replace("<", "\\u003c"),
                data={name: image.code(), f"{name}-names": image.own_names(), image.runtime_name: image.runtime_names()})


def _opening(html: Html) -> str:
    """The part before the machine: the page's opening, and the program."""
    return (f'<article class="opening">{html["section-0"]}<p class="jump"><a href="#machine">To the machine</a></p>\n<h2 id="program">The program</h2>\n'
            f'<pre class="listing" tabindex="0"><code>{in_lines(html["program"])}</code></pre></article>')


def _article(titles: Sequence[str], asked: Sequence[Exercise], html: Html) -> str:
    """The text's other sections in their order. The sections on what happens, and why, open after the prediction."""
    done = []
    for number, title in enumerate(titles[1:], 1):
        if title == "Exercises":
            forms = "".join(form(at, exercise, html) for at, exercise in enumerate(asked, 1))
            done.append('<h2 id="exercises">Exercises</h2>\n<p>Predict, then reveal: the answer is that of a recorded run, and the machine on this '
                        f"page runs it again.</p>\n{forms}")
            continue
        if title == HIDDEN[0]:
            done.append('<details class="reveal"><summary>Predicted? See what happens, and why</summary>')
        done.append(html[f"section-{number}"])
        if title and title == next((name for name in reversed(HIDDEN) if name in titles), None):
            done.append("</details>")
    return "<article>{}</article>".format("\n".join(done))
