/* The search of the site: words of its texts, and names of the headers. MiniSearch finds them; the index is made when the field is first used. */
"use strict";

const MOST_FOUND = 12;
const AROUND = 60; // letters of a text that are shown before and behind what was found
const WANTED = {boost: {title: 4, heading: 2}, prefix: true, fuzzy: word => word.length > 5 ? 0.2 : false, combineWith: "AND"};

class Search {
    constructor(form) {
        this.form = form;
        this.field = form.querySelector("input");
        this.list = form.querySelector("ol");
        this.said = form.querySelector("[role=status]");
        this.field.addEventListener("focus", () => this.index());
        this.field.addEventListener("input", () => this.show());
        form.addEventListener("submit", event => {
            event.preventDefault();
            this.show().then(isShown => isShown && this.list.querySelector("a")?.click());
        });
        form.addEventListener("keydown", event => this.pressed(event));
        form.addEventListener("focusout", event => form.contains(event.relatedTarget) || this.close());
    }

    index() {
        this.made ??= (async () => {
            const [rows] = await Promise.all([table("search"), loaded("minisearch.js")]);
            const index = new MiniSearch({fields: ["title", "heading", "text"], storeFields: ["title", "heading", "place", "text"], searchOptions: WANTED});
            index.addAll(rows.map(([title, heading, place, text], id) => ({id, title, heading, place, text})));
            return index;
        })().catch(problem => {
            this.made = null;
            this.said.textContent = `the search cannot work: ${problem.message}`;
            this.form.classList.add("open");
            return null;
        });
        return this.made;
    }

    /** Shows what is found for the words in the field. Gives whether that is shown now. */
    async show() {
        const words = this.field.value.trim(), index = words && await this.index();
        if (!words)
            this.close();
        if (!index || words !== this.field.value.trim()) // more was typed meanwhile
            return false;
        const found = index.search(words);
        this.list.replaceChildren(...found.slice(0, MOST_FOUND).map(row => this.item(row)));
        this.said.textContent = found.length ? "" : `nothing has "${words}"`;
        this.form.classList.add("open");
        return true;
    }

    item({title, heading, place, text, terms}) {
        const link = document.createElement("a"), item = document.createElement("li");
        const at = Math.max(0, ...terms.map(term => text.toLowerCase().indexOf(term)));
        const begin = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0;
        const shown = text.slice(begin, at + AROUND * 2);
        for (const [kind, words] of [["b", title], ["span", heading], ["small", `${begin ? "... " : ""}${shown}`]])
            if (words)
                link.append(Object.assign(document.createElement(kind), {textContent: words}), " ");
        link.href = place;
        link.addEventListener("click", () => this.close());
        item.append(link);
        return item;
    }

    close() {
        this.form.classList.remove("open");
    }

    /** The arrows go through what was found, Escape leaves it. */
    pressed(event) {
        const places = [this.field, ...this.list.querySelectorAll("a")], at = places.indexOf(document.activeElement);
        const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (event.key === "Escape") {
            this.field.focus();
            this.close();
        }
        if (!by || at < 0 || !this.form.classList.contains("open"))
            return;
        event.preventDefault();
        places[(at + by + places.length) % places.length].focus();
    }
}

const contents = document.querySelector("details.contents");
const search = new Search(document.querySelector("form.search"));
document.addEventListener("click", event => {
    if (!contents.contains(event.target) || event.target.closest("a"))
        contents.open = false;
});
document.addEventListener("keydown", event => {
    if (event.key === "Escape")
        contents.open = false;
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
        event.preventDefault();
        search.field.focus();
    }
});
