/* Loads files for a page of the site when it needs them. Data comes by scripts, because a page that is opened from disk may fetch
 * nothing. */
"use strict";

/** Where the scripts with data leave it, by name: base64 of a compressed file. */
const data = {};

function give(name, text) {
    data[name] = text;
}

/** Loads a script of the site. */
function loaded(file) {
    return new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = file;
        script.onload = done;
        script.onerror = () => failed(new Error(`${file} is not there`));
        document.head.append(script);
    });
}

/** Loads the script that gives this data, once, and unpacks it. */
async function unpacked(name) {
    if (!(name in data))
        await loaded(`data/${name}.js`);
    const packed = Uint8Array.from(atob(data[name]), letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function table(name) {
    return JSON.parse(new TextDecoder().decode(await unpacked(name)));
}
