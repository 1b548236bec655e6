#!/usr/bin/env bash
# Both compilers refuse programs with __try that would not work as written, and name the reason.
. "$(dirname "$0")/../harness/tap.sh"

# refused CLAIM REGEX MARK [LEVEL]: a function with this mark and the body that stands on the input does not compile.
refused() {
    local cc
    printf '#include <seh.h>\nint f(void);\n%s int g(int x);\n%s int g(int x)\n{\n%s\nreturn x;\n}\nint main(void) { return g(0); }\n' \
        "$3" "$3" "$(cat)" >"$scratch/refused.c"
    for cc in "${compilers[@]}"; do
        # shellcheck disable=SC2046 # a word or none
        try make_here program $(make_word "$cc") OPTIONS="${4--O2}" SOURCES="$scratch/refused.c" OUTPUT="$scratch/refused.elf"
        [[ $status != 0 && $err =~ $2 ]]
        report $? "$cc: $1"
    done
}

# taken CLAIM MARK: such a function compiles.
taken() {
    local cc
    printf '#include <seh.h>\nint f(void);\nint f(void) { return 0; }\n%s int g(int x)\n{\n%s\nreturn x;\n}\nint main(void) { return g(0); }\n' \
        "$2" "$(cat)" >"$scratch/taken.c"
    for cc in "${compilers[@]}"; do
        # shellcheck disable=SC2046 # a word or none
        try make_here program $(make_word "$cc") OPTIONS=-O2 SOURCES="$scratch/taken.c" OUTPUT="$scratch/taken.elf"
        is "$status/$err" 0/ "$cc: $1"
    done
}

for level in -O1 -O2 -O3 -Os; do
    refused "a function without the mark, $level" 'needs SEH_FUNCTION in front of it' '' "$level" <<<'
        __try { f(); } __except (1) { x = 1; }'
done
refused "the same with __finally" 'needs SEH_FUNCTION in front of it' '' <<<'
    __try { f(); } __finally { x = 1; }'
refused "break out of __finally" 'break cannot leave a __finally block' SEH_FUNCTION <<<'
    while (x) { __try { f(); } __finally { if (x) break; } }'
refused "continue out of __finally" 'refused.c:7: error: continue cannot leave a __finally block' SEH_FUNCTION <<<'
    while (x) { __try { f(); } __finally { if (x) continue; } }'
refused "continue out of __finally and a __try, a switch or an expression inside" 'c:8: error: .*refused.c:9: error: .*refused.c:10: error: continue cannot' SEH_FUNCTION <<<'
    while (x) { __try { f(); } __finally {
        switch (x) { case 1: continue; }
        __try { continue; } __except (1) { }
        x = __extension__({ if (x) continue; 1; });
    } }'
taken "continue in loops of the block, and in a __finally block of a loop in it" SEH_FUNCTION <<<'
    while (x) { __try { f(); continue; } __finally {
        for (int i = 0; i < 2; i++) { if (x) continue; else x++; }
        while (x < 9) if (x++) continue;
        do { if (x) continue; } while (x++ < 12);
        for (;;) { __try { continue; } __finally { f(); } }
    } }'
refused "__leave where there is no __try" '__leave_is_for_try_blocks' SEH_FUNCTION <<<'
    __leave;'
refused "__leave in the block behind __try" '__leave_is_for_try_blocks' SEH_FUNCTION <<<'
    __try { f(); } __except (1) { __leave; }'
refused "GetExceptionCode outside" 'GetExceptionCode is for filters and __except blocks' SEH_FUNCTION <<<'
    __try { x = (int)GetExceptionCode(); } __except (1) { }'
refused "GetExceptionInformation in __except" 'GetExceptionInformation is for filters' SEH_FUNCTION <<<'
    __try { f(); } __except (1) { x = GetExceptionInformation() != 0; }'
refused "AbnormalTermination in __except" 'AbnormalTermination is for __finally blocks' SEH_FUNCTION <<<'
    __try { f(); } __except (AbnormalTermination()) { }'
refused "goto into a __try block" 'error: (jump into|cannot jump from this goto)' SEH_FUNCTION <<<'
    goto in; __try { in: f(); } __except (1) { }'
refused "a case inside a __try block" 'error: (switch jumps into|cannot jump from switch)' SEH_FUNCTION <<<'
    switch (x) { __try { case 1: f(); } __except (1) { } }'
refused "__try without a block behind it" 'error: expected .\)' SEH_FUNCTION <<<'
    __try { f(); }'
refused "__except without __try" 'seh_state.? undeclared|undeclared identifier .seh_state' SEH_FUNCTION <<<'
    __except (1) { f(); }'
refused "__finally without __try" 'seh_state.? undeclared|undeclared identifier .seh_state' SEH_FUNCTION <<<'
    __finally { f(); }'

finish
