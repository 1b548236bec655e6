#!/usr/bin/env bash
# Code that may trap traps at every level of optimisation, and ./trapline run has an option for the level.
. "$(dirname "$0")/../harness/tap.sh"

levels=('' 0)
! with levels || levels+=(1 2 s)
for test in faults faults_dropped kept_values; do
    printf '#include "%s"\n' "$root/tests/harness/tap.c" "$root/tests/seh/$test.c" >"$scratch/$test.c"
    for cc in "${compilers[@]}"; do
        for level in "${levels[@]}"; do
            try ./trapline run --cc "$cc" ${level:+--opt $level} "$scratch/$test.c"
            is "$status/$(grep -c '^ok' <<<"$out")/$(grep -c '^not ok' <<<"$out")" "0/$(sed -n 's/^1\.\.//p' <<<"$out")/0" \
                "$test, $cc, level ${level:-that is the default}: all claims hold"
        done
    done
done

cat >"$scratch/level.c" <<'END'
#include <stdio.h>
int main(void)
{
#if defined(__OPTIMIZE_SIZE__)
    puts("size");
#elif defined(__OPTIMIZE__)
    puts("speed");
#else
    puts("none");
#endif
    return 1 / 0;
}
END
for cc in "${compilers[@]}"; do
    for level in 0:none 1:speed 2:speed s:size; do
        try ./trapline run --cc "$cc" --opt "${level%:*}" "$scratch/level.c"
        is "${out%%$'\n'*}" "${level#*:}" "$cc: --opt ${level%:*} is the compiler's level"
        like "$err" 'warning: division by zero' "$cc: a division by a constant 0 is warned of"
    done
done
try ./trapline run --opt 2 scope-tables
is "$status" 0 "--opt builds an example with its assembly, too"
try ./trapline run --opt 4 "$scratch/level.c"
fails '--opt cannot be "4": it must be 0 or 1 or 2 or 3 or s' "there is no other level"
try ./trapline run --opt 2 tests/try
fails 'such options are for examples and for files of one.s own' "a test is built in one way only"

finish
