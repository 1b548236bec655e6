#!/usr/bin/env bash
# The boot image: it is made, and GRUB's menu starts an example in QEMU and in Bochs.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
. "$(dirname "$0")/../harness/tap.sh"

disc=$scratch/examples.iso
try ./trapline iso --menu-timeout 0 --output "$disc"
is "$status" 0 "the image is made"
like "$out" "examples.iso: [0-9.]+ MB, [0-9]+ example" "size and contents are told"

try ./trapline iso --default no-such-example
fails 'there is no example' "an unknown example is refused"

./trapline run demo --virtual-time </dev/null >"$scratch/direct" 2>/dev/null
last=$(tail -n 1 "$scratch/direct")
emulators=(qemu)
! with bochs || emulators+=(bochs)
for emulator in "${emulators[@]}"; do
    try ./trapline run "$disc" --emulator "$emulator" --timeout 100 --virtual-time
    is "$status" 0 "$emulator boots it from CD"
    out=${out//$'\r'/} # GRUB ends its lines in its own way
    is "${out##*$'\n'}" "$last" "and the demonstration runs to its last line"
done

finish
