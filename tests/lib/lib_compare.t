#!/usr/bin/env bash
# The library against the host's, in one process of the host, over random arguments: the very objects that
# go into images are linked beside the host's C library under names that begin with tl_.
#
#   SEED=N COUNT=N tests/lib/lib_compare.t
. "$(dirname "$0")/../harness/tap.sh"
. tests/host/host_cc.sh
find_host_compiler

objects=()
for source in lib/*.c; do
    objects+=("build/${source%.c}.o")
done
make --no-print-directory --silent "${objects[@]}" || exit 1

# Every name that one object defines is renamed in all of them.
nm --extern-only --defined-only "${objects[@]}" | awk 'NF == 3 { print $3, "tl_" $3 }' >"$scratch/names"
mkdir "$scratch/renamed"
for object in "${objects[@]}"; do
    objcopy --redefine-syms="$scratch/names" "$object" "$scratch/renamed/${object##*/}" || exit 1
done

# shellcheck disable=SC2086 # words are wanted
$host_cc -O1 -U_FORTIFY_SOURCE -I. -o "$scratch/compare" tests/host/compare.c tests/host/compare_time.c tests/host/thread.c tests/harness/tap.c "$scratch"/renamed/*.o || exit 1
$host_run "$scratch/compare" "seed=${SEED:-$(date +%s)}" "count=${COUNT:-50000}"
