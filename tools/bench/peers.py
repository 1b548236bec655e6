"""The libraries of the native comparison: packages for i386, unpacked into build/peers and nowhere else.

apt fetches them with lists and settings of its own below that folder. Nothing of the host changes, and its own
architecture does not matter.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Optional, Sequence

from build_folder import BUILD
from console import say

PEERS = BUILD / "peers"
# By the name that the comparison has: the package, and the file in it that is wanted.
PACKAGES = {
    "boost": ("libboost-context-dev", "libboost_context.a"),
    "pcl": ("libpcl1-dev", "libpcl.a"),
    "st": ("libst-dev", "libst.a"),
    "pth": ("libpth-dev", "libpth.a"),
}
FETCH_SECONDS = 120.0

SETTINGS = """
APT::Architecture "i386";
APT::Architectures { "i386"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::http::Timeout "20";
Acquire::Retries "1";
Dir::State::lists "%(folder)s/lists";
Dir::State::status "/dev/null";
Dir::Cache "%(folder)s/cache";
"""


def is_there(name: str) -> bool:
    _, wanted = PACKAGES[name]
    return any((PEERS / "root" / "usr" / "lib").rglob(wanted))


def versions() -> dict[str, str]:
    """The package and version of each library that is there."""
    return {name: _note(name).read_text().strip() if _note(name).exists() else f"{PACKAGES[name][0]}, version unknown"
            for name in PACKAGES if is_there(name)}


def _note(name: str) -> Path:
    return PEERS / f"{name}.version"


def fetch() -> dict[str, str]:
    """Fetches missing libraries. Returns the reason, as text, for each that cannot be had."""
    missing = [name for name in PACKAGES if not (is_there(name) and _note(name).exists())]
    if not missing:
        return {}
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return {name: f"no apt-get here to fetch {PACKAGES[name][0]} for i386" for name in missing if not is_there(name)}
    say(f"fetching {', '.join(PACKAGES[name][0] for name in missing)} for i386 into build/peers ...")
    (PEERS / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (PEERS / "cache" / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    (PEERS / "apt.conf").write_text(SETTINGS % {"folder": PEERS})
    _apt(["apt-get", "-q", "update"])  # one list of several may fail, and the others do
    reasons = {name: _fetch_one(name) for name in missing}
    return {name: reason for name, reason in reasons.items() if reason and not is_there(name)}


def _fetch_one(name: str) -> Optional[str]:
    package, wanted = PACKAGES[name]
    real = _providing(package)
    done, words = _apt(["apt-get", "-q", "download", f"{real}:i386"])
    archive = next(PEERS.glob(f"{real}_*.deb"), None)
    if not done or not archive:
        complaint = next((line[3:] for line in words.splitlines() if line.startswith("E: ")), "apt-get gives no reason")
        return f"{package} for i386 cannot be had: {complaint}"
    if subprocess.run(["dpkg-deb", "-x", str(archive), str(PEERS / "root")], stderr=subprocess.DEVNULL).returncode:
        return f"{archive.name} cannot be unpacked"
    version = subprocess.run(["dpkg-deb", "-f", str(archive), "Version"], stdout=subprocess.PIPE, text=True).stdout.strip()
    _note(name).write_text(f"{real} {version}\n")
    archive.unlink()
    return None if is_there(name) else f"{package} for i386 has no {wanted}"


def _providing(package: str) -> str:
    """The package itself, or the one with a version in its name that it merely names."""
    _, words = _apt(["apt-cache", "depends", f"{package}:i386"])
    stem = package.removesuffix("-dev")
    match = re.search(rf"Depends: ({re.escape(stem)}[\d.]+-dev)", words)
    return match[1] if match else package


def _apt(command: Sequence[str]) -> tuple[bool, str]:
    """Runs one of apt's commands with our settings. Returns whether it succeeded, and its output."""
    environment = {**os.environ, "APT_CONFIG": str(PEERS / "apt.conf"), "LC_ALL": "C"}
    try:
        done = subprocess.run(command, cwd=PEERS, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=FETCH_SECONDS)
    except subprocess.TimeoutExpired:
        return False, f"E: {command[0]} took more than {FETCH_SECONDS:g} seconds"
    return done.returncode == 0, done.stdout
