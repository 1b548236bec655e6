/* The timeline: a sign for each event, passes as bands, running handlers as bars in rows that show how they
   nest, and a lane for each thread. A long run is cut into stretches of as many events as fit; the
   slider spans them all. */

const LABEL = 12, SIGNS = 30, BAR = 17, LANE = 17, BETWEEN = 22;
const CALLS = /_call$/;

/* Signs differ by shape and filling: a triangle is a trap or a raise, a circle belongs to the search pass,
   a diamond to the unwind pass, a square to threads, a flag to the program. A question is filled, an
   answer hollow. */
function sign(step, x, y, size = 5) {
  const s = size, hollow = /answer|end$|resumed|trapped|woken|signalled|ended|finished/.test(step.event);
  const shapes = {
    raise: `M${x - s} ${y + s}L${x} ${y - s}L${x + s} ${y + s}z`,
    search: `M${x - s} ${y}a${s} ${s} 0 1 0 ${2 * s} 0a${s} ${s} 0 1 0 ${-2 * s} 0z`,
    unwind: `M${x} ${y - s - 1}L${x + s + 1} ${y}L${x} ${y + s + 1}L${x - s - 1} ${y}z`,
    threads: `M${x - s + 1} ${y - s + 1}h${2 * s - 2}v${2 * s - 2}h${2 - 2 * s}z`,
    program: `M${x - s + 2} ${y + s}V${y - s}L${x + s} ${y - s / 2}L${x - s + 2} ${y}`,
  };
  return `<path class="sign ${step.kind}${hollow ? " hollow" : ""}" d="${shapes[step.kind] || shapes.program}"/>`;
}

/* Handlers, filters and blocks while they run, with the number of those around them in their thread. */
const bars = [];
function findBars() {
  const open = new Map();
  for (const step of steps) {
    const mine = open.get(step.thread) || [];
    while (mine.length && step.depth <= mine[mine.length - 1].depth)
      mine.pop().to = step.at;
    if (CALLS.test(step.event)) {
      const code = step.target ? step.target.code : -1, name = code >= 0 ? functions[code].name : step.event;
      const what = {try_filter_call: "filter in ", finally_call: "__finally in "}[step.event] || "";
      const {at, depth, kind} = step, bar = {from: at, to: steps.length - 1, depth, level: mine.length, name: what + name, kind, code};
      bars.push(bar);
      mine.push(bar);
    }
    open.set(step.thread, mine);
  }
}
findBars();

let stretch = {from: -1};

/* The stretch around an event: it changes only where one steps out of it. */
function stretchOf(at, width) {
  const gutter = lanes.length > 1 ? Math.min(168, width * 0.24) : 14;
  const most = Math.max(8, Math.floor((width - gutter - 14) / BETWEEN));
  const from = Math.floor(at / most) * most, to = Math.min(steps.length, from + most) - 1;
  const count = steps.length <= most ? steps.length : most;
  return {from, to, gutter, width, gap: (width - gutter - 14) / count};
}

/* The threads that do anything in these events. */
const lanes = threads.filter((thread) => thread.states.some((state) => state.word !== "has not begun")
  && (thread.isUser || thread.states.length > 1 || steps.some((step) => step.thread === thread.number)));
/* The lanes of a stretch: all of them, or of very many those in which anything happens there. */
const MOST_LANES = 24;
function lanesIn({from, to}) {
  if (lanes.length <= MOST_LANES)
    return lanes;
  const acting = new Set(steps.slice(from, to + 1).map((step) => step.thread));
  const changes = (state) => state.since >= data.first + from && state.since <= data.first + to;
  return lanes.filter((thread) => acting.has(thread.number) || thread.states.some(changes));
}

const xOf = (at) => stretch.gutter + (at - stretch.from + 0.5) * stretch.gap;

function drawTime(step) {
  const width = element("lanes").clientWidth;
  const wanted = stretchOf(step.at, width);
  if (wanted.from !== stretch.from || wanted.width !== stretch.width || stretch.seen !== seen)
    drawStretch(Object.assign(wanted, {seen}));
  const cursor = element("lanes").querySelector(".cursor");
  cursor.setAttribute("x", xOf(step.at) - Math.min(11, stretch.gap / 2));
  const slider = element("slider");
  slider.value = step.at;
  slider.setAttribute("aria-valuetext", `event ${step.number} of ${data.first + steps.length - 1}: ${step.sentence}`);
}

function bands() {
  const found = [];
  for (let at = stretch.from; at <= Math.min(stretch.to, seen); at++) {
    const {kind} = steps[at], last = found[found.length - 1];
    if (last && last.kind === kind && last.to === at - 1)
      last.to = at;
    else if (PASSES[kind])
      found.push({kind, from: at, to: at});
  }
  return found;
}

function drawStretch(next) {
  stretch = next;
  const half = stretch.gap / 2;
  let back = "", out = "";
  for (const {kind, from, to} of bands()) {
    const x = xOf(from) - half, room = (to - from + 1) * stretch.gap;
    back += `<rect class="band ${kind}" x="${x}" y="1" width="${room}" height="42"/>`;
    const words = room > 76 ? PASSES[kind] : room > 48 ? kind : room > 12 ? kind[0].toUpperCase() : "";
    out += svgText(x + 4, LABEL, words, `label ${kind}`);
  }
  out += `<path class="hair" d="M${stretch.gutter} ${SIGNS}H${stretch.width - 6}"/>`;
  for (let at = stretch.from; at <= stretch.to; at++)
    out += at > seen ? `<circle class="dot" cx="${xOf(at)}" cy="${SIGNS}" r="2"/>` : sign(steps[at], xOf(at), SIGNS, 5.5);
  const shown = bars.filter((bar) => bar.from <= Math.min(stretch.to, seen) && bar.to >= stretch.from);
  const rows = Math.max(0, ...shown.map((bar) => bar.level + 1));
  out += shown.map((bar) => drawBar(bar, 48 + bar.level * BAR)).join("");
  const top = 52 + rows * BAR;
  stretch.lanes = lanesIn(stretch);
  if (lanes.length > 1)
    out += stretch.lanes.map((thread, i) => drawLane(thread, top + i * LANE)).join("");
  const height = top + (lanes.length > 1 ? stretch.lanes.length * LANE : 0) + 2;
  const events = `events ${steps[stretch.from].number} to ${steps[stretch.to].number}`;
  const running = shown.map((bar) => `${bar.name} runs from event ${steps[bar.from].number} to ${steps[bar.to].number}`);
  const cursor = `<rect class="cursor" y="2" width="${Math.min(22, stretch.gap)}" height="${height - 4}" rx="4"/>`;
  element("lanes").innerHTML = `<svg width="${stretch.width}" height="${height}" role="img" aria-label="${escaped([events, ...running].join("; "))}">`
    + `${back}${cursor}${out}</svg>`;
  element("span").textContent = [
    stretch.from === 0 && stretch.to === steps.length - 1 ? "" : events, rows ? "bars are handlers while they run" : "",
    lanes.length > 1 ? "lanes: thick runs, thin ready, dashed waits" : "circles ask, diamonds clean up",
  ].filter(Boolean).join("; ");
}

function drawBar(bar, y) {
  const from = Math.max(xOf(bar.from), stretch.gutter), to = Math.min(xOf(Math.min(bar.to, seen)), stretch.width - 4);
  const width = Math.max(6, to - from), most = Math.floor((width - 8) / 6.7);
  const words = bar.name.length <= most ? bar.name : most > 3 ? bar.name.slice(0, most - 1) + "…" : "";
  const paint = colour(bar.name.split(" ").pop(), bar.code >= 0 && isOwnCode(bar.code));
  const title = `${escaped(bar.name)}: events ${steps[bar.from].number} to ${steps[bar.to].number}`;
  return `<g><title>${title}</title><rect class="bar ${bar.kind}" style="--paint:${paint}" x="${from}" y="${y}" width="${width}" height="${BAR - 3}" rx="3"/>`
    + `${svgText(from + 5, y + 11, words, "inbar")}</g>`;
}

const STROKES = {"runs": "runs", "ready": "ready", "has ended": "", "has not begun": "", "waits": "waits"};
function drawLane(thread, y) {
  const middle = y + LANE / 2;
  let out = svgText(4, middle + 4, shorten(thread.name.replace(/^thread (\d+) \((.*)\)$/, "$1 $2"), Math.floor((stretch.gutter - 8) / 6.3)), "lane");
  thread.states.forEach((state, i) => {
    const begin = Math.max(stretch.from, state.since - data.first), following = thread.states[i + 1];
    const end = Math.min(stretch.to + 1, seen + 1, following ? following.since - data.first : steps.length);
    const kind = STROKES[state.word] === undefined ? "listed" : STROKES[state.word];
    if (end > begin && kind)
      out += `<path class="stroke ${kind}" d="M${xOf(begin) - stretch.gap / 2} ${middle}H${xOf(end) - stretch.gap / 2}"/>`;
  });
  return `<g>${out}</g>`;
}

element("lanes").addEventListener("click", (event) => {
  const x = event.clientX - element("lanes").getBoundingClientRect().left;
  const at = stretch.from + Math.floor((x - stretch.gutter) / stretch.gap);
  if (at >= stretch.from && at <= stretch.to)
    go(at);
});
