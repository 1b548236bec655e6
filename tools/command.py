"""How every tool starts and ends: signals, errors and help mean the same to all of them."""

from __future__ import annotations

import os
import signal
import sys
from typing import Callable, NoReturn, Sequence

from console import BROKEN_PIPE, INTERRUPTED, RED, TERMINATED, USAGE_ERROR, CommandError, say
from options import HelpWanted


def enter(main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Runs the tool's main function on the command line's words and exits with what it returns."""
    if sys.version_info < (3, 9):
        sys.exit(f"trapline: python3 is {sys.version.split()[0]}, but 3.9 or newer is needed")
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGHUP, _leave)
    try:
        status = _run(main, sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone. What Python still holds for it must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = BROKEN_PIPE
    sys.exit(status)


def _run(main: Callable[[Sequence[str]], int], words: Sequence[str]) -> int:
    try:
        return main(words)
    except HelpWanted as help_text:
        print(help_text)
        return 0
    except CommandError as problem:
        sys.stderr.write(problem.detail)
        say(str(problem), RED)
        return problem.status
    except BrokenPipeError:
        raise
    except OSError as problem:
        say(f"{problem.filename or 'the system'}: {problem.strerror}", RED)
        return USAGE_ERROR
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the shell's prompt shall not follow upon ^C
        return INTERRUPTED


def _leave(*_: object) -> NoReturn:
    """Termination unwinds as an exception does, so that no emulator and no file stays behind."""
    raise SystemExit(TERMINATED)
