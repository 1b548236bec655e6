"""The two emulators: their command lines, how they are started, connected and stopped.

Either way the tool holds one stream each for the two serial ports. QEMU gets them as inherited
sockets; Bochs, which cannot inherit, connects to two ports of the loopback interface.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional, Sequence

import grub
from console import CommandError, nearest
from leash import leash

BOCHS_CPU = "core2_penryn_t9600"  # the plainest of its models that has SSE3 and every trap of ours
# QEMU's names for machines of which Bochs has a like one. It has nothing older than a Pentium.
BOCHS_CPUS = {"pentium": "pentium", "pentium2": "p2_klamath", "pentium3": "p3_katmai", "max": "corei7_icelake_u"}
# Instructions a virtual second. Fewer stretch the BIOS's delays less, more give the programs more between two
# ticks; at this rate the way from power-on to main was the shortest measured.
BOCHS_SPEED = 20_000_000
BOCHS_FILES = Path("/usr/share/bochs")
CONNECT_SECONDS = 20.0


@dataclass(frozen=True)
class Machine:
    """The computer to run on. None as CPU or memory is the emulator's own choice."""

    emulator: str = "qemu"
    cpu: Optional[str] = None
    memory: Optional[int] = None  # megabytes
    cpus: int = 1
    virtual_time: bool = False
    gdb_port: Optional[int] = None
    is_steered: bool = False  # QEMU only: it waits for what tools/steering.py says over Session.debugger


@dataclass(frozen=True)
class Boot:
    """What to boot: an image with its command line, the first word being argv[0]; or a whole disc."""

    image: Optional[Path] = None
    words: Sequence[str] = ()
    disc: Optional[Path] = None


@dataclass
class Session:
    """A running emulator. A context manager: leaving it ends the emulator and removes its folder."""

    process: subprocess.Popen
    console: socket.socket
    events: socket.socket
    folder: tempfile.TemporaryDirectory
    debugger: Optional[socket.socket] = None
    started: float = field(default_factory=time.monotonic)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        _stop(self.process)
        self.console.close()
        self.events.close()
        if self.debugger:
            self.debugger.close()
        self.folder.cleanup()

    def trace(self) -> Path:
        """What a steered QEMU writes down when it is told to."""
        return Path(self.folder.name, "image", "trace")

    def complaint(self) -> str:
        """What the emulator itself said last, if it said anything of its own accord; one line."""
        lines = self._log()
        panics = [line.split(">>PANIC<<")[1].strip() for line in lines if ">>PANIC<<" in line]
        if panics:
            return panics[-1]
        spoken = [re.sub(r"^qemu-system-\w+: (-\w+ .*?: )?", "", line) for line in lines if line.startswith("qemu-system")]
        return next((line for line in spoken if "warning:" not in line and "terminating on signal" not in line), "")

    def last_words(self) -> str:
        """The last line of its log, whoever wrote it."""
        return next((line.strip() for line in reversed(self._log()) if line.strip()), "it said nothing")

    def _log(self) -> list[str]:
        log = Path(self.folder.name, "log")
        return log.read_text(errors="replace").splitlines() if log.exists() else []


def start(machine: Machine, boot: Boot) -> Session:
    """Starts the emulator. Raises CommandError when it cannot."""
    folder = tempfile.TemporaryDirectory(prefix="trapline-")
    try:
        starter = _start_qemu if machine.emulator == "qemu" else _start_bochs
        process, console, events, *debugger = starter(machine, boot, Path(folder.name))
    except BaseException:
        folder.cleanup()
        raise
    return Session(process, console, events, folder, *debugger)


def _launch(command: Sequence[str], folder: Path, place: Path, inherited: Sequence[int] = ()) -> subprocess.Popen:
    """Starts it in `place`, with its log in the folder. A session of its own keeps the terminal's Ctrl-C away from the
    emulator; it dies with this process."""
    # Never through a link: what it leads to is somebody's.
    log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(log, "wb") as log:
        return subprocess.Popen([*leash("KILL"), *command], cwd=place, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                pass_fds=inherited, start_new_session=True)


def _stop(process: subprocess.Popen) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


# ---------------------------------------------------------------- QEMU


def _start_qemu(machine: Machine, boot: Boot, folder: Path):
    names = ["com1", "com2"] + (["gdb"] if machine.is_steered else [])
    ours, its = zip(*(socket.socketpair() for _ in names))
    place = folder / "image"  # apart from our own files: a program may be named as one of them
    place.mkdir()
    command = ["qemu-system-i386", *_qemu_options(machine), *_qemu_boot(boot, place)]
    for name, end in zip(names, its):
        command += ["-chardev", f"socket,id={name},fd={end.fileno()}"]
    command += ["-serial", "chardev:com1", "-serial", "chardev:com2"]
    if machine.is_steered:
        command += ["-S", "-gdb", "chardev:gdb", "-D", "trace"]
    process = _launch(command, folder, place, [end.fileno() for end in its])
    for end in its:
        end.close()
    return process, *ours


def _qemu_options(machine: Machine) -> list[str]:
    options = ["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]
    options += ["-device", "isa-debug-exit,iobase=0x501,iosize=2"]
    if machine.cpu:
        options += ["-cpu", machine.cpu]
    if machine.memory:
        options += ["-m", f"{machine.memory}M"]
    if machine.cpus > 1:
        options += ["-smp", str(machine.cpus)]
    if machine.virtual_time:
        # A nanosecond an instruction, and no waiting while all is idle. But where it stops for a debugger, not to wait
        # would take it to the next tick at each stop.
        options += ["-icount", f"shift=0,sleep={'on' if machine.is_steered else 'off'}"]
    if machine.gdb_port:
        options += ["-S", "-gdb", f"tcp:127.0.0.1:{machine.gdb_port}"]
    return options


def _qemu_boot(boot: Boot, place: Path) -> list[str]:
    if boot.disc:  # with a screen, because GRUB complains where there is none
        return ["-drive", f"file={str(boot.disc).replace(',', ',,')},media=cdrom,format=raw", "-boot", "d", "-vga", "std"]
    # QEMU makes the file's name, as given, the command line's first word; so the image gets a name that is one.
    name = re.sub(r"[^\w.+-]|^\.+$", "_", boot.words[0])
    (place / name).symlink_to(boot.image.resolve())
    return ["-kernel", name, "-append", " ".join(map(grub.plain_word, boot.words[1:]))]


def qemu_cpu_hint(cpu: str) -> str:
    """A suggestion for a CPU that QEMU does not know."""
    listing = subprocess.run(["qemu-system-i386", "-cpu", "help"], stdout=subprocess.PIPE, text=True).stdout
    return nearest(cpu, re.findall(r"^x86 (\S+)", listing, re.M))


# ---------------------------------------------------------------- Bochs


def _start_bochs(machine: Machine, boot: Boot, folder: Path):
    disc = boot.disc or grub.single_image(folder, boot.image, boot.words)
    listeners = [socket.create_server(("127.0.0.1", 0), backlog=1) for _ in range(2)]
    try:
        ports = [listener.getsockname()[1] for listener in listeners]
        (folder / "bochsrc").write_bytes(os.fsencode(_bochs_settings(machine, disc, ports)))
        # Debian's Bochs has its debugger built in: it stops before the first instruction for commands.
        (folder / "commands").write_text("continue\nquit\n")
        process = _launch(["bochs", "-q", "-f", "bochsrc", "-rc", "commands"], folder, folder)
        try:
            console, events = (_accept(listener, process, folder) for listener in listeners)
        except BaseException:
            _stop(process)
            raise
    finally:
        for listener in listeners:
            listener.close()
    return process, console, events


def _bochs_settings(machine: Machine, disc: Path, ports: Sequence[int]) -> str:
    cpu = machine.cpu and BOCHS_CPUS.get(machine.cpu, machine.cpu)
    models = _bochs_models()
    if cpu and cpu not in models:
        raise CommandError(f'Bochs has no CPU "{cpu}"{nearest(cpu, [*BOCHS_CPUS, *models])} (bochs --help cpu shows all)')
    if machine.cpus > 8:
        raise CommandError("Bochs takes at most 8 CPUs")
    return "\n".join([
        f"cpu: model={cpu or BOCHS_CPU}, count={machine.cpus}, ips={BOCHS_SPEED}, reset_on_triple_fault=0",
        "clock: sync=none",  # virtual time: an idle machine leaps to its next interrupt
        # The host's share of the memory is taken block by block as the guest touches it.
        f"memory: guest={machine.memory or 32}, host={min(machine.memory or 32, 512)}",
        f"romimage: file={BOCHS_FILES}/BIOS-bochs-latest",
        f"vgaromimage: file={BOCHS_FILES}/VGABIOS-lgpl-latest",
        'display_library: rfb, options="timeout=0"',  # takes the first free display, needs no terminal
        f'ata0-master: type=cdrom, path="{disc}", status=inserted',
        "boot: cdrom",
        *(f"com{i + 1}: enabled=1, mode=socket-client, dev=127.0.0.1:{port}" for i, port in enumerate(ports)),
        "sound: driver=dummy",
        "speaker: enabled=0",
        "log: log",
        "panic: action=fatal",
        "error: action=report",
        "info: action=ignore",
    ]) + "\n"


def _bochs_models() -> list[str]:
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
                text = (folder / "log").read_text(errors="replace")
                panics = re.findall(r">>PANIC<< (.*)", text)
                raise CommandError(f"Bochs did not start: {panics[-1] if panics else 'it said nothing'}") from None
