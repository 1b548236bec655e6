/* Threads with what each of them does, and the things that they wait for. */

/* The thread that ends a wait is known from the rest of the run. */
function waitedFor(state) {
  const parts = [];
  if (state.holder)
    parts.push(`held by ${state.holder}`);
  if (seen < steps.length - 1 && !(state.end && state.end <= steps[seen].number))
    return parts; // what is to come is not told while one guesses
  if (state.ender !== -1)
    parts.push(`${threads[state.ender].name} ends this wait at event ${state.end}`);
  else if (state.end)
    parts.push(`ended at event ${state.end}`);
  else if (state.object && data.first + steps.length - 1 === data.total)
    parts.push("nothing in this run ends it");
  return parts;
}

function drawThreads(step) {
  element("threads").hidden = lanes.length < 2;
  if (lanes.length < 2)
    return;
  const rows = [], objects = new Map();
  for (const thread of stretch.lanes) {
    const state = stateAt(thread, step.number);
    if (!state)
      continue;
    const isWait = state.word === "waits", more = isWait ? waitedFor(state) : [];
    if (isWait && state.object) {
      if (!objects.has(state.object))
        objects.set(state.object, {holder: state.holder, waiters: []});
      objects.get(state.object).waiters.push(thread.name);
    }
    rows.push(drawThread(thread, state, more, thread.number === step.thread));
  }
  element("thread-rows").innerHTML = `<table>${rows.join("")}</table>${drawOthers(step)}${objects.size ? drawObjects(objects) : ""}`;
}

/* The states of threads that have no lane here, where there are very many, and the number of threads in each state. */
function drawOthers(step) {
  const shown = new Set(stretch.lanes), counts = new Map();
  for (const thread of lanes) {
    const state = shown.has(thread) ? null : stateAt(thread, step.number);
    if (state)
      counts.set(state.word, (counts.get(state.word) || 0) + 1);
  }
  return counts.size ? `<p class="soft">other threads: ${[...counts].map(([word, count]) => `${count} ${escaped(word)}`).join(", ")}</p>` : "";
}

function drawThread(thread, state, more, isHere) {
  const mark = isHere ? '<span aria-hidden="true">▸</span>' : "";
  const notes = more.length ? `<br><span class="soft">${escaped(more.join("; "))}</span>` : "";
  return `<tr class="${isHere ? "active" : ""}" data-thread="${thread.number}"><th scope="row">${mark}${escaped(thread.name)}</th>`
    + `<td>${escaped(state.detail || state.word)}${notes}</td></tr>`;
}

function drawObjects(objects) {
  const isHeld = [...objects.values()].some(({holder}) => holder);
  const rows = [...objects].map(([name, {holder, waiters}]) => `<tr><th scope="row">${escaped(name)}</th>`
    + `<td>${waiters.map(escaped).join(", ")} → <b>${escaped(name)}</b>${holder ? ` → ${escaped(holder)}` : ""}</td></tr>`);
  return `<table class="objects"><caption>waiting threads → thing${isHeld ? " → the thread that holds it" : ""}</caption>${rows.join("")}</table>`;
}
