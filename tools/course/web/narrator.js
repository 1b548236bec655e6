/* Tells a run as it happens, a line an event and the program's own lines between them: what tools/record/narrate.py, folding.py and the
 * annotator of source_lines.py do, within the limits that they have. */
"use strict";

/** How deep each thread's narration lies. A level is known by the stack pointer that its opening event named. */
class Nesting {
    constructor() {
        this.levels = new Map();
    }

    /** The depth of this record's line; the level that it opens or closes is remembered for the lines after it. */
    depth(record, nesting) {
        const key = `${record.kernel} ${record.thread}`;
        const levels = this.levels.get(key) ?? [];
        this.levels.set(key, levels);
        const [first, , , last] = record.arguments;
        const reached = {UNWINDS: first, OPENS: last ? last + 1 : 0}[nesting] ?? 0;
        while (levels.length && levels.at(-1) < reached)
            levels.pop();
        if (nesting === "CLOSES")
            levels.pop();
        const depth = levels.length;
        if (nesting === "OPENS")
            levels.push(last || (levels.at(-1) ?? 0));
        return depth;
    }

    /** A new thread may have the address of an old one, or its number. */
    forget(place, value) {
        for (const key of [...this.levels.keys()])
            if (Number(key.split(" ")[place]) === value)
                this.levels.delete(key);
    }
}

function isSameLine(one, other) {
    return ["name", "depth", "text", "kind", "raised", "resumed"].every(field => one[field] === other[field]);
}

/** Shows each line at once, until two rounds of lines were alike. Further rounds are counted, and told at their end. */
class Folder {
    /** `limits` are the narration's, `words` gives those for a kind. */
    constructor(show, limits, words) {
        Object.assign(this, {show, limits, words, past: [], round: [], held: 0});
    }

    add(line) {
        const {round} = this;
        if (round.length && isSameLine(line, round[this.held % round.length])) {
            this.held++;
            if (this.held === 2 * round.length && round.some(at => round.some(from => from.raised && from.raised === at.resumed)))
                this.show({...round[0], moment: null, text: this.limits.resume_loop});
            return;
        }
        this.end();
        this.past = [...this.past.slice(-2 * this.limits.longest_round + 1), line];
        this.show(line);
        this.round = this.lastRound();
    }

    /** Ends a repetition: other output comes. A single further round is shown as it is. */
    end() {
        const {round, held} = this;
        if (!round.length)
            return;
        const rounds = held >= 2 * round.length ? Math.floor(held / round.length) : 0;
        [this.past, this.round, this.held] = [[], [], 0];
        if (rounds)
            this.show({...round[0], moment: null, text: this.words("again", round.length, rounds)});
        for (let at = rounds * round.length; at < held; at++)
            this.show(round[at % round.length]);
    }

    /** The lines that have just come twice in a row, as few as possible. */
    lastRound() {
        const {past} = this, count = past.length;
        for (let length = 1; length <= Math.min(this.limits.longest_round, count >> 1); length++) {
            let at = 1;
            while (at <= length && isSameLine(past[count - at], past[count - length - at]))
                at++;
            if (at > length)
                return past.slice(-length);
        }
        return [];
    }
}

/** Calls `show` with each line to show: {name, depth, text, kind, moment, about}; the program's own have the kind "output". `keep`
 * gets every line, also one that comes again and is only counted. */
class Narrator {
    constructor(tables, wording, show, keep) {
        Object.assign(this, {wording, show, events: wording.events, about: tables.about, limits: tables.narration});
        this.keep = line => keep(shownLine(line, this.limits));
        this.moments = new Moments(this.events, tables.moments);
        this.nesting = new Nesting();
        this.folder = new Folder(show, this.limits, (...all) => wording.filler.words(...all));
        this.joined = null; // further parts of this line may come
        this.begun = new Set(); // threads of the kernel
        this.output = ""; // the program's line that has not ended
        this.pending = []; // addresses that the runtime is about to print
        this.decoder = new TextDecoder();
    }

    /** Takes the next record of the stream. */
    happened(record) {
        if (this.moments.take(record))
            return;
        const event = this.events[record.event];
        if (event.name === "described")
            this.described(record);
        else if (event.name === "output")
            this.printed(this.decoder.decode(record.text(), {stream: true}).replace(/\r/g, ""));
        else
            this.tell(event, record);
    }

    /** One line for one event, in the depth of its thread; none for an event without narration. */
    tell(event, record) {
        const {threads} = this.wording, first = record.arguments[0];
        threads.learn(event.name, record);
        if (event.name === "created" || event.name === "thread_named")
            this.nesting.forget(1, first);
        else if (this.limits.begins.includes(event.name))
            this.begun.add(first);
        const depth = this.nesting.depth(record, event.nesting), several = this.begun.size > 1;
        if (event.name === "kernel_ended")
            this.nesting.forget(0, first);
        if (!(several ? event.told_of_several : event.told))
            return;
        const name = record.thread ? threads.thread(record.thread) : several && record.kernel ? `thread ${record.kernel}` : "";
        const line = {
            name, depth, text: this.wording.sentence(record), kind: event.kind,
            raised: event.name === "raised" ? record.arguments[1] : 0, resumed: event.name === "resumed" ? first : 0,
            moment: this.moments.of(record), about: this.about.includes(event.name) ? first : null,
        };
        if (event.nesting !== "JOINS") {
            this.endJoined();
            this.add(line);
        } else if (this.joined && this.joined.name === name && this.joined.depth === depth) {
            this.joined.text += `, ${line.text.slice(event.narration.indexOf("{"))}`;
        } else {
            this.endJoined();
            this.joined = line;
        }
    }

    add(line) {
        this.keep(line);
        this.folder.add(line);
    }

    endJoined() {
        if (this.joined)
            this.add(this.joined);
        this.joined = null;
    }

    /** The program's lines, each when it is whole: narration never cuts one in two. */
    printed(text) {
        const lines = (this.output + text).split("\n");
        this.output = lines.pop();
        for (const line of lines) {
            this.endJoined();
            this.folder.end();
            const shown = {kind: "output", text: this.annotated(line), name: "", depth: 0, moment: null};
            this.keep(shown);
            this.show(shown);
        }
    }

    /** Keeps an address that the runtime is about to print as this text. */
    described(record) {
        const [address, back, name, offset] = record.arguments;
        const text = `${hex8(address)} ${this.wording.image.string(name)}${offset ? `+0x${offset.toString(16).toUpperCase()}` : ""}`;
        this.pending = [...this.pending.slice(-this.limits.pending + 1), {text, instruction: address - back}];
    }

    /** A line with the place behind each address that the runtime has said to be one. */
    annotated(line) {
        let done = "";
        for (;;) {
            const found = this.pending.map(row => ({row, at: line.indexOf(row.text)})).filter(({at}) => at >= 0).sort((a, b) => a.at - b.at)[0];
            if (!found)
                return done + line;
            this.pending = this.pending.filter(row => row !== found.row);
            const end = found.at + found.row.text.length;
            done += line.slice(0, end) + this.wording.image.behind(found.row.instruction);
            line = line.slice(end);
        }
    }

    /** Shows what is left of the run, which is over. */
    finish() {
        this.endJoined();
        this.folder.end();
        if (this.output)
            this.printed("\n");
    }
}

/** A line as the command shows it. */
function shownLine({kind, name, depth, text}, {bar, column, indent, deepest}) {
    return kind === "output" ? text : `${bar}${name.padEnd(column)} ${indent.repeat(Math.min(depth, deepest))}${text}`;
}
