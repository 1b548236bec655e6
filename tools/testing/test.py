"""`trapline test`: builds the images that are tested and runs the tests under prove."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Optional, Sequence

import forms
from build.build import make
from build_folder import BUILD, BUILD_ROOT, save
from console import CommandError, count, nearest, say
from options import CommandLine, Option, Usage, one_of, parse, whole_number
from programs import ROOT, test_files
from testing import parts, report
from testing.again import Failures
from testing.judge import judge
from testing.load import busy
from testing.progress import Progress
from testing.result import Result
from testing.suite import Suite, Test, places
from testing.times import Building, table
from testing.variants import Variant, all_variants

DURATIONS = BUILD / "tests.json"
JOBS = (os.cpu_count() or 1) + 2  # two more than the CPUs, because tests wait for a third of their time
# A test is taken to last as long before it has run once. Scripts start many runs.
GUESSED_SECONDS = {"script": 20.0, "bochs": 1.5, "qemu": 1.0}

USAGE = Usage(
    "test",
    "[NAMES...] [options]",
    """
Builds and runs the tests of every day; with --all, all tests there are; with NAMES, all that
have one of them in their names. A test that fails leaves its output in build/logs/, and is run
again twice, alone: if it passes then, it counts as passed, and is named at the end.""",
    (
        Option("--all", "run also the parts that are left out every day (see below)"),
        Option("--cc", "gcc or clang: of the images, only those of this compiler", "COMPILER", one_of("gcc", "clang")),
        Option("--jobs", f"tests at the same time (default: two more than the CPUs, {JOBS})", "N", whole_number(1, 256), JOBS),
        Option("--verbose", "show every claim"),
        Option("--strict", "a test that failed and then passed counts as failed"),
        Option("--repeat", "run each test N times, while every CPU is kept busy: finds tests that fail by chance", "N", whole_number(1, 10000)),
        Option("--schedules", "run each of these images by N schedules, 1r to Nr (one CPU, QEMU); with --smp by 1 to N", "N", whole_number(1, 100000)),
        Option("--smp", "the schedules are for so many CPUs (Bochs)", "CPUS", whole_number(2, 8)),
        Option("--times", "show where the time goes, and the slowest tests"),
        Option("--list", "name the tests, run none"),
    ),
    f"""
{parts.described()}

The tests are in the folders of tests/: images (.c), whose first comment says how they are run, and
scripts (.t). Exit status: 0 when all passed, 1 when a test failed, 2 when nothing could be run.""",
)


def chosen(names: Sequence[str], known: Sequence[str]) -> list[str]:
    """The known tests that hold one of the names. Raises CommandError for one that none holds."""
    for name in names:
        if not any(name and name in test for test in known):
            short = {test.split(".")[0] for test in known}
            raise CommandError(f'no test is called "{name}"{nearest(name, [*known, *short])} (./trapline test --list --all shows all)')
    return [test for test in known if any(name in test for name in names)]


def build_images(variants: Sequence[Variant], everything: bool, building: Building) -> None:
    """One make for each kind of build that the variants take. The scripts need the examples."""
    kinds = sorted({(variant.compiler, variant.checked) for variant in variants})
    for compiler, checked in kinds or [("gcc", False)]:
        images = sorted({v.image for v in variants if (v.compiler, v.checked) == (compiler, checked)})
        whole = everything and not checked
        label = f"{'all images' if whole else count(len(images), 'image')} with {compiler}{', checking' if checked else ''}"
        with building.measured(label, len(images)):
            make([] if whole else images, compiler, checked, f"building {label}", f"the build with {compiler} failed")


def durations() -> dict[str, float]:
    """How long each test lasted when it passed last."""
    try:
        kept = forms.parsed(DURATIONS.read_text())
    except (OSError, ValueError):
        kept = None
    return kept if forms.fits(kept, {str: float}) else {}


def keep(lasted: dict[str, float]) -> None:
    """Without it the next run begins its tests in another order."""
    try:
        save(DURATIONS, lasted)
    except OSError as problem:
        say(f"how long the tests last could not be kept: {problem.strerror}")


def known_tests(line: CommandLine) -> tuple[dict[str, Variant], dict[str, Path]]:
    """The variants of images, and the scripts."""
    return {v.name: v for v in all_variants() if line["cc"] in (None, v.compiler)}, {path.stem: path for path in test_files("*.t")}


def check(line: CommandLine) -> None:
    """Raises CommandError for words that mean no test."""
    variants, scripts = known_tests(line)
    chosen(line.operands, [*variants, *scripts])


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    if BUILD_ROOT != ROOT:
        raise CommandError(f"the tests run only where the checkout itself can be written, and images are built in {BUILD_ROOT}")
    if line["smp"] and not line["schedules"]:
        raise CommandError("--smp says on how many CPUs schedules run; give --schedules, too")
    variants, scripts = known_tests(line)
    known: dict[str, Test] = {**variants, **scripts}
    everyday = not line["all"]
    if line.operands:
        names = chosen(line.operands, list(known))
    else:
        names = [name for name in known if not everyday or parts.is_everyday(name, variants.get(name), line["cc"])]
    if line["list"]:
        print("\n".join(names))
        return 0

    wanted = [variants[name] for name in names if name in variants]
    building = Building()
    build_images(wanted, not line.operands or any(name in scripts for name in names), building)
    lasted = durations()

    def expected(name: str) -> float:
        kind = variants[name].emulator if name in variants else "script"
        return lasted.get(name, GUESSED_SECONDS[kind])

    if not line.operands:
        shutil.rmtree(report.LOGS, ignore_errors=True)
    # Tests that take most of the jobs come first, so that few jobs are left free. The longest of them begin.
    ordered = sorted(names, key=lambda name: (places(known[name], line["jobs"]), expected(name)), reverse=True)
    tests = repeated({name: known[name] for name in ordered}, line["repeat"])
    if line["schedules"]:
        tests = scheduled(tests, line["schedules"], line["smp"] or 1)
    say(f"running {count(len(tests), 'test')}, {line['jobs']} at a time")
    failures = Failures()

    def ended(result: Result) -> None:
        if not result.passed:
            failures.keep(result)
        elif result.name in known:
            lasted[result.name] = result.seconds

    with tempfile.TemporaryDirectory(prefix="trapline-") as folder:
        suite = Suite(tests, everyday, Path(folder))
        try:
            with busy() if line["repeat"] else contextlib.nullcontext():
                results = suite.run(tests, line["jobs"], Progress(len(tests), line["verbose"]), ended)
        finally:
            keep(lasted)
        if line["times"]:
            print(table(building, tests, results))
        if not line["repeat"]:
            results = failures.try_again(suite, results, line["strict"])
        for text in failures.by_chance:
            print(text)
        return judge(results)


def repeated(tests: dict[str, Test], times: Optional[int]) -> dict[str, Test]:
    """Each test as many times, each time under a name of its own; without a number as they are."""
    if times is None:
        return tests
    return {again: replace(test, name=again) if isinstance(test, Variant) else test
            for number in range(1, times + 1) for name, test in tests.items() for again in [f"{name}#{number}"]}


def can_be_scheduled(test: Test, cpus: int) -> bool:
    return (isinstance(test, Variant) and test.emulator == "qemu" and test.smp in (1, cpus) and not test.iso and test.schedule is None
            and (cpus == 1 or not test.cpu))  # the machine of several CPUs has others


def scheduled(tests: dict[str, Test], seeds: int, cpus: int) -> dict[str, Test]:
    """Each image's run by as many schedules, each under a name that ends in it. Raises CommandError where there is none."""
    on = "one CPU" if cpus == 1 else f"{cpus} CPUs"
    fitting = {name: test for name, test in tests.items() if can_be_scheduled(test, cpus)}
    if not fitting:
        raise CommandError(f"a schedule is for an image's run on {on}, and of these tests none is one")
    if left := len(tests) - len(fitting):
        say(f"{count(left, 'test')} left out: a schedule is for an image's run on {on}{', under QEMU' if cpus == 1 else ''}")
    kind = "r" if cpus == 1 else ""  # most of what is tested is the runtime's code
    return {again: replace(test, name=again, schedule=f"{seed}{kind}", smp=cpus)
            for seed in range(1, seeds + 1) for name, test in fitting.items() if isinstance(test, Variant) for again in [f"{name}.schedule-{seed}{kind}"]}
