#!/usr/bin/env bash
# Functions with __try do the same at every level of optimisation, around them and of the file.
. "$(dirname "$0")/../harness/tap.sh"

printf '#include "%s"\n' "$root/tests/harness/tap.c" "$root/tests/seh/try.c" >"$scratch/try.c"
levels=(-O0 -Og) # -O2 is what every image has, -Og what programs from elsewhere have
! with levels || levels+=(-O3 -Os)
for cc in "${compilers[@]}"; do
    for level in "${levels[@]}"; do
        image=$scratch/try$level.elf
        # shellcheck disable=SC2046 # a word or none
        try make -s program $(make_word "$cc") OPTIONS="$level" SOURCES="$scratch/try.c" OUTPUT="$image"
        is "$status/$err" 0/ "$cc $level: compiles without a warning"
        try ./trapline run "$image"
        is "$status/$(grep -c '^ok' <<<"$out")/$(grep -c '^not ok' <<<"$out")" \
            "0/$(sed -n 's/^1\.\.//p' <<<"$out")/0" "$cc $level: all claims hold"
    done
done

finish
