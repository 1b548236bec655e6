/* The stream of event records of a run, and what the records of moments say of the machine: the same as tools/record/events.py and
 * tools/record/moments.py say. The layout is that of struct trace_record (kernel/call/trace.h). */
"use strict";

const RECORD_SIZE = 36;
const WORD = 4;
const CHAIN_END = 0xffffffff;
const DECODER = new TextDecoder();

/** One event. `words` are those of a record of a moment, which has six. */
class EventRecord {
    constructor(bytes) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, RECORD_SIZE);
        this.bytes = bytes;
        this.time = view.getBigUint64(0, true);
        this.event = view.getUint16(8, true);
        this.cpu = view.getUint8(10);
        this.length = view.getUint8(11);
        this.words = [12, 16, 20, 24, 28, 32].map(at => view.getUint32(at, true));
        [this.kernel, this.thread] = this.words;
        this.arguments = this.words.slice(2);
    }

    /** The `length` bytes that begin in argument `first`. */
    text(first = 0) {
        return this.bytes.subarray(20 + WORD * first, Math.min(20 + WORD * first + this.length, RECORD_SIZE));
    }

    /** These bytes as a text, without the zeros at its end. */
    string(first = 0) {
        return DECODER.decode(this.text(first)).replace(/\0+$/, "");
    }
}

/** Cuts a stream of bytes into records. */
class RecordStream {
    constructor(happened) {
        this.happened = happened;
        this.bytes = new Uint8Array(RECORD_SIZE);
        this.filled = 0;
    }

    put(byte) {
        this.bytes[this.filled++] = byte;
        if (this.filled < RECORD_SIZE)
            return;
        const whole = this.bytes;
        [this.bytes, this.filled] = [new Uint8Array(RECORD_SIZE), 0];
        this.happened(new EventRecord(whole));
    }
}

/** Keeps what the records of moments say, and knows the moment of each event. A moment belongs to the event behind it on the same
 * CPU with the same time; other events belong to no program's code. */
class Moments {
    /** `registers` are the names of a moment's registers, `longest` how many frames of a chain are shown. */
    constructor(events, {registers, longest}) {
        Object.assign(this, {events, registers, longest});
        this.memory = new Map();
        this.said = new Map(); // by CPU
    }

    /** Takes a record. Returns whether it only told of a moment. */
    take(record) {
        const said = this.said.get(record.cpu) ?? {};
        this.said.set(record.cpu, said);
        const {name} = this.events[record.event];
        if (name === "memory") {
            const [address, ...words] = record.words;
            words.slice(0, record.length / WORD).forEach((word, number) => this.memory.set(address + WORD * number, word));
        } else if (name === "block") {
            const [teb, chain, base, limit] = record.words;
            said.block = {teb, chain, base, limit};
        } else if (name === "registers") {
            said.registers = Object.fromEntries(this.registers.map((register, number) => [register, record.words[number]]));
            said.time = record.time;
        } else {
            return name === "scratch";
        }
        return true;
    }

    /** The moment of an event: registers, the thread's block, and the chain as it is now; or null. */
    of(record) {
        const said = this.said.get(record.cpu);
        if (!said?.block || said.time !== record.time)
            return null;
        return {registers: said.registers, block: said.block, ...this.chain(said.block.chain)};
    }

    /** The frames, the head first, and where the chain ends or cannot be followed. */
    chain(address) {
        const frames = [], seen = new Set();
        while (address !== CHAIN_END && !seen.has(address) && frames.length < this.longest) {
            const next = this.memory.get(address), handler = this.memory.get(address + WORD);
            if (next === undefined || handler === undefined)
                break;
            seen.add(address);
            frames.push({address, next, handler});
            address = next;
        }
        return {frames, end: address};
    }
}
