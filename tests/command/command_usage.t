#!/usr/bin/env bash
# The command's answers before anything boots: help, and errors that say what to do.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
. "$(dirname "$0")/../harness/tap.sh"

for command in demo run trace debug draw page timeline quiz web list test iso bench setup help; do
    try ./trapline "$command" --help
    [[ $status == 0 && $out == usage:* && -z $err ]]
    report $? "$command --help ends with 0"
done
try ./trapline
like "$out" 'run WHAT' "alone, it shows the commands"
try ./trapline help run
like "$out" '--virtual-time' "help run is run --help"

try ./trapline --version
commit=$(git -c safe.directory='*' log -1 --format='commit %h of %cs' 2>/dev/null) || commit="a copy without its history"
like "$status $out" "^0 Trapline: $commit.*qemu-system-i386: QEMU.*python3: Python 3" "--version names the commit and the tools"
mkdir "$scratch/copy"
cp trapline "$scratch/copy/"
(cd "$scratch" && git init -q . && git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x) 2>/dev/null
try "$scratch/copy/trapline" --version
like "$out" '^Trapline: a copy without its history'$'\n' "a folder around a copy is not its history"

git init -q "$scratch/own" && cp trapline "$scratch/own/" && git -C "$scratch/own" add trapline
git -C "$scratch/own" -c user.name=x -c user.email=x@y commit -q -m x
try "$scratch/own/trapline" --version
is "${out%%$'\n'*}" "Trapline: $(git -C "$scratch/own" log -1 --format='commit %h of %cs')" "a commit is named by its hash and day"
echo >>"$scratch/own/trapline"
try "$scratch/own/trapline" --version
like "$out" '^Trapline: commit [0-9a-f]+ of [-0-9]+, with changes'$'\n' "and whether files have changed since"

try ./trapline rnu demo
fails 'did you mean "run"' "an unknown command suggests the nearest"
try ./trapline run dmeo
fails 'did you mean "demo"' "an unknown program suggests the nearest"
try ./trapline run
fails 'run what' "run asks for a program"
try ./trapline debug
fails 'debug what' "so does debug"
try ./trapline debug nosuch
fails 'no example or test "nosuch"' "which names a program that is not there"
try ./trapline debug hello --timeout no
fails 'seconds above 0' "and refuses a value that is none"
try ./trapline debug hello --input "$scratch/none"
fails 'none cannot be read: No such file' "a file of input that is not there is named"
: >"$scratch/menu.iso"
try ./trapline debug "$scratch/menu.iso"
fails 'is a disc' "a disc is refused: gdb needs an image"
try ./trapline run demo --vitrual-time
fails 'did you mean "--virtual-time"' "an unknown option suggests the nearest"
try ./trapline setup more
fails 'setup takes no arguments' "an argument too much is refused"
try ./trapline test no-such-test
fails 'no test is called' "an unknown test is named"
try ./trapline run "$scratch/none.c"
fails 'there is no file' "a file that is not there is named"
echo 'int main(void) { return 0; }' >"$scratch/PLUS.C"
try ./trapline run "$scratch/PLUS.C"
fails 'only C is built here' "so is C++, by each of its endings"
try ./trapline run program.exe
fails 'cannot be run yet' "a Windows program is refused kindly"

try ./trapline run demo --smp 0
fails 'a whole number from 1 to 8' "a number out of range says the range"
try ./trapline run demo --smp two
fails 'a whole number' "a word for a number is refused"
try ./trapline run demo --memory 8K
fails '8M, 3584M or 2G' "an amount of memory shows how it is written"
try ./trapline run demo --memory ١٢٨M
fails '8M, 3584M or 2G' "a digit of another script is no digit"
for option in smp timeout tick; do
    try ./trapline run demo --$option ٣
    fails "--$option cannot be \"٣\"" "nor is it for --$option"
done
try ./trapline run demo --timeout 0
fails 'seconds above 0' "a time limit is above 0"
try ./trapline run demo --emulator vmware
fails 'qemu or bochs' "an emulator is one of two"
try ./trapline run demo --cpu
fails 'needs a value' "an option without its value is named"
for cpu in help '?' pentum; do
    try ./trapline run hello --cpu "$cpu"
    fails 'QEMU has no CPU .*; it has .*486.*pentium.*qemu32' "--cpu $cpu is answered with the list"
done
like "$err" 'did you mean "pentium"' "and with the nearest"
if with bochs; then
    try ./trapline run hello --emulator bochs --cpu help
    fails 'Bochs has no CPU "help".*it has .*pentium.*p4_prescott' "likewise Bochs' own"
fi
try ./trapline run demo --gdb --emulator bochs
fails 'needs QEMU' "a debugger needs QEMU"

tabbed=$scratch/$'with\ttab.c'
echo 'int main(void) { return 0; }' >"$tabbed"
try ./trapline run "$tabbed"
fails "'with.ttab': the file's name has a .*rename the file" "a tab in a file's name is told as the name's"

echo 'int main(void) { return missing; }' >"$scratch/broken.c"
try ./trapline run "$scratch/broken.c"
is "$status" 2 "a program that does not compile ends with 2"
like "$err" "broken.c:1:[0-9]+: error: .*missing" "the compiler's words are shown"
like "${err##*$'\n'}" '^trapline: .*broken.c does not build' "the last line says what happened"

# hinted HINT PROGRAM: the error of a program that does not build for this reason ends with the hint
hinted() {
    local cc
    echo "$2" >"$scratch/hinted.c"
    for cc in "${compilers[@]}"; do
        try ./trapline run --cc "$cc" "$scratch/hinted.c"
        like "${err##*$'\n'}" "does not build.*$1" "$cc: the last line says: ${1//\\/}"
    done
}
hinted 'comes with #include <seh.h>' 'int main(void) { __try { return 1; } __except (1) { return 2; } }'
hinted 'needs an __except \(filter\) or a __finally' $'#include <seh.h>\nSEH_FUNCTION int main(void) { __try { return 1; } return 2; }'
hinted 'nest two __try' $'#include <seh.h>\nSEH_FUNCTION int main(void) { __try { } __except (1) { } __finally { } return 2; }'
hinted 'there is no _beginthread: it comes with #include <process.h>' $'int main(void) { _beginthread(0, 0, 0); }'
hinted 'there is no thrd_yield: it comes with #include <threads.h>' 'int main(void) { thrd_yield(); }'
hinted 'there is no sinl: math.h has functions of double and float only' 'int main(void) { return (int)sinl(1); }'
hinted 'there is no winsock2.h: .*lib/include/' $'#include <winsock2.h>\nint main(void) { return 0; }'
hinted 'there is no scanf: .*fgets' 'int main(void) { int a; return scanf("%d", &a); }'
hinted 'there is no fpos_t: there are no files' $'#include <stdio.h>\nint main(void) { fpos_t p; return INT_MAX; }'
try ./trapline run "$scratch/hinted.c"
guess() { [[ $err =~ (forget\ to|by\ adding)\ [^\ ]*#include\ \<$1\> ]]; } # in gcc 12's words, and in 14's
guess limits.h && ! guess stdio.h
report $? "a guess at a header is shown only if the header has the name"
hinted 'lib/include/' 'int main(void) { return missing(); }'
echo '_Thread_local int own; int main(void) { return own++; }' >"$scratch/own.c"
try ./trapline run "$scratch/own.c"
like "$status/$err" '^2/.*there are no thread-local variables .*TlsAlloc' "variables that the machine cannot give to each thread are refused"
hinted 'variables are too large: all of them' $'char all[0x7FFFFFFF];\nint main(void) { return all[1]; }'
echo 'char some[200 << 20]; int main(void) { some[1]++; return some[2]; }' >"$scratch/large.c"
try ./trapline run "$scratch/large.c"
fails 'large does not fit into 128 MB of memory.*; --memory [0-9]+M would do$' "an image too large for the memory says which would do"
[[ $err =~ --memory\ [0-9]+M ]]
# shellcheck disable=SC2086 # two words
try ./trapline run ${BASH_REMATCH[0]} "$scratch/large.c"
is "$status/$err" 0/ "and it does"
echo 'char most[1900u << 20]; int main(void) { most[1]++; return most[2]; }' >"$scratch/most.c"
try ./trapline run "$scratch/most.c"
fails 'most needs 19[0-9]+ MB of memory, and at most 1792 MB' "where none would do, it says so"
try ./trapline chain
fails './trapline run chain' "an example's name alone is answered with the words to type"
try ./trapline run --list
[[ $status == 2 && $err != *'did you mean'* ]]
report $? "a word like none that is known is not taken for one"

try ./trapline run tests/harness/tap.sh
fails 'no ELF file' "a file that is no image is named"
cp "$(type -P true)" "$scratch/host.elf"
try ./trapline run "$scratch/host.elf"
fails 'not for 32-bit x86' "a program for the host is refused"
printf '\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x03\0' >"$scratch/plain.elf"
try ./trapline run "$scratch/plain.elf"
fails 'no Multiboot image' "an image without a Multiboot header is refused"

try ./trapline list
[[ $status == 0 && $out == *demo* && $out == *'test images'* ]]
report $? "list shows the examples and counts the tests"

try ./trapline run hello "$(printf '%5000s' x)"
like "$status $err" '^2 .*50[0-9]+ bytes.*4095' "arguments too long for a boot command line are refused"

# An object file that leads to a full disk.
echo 'int main(void) { return 0; }' >"$scratch/full.c"
try ./trapline run "$scratch/full.c"
object=$(find build/run -name '*-full.c.o')
ln -sf /dev/full "$object"
try ./trapline run "$scratch/full.c"
like "$status ${err##*$'\n'}" '^2 trapline: .*full.c could not be built, because the disk is full$' "a full disk is not the program's fault"
rm -r "${object%/*}"

# Streams that are closed or full: no traceback, and the status tells.
# shellcheck disable=SC2317 # called by name
onto() { local where=$1; shift; eval '"$@"' "$where"; }
for case in '<.:0:list' '<.:0:run hello' '>&-:0:list' '2>&-:2:run nosuch' '2>&-:2:nosuch' '>/dev/full:2:list' '>/dev/full:2:run --help' '>/dev/full:2:help' \
    '2>/dev/full:2:run nosuch' '2>/dev/full:2:demo --trace'; do
    IFS=: read -r where expected words <<<"$case"
    # shellcheck disable=SC2086 # words are words
    try onto "$where" ./trapline $words
    [[ $status == "$expected" && $err != *Traceback* && $err != *Exception* ]]
    report $? "$words $where ends with $expected and no traceback"
done

try ./trapline run 1
is "$status/$out" "0/$(./trapline run hello)" "an example runs by its number in the course"
try ./trapline run 01
is "$status/$out" "0/$(./trapline run hello)" "also with the zero that its file has"
try ./trapline run 0
fails 'no example or test "0"' "there is no example 0"
try ./trapline run 99
fails 'no example or test "99"' "a number without an example is refused"
try ./trapline list
like "$out" $'\n +5  chain +[A-Z]' "the list has the numbers"

ln -s "$root/trapline" "$scratch/link"
try from / "$scratch/link" list
is "$status" 0 "the command works through a link and from anywhere"

finish
