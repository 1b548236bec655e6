"""Names of functions and variables as sources have them, without what compilers put around them."""

from __future__ import annotations

import re

DECORATED = re.compile(r"[@_]?(\?.*|.+?)(@\d+)?$")
# clang's names for the pieces of a function: filters, blocks and calls of destructors; and the names that lead to its tables.
PIECE = re.compile(r"\?(dtor|catch)\$\d+@\?0\?(.+)@4HA|\?(filt|fin)\$\d+@0@(.+)@@|_*(ehhandler)\$(.+)")
PIECES = {"filt": "filter", "fin": "finally", "dtor": "cleanup", "catch": "catch", "ehhandler": "handler"}
# Visual C++'s names, without templates and operators: functions, and variables behind a digit; the last is a function's own.
CPP_NAME = re.compile(r"\?(?:\?([01]))?([A-Za-z_]\w*(?:@[A-Za-z_]\w*)*)@@[A-Z0-3].*")
CPP_LOCAL = re.compile(r"\?([A-Za-z_]\w*)@\?\w+\?\?.+@4\w+")
# MinGW's: words behind their lengths; a function's own variable stands behind the function.
GNU_NAME = re.compile(r"_Z(N?)[VK]*")
GNU_WORD = re.compile(r"L?(\d+)|([CD])[0-3]")
GNU_LOCAL = re.compile(r"_ZZ.+?EL?(\d+)")
# A function's own variable in C: gcc has a number behind it, clang the function in front.
C_LOCAL = re.compile(r"(?:[A-Za-z_]\w*(?:@\d+)?\.)?([A-Za-z_]\w*)(?:\.\d+)?")


def plain_name(text: str) -> str:
    """A name without what its calling convention puts around it, and without the types that C++ does."""
    if piece := PIECE.fullmatch(text):
        kind, function = filter(None, piece.groups())
        return f"{plain_name(function) if function.startswith('?') else function}.{PIECES[kind]}"
    if local := CPP_LOCAL.fullmatch(text):
        return local[1]
    if cpp := CPP_NAME.fullmatch(text):
        names = cpp[2].split("@")
        own = {"0": names[:1], "1": [f"~{names[0]}"]}.get(cpp[1], [])  # a constructor, a destructor
        return "::".join([*reversed(names), *own])
    found = DECORATED.match(text)
    name = found[1] if found else text
    return "::".join(_gnu_words(name)) or name


def plain_variable(text: str) -> str:
    """As plain_name, and of a function's own variable its own name alone."""
    return own_name(plain_name(text))


def own_name(name: str) -> str:
    """A C variable's name, without the function that has it and without its number."""
    local = C_LOCAL.fullmatch(name)
    return local[1] if local else name


def _gnu_words(name: str) -> list[str]:
    """The words of a name of C++ by MinGW; none of one with templates or operators, or of C."""
    for local in GNU_LOCAL.finditer(name):
        end = local.end() + int(local[1])
        if re.fullmatch(r"(_\d+_?)?", name[end:]):
            return [name[local.end():end]]
    begin = GNU_NAME.match(name)
    words: list[str] = []
    at = begin.end() if begin else len(name)
    while found := GNU_WORD.match(name, at):
        at = found.end() + int(found[1] or 0)
        if found[1]:
            words.append(name[found.end():at])
        elif words:
            words.append(("~" if found[2] == "D" else "") + words[-1])  # a destructor, a constructor
        if begin and not begin[1]:
            break
    is_whole = name[at:at + 1] == "E" if begin and begin[1] else name[at:at + 1] != "I"
    return words if is_whole else []
