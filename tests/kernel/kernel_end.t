#!/usr/bin/env bash
# Images that die without a word or never end are told from each other; one that waits costs the host nothing.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
. "$(dirname "$0")/../harness/tap.sh"

for way in gates stacks reset; do
    try ./trapline run tests/kernel_end --timeout 15 $way
    is "$status/$out" 125/before "$way: what was said before arrives, the status is 125"
    like "$err" '^trapline: .* died without a word' "$way: and one line says so"
done
if with bochs; then
    try ./trapline run tests/kernel_end --emulator bochs --timeout 60 stacks
    is "$status" 125 "on Bochs, too, a triple fault is 125"
fi
try ./trapline run tests/kernel_end --timeout 2 halt
is "$status/$out" 124/before "a machine that is halted for good runs into its time limit"

# used COMMAND...: milliseconds of the host's processors that a command takes, into $used
used() {
    local TIMEFORMAT='%3U %3S' times
    { times=$({ time "$@" </dev/null >"$scratch/out" 2>&1; } 2>&1); }
    used=$(awk '{ printf "%d", ($1 + $2) * 1000 }' <<<"$times")
}
# shellcheck disable=SC2317 # called by name
wait_for_key() { { sleep 3; echo x; } | ./trapline run tests/kernel_end --timeout 30 read; }

used ./trapline run tests/kernel_end --timeout 30 sleep 0
nothing=$used
used ./trapline run tests/kernel_end --timeout 30 spin 3000
((used - nothing > 1000))
report $? "to spin for 3 s costs the host $((used - nothing)) ms more than nothing"
used ./trapline run tests/kernel_end --timeout 30 sleep 3000
((used - nothing < 1000))
report $? "to sleep for 3 s costs it $((used - nothing)) ms: the CPU is halted"
used wait_for_key
((used - nothing < 1000))
report $? "to wait for a key as long costs $((used - nothing)) ms"
is "$(<"$scratch/out")" "read 120" "and the key arrives"

finish
