/* Questions of the test to a page in a browser: what it shows, read from its document. */
(() => {
const all = (query) => [...document.querySelectorAll(query)];
const words = (query) => all(query).map((one) => one.textContent);
const one = (query) => document.querySelector(query);
const style = (element, name) => getComputedStyle(element)[name];

/* The words Next of the records in which the chain's arrows end. */
function arrows() {
  const records = all("#picture g > rect.box").map((box) => [box.getBoundingClientRect(), box.parentNode.textContent]);
  return all("#picture .arrow").map((arrow) => {
    const end = arrow.getPointAtLength(arrow.getTotalLength()), matrix = arrow.getScreenCTM(), y = end.y * matrix.d + matrix.f;
    const found = records.find(([box, text]) => y >= box.top && y <= box.bottom && text.includes("Handler"));
    return found ? /Next([0-9A-F]{8})/.exec(found[1])[1] : "nothing";
  });
}

/* The marked line of source, with its file. */
function line() {
  let file = "", found = [];
  for (const row of all("#source h3, #source .now")) {
    file = row.tagName === "H3" ? row.textContent : file;
    found = row.tagName === "H3" ? found : [file, row.querySelector("b").textContent];
  }
  return found;
}

window.snapshot = () => {
  const rows = all("#register-rows table:first-child tr").map((row) => [...row.cells].map((cell) => cell.textContent));
  const current = one("#list [aria-current=step]"), picture = one("#picture svg");
  return {
    count: words("#count")[0], sentence: words("#sentence")[0], title: document.title, hash: location.hash,
    chain: words("#chain .link").map((link) => link.trim()), arrows: arrows(), label: picture ? picture.getAttribute("aria-label") : "",
    registers: Object.fromEntries(rows.map(([name, value]) => [name, value])),
    was: Object.fromEntries(rows.filter((row) => row[2]).map(([name, , was]) => [name, was])),
    now: current && Number(current.dataset.at), slider: one("#slider").getAttribute("aria-valuetext"),
    threads: all("#thread-rows tr").map((row) => row.innerText.replace(/\s+/g, " ")),
    code: words("#machine .now b")[0], mnemonic: words("#machine .now em")[0], line: line(), source: words("#source .now span")[0],
    tab: words("#calls [aria-pressed=true]")[0], scopes: one("#scope-rows").innerText,
    memory: all("#words tr").map((row) => [row.cells[0].textContent, row.cells[1].textContent.split(" ")[0]]),
    output: words("#list .output").join("\n"),
  };
};

/* Keeps a snapshot of each step from now on: a step changes the count, and all else in the same turn. */
window.keep = () => {
  window.kept = [snapshot()];
  new MutationObserver(() => kept.push(snapshot())).observe(one("#count"), {childList: true, characterData: true, subtree: true});
};

/* Each record at each step: handler, next, and height in the picture. */
window.heights = () => steps.map((step) => {
  go(step.at);
  const records = all("#picture g > rect.box").filter((box) => /Next/.test(box.parentNode.textContent));
  return records.map((box) => [/Handler(.*)Next([0-9A-F]+)/.exec(box.parentNode.textContent).slice(1).join(), Math.round(box.getBBox().y)].join());
});

/* Whether each instruction has the colour of its line. */
window.sameColours = () => {
  const band = (row) => [...row.classList].find((name) => name.startsWith("band"));
  return all("#machine .row").filter((row) => !row.dataset.line.endsWith(":0")).every((row) => {
    const other = one(`#source [data-line="${row.dataset.line}"]`);
    return other && band(other) === band(row) && style(other, "borderLeftColor") === style(row, "borderLeftColor");
  });
};

/* The marks of a record that cleans up, and the shapes of signs by kind. */
window.marks = () => {
  const box = one("#picture .box.asked"), shapes = {};
  for (const path of all("#list svg path"))
    (shapes[path.classList[1]] = shapes[path.classList[1]] || new Set()).add(path.getAttribute("d").replace(/[-\d. ]+/g, ""));
  return {
    dash: style(box, "strokeDasharray"), width: parseFloat(style(box, "strokeWidth")), sign: box.parentNode.textContent.slice(-1),
    shapes: Object.values(shapes).map((set) => [...set].join()), pass: one("#list .pass.unwind").textContent,
  };
};

/* Elements that can be used or reached, and have no name. */
window.unnamed = () => all("button, input, section, nav, [role=region], [role=group]").filter((element) => {
  const by = element.getAttribute("aria-labelledby"), own = element.tagName === "BUTTON" && element.textContent.trim();
  return !element.closest("[hidden]") && !(element.getAttribute("aria-label") || (by && document.getElementById(by).textContent) || own);
}).map((element) => element.outerHTML.slice(0, 80));

/* Texts with less contrast than 4.5, which WCAG 2.1 asks of ordinary text. */
window.dim = () => {
  const part = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).slice(0, 3).map((value) => part(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const back = (element) => {
    while (element && /rgba\(0, 0, 0, 0\)|transparent/.test(style(element, "backgroundColor")))
      element = element.parentElement;
    return style(element || document.body, "backgroundColor");
  };
  const query = "#list i, #list b, #where, #calls button, .row b, .row i, #tables th, #tables td, #chain";
  return all(query).filter((element) => element.textContent.trim() && /^rgb/.test(back(element))).map((element) => {
    const a = light(style(element, "color")), b = light(back(element));
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), element.outerHTML.slice(0, 60)];
  }).filter(([ratio]) => ratio < 4.5).slice(0, 5);
};

/* The widths of the page at all its steps, where one is more than this. */
window.tooWide = (width) => steps.map((step) => {
  go(step.at);
  return document.documentElement.scrollWidth;
}).filter((found) => found > width);

/* Where panels and buttons are, from top to bottom. */
window.layout = () => {
  const box = (id) => document.getElementById(id).getBoundingClientRect(), ids = ["now", "time", "stack", "code", "tables", "events"];
  return {order: [...ids].sort((a, b) => box(a).top - box(b).top), height: box("next").height, bottom: box("controls").bottom,
    isWide: ids.every((id) => box(id).width > 320)};
};
})();
