#!/usr/bin/env bash
# printf on the machine against printf on the host: tests/lib/lib_printf.c prints random conversions, once as an
# image and once compiled for the host with its C library, and every line must be the same.
#
#   SEED=N COUNT=N tests/lib/lib_printf_host.t
. "$(dirname "$0")/../harness/tap.sh"
. tests/host/host_cc.sh
find_host_compiler

words=("seed=${SEED:-$(date +%s)}" "count=${COUNT:-5000}")
echo "# ${words[*]}"

# The fixed claims of the program are about our library: one of them takes glibc half a minute.
# shellcheck disable=SC2086 # words are wanted
$host_cc -O1 -w -I. -o "$scratch/host" tests/lib/lib_printf.c tests/harness/tap.c || exit 1
$host_run "$scratch/host" fixed=0 "${words[@]}" | grep '^# case ' >"$scratch/expected"

try ./trapline run tests/lib_printf "${words[@]}"
is "$status" 0 "the image ends with status 0"
tr -d '\r' <<<"$out" | grep '^# case ' >"$scratch/image"
is "$(wc -l <"$scratch/image")" "${words[1]#count=}" "it prints a line for every conversion"
diff "$scratch/expected" "$scratch/image" | head -n 20 | sed 's/^/# /'
cmp -s "$scratch/expected" "$scratch/image"
report $? "every line is what the host prints"
finish
