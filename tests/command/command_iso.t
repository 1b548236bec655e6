#!/usr/bin/env bash
# The boot image: it is made, and GRUB's menu starts an example in QEMU and in Bochs.
. "$(dirname "$0")/../harness/tap.sh"

disc=$scratch/examples.iso
echo 'one file' >"$scratch/one.txt"
try ./trapline iso --menu-timeout 0 --output "$disc" --file "$scratch/one.txt"
is "$status" 0 "the image is made"
like "$out" "examples.iso: [0-9.]+ MB, [0-9]+ example" "size and contents are told"

xorriso -osirrox on -indev "$disc" -extract /boot "$scratch/boot" 2>/dev/null
is "$(<"$scratch/boot/file0") $(grep -c "module --nounzip /boot/file0 'one.txt'" "$scratch/boot/grub/grub.cfg")" \
    "one file $(find "$scratch/boot" -name '*.elf' | wc -l)" "a file is on it, and each program gets it"
try ./trapline iso --file "$scratch/none.txt"
fails 'No such file or directory' "a file that is not there is refused"

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
