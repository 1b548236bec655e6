#!/usr/bin/env bash
# The library's locks, heap and stdio under several threads of the host: see tests/host/locks.c. The ordinary and
# the checking build's objects.
#
#   SEED=N ROUNDS=N THREADS=N tests/lib/lib_locks.t
. "$(dirname "$0")/../harness/tap.sh"
. tests/host/host_cc.sh
find_host_compiler
words=("seed=${SEED:-$(date +%s)}" "rounds=${ROUNDS:-50000}" "threads=${THREADS:-6}")

# build_with FOLDER CHECKED: the program with the objects of a build.
build_with() {
    local objects=() source folder=$scratch/$2
    for source in lib/*.c; do
        objects+=("$1/${source%.c}.o")
    done
    make --no-print-directory --silent "CHECKED=$2" "${objects[@]}" >/dev/null || return
    mkdir "$folder"
    # Names that only this library has stay as they are, so that its headers serve here, too.
    nm --extern-only --defined-only "${objects[@]}" |
        awk 'NF == 3 && $3 !~ /^(lib|lock|heap)_/ { print $3, "tl_" $3 }' >"$folder/names"
    for object in "${objects[@]}"; do
        objcopy --redefine-syms="$folder/names" "$object" "$folder/${object##*/}" || return
    done
    # shellcheck disable=SC2086 # words are wanted
    $host_cc -O1 -pthread -Wall -Werror -fno-stack-protector -DCHECKED=$2 -I. -o "$folder/locks" \
        tests/host/{locks,locks_heap,locks_stdio,workers,thread}.c tests/harness/tap.c "$folder"/*.o
}

for checked in 0 1; do
    folder=build
    ((checked == 0)) || folder=build/checked
    build_with "$folder" "$checked"
    report $? "the program is built (checked: $checked)"
    # shellcheck disable=SC2086 # a word or none
    try $host_run "$scratch/$checked/locks" "${words[@]}"
    grep '^#\|^not\|^Bail' <<<"$out"
    is "$status" 0 "every claim holds (checked: $checked)"
    is "$(grep -c '^ok' <<<"$out")" 20 "and every claim was looked at"
done
finish
