/* One run in the tab: the emulator with an image, its first serial port as the console and its second one for events. */
"use strict";

const MEGABYTE = 1 << 20;
const VIDEO_MEMORY = 2 * MEGABYTE; // of the screen that nobody looks at
const OF_EMULATOR = "emulator"; // the name of its code in the data
let compiled = null; // the emulator's code, once for the page

async function emulatorCode() {
    compiled ??= WebAssembly.compile(await unpacked(OF_EMULATOR));
    return compiled;
}

/** A run. `heard` gets each byte of the console, `happened` each event record, `ended` the status once: a number; a text, if the
 * emulator gave up; null for a run that was stopped. */
class Machine {
    constructor({elf, words, memory, events, heard, happened, ended}) {
        Object.assign(this, {elf, words, memory, heard, happened, ended, early: [], isStarted: false});
        this.exit = events.findIndex(event => event.name === "exit");
        this.isOver = false;
    }

    /** Boots the image. It has the command line of a Multiboot loader, and two serial ports; further devices are v86's own. */
    async start() {
        const code = await emulatorCode();
        // It may have been stopped while the emulator was loaded.
        if (this.isOver)
            return;
        this.emulator = new V86({
            wasm_fn: async imports => (await WebAssembly.instantiate(code, imports)).exports,
            multiboot: {buffer: this.elf.slice().buffer},
            cmdline: this.words.join(" "),
            memory_size: this.memory * MEGABYTE,
            vga_memory_size: VIDEO_MEMORY,
            uart1: true,
            autostart: true,
            disable_keyboard: true, disable_mouse: true, disable_speaker: true,
        });
        const stream = new RecordStream(record => this.record(record));
        this.emulator.add_listener("emulator-started", () => {
            this.isStarted = true;
            this.send(this.early);
        });
        this.emulator.add_listener("serial0-output-byte", byte => this.isOver || this.heard(byte));
        this.emulator.add_listener("serial1-output-byte", byte => this.isOver || stream.put(byte));
        this.watch();
    }

    /** The emulator throws an error, out of a timer of its own, where it can do no more. Errors of a page's layout come here, too, without
     * an object. */
    watch() {
        this.gaveUp = event => {
            const problem = event.error ?? event.reason;
            if (problem)
                this.end(`the emulator gave up: ${problem.message ?? problem}`);
        };
        addEventListener("error", this.gaveUp);
        addEventListener("unhandledrejection", this.gaveUp);
    }

    /** An event record. The one of the end carries the status; what comes behind it belongs to no program. */
    record(record) {
        this.happened(record);
        if (record.event === this.exit)
            setTimeout(() => this.end(record.arguments[0])); // out of the emulator's own call
    }

    /** Puts bytes into the console's serial port, as a terminal would. Bytes that come before there is a port wait for it. */
    send(bytes) {
        if (!this.isStarted)
            this.early.push(...bytes);
        else if (!this.isOver)
            this.emulator.serial_send_bytes(0, bytes);
    }

    stop() {
        this.end(null);
    }

    /** Ends the run at the first call; `ended` is called once. */
    end(status) {
        if (this.isOver)
            return;
        this.isOver = true;
        removeEventListener("error", this.gaveUp);
        removeEventListener("unhandledrejection", this.gaveUp);
        this.emulator?.destroy();
        this.ended(status);
    }
}
