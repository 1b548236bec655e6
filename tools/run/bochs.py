"""Bochs: its settings, the ROM from which it starts an image, how it is started and connected.

Bochs cannot load an image itself. With a BIOS and GRUB from a CD it takes two seconds to the image's first
instruction, most of them inside the BIOS; from a ROM of our own it takes none. A disc is booted by the BIOS.
"""

from __future__ import annotations

import os
import re
import socket
import struct
import subprocess
import time
from pathlib import Path
from typing import NamedTuple, Sequence

from build.build import make
from build.elf import load_rows
from build_folder import BUILD, BUILD_ROOT
from child_processes import launch, stop
from console import CommandError, nearest
from programs import ROOT
from run import seeds
from run.files import GivenFile
from run.grub import plain_word
from run.machine import Boot, Disc, Machine

CPU = "core2_penryn_t9600"  # the plainest of its models that has SSE3 and every trap of ours
# QEMU's names for machines of which Bochs has a like one. It has nothing older than a Pentium.
CPUS = {"pentium": "pentium", "pentium2": "p2_klamath", "pentium3": "p3_katmai", "max": "corei7_icelake_u"}
MEMORY = 32  # megabytes
RATE = 20_000_000  # instructions a virtual second, where no seed says how many
FILES = Path("/usr/share/bochs")
CONNECT_SECONDS = 20.0
# Two that start at once may both take the display of the first free port. One of them then finds no port at all.
NO_DISPLAY = "could not bind any port"
STARTS = 5
LISTENING = "0A"  # such a socket's state in /proc/net/tcp

LOADER = ROOT / "tools" / "run" / "bochs_rom.S"
LARGEST_ROM = 4 << 20
INFORMATION = 0x1000  # where in memory the loader's information lies, command line and all
LOADER_NAME = b"tools/run/bochs_rom.S\0"
HAS_MEMORY, HAS_COMMAND_LINE, HAS_MODULES, HAS_MEMORY_MAP, HAS_LOADER_NAME = 1, 1 << 2, 1 << 3, 1 << 6, 1 << 9
AVAILABLE = 1  # the kind of a stretch of memory

MEGABYTE = 1 << 20
LAPIC = 0xFEE00000  # each CPU's own interrupt controller
TABLE_HEAD, CPU_ENTRY = 44, 20  # bytes in the table of CPUs


def start(machine: Machine, boot: Boot | Disc, folder: Path) -> tuple[subprocess.Popen, socket.socket, socket.socket]:
    """The process and its two serial ports. Raises CommandError."""
    settings = _settings(machine)
    settings += _disc_settings(boot.path, folder) if isinstance(boot, Disc) else _rom_settings(machine, boot, folder)
    commands = list(seeds.pauses(machine.seed, machine.cpus, seeds.meetings(boot.image))) if machine.seed and isinstance(boot, Boot) else []
    for attempt in range(1, STARTS):
        try:
            return _start(list(settings), commands, folder)
        except CommandError as error:
            if NO_DISPLAY not in str(error):
                raise
            (folder / "log").unlink()
            time.sleep(0.1 * attempt)
    return _start(settings, commands, folder)


def _start(settings: list[str], commands: Sequence[str], folder: Path) -> tuple[subprocess.Popen, socket.socket, socket.socket]:
    listeners = [socket.create_server(("127.0.0.1", 0), backlog=1) for _ in range(2)]
    try:
        for i, listener in enumerate(listeners):
            settings += [f"com{i + 1}: enabled=1, mode=socket-client, dev=127.0.0.1:{listener.getsockname()[1]}"]
        (folder / "bochsrc").write_bytes(os.fsencode("\n".join(settings) + "\n"))
        # Debian's Bochs has its debugger built in: it stops before the first instruction for commands.
        (folder / "commands").write_text("\n".join([*commands, "continue", "quit", ""]))
        process = launch(["bochs", "-q", "-f", "bochsrc", "-rc", "commands"], folder, folder)
        try:
            console, events = (_accept(listener, process, folder) for listener in listeners)
            _await_display(process, folder)
        except BaseException:
            stop(process)
            raise
    finally:
        for listener in listeners:
            listener.close()
    return process, console, events


def _settings(machine: Machine) -> list[str]:
    cpu = CPUS.get(machine.cpu, machine.cpu) if machine.cpu else CPU
    models = _models() if machine.cpu else [CPU]
    if cpu not in models:
        raise CommandError(f'Bochs has no CPU "{cpu}"{nearest(cpu, [*CPUS, *models])}; it has {", ".join([*CPUS, *models])}')
    memory = machine.memory or MEMORY
    return [
        f"cpu: model={cpu}, count={machine.cpus}, ips={seeds.rate(machine.seed) if machine.seed else RATE}, reset_on_triple_fault=0",
        # Virtual time: an idle machine leaps to its next interrupt.
        f"clock: sync=none, time0={int(machine.date.timestamp()) if machine.date else 'utc'}",
        # The host's share of the memory is taken block by block as the guest touches it.
        f"memory: guest={memory}, host={min(memory, 512)}",
        f"vgaromimage: file={FILES}/VGABIOS-lgpl-latest",  # without one, Bochs 3 does not start
        'display_library: rfb, options="timeout=0"',  # takes the first free display, needs no terminal
        "sound: driver=dummy",
        "speaker: enabled=0",
        "log: log",
        "panic: action=fatal",
        "error: action=report",
        "info: action=ignore",
    ]


# Files are named as seen from the folder in which Bochs runs: its settings take no path with a space, a quote or $.


def _disc_settings(disc: Path, folder: Path) -> list[str]:
    (folder / "disc").symlink_to(disc.absolute())
    return [
        f"romimage: file={FILES}/BIOS-bochs-latest",
        "ata0-master: type=cdrom, path=disc, status=inserted",
        "boot: cdrom",
    ]


def _models() -> list[str]:
    listing = subprocess.run(["bochs", "--help", "cpu"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    return re.findall(r"^(\w+)$", listing, re.M)


def _accept(listener: socket.socket, process: subprocess.Popen, folder: Path) -> socket.socket:
    """The connection that Bochs makes at start. Raises CommandError when it ends or dawdles instead."""
    limit = time.monotonic() + CONNECT_SECONDS
    listener.settimeout(0.1)
    while True:
        try:
            connection, _ = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            connection.setblocking(True)
            return connection
        except socket.timeout:
            if process.poll() is not None or time.monotonic() > limit:
                raise CommandError(f"Bochs did not start: {_panic(folder) or 'it said nothing'}") from None


def _await_display(process: subprocess.Popen, folder: Path) -> None:
    """A thread of Bochs' takes the display, which may be after it has connected. Raises CommandError where it gets none."""
    while process.poll() is None and not _listens(process.pid):
        time.sleep(0.002)
    if NO_DISPLAY in _panic(folder):
        raise CommandError(f"Bochs did not start: {_panic(folder)}")


def _listens(process: int) -> bool:
    """Whether one of the process' sockets waits for connections. False when it has ended."""
    try:
        own = {os.readlink(file) for file in Path(f"/proc/{process}/fd").iterdir()}
        connections = [line.split() for line in Path(f"/proc/{process}/net/tcp").read_text().splitlines()]
    except OSError:
        return False
    return any(words[3] == LISTENING and f"socket:[{words[9]}]" in own for words in connections)


def _panic(folder: Path) -> str:
    """The last of what its log calls a panic, or nothing."""
    panics = re.findall(r">>PANIC<< (.*)", (folder / "log").read_text(errors="replace"))
    return panics[-1] if panics else ""


# ---------------------------------------------------------------- the ROM


def _rom_settings(machine: Machine, boot: Boot, folder: Path) -> list[str]:
    command_line = os.fsencode(" ".join(map(plain_word, boot.words)))
    rom = folder / "rom"
    entry, rows = load_rows(boot.image)
    modules = _modules(boot.files, max(address + len(data) + zeros for address, data, zeros in rows))
    loaded: list[tuple[int, bytes, int]] = [(INFORMATION, _information(command_line, machine.memory or MEMORY, modules), 0), *rows]
    loaded += [(module.address, module.data, 0) for module in modules]
    rom.write_bytes(_rom(boot.image, entry, loaded, machine.cpus))
    return ["romimage: file=rom"]


class _Module(NamedTuple):
    """A file of the program, and where in memory it will lie."""

    address: int
    data: bytes
    text: bytes


def _modules(files: Sequence[GivenFile], end: int) -> list[_Module]:
    """The files in the pages behind the image, which ends there."""
    modules = []
    for file in files:
        address = -(-end // 4096) * 4096
        modules.append(_Module(address, file.path.read_bytes(), os.fsencode(plain_word(file.name))))
        end = address + len(modules[-1].data)
    return modules


def _rom(image: Path, entry: int, rows: Sequence[tuple[int, bytes, int]], cpus: int) -> bytes:
    """All that is to be loaded, in front of the code that puts it into memory; the layout is in bochs_rom.S."""
    head_size = 12 + 16 * len(rows)
    loader = _loader()
    tables_at = (MEGABYTE - len(loader) - 4 - 16 - TABLE_HEAD - CPU_ENTRY * cpus) & ~15  # the ROM's end is also that of the first megabyte
    tables = _cpu_tables(cpus, tables_at).ljust(MEGABYTE - tables_at - len(loader) - 4, b"\0")
    used = head_size + sum(len(data) for _, data, _ in rows) + len(tables) + 4 + len(loader)
    size = max(1 << 17, 1 << (used - 1).bit_length())  # Bochs wants a power of two
    if size > LARGEST_ROM:
        raise CommandError(f"{image} has {used >> 10} KB to load with its files, and Bochs' ROM holds {LARGEST_ROM >> 10}")
    start_address = (1 << 32) - size
    head, content = struct.pack("<3I", len(rows), INFORMATION, entry), b""
    for address, data, zeros in rows:
        head += struct.pack("<4I", address, start_address + head_size + len(content), len(data), zeros)
        content += data
    return (head + content).ljust(size - len(tables) - 4 - len(loader), b"\0") + tables + struct.pack("<I", start_address) + loader


def _cpu_tables(cpus: int, at: int) -> bytes:
    """The CPU tables of a BIOS, as they will lie at that address. Intel's MultiProcessor Specification 1.4, chapter 4."""
    pointer = struct.pack("<4sI4B4x", b"_MP_", at + 16, 1, 4, 0, 0)
    entries = b"".join(struct.pack("<4B16x", 0, number, 0x14, 1 if number else 3) for number in range(cpus))
    head = struct.pack("<4sH2B8s12sI2H2I", b"PCMP", TABLE_HEAD + len(entries), 4, 0, b"TRAPLINE", b"BOCHS", 0, 0, cpus, LAPIC, 0)
    return _with_sum(pointer, 10) + _with_sum(head + entries, 7)


def _with_sum(table: bytes, place: int) -> bytes:
    """The table with the byte at its place that makes the sum of all bytes 0."""
    return table[:place] + bytes([-sum(table) % 256]) + table[place + 1:]


def _information(command_line: bytes, memory: int, modules: Sequence[_Module]) -> bytes:
    """A Multiboot loader's information for an image, as it will lie at its address. Multiboot Specification 0.6.96, section 3.3."""
    end = min(memory << 20, 0xC0000000)  # above, Bochs has devices
    stretches = ((0, 0xA0000), (1 << 20, end - (1 << 20)))
    memory_map = b"".join(struct.pack("<IQQI", 20, start, length, AVAILABLE) for start, length in stretches)
    fixed = "<I2I I I 2I 4I 2I 2I I I"
    map_at = INFORMATION + struct.calcsize(fixed)
    command_at = map_at + len(memory_map)
    name_at = command_at + len(command_line) + 1
    modules_at = name_at + len(LOADER_NAME)
    text_at = modules_at + 16 * len(modules)
    table, texts = b"", b""
    for module in modules:
        table += struct.pack("<4I", module.address, module.address + len(module.data), text_at + len(texts), 0)
        texts += module.text + b"\0"
    flags = HAS_MEMORY | HAS_COMMAND_LINE | HAS_MODULES | HAS_MEMORY_MAP | HAS_LOADER_NAME
    return struct.pack(fixed, flags, 0xA0000 >> 10, (end >> 10) - 1024, 0, command_at, len(modules), modules_at, 0, 0, 0, 0,
                       len(memory_map), map_at, 0, 0, 0, name_at) + memory_map + command_line + b"\0" + LOADER_NAME + table + texts


def _loader() -> bytes:
    """The code, made anew when its source has changed."""
    code = BUILD / "bochs_rom"
    if not code.exists() or code.stat().st_mtime < LOADER.stat().st_mtime:
        make([str(code.relative_to(BUILD_ROOT))], "gcc", False, "building Bochs' ROM", "Bochs' ROM does not build")
    return code.read_bytes()
