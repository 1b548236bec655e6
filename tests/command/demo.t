#!/usr/bin/env bash
# The demonstration: its whole output against a transcript, its rules, and what time it takes.
. "$(dirname "$0")/../harness/tap.sh"

# demo OPTIONS...: runs the demonstration; fills $out, $status, $wall and $busy (milliseconds: passed, and
# spent by all CPUs on it).
demo() {
    local TIMEFORMAT='%R %U %S' times
    { time try ./trapline run demo "$@"; } 2>"$scratch/times"
    read -r -a times <"$scratch/times"
    times=("${times[@]/./}")
    wall=$((10#${times[0]})) busy=$((10#${times[1]} + 10#${times[2]}))
}

# Whether $out is the transcript, {{regular expressions}} in it allowed.
matches_transcript() {
    PYTHONPATH=tools python3 - "$1" "$scratch/out" >&2 <<'END'
import sys
from pathlib import Path
from testing.transcript import difference, lines
found = difference(*(lines(Path(name).read_text()) for name in sys.argv[1:]))
for line in found:
    print(f"# {line}")
sys.exit(bool(found))
END
}

# Lines of one thread, their names cut off.
of() { sed -n "s/^$1: //p" <<<"$out"; }

# The rules that hold for any wording (docs/03-demo.md). The argument: how late the sleeper may wake.
check_rules() {
    local asleep awake order expected cycle
    is "$status" 0 "it ends with status 0"
    matches_transcript tests/command/demo.expected
    report $? "its output is the transcript's"
    ! grep -qv '^[a-z0-9]*: ' <<<"$out"
    report $? "each line begins with the name of its thread"

    read -r asleep awake < <(of sleeper | grep -o '^[0-9]*' | tr '\n' ' ')
    ((((awake - asleep) & 0xFFFFFFFF) >= 5000 && ((awake - asleep) & 0xFFFFFFFF) <= ${1-5020}))
    report $? "the sleeper wakes 5,000 to ${1-5020} ms later: $asleep, $awake"

    # The thread added last runs first; recursion has nothing to say when its deepest call returns.
    expected='divide divide write write sleeper'
    for cycle in {1..100}; do
        ((cycle == 51)) || expected+=' recursion'
        expected+=' normal2 normal1'
    done
    order=$(cut -d: -f1 <<<"$out" | tr '\n' ' ')
    is "$order" "$expected sleeper main " "threads take their turns in rounds"

    is "$(of normal1 | grep -o '[0-9]*')" "$(seq 100)" "normal1 counts its 100 cycles"
    is "$(of normal2 | grep -c '6\.480000')" 100 "normal2 computes 100 times"
    is "$(of recursion | grep -o '[0-9]*')" "$(seq 50; seq 49 -1 1)" "recursion goes 50 deep and comes back up"

    like "$(of divide | tail -n 1)" '^error occurred: C0000094 .* divide ' "divide is ended by the scheduler's handler"
    like "$(of write | tail -n 1)" '^error occurred: C0000005 .* write ' "so is write"
    like "$(of write | tail -n 1)" 'writing 00000000$' "which says what was accessed"
    is "$(of main)" '4 threads finished, 2 failed' "the others finish"
}

try ./trapline build demo # the next lines measure runs

# In real time beside all that comes on the virtual clock.
whole=$scratch
scratch=$whole/real
mkdir "$scratch"
{
    demo
    declare -p out err status wall busy >"$scratch/ended"
} &
in_real_time=$!
scratch=$whole
demo --virtual-time
check_rules

# A tick costs the emulator 50 microseconds. A loop of about twenty seconds runs beside it: a busy or slow host holds up both.
python3 -c 'for _ in range(333_000_000): pass' &
try ./trapline run tests/kernel_end --virtual-time sleep 40000
is "$status/${out//$'\n'/ }" "0/before behind" "on the virtual clock forty seconds pass"
kill $! 2>/dev/null
report $? "in less than twenty seconds of a host that has nothing else to do"

demo --virtual-time --tick 0xFFFFF000
check_rules
like "$(of sleeper | tr '\n' ' ')" '^4294[0-9]{6} .* [0-9]{1,4} ms [^0-9]*$' "the sleeper sleeps across the wrap of the tick count"

if with clang; then
    demo --virtual-time --cc clang
    check_rules
fi
demo --virtual-time --ring 3
check_rules

try ./trapline demo --virtual-time
is "$status/$(grep -c . <<<"$out")" "0/$(grep -c . tests/command/demo.expected)" "./trapline demo is the same"
if with bochs; then
    try ./trapline run demo --virtual-time --emulator bochs
    check_rules
fi

wait "$in_real_time"
scratch=$whole/real
# shellcheck source=/dev/null # written by this script
. "$scratch/ended"
check_rules 60000 # a busy host holds the machine up
((wall >= 5000))
report $? "in real time they do: $wall ms"
((busy < wall / 2))
report $? "in which the CPU is halted: $busy ms of the host's time"
scratch=$whole
finish
