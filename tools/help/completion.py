"""`trapline completion bash`: a script that lets the shell complete commands, options, their values and programs."""

from __future__ import annotations

import shlex
from typing import Sequence

from bench.figures import ROWS
from console import CommandError
from course.exercises import exercises, page_of
from help import usages
from options import Chosen, Usage, parse
from programs import examples, test_files

USAGE = Usage(
    "completion",
    "bash",
    """
Prints a script for the shell, by which the tab key completes commands, options, their values, examples
and files.""",
    (),
    """
example:  ./trapline completion bash >~/.local/share/bash-completion/completions/trapline""",
)

SCRIPT = """# Completion of trapline for bash, made by `trapline completion bash`.
_trapline()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]-}} files= ending
    local words=()
    if ((COMP_CWORD == 1)); then
        words=({commands})
    else
        case $command:$before in
{values}
        *)
            case $command in
{operands}
            esac
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "${{words[*]}}" -- "$word")
    for ending in $files; do
        [[ $ending != any ]] || ending=
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -X "!*$ending" -- "$word")
    done
    [[ -z $files ]] || mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -d -- "$word")
}}
complete -o filenames -F _trapline trapline ./trapline"""


def names(command: str) -> tuple[list[str], str]:
    """The words that a command takes beside its options, and the endings of files."""
    if command in ("run", "trace"):
        return [program.name for program in examples()], ".c .elf .iso"
    if command in ("debug", "draw", "page", "timeline"):
        return [program.name for program in examples()], ".c .elf"
    if command == "quiz":
        return [program.name for program in examples() if exercises(page_of(program.source))], ""
    if command == "build":
        return [program.name for program in examples()], ".c"
    if command == "test":
        return sorted({path.stem for path in [*test_files("*.c"), *test_files("*.t")]}), ""
    if command == "bench":
        return list(ROWS), ""
    return {"completion": ["bash"], "help": [*usages.MODULES, "setup"]}.get(command, []), ""


def script() -> str:
    """The script, from the tables of options."""
    values, operands = [], []
    every = usages.usages()
    for usage in every:
        options = [*usage.options, usages.HELP_OPTION]
        for option in usage.options:
            if option.value:
                choices = " ".join(option.read.choices if isinstance(option.read, Chosen) else ())
                # No file's name ends as that of a folder's option asks, so folders alone are left.
                files = {"FILE": " files=any", "FOLDER": " files=/"}.get(option.value, "")
                values.append(f"        {usage.command}:{option.flag}) words=({choices}){files} ;;")
        words, files = names(usage.command)
        shown = " ".join([*(option.flag for option in options), *map(shlex.quote, words)])
        operands.append(f"            {usage.command}) words=({shown}){f' files={shlex.quote(files)}' if files else ''} ;;")
    return SCRIPT.format(commands=" ".join(usage.command for usage in every), values="\n".join(values), operands="\n".join(operands))


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    if line.operands != ["bash"]:
        raise CommandError("completion of which shell? There is one: ./trapline completion bash")
    print(script())
    return 0
