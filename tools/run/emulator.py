"""A running emulator: how it is started, connected and stopped; and QEMU's command line. Bochs' is in bochs.py.

Either way the tool holds one stream each for the two serial ports. QEMU gets them as inherited
sockets; Bochs, which cannot inherit, connects to two ports of the loopback interface.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Iterator, Optional, Sequence

from child_processes import launch, stop
from console import CommandError, nearest
from run import bochs, grub
from run.machine import Boot, Disc, Machine


class Session:
    """A running emulator. A context manager: leaving it ends the emulator and removes its folder. QEMU has a debugger and a monitor
    where it waits for them."""

    def __init__(self, process: subprocess.Popen, console: socket.socket, events: socket.socket, folder: tempfile.TemporaryDirectory,
                 debugger: Optional[socket.socket] = None, monitor: Optional[socket.socket] = None) -> None:
        self.process = process
        self.console, self.events = console, events
        self.folder = folder
        self._debugger, self._monitor = debugger, monitor
        self.started = time.monotonic()

    @property
    def debugger(self) -> socket.socket:
        """The way to QEMU's gdb stub, of a machine that is steered."""
        assert self._debugger
        return self._debugger

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.console, self.events, self._debugger, self._monitor):
            if stream:
                stream.close()  # first: it may wait for somebody to read
        stop(self.process)
        self.folder.cleanup()

    def trace(self) -> Path:
        """The file in which a steered QEMU writes down instructions when it is told to."""
        return Path(self.folder.name, "image", "trace")

    def complaint(self) -> str:
        """The emulator's own last message, in one line; empty if it has none."""
        lines = self._log()
        panics = [line.split(">>PANIC<<")[1].strip() for line in lines if ">>PANIC<<" in line]
        if panics:
            return panics[-1]
        spoken = [re.sub(r"^qemu-system-\w+: (-\w+ .*?: )?", "", line) for line in lines if line.startswith("qemu-system")]
        return next((line for line in spoken if "warning:" not in line and "terminating on signal" not in line), "")

    def crash(self) -> str:
        """The name of the signal by which the emulator has ended itself; empty if it has not."""
        number = -(self.process.poll() or 0)
        return signal.Signals(number).name if number > 0 else ""

    def last_words(self) -> str:
        """The last line of its log, by any writer."""
        return next((line.strip() for line in reversed(self._log()) if line.strip()), "it said nothing")

    def _log(self) -> list[str]:
        log = Path(self.folder.name, "log")
        return log.read_text(errors="replace").splitlines() if log.exists() else []


def start(machine: Machine, boot: Boot | Disc) -> Session:
    """Starts the emulator. Raises CommandError when it cannot."""
    folder = tempfile.TemporaryDirectory(prefix="trapline-")
    try:
        starter = _start_qemu if machine.emulator == "qemu" else bochs.start
        process, console, events, *others = starter(machine, boot, Path(folder.name))
    except BaseException:
        folder.cleanup()
        raise
    return Session(process, console, events, folder, *others)


# ---------------------------------------------------------------- QEMU

QEMU_MEMORY = 128  # megabytes, where none are asked for
LONGEST_NAME = 255  # bytes of a file's
START_SECONDS = 60.0  # until QEMU's monitor speaks
CPU_QUESTIONS = ("help", "?")  # QEMU answers these with a list and ends well


def _start_qemu(machine: Machine, boot: Boot | Disc, folder: Path):
    if machine.cpu in CPU_QUESTIONS:
        raise unknown_qemu_cpu(machine.cpu)
    names = ["com1", "com2"] + (["gdb"] if machine.is_steered else []) + (["monitor"] if machine.waits_for_host else [])
    pairs = [socket.socketpair() for _ in names]
    ours = {name: pair[0] for name, pair in zip(names, pairs)}
    its = [pair[1] for pair in pairs]
    place = folder / "image"  # apart from our own files: a program may be named as one of them
    place.mkdir()
    command = ["qemu-system-i386", *_qemu_options(machine), *_qemu_boot(boot, place)]
    for name, end in zip(names, its):
        command += ["-chardev", f"socket,id={name},fd={end.fileno()}"]
    command += ["-serial", "chardev:com1", "-serial", "chardev:com2"]
    if machine.fast_console:
        # A second way into the same two streams, for output alone. It takes pages where a serial port takes bytes.
        fast = ("console", "events")
        command += ["-device", f"virtio-serial-pci,disable-modern=on,ioeventfd=off,vectors=0,max_ports={len(fast) + 1}"]
        for number, name in enumerate(fast, 1):
            second = its[number - 1].dup()
            its.append(second)
            command += ["-chardev", f"socket,id={name},fd={second.fileno()}", "-device", f"virtserialport,nr={number},chardev={name}"]
    if machine.is_steered:
        command += ["-S", "-gdb", "chardev:gdb", "-D", "trace"]
    if machine.waits_for_host:
        command += ["-S", "-mon", "chardev=monitor"]
    process = launch([*_one_core(machine), *command], folder, place, [end.fileno() for end in its])
    if machine.waits_for_host:
        _hold_while_full(its, ours["monitor"], machine.gdb_port is None and not machine.is_steered)
    for end in its:
        end.close()
    return process, ours["com1"], ours["com2"], ours.get("gdb"), ours.get("monitor")


def _hold_while_full(its: Sequence[socket.socket], monitor: socket.socket, starts: bool) -> None:
    """Sets up QEMU's ends of the streams, and then starts the machine. As QEMU sets them up, the machine waits while a stream is full, for
    as many instructions as the host takes; now QEMU stops instead, and with it the machine's time. A machine that says nothing is left to
    the run's own limit."""
    monitor.settimeout(START_SECONDS)
    with contextlib.suppress(BrokenPipeError, TimeoutError):  # it has ended with a complaint, or hangs
        if monitor.recv(1):  # it has set them up
            for end in its:
                end.setblocking(True)
            if starts:
                monitor.sendall(b"cont\n")


def _one_core(machine: Machine) -> list[str]:
    """The words before QEMU where it counts the instructions of several CPUs. It runs one CPU at a time, but two of its own
    threads may serve a timer, and on two cores of the host chance decides which does."""
    if not machine.counts_exactly or machine.cpus == 1 or not shutil.which("taskset"):
        return []
    return ["taskset", "-c", str(random.choice(sorted(os.sched_getaffinity(0))))]


def _qemu_options(machine: Machine) -> list[str]:
    options = ["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]
    options += ["-device", "isa-debug-exit,iobase=0x501,iosize=2"]
    if machine.cpu:
        options += ["-cpu", machine.cpu]
    if machine.memory:
        options += ["-m", f"{machine.memory}M"]
    if machine.cpus > 1:
        options += ["-smp", str(machine.cpus)]
    if machine.tape:
        mode = "replay" if machine.tape.is_played else "record"
        options += ["-icount", f"shift=0,rr={mode},rrfile={_plain_path(machine.tape.log)}"]
        # To load the state of the interrupt controller's vapic, QEMU would wait for the CPU, and that for QEMU.
        options += ["-drive", f"file={_plain_path(machine.tape.states)},if=none,id=states", "-global", "apic.vapic=off"]
    elif machine.virtual_time:
        # A nanosecond an instruction, and no waiting while all is idle. But where it stops for a debugger, not to wait
        # would take it to the next tick at each stop.
        options += ["-icount", f"shift=0,sleep={'off' if machine.counts_exactly else 'on'}"]
    if machine.date or machine.virtual_time or machine.tape:
        # The calendar clock keeps the machine's own time, so that two runs see the same.
        base = machine.date.strftime("base=%Y-%m-%dT%H:%M:%S,") if machine.date else ""
        options += ["-rtc", f"{base}clock=vm"]
    if machine.gdb_port:
        options += ["-S", "-gdb", f"tcp:127.0.0.1:{machine.gdb_port}"]
    return options


def _plain_path(path: Path) -> str:
    """A path as QEMU's options take it."""
    return str(path).replace(",", ",,")


def _qemu_boot(boot: Boot | Disc, place: Path) -> list[str]:
    if isinstance(boot, Disc):  # with a screen, because GRUB complains where there is none
        return ["-drive", f"file={_plain_path(boot.path)},media=cdrom,format=raw", "-boot", "d", "-vga", "std"]
    # QEMU makes the file's name, as given, the command line's first word; so the image gets a name that is one, in quotes if need be.
    plain = re.sub(r"[^\w.+-]|^\.+$", "_", boot.words[0])
    quoted = grub.plain_word(boot.words[0])
    name = plain if "/" in quoted or len(os.fsencode(quoted)) > LONGEST_NAME or set(quoted) <= {"."} else quoted
    (place / name).symlink_to(boot.image.resolve())
    # The firmware is the small one, which does nothing but boot a kernel: it takes a third of the time that QEMU's own does.
    options = ["-bios", "qboot.rom", "-kernel", name, "-append", " ".join(map(grub.plain_word, boot.words[1:]))]
    return options + (["-initrd", ",".join(_qemu_modules(boot, place, plain))] if boot.files else [])


def _qemu_modules(boot: Boot, place: Path, taken: str) -> Iterator[str]:
    """Each file as QEMU takes it: path, blank, the name that the program sees. The path is that of a link, because a path
    with a blank is cut there; a comma inside counts when it is doubled."""
    for number, file in enumerate(boot.files):
        link = f"{taken}.file{number}"
        (place / link).symlink_to(file.path)
        yield f"{link} {grub.plain_word(file.name)}".replace(",", ",,")


def unknown_qemu_cpu(cpu: str) -> CommandError:
    """The error for a CPU that QEMU does not know: the nearest name, and all names."""
    listing = subprocess.run(["qemu-system-i386", "-cpu", "help"], stdout=subprocess.PIPE, text=True).stdout
    # QEMU 7.2 begins each line with x86. 10.0 indents it, as either does the flags that follow.
    models = re.findall(r"^(?:x86)? +(\S+)", listing.partition("Recognized CPUID flags")[0], re.M)
    return CommandError(f'QEMU has no CPU "{cpu}"{nearest(cpu, models)}; it has {", ".join(models)}')
