#!/usr/bin/env bash
# Where instructions are counted, a run on any number of CPUs repeats exactly from its seed: every line, and the time
# stamp at the end.
. "$(dirname "$0")/../harness/tap.sh"

run_stress() { try ./trapline run tests/thread_stress --virtual-time --smp "$1" --timeout 300 "seed=$2" ms=200; }

for cpus in 1 2 4 8; do
    run_stress "$cpus" 7
    is "$status" 0 "a stress on $cpus CPUs, instructions counted"
    first=$out
    run_stress "$cpus" 7
    is "$out" "$first" "repeats to the instruction"
    run_stress "$cpus" 8
    [[ $status == 0 && $out == *stamp* && ${out##*stamp} != "${first##*stamp}" ]]
    report $? "another seed gives another run"
done
finish
