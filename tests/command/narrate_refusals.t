#!/usr/bin/env bash
# Why a frame is refused is narrated in the words that the runtime's own report has.
. "$(dirname "$0")/../harness/tap.sh"

try ./trapline run tests/frame_checks --trace --cpu max
is "$status" 0 "frames are refused without a switch"
told=$err
try ./trapline run tests/frame_checks --trace --cpu max --safeseh
is "$status" 0 "with --safeseh"
told+=$'\n'$err
try ./trapline run tests/frame_checks --trace --sehop
is "$status" 0 "with --sehop"
told+=$'\n'$err
try ./trapline run tests/frame_checks_none --trace --safeseh
is "$status" 0 "and of a program that has no handlers"
told+=$'\n'$err

rows=$(sed -n 's/^FRAME_REFUSAL(\w*, "\(.*\)")/\1/p' seh_emul/dispatch/frame_refusals.h)
is "$(wc -l <<<"$rows")" 9 "there are nine reasons"
while read -r words; do
    grep -qE "^  \|.* frame [0-9A-F]{8} is refused: ${words//[()]/.}$" <<<"$told"
    report $? "narrated: $words"
done <<<"$rows"

finish
