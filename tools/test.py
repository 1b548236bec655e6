"""`trapline test`: builds every image in every variant and runs all tests under prove."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Sequence

from build import make
from command import enter
from console import CommandError, count, nearest, say
from options import Option, Usage, one_of, parse, whole_number
from programs import ROOT, test_files
from testing.variants import Variant, all_variants

VARIANT_FILES = ROOT / "build" / "t"
# What a test is taken to last before it has run once; Bochs boots slowly, scripts start many runs.
GUESSED_SECONDS = {"script": 60.0, "bochs": 30.0, "qemu": 1.0}

USAGE = Usage(
    "test",
    "[NAMES...] [options]",
    """
Builds and runs every test, or those whose names hold one of NAMES. What failed leaves its output
in build/logs/.""",
    (
        Option("--cc", "gcc, clang or all (default): the compilers whose images are tested", "WHICH", one_of("gcc", "clang", "all"), "all"),
        Option("--jobs", f"tests at the same time (default: the CPUs, {os.cpu_count()})", "N", whole_number(1, 256), os.cpu_count() or 1),
        Option("--verbose", "show every claim"),
        Option("--list", "name the tests, run none"),
    ),
    "The tests are in the folders of tests/: images (.c), whose first comment says how they are run, and scripts (.t).",
)


def scripts() -> dict[str, Path]:
    return {path.stem: path for path in test_files("*.t")}


def chosen(names: Sequence[str], known: Sequence[str]) -> list[str]:
    """The known tests that hold one of the names, all when there are none. Raises CommandError for one that none holds."""
    for name in names:
        if not any(name and name in test for test in known):
            short = {test.split(".")[0] for test in known}
            raise CommandError(f'no test is called "{name}"{nearest(name, [*known, *short])} (./trapline test --list shows all)')
    return [test for test in known if not names or any(name in test for name in names)]


def build_images(variants: Sequence[Variant], everything: bool) -> None:
    """One make for each kind of build that the variants take. The scripts need the examples."""
    kinds = sorted({(variant.compiler, variant.checked) for variant in variants})
    for compiler, checked in kinds or [("gcc", False)]:
        images = sorted({v.image for v in variants if (v.compiler, v.checked) == (compiler, checked)})
        label = f"{count(len(images), 'image')} with {compiler}{', checking' if checked else ''}"
        whole = everything and not checked
        make([] if whole else images, compiler, checked, f"building {label}", f"the build with {compiler} failed")


def lasting(name: str, variants: dict[str, Variant]) -> float:
    """How long the test took last time, or is guessed to take."""
    try:
        return float((VARIANT_FILES / f"{name}.seconds").read_text())
    except (OSError, ValueError):
        return GUESSED_SECONDS[variants[name].emulator if name in variants else "script"]


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    variants = {v.name: v for v in all_variants() if line["cc"] in ("all", v.compiler)}
    names = chosen(line.operands, [*variants, *scripts()])
    if line["list"]:
        print("\n".join(names))
        return 0

    wanted = [variants[name] for name in names if name in variants]
    build_images(wanted, everything=not line.operands or any(name in scripts() for name in names))

    VARIANT_FILES.mkdir(parents=True, exist_ok=True)
    for old in VARIANT_FILES.glob("*.t"):
        old.unlink()
    for variant in wanted:
        variant.save(VARIANT_FILES / f"{variant.name}.t")
    files = [str((scripts().get(name) or VARIANT_FILES / f"{name}.t").relative_to(ROOT))
             for name in sorted(names, key=lambda name: lasting(name, variants), reverse=True)]
    if not line.operands:
        shutil.rmtree(ROOT / "build" / "logs", ignore_errors=True)
    say(f"running {count(len(files), 'test')}, {line['jobs']} at a time")
    runner = shlex.join([sys.executable, "tools/test_one.py"])
    command = ["prove", f"--jobs={line['jobs']}", "--exec", runner, *(["--verbose"] if line["verbose"] else []), *files]
    return _call_prove(command)


def _call_prove(command: Sequence[str]) -> int:
    """prove's exit status. On Ctrl-C prove and the tests under it get the signal too, and are waited for."""
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL) as process:
        try:
            return 1 if process.wait() else 0
        except BaseException:
            process.terminate()
            raise


if __name__ == "__main__":
    enter(main)
