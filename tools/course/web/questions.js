/* The exercises of a page: the reader predicts, then the machine of the tab runs and its lines give the answer. The rules are those
 * of tools/course/exercises.py, and what counts as the same answer those of tools/course/answers.py. */
"use strict";

const MOST_PROOF = 12; // lines of a run that are shown
const SHORT_WORDS = {y: "yes", n: "no"};
const BETWEEN_WORDS = ["-", "->", "then", "and"];

const READ = {
    first: read => read[0],
    last: read => read.at(-1),
    order: read => read.join(", "),
    count: read => String(read.length),
    whether: read => read.length ? "yes" : "no",
};

/** The answer, and the lines that prove it; no answer (undefined) where the run has no line for it. */
function answered(rule, lines) {
    const at = pattern => lines.findIndex(line => new RegExp(pattern).test(line));
    if (rule.behind) {
        if (at(rule.behind) < 0)
            return {proof: []};
        lines = lines.slice(at(rule.behind) + 1);
    }
    if (rule.before) {
        if (at(rule.before) < 0)
            return {proof: []};
        lines = lines.slice(0, at(rule.before));
    }
    const pattern = new RegExp(rule.pattern);
    const found = lines.map(line => ({line, match: pattern.exec(line)})).filter(({match}) => match);
    if (!found.length && !["count", "whether"].includes(rule.word))
        return {proof: []};
    const read = found.map(({match}) => match.slice(1).findLast(group => group !== undefined) ?? match[0]);
    const chosen = {first: found.slice(0, 1), last: found.slice(-1)}[rule.word] ?? found;
    return {answer: READ[rule.word](read), proof: chosen.map(({line}) => line)};
}

/** An answer as words: case, quotes, commas and the signs between the parts of a list do not count. */
function wordsOf(text) {
    const words = text.toLowerCase().replace(/->/g, " ").match(/[^\s,;#`'"()]+/g) ?? [];
    return words.map(word => word.replace(/\.+$/, "")).filter(word => word && !BETWEEN_WORDS.includes(word)).map(word => SHORT_WORDS[word] ?? word);
}

/** A number of eight digits is hexadecimal, as the runtime prints statuses and addresses. */
function isSameWord(typed, answer) {
    const isStatus = /^[0-9a-f]{8}$/.test(answer);
    if (!isStatus && !/^[0-9]+$/.test(answer))
        return typed === answer;
    if ((isStatus ? /^(0x)?[0-9a-f]+$/ : /^0x[0-9a-f]+$/).test(typed))
        return parseInt(typed, 16) === parseInt(answer, isStatus ? 16 : 10);
    return /^[0-9]+$/.test(typed) && parseInt(typed, 10) === parseInt(answer, 10);
}

/** A status with a name may be given by its number, by its name, or by both. */
function isSameAnswer(typed, answer) {
    const status = /^([0-9A-F]{8}) \((.*)\)$/.exec(answer);
    return [answer, ...status ? status.slice(1) : []].some(form => {
        const [given, wanted] = [wordsOf(typed), wordsOf(form)];
        return given.length === wanted.length && given.every((word, number) => isSameWord(word, wanted[number]));
    });
}

/** Binds the form of a question. `run` runs the machine with its words, and gives the run's lines, or null if it did not end. */
function bindQuestion(form, question, run) {
    const result = form.querySelector("output"), button = form.querySelector("button");
    form.addEventListener("submit", async event => {
        event.preventDefault();
        const typed = new FormData(form).get("answer")?.trim() ?? "";
        const isRight = typed !== "" && isSameAnswer(typed, question.answer);
        const verdict = typed === "" ? "No prediction." : isRight ? "Right." : "Not so.";
        result.replaceChildren(
            make("p", typed === "" ? "" : isRight ? "right" : "wrong", make("b", "", verdict), ` The answer is ${question.answer}.`),
            recorded(question));
        if (!question.words) {
            result.append(make("p", "quiet", question.why));
            return;
        }
        const waiting = make("p", "quiet", "The machine on this page runs it, too ...");
        result.append(waiting);
        button.disabled = true;
        const lines = await run(question.words);
        button.disabled = false;
        waiting.replaceWith(live(question, lines));
    });
}

/** The lines of the run that was recorded when the site was made. */
function recorded(question) {
    const lines = question.proof.length ? question.proof : [`(no line has /${question.rule.pattern}/)`];
    return make("figure", "proof", make("figcaption", "", `${question.command}, under QEMU:`), make("pre", "", shortened(lines)));
}

/** The answer of this page's run, and whether it is the same. */
function live(question, lines) {
    const {answer, proof} = lines ? answered(question.rule, lines) : {proof: []};
    const said = !lines ? "The run on this page did not come to its end." : answer === undefined ? "The run on this page has no line for it."
        : `On this page: ${answer}${answer === question.answer ? ", the same." : ". It differs; the note above the console says what this emulator lacks."}`;
    const figure = make("figure", "proof", make("figcaption", "", said));
    if (proof.length)
        figure.append(make("pre", "", shortened(proof)));
    return figure;
}

function shortened(lines) {
    const more = lines.length - MOST_PROOF;
    const shown = lines.slice(0, MOST_PROOF).map(line => line.replace(/^ {2}\| (.{10}) +/, (_, name) => name.trim() && `${name.trim()}: `));
    return [...shown, ...more > 0 ? [`... ${more} more lines like these`] : []].join("\n");
}
