/* Stepping: buttons, keys, the slider, the list of events, and the address of each moment. */

let here = 0; // the place of the step that is shown
let seen = steps.length - 1; // the last one that may be shown: less while one guesses

/* The list is made once; a step changes two of its rows. */
function makeList() {
  const parts = [];
  let pass = "";
  for (const step of steps) {
    if (step.output)
      parts.push(`<li class="output"><pre>${escaped(step.output.replace(/\n$/, ""))}</pre></li>`);
    const before = pass;
    pass = PASSES[step.kind] || "";
    if (pass && pass !== before)
      parts.push(`<li class="pass ${step.kind}" style="--in:${Math.min(step.depth, 8)}" aria-hidden="true">${pass}</li>`);
    const words = withoutPlaces(step.sentence).replace(/^(search|unwind) pass: /, "");
    const unseen = pass ? `<span class="unseen">${pass}: </span>` : "";
    const name = lanes.length > 1 && step.thread >= 0 ? threads[step.thread].name : "";
    const thread = name && !words.startsWith(name) ? `<b>${escaped(name)}:</b> ` : "";
    parts.push(`<li class="${step.kind}" style="--in:${Math.min(step.depth, 8)}"><button type="button" tabindex="-1" data-at="${step.at}"><i>${step.number}</i>`
      + `<svg width="14" height="14" aria-hidden="true">${sign(step, 7, 7, 4.5)}</svg><span>${unseen}${thread}${escaped(words)}</span></button></li>`);
  }
  if (data.strings[data.after])
    parts.push(`<li class="output"><pre>${escaped(data.strings[data.after].replace(/\n$/, ""))}</pre></li>`);
  element("list").style.setProperty("--digits", Math.max(3, String(steps[steps.length - 1].number).length));
  element("list").innerHTML = parts.join("");
}

/* The tab key reaches one entry of the list alone, the current one; the arrows lead to the others. */
let buttons = [];
function markList(step) {
  const list = element("list"), hadFocus = list.contains(document.activeElement), button = buttons[step.at];
  for (const other of list.querySelectorAll("[aria-current]")) {
    other.removeAttribute("aria-current");
    other.tabIndex = -1;
  }
  button.setAttribute("aria-current", "step");
  button.tabIndex = 0;
  if (hadFocus)
    button.focus({preventScroll: true});
  reveal(list, button);
}

function drawNow(step) {
  element("now").className = step.kind;
  element("sign").innerHTML = `<svg width="24" height="24">${sign(step, 12, 12, 8)}</svg>`;
  element("sentence").textContent = step.sentence;
  const shown = step.moment === step.at ? step : null;
  const thread = step.thread < 0 ? "idle" : threads[step.thread].name;
  const inner = shown && shown.frames.length ? shown.frames[shown.frames.length - 1] : null;
  const place = inner ? `in ${inner.name}${inner.place ? `, ${inner.place}` : ""}` : "";
  element("where").textContent = [PASSES[step.kind], thread, `CPU ${step.cpu}`, place].filter(Boolean).join(" · ");
  const last = data.first + steps.length - 1;
  element("count").textContent = `${step.number} of ${last}`;
  element("back").disabled = element("first").disabled = step.at === 0;
  element("next").disabled = element("last").disabled = step.at === steps.length - 1;
  document.title = `${step.number}. ${withoutPlaces(step.sentence)}`;
}

/* Shows a step. `keep`: the address stays as it is. */
function go(at, keep = false) {
  here = Math.max(0, Math.min(at, seen, steps.length - 1));
  view = null;
  const step = steps[here];
  endQuestion();
  drawNow(step);
  drawTime(step);
  drawRegisters(step);
  drawThreads(step);
  drawScopes(step);
  // Panes that scroll to their place come last: the others decide how much room they have.
  markList(step);
  drawCode(step);
  drawStack(step);
  if (!keep)
    history.replaceState(null, "", `#event=${step.number}`);
}

/* The nearest step in a direction that is like this one; none moves nothing. */
function goAlike(by, isAlike) {
  for (let at = here + by; at >= 0 && at <= seen; at += by)
    if (isAlike(steps[at], steps[here]))
      return go(at);
}

const sameKind = (one, other) => one.event === other.event;
const sameThread = (one, other) => one.thread === other.thread;
const KEYS = {
  ArrowRight: () => forward(), ArrowLeft: () => go(here - 1), Home: () => go(0), End: () => go(seen),
  PageDown: () => go(here + 10), PageUp: () => go(here - 10),
  n: () => goAlike(1, sameKind), p: () => goAlike(-1, sameKind), t: () => goAlike(1, sameThread), T: () => goAlike(-1, sameThread),
  o: () => openBeside(-1), i: () => openBeside(1), w: () => openShown(), g: () => toggleGuessing(), "?": () => element("keys").showModal(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || element("keys").open)
    return;
  const inList = element("list").contains(document.activeElement) && {ArrowDown: KEYS.ArrowRight, ArrowUp: KEYS.ArrowLeft}[event.key];
  const act = answerKey(event.key) || inList || KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

element("first").onclick = () => go(0);
element("back").onclick = () => go(here - 1);
element("next").onclick = () => forward();
element("last").onclick = () => go(seen);
element("predict").onclick = () => toggleGuessing();
element("help").onclick = () => element("keys").showModal();
element("slider").max = steps.length - 1;
element("slider").addEventListener("input", () => go(Number(element("slider").value)));
element("list").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button)
    go(Number(button.dataset.at));
});

function fromAddress() {
  const match = /event=(\d+)/.exec(location.hash);
  go(match ? Number(match[1]) - data.first : 0, !match);
}
addEventListener("hashchange", fromAddress);
addEventListener("resize", () => drawTime(steps[here]));

element("program").innerHTML = `${escaped(data.program)} <span>${escaped(data.arguments.join(" "))}</span>`;
element("left").textContent = data.left;
element("left").hidden = !data.left;
makeList();
buttons = [...element("list").querySelectorAll("button")];
fromAddress();
