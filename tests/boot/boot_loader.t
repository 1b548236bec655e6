#!/usr/bin/env bash
# The Multiboot entry: other loaders, files brought along, long command lines, and no second serial port.
. "$(dirname "$0")/../harness/tap.sh"

image=build/tests/boot/boot_loader.elf
try make_here "$image"
is "$status" 0 "the image is made"

# boot IMAGE OPTIONS...: QEMU itself, with one serial port, on standard output
boot() {
    timeout 100 qemu-system-i386 -nodefaults -display none -no-reboot -device isa-debug-exit,iobase=0x501,iosize=2 \
        -serial stdio -m 16M -kernel "$@" </dev/null
}

# enter_at SYMBOL: the image with another entry, in $scratch
enter_at() {
    local address
    address=$(nm "$image" | awk -v name="$1" '$3 == name { print $1 }')
    cp "$image" "$scratch/$1.elf"
    # e_entry, little endian, at byte 24
    printf '%b' "\\x${address:6:2}\\x${address:4:2}\\x${address:2:2}\\x${address:0:2}" |
        dd of="$scratch/$1.elf" bs=1 seek=24 conv=notrunc status=none
}

enter_at entry_wrong_magic
try boot "$scratch/entry_wrong_magic.elf"
is "$out" 'trapline: not started by a Multiboot 1 loader (wrong magic number in eax); GRUB does it by its word multiboot' "a wrong magic number is told"
is "$status" 1 "and the emulator ends"
try ./trapline run "$scratch/entry_wrong_magic.elf" --timeout 100
is "$status" 125 "which the command reports as an image that died"
if with bochs; then
    try ./trapline run "$scratch/entry_wrong_magic.elf" --emulator bochs --timeout 100
    like "$status/$out" '125/trapline: not started by a Multiboot 1 loader' "on Bochs, too, both come"
fi

enter_at entry_no_memory
try boot "$scratch/entry_no_memory.elf"
is "$status/$out" '1/trapline: the boot loader does not say how much memory there is; use another loader' "so is a loader that knows no memory"
enter_at entry_little_memory
try boot "$scratch/entry_little_memory.elf"
like "$status/$out" '1/trapline: not enough memory to start: give the machine 8 MB' "and a machine that has too little"
enter_at entry_no_map
try boot "$scratch/entry_no_map.elf"
like "$out" '^ok 1 .*'$'\n''1\.\.5$' "a loader without a memory map is enough"
[[ $out != *'not ok'* && $out != *FFFFFFFF* ]]
report $? "and all is well there"

try boot "$image"
like "$out" 'ok 1 - the loader.s name is known: qemu'.*'1\.\.5$' "without a second serial port it boots, too"

seq 0 20000 >"$scratch/first"
seq 0 5 >"$scratch/second"
seq 0 100000 >"$scratch/third"
try boot "$image" -append "modules '$scratch/first' '$scratch/second and its words' '$scratch/third'" \
    -initrd "$scratch/first,$scratch/second and its words,$scratch/third"
is "$(grep -c '^ok ' <<<"$out")/$(grep -c '^not ok' <<<"$out")" 11/0 "modules keep their names and contents, their memory is not handed out"
many=$(printf "$scratch/second%.0s," {1..40})
many=${many%,}
try boot "$image" -append 'length x' -initrd "$many"
like "$out" 'the boot loader said more than fits, and some of it was cut' "more modules than there is room for are told"

# words BYTES: a command line that is this long with its first word, the file's name as QEMU sees it
words() {
    local line="$image length "
    printf 'length %s' "$(head -c $(($1 - ${#line})) /dev/zero | tr '\0' x)"
}
try boot "$image" -append "$(words 4095)"
is "$out" "3 words, 4095 bytes of command line, the last word has $((4095 - ${#image} - 8))" "4095 bytes of command line arrive"
try boot "$image" -append "$(words 4096)"
like "$out" 'some of it was cut'$'\n'"3 words, 4095 bytes of command line, the last word has $((4095 - ${#image} - 8))"$ "the next byte is cut, and that is said"
try boot "$image" -append "$(words 60000)"
like "$out" 'some of it was cut'$'\n'"3 words, 4095 bytes" "so are many"
blanks=$(printf ' a%.0s' {1..2000})
try boot "$image" -append "length$blanks"
like "$out" "^2002 words" "as many words as there can be are no trouble"

# plain [OPTIONS...]: QEMU as somebody types it who knows of no option, but for the display
plain() {
    timeout 60 qemu-system-i386 -display none -serial stdio -kernel "$@" </dev/null
}
for machine in pc q35; do
    try plain "$image" -M "$machine" -append 'length x'
    is "$status/$out" "0/3 words, $((${#image} + 9)) bytes of command line, the last word has 1" "without options, too, a run of $machine ends by itself"
done
try plain "$scratch/entry_no_map.elf" -M pc
like "$status" '^0$' "so does one without a memory map"

finish
