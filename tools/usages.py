"""The usages of all commands, for what is made from them: completion and the manual page."""

from __future__ import annotations

import importlib

from options import Option, Usage

SETUP = Usage("setup", "", "Installs, through apt, all that any command needs, but for the browser of one test:\nit is large, and `./trapline test --all` installs it.", ())
HELP = Usage("help", "[COMMAND]", "Shows all commands, or a command's own help.", ())
# Command and tools/MODULE.py with its usage; the order is that of the overview in ./trapline.
MODULES = {"demo": ("run", "DEMO"), "run": ("run", "RUN"), "trace": ("run", "TRACE"), "debug": ("debug", "USAGE"), "draw": ("draw", "USAGE"),
           "page": ("page", "USAGE"), "timeline": ("timeline", "USAGE"), "quiz": ("quiz", "USAGE"), "web": ("web", "USAGE"), "build": ("image", "USAGE"),
           "list": ("list", "USAGE"), "new": ("new", "USAGE"), "test": ("test", "USAGE"), "iso": ("iso", "USAGE"), "bench": ("bench", "USAGE"),
           "completion": ("completion", "USAGE"), "man": ("man", "USAGE")}
HELP_OPTION = Option("--help", "show this")


def usages() -> list[Usage]:
    found = [getattr(importlib.import_module(module), name) for module, name in MODULES.values()]
    return [*found, SETUP, HELP]
