/* Makes HTML of Markdown and of programs while the site is built: node render.mjs FOLDER, where npm's packages are. Standard input is
 * {name: {kind, text}}, standard output {name: HTML}. */
import {createRequire} from "node:module";
import {readFileSync, writeFileSync} from "node:fs";

const load = createRequire(`${process.argv[2]}/`);
const {Marked} = load("marked");
const highlighter = load("highlight.js");
const TOLD = /^\s*\|(?= )/; // a line of the narration
const LANGUAGES = {S: "gas", h: "c", py: "python", sh: "bash", md: "plaintext"};

// The assembler's own syntax, which the library does not know: comments as in C, registers and constants with signs in front.
highlighter.registerLanguage("gas", library => ({
    contains: [
        library.C_BLOCK_COMMENT_MODE,
        library.QUOTE_STRING_MODE,
        {scope: "meta", begin: /^\s*#\s*[a-z]+/},
        {scope: "title", begin: /^[\w.$\\@]+(?=:)/},
        {scope: "keyword", begin: /^\s*\.[a-z]\w*/},
        {scope: "number", begin: /\$?-?\b(0x[0-9a-fA-F]+|[0-9]+)\b/},
        {scope: "built_in", begin: /%[a-z]\w*/},
    ],
}));

function escaped(text) {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function coloured(text, language) {
    const known = LANGUAGES[language] ?? language;
    return highlighter.getLanguage(known) ? highlighter.highlight(text, {language: known}).value : escaped(text);
}

/** A session in a terminal: what is typed, and what the runtime tells, look different from output. */
function session(text) {
    return text.split("\n").map(line => line.startsWith("$ ") ? `<span class="typed">${escaped(line)}</span>`
        : TOLD.test(line) ? `<span class="told">${escaped(line)}</span>` : escaped(line)).join("\n");
}

/** A heading's name in links, as sites that show Markdown make it. */
function slug(text) {
    return text.toLowerCase().replace(/<[^>]+>|&[a-z]+;/g, "").replace(/[^\p{L}\p{N}\- _]/gu, "").replace(/ /g, "-");
}

const marked = new Marked({
    renderer: {
        code({text, lang}) {
            const body = lang === "console" ? session(text) : lang ? coloured(text, lang) : escaped(text);
            return `<pre tabindex="0"><code>${body}\n</code></pre>\n`;
        },
        heading({tokens, depth, text}) {
            return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        table(token) {
            const cell = (part, tag) => `<${tag}>${this.parser.parseInline(part.tokens)}</${tag}>`;
            const head = token.header.map(part => cell(part, "th")).join("");
            const rows = token.rows.map(row => `<tr>${row.map(part => cell(part, "td")).join("")}</tr>`).join("\n");
            return `<div class="table" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows}\n</tbody></table></div>\n`;
        },
    },
});

function made({kind, text}) {
    return kind === "page" ? marked.parse(text) : kind === "line" ? marked.parseInline(text) : coloured(text, kind);
}

const parts = JSON.parse(readFileSync(0, "utf8"));
writeFileSync(1, JSON.stringify(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, made(part)]))));
