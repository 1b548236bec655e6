/* Registers, the contexts of exceptions, and the __try blocks of the records on the chain. */

function registerRow(name, value, before) {
  const isNew = before !== undefined && before !== value;
  return `<tr class="${isNew ? "changed" : ""}"><th scope="row">${name}</th><td>${hex(value)}</td>`
    + `<td class="was">${isNew ? `was ${hex(before)}` : ""}</td></tr>`;
}

function drawRegisters(step) {
  const shown = step.moment < 0 ? null : steps[step.moment];
  if (!shown) {
    element("register-rows").innerHTML = '<p class="none">None are known: this event is the kernel’s own.</p>';
    return;
  }
  const before = earlier(shown);
  const rows = data.registers.map((name, i) => registerRow(name, shown.registers[i], before ? before.registers[i] : undefined));
  rows.push(...shown.scratch.map((value, i) => registerRow(data.scratch[i], value)));
  const caption = `at ${shown === step ? "this event" : `event ${shown.number}`}${before ? `, compared with event ${before.number}` : ""}`;
  const contexts = shown.contexts.map((context) => drawContext(context, before));
  element("register-rows").innerHTML = `<table><caption>${caption}</caption>${rows.join("")}</table>${contexts.join("")}`;
}

/* An exception's CONTEXT, beside what it was at the moment before. */
function drawContext([address, words], before) {
  const old = before && before.contexts.find((other) => other[0] === address);
  const changed = old ? words.filter((word, i) => word !== old[1][i]).length : 0;
  const note = !old ? "" : changed ? `${changed} changed since event ${before.number}` : "as it was";
  const rows = data.context.map((name, i) => registerRow(name, words[i], old ? old[1][i] : undefined));
  return `<table class="context"><caption>CONTEXT at ${hex(address)} <i>${note}</i></caption>${rows.join("")}</table>`;
}

function drawScopes(step) {
  const shown = step.moment < 0 ? null : steps[step.moment];
  const known = shown ? shown.scopes : [];
  element("scopes").hidden = !data.scopes.length;
  element("scope-rows").innerHTML = known.map((scope) => drawScope(scope)).join("")
    || '<p class="none">No record on this chain stands for __try blocks.</p>';
}

/* Blocks from the inner to the outer; those that control is in are marked by a word, too. */
function drawScope(scope) {
  const rows = [...scope.blocks].reverse().map((block) => {
    const kind = block.filter ? "__except" : "__finally";
    const where = scope.level === null ? "" : block.around >= 0 ? `inside ${block.around}` : "outermost";
    const code = block.filter ? `filter ${block.filter}, block ${block.handler}` : `block ${block.handler}`;
    return `<tr class="${block.isActive ? "active" : ""}"><th scope="row">${scope.level === null ? "" : block.number}</th>`
      + `<td><b>${kind}</b> ${where} ${block.isActive ? "<i>active</i>" : ""}<br>${escaped(code)}</td></tr>`;
  });
  const level = scope.level === null ? "" : `, try level ${scope.level}`;
  const notes = scope.notes.map((note) => `<li>${escaped(note)}</li>`).join("");
  return `<table><caption>${hex(scope.record)}: ${escaped(scope.kind)}${level}</caption>${rows.join("")}</table>`
    + (notes ? `<ul class="notes">${notes}</ul>` : "");
}
