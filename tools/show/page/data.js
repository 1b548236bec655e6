/* The recording as the viewer uses it: steps with everything in place. tools/show/steps.py says how the data
   in the document look. */

const data = JSON.parse(document.getElementById("recording").textContent);
const text = (number) => data.strings[number];
const hex = (number) => number.toString(16).toUpperCase().padStart(8, "0");
const CHAIN_END = 0xFFFFFFFF;

const threads = data.threads.map(([name, isUser, states], number) => ({
  number, name: text(name), isUser: Boolean(isUser),
  states: states.map(([since, word, detail, object, holder, ender, end]) =>
    ({since, word: text(word), detail: text(detail), object: text(object), holder: text(holder), ender, end})),
}));

const frames = data.frames.map(([name, place, low, high, instruction, isOwn, code], number) =>
  ({number, name: text(name), place: text(place), low, high, instruction, isOwn: Boolean(isOwn), code}));

const boxes = data.boxes.map(([address, size, isRecord, lines]) =>
  ({address, size, isRecord: Boolean(isRecord), lines: lines.map(([words, value]) => [text(words), text(value)])}));

const scopes = data.scopes.map(([record, kind, level, blocks, notes]) => ({
  record, kind: text(kind), level, notes: notes.map(text),
  blocks: blocks.map(([number, around, filter, handler, isActive]) =>
    ({number, around, filter: text(filter), handler: text(handler), isActive: Boolean(isActive)})),
}));

const functions = data.functions.map(([name, start, rows, pieces], number) => {
  let address = start;
  const instructions = rows.map(([distance, words, file, line]) => ({address: address += distance, text: text(words), file, line}));
  return {number, name: text(name), start, instructions, pieces};
});

const files = data.files.map(([path, runs]) => ({path, runs}));

/* The history of each word of memory: pairs of a step's place and a value from then on. */
const memory = new Map();

/* Steps by their places from 0; the event's number is `data.first` more. `moment` is the place of the
   step whose stack is shown: its own, or the last one of its thread; -1 where there is none. */
const steps = data.steps.map((row, at) => ({
  at, number: data.first + at, sentence: text(row.t), event: text(row.e), kind: text(row.k), depth: row.d, thread: row.w, cpu: row.c,
  output: row.o === undefined ? "" : text(row.o), target: row.x ? {code: row.x[0], address: row.x[1]} : null, moment: -1,
}));

function expand() {
  const registers = new Map(), stacks = new Map(), moments = new Map();
  data.steps.forEach((row, at) => {
    const step = steps[at];
    if (row.s !== undefined) {
      const before = registers.get(row.s);
      step.registers = (row.r || data.registers.map(() => -1)).map((value, i) => value < 0 ? before[i] : value);
      registers.set(row.s, step.registers);
      step.scratch = row.y || [];
      const [kept, ...others] = row.f || [0];
      step.frames = [...(stacks.get(row.s) || []).slice(0, kept), ...others.map((number) => frames[number])];
      stacks.set(row.s, step.frames);
      step.stack = row.s;
      step.boxes = (row.b || []).map((number) => boxes[number]);
      step.chain = row.h || [];
      step.end = row.z || CHAIN_END;
      step.asked = row.q;
      step.scopes = (row.p || []).map((number) => scopes[number]);
      step.contexts = (row.g || []).map((number) => data.contexts[number]);
      for (const run of row.m ? row.m.split(",") : []) {
        const [address, ...words] = run.split(" ").map((digits) => parseInt(digits, 36));
        words.forEach((word, i) => {
          const place = address + 4 * i;
          if (!memory.has(place))
            memory.set(place, []);
          memory.get(place).push([at, word]);
        });
      }
      moments.set(step.thread, at);
    }
    step.moment = moments.has(step.thread) ? moments.get(step.thread) : -1;
  });
}
expand();

/* The word at an address as it is at a step's moment, and whether that moment has changed it. */
function wordAt(address, at) {
  const history = memory.get(address) || [];
  const later = history.findIndex(([place]) => place > at);
  const last = later < 0 ? history.length - 1 : later - 1;
  return last < 0 ? null : {value: history[last][1], isNew: history[last][0] === at && last > 0 && history[last - 1][1] !== history[last][1]};
}

/* The moment before it on the same stack; null where there is none. */
function earlier(step) {
  for (let at = step.at - 1; at >= 0; at--)
    if (steps[at].stack === step.stack && step.stack !== undefined)
      return steps[at];
  return null;
}

/* A thread's state at an event; null before it is made. */
function stateAt(thread, number) {
  let found = null;
  for (const state of thread.states) {
    if (state.since > number)
      break;
    found = state;
  }
  return found && found.word !== "has not begun" ? found : null;
}

/* A sentence as one remembers it: without files and lines. */
const withoutPlaces = (sentence) => sentence.replace(/ \([^()]*:\d+\)/g, "");
const escaped = (words) => words.replace(/[&<>"]/g, (sign) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[sign]);
const element = (id) => document.getElementById(id);

/* Scrolls a pane only where the row would be out of sight. */
function reveal(pane, row) {
  const inner = pane.getBoundingClientRect(), outer = row.getBoundingClientRect();
  if (pane.scrollHeight > pane.clientHeight && (outer.top < inner.top + 20 || outer.bottom > inner.bottom - 30))
    pane.scrollTop += outer.top - inner.top - pane.clientHeight * 0.4;
}

const PASSES = {search: "search pass", unwind: "unwind pass"};
/* A colour for each function, the same in the stack, the tabs and the code. The runtime's own are grey. */
const hues = new Map();
function colour(name, isOwn) {
  if (!isOwn)
    return "var(--runtime)";
  name = name.replace(/^\.\.\. \d+ more calls of /, "");
  if (!hues.has(name))
    hues.set(name, hues.size % 6);
  return `var(--own${hues.get(name)})`;
}
