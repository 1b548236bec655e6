#!/usr/bin/env bash
# Images that die without a word or never end are told from each other; one that waits costs the host nothing.
. "$(dirname "$0")/../harness/tap.sh"

for way in gates stacks reset; do
    try ./trapline run tests/kernel_end --timeout 300 $way
    is "$status/$out" 125/before "$way: earlier output arrives, the status is 125"
    like "$err" '^trapline: .* died without a word' "$way: and one line says so"
done
if with bochs; then
    try ./trapline run tests/kernel_end --emulator bochs --timeout 60 stacks
    is "$status" 125 "on Bochs, too, a triple fault is 125"
fi
try ./trapline run tests/kernel_end --timeout 2 halt
is "$status" 124 "a machine that is halted for good runs into its time limit"

# The machine is ended then, and a reader that is slower than our patience gets all.
stay() { ./trapline run tests/kernel_end --timeout 300 stay | { sleep 5; wc -c; }; return "${PIPESTATUS[0]}"; }
try stay
is "$status/$out" 7/180007 "a machine that goes on behind its program's end is ended, and nothing it has said is lost"

# emulated WAY...: starts the image, and waits until it has said where it is
declare -A command begun
emulated() {
    mkfifo "$scratch/$1.in"
    ./trapline run tests/kernel_end --timeout 100 "$@" <>"$scratch/$1.in" >"$scratch/$1" 2>/dev/null &
    command[$1]=$!
    eventually test -s "$scratch/$1"
    begun[$1]=$(taken "$1")
}
ended() {
    kill "${command[$1]}"
    wait "${command[$1]}"
} 2>/dev/null
# The host's processor time that the emulator has taken so far, in hundredths of a second.
taken() { awk '{ print $14 + $15 }' "/proc/$(pgrep -P "${command[$1]}" qemu)/stat"; }
has_taken() { (($(taken "$1") >= $2)); }

emulated halt
is "$(<"$scratch/halt")" before "what it has printed before arrives"
ended halt
emulated spin 60000
eventually has_taken spin $((begun[spin] + 100))
report $? "to spin costs the host a second of its processors' time"
ended spin
emulated sleep 300000
emulated read
# How much of its processors a busy host gives to the emulators is seen by a loop beside them. The clock's interrupts cost in proportion
# to the time that passes, which is long there.
since=$SECONDS
python3 -c 'import time
while time.process_time() < 2: pass'
for way in sleep read; do
    halted=$(($(taken $way) - begun[$way]))
    passed=$((100 * (SECONDS - since)))
    ((0 <= halted && halted < (passed > 400 ? passed / 4 : 100)))
    report $? "to $way while a loop takes two seconds costs it less than one, or than a quarter of the time: the CPU is halted, $((halted * 10)) ms"
done
ended sleep
echo x >"$scratch/read.in"
wait "${command[read]}"
is "$(tail -n 1 "$scratch/read")" "read 120" "and a key arrives that is waited for"

finish
