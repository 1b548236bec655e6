"""`trapline completion SHELL`: a script that lets bash, zsh or fish complete commands, options, their values and programs."""

from __future__ import annotations

import shlex
from typing import Iterator, Sequence

from bench.figures import ROWS
from console import CommandError
from course.exercises import exercises, page_of
from help import usages
from options import Chosen, CommandLine, Option, Usage, parse
from programs import FLAT, OBJECTS, SOURCES, examples, test_files

USAGE = Usage(
    "completion",
    "bash|zsh|fish",
    """
Prints a script for the shell, by which the tab key completes commands, options, their values, examples
and files.""",
    (),
    """
examples:  ./trapline completion bash >~/.local/share/bash-completion/completions/trapline
           ./trapline completion zsh >FOLDER/_trapline       (FOLDER is one of $fpath)
           ./trapline completion fish >~/.config/fish/completions/trapline.fish""",
)

# The files for an option's value or a command's words: any file, or folders alone; else files by their endings.
ANY, FOLDERS = "any", "/"
BUILT = " ".join((*SOURCES, *OBJECTS, FLAT))

# The offers in shells with `case`: the commands, else an option's values, else options and a command's words.
OFFER = """        {array}=({commands})
    else
        case $command:$before in
{values}
        *)
            case $command in
{operands}
            esac
            ;;
        esac
    fi"""

BASH = """# Completion of trapline for bash, made by `trapline completion bash`.
_trapline()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]-}} files= ending
    local words=()
    if ((COMP_CWORD == 1)); then
{offer}
    mapfile -t COMPREPLY < <(compgen -W "${{words[*]}}" -- "$word")
    for ending in $files; do
        [[ $ending != any ]] || ending=
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -X "!*$ending" -- "$word")
    done
    [[ -z $files ]] || mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -d -- "$word")
}}
complete -o filenames -F _trapline trapline ./trapline"""

ZSH = """#compdef trapline
# Completion of trapline for zsh, made by `trapline completion zsh`.
_trapline()
{{
    local command=$words[2] before=$words[CURRENT-1] files= ending
    local -a offered
    if ((CURRENT == 2)); then
{offer}
    ((! $#offered)) || compadd -- $offered
    for ending in $=files; do
        case $ending in
        any) _files ;;
        /) _files -/ ;;
        *) _files -g "*$ending" ;;
        esac
    done
}}
if [[ $funcstack[1] == _trapline ]]; then
    _trapline "$@"
else
    compdef _trapline trapline
fi"""


def names(command: str) -> tuple[list[str], str]:
    """The words that a command takes beside its options, and the endings of files."""
    if command in ("run", "trace"):
        return [program.name for program in examples()], f"{BUILT} .elf .exe .iso"
    if command == "debug":
        return [program.name for program in examples()], f"{BUILT} .elf .exe"
    if command in ("draw", "page", "timeline"):
        return [program.name for program in examples()], f"{BUILT} .elf .exe .rec"
    if command == "imports":
        return [], ".exe .dll"
    if command == "quiz":
        return [program.name for program in examples() if exercises(page_of(program.source))], ""
    if command == "build":
        return [program.name for program in examples()], BUILT
    if command == "cc":
        return [], BUILT
    if command == "test":
        return sorted({path.stem for path in [*test_files("*.c"), *test_files("*.t")]}), ""
    if command == "bench":
        return list(ROWS), ""
    return {"completion": list(SCRIPTS), "help": [*usages.MODULES, "setup"]}.get(command, []), ""


def value_of(option: Option) -> tuple[Sequence[str], str]:
    """The words that an option's value may be, and the files."""
    return option.read.choices if isinstance(option.read, Chosen) else (), {"FILE": ANY, "FOLDER": FOLDERS}.get(option.value, "")


def cases(template: str, array: str) -> str:
    """The script of a shell that has `case`, from the tables of options. `array`: what the words are put into."""
    values, operands = [], []
    every = usages.usages()
    for usage in every:
        options = [*usage.options, usages.HELP_OPTION]
        for option in usage.options:
            if option.value:
                choices, files = value_of(option)
                # No file's name ends as that of a folder's option asks, so folders alone are left.
                values.append(f"        {usage.command}:{option.flag}) {array}=({' '.join(choices)}){f' files={files}' if files else ''} ;;")
        words, files = names(usage.command)
        shown = " ".join([*(option.flag for option in options), *map(shlex.quote, words)])
        operands.append(f"            {usage.command}) {array}=({shown}){f' files={shlex.quote(files)}' if files else ''} ;;")
    offer = OFFER.format(array=array, commands=" ".join(usage.command for usage in every), values="\n".join(values), operands="\n".join(operands))
    return template.format(offer=offer)


def bash() -> str:
    return cases(BASH, "words")


def zsh() -> str:
    return cases(ZSH, "offered")


# ---------------------------------------------------------------- fish, whose script is a command for each thing


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_files(files: str) -> list[str]:
    """The arguments of `complete` that offer the files."""
    if files == ANY:
        return ["-F"]
    endings = ["(__fish_complete_directories)"] if files == FOLDERS else [f"(__fish_complete_suffix {ending})" for ending in files.split()]
    return [f"-a {quoted(' '.join(endings))}"] if endings else []


def fish_option(option: Option) -> str:
    kind = "l" if option.flag.startswith("--") else "s" if len(option.flag) == 2 else "o"
    parts = [f"-{kind} {option.flag.lstrip('-')}", *([f"-s {option.short.lstrip('-')}"] if option.short else [])]
    if option.value:
        choices, files = value_of(option)
        parts += ["-x" if files != ANY else "-r", *([f"-a {quoted(' '.join(choices))}"] if choices else []), *fish_files(files)]
    return " ".join([*parts, f"-d {quoted(option.help)}"])


def fish_lines() -> Iterator[str]:
    yield "# Completion of trapline for fish, made by `trapline completion fish`."
    yield "complete -c trapline -f"
    for usage in usages.usages():
        begin = f"complete -c trapline -n '__fish_seen_subcommand_from {usage.command}'"
        sentence = " ".join(usage.summary.split()).partition(". ")[0].rstrip(".")
        yield f"complete -c trapline -n __fish_use_subcommand -a {usage.command} -d {quoted(sentence)}"
        yield from (f"{begin} {fish_option(option)}" for option in [*usage.options, usages.HELP_OPTION])
        words, files = names(usage.command)
        if words:
            yield f"{begin} -a {quoted(' '.join(words))}"
        yield from (f"{begin} {part}" for part in fish_files(files))


def fish() -> str:
    return "\n".join(fish_lines())


SCRIPTS = {"bash": bash, "zsh": zsh, "fish": fish}


def check(line: CommandLine) -> None:
    """Raises CommandError for another shell."""
    if len(line.operands) != 1 or line.operands[0] not in SCRIPTS:
        raise CommandError(f"completion of which shell? There are {', '.join(SCRIPTS)}: ./trapline completion bash")


def main(words: Sequence[str]) -> int:
    line = parse(USAGE, words)
    check(line)
    print(SCRIPTS[line.operands[0]]())
    return 0
