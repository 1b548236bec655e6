/* A page of the course: binds the console, the narration, the view of the chain and the questions to the machine. */
"use strict";

const MOST_SHOWN = 1500; // lines of a narration in the page; the first ones go
const TRACE = "trapline:trace", MOMENTS = "trapline:moments";
const find = id => document.getElementById(id);

class Page {
    constructor(settings) {
        Object.assign(this, {settings, machine: null, early: [], lines: [], queue: [], selected: -1, isLive: true, dropped: 0});
        this.console = new Console(find("console"), bytes => this.machine ? this.machine.send(bytes) : this.early.push(...bytes), () => this.stop());
        this.list = find("narration");
        find("run").addEventListener("click", () => this.asked());
        find("stop").addEventListener("click", () => this.stop());
        find("earlier").addEventListener("click", () => this.step(-1));
        find("later").addEventListener("click", () => this.step(1));
        this.list.addEventListener("click", event => this.picked(event.target.closest("li")));
        this.list.addEventListener("keydown", event => this.pressed(event));
        settings.questions.forEach((question, number) => bindQuestion(find(`question-${number + 1}`), question, words => this.run(words, true)));
    }

    /** A run that the reader asks for: keys are the program's from now on. Where a focus opens a keyboard upon the page, that is left to a
     * program that reads. */
    asked() {
        this.run(this.settings.variants[find("variant").value].words);
        if (this.settings.program.reads || !matchMedia("(pointer: coarse)").matches)
            this.console.focus();
    }

    /** Loads what all runs of the page need, once. */
    load() {
        this.loading ??= (async () => {
            const {program} = this.settings;
            const [tables, runtime, own, elf] = await Promise.all(
                [table("tables"), table(program.runtime), table(`${program.name}-names`), unpacked(program.name)]);
            this.tables = tables;
            this.elf = elf;
            this.image = new Image(elf, runtime, own);
            this.chain = new ChainView(find("chain"), this.image);
        })();
        return this.loading;
    }

    /** Runs the program with these words of the command line. Gives the lines of its run; null if it did not end. */
    async run(words, isNarrated = find("narrated").checked) {
        this.stop();
        this.machine = null;
        this.early = []; // bytes that are typed before there is a machine
        this.console.begin();
        const turn = this.turn = {};
        find("stop").disabled = false;
        this.say("loading ...");
        try {
            await this.load();
        } catch (problem) {
            this.loading = null;
            if (turn === this.turn)
                this.giveUp(`the machine cannot start: ${problem.message}`);
            return null;
        }
        if (turn !== this.turn) // it was stopped meanwhile, or another run was asked for
            return null;
        this.begin();
        const {program} = this.settings;
        const trace = isNarrated ? [TRACE, ...program.moments ? [MOMENTS] : []] : [];
        const wording = new Wording(this.tables.events, this.tables.phrases, this.image), kept = [];
        const narrator = new Narrator(this.tables, wording, line => this.told(line), line => kept.push(line));
        this.chain.clear(isNarrated ? program.moments ? "The chain appears with the first event." : "This run has too many events to keep the chain of each."
            : "Without narration there are no events.");
        return new Promise(done => {
            this.machine = new Machine({
                elf: this.elf, words: [program.argv0, ...trace, ...words], memory: program.memory, events: wording.events,
                heard: byte => this.console.byte(byte),
                happened: record => isNarrated && narrator.happened(record),
                ended: status => {
                    narrator.finish();
                    this.ended(status, wording);
                    done(typeof status === "number" ? [...kept, `exit status ${status > 255 ? status & 255 || 1 : status}`] : null);
                },
            });
            this.machine.send(this.early);
            this.machine.start().catch(problem => this.machine.end(`the emulator did not start: ${problem.message}`));
        });
    }

    /** Forgets the run before. `dropped` counts the lines at the narration's beginning that are no longer in the page. */
    begin() {
        Object.assign(this, {lines: [], queue: [], selected: -1, isLive: true, dropped: 0, startedAt: performance.now()});
        this.list.replaceChildren();
        find("run").textContent = "Restart";
        document.body.dataset.state = "running";
        this.say("running");
    }

    /** Ends the run, if one goes on or is loaded. Its promise gives null. */
    stop() {
        if (this.machine)
            this.machine.stop();
        else if (this.turn)
            this.giveUp("stopped");
    }

    /** Ends a run that has no machine yet. */
    giveUp(why) {
        this.turn = null;
        this.console.end();
        find("stop").disabled = true;
        this.say(why);
    }

    /** Says how the run ended. A status above 255 is one of Windows, with a name. */
    ended(status, wording) {
        this.console.end();
        this.flush();
        this.settle();
        find("stop").disabled = true;
        document.body.dataset.state = "ended";
        const seconds = `${((performance.now() - this.startedAt) / 1000).toFixed(1)} s`;
        this.say(status === null ? "stopped" : typeof status === "string" ? status
            : `ended with status ${status > 255 ? wording.filler.words("status", status) : status}, ${seconds}`);
    }

    /** A run that is over is shown at the first event that is about a frame; the end of every run looks alike. */
    settle() {
        const first = this.lines.findIndex((line, number) => number >= this.dropped && line.moment && line.about !== null);
        if (this.isLive && first >= 0)
            this.select(first);
    }

    say(words) {
        find("state").textContent = words;
    }

    /** Takes a line of the narration. Lines come faster than a page is drawn, so they wait for the next drawing. */
    told(line) {
        if (!this.queue.length)
            requestAnimationFrame(() => this.flush());
        this.queue.push(line);
    }

    /** Puts the waiting lines into the page. While the reader has chosen none, the view follows the run. */
    flush() {
        if (!this.queue.length)
            return;
        const items = this.queue.map((line, number) => this.item(line, this.lines.length + number));
        this.lines.push(...this.queue);
        this.queue = [];
        this.list.append(...items);
        while (this.list.children.length > MOST_SHOWN) {
            this.list.firstChild.remove();
            this.dropped++;
        }
        if (this.isLive)
            this.select(this.lines.findLastIndex(line => line.moment), true);
        this.list.scrollTop = this.isLive ? this.list.scrollHeight : this.list.scrollTop;
    }

    /** The element of a line. The thread's name and the text have a blank between them, for those who hear the page. */
    item(line, number) {
        const item = make("li", line.kind, ...line.name ? [make("span", "thread", line.name), " "] : [], make("span", "text", line.text));
        item.style.setProperty("--depth", Math.min(line.depth, this.tables.narration.deepest));
        item.id = `line-${number}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.dataset.number = number;
        return item;
    }

    /** Shows the moment of a line; a line without one shows the moment before it. */
    select(number, isLive = false) {
        this.isLive = isLive;
        const old = find(`line-${this.selected}`), item = find(`line-${number}`);
        old?.setAttribute("aria-selected", "false");
        this.selected = number;
        item?.setAttribute("aria-selected", "true");
        this.list.setAttribute("aria-activedescendant", item?.id ?? "");
        if (!isLive)
            item?.scrollIntoView({block: "nearest"});
        const at = this.lines.findLastIndex((line, place) => place <= number && line.moment);
        if (at >= 0)
            this.chain.draw(this.lines[at], this.lines.findLast((line, place) => place < at && line.moment?.block.base === this.lines[at].moment.block.base));
        // Lines of the kernel's own and of the program's output have no moment, so they do not count.
        const told = this.lines.filter(line => line.moment).length;
        const place = this.lines.filter((line, before) => line.moment && before <= at).length;
        find("place").textContent = told ? `moment ${place} of ${told}` : "";
        find("earlier").disabled = place <= 1;
        find("later").disabled = place >= told;
    }

    picked(item) {
        if (item)
            this.select(Number(item.dataset.number));
    }

    /** To the nearest line with a moment, backwards or forwards. */
    step(direction) {
        for (let at = this.selected + direction; at >= this.dropped && at < this.lines.length; at += direction)
            if (this.lines[at].moment)
                return this.select(at);
    }

    /** The keys of a list box. */
    pressed(event) {
        const last = this.lines.length - 1;
        const wanted = {ArrowUp: this.selected - 1, ArrowDown: this.selected + 1, Home: this.dropped, End: last}[event.key];
        if (wanted === undefined)
            return;
        event.preventDefault();
        this.select(Math.max(this.dropped, Math.min(last, wanted)));
    }
}

// Its settings are what tools/course/web_example.py has written into the page.
const page = new Page(JSON.parse(find("settings").textContent));
