#!/usr/bin/env bash
# The callers in the report of a program's end by an exception: none is left out, and repetitions are counted.
. "$(dirname "$0")/../harness/tap.sh"

# names LABEL: the functions that the report lists behind this label, in one line
names() {
    awk -v label="$1" '/^  [a-z]/ { on = $1 == label } on' <<<"$out" |
        sed -E 's/^ +([a-z]+ +[0-9A-F])?([0-9A-F]*: )?[0-9A-F]{7,8} ?//; s/^ +//; s/ \([^ ]*:[0-9]+\)$//; s/\+0x.*//; s/[0-9]+ times/N times/' | paste -sd' '
}

# called WAY NAMES CLAIM [OPTION...]
called() {
    try ./trapline run "${@:4}" tests/kernel_backtrace "$1"
    like "$(names called)" "^$2 main program_main\$" "${*:4}: $3"
}

for cc in "${compilers[@]}"; do
    called leaf "leaf middle" "a function without a frame has its caller" --cc "$cc"
    called entry "entry middle" "so has one at its first instruction" --cc "$cc"
    called pushed "pushed middle" "and one in the middle of its prologue" --cc "$cc"
    called null " middle" "a call through a null pointer has one" --cc "$cc"
    called wild " middle" "and through a wild one" --cc "$cc"
    called few "leaf few few few" "two of the same are shown" --cc "$cc"
    called deep "(down )+the last line N times more" "recursion is counted" --cc "$cc"
done
called leaf "leaf middle" "the same" --ring 3
try ./trapline run tests/kernel_backtrace turns
like "$(names called)" '^(to|fro) .*the last 2 lines N times more (to |fro )?main program_main$' "two in turn are counted in pairs"

# The numbers: 21 calls whose last has an address of its own, and 22 in turn whose last and first are in no pair.
try ./trapline run tests/kernel_backtrace few 20
like "$out" ' few\+[^ ]* [^ ]*'$'\n'' +the last line 18 times more'$'\n''[^'$'\n'']* main\+' "three of 21 are shown, and 18 counted"
try ./trapline run tests/kernel_backtrace turns 21
like "$out" ' fro\+[^ ]* [^ ]*'$'\n'' +the last 2 lines 8 times more'$'\n''[^'$'\n'']* to\+[^'$'\n'']*'$'\n''[^'$'\n'']* main\+' "of ten pairs two are shown, and eight counted"

try ./trapline run tests/kernel_backtrace handler
is "$(names handlers)" "search_guard search_guard the last line N times more faults_again seh_final_handler" \
    "frames with one handler are counted, too"
like "$(names called)" ' KiUserExceptionDispatcher leaf .*the last [0-9] lines N times more .*main program_main$' \
    "an exception's own address goes by its own name"

finish
