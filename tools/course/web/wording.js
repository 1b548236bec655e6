/* Sentences for event records, as tools/record/wording.py makes them. Events and words are tables that it has written. */
"use strict";

function signed(value) {
    return value | 0;
}

/** A number in hexadecimal. */
function upper(value, digits) {
    return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** The names of threads. A thread without a name goes by the function that it runs. */
class Threads {
    /** `role` gives the word in front of the name of a thread of the kernel, by its kind. */
    constructor(image, role) {
        [this.image, this.role] = [image, role];
        [this.names, this.made, this.roles, this.labels, this.workers] = [new Map(), new Map(), new Map(), new Map(), new Map()];
    }

    learn(name, record) {
        const [first, second, third, fourth] = record.arguments;
        if (name === "created") {
            const runs = this.image.name(second), made = (this.made.get(runs) ?? 0) + 1;
            this.made.set(runs, made);
            this.names.set(first, made === 1 ? runs : `${runs} ${made}`);
        } else if (name === "thread_named") {
            this.names.set(first, record.string(1));
        } else if (name === "kernel_made") {
            this.roles.set(first, this.role(fourth));
            this.labels.set(first, this.image.name(this.start(second, third)));
        } else if (name === "kernel_named") {
            this.labels.set(first, record.string(1));
        } else if (name === "ums_made") {
            this.workers.set(second, first);
        }
    }

    /** Most threads of the kernel begin in a function of the runtime, with their own as its argument. */
    start(eip, argument) {
        return this.image.isFunction(argument) || this.image.name(eip) === "thread_begin" ? argument : eip;
    }

    thread(thread) {
        return this.names.get(thread) ?? hex8(thread);
    }

    /** The name behind a number, ` (hold)`. */
    label(number) {
        return this.labels.has(number) ? ` (${this.roles.get(number) ?? ""}${this.labels.get(number)})` : "";
    }
}

/** The functions that choose a text, by the arguments of its place. */
const BY = {
    first: first => first,
    last: (...all) => all.at(-1),
    sign: first => Math.sign(signed(first)),
    descriptor: error => error & 6,
    // A CPU that does not tell an instruction's fetch from a read has the fault at the instruction's own address.
    access: (vector, eip, error, address) => error & 31 | (eip === address && !(error & 2) ? 16 : 0),
};

const NUMBERS = {
    hex: hex8,
    short: value => upper(value, 1),
    byte: value => upper(value, 2),
    dec: String,
    number: String,
    signed: value => String(signed(value)),
    thousands: value => value.toLocaleString("en-US"),
    gate: error => upper(error >>> 3, 2),
    selector: error => upper(error & 0xfff8, 4),
};

/** Fills the places of texts, {N:kind}, from the tables of tools/record/phrases.py. `functions` are the kinds that no table has. */
class Filler {
    constructor(phrases, functions) {
        [this.phrases, this.functions] = [phrases, {...NUMBERS, flips: (...all) => this.flips(...all), ...functions}];
    }

    /** `textFrom` gives the characters that begin in an argument, for the kind `text`. */
    fill(text, args, textFrom) {
        return text.replace(/\{([0-3]):(\w+)\}/g, (_, number, kind) => kind === "text" ? textFrom(Number(number))
            : this.words(kind, ...this.phrases.whole.includes(kind) ? args : [args[number]]));
    }

    words(kind, ...args) {
        const choice = this.phrases.choices[kind], bits = this.phrases.bits[kind];
        if (choice)
            return this.fill(choice.texts[BY[choice.by](...args)] ?? choice.other, args);
        return bits ? this.ofBits(bits, args[0]) : (this.functions[kind] ?? hex8)(...args);
    }

    ofBits({texts, rest, none}, value) {
        const known = Object.entries(texts).filter(([bit]) => value & bit).map(([, text]) => text);
        const others = Object.keys(texts).reduce((left, bit) => left & ~bit, value) >>> 0;
        return [...known, ...others && rest ? [this.fill(rest, [others])] : []].join(", ") || none;
    }

    /** The flags that are not as they were: ` (PF clear, TF set)`. */
    flips(offset, before, after) {
        const flags = Object.entries(this.phrases.eflags).filter(([bit]) => (before ^ after) >>> bit & 1)
            .map(([bit, flag]) => `${flag} ${after >>> bit & 1 ? "set" : "clear"}`);
        return flags.length ? ` (${flags.join(", ")})` : "";
    }
}

/** Turns records into sentences. */
class Wording {
    constructor(events, phrases, image) {
        Object.assign(this, {events, image, threads: new Threads(image, kind => this.filler.words("role", kind))});
        const {threads} = this, code = address => image.name(address) + image.behind(address);
        this.filler = new Filler(phrases, {
            code,
            caller: address => image.name(address) + image.behind(address - 1),
            block_at: address => image.name(address).split("+")[0] + image.behind(address),
            point: address => image.knows(address) ? `${hex8(address)} ${image.name(address)}` : hex8(address),
            string: address => image.string(address),
            thread: thread => threads.thread(thread),
            label: number => threads.label(number),
            worker: context => threads.workers.has(context) ? this.filler.words("kernel", threads.workers.get(context)) : this.filler.words("stray", context),
            begins: (number, eip, argument) => code(threads.start(eip, argument)),
        });
    }

    /** The narration of the record's event, with the arguments in their places. */
    sentence(record) {
        return this.filler.fill(this.events[record.event].narration, record.arguments, first => record.string(first)).trimEnd();
    }
}
