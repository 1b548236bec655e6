#!/usr/bin/env bash
# The thread library has no variables: its state lies in the TIB, in schedulers, threads and objects, so that schedulers
# of several CPUs would share nothing.
. "$(dirname "$0")/../harness/tap.sh"

# The sections that hold variables. Words that are set at start and read-only afterwards lie elsewhere.
sections='[.](data|bss|tdata|tbss)[^ ]*|COMMON'

for cc in "${compilers[@]}"; do
    [[ $cc == gcc ]] && folder=build/uthread || folder=build/$cc/uthread
    objects=()
    for source in uthread/*/*.[cS]; do
        name=${source#uthread/}
        objects+=("$folder/${name%.*}.o")
    done
    # shellcheck disable=SC2046 # a word or none
    try make_here $(make_word "$cc") "${objects[@]}"
    is "$status" 0 "$cc: its ${#objects[@]} objects are there"
    try objdump -h "${objects[@]}"
    variables=$(awk -v sections="^($sections)\$" '/file format/ { file = $1 } $2 ~ sections && $3 !~ /^0+$/ { print file $2, $3 }' <<<"$out" 2>&1)
    is "$variables" "" "$cc: none of them has a variable"
    is "$(grep -c ' \.text ' <<<"$out")" "${#objects[@]}" "$cc: each has code, so all were looked at"
    try nm "${objects[@]}"
    is "$(grep ' C ' <<<"$out")" "" "$cc: nor one that the linker would make"
done

finish
