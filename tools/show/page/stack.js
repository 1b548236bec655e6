/* The picture of the stack, the chain of handlers in it, and the words of one frame. */

const WIDTH = 400, LEFT = 84, FRAME = 238, RIGHT = LEFT + FRAME, HEAD = 34, STRIP = 7;
let opened = null; // the frame whose words are shown, by its lower end

const svgText = (x, y, words, kind = "", more = "") => `<text x="${x}" y="${y.toFixed(1)}" class="${kind}" ${more}>${escaped(words)}</text>`;
const LETTER = 6.7; // the width of one at the size of 11
const fitting = (room) => Math.floor(room / LETTER);
const shorten = (words, most) => words.length <= most ? words : words.slice(0, most - 1) + "…";

function drawBox(step, box, map) {
  const top = map.y(box.address + box.size), bottom = map.y(box.address), x = LEFT + 10, width = FRAME - 18;
  const isAsked = box.isRecord && box.address === step.asked;
  const row = (bottom - top) / box.lines.length;
  let kind = "box";
  if (isAsked)
    kind += ` asked ${step.kind}`;
  let out = `<rect class="${kind}" x="${x}" y="${top + 1}" width="${width}" height="${bottom - top - 2}"/>`;
  const answer = box.lines.length - 2; // the row that has the sign
  box.lines.forEach(([words, value], i) => {
    const y = box.isRecord ? top + i * row + row / 2 + 4 : top + 13 + i * ROW;
    if (i && box.isRecord)
      out += `<path class="hair" d="M${x} ${(top + i * row).toFixed(1)}h${width}"/>`;
    const isBlock = !box.isRecord && i === 0;
    out += svgText(x + 7, y, words, isBlock ? "name" : "soft");
    out += box.isRecord ? svgText(x + 74, y, shorten(value, fitting(width - 78 - (isAsked && i === answer ? 12 : 0))), words === "Handler" ? "name" : "")
      : svgText(x + 54, y, shorten(value, 27), "small");
    if (isBlock)
      out += svgText(x + width - 6, y, `${box.size} B`, "soft", 'text-anchor="end"');
  });
  if (isAsked) {
    const y = top + row * answer + row / 2 + 4;
    out += svgText(x + width - 6, y, step.kind === "unwind" ? "◆" : "●", "", 'text-anchor="end"');
  }
  return `<g>${out}</g>`;
}

function drawFrame(step, frame, map) {
  const top = map.y(frame.high), bottom = map.y(frame.low), paint = colour(frame.name, frame.isOwn);
  const [low, high] = freePart(frame.low, frame.high, boxesIn(step, frame));
  const y = Math.min((map.y(low) + map.y(high)) / 2 + 4, map.y(high) + 14);
  const shown = frame.isOwn ? "frame own" : "frame";
  const isOpen = opened === frame.low, size = `${frame.high - frame.low} B`;
  return `<g class="pick" data-low="${frame.low}">`
    + `<rect class="${shown}" style="--paint:${paint}" x="${LEFT}" y="${top}" width="${FRAME}" height="${bottom - top}"/>`
    + `<rect x="${LEFT}" y="${top}" width="${frame.isOwn ? 5 : 3}" height="${bottom - top}" style="fill:${paint}"/>`
    + `<path class="edge" d="M${LEFT} ${bottom}h${FRAME}"/>`
    + svgText(LEFT + 12, y, shorten(frame.name, fitting(FRAME - 22) - size.length), isOpen ? "name open" : "name", `style="fill:${paint}"`)
    + svgText(RIGHT - 6, y, size, "soft", 'text-anchor="end"') + "</g>";
}

/* fs:[0], and an arrow from each record's word Next to the next record. Lanes alternate where arrows meet. */
function drawChain(step, y) {
  const records = new Map(step.boxes.filter((box) => box.isRecord).map((box) => [box.address, box]));
  const next = (address) => y(address) - (y(address) - y(address + records.get(address).size)) / records.get(address).lines.length / 2;
  const entry = (address) => next(address) - 8;
  const edge = RIGHT - 8, first = step.chain.length ? step.chain[0] : step.end;
  let out = `<rect class="box" x="${WIDTH - 130}" y="6" width="128" height="21" rx="3"/>`
    + svgText(WIDTH - 123, 20.5, "fs:[0]", "name") + svgText(WIDTH - 70, 20.5, hex(first));
  if (records.has(first)) {
    const to = entry(first);
    out += `<path class="arrow" marker-end="url(#tip)" d="M${WIDTH - 20} 27V${to - 5}q0 5 -5 5H${edge + 2}"/>`;
  }
  step.chain.forEach((address, i) => {
    const following = step.chain[i + 1];
    if (following === undefined || !records.has(address) || !records.has(following))
      return;
    const from = next(address) + 2, to = entry(following), lane = RIGHT + 12 + i % 4 * 9;
    const down = to > from ? 1 : -1;
    const bends = `H${lane - 5}q5 0 5 ${5 * down}V${to - 5 * down}q0 ${5 * down} -5 ${5 * down}H${edge + 2}`;
    out += `<circle class="dot" cx="${edge}" cy="${from}" r="2.4"/><path class="arrow" marker-end="url(#tip)" d="M${edge} ${from}${bends}"/>`;
  });
  return out;
}

/* Addresses at the left, none upon another; that of esp always. */
function drawAddresses(step, map, esp) {
  const wanted = new Set([...step.frames.map((frame) => frame.low), ...step.boxes.map((box) => box.address)]);
  wanted.delete(esp);
  const placed = map.y(esp) === undefined ? [] : [map.y(esp)];
  let out = placed.length ? svgText(LEFT - 6, placed[0] + 4, hex(esp), "esp", 'text-anchor="end"') : "";
  const records = new Set(step.chain);
  for (const address of [...wanted].sort((a, b) => records.has(b) - records.has(a) || b - a)) {
    const y = map.y(address);
    if (placed.every((other) => Math.abs(other - y) >= 11)) {
      placed.push(y);
      out += svgText(LEFT - 6, y + 3, hex(address), "soft", 'text-anchor="end"');
    }
  }
  return out;
}

/* The frames at true scale. */
function drawStrip(step, map) {
  const scale = (address) => (map.top - address) / (map.top - map.bottom || 1) * map.height;
  const parts = step.frames.map((frame) => {
    const y = scale(frame.high), height = Math.max(1, scale(frame.low) - y);
    return `<rect x="2" y="${y.toFixed(1)}" width="${STRIP}" height="${height.toFixed(1)}" style="fill:${colour(frame.name, frame.isOwn)}"/>`;
  });
  return `<rect class="strip" x="2" width="${STRIP}" height="${map.height}"/>${parts.join("")}`;
}

function drawStack(step) {
  const shown = step.moment < 0 ? null : steps[step.moment];
  element("chain").innerHTML = shown ? describedChain(shown) : "";
  if (!shown) {
    const reason = "Nothing is known of this stack: no event of its thread was in a program’s code so far.";
    element("picture").innerHTML = `<p class="none">${reason}</p>`;
    element("words").hidden = true;
    return;
  }
  const map = mapOf(shown.stack), esp = shown.frames.length ? shown.frames[shown.frames.length - 1].low : map.bottom;
  const y = map.y(esp), height = HEAD + map.height + 26;
  const free = map.height - y;
  element("picture").innerHTML = `<svg viewBox="0 0 ${WIDTH} ${height.toFixed(0)}" role="img" aria-label="${escaped(described(shown, esp))}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="dot" d="M0 .5 8 4 0 7.5z"/></marker>
<pattern id="dots" width="7" height="7" patternUnits="userSpaceOnUse"><circle class="free" cx="2" cy="2" r=".8"/></pattern></defs>
<g transform="translate(0 ${HEAD})">${drawStrip(shown, map)}
${free > 3 ? `<rect x="${LEFT}" y="${y}" width="${FRAME}" height="${free}" fill="url(#dots)"/>` : ""}
${shown.frames.map((frame) => drawFrame(shown, frame, map)).join("")}${shown.boxes.map((box) => drawBox(shown, box, map)).join("")}
<path class="bottom" d="M${LEFT - 4} ${y}H${RIGHT + 4}"/>${svgText(RIGHT + 7, y + 4, "esp", "esp")}${drawAddresses(shown, map, esp)}
${free > 56 ? svgText(LEFT + FRAME / 2, y + 26, "free, below esp", "soft over", 'text-anchor="middle"') : ""}</g>
${drawChain(shown, (address) => map.y(address) + HEAD)}</svg>`;
  if (shown.at !== step.at)
    element("chain").insertAdjacentHTML("afterbegin",
      `<span class="note">as it was at event ${shown.number}; this event is the kernel’s own. </span>`);
  keepInView(HEAD + y, height);
  drawWords(shown);
}

/* Scrolls only where the innermost frame would be out of sight. */
function keepInView(y, height) {
  const pane = element("picture");
  const at = y * pane.scrollHeight / height;
  if (pane.clientHeight < pane.scrollHeight && (at < pane.scrollTop + 40 || at > pane.scrollTop + pane.clientHeight - 12))
    pane.scrollTop = Math.max(0, at - pane.clientHeight * 0.7);
}

function recordAt(step, address) {
  return step.boxes.find((box) => box.isRecord && box.address === address);
}

function handlerOf(step, address) {
  const record = recordAt(step, address);
  return record ? record.lines.find(([words]) => words === "Handler")[1] : "";
}

function describedChain(step) {
  const link = (words, kind = "") => `<span class="link${kind}">${words}</span>`, arrow = ' <span aria-hidden="true">→</span> ';
  const records = step.chain.map((address) =>
    link(`${hex(address)} <b>${escaped(handlerOf(step, address))}</b>`, address === step.asked ? " asked" : ""));
  const end = step.end === CHAIN_END ? "end" : `${hex(step.end)}, which cannot be followed`;
  return [link("<b>fs:[0]</b>"), ...records, link(end)].join(arrow);
}

/* The picture in words. */
function described(step, esp) {
  const parts = step.frames.map((frame) => {
    const inside = boxesIn(step, frame).map((box) => {
      const about = box.address === step.asked && box.isRecord ? ", which the event is about" : "";
      return `at ${hex(box.address)} ${box.lines.map((line) => line.join(" ").trim()).join(", ")}${about}`;
    });
    return `${frame.name} ${hex(frame.low)}${inside.length ? ` with ${inside.join("; ")}` : ""}`;
  });
  return `Stack. Frames from the outermost: ${parts.join(". ")}. esp is ${hex(esp)}.`;
}

/* The words of the frame that was clicked, each with what is known of it. */
function drawWords(step) {
  const frame = step.frames.find((other) => other.low === opened);
  element("words").hidden = !frame;
  if (!frame)
    return;
  const rows = [];
  for (let address = frame.high - 4; address >= frame.low && rows.length < 256; address -= 4) {
    const word = wordAt(address, step.at);
    const box = step.boxes.find((other) => address >= other.address && address < other.address + other.size);
    const note = box ? box.isRecord ? "record" : box.lines[0][0] : address === frame.high - 4 && frame.instruction ? "return address" : "";
    const isNew = word && word.isNew;
    rows.push(`<tr class="${isNew ? "changed" : ""}"><th>${hex(address)}</th>`
      + `<td>${word ? hex(word.value) : "not recorded"}${isNew ? " <i>new</i>" : ""}</td><td>${note}</td></tr>`);
  }
  element("words").innerHTML = `<h3>${escaped(frame.name)}, ${frame.high - frame.low} bytes <button type="button" id="close-words">Close</button></h3><table>${rows.join("")}</table>`;
  element("close-words").onclick = () => openWords(null);
}

function openWords(low) {
  opened = opened === low ? null : low;
  drawStack(steps[here]);
}

/* The words of the function whose code is shown. */
function openShown() {
  const tabs = tabsOf(steps[here]), tab = tabs[shownTab(steps[here], tabs)];
  if (tab && tab.low)
    openWords(tab.low);
}

element("picture").addEventListener("click", (event) => {
  const frame = event.target.closest(".pick");
  if (frame)
    openWords(Number(frame.dataset.low));
});
