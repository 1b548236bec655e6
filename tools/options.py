"""Command lines: one table of options says how they are read and what `--help` shows.

Differs from argparse where the command needs it: options may stand before or after the first
operand, and everything from the second operand (or from `--`) on can belong to somebody else.
"""

from __future__ import annotations

import contextlib
import re
from datetime import datetime, timezone
from typing import Any, Callable, NamedTuple, Sequence

from console import CommandError, nearest

Converter = Callable[[str], object]


class Option(NamedTuple):
    """`flag` alone is a switch; with a `value` (its name in the help) it takes one, through `read`. `many`: it may stand
    several times, and its values are a list. `is_joined`: the value stands behind the flag without a blank, as compilers have it,
    or with one. `alone` is the value of a joined flag with nothing behind it, which never takes the next word. `short` is another
    way to type the flag."""

    flag: str
    help: str
    value: str = ""
    read: Converter = str
    default: Any = None
    many: bool = False
    is_joined: bool = False
    alone: str = ""
    short: str = ""

    @property
    def key(self) -> str:
        return self.flag.lstrip("-").replace("-", "_")

    @property
    def shown(self) -> str:
        flag = f"{self.short}, {self.flag}" if self.short else self.flag
        return f"{flag}{'' if self.is_joined else ' '}{self.value}" if self.value else flag


class Usage(NamedTuple):
    """One command's interface. `operands_end_options`: nothing is an option behind the first operand and the words that
    go with it; `goes_with` says of the first operand and a word whether it does. `dashes_end_operands`: words behind -- are no
    operands either."""

    command: str
    synopsis: str
    summary: str
    options: Sequence[Option]
    more: str = ""
    operands_end_options: bool = False
    dashes_end_operands: bool = False
    goes_with: Callable[[str, str], bool] = lambda first, word: False

    def help(self) -> str:
        rows = [(option.shown, option.help) for option in self.options] + [("--help", "show this")]
        width = max(len(shown) for shown, _ in rows)
        lines = [f"usage: ./trapline {self.command} {self.synopsis}".rstrip(), "", self.summary.strip(), ""]
        lines += [f"  {shown:<{width}}  {text}" for shown, text in rows]
        if self.more:
            lines += ["", self.more.strip()]
        return "\n".join(lines)


class HelpWanted(Exception):
    """`--help` or `-h` was given; the message is the help."""


class CommandLine:
    """The options' values by key, and the keys of those that were given; the words that are no options, in order; `rest` belongs to
    somebody else."""

    def __init__(self, command: str, values: dict[str, Any]) -> None:
        self.command = command
        self.values = values
        self.given: set[str] = set()
        self.operands: list[str] = []
        self.rest: list[str] = []

    def __getitem__(self, key: str) -> Any:
        return self.values[key]


def parse(usage: Usage, words: Sequence[str]) -> CommandLine:
    """Reads the words. Raises HelpWanted, or CommandError with one line that says what is wrong."""
    by_flag = {flag: option for option in usage.options for flag in (option.flag, option.short) if flag}
    line = CommandLine(usage.command, {o.key: [] if o.many else o.default if o.value else False for o in usage.options})
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            if usage.operands_end_options and not line.operands:
                line.operands, rest = rest[:1], rest[1:]
            (line.rest if usage.operands_end_options or usage.dashes_end_operands else line.operands).extend(rest)
            break
        if not word.startswith("-") or word == "-":
            if usage.operands_end_options and line.operands and not usage.goes_with(line.operands[0], word):
                line.rest = [word, *rest]
                break
            line.operands.append(word)
            continue
        if word in ("--help", "-h"):
            raise HelpWanted(usage.help())
        flag, equals, value = word.partition("=")
        if (joined := by_flag.get(word[:2])) and joined.is_joined and f"-{flag}" not in by_flag:
            flag, value = word[:2], word[2:] or joined.alone
            equals = value
        option = by_flag.get(flag) or by_flag.get(f"-{flag}")  # one dash does, as for compilers and emulators
        if option is None:
            after = "; words for the program go after --" if usage.operands_end_options and line.operands else ""
            hint = nearest(flag, by_flag) or after
            raise CommandError(f"there is no option {flag}{hint} (./trapline {usage.command} --help shows all)")
        line.given.add(option.key)
        if not option.value:
            if equals:
                raise CommandError(f"{flag} takes no value")
            line.values[option.key] = True
            continue
        if not equals:
            if not rest:
                raise CommandError(f"{flag} needs a value: {option.shown}")
            value = rest.pop(0)
        try:
            read = option.read(value)
        except ValueError as problem:
            raise CommandError(f'{flag} cannot be "{value}": {problem}') from None
        if option.many:
            line.values[option.key].append(read)
        else:
            line.values[option.key] = read
    return line


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A decimal number, or a hexadecimal one with 0x, within the limits."""

    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]+|0[xX][0-9a-fA-F]+", text):
            number = int(text, 16 if text[1:2] in ("x", "X") else 10)
            if low <= number <= high:
                return number
        raise ValueError(f"it must be a whole number from {low} to {high}")

    return read


def seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) or not 0 < float(text) <= 1e6:
        raise ValueError("it must be a number of seconds above 0")
    return float(text)


def date(text: str) -> datetime:
    """A date, with a time of day if wanted, in UTC."""
    for form in ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"):
        with contextlib.suppress(ValueError):
            found = datetime.strptime(text.replace(" ", "T"), form).replace(tzinfo=timezone.utc)
            if 1970 <= found.year <= 2099 and text.isascii():
                return found
    raise ValueError("it must be a date from 1970 to 2099 such as 2024-02-29 or 2024-02-29T23:59:58")


LEAST_MEMORY = 2  # megabytes; with less the firmware does not come to the end


def memory(text: str) -> int:
    """An amount of memory as QEMU writes it (8M, 3584M, 2G; a bare number is in megabytes), in megabytes."""
    match = re.fullmatch(r"([0-9]+)([MmGg]?)", text)
    size = int(match[1]) * (1024 if match[2] in ("g", "G") else 1) if match else 0
    if not LEAST_MEMORY <= size <= 4095:
        raise ValueError(f"it must be an amount such as 8M, 3584M or 2G, at least {LEAST_MEMORY}M and below 4G")
    return size


class Chosen:
    """A converter of certain words, which completion can offer."""

    def __init__(self, choices: Sequence[str], read: Converter) -> None:
        self.choices, self._read = choices, read

    def __call__(self, text: str) -> object:
        return self._read(text)


def one_of(*choices: str) -> Chosen:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"it must be {' or '.join(choices)}{nearest(text, choices)}")
        return text

    return Chosen(choices, read)
