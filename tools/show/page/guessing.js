/* Guessing: what comes is hidden, and before each handler the page asks which one is called, or what it
   answers. The answer can be read from the picture: the chain begins at fs:[0]. Comments of the source are
   hidden, too, because those of the course tell the program's output. */

let question = null; // {options, right, isDone}

const isGuessing = () => seen < steps.length - 1 || element("predict").getAttribute("aria-pressed") === "true";

function toggleGuessing() {
  const begins = element("predict").getAttribute("aria-pressed") !== "true";
  element("predict").setAttribute("aria-pressed", begins);
  element("source").classList.toggle("bare", begins);
  seen = begins ? here : steps.length - 1;
  hideLater();
  go(here);
}

function hideLater() {
  buttons.forEach((button, at) => {
    button.disabled = at > seen;
    button.parentElement.classList.toggle("hidden", at > seen);
  });
  for (const row of element("list").querySelectorAll(".output, .pass")) {
    let next = row.nextElementSibling;
    while (next && !next.querySelector("button"))
      next = next.nextElementSibling;
    row.hidden = next ? Number(next.querySelector("button").dataset.at) > seen : seen < steps.length - 1;
  }
}

/* The result of a handler's call, in words. */
function outcome(next) {
  const answer = /answers (.*)$/.exec(next.sentence);
  if (answer)
    return `it answers ${answer[1]}`;
  return {unwind_begin: "it unwinds", raised: "it raises an exception itself", trapped: "it faults itself"}[next.event] || "something else";
}

function called(next) {
  return CALLS.test(next.event) && next.target && next.target.code >= 0 ? functions[next.target.code].name : "no handler";
}

/* The question between this step and the next; null where there is nothing to ask. */
function questionAt(at) {
  const step = steps[at], next = steps[at + 1];
  if (!next || step.moment < 0)
    return null;
  if (/^(search|unwind|vectored)_call$/.test(step.event))
    return {words: "What comes of it?", right: outcome(next), options: ["it answers ContinueSearch", "it answers ContinueExecution", "it unwinds"]};
  if (/^(raised|search_answer|unwind_begin|unwind_answer|vectored_answer)$/.test(step.event)) {
    const shown = steps[step.moment];
    const handlers = [...new Set(shown.chain.map((address) => handlerOf(shown, address)))];
    return {words: "Which handler is called next?", right: called(next), options: [...handlers.slice(0, 4), "no handler"]};
  }
  return null;
}

function forward() {
  if (question) {
    if (question.isDone)
      goOn();
    return;
  }
  if (isGuessing() && here === seen && here < steps.length - 1) {
    question = questionAt(here);
    if (question) {
      if (!question.options.includes(question.right))
        question.options.splice(-1, 0, question.right);
      drawQuestion();
      return;
    }
    goOn();
    return;
  }
  go(here + 1);
}

function goOn() {
  question = null;
  seen = Math.max(seen, here + 1);
  hideLater();
  go(here + 1);
}

function drawQuestion(chosen = "") {
  const rows = question.options.map((option, i) => {
    const kind = !question.isDone ? "" : option === question.right ? "right" : option === chosen ? "wrong" : "";
    return `<button type="button" class="${kind}" data-option="${i}" ${question.isDone ? "disabled" : ""}>`
      + `<kbd>${i + 1}</kbd> ${escaped(option)}</button>`;
  });
  const verdict = chosen === question.right ? "Right." : `No: ${escaped(question.right)}.`;
  const says = question.isDone ? `<span role="status">${verdict}</span> <button type="button" id="go-on">Go on</button>` : "";
  element("question").innerHTML = `<b>${question.words}</b> ${rows.join(" ")} ${says}`;
  element("question").hidden = false;
  (element("go-on") || element("question").querySelector("button")).focus();
  if (question.isDone)
    element("go-on").onclick = goOn;
}

function endQuestion() {
  question = null;
  element("question").hidden = true;
}

function reply(option) {
  if (option !== undefined && !question.isDone) {
    question.isDone = true;
    drawQuestion(option);
  }
}

/* The function of a key while a question is open. */
function answerKey(key) {
  return question && /^[1-9]$/.test(key) ? () => reply(question.options[key - 1]) : null;
}

element("question").addEventListener("click", (event) => {
  const button = event.target.closest("[data-option]");
  if (button)
    reply(question.options[button.dataset.option]);
});
