/* Source and disassembly of a function that is under way, side by side. A line and the instructions made
   from it have the same colour at their left edge, and the line's number stands beside both. */

const BANDS = 5;
const TEXT_OR_COMMENT = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?(?:\*\/|$)|\/\/.*$)/;
let view = null; // the tab that was chosen, by its place among the tabs; null: the one that the step is about

/* The functions that can be opened: those under way, and the one that the event calls. */
function tabsOf(step) {
  const shown = step.moment < 0 ? null : steps[step.moment];
  const tabs = (shown ? shown.frames : []).filter((frame) => frame.instruction).map((frame) =>
    ({name: frame.name, isOwn: frame.isOwn, code: frame.code, address: frame.instruction, low: frame.low, kind: "under way"}));
  if (tabs.length)
    tabs[tabs.length - 1].kind = "inner";
  if (step.target && step.target.code >= 0) {
    const {code, address} = step.target;
    const says = step.event === "except_entered" ? "takes over" : "is called";
    tabs.push({name: functions[code].name, isOwn: isOwnCode(code), code, address, kind: "called", says});
  }
  return tabs;
}

/* Code that the image has not is called by its address. */
const isOutside = (code) => /^[0-9A-F]{8}$/.test(code.name);

/* Whether a function is the program's: its code is of a file outside of the runtime, or of no file at all. */
function isOwnCode(code) {
  const frame = frames.find((other) => other.code === code);
  if (frame)
    return frame.isOwn;
  const [piece] = functions[code].pieces;
  return !piece ? isOutside(functions[code]) : !/^(boot|kernel|lib|seh_emul|uthread|ums|win32)\//.test(files[piece[0]].path);
}

/* Colours are given out once, so that they are the same whichever event is shown first. */
for (const {name, number} of functions)
  colour(name.split(".")[0], isOwnCode(number));

/* The panes of a function, made once: a row for each line, and one for each instruction. */
const panes = new Map();
function panesOf(code) {
  if (!panes.has(code))
    panes.set(code, makePanes(functions[code]));
  return panes.get(code);
}

function makePanes(code) {
  const bands = new Map();
  for (const {file, line} of code.instructions)
    if (line && !bands.has(`${file}:${line}`))
      bands.set(`${file}:${line}`, bands.size % BANDS);
  const source = document.createElement("div"), machine = document.createElement("div");
  source.innerHTML = code.pieces.map(([file, ranges]) => sourceOf(file, ranges, bands)).join("")
    || `<p class="none">${isOutside(code) ? "This code is not of the image: the program has made or brought it. Its bytes are as they were when it was first seen."
      : "The image does not say from which source this code is."}</p>`;
  let before = "";
  machine.innerHTML = `<h3>${escaped(code.name)}</h3>` + code.instructions.map(({address, text: words, file, line}) => {
    const key = `${file}:${line}`, shown = line && key !== before ? line : "";
    before = key;
    const band = line ? ` band${bands.get(key)}` : "";
    return `<div class="row${band}" data-address="${address}" data-line="${key}"><i>${shown}</i>`
      + `<b>${address.toString(16)}</b><span>${instruction(words)}</span></div>`;
  }).join("");
  return {source, machine};
}

function instruction(words) {
  const [name, ...rest] = words.split(" ");
  return `<em>${escaped(name)}</em> ${escaped(rest.join(" ").replace(/,/g, ", "))}`;
}

function sourceOf(file, ranges, bands) {
  const {path, runs} = files[file];
  if (!runs.length)
    return `<h3>${escaped(path)}</h3><p class="none">This file was not there when the page was made.</p>`;
  const lines = new Map(runs.flatMap(([first, texts]) => texts.map((words, i) => [first + i, words])));
  const parts = ranges.map(([first, last]) => {
    let out = "", isInComment = /^\s*\* /.test(lines.get(first)); // the first line may go on with a comment
    for (let line = first; line <= last && lines.has(line); line++) {
      out += sourceLine(file, line, lines.get(line), bands, isInComment);
      isInComment = goesOn(lines.get(line), isInComment);
    }
    return out;
  });
  return `<h3>${escaped(path)}</h3>${parts.join('<div class="gap" aria-hidden="true">⋯</div>')}`;
}

/* A line that continues another far to the right begins further left, as the pane is narrow. */
function sourceLine(file, line, words, bands, isInComment) {
  const key = `${file}:${line}`, indent = words.match(/^ */)[0].length;
  const band = bands.has(key) ? ` band${bands.get(key)}` : "";
  return `<div class="row${band}" data-line="${key}"><b>${line}</b><span style="--in:${indent > 14 ? 8 : indent}ch">`
    + `${marked(words.trimStart(), isInComment)}</span></div>`;
}

/* A line with its comments marked: they are paler, and hidden while one guesses. A sign of a comment inside of a text is none. */
function marked(words, isInComment) {
  const close = isInComment ? words.indexOf("*/") : -1, begin = !isInComment ? 0 : close < 0 ? words.length : close + 2;
  const parts = words.slice(begin).split(TEXT_OR_COMMENT).map((part) => (/^\/[*/]/.test(part) ? `<i>${escaped(part)}</i>` : escaped(part)));
  return `<i>${escaped(words.slice(0, begin))}</i>${parts.join("")}`;
}

/* Whether a comment is open behind a line. */
function goesOn(words, isInComment) {
  const begin = words.lastIndexOf("/*"), end = words.lastIndexOf("*/");
  return begin < 0 && end < 0 ? isInComment : begin > end;
}

/* The tab that a step is about: the handler that is called; inside of an exception's delivery the innermost
   function; else the innermost one of the program. */
function aboutTab(step, tabs) {
  const own = tabs.map((tab) => tab.isOwn).lastIndexOf(true);
  return PASSES[step.kind] || step.target || own < 0 ? tabs.length - 1 : own;
}

const shownTab = (step, tabs) => view === null || view >= tabs.length ? aboutTab(step, tabs) : view;

function drawTab({name, isOwn, kind, says}, number, isChosen) {
  const arrow = number ? `<span aria-hidden="true">${kind === "called" ? "⇢" : "›"}</span>` : "";
  return `${arrow}<button type="button" data-tab="${number}" aria-pressed="${isChosen}" style="color:${colour(name, isOwn)}">`
    + `${escaped(name)}${says ? `<i> ${says}</i>` : ""}</button>`;
}

function drawCode(step) {
  const tabs = tabsOf(step), chosen = shownTab(step, tabs);
  element("calls").innerHTML = tabs.map((tab, i) => drawTab(tab, i, i === chosen)).join("");
  if (tabs.length)
    reveal(element("calls"), element("calls").querySelector("[aria-pressed=true]"));
  const tab = tabs[chosen];
  if (!tab || tab.code < 0) {
    const reason = tab ? "Nothing was recorded of this code." : "This event is the kernel’s own: it has no moment in a program’s code.";
    element("source").innerHTML = `<p class="none">${reason}</p>`;
    element("machine").replaceChildren();
    return;
  }
  const {source, machine} = panesOf(tab.code);
  show(element("source"), source);
  show(element("machine"), machine);
  mark(tab, source, machine);
}

function show(pane, content) {
  if (pane.firstElementChild !== content || pane.childElementCount !== 1) {
    pane.replaceChildren(content);
    pane.scrollTop = 0;
  }
}

/* Marks the instruction where the function is, and its line. */
function mark(tab, source, machine) {
  for (const row of document.querySelectorAll("#code .now, #code .same"))
    row.classList.remove("now", "waits", "same");
  for (const row of document.querySelectorAll("#code [aria-current]"))
    row.removeAttribute("aria-current");
  const rows = [...machine.querySelectorAll(".row")];
  const next = rows.findIndex((row) => Number(row.dataset.address) > tab.address), at = next < 0 ? rows.length - 1 : next - 1;
  if (at < 0)
    return;
  const kind = tab.kind === "under way" ? ["now", "waits"] : ["now"];
  rows[at].classList.add(...kind);
  rows[at].setAttribute("aria-current", "location");
  const line = rows[at].dataset.line;
  for (const row of rows)
    if (row !== rows[at] && row.dataset.line === line && !line.endsWith(":0"))
      row.classList.add("same");
  const row = source.querySelector(`[data-line="${line}"]`);
  if (row) {
    row.classList.add(...kind);
    row.setAttribute("aria-current", "location");
    reveal(element("source"), row);
  }
  reveal(element("machine"), rows[at]);
}


element("calls").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button)
    openTab(Number(button.dataset.tab));
});

function openTab(number) {
  const hadFocus = element("calls").contains(document.activeElement);
  view = number;
  drawCode(steps[here]);
  if (hadFocus)
    element("calls").querySelector(`[data-tab="${number}"]`).focus();
}

/* From the shown function to its caller (-1), or to the one that it has called (1). */
function openBeside(by) {
  const tabs = tabsOf(steps[here]), wanted = shownTab(steps[here], tabs) + by;
  if (wanted >= 0 && wanted < tabs.length)
    openTab(wanted);
}

element("code").addEventListener("mouseover", (event) => {
  for (const row of document.querySelectorAll("#code .hover"))
    row.classList.remove("hover");
  const row = event.target.closest(".row");
  if (row && !row.dataset.line.endsWith(":0"))
    for (const other of document.querySelectorAll(`#code [data-line="${row.dataset.line}"]`))
      other.classList.add("hover");
});
