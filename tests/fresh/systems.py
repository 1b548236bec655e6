"""Fresh systems in a folder, and lines that are typed in them."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from child_processes import leash
from command_rows import ROOT, programs

# The needs of debootstrap: the release, its components, and the script, because the host's may be older than the release.
SYSTEMS = {
    "debian-12": ("bookworm", "main", "sid"),
    "debian-13": ("trixie", "main", "sid"),
    "ubuntu-24.04": ("noble", "main,universe", "gutsy"),
    "ubuntu-26.04": ("resolute", "main,universe", "gutsy"),
}
INSTALLED = "git,ca-certificates,sudo"
CERTIFICATES = Path("usr/local/share/ca-certificates")  # of the host's own network, which npm meets
SYSTEM_SECONDS = 3600.0

# In namespaces of its own: the system's folder, that of its packages, and a command. Its processes and mounts end with it.
ENTER = """
mount -t proc proc "$1/proc"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts"
mount --bind "$2" "$1/var/cache/apt/archives"
shift 2
"$@" || exit
"""


class Failed(Exception):
    """The output of a command, and in the last line how it ended."""


@dataclass
class User:
    number: int
    home: str
    path: str


USERS = {
    "root": User(0, "/root", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"),
    "user": User(1000, "/home/user", "/usr/local/bin:/usr/bin:/bin"),
}


def contained(seconds: float, *words: object) -> str:
    """Runs a command in namespaces of its own, for so long at most. Returns what it prints; raises Failed."""
    command = [*leash("KILL"), "unshare", "--mount", "--pid", "--fork", "--kill-child", *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          start_new_session=True) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
            raise Failed(f"{said}\nno end in {seconds:.0f} s") from None
        except BaseException:
            process.kill()
            process.communicate()  # to the end of all that could write
            raise
    if process.returncode:
        raise Failed(f"{said}\nstatus {process.returncode}")
    return said


@dataclass
class System:
    folder: Path
    debs: Path

    def types(self, user: User, line: str, seconds: float, place: str = ".") -> str:
        """Types a line below the user's home. Returns what it prints; raises Failed."""
        inside = ["env", "-i", f"HOME={user.home}", f"PATH={user.path}", "TERM=dumb", "bash", "-c", f"cd ~/{place} || exit\n{line}"]
        return contained(seconds, "sh", "-ec", ENTER, "sh", self.folder, self.debs, "chroot", f"--userspec={user.number}:{user.number}",
                         self.folder, *inside)

    def copy(self, folder: Path) -> System:
        subprocess.run(["cp", "-a", self.folder, folder], check=True)
        return System(folder, self.debs)

    def clone(self, user: User) -> None:
        """The things that the documents take for granted: the clone, and programs of one's own in it."""
        self.types(user, "git clone -q /trapline.bundle trapline", SYSTEM_SECONDS)
        tree = self.folder / user.home[1:] / "trapline"
        for name, text in programs().items():
            (tree / name).write_text(text)
        shutil.copytree(ROOT / "tests/fresh/files", tree, dirs_exist_ok=True)


def made(name: str, mirror: str, folder: Path, debs: Path) -> System:
    """A fresh system in this folder. Raises Failed."""
    release, components, script = SYSTEMS[name]
    debs.mkdir(parents=True, exist_ok=True)
    contained(SYSTEM_SECONDS, "debootstrap", "--variant=minbase", f"--include={INSTALLED}", f"--components={components}",
              f"--cache-dir={debs}", release, folder, mirror, script)
    (folder / "etc/hosts").write_text(f"127.0.0.1 localhost {(folder / 'etc/hostname').read_text()}")
    (folder / "etc/sudoers.d/user").write_text("user ALL=(ALL) NOPASSWD: ALL\n")
    for certificate in ("/" / CERTIFICATES).glob("*.crt"):
        shutil.copy(certificate, folder / CERTIFICATES)
    subprocess.run(["git", "-C", ROOT, "bundle", "create", "-q", folder / "trapline.bundle", "HEAD"], check=True)
    (folder / "trapline.bundle").chmod(0o644)
    system = System(folder, debs)
    system.types(USERS["root"], "update-ca-certificates && (! id ubuntu || userdel -r ubuntu) && useradd -u 1000 -m -s /bin/bash user",
                 SYSTEM_SECONDS)
    return system
