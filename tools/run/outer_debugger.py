"""A run that waits for a debugger in another terminal (--gdb): its port, and what to type there."""

from __future__ import annotations

import shlex
import socket
import sys
from pathlib import Path

from console import say
from pe_file import read_file
from pe_symbols import gdb_word, main_of
from run.files import modules_in
from run.machine import Boot, Disc, Machine

GDB_PORT = 1234
THREADS = Path(__file__).resolve().parents[1] / "debugger" / "threads.py"

_claims: list[socket.socket] = []  # held as long as this process lives


def _claim(port: int) -> bool:
    """Takes a port for this run's emulator, which opens it a while later. Another run that asks meanwhile gets another one."""
    claim = socket.socket(socket.AF_UNIX)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            claim.bind(f"\0trapline gdb {port}")
            probe.bind(("127.0.0.1", port))
            probe.listen()
        except OSError:
            claim.close()
            return False
    _claims.append(claim)
    return True


def _gdb_start(boot: Boot | Disc) -> str:
    """How gdb comes to the program's main: that of a program for Windows lies in a file of its own."""
    file = modules_in(boot.files).get(boot.words[0]) if isinstance(boot, Boot) else None
    if not file:
        return "-ex 'tbreak main'"
    return f"-ex {shlex.quote(f'add-symbol-file {gdb_word(file)}')} -ex 'tbreak *{main_of(read_file(file)):#x}'"


def announce_gdb(machine: Machine, boot: Boot | Disc) -> Machine:
    """Chooses the debugger's port and says what to type in another terminal."""
    image = boot.image if isinstance(boot, Boot) else Path("IMAGE.elf")
    port = next(port for port in range(GDB_PORT, 1 << 16) if _claim(port))
    say("waiting for a debugger; in another terminal type (it stops at main; its command `threads` lists the CPUs and the threads)")
    print(f"\n    gdb {shlex.quote(str(image))} -x {shlex.quote(str(THREADS))} -ex 'target remote :{port}' {_gdb_start(boot)} -ex continue\n",
          file=sys.stderr, flush=True)
    return machine._replace(gdb_port=port)
