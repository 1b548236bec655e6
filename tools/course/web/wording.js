/* Sentences for event records: what tools/record/wording.py, names.py and trap_words.py say, from the tables that they gave. */
"use strict";

const FOREVER = 0xffffffff;
const ERROR_CODE = {present: 1, write: 2, reserved: 8, fetch: 16, user: 4, ofGate: 2, ofLocal: 4};

function signed(value) {
    return value | 0;
}

/** The declared events (kernel/call/trace_events.h): name, kind, nesting, narration. */
class Events {
    constructor(rows) {
        this.rows = rows.map(([name, kind, nesting, narration]) => ({name, kind, nesting, narration}));
    }

    number(name) {
        return this.rows.findIndex(row => row.name === name);
    }

    get(number) {
        return this.rows[number] ?? {name: `event_${number}`, kind: "program", nesting: "STAYS", narration: `event ${number} of an unknown kind`};
    }
}

/** The names of threads. One that has none goes by the function that it runs. */
class Threads {
    constructor(image, labels) {
        [this.image, this.prefixes] = [image, labels];
        [this.names, this.made, this.labels, this.workers] = [new Map(), new Map(), new Map(), new Map()];
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
            this.labels.set(first, this.prefixes[fourth] + this.image.name(this.start(second, third)));
        } else if (name === "kernel_named") {
            this.labels.set(first, record.string(1));
        } else if (name === "ums_made") {
            this.workers.set(second, first);
        }
    }

    /** Most threads of the kernel begin in a function of the runtime, with their own as its argument. */
    start(eip, argument) {
        return this.image.isFunction(argument) ? argument : eip;
    }

    thread(thread) {
        return this.names.get(thread) ?? hex8(thread);
    }

    kernel(number) {
        const label = this.labels.get(number);
        return number ? `thread ${number}${label === undefined ? "" : ` (${label})`}` : "the idle thread";
    }

    worker(context) {
        return this.workers.has(context) ? this.kernel(this.workers.get(context)) : context ? `the worker at ${hex8(context)}` : "";
    }
}

/** Turns records into sentences. `names` are the tables that names.py has read from the runtime's headers. */
class Wording {
    constructor(events, names, image) {
        [this.events, this.names, this.image] = [events, names, image];
        this.threads = new Threads(image, names.labels);
        const threads = this.threads;
        // Kinds of one argument, and those of all four. Any other kind is a number in hexadecimal.
        this.single = {
            code: value => image.name(value) + image.behind(value),
            caller: value => image.name(value) + image.behind(value - 1),
            block: value => value ? image.name(value).split("+")[0] + image.behind(value) : names.given_up,
            dec: String,
            number: String,
            status: value => this.status(value),
            vector: value => this.vector(value),
            disposition: value => names.dispositions[value] ?? `disposition ${hex8(value)}`,
            answer: value => names.answers[signed(value)] ?? String(signed(value)),
            filter: value => `${names.answers[Math.sign(signed(value))] ?? "a value"} (${signed(value)})`,
            list: value => value ? "continue " : "",
            refusal: value => names.refusals[value] ?? `reason ${value}`,
            cause: value => this.cause(value),
            flags: value => this.flags(value),
            thread: value => threads.thread(value),
            kernel: value => threads.kernel(value),
            worker: value => threads.worker(value),
            reason: value => names.activations[value] ?? `reason ${value}`,
            string: value => image.string(value),
            within: value => value === FOREVER ? "" : `, for ${value} ms at most`,
            result: value => value ? names.results[value] ?? `error ${value}` : "done",
        };
        this.whole = {
            detail: words => this.detail(...words),
            register: words => this.register(...words),
            start: ([, eip, argument, kind]) => `${names.starts[kind]} ${this.single.code(threads.start(eip, argument))}`,
        };
    }

    /** The narration of the record's event, with the arguments in their places. */
    sentence(record) {
        const text = this.events.get(record.event).narration;
        return text.replace(/\{([0-3]):(\w+)\}/g, (_, number, kind) =>
            kind === "text" ? record.string(Number(number))
                : this.whole[kind]?.(record.arguments) ?? (this.single[kind] ?? hex8)(record.arguments[number])).trimEnd();
    }

    /** `C0000094 (integer division by zero)`, or the number alone. */
    status(value) {
        const words = this.names.statuses[value];
        return hex8(value) + (words ? ` (${words})` : "");
    }

    /** `#DE (divide error)`, `IRQ0 (timer)`. */
    vector(value) {
        const known = this.names.vectors[value];
        if (!known)
            return `vector ${value.toString(16).toUpperCase().padStart(2, "0")}h`;
        return `${known[0].startsWith("IRQ") ? "" : "#"}${known[0]} (${known[2]})`;
    }

    /** The names of an exception record's flags; bits without a name stand behind them as a number. */
    flags(value) {
        const known = Object.entries(this.names.flags).filter(([bit]) => value & bit);
        const rest = known.reduce((left, [bit]) => left & ~bit, value) >>> 0;
        return [...known.map(([, name]) => name), ...rest ? [hex8(rest)] : []].join(", ") || "none";
    }

    /** The cause of a debug trap, by Dr6: its low bits are the breakpoints, bit 14 is the trap flag. */
    cause(value) {
        const causes = [0, 1, 2, 3].filter(bit => value >> bit & 1).map(bit => `Dr${bit}`);
        if (value & 0x4000)
            causes.push("the trap flag");
        return causes.join(", ") || "neither the trap flag nor a breakpoint (icebp)";
    }

    /** What stands behind a trap's name and place. The bits are the CPU's (tools/record/trap_words.py). */
    detail(vector, eip, error, address) {
        const [mnemonic, hasCode] = this.names.vectors[vector] ?? ["", true];
        if (mnemonic === "PF")
            return `: ${this.access(eip, error, address)}, error code ${hex8(error)}, cr2 ${hex8(address)}`;
        if (mnemonic === "DF")
            return `: the CPU could not push a fault's state to the stack, cr2 ${hex8(address)}`;
        if (!hasCode)
            return "";
        const named = error && ["TS", "NP", "SS", "GP"].includes(mnemonic) ? ` (${this.selector(error)})` : "";
        return `, error code ${hex8(error)}${named}`;
    }

    /** `write to a page that is not there`. A CPU that does not tell a fetch from a read faults at the instruction's own address. */
    access(eip, error, address) {
        const fetches = error & ERROR_CODE.fetch || (eip === address && !(error & ERROR_CODE.write));
        const [noun, verb, done] = fetches ? ["execution of", "execute", "executed"]
            : error & ERROR_CODE.write ? ["write to", "write", "written"] : ["read of", "read", "read"];
        if (error & ERROR_CODE.reserved)
            return `${noun} a page whose entry in the page table the CPU does not know`;
        if (!(error & ERROR_CODE.present))
            return `${noun} a page that is not there`;
        return `${noun} a page that ${error & ERROR_CODE.user ? `ring 3 must not ${verb}` : `must not be ${done}`}`;
    }

    /** What an error code names that is no page fault's. */
    selector(error) {
        if (error & ERROR_CODE.ofGate)
            return `the gate of vector ${(error >> 3).toString(16).toUpperCase().padStart(2, "0")}h`;
        const number = (error & 0xfff8).toString(16).toUpperCase().padStart(4, "0");
        return `selector ${number} of the ${error & ERROR_CODE.ofLocal ? "local" : "global"} table`;
    }

    /** `eip 80101234 main+0x12 -> 80101236 main+0x14`. */
    register(offset, before, after) {
        const name = this.names.registers[offset] ?? `the word at ${offset.toString(16).toUpperCase()}h`;
        const short = value => value.toString(16).toUpperCase();
        if (name === "eip")
            return `eip ${[before, after].map(value => this.image.knows(value) ? `${hex8(value)} ${this.image.name(value)}` : hex8(value)).join(" -> ")}`;
        const changed = Object.entries(this.names.eflags).filter(([bit]) => (before ^ after) >>> bit & 1)
            .map(([bit, flag]) => `${flag} ${after >>> bit & 1 ? "set" : "clear"}`);
        return `${name} ${short(before)} -> ${short(after)}${name === "eflags" && changed.length ? ` (${changed.join(", ")})` : ""}`;
    }
}
