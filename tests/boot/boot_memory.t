#!/usr/bin/env bash
# Memory that cannot be used is said once, and only where there is some.
. "$(dirname "$0")/../harness/tap.sh"

# unused MEMORY CPU: the run's status, and how many lines say that memory stays unused
unused() {
    try ./trapline run hello --timeout 300 --memory "$1" --cpu "$2"
    echo "$status $(grep -c 'trapline: .* MB of memory are used, .* MB more are not' <<<"$out")"
}

is "$(unused 128M max)" "0 0" "128 MB are used without a word"
is "$(unused 1792M max)" "0 0" "so is all that the upper half maps, 1792 MB"
is "$(unused 1800M 486)" "0 1" "one line says so where there is a little more"
is "$(unused 3584M max)" "0 1" "and one where there is a lot"
try ./trapline run hello --timeout 300 --memory 3584M
like "$out" 'trapline: 17[89][0-9] MB of memory are used, 179[0-9] MB more are not' "with both amounts, which sum up"
like "$out" 'Hello from bare metal' "and the program runs"

finish
