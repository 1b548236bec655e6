"""Looks whether a command's words can mean something, before what the command needs is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Sequence

from help.usages import MODULES
from options import parse


def main(words: Sequence[str]) -> int:
    """words: the command's name and its words. Raises CommandError as the command itself would."""
    command, *rest = words
    room, usage = MODULES[command]
    module = import_module(room)
    line = parse(getattr(module, usage), rest)
    if check := getattr(module, "check", None):
        check(line)
    return 0
