#!/usr/bin/env bash
# A program whose only hope is input is not deadlocked, however late that comes.
. "$(dirname "$0")/../harness/tap.sh"

# Building takes its time, so the trace says when the program waits. A deadlock is found within a second or so.
typed_late() { (
    eventually grep -q 'waits for input' "$scratch/err"
    sleep 3
    echo "a line"
) | ./trapline run --trace tests/thread_deadlock --timeout 100 input; }

try typed_late
is "$status" 0 "a thread that waits for input is no deadlock"
is "$out" "got a line" "the input arrives"
finish
