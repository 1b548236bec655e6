"""A load that keeps every CPU of the host busy while tests are repeated."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import Iterator

from child_processes import leash


@contextlib.contextmanager
def busy() -> Iterator[None]:
    """Two processes for each CPU that do nothing but run."""
    command = [*leash("KILL"), "sh", "-c", "while :; do :; done"]
    processes = [subprocess.Popen(command) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
