"""Code that tests share whose machine and reference tell a program's events as words, three an event."""

from __future__ import annotations

import array
from typing import Callable

from model.runner import Difference, Model, Ran

AROUND = 12  # events shown before the one that differs


def _read(output: list[str], errors: str) -> Ran:
    said = [line for line in output if not line.startswith("=")][-20:] + errors.splitlines()
    return Ran([line[1:].strip() for line in output if line.startswith("=")], "\n".join(said))


def _text(words: list[int]) -> str:
    return " ".join(f"{words[i]:X}.{words[i + 1]:X}.{words[i + 2]:X}" for i in range(0, len(words), 3))


def _contrast(reference) -> Callable[[object, Difference], list[str]]:
    def contrast(program, found: Difference) -> list[str]:
        wanted = reference.words(program)
        got = [int(word, 16) for event in found.ran.split() for word in event.split(".")] if "." in found.ran else []
        at = next((i for i in range(0, len(wanted), 3) if got[i:i + 3] != wanted[i:i + 3]), len(wanted))
        both = reference.show(wanted[:at])[-AROUND:]
        return [*(f"both:          {line}" for line in both), *(f"the reference: {line}" for line in reference.show(wanted[at:])[:3]),
                *(f"the machine:   {line}" for line in reference.show(got[at:])[:3]), found.ran if not got else "", found.said]

    return contrast


def word_model(image: str, machines: dict, piece: int, programs, generate: Callable, reference) -> Model:
    """`programs`: the module of their texts; `reference`: the module whose `words` are expected, and whose `show` tells them."""
    return Model(image=image, machines=machines, piece=piece, rounds=40, claim="programs run as the reference says", generate=generate,
                 parts_of=programs.parts_of, line=programs.line, show=programs.show, expected=reference.words, text=_text,
                 summed=lambda words: array.array("I", words).tobytes(), read=_read, contrast=_contrast(reference))
