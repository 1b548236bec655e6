"""Commands run in copies of the test's process, which has read their modules already: to start Python takes longer than most of them.

A process of several threads has no such copies: a lock of another thread's would stay taken.
"""

from __future__ import annotations

import importlib
import io
import os
import subprocess
import sys
import tempfile
import traceback
from typing import Callable, Sequence

from command import enter
from help.usages import MODULES
from tap import ROOT, without_builds


class Running:
    """`./trapline` with these words. `given` is what it can read; `together`: standard error goes where the output goes."""

    def __init__(self, *words: object, given: bytes = b"", together: bool = False) -> None:
        self._words = ["./trapline", *map(str, words)]
        command, *rest = self._words[1:]
        module = MODULES[command][0]
        main = importlib.import_module(module).main
        read, self._out, self._err = (tempfile.TemporaryFile() for _ in range(3))
        with read:
            read.write(given)
            read.seek(0)
            for file in (sys.stdout, sys.stderr):  # the copy would write what is left in them
                file.flush()
            self._child = os.fork()
            if self._child == 0:
                os._exit(_entered(main, [command, *rest] if module == "run.run" else rest,
                                  read.fileno(), self._out.fileno(), (self._out if together else self._err).fileno()))

    def wait(self) -> subprocess.CompletedProcess[bytes]:
        """How it has ended, once it has."""
        status = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        shown = []
        for file in (self._out, self._err):
            with file:
                file.seek(0)
                shown.append(file.read())
        return subprocess.CompletedProcess(self._words, status, *shown)


def forked(*words: object, typed: str = "", together: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs `./trapline` with these words to its end, in texts. Its error says nothing of builds."""
    done = Running(*words, given=typed.encode(), together=together).wait()
    return subprocess.CompletedProcess(done.args, done.returncode, _text(done.stdout), without_builds(_text(done.stderr)))


def _text(data: bytes) -> str:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="replace").read()


def _entered(main: Callable[[Sequence[str]], int], words: Sequence[str], *descriptors: int) -> int:
    """Calls a tool's main function in this process, with these three streams. Returns its exit status."""
    try:
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
        # Where ./trapline has the Python that it starts keep what it has compiled.
        os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / "build" / "python")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.argv, sys.stdin = ["tool", *words], open(0, closefd=False)
        enter(main)
    except SystemExit as end:
        return int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
