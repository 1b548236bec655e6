"""The usages of all commands, for what is made from them: completion and the manual page."""

from __future__ import annotations

import importlib

from options import Option, Usage

SETUP = Usage("setup", "", "Installs, through apt, all that any command needs, but for the browser of one test:\nit is large, and `./trapline test --all` installs it.", ())
HELP = Usage("help", "[COMMAND]", "Shows all commands, or a command's own help.", ())
# Command and the module with its usage; the order is that of the overview in ./trapline.
MODULES = {"demo": ("run.run", "DEMO"), "run": ("run.run", "RUN"), "trace": ("run.run", "TRACE"), "debug": ("debugger.debug", "USAGE"),
           "draw": ("show.draw", "USAGE"), "page": ("show.page", "USAGE"), "timeline": ("show.timeline", "USAGE"), "explore": ("explore.explore", "USAGE"), "quiz": ("course.quiz", "USAGE"),
           "web": ("course.web", "USAGE"), "build": ("build.image", "USAGE"), "cc": ("build.windows_program", "USAGE"), "imports": ("run.imports", "USAGE"), "list": ("help.list", "USAGE"), "new": ("run.new", "USAGE"),
           "test": ("testing.test", "USAGE"), "iso": ("run.iso", "USAGE"), "bench": ("bench.bench", "USAGE"),
           "completion": ("help.completion", "USAGE"), "man": ("help.man", "USAGE")}
HELP_OPTION = Option("--help", "show this")


def usages() -> list[Usage]:
    found = [getattr(importlib.import_module(module), name) for module, name in MODULES.values()]
    return [*found, SETUP, HELP]
