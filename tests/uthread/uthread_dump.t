#!/usr/bin/env bash
# The table of threads says what each one does, and which of the program's functions it is in.
. "$(dirname "$0")/../harness/tap.sh"

# The words that are the same in every build: numbers become N, and backtraces keep only the program's own functions.
plain() {
    sed -E 's/ \([^ ]*:[0-9]+\)$//; s/\b[0-9A-F]{8}\b/N/g; s/ +([0-9]+) +[0-9]+ +[0-9]+ +([0-9]+)  / \1 N N \2 /; s/\b[0-9]+ (ms|times)/N \1/
        s/^ {12}N ([a-z]+)([.+].*)?$/    \1/' |
        grep -vE '^ {12}N|^    sleep$|error occurred' | sed -E 's/^  N  /  /; s/([^ ])  +/\1 /g'
}

both='  thread N 0 N N 61440 waits for a semaphore N, N ms left
    digs
    digs
    digs
            the last line N times more
    takes
  holder 31 N N 61440 sleeps, N ms left
    holds
  wants 0 N N 61440 waits for a mutex N, held by holder
    wants
  halted 0 N N 61440 is stopped by an exception
    halts' # in both tables

expected='scheduler N: 9 threads, 3 ready, 2 sleeping, 2 waiting, 2 finished
  thread name prio stack now most of state
'"$both"'
  dug 0 N N 16384 is ready
    yields
    dug
  faulty 0 N N 61440 has ended with N
  ended 0 N N 61440 has ended
  ready 0 N N 61440 is ready
    yields
  dumper 0 N N 61440 runs
from outside:
scheduler N: 10 threads, 1 ready, 2 sleeping, 2 waiting, 5 finished
  thread name prio stack now most of state
  new 0 N N 61440 has not begun
    ends
'"$both"'
  dug 0 N N 16384 has ended
  faulty 0 N N 61440 has ended with N
  ended 0 N N 61440 has ended
  ready 0 N N 61440 has ended
  dumper 0 N N 61440 has ended
from a thread inside:
scheduler N: 1 threads, 1 ready, 0 sleeping, 0 waiting, 0 finished
  thread name prio stack now most of state
  host 0 N N 61440 runs a scheduler
    hosts
from a thread that another has resumed:
scheduler N: 1 threads, 1 ready, 0 sleeping, 0 waiting, 0 finished
  thread name prio stack now most of state
  resumer 0 N N 61440 has resumed a thread
    resumes
damaged:
scheduler N: 4 threads, 4 ready, 0 sleeping, 0 waiting, 0 finished
  thread name prio stack now most of state
  own frame 0 N N 61440 is ready
    yields
  no memory 0 N N 61440 is ready
    yields
  no stack 0 N N 61440 is ready
            its stack pointer is damaged: N
  not there 0 N N 61440 is ready
            its stack pointer is damaged: N
  is damaged, and those behind it
1'

# The three sizes of each line with a thread, behind its name.
sizes() {
    sed -nE 's/^  [0-9A-F]{8}  (.{16}) +[0-9]+ +([0-9]+) +([0-9]+) +([0-9]+)  .*/\2 \3 \4 \1/p'
}

ways=("--cc gcc" "--ring 3")
! with clang || ways+=("--cc clang")
for options in "${ways[@]}"; do
    # shellcheck disable=SC2086 # words are wanted
    try ./trapline run $options tests/uthread_dump
    is "$(plain <<<"$out")" "$expected" "each thread has its line and its callers: $options"
    is "$(sizes <<<"$out" | awk '$1 > $2 || $2 > $3')" "" "none uses more than it has used, and than it has: $options"
    is "$(sizes <<<"$out" | awk '$4 == "dug" { print ($1 < 1000), ($2 > 5000 && $2 < 6000) }' | head -n 1)" "1 1" \
        "the bytes that a thread has used before are still told: $options"
done

finish
