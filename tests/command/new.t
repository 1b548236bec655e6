#!/usr/bin/env bash
# A folder for a program of one's own, images without a run, and what is made from the tables of options.
. "$(dirname "$0")/../harness/tap.sh"

try from "$scratch" "$root/trapline" new my-program
[[ $status == 0 && $out == *'cd my-program && make run' ]]
report $? "new makes a folder, and says what to type in it"
folder=$scratch/my-program
try make -s -C "$folder" my-program.elf
[[ $status == 0 && -s $folder/my-program.elf ]]
report $? "its Makefile builds an image"
try make -s -C "$folder" run
is "$status/$out" $'0/Hello from my-program.\ncaught C0000005' "and runs it"
touch "$folder/my-program.elf"
is "$(make --no-print-directory -C "$folder" my-program.elf)" "make: 'my-program.elf' is up to date." "make does nothing while nothing has changed"
touch -d '1 minute ago' "$folder/my-program.elf" # times are not finer than the clock's ticks
echo broken >>"$folder/my-program.c"
try make -s -C "$folder" my-program.elf
like "$status $err" '^2 .*/my-program.c:[0-9]+:[0-9]+: error: ' "an error has the place that an editor looks for"
sed -i '$d' "$folder/my-program.c"
sed -i 's/#include <seh.h>/#include "part.h"\n&/; s/return 0/return part()/' "$folder/my-program.c"
echo 'int part(void);' >"$folder/part.h"
printf '#include "part.h"\nint part(void) { return 7; }\n' >"$folder/part.c"
try make -s -C "$folder" run
like "$out" $'\nHello from my-program.\ncaught C0000005$' "another file of the folder belongs to the program"
touch -d '1 minute ago' "$folder/my-program.elf"
[[ $(make --no-print-directory -n -C "$folder" my-program.elf) == *'build my-program.c part.c'* ]]
report $? "a changed header makes it anew"
try ./trapline run "$folder"
is "$status/$out" $'7/Hello from my-program.\ncaught C0000005' "run takes the folder's name, too"
try make -s -C "$folder" CFLAGS=-DSEH_FUNCTION my-program.elf
[[ $status == 0 ]]
report $? "CFLAGS reach the compiler"

try_with_input python3 - "$folder" <<'EOP'
import json, re, shutil, subprocess, sys
from pathlib import Path
folder = Path(sys.argv[1])
(row,) = json.loads((folder / "compile_commands.json").read_text())
done = subprocess.run([*row["arguments"], "-fsyntax-only"], cwd=row["directory"])
other = ["clang", "--target=i686-linux-gnu", "-Werror", *row["arguments"][1:], "-fsyntax-only"]
done.returncode += subprocess.run(other, cwd=row["directory"]).returncode if shutil.which("clang") else 0
print(done.returncode, row["file"] == str(folder / "my-program.c"))
(start,) = json.loads((folder / ".vscode/launch.json").read_text())["configurations"]
tasks = {task["label"]: task for task in json.loads((folder / ".vscode/tasks.json").read_text())["tasks"]}
task = tasks[start["preLaunchTask"]]
print(start["program"], task["command"], task["problemMatcher"]["background"]["endsPattern"])
EOP
is "$out" $'0 True\n${workspaceFolder}/my-program.elf make debug ^trapline: waiting for a debugger' \
    "an editor compiles it by compile_commands.json, with either compiler, and its debugger waits for make debug"
if command -v gdb >/dev/null; then
    make -s -C "$folder" debug >"$scratch/out" 2>"$scratch/debug" </dev/null &
    eventually grep -qs '^    gdb ' "$scratch/debug"
    grep -q '^trapline: waiting for a debugger' "$scratch/debug"
    report $? "which says the line that the editor waits for"
    port=$(sed -n 's/.*target remote \(:[0-9]*\).*/\1/p' "$scratch/debug")
    # The words of launch.json, as the editor hands them to the debugger.
    mapfile -t setup < <(python3 -c 'import json, sys
for row in json.load(open(sys.argv[1]))["configurations"][0]["setupCommands"]: print("-ex", row["text"], sep="\n")' "$folder/.vscode/launch.json")
    try gdb -batch -nx "$folder/my-program.elf" -ex "target remote $port" "${setup[@]}" -ex continue -ex kill
    like "$out" 'Temporary breakpoint 1, main .*my-program.c:[0-9]+' "and the debugger stops in the program's source"
    wait
fi

try from "$scratch" "$root/trapline" new my-program
fails 'there is a my-program already' "a folder that is there is left alone"
for name in 'a b' 5th .. ''; do
    try from "$scratch" "$root/trapline" new "$name"
    [[ $status == 2 && $err == 'trapline: '* && $err != *Traceback* ]]
    report $? "\"$name\" is refused as a name"
done
try ./trapline new
fails 'new takes one name' "a name is asked for"
# No file may get longer than nothing, as on a disk that is full.
try bash -o pipefail -c '(ulimit -f 0; exec python3 -S tools/start.py run.new "$1") 2>&1 | cat >&2' bash "$scratch/full"
fails 'full cannot be made: File too large' "a folder that cannot be written is named"
[[ ! -e $scratch/full ]]
report $? "and does not stay in part"

try from "$scratch" "$root/trapline" new --windows for-windows
[[ $status == 0 && $out == *'for-windows.c and thrown.cpp. '*'cd for-windows && make run' ]]
report $? "new --windows makes a program of C and C++"
windows=$scratch/for-windows
try make -s -C "$windows" for-windows.exe
[[ $status == 0 && $(head -c 2 "$windows/for-windows.exe") == MZ ]]
report $? "its Makefile builds a file of Windows"
try make -s -C "$windows" run
is "$status/$out" $'0/Hello from for-windows.\nfilter C0000005\nfinally, abnormal: 1\ncaught\n~Guard 8\n4\n~Guard 7\ncaught odd\n-1' "and runs it"
try ./trapline run "$windows"
like "$out" '^Hello from for-windows.*-1$' "run takes its folder, too"
try_with_input python3 - "$windows" <<'EOP'
import json, subprocess, sys
from pathlib import Path
rows = json.loads((Path(sys.argv[1]) / "compile_commands.json").read_text())
print([subprocess.run([*row["arguments"], "-fsyntax-only", "-Werror"], cwd=row["directory"]).returncode for row in rows])
EOP
is "$out" '[0, 0]' "an editor compiles both sources by compile_commands.json"

try ./trapline build hello
is "$status/$out" "0/$root/build/examples/01-hello.elf" "build prints where the image is"
try ./trapline build hello --output "$scratch/x/hello.elf"
cmp -s build/examples/01-hello.elf "$scratch/x/hello.elf"
report $? "or copies it"
try ./trapline build "$folder/my-program.c" "$folder/part.c" -o "$scratch/x/two.elf"
[[ $status == 0 && -s $scratch/x/two.elf ]]
report $? "build takes several files, and -o says where to"
try ./trapline build "$folder/my-program.c" demo
fails 'demo is no part of a program' "each of them is part of the program"
try ./trapline run "$scratch"
fails 'has no .*\.c; name the files of the program' "a folder without a program is told"
try ./trapline build
fails 'build what' "build asks for a program"
try ./trapline build "$scratch/x/hello.elf"
fails 'is an image already' "an image is not built"

# offered WORDS: what the shell offers for the last of them, in one line
./trapline completion bash >"$scratch/completion"
offered() {
    (
        # shellcheck source=/dev/null # written by the command
        . "$scratch/completion"
        cd "$scratch/words" || exit
        COMP_WORDS=(trapline "$@")
        COMP_CWORD=$#
        _trapline
        printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '
    )
}
mkdir "$scratch/words"
touch "$scratch/words/"{demo.c,demonstrate.elf,demo.txt,code1.S,code2.bin,code3.lib,code4.obj,code5.log,talk.rec}
is "$(offered dem)" "demo" "a command is completed"
is "$(offered b)" "bench build" "or offered with others"
is "$(offered run demo)" "demo demo.c demonstrate.elf" "an example, and files of the right endings"
for command in run trace page draw timeline debug build; do
    is "$(offered "$command" cod)" "code1.S code2.bin code3.lib code4.obj" "flat code, assembly, objects and archives: $command"
done
is "$(offered page talk)" "talk.rec" "recordings"
is "$(offered run demo --vir)" "--virtual-time" "an option"
is "$(offered run demo --emulator '')" "bochs qemu" "an option's value"
is "$(offered build demo --output demo.t)" "demo.txt" "any file where an option wants one"
is "$(offered bench sem)" "sem_pair" "a figure"
is "$(offered test uthread_gd)" "uthread_gdb" "a test"
is "$(offered help comp)" "completion" "a command to get help for"
for command in $(offered ''); do
    try ./trapline "$command" --help
    [[ $status == 0 && $out == usage:* ]]
    report $? "every command offered has help: $command"
    [[ $command == help ]] || is "$(offered "$command" -- | sed 's/--help *//; s/ $//')" "$(sed -n 's/^  \(-[a-z], \)*\(--[a-z-]*\).*/\2/p' <<<"$out" | grep -v '^--help$' | sort | paste -sd' ')" "and the options that its help has"
done
is "$(offered '' | tr ' ' '\n' | sort)" "$(./trapline help | sed -n 's/^  \([a-z]*\)[ a-zA-Z].*/\1/p' | sort)" "these are the commands that the overview has"
try ./trapline completion tcsh
fails 'There are bash, zsh, fish' "another shell is told which there are"

./trapline completion zsh >"$scratch/_trapline"
if command -v zsh >/dev/null; then
    # Behind the names that zsh itself would show stand the calls for files.
    zsh_offered() {
        (cd "$scratch/words" && zsh -f -c 'compdef() { :; }; compadd() { shift; print -l -- $@; }; _files() { print "files $*"; }
            . "$0"; words=(trapline "$@"); CURRENT=$(($# + 1)); _trapline' "$scratch/_trapline" "$@" | paste -sd' ')
    }
    is "$(zsh_offered run demo --emulator '')" "qemu bochs" "zsh: an option's value"
    is "$(zsh_offered build demo --output demo.t)" "files " "any file where an option wants one"
    like "$(zsh_offered run demo)" "--virtual-time .* chain .*files -g [*][.]c .*files -g [*][.]bin files -g [*][.]elf" "options, examples and files"
    is "$(zsh_offered '' | tr ' ' '\n' | sort)" "$(offered '' | tr ' ' '\n' | sort)" "and the commands that bash offers"
fi
./trapline completion fish >"$scratch/trapline.fish"
if command -v fish >/dev/null; then
    fish_offered() { (cd "$scratch/words" && HOME=$scratch fish -N -c "source $scratch/trapline.fish; complete -C '$1'" | cut -f1 | sort | paste -sd' '); }
    is "$(fish_offered 'trapline run demo --emulator ')" "bochs qemu" "fish: an option's value"
    like "$(fish_offered 'trapline build demo --output demo.t')" "demo.txt" "any file where an option wants one"
    is "$(fish_offered 'trapline run demo --vir')" "--virtual-time" "an option"
    like "$(fish_offered 'trapline run dem')" 'demo demo.c .*demonstrate.elf' "an example, and files"
    like "$(grep 'from run.*complete_suffix' "$scratch/trapline.fish")" "suffix .bin" "flat code is among them: fish shows all files, those first"
    is "$(fish_offered 'trapline ' | tr ' ' '\n' | sort)" "$(offered '' | tr ' ' '\n' | sort)" "and the commands that bash offers"
fi

try ./trapline man
like "$status $out" '^0 .TH TRAPLINE 1' "the manual page is made"
for words in 'SS run WHAT' 'B ....virtual..time' 'SS bench' 'Exit status: the program' 'TRAPLINE_BUILD'; do
    like "$out" "$words" "it has: $words"
done
mkdir "$scratch/without man"
for tool in bash env readlink python3; do ln -s "$(type -P $tool)" "$scratch/without man/"; done
try script -fqec "env PATH='$scratch/without man' ./trapline man" /dev/null
[[ $status == 0 && $out == TRAPLINE* && $out == *'usage: ./trapline run WHAT'* && $out == *'TRAPLINE_BUILD: '* && $out != *'.SH'* ]]
report $? "without man it is text on a terminal"
if command -v groff >/dev/null; then
    try groff -man -ww -Tascii <(./trapline man)
    is "$status/$err" 0/ "groff has no complaint about it"
fi
finish
