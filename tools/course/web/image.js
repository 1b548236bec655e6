/* The files that the site's builder has written for an image: the machine code to boot, and the names and places of its addresses. */
"use strict";

const SAME_FUNCTION = 4096; // bytes from a name on that still count as its function, as in tools/build/elf.py
const LOADED = 1; // PT_LOAD

/** The place of the last number that is not above `wanted`; -1 where there is none. */
function lastUpTo(numbers, wanted) {
    let low = 0, high = numbers.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] <= wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

function hex8(value) {
    return (value >>> 0).toString(16).toUpperCase().padStart(8, "0");
}

/** Sums of a list of differences. */
function summed(differences) {
    let sum = 0;
    return differences.map(difference => sum += difference);
}

/** The functions and the lines of an image. The runtime's are the same in all images, so they are a table of their own. */
class Image {
    constructor(elf, runtime, program) {
        this.elf = elf;
        this.addresses = [...summed(runtime.addresses), ...summed(program.addresses)];
        this.names = [...runtime.names, ...program.names];
        this.parts = [runtime, program].map(part => ({files: part.files, at: summed(part.at), lines: part.lines}));
    }

    find(address) {
        const at = lastUpTo(this.addresses, address);
        const distance = at < 0 ? SAME_FUNCTION : address - this.addresses[at];
        return distance < SAME_FUNCTION ? {name: this.names[at], distance} : {name: "", distance: 0};
    }

    knows(address) {
        return this.find(address).name !== "";
    }

    isFunction(address) {
        const {name, distance} = this.find(address);
        return name !== "" && distance === 0;
    }

    /** `function+0x1F`, or the address. */
    name(address) {
        const {name, distance} = this.find(address);
        return name ? name + (distance ? `+0x${distance.toString(16).toUpperCase()}` : "") : hex8(address);
    }

    /** `file.c:12`, or nothing. The lines are pairs: the number of a file, 0 for none, and a line. */
    place(address) {
        for (const part of this.parts) {
            const at = lastUpTo(part.at, address);
            if (at < 0 || at === part.at.length - 1)
                continue;
            const file = part.lines[2 * at];
            return file ? `${part.files[file - 1]}:${part.lines[2 * at + 1]}` : "";
        }
        return "";
    }

    behind(address) {
        const place = this.place(address);
        return place && ` (${place})`;
    }

    /** The text at an address of the image, up to its 0. */
    string(address) {
        const view = new DataView(this.elf.buffer, this.elf.byteOffset);
        const first = view.getUint32(28, true), size = view.getUint16(42, true), count = view.getUint16(44, true);
        for (let at = first; at < first + size * count; at += size) {
            const [kind, offset, start, , length] = [0, 4, 8, 12, 16].map(word => view.getUint32(at + word, true));
            if (kind === LOADED && address >= start && address < start + length) {
                const from = offset + address - start;
                return DECODER.decode(this.elf.subarray(from, this.elf.indexOf(0, from)));
            }
        }
        return hex8(address);
    }
}
