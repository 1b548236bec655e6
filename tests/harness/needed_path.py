"""Fills a folder with links to the programs that a fresh system has for Trapline: those of Debian's essential packages, and
of the packages that the table in ./trapline names, each with what it depends on. As PATH it shows what the table lacks.

    python3 tests/harness/needed_path.py FOLDER [NAME=PROGRAM...]     awk=mawk: which of several is called awk, where it is here
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/")
FORMAT = "${Package}\t${Essential}\t${Pre-Depends}, ${Depends}\t${Provides}\n"


def table() -> list[tuple[str, str]]:
    """The sign and the package of each row."""
    (text,) = re.findall(r"^readonly needs='\n(.*?)^'", (ROOT / "trapline").read_text(), re.M | re.S)
    return [(row.split()[1], row.split()[2]) for row in text.splitlines()]


def names(words: str) -> list[list[str]]:
    """The packages that a list asks for: for each part its alternatives, without versions and architectures."""
    return [[re.split(r"[\s:(]", one.strip())[0] for one in part.split("|")] for part in words.split(",") if part.strip()]


def installed() -> tuple[set[str], dict[str, list[list[str]]], dict[str, set[str]]]:
    """The essential packages, what each package depends on, and which packages stand for a name."""
    essential: set[str] = set()
    depends: dict[str, list[list[str]]] = {}
    provided: dict[str, set[str]] = {}
    listing = subprocess.run(["dpkg-query", "-W", "-f", FORMAT], stdout=subprocess.PIPE, text=True, check=True).stdout
    for package, is_essential, wants, provides in (line.split("\t") for line in listing.splitlines()):
        depends[package] = names(wants)
        essential |= {package} if is_essential == "yes" else set()
        for name in [package, *(name for part in names(provides) for name in part)]:
            provided.setdefault(name, set()).add(package)
    return essential, depends, provided


def closed(wanted: set[str], depends: dict[str, list[list[str]]], provided: dict[str, set[str]]) -> set[str]:
    """The wanted packages that are installed here, and all that they depend on."""
    found: set[str] = set()
    left = [package for package in wanted if package in depends]
    while left:
        package = left.pop()
        if package not in found:
            found.add(package)
            for part in depends[package]:  # the first of several that is here, and of a name's bearers the package itself
                name = next((name for name in part if name in provided), "")
                left += [name] if name in depends else provided.get(name, [])
    return found


def main(folder: Path, chosen: list[str]) -> None:
    essential, depends, provided = installed()
    packages = closed(essential | {package for _, package in table()}, depends, provided)
    files = subprocess.run(["dpkg-query", "-L", *sorted(packages)], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    programs = {Path(file).name: file for file in files if file.startswith(PLACES) and os.access(file, os.X_OK)}
    # Programs that dpkg's alternatives call by another name, and programs that are here without their package.
    meant = {os.path.realpath(file) for file in programs.values()}
    for name in os.listdir("/etc/alternatives"):
        if os.path.realpath(f"/etc/alternatives/{name}") in meant:
            programs.setdefault(name, f"/etc/alternatives/{name}")
    for sign, package in table():
        if package not in depends and "/" not in sign and (found := shutil.which(sign)):
            programs.setdefault(sign, found)
    programs.update({name: file for name, _, program in (word.partition("=") for word in chosen) if (file := shutil.which(program))})
    folder.mkdir()
    for name, file in programs.items():
        (folder / name).symlink_to(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
