#!/usr/bin/env bash
# Pages that come from a module of the loader, under many threads on one CPU and on four.
. "$(dirname "$0")/../harness/tap.sh"

python3 -c 'import struct, sys
sys.stdout.buffer.write(b"".join(struct.pack("<I", (word * 2654435761 + 12345) & 0xFFFFFFFF) for word in range(24 * 1024)))' >"$scratch/pages"
for way in "--smp 1" "--smp 4" "--smp 4 --ring 3"; do
    # shellcheck disable=SC2086 # the options are words
    try ./trapline run tests/memory_pages $way --file "$scratch/pages" --timeout 200 rounds=10
    is "$status/$(grep -c '^ok' <<<"$out")/$(grep -c '^not ok' <<<"$out")" "0/18/0" "$way: threads find the module's bytes, or nothing"
    like "$out" 'the file is a module of the loader' "$way: it is the module"
done
finish
