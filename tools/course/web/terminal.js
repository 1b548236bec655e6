/* The console of a run: xterm.js shows it, and this adds what a terminal's driver does with the keys. */
"use strict";

const ROWS = 8;
const FONT_SIZE = 13;
const FEWEST_COLUMNS = 24, MOST_COLUMNS = 100;
const END_OF_INPUT = 4; // the byte that the runtime takes for it
const ENCODER = new TextEncoder();
const COLOURS = {
    light: {background: "#fbfaf7", foreground: "#1d1d1b", cursor: "#1d1d1b", cursorAccent: "#fbfaf7", selectionBackground: "#cfe0f6"},
    dark: {background: "#14161a", foreground: "#e7e5df", cursor: "#e7e5df", cursorAccent: "#14161a", selectionBackground: "#35506f"},
};

class Console {
    /** `send` gets a line's bytes when it is whole; `interrupt` is called by Ctrl-C. */
    constructor(place, send, interrupt) {
        Object.assign(this, {place, send, interrupt, line: "", isOpen: false});
        const isDark = matchMedia("(prefers-color-scheme: dark)");
        const theme = () => isDark.matches ? COLOURS.dark : COLOURS.light;
        this.terminal = new Terminal({
            rows: ROWS, cols: this.columns(), fontSize: FONT_SIZE, theme: theme(), convertEol: true, screenReaderMode: true, scrollback: 10000,
            fontFamily: getComputedStyle(place).getPropertyValue("--mono"), cursorInactiveStyle: "none",
        });
        this.terminal.open(place);
        this.terminal.textarea.setAttribute("aria-label", "Console of the program: type here");
        // The tab key must lead out of the terminal, for people without a mouse.
        this.terminal.attachCustomKeyEventHandler(event => event.key !== "Tab");
        this.terminal.onData(text => [...text].forEach(letter => this.typed(letter)));
        isDark.addEventListener("change", () => this.terminal.options.theme = theme());
        new ResizeObserver(() => this.terminal.resize(this.columns(), ROWS)).observe(place);
    }

    /** How many letters the place has room for. */
    columns() {
        const ruler = document.createElement("span");
        ruler.className = "ruler";
        ruler.style.fontSize = `${FONT_SIZE}px`;
        ruler.textContent = "0".repeat(100);
        this.place.append(ruler);
        const width = ruler.getBoundingClientRect().width / 100;
        ruler.remove();
        const style = getComputedStyle(this.place);
        const room = this.place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
        return Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, Math.floor(room / width) || 80));
    }

    /** A run begins: keys count from now on, and the screen is empty. */
    begin() {
        this.terminal.reset();
        [this.line, this.isOpen] = ["", true];
    }

    end() {
        this.isOpen = false;
    }

    /** Keys that are typed from now on go here. The page stays where it is. */
    focus() {
        this.terminal.focus();
    }

    /** A byte of the program's output. */
    byte(value) {
        this.terminal.write(Uint8Array.of(value));
    }

    /** A key. The program gets no part of a line before Enter, so what is wrong can be taken back. Ctrl-C and Ctrl-D arrive as the
     * bytes 3 and 4, the key for deleting as 7Fh. */
    typed(letter) {
        if (!this.isOpen)
            return;
        if (letter === "\x03") {
            this.interrupt();
        } else if (letter === "\x04") {
            this.send(Uint8Array.of(...ENCODER.encode(this.line), END_OF_INPUT));
            this.line = "";
        } else if (letter === "\r" || letter === "\n") {
            this.terminal.write("\r\n");
            this.send(ENCODER.encode(`${this.line}\n`));
            this.line = "";
        } else if (letter === "\x7f" || letter === "\b") {
            if (this.line)
                this.terminal.write("\b \b");
            this.line = this.line.slice(0, -1);
        } else if (letter >= " ") {
            this.line += letter;
            this.terminal.write(letter);
        }
    }
}
