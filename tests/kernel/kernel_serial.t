#!/usr/bin/env bash
# A hundred thousand bytes through the console, both ways, arrive as they were sent.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
. "$(dirname "$0")/../harness/tap.sh"

size=100000
# The bytes of pattern() in kernel_serial.c.
awk -v size=$size 'BEGIN {
    for (i = 0; i < size; i++) printf "%c", i % 64 == 63 ? 10 : 32 + (i * 7 + int(i / 64)) % 95
}' >"$scratch/expected"

# same CLAIM [FILE]: the last command's output is the file
same() {
    [[ $status == 0 ]] && cmp -s "$scratch/out" "${2-$scratch/expected}"
    report $? "$1"
}

try ./trapline run tests/kernel_serial --timeout 60 write $size
same "$size bytes of output"
try ./trapline run tests/kernel_serial --timeout 60 write-off $size
same "the same, written with interrupts off"
try_with_input ./trapline run tests/kernel_serial --timeout 60 echo <"$scratch/expected"
same "as many bytes of input, echoed, and the end of input"
if with bochs; then
    try ./trapline run tests/kernel_serial --timeout 60 --emulator bochs write $size
    same "the output on Bochs"
    head -c 20000 "$scratch/expected" >"$scratch/less"
    try_with_input ./trapline run tests/kernel_serial --timeout 60 --emulator bochs echo <"$scratch/less"
    same "a part of the input on Bochs" "$scratch/less"
fi
try ./trapline run tests/kernel_serial --timeout 60 --trace write $size
same "$size bytes of output beside their own trace"
# shellcheck disable=SC2317 # called by name
slow_reader() { ./trapline run tests/kernel_serial --timeout 60 write $size | { sleep 1; cat; }; }
try slow_reader
same "a reader that is slow loses nothing"

# The sum of kernel_serial.c.
sum=$(od -An -v -tu1 -w1 "$scratch/expected" | awk '{ sum = (sum * 31 + $1) % 4294967296 } END { printf "%08X", sum }')
try_with_input ./trapline run tests/kernel_serial --timeout 60 late <"$scratch/expected"
is "$out" "$size bytes, sum $sum" "input that comes before anybody asks waits"

finish
