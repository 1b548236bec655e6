#!/usr/bin/env bash
# A run of several CPUs ends on any of them: with the status that was asked for, or with one report that names the CPU
# and tells where the others were. Machines of one CPU have no others to start.
. "$(dirname "$0")/../harness/tap.sh"

for cpu in 0 2; do
    try ./trapline run tests/kernel_cpus_end --smp 4 --timeout 200 exit $cpu
    is "$status/$out$err" 41/ "CPU $cpu turns the machine off while the others compute"
    try ./trapline run tests/kernel_cpus_end --smp 4 --timeout 200 panic $cpu
    is "$status" 125 "CPU $cpu panics"
    like "$out" "^trapline: panic: asked for \(CPU $cpu\)" "the report names CPU $cpu"
    others=0
    for other in 0 1 2 3; do
        ((other == cpu)) || grep -q "^trapline: CPU $other was stopped at [0-9A-F]* [A-Za-z_]" <<<"$out" || others=1
    done
    report $others "and tells where each of the others was"
    is "$(grep -c 'was stopped at' <<<"$out")" 3 "each once"
    rows=$(sed -n 's/^  thread \([0-9]*\), priority 8: runs on CPU \([0-9]\)$/\2/p' <<<"$out")
    is "$(sort <<<"$rows" | tr '\n' ' ')" "0 1 2 3 " "the table of threads comes last, with the CPU of each"
    like "$(tail -4 <<<"$out" | head -1)" '^  thread 8, ' "from the first thread on"
done
try ./trapline run tests/kernel_cpus_end --smp 4 --timeout 200 overflow 1
like "$out" '^trapline: panic: double fault: .*\(CPU 1\)' "a double fault on another CPU has its own task there"
try ./trapline run tests/kernel_cpus_end --smp 4 --timeout 200 fault 3
is "$status" 29 "an exception that nobody handles on another CPU ends the run with its status"
like "$out" 'unhandled exception C000001D .* fault_here' "by its report"
like "$out" '  in thread [0-9]*, on CPU 3' "which names the thread and the CPU"
try ./trapline run tests/kernel_cpus_end --smp 4 --timeout 200 forget 1
is "$status" 125 "a CPU that does not answer ends the run"
like "$out" '^trapline: panic: CPU 2 does not forget translations as CPU 1 asks it to \(CPU 1\)' "the report names it and the CPU that asked"
like "$out" 'trapline: CPU 2 was stopped at [0-9A-F]* compute\+' "and tells where it was"
try ./trapline run tests/kernel_cpus_end --smp 4 --timeout 200 lock 2
is "$status" 125 "a CPU that keeps the kernel's lock ends the run"
like "$out" '^trapline: panic: CPU [0-9] does not get the lock of the kernel, which CPU 2 has' "the report names the lock and the CPU"
like "$out" 'trapline: CPU 2 was stopped at [0-9A-F]* lock_here\+' "and tells where it was"
try ./trapline run tests/kernel_cpus_end --checked --smp 4 --timeout 200 return 3
is "$status" 125 "a thread that a CPU does not end at the end of the program ends the run"
like "$out" '^trapline: panic: CPU 2 does not end its thread [0-9]+' "the report names both"
for round in 1 2 3; do
    try ./trapline run tests/kernel_cpus_end --smp 8 --timeout 200 everywhere 0
    is "$status/$(grep -c 'panic: one of many' <<<"$out")" 125/1 "all CPUs panic at the same time: one report comes ($round)"
done
if with bochs; then
    try ./trapline run tests/kernel_cpus_end --smp 2 --emulator bochs --timeout 200 panic 1
    like "$status/$out" '125/trapline: panic: asked for .CPU 1.*CPU 0 was stopped at' "on Bochs, too, the report names the CPU"
fi

# boot IMAGE OPTIONS...: QEMU itself, because the command has no words for its other machines
make_here build/tests/kernel/kernel_cpus{,_translations}.elf || exit 1
boot() {
    timeout 200 qemu-system-i386 -nodefaults -display none -no-reboot -device isa-debug-exit,iobase=0x501,iosize=2 \
        -serial stdio -m 16M -kernel "build/tests/kernel/$1.elf" "${@:2}" </dev/null
}
# works CLAIM BEGINNING OPTIONS...: on this machine each image prints this, comes to its end, and every claim holds.
works() {
    local image
    for image in kernel_cpus kernel_cpus_translations; do
        try boot "$image" "${@:3}"
        like "$out" "$2.*"$'\r?\n''1\.\.[0-9]+' "$1 ($image)"
        is "$(grep -c '^not ok' <<<"$out")" 0 "and every claim holds"
    done
}
for machine in "-M isapc" "-M isapc -cpu pentium" "-cpu 486" "-cpu pentium,-apic"; do
    # shellcheck disable=SC2086 # words are wanted
    works "$machine: one CPU" '^ok 1 - 1 CPUs run' $machine
done
# The older tables name packages, not the cores inside.
works "without ACPI the older tables name the CPUs" '^ok 1 - 2 CPUs run' -smp 2,sockets=2 -machine acpi=off -append "cpus=2 rounds=100"
works "of twelve CPUs eight run, and a line says so" 'trapline: 4 more CPUs are not used: at most 8 are.*ok 1 - 8 CPUs run' -smp 12 -append "cpus=8 rounds=20"
finish
