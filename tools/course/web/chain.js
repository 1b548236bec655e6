/* The view of one moment: the chain at fs:[0], the registers and the stack of the thread that the event belongs to. */
"use strict";

/** Makes an element: its class, and what it holds. */
function make(tag, kind, ...content) {
    const element = document.createElement(tag);
    if (kind)
        element.className = kind;
    element.append(...content.filter(part => part !== ""));
    return element;
}

class ChainView {
    constructor(place, image) {
        [this.place, this.image] = [place, image];
    }

    /** Shows words instead of a chain. */
    clear(words) {
        this.place.replaceChildren(make("p", "quiet", words));
    }

    /** Draws the moment of a line. `earlier` is the line with the moment before it on the same stack, if there is one: frames that it
     * does not have are marked, and those that it alone has are named. */
    draw(line, earlier) {
        const {moment} = line;
        const of = at => new Set(at.moment.frames.map(frame => frame.address));
        const now = of(line), before = earlier ? of(earlier) : now;
        const gone = [...before].filter(address => !now.has(address)).map(hex8);
        const list = make("ol", "frames", ...moment.frames.map(frame => this.frame(frame, line.about, !before.has(frame.address))));
        list.append(make("li", "end", moment.end === CHAIN_END ? "FFFFFFFF, the end of the chain" : `${hex8(moment.end)}, where it cannot be followed`));
        this.place.replaceChildren(
            make("p", "event", line.name && make("b", "", `${line.name}: `), line.text),
            make("p", "head", make("b", "", "fs:[0]"), ` ${hex8(moment.block.chain)}`),
            list,
            gone.length ? make("p", "gone", `no longer on the chain: ${gone.join(", ")}`) : "",
            this.registers(moment));
    }

    /** One record of the chain: its address, its handler, and where it leads. Marks are told in words, not by colour alone. */
    frame(frame, about, isNew) {
        const isAsked = frame.address === about;
        const item = make("li", `frame${isAsked ? " asked" : ""}${isNew ? " fresh" : ""}`,
            make("span", "address", hex8(frame.address)),
            make("span", "handler", make("b", "", this.image.name(frame.handler)), make("span", "place", this.image.place(frame.handler).split("/").at(-1))),
            make("span", "next", `Next ${hex8(frame.next)}`));
        const tags = [...isAsked ? ["the event is about this frame"] : [], ...isNew ? ["new"] : []];
        if (tags.length)
            item.append(make("span", "tag", tags.join(", ")));
        return item;
    }

    /** The registers, and how much of the thread's stack is in use. A user-level thread's stack has its own ends in the block. */
    registers({registers, block}) {
        const used = block.base - registers.esp;
        const rows = Object.entries(registers).map(([name, value]) =>
            make("div", "", make("dt", "", name), make("dd", "", hex8(value), name === "eip" ? ` ${this.image.name(value).replace(/\.[^+]*/, "")}` : "")));
        rows.push(make("div", "", make("dt", "", "stack"), make("dd", "", `${hex8(block.limit)} to ${hex8(block.base)}`,
            used >= 0 && registers.esp >= block.limit ? `, ${used} bytes in use` : "")));
        return make("dl", "registers", ...rows);
    }
}
