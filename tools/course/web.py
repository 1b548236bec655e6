"""`trapline web`: the course as a static site, with each program live in the page."""

from __future__ import annotations

import os
import shutil
import sys
from html import escape
from pathlib import Path
from typing import Iterator, Sequence

from build_folder import BUILD
from console import CommandError, ProgressLine, count
from course import web_contents, web_data, web_example, web_libraries, web_names, web_pages
from course.web_libraries import OWN, Library
from course.web_pages import DOCS, Html, Links, Page
from options import CommandLine, Option, Usage, parse
from programs import ROOT, native_examples

DEFAULT = BUILD / "site"
TEXTS = [path for path in sorted(DOCS.glob("*.md")) if path.name != "README.md"]
OWN_FILES = (*web_example.OWN_SCRIPTS, *web_pages.SCRIPTS, "site.css")
USAGE = Usage(
    "web",
    "[-o FOLDER]",
    """
Writes the course as a site: its pages, with each program live in an x86 emulator in the page, its
console, the narration and the chain of handlers as it changes, and the exercises as questions. The site
runs from disk, or from any server of files; it loads nothing from elsewhere.""",
    (Option("-o", "the folder to write (default: build/site)", "FOLDER"),),
    """
example:  ./trapline web -o /tmp/course

Exit status: 0 when it was written; 2 when it could not be.""",
)


# ---------------------------------------------------------------- which pages


def licences_page(found: Sequence[Library]) -> Page:
    rows = "".join(f'<tr><td><a href="#{anchor(library)}">{escape(library.name)}</a></td><td>{library.version}</td>'
                   f"<td>{library.licence}</td><td>{library.use}</td></tr>" for library in found)
    texts = "".join(f'<h2 id="{anchor(library)}">{escape(library.name)} {library.version}</h2>'
                    f'<pre class="licence" tabindex="0">{escape(library.text)}</pre>' for library in found)
    own = escape((ROOT / "LICENSE").read_text())
    head = "".join(f"<th>{name}</th>" for name in ("library", "version", "licence", "what it does"))
    body = (f'<h1>Libraries and licences</h1><p>These libraries work in this site, or made it. Nothing is loaded from elsewhere.</p>'
            f'<div class="table" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
            f'{texts}<h2 id="trapline">Trapline</h2><pre class="licence" tabindex="0">{own}</pre>')
    return Page("licences.html", "Libraries and licences", {}, lambda html: body, kind="list")


def anchor(library: Library) -> str:
    return library.name.strip("@").replace("/", "-")


def pages(found: Sequence[Library]) -> Iterator[Page]:
    """All pages. The pages of the sources come last, because only then it is known which ones are wanted."""
    links = Links()
    programs = {program.source.stem: program for program in native_examples()}
    web_data.build_all(list(programs.values()))
    entries = web_pages.course()
    places = {entry.stem: place for place, entry in enumerate(entries)}
    progress = ProgressLine("making the pages of the course ...", len(TEXTS))
    yield web_pages.index_page(links)
    yield web_names.names_page(links)
    for number, path in enumerate(TEXTS):
        progress.show(number)
        place = places.get(path.stem)
        around = (None, None) if place is None else (entries[place - 1] if place else None, entries[place + 1] if place + 1 < len(entries) else None)
        if path.stem in programs:
            yield web_example.example_page(programs[path.stem], links, around)
        else:
            page = web_pages.text_page(path, links)
            page.around = around
            yield page
    progress.end()
    done = {*TEXTS, DOCS / "README.md"}
    while others := {path for path in links.wanted if web_pages.is_text(path)} - done:
        done |= others
        yield from (web_pages.text_page(path, links) for path in sorted(others))
    yield from web_pages.source_pages(links.wanted, web_names.with_names)
    yield licences_page(found)


# ---------------------------------------------------------------- writing


def rendered(made: Sequence[Page]) -> Iterator[tuple[Page, Html]]:
    """Each page with the HTML of its parts; one call makes that of all pages."""
    html = web_libraries.render({f"{number}/{name}": part for number, page in enumerate(made) for name, part in page.parts.items()})
    for number, page in enumerate(made):
        yield page, {name: html[f"{number}/{name}"] for name in page.parts}


def write(folder: Path) -> tuple[int, int]:
    """Writes the site. Returns how many pages and bytes it has."""
    web_libraries.install()
    made = list(pages(web_libraries.libraries()))
    data = {"tables": web_data.tables(), web_libraries.EMULATOR_NAME: web_data.emulator()}
    for page in made:
        data.update(page.data)
    files: dict[str, str] = {}
    searched = [*web_contents.names()]
    entries = web_pages.course()
    others = [page for page in made if page.kind == "text" and page.around == (None, None)]
    for page, html in rendered(made):
        body = page.body(html)
        files[page.name] = web_pages.framed(page, body, web_contents.contents(entries, others, page, body))
        searched += web_contents.searched(page, body)
    data["search"] = web_data.table(searched)
    files.update({f"data/{name}.js": web_data.script(name, content) for name, content in data.items()})
    for name, content in files.items():
        (folder / name).write_text(content)
    copies = [*((OWN / name, name) for name in OWN_FILES),
              *((path, f"pictures/{path.name}") for path in (DOCS / "pictures").glob("*.svg")),
              *((web_libraries.package(path), name) for name, path in {**web_libraries.SCRIPTS, **web_libraries.SEARCH, **web_libraries.STYLES}.items())]
    for source, name in copies:
        shutil.copyfile(source, folder / name)
    return len(made), sum((folder / name).stat().st_size for name in [*files, *(name for _, name in copies)])


def ready(folder: Path) -> None:
    """Makes the folder, before the work of minutes. Raises CommandError where it cannot be written."""
    try:
        for name in ("", "data", "pictures"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "index.html").open("a").close()
    except OSError as problem:
        raise CommandError(f"the site cannot be written to {folder}: {problem.strerror}") from None


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean nothing."""
    if line.operands:
        raise CommandError(f'web takes no "{line.operands[0]}"; the folder stands behind -o')


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    folder = Path(line["o"] or DEFAULT)
    shown, folder = folder, folder.absolute()
    ready(folder)
    os.chdir(ROOT)  # lines of runs name files as seen from here
    number, size = write(folder)
    print(f"{shown}: {count(number, 'page')}, {size / 1e6:.1f} MB; open {shown / 'index.html'} in a browser", file=sys.stderr)
    return 0
