"""The parts of every run of the suite, and those that only `./trapline test --all` runs."""

from __future__ import annotations

from typing import Optional

from testing.variants import Variant

# The parts that are left to --all, with reasons. A script learns these words from LEAVE_OUT; left alone it tries all.
ONLY_ALL = {
    "clang": "the second compiler: other registers, frames and inlining under the same claims",
    "levels": "the other levels of optimisation: as with the second compiler",
    "bochs": "the second machine: the claims about the CPU, where an emulator could be wrong",
    "long": "more rounds of races, more random programs, new ones in each run; what has a million threads or uses up all addresses",
    "lint": "clang-format, cppcheck, mypy, pyflakes and shellcheck, which read the sources and run nothing",
    "browser": "the pages for a browser, which take Chromium and npm's packages",
    "tools": "setup, needs, build, new, iso, bench, this harness, and what commands refuse: what an image does never depends on them",
    "course": "the course's pages and exercises, typed line by line: what they show of the runtime is claimed every day",
}
# The tests that belong to such a part as a whole.
WHOLE_TESTS = {
    "page": "browser",
    "page_screens": "browser",
    "setup": "tools",
    "needs": "tools",
    "command_test": "tools",
    "command_usage": "tools",
    "damaged_random": "tools",
    "refusals": "tools",
    "course": "course",
    "quiz": "course",
    "build": "tools",
    "new": "tools",
    "command_iso": "tools",
    "command_bench": "tools",
    "web": "browser",
    "kernel_cpus-million": "long",
    "kernel_cpus_translations-long": "long",
    "memory_pages-long": "long",
    "ring3_unmapped-long": "long",
    "thread_races-long": "long",
    "thread_races-long-2": "long",
    "thread_stepped_locks-long": "long",
    "thread_stepped_locks-long-2": "long",
    "thread_stepped_locks-long-ring3": "long",
    "thread_stepped_objects-long": "long",
    "thread_stepped_objects-long-ring3": "long",
    "thread_stepped_values-long": "long",
    "thread_stepped_values-long-2": "long",
    "thread_stepped_values-long-ring3": "long",
    "thread_stress-long": "long",
    "thread_stress-long-2": "long",
    "thread_vectored-long": "long",
    "ums_costs": "tools",
    "ums_cpus-long": "long",
    "ums_cpus_races-long": "long",
    "ums_many-50000": "long",
    "ums_many-4-50000": "long",
    "ums_many-ring3-50000": "long",
    "ums_forged-long-ring3": "long",
    "ums_races-long": "long",
    "ums_races_end-long": "long",
    "ums_schedulers_end-long": "long",
    "ums_stepped-long": "long",
    "ums_stepped-long-ring3": "long",
    "uthread_million-million": "long",
    "uthread_model-long": "long",
    "uthread_thread_count-addresses": "long",
}

# How many random programs or cases a run without "long" has. Otherwise the scripts' own numbers hold.
FEWER = {
    "windows_locks_host": 20000,
    "kernel_cpu_tables": 2000,
    "seh_model": 600,
    "uthread_objects_model": 400,
    "thread_model": 600,
    "ums_model": 600,
    "lib_compare": 10000,
    "lib_printf_host": 1000,
    "damaged_random": 150,
}


def is_everyday(name: str, variant: Optional[Variant], compiler: Optional[str]) -> bool:
    """Whether every run has the test, or every run with this compiler. A script has no variant."""
    if name.split(".")[0] in WHOLE_TESTS:
        return False
    return variant is None or (variant.compiler == (compiler or "gcc") and variant.emulator == "qemu")


def environment(script: str, everyday: bool) -> dict[str, str]:
    """The variables that tell a script what to leave out."""
    if not everyday:
        return {"LEAVE_OUT": ""}
    counts = {"COUNT": str(FEWER[script])} if script in FEWER else {}
    return {"LEAVE_OUT": " ".join(ONLY_ALL), **counts}


def described() -> str:
    rows = [f"  {part:<7} {reason}" for part, reason in ONLY_ALL.items()]
    return "\n".join(["Only --all runs these parts, for these reasons:", *rows])
