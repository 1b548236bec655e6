"""How every tool starts and ends: signals, errors and help mean the same to all of them."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Callable, NoReturn, Sequence

from console import BROKEN_PIPE, INTERRUPTED, RED, TERMINATED, USAGE_ERROR, CommandError, say
from options import HelpWanted


def enter(main: Callable[[Sequence[str]], int]) -> NoReturn:
    """Runs the tool's main function on the command line's words and exits with its result."""
    if sys.version_info < (3, 9):
        sys.exit(f"trapline: python3 is {sys.version.split()[0]}, but 3.9 or newer is needed")
    _open_closed()
    _lead_to_this_python()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _leave)
    try:
        status = _run(main, sys.argv[1:])
        sys.stdout.flush()
    except OSError as problem:
        status = _unwritable(problem)
    sys.exit(status)


def _open_closed() -> None:
    """Opens the null device for each closed one of the three streams: else the next file opened would pass for it."""
    for descriptor, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets the lowest number that is free: this one
            setattr(sys, name, open(descriptor, mode, closefd=False))


def _lead_to_this_python() -> None:
    """Processes that are started from here find this Python at once. A script that chooses one, as pyenv's, takes longer than most tools.
    Nothing else on the PATH gets another place: a folder of its own has the link."""
    path, cache = os.environ.get("PATH", os.defpath), os.environ.get("PYTHONPYCACHEPREFIX")
    first = next((name for name in (f"{folder}/python3" for folder in path.split(":")) if os.access(name, os.X_OK)), sys.executable)
    if first == sys.executable or not cache:
        return
    link = f"{cache}/bin/python3"
    with contextlib.suppress(OSError):
        if not os.path.lexists(link) or os.readlink(link) != sys.executable:
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(sys.executable, f"{link}.{os.getpid()}")
            os.replace(f"{link}.{os.getpid()}", link)
        os.environ["PATH"] = f"{cache}/bin:{path}"


def _unwritable(problem: OSError) -> int:
    """The exit status where output could not be written. Output that Python still holds must not fail again at exit."""
    if not isinstance(problem, BrokenPipeError):
        say(f"the output cannot be written: {problem.strerror}", RED)
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(null, stream.fileno())
    return BROKEN_PIPE if isinstance(problem, BrokenPipeError) else USAGE_ERROR


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
    """Termination unwinds as an exception does, so that no emulator and no file stays behind, and the terminal is as it was before."""
    raise SystemExit(TERMINATED)
