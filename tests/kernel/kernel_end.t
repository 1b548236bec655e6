#!/usr/bin/env bash
# Images that die without a word or never end are told from each other; one that waits costs the host nothing.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
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

# The host's processor time that the emulator has taken so far, in hundredths of a second.
taken() { awk '{ print $14 + $15 }' "/proc/$(pgrep -P "$command" qemu)/stat"; }
# shellcheck disable=SC2317 # called by name
has_taken() { (($(taken) >= $1)); }

# emulated WAY...: starts the image and waits until it has said where it is; its input is descriptor 9
mkfifo "$scratch/input"
emulated() {
    exec 9<>"$scratch/input"
    rm "$scratch/out"
    ./trapline run tests/kernel_end --timeout 100 "$@" <"$scratch/input" >"$scratch/out" 2>/dev/null &
    command=$!
    eventually test -s "$scratch/out"
    begun=$(taken)
}
ended() {
    kill "$command"
    wait "$command"
} 2>/dev/null

emulated halt
is "$(<"$scratch/out")" before "what it has printed before arrives"
ended
emulated spin 60000
eventually has_taken $((begun + 100))
report $? "to spin costs the host a second of its processors' time"
ended
# How much of its processors a busy host gives to the emulator is seen by a loop beside it.
halted() {
    python3 -c 'import time
while time.process_time() < 2: pass'
    halted=$(($(taken) - begun))
    ((0 <= halted && halted < 100))
}
emulated sleep 300000
halted
report $? "to sleep while a loop takes two seconds costs it less than one: the CPU is halted, $((halted * 10)) ms"
ended
emulated read
halted
report $? "to wait for a key as long, too: $((halted * 10)) ms"
echo x >&9
wait "$command"
is "$(tail -n 1 "$scratch/out")" "read 120" "and the key arrives"

finish
