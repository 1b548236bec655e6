#!/usr/bin/env bash
# No instruction of the runtime needs more than a 486, but in the places that ask for the feature first.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
. "$(dirname "$0")/../harness/tap.sh"

# Newer than the 486: conditional moves, cpuid, the time stamp, model-specific registers, cr4 and everything of
# MMX and SSE. (bswap, cmpxchg, xadd and invlpg are the 486's own; tzcnt and pause are to it bsf and nop behind a prefix that
# does nothing, and compilers mean it so.)
newer='cmov[a-z]+|fcmov[a-z]+|fu?comip?|cpuid|cmpxchg8b|rdtscp?|rdpmc|rdmsr|wrmsr|rsm|sysenter|sysexit|syscall|ud[012]'
newer+='|fxsave|fxrstor|ldmxcsr|stmxcsr|fisttp[a-z]*|[lms]fence|prefetch[a-z0-9]*|movnt[a-z]+|nop[wl]|endbr32'
newer+='|emms|clflush|x(get|set)bv|xsave[a-z]*|xrstor[a-z]*|popcnt|lzcnt|movbe|rdrand|rdseed|crc32|stac|clac|invpcid'

# FUNCTION INSTRUCTION of each place that is guarded, with its guard.
guarded='
boot_main cpuid             the ID flag, boot.c
find_features cpuid         the same
boot_entry cr4              boot_cr4_bits, filled from cpuid
boot_entry rdmsr            boot_efer_bits, likewise
boot_entry wrmsr            the same
cpus_start   cr4            the feature APIC, which is younger than cr4
cpus_start   rdmsr          cpu_features
protected    cr4            the code of CPUs that cpus_start starts
protected    wrmsr          the same, and the word efer
fpu_init     cr4            cpu_features
fpu_init     ldmxcsr        cpu_features
fpu_init     fxsave         the same, fpu_save inlined
fpu_init     fxrstor        the same, fpu_load inlined
schedule_at_end fxsave      cpu_features
schedule_at_end fxrstor     the same
page_clear   mmx-or-sse     the same
end_among    fxsave         the same
end_among    fxrstor        the same
user_ring3_run fxsave       cpu_features
user_ring3_run fxrstor      the same
ring3_end_piece fxrstor     the same
context_from_trap fxsave    cpu_features
enter_fpu fxsave            cpu_features, fpu_save inlined
enter_fpu fxrstor           the same, fpu_load inlined
leave_fpu fxsave            the same
leave_fpu fxrstor           the same
context_get_rest fxsave     cpu_features
raise_arguments fxsave      the same, inlined
raise_record fxsave         the same, inlined
context_put_rest fxrstor    cpu_features
learn_mxcsr_bits fxsave     cpu_features
ring3_finish ud2            meant to fault: an exception of the same kind on a 486
put_with_moment rdtsc       cpu_features
trace_event  rdtsc       the same, put_with_moment inlined
utYield stmxcsr             replaced by fpu.c where cpu_features say so
ut_switch stmxcsr           the same
utResume stmxcsr            the same
ut_switch_fpu fxsave        cpu_features
ut_switch_fpu fxrstor       the same
ut_switch_fpu ldmxcsr       the same
ut_arm stmxcsr              the same
ut_switch_fpu stmxcsr       the same, ut_arm inlined
ut_preempted stmxcsr        cpu_features
ut_preempted ldmxcsr        the same
ut_preempted mmx-or-sse     the same
ut_back_in_slice ldmxcsr    the same
ut_back_in_slice mmx-or-sse the same
keep_all     fxsave         cpu_features, fpu_save inlined
keep_all     ldmxcsr        cpu_features, fpu_reset inlined
leave_rarely ldmxcsr        the same, keep_all inlined
stop         ldmxcsr        the same
leave_rarely fxsave         the same, keep_all inlined
stop         fxsave         the same
execute      fxrstor        cpu_features, fpu_load inlined
user_ums_execute fxrstor    the same, execute inlined
control_words stmxcsr       cpu_features
ums_leave    stmxcsr        the same, control_words inlined
leave_rarely stmxcsr        the same
stop         stmxcsr        the same
preempt_worker stmxcsr      the same
UmsThreadYield stmxcsr      ums_has_sse, from cpu_features
ums_enter    stmxcsr        the same
ums_execute_from stmxcsr    the same
ums_execute_from ldmxcsr    where stmxcsr has found another value
ums_activation ldmxcsr        the same
SwitchToFiber fxsave        cpu_features
SwitchToFiber fxrstor       the same
change_in_one cmpxchg8b     cpu_features
ask_cpu cpuid               the ID flag
measure_stamps rdtsc        cpu_features
QueryPerformanceCounter rdtsc only with the frequency that measure_stamps has found
'

# instructions IMAGE: FUNCTION INSTRUCTION of every newer one
instructions() {
    objdump -d --no-show-raw-insn "$1" | awk -v newer="^($newer)\$" '
        /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); next }
        $1 ~ /:$/ {
            found = $2
            if (found ~ /^(lock|rep|repz|repnz|data16|addr16)$/) found = $3
            if ($0 ~ /%cr4/) print name, "cr4"
            else if ($0 ~ /%([xyz]?mm|k)[0-7]/) print name, "mmx-or-sse"
            else if (found ~ newer) print name, found
        }' | sort -u
}

try make -s build/examples/03-demo.elf
images=(build/examples/03-demo.elf)
if with clang; then
    try make -s CC=clang build/clang/examples/03-demo.elf
    images+=(build/clang/examples/03-demo.elf)
fi
for image in "${images[@]}"; do
    total=$(objdump -d --no-show-raw-insn "$image" | grep -cE '^ *[0-9a-f]+:')
    ((total > 2000))
    report $? "${image%/examples*}: all of the image is looked at, $total instructions"
    newer_ones=$(instructions "$image")
    like "$newer_ones" 'boot_entry rdmsr' "${image%/examples*}: newer instructions are found"
    unguarded=$(grep -vxFf <(awk 'NF { print $1, $2 }' <<<"$guarded") <<<"$newer_ones")
    is "${unguarded//$'\n'/, }" "" "${image%/examples*}: none is outside of the places that ask first"
done

finish
