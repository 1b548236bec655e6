"""Whether what a learner types is the answer. Case, blanks, quotes and the way in which a number is written do not matter."""

from __future__ import annotations

import re
import string
from typing import Sequence

SHORT = {"y": "yes", "n": "no"}
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
BETWEEN = ("-", "->", "then", "and")  # words and signs between those of a list
STATUS = re.compile(r"([0-9A-F]{8}) \((.*)\)")  # with its name


def chosen(typed: str, choices: Sequence[str]) -> str:
    """The choice that a letter stands for, or what was typed."""
    letter = typed.strip().rstrip(").").lower()
    if len(letter) == 1 and letter in string.ascii_lowercase[: len(choices)] and not any(same(typed, choice) for choice in choices):
        return choices[string.ascii_lowercase.index(letter)]
    return typed


def same(typed: str, answer: str) -> bool:
    """A status with a name may be given by its number, by its name, or by both."""
    status = STATUS.fullmatch(answer)
    return any(_equal(_words(typed), _words(form)) for form in (answer, *(status.groups() if status else ())))


def _words(text: str) -> list[str]:
    words = re.findall(r"[^\s,;#`'\"()]+", text.lower().replace("->", " "))
    return [SHORT.get(word, word) for word in (word.rstrip(".") for word in words) if word and word not in BETWEEN]


def _equal(typed: Sequence[str], answer: Sequence[str]) -> bool:
    return len(typed) == len(answer) and all(map(_same_word, typed, answer))


def _same_word(typed: str, answer: str) -> bool:
    """A number of eight digits is hexadecimal, as the runtime prints statuses and addresses."""
    if typed in NUMBERS and re.fullmatch(r"[0-9]{1,7}", answer):
        return NUMBERS.index(typed) == int(answer)
    is_status = re.fullmatch(r"[0-9a-f]{8}", answer) is not None
    if not is_status and not re.fullmatch(r"[0-9]+", answer):
        return typed == answer
    if re.fullmatch(r"0x[0-9a-f]+" if not is_status else r"(0x)?[0-9a-f]+", typed):
        return int(typed, 16) == int(answer, 16 if is_status else 10)
    return re.fullmatch(r"[0-9]+", typed) is not None and int(typed) == int(answer)
