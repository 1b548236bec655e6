#!/usr/bin/env bash
# No instruction of the runtime needs more than a 486, but in the places that ask for the feature first.
. "$(dirname "$0")/../harness/tap.sh"

# Newer than the 486: conditional moves, cpuid, the time stamp, model-specific registers, cr4 and everything of
# MMX and SSE. (bswap, cmpxchg, xadd and invlpg are the 486's own; tzcnt and pause are to it bsf and nop behind a prefix that
# does nothing, and compilers mean it so.)
newer='cmov[a-z]+|fcmov[a-z]+|fu?comip?|cpuid|cmpxchg8b|rdtscp?|rdpmc|rdmsr|wrmsr|rsm|sysenter|sysexit|syscall|ud[012]'
newer+='|fxsave|fxrstor|ldmxcsr|stmxcsr|fisttp[a-z]*|[lms]fence|prefetch[a-z0-9]*|movnt[a-z]+|nop[wl]|endbr32'
newer+='|emms|clflush|x(get|set)bv|xsave[a-z]*|xrstor[a-z]*|popcnt|lzcnt|movbe|rdrand|rdseed|crc32|stac|clac|invpcid'

# FUNCTION INSTRUCTION of each place that is guarded, with its guard.
guarded='
find_features cpuid           the ID flag
ask_cpu cpuid                 the same
boot_entry cr4                boot_cr4_bits, filled from cpuid
boot_entry rdmsr              boot_efer_bits, likewise
boot_entry wrmsr              the same
fill_start_page cr4           the feature APIC, which is younger than cr4
fill_start_page rdmsr         cpu_features
protected cr4                 the code of CPUs that cpus_start starts
protected wrmsr               the same, and the word efer
fpu_init cr4                  cpu_features
fpu_save fxsave               cpu_features
fpu_load fxrstor              cpu_features
fpu_reset ldmxcsr             cpu_features
learn_mxcsr_bits fxsave       fpu_init, cpu_features
context_get_fpu fxsave        cpu_features
context_get_rest fxsave       cpu_features
context_put_rest fxrstor      cpu_features
save_fpu fxsave               cpu_features
load_fpu fxrstor              cpu_features
save_registers fxsave         has_fxsr, from cpu_features
load_registers fxrstor        the same
clear_by_sse mmx-or-sse       page_clear, cpu_features
change_in_one cmpxchg8b       cpu_features
exchange_in_one cmpxchg8b     cpu_features
put_with_moment rdtsc         cpu_features
stamps_measure rdtsc          cpu_features
fine_time rdtsc               only with the stamps of a tick that stamps_measure has found
note_stamp rdtsc              cpu_features
trap_tick rdtsc               tick_choose_way, cpu_features
ring3_finish ud2              meant to fault: an exception of the same kind on a 486
utYield stmxcsr               replaced by image.c where cpu_features say so
ut_switch stmxcsr             the same
utResume stmxcsr              the same
ut_arm stmxcsr                has_sse, from cpu_features
ut_switch_slowly ldmxcsr      the same
ut_preempted stmxcsr          cpu_features
ut_preempted ldmxcsr          the same
ut_preempted mmx-or-sse       the same
ut_back_in_slice ldmxcsr      the same
ut_back_in_slice mmx-or-sse   the same
control_words stmxcsr         cpu_features
UmsThreadYield stmxcsr        ums_has_sse, from cpu_features
ums_enter stmxcsr             the same
ums_execute_from stmxcsr      the same
ums_execute_from ldmxcsr      where stmxcsr has found another value
ums_activation ldmxcsr        the same
ums_scheduler_goes_on ldmxcsr the same, by its name in the kernel
'

# instructions OBJECT...: FUNCTION INSTRUCTION of every newer one. The function is the source's, also where it stands inlined in
# another one; of a header's function, which is the instruction alone, the one that calls it.
instructions() {
    objdump --disassemble --section=.kernel.text --section=.shared.text --section=.boot.text --section=.boot.code --line-numbers --inlines --no-show-raw-insn "$@" 2>/dev/null | awk -v newer="^($newer)\$" '
        /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); file = caller = ""; next }
        /^[^ ]+\(\):$/ { name = substr($1, 1, length($1) - 3); caller = ""; next }
        /^\// { file = $1; caller = ""; begins = 0; next }
        /^inlined by / { if (begins || caller == "") caller = substr($NF, 2, length($NF) - 2); begins = 0; next }
        $1 ~ /:$/ {
            begins = 1
            found = $2
            if (found ~ /^(lock|rep|repz|repnz|data16|addr16)$/) found = $3
            place = file ~ /[.]h:/ && caller != "" ? caller : name
            if ($0 ~ /%cr4/) print place, "cr4"
            else if ($0 ~ /%([xyz]?mm|k)[0-7]/) print place, "mmx-or-sse"
            else if (found ~ newer) print place, found
        }' | sort -u
}

try make_here build/examples/03-demo.elf
builds=(build)
if with clang; then
    try make_here CC=clang build/clang/examples/03-demo.elf
    builds+=(build/clang)
fi
for build in "${builds[@]}"; do
    total=$(objdump --disassemble --no-show-raw-insn "$build/runtime.o" | grep -cE '^ *[0-9a-f]+:')
    ((total > 50000))
    report $? "$build: all of the runtime is looked at, $total instructions"
    newer_ones=$(instructions "$build/runtime.o")
    like "$newer_ones" 'boot_entry rdmsr' "$build: newer instructions are found"
    unguarded=$(grep -vxFf <(awk 'NF { print $1, $2 }' <<<"$guarded") <<<"$newer_ones")
    is "${unguarded//$'\n'/, }" "" "$build: none is outside of the places that ask first"
done

finish
