"""Finds the sources that become programs for Windows by themselves, because the native compilers cannot read them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator, Sequence

from programs import CPP, ROOT

_PLAIN = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*.*?\*/|//[^\n]*""", re.S)
_ASSEMBLY = re.compile(r"\b_{1,2}asm\s*\{")  # Microsoft's blocks
_TRY = re.compile(r"\b__try\b")
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+__try\b", re.M)  # of include/seh_try.h, or one of the program's own
_INCLUDE = re.compile(r"""^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]""", re.M)


def is_windows_source(source: Path, folders: Sequence[Path] = ()) -> bool:
    """Whether nothing else can be made of it: C++, a block of Microsoft's assembly, or a __try of which no header that it includes makes a macro.
    `folders`: where -I says that headers are. A source that looks which compiler reads it (_MSC_VER) is for others as well."""
    if source.suffix != ".c":
        return source.suffix in CPP
    text = _text(source)
    code = _PLAIN.sub(lambda found: '""' if found[1] else " ", text)
    if "_MSC_VER" in code:
        return False
    return bool(_ASSEMBLY.search(code)) or bool(_TRY.search(code)) and not any(map(_MACRO.search, _with_headers(source, text, folders)))


def _text(file: Path) -> str:
    return file.read_text(errors="replace")


def _with_headers(source: Path, text: str, folders: Sequence[Path]) -> Iterator[str]:
    """The texts of a source and of all that it includes, as far as it is found. Conditions are not looked at."""
    yield text
    left, seen = [(source, text)], {source}
    while left:
        file, text = left.pop()
        for sign, name in _INCLUDE.findall(text):
            places = ([file.parent] if sign == '"' else []) + [*folders, ROOT / "include"]
            header = next((place / name for place in places if (place / name).is_file()), None)
            if header and header not in seen:
                seen.add(header)
                text = _text(header)
                left.append((header, text))
                yield text


def main(words: Sequence[str]) -> int:
    """Ends with 0 if one of the files is such a source."""
    return 0 if any(is_windows_source(Path(word)) for word in words) else 1
