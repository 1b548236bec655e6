#!/usr/bin/env bash
# The costs of a worker's yield, block and wake beside those of other threads, in counted instructions.
. "$(dirname "$0")/../harness/tap.sh"

try ./trapline bench ums_yield ums_block ums_wake switch kthread_switch event_pingpong
is "$status" 0 "40: none of the figures is above its limit"
figure() { awk -v name="$1" '$1 == name { print $2 }' <<<"$out"; }
yield=$(figure ums_yield) block=$(figure ums_block) wake=$(figure ums_wake)
[[ $yield && $((2 * yield)) -le $(figure kthread_switch) ]]
report $? "40: a yield ($yield) costs at most half of a kernel thread's switch ($(figure kthread_switch))"
switch=$(figure switch)
[[ $switch && $yield -ge $switch ]]
report $? "40: and more than that of a user-level thread, which has no TEB of its own ($switch)"
# A round trip of two threads is two waits, two signals and two switches.
[[ $block && $((block + wake)) -lt $(figure event_pingpong) ]]
report $? "40: a block and a wake ($block, $wake) cost less than a round trip by events ($(figure event_pingpong))"
finish
