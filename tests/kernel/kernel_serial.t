#!/usr/bin/env bash
# Bytes through the console, both ways, arrive as they were sent, many of them fast.
. "$(dirname "$0")/../harness/tap.sh"

size=100000
# The bytes of pattern() in kernel_serial.c.
pattern() {
    awk -v size="$1" 'BEGIN { for (i = 0; i < size; i++) printf "%c", i % 64 == 63 ? 10 : 32 + (i * 7 + int(i / 64)) % 95 }'
}
pattern $size >"$scratch/expected"

# same CLAIM [FILE]: the last command's output is the file
same() {
    [[ $status == 0 ]] && cmp -s "$scratch/out" "${2-$scratch/expected}"
    report $? "$1"
}

try ./trapline run tests/kernel_serial --timeout 300 write $size
same "$size bytes of output"
try ./trapline run tests/kernel_serial --timeout 300 write-off $size
same "the same, written with interrupts off"
try_with_input ./trapline run tests/kernel_serial --timeout 300 echo <"$scratch/expected"
same "as many bytes of input, echoed, and the end of input"
if with bochs; then
    try ./trapline run tests/kernel_serial --timeout 300 --emulator bochs write $size
    same "the output on Bochs"
    head -c 20000 "$scratch/expected" >"$scratch/less"
    try_with_input ./trapline run tests/kernel_serial --timeout 300 --emulator bochs echo <"$scratch/less"
    same "a part of the input on Bochs" "$scratch/less"
fi
try ./trapline run tests/kernel_serial --timeout 300 --trace write $size
same "$size bytes of output beside their own trace"
slow_reader() { ./trapline run tests/kernel_serial --timeout 300 write "$size" | { sleep 1; cat; }; }
try slow_reader
same "a reader that is slow loses nothing"

# Without the paravirtual console, as on a PC.
by_the_port() {
    PYTHONPATH=tools python3 - "$@" <<'END'
import sys
from build.build import build
from programs import find
from record.events import Events
from run.emulator import start
from run.machine import Boot, Machine
from run.session import Conversation, Source
program = find("tests/kernel_serial")
with start(Machine(fast_console=False), Boot(build(program), ["kernel_serial", *sys.argv[1:]])) as session:
    outcome = Conversation(session, Events.declared(), Source(0), 60, sys.stdout.buffer.write, lambda record: None).run()
sys.stdout.flush()
sys.exit(outcome.exit_status)
END
}
for way in write write-off; do
    try by_the_port $way $size
    same "$way: a serial port alone brings all, too"
done

# The console is read only when a hundred ticks have come while the program waits in one call.
stalled() {
    PYTHONPATH=tools python3 - "$@" <<'END'
import sys
from build.build import build
from programs import find
from run.emulator import start
from run.machine import Boot, Machine
way, ring, size = sys.argv[1:]
words = ["kernel_serial", f"trapline:ring={ring}", "stalled", size]
with start(Machine(fast_console=way == "virtio"), Boot(build(find("tests/kernel_serial")), words)) as session:
    told = b""
    session.events.settimeout(300)
    while b"ticks" not in told:
        told += session.events.recv(65536) or sys.exit("it ended without them")
    session.console.settimeout(300)
    while data := session.console.recv(65536):
        sys.stdout.buffer.write(data)
END
}
# More than there is room for on the way, which a port takes byte by byte.
for way in virtio:400000 port:$size; do
    pattern "${way#*:}" >"$scratch/held"
    for ring in 0 3; do
        try stalled "${way%:*}" $ring "${way#*:}"
        same "${way%:*}, ring $ring: while the program waits for a slow reader the clock goes on" "$scratch/held"
    done
done

# Much output, by a program of either ring.
much=5000000
awk -v size=$size -v much=$much 'BEGIN { RS = "\001" } { for (i = 0; i < much / size; i++) printf "%s", $0 }' "$scratch/expected" >"$scratch/much"
for ring in 0 3; do
    times=()
    TIMEFORMAT='%U %S'
    { time try ./trapline run tests/kernel_serial --ring $ring --timeout 300 much $size $((much / size)); } 2>"$scratch/times"
    same "ring $ring: $much bytes of output" "$scratch/much"
    read -r -a times <"$scratch/times"
    times=("${times[@]/./}")
    ((10#${times[0]} + 10#${times[1]} < 5000))
    report $? "they take less than 5 seconds: ${times[*]} ms"
done
slow_much() { ./trapline run tests/kernel_serial --timeout 300 much "$size" 20 | { head -c 1; sleep 0.5; head -c 999999; sleep 0.5; cat; }; }
try slow_much
same "a slow reader gets all of much output" <(head -c 2000000 "$scratch/much")

# The sum of kernel_serial.c.
sum=$(od -An -v -tu1 -w1 "$scratch/expected" | awk '{ sum = (sum * 31 + $1) % 4294967296 } END { printf "%08X", sum }')
try_with_input ./trapline run tests/kernel_serial --timeout 300 late <"$scratch/expected"
is "$out" "$size bytes, sum $sum" "input that comes before anybody asks waits"

# Keys whose sender stays, with a line's end in two bytes.
mkfifo "$scratch/keys"
exec {keys}<>"$scratch/keys"
printf 'k\r\n' >&$keys
try_with_input ./trapline run tests/kernel_serial keys <&$keys
is "$out" 'k13 0' "behind CR LF no key waits"

finish
