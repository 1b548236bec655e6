#!/usr/bin/env bash
# A program whose only hope is input is not deadlocked, however late that comes.
. "$(dirname "$0")/../harness/tap.sh"

typed_late() { (
    sleep 3 # a deadlock is found within a second or so
    echo "a line"
) | ./trapline run tests/thread_deadlock --timeout 100 input; }

try typed_late
is "$status" 0 "a thread that waits for input is no deadlock"
is "$out" "got a line" "the input arrives"
finish
