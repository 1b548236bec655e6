#!/usr/bin/env bash
# The command's answers before anything boots: help, and errors that say what to do. More of the errors are in refusals.t.
. "$(dirname "$0")/../harness/tap.sh"

for command in demo run trace debug draw page timeline explore quiz web imports list test iso bench setup help; do
    try ./trapline "$command" --help
    [[ $status == 0 && $out == usage:* && -z $err ]]
    report $? "$command --help ends with 0"
done
try ./trapline
like "$out" 'run WHAT' "alone, it shows the commands"
try ./trapline help run
like "$out" '--virtual-time' "help run is run --help"

try ./trapline --version
version=$(<VERSION)
commit=$(git -c safe.directory='*' log -1 --format='commit %h of %cs' 2>/dev/null) || commit="a copy without its history"
like "$status $out" "^0 Trapline $version: $commit.*qemu-system-i386: QEMU.*python3: Python 3" "--version names the version, the commit and the tools"
mkdir "$scratch/copy"
cp trapline VERSION "$scratch/copy/"
(cd "$scratch" && git init -q . && git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x) 2>/dev/null
try "$scratch/copy/trapline" --version
like "$out" "^Trapline $version: a copy without its history"$'\n' "a folder around a copy is not its history"

git init -q "$scratch/own" && cp trapline VERSION "$scratch/own/" && git -C "$scratch/own" add .
git -C "$scratch/own" -c user.name=x -c user.email=x@y commit -q -m x
try "$scratch/own/trapline" --version
is "${out%%$'\n'*}" "Trapline $version: $(git -C "$scratch/own" log -1 --format='commit %h of %cs')" "a commit is named by its hash and day"
echo >>"$scratch/own/trapline"
try "$scratch/own/trapline" --version
like "$out" "^Trapline $version: commit [0-9a-f]+ of [-0-9]+, with changes"$'\n' "and whether files have changed since"

try ./trapline rnu demo
fails 'did you mean "run"' "an unknown command suggests the nearest"
try ./trapline run dmeo
fails 'did you mean "demo"' "an unknown program suggests the nearest"
try ./trapline setup more
fails 'setup takes no arguments' "an argument too much is refused"

echo 'int main(void) { return missing; }' >"$scratch/broken.c"
try ./trapline run "$scratch/broken.c"
is "$status" 2 "a program that does not compile ends with 2"
like "$err" "broken.c:1:[0-9]+: error: .*missing" "the compiler's words are shown"
like "${err##*$'\n'}" '^trapline: .*broken.c does not build' "the last line says what happened"

echo 'char some[128 << 20]; int main(void) { some[1]++; return some[2]; }' >"$scratch/large.c"
try ./trapline run "$scratch/large.c"
fails 'large does not fit into 128 MB of memory.*; --memory [0-9]+M would do$' "an image too large for the memory says which would do"
[[ $err =~ --memory\ [0-9]+M ]]
# shellcheck disable=SC2086 # two words
try ./trapline run ${BASH_REMATCH[0]} "$scratch/large.c"
is "$status/$err" 0/ "and it does"
try ./trapline chain
fails './trapline run chain' "an example's name alone is answered with the words to type"
try ./trapline run --list
[[ $status == 2 && $err != *'did you mean'* ]]
report $? "a word like none that is known is not taken for one"

try ./trapline list
[[ $status == 0 && $out == *demo* && $out == *'test images'* ]]
report $? "list shows the examples and counts the tests"
like "$out" $'\n +5  chain +[A-Z]' "and has the examples' numbers"

# An object file that leads to a full disk.
echo 'int main(void) { return 0; }' >"$scratch/full.c"
try ./trapline run "$scratch/full.c"
object=$(find build/run -name "*=${scratch##*/}=full.c.o")
ln -sf /dev/full "$object"
try ./trapline run "$scratch/full.c"
like "$status ${err##*$'\n'}" '^2 trapline: .*full.c could not be built, because the disk is full$' "a full disk is not the program's fault"
rm -r "${object%/*}"

# Streams that are closed or full: no traceback, and the status tells.
onto() { local where=$1; shift; eval '"$@"' "$where"; }
for case in '<.:0:list' '<.:0:run hello' '>&-:0:list' '2>&-:2:run nosuch' '2>&-:2:nosuch' '>/dev/full:2:list' '>/dev/full:2:run --help' '>/dev/full:2:help' \
    '2>/dev/full:2:run nosuch' '2>/dev/full:2:demo --trace'; do
    IFS=: read -r where expected words <<<"$case"
    # shellcheck disable=SC2086 # words are words
    try onto "$where" ./trapline $words
    [[ $status == "$expected" && $err != *Traceback* && $err != *Exception* ]]
    report $? "$words $where ends with $expected and no traceback"
done

hello=$(./trapline run hello)
try ./trapline run 1
is "$status/$out" "0/$hello" "an example runs by its number in the course"
try ./trapline run 01
is "$status/$out" "0/$hello" "also with the zero that its file has"

ln -s "$root/trapline" "$scratch/link"
try from / "$scratch/link" list
is "$status" 0 "the command works through a link and from anywhere"

finish
