#!/usr/bin/env bash
# The measurements: the same to the digit in every run, table and file agree, limits decide the exit status.
# shellcheck source-path=SCRIPTDIR source=tap.sh
. "$(dirname "$0")/tap.sh"

# The table of $out as lines "name value limit unit", without its head.
rows() { sed '1d; /^drawn:/d; /^nothing to draw/d' <<<"$out" | tr -d , | awk '{ print $1, $2, $3, $4 }'; }

# The same of the file.
saved() {
    python3 -c 'import json, sys
for name, figure in json.load(open(sys.argv[1])).items():
    print(name, figure["value"], figure["limit"], figure["unit"])' "$1/build/bench.json"
}

# How many of each kind the copy's figure has.
saved_kinds() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["hundred"]["kinds"])' "$copy/build/bench.json"; }

# The exit status that the table calls for.
verdict() { rows | awk '$2 > $3 { above = 1 } END { print above + 0 }'; }

try ./trapline bench
first=$(rows)
names="trap_to_handler frame_walk try_enter_leave raise_to_handler raise_unwind_resume"
names+=" switch coroutine lifecycle lifecycle_resumed sleep_insert tick irq_to_thread sem_pair mutex_pair pingpong"
names+=" channel bytes million switch_100k sleep_insert_1m"
is "$(cut -d' ' -f1 <<<"$first" | tr '\n' ' ')" "$names " "every figure is measured"
is "$(awk '$2 == 0 || $4 == ""' <<<"$first")" "" "each is some number of something"
# The limits are for the compiler that they were set with; another one's code may be a little longer. Some of the
# threads' are goals that are not reached: the table says so, and this is no place to.
is "$(head -n 5 <<<"$first" | awk '$2 > $3 * 1.25')" "" "none of exceptions is far above its limit, whatever the compiler"
is "$(saved .)" "$first" "the file says what the table says"
like "$out" "trap_to_handler +[0-9]+ +[0-9]+ +instructions +[.] +1" "an exception's way has one iret"
is "$status" "$(verdict)" "the exit status says whether all are within their limits"
try ./trapline bench
is "$(rows)" "$first" "a second run has the same figures to the digit"

try ./trapline bench --help
like "$out" '--native.*--plot' "the help names both options"

try ./trapline bench --plot frame enter
is "$(cut -d' ' -f1 < <(rows) | tr '\n' ' ')" "frame_walk try_enter_leave " "words choose figures"
like "$out" 'drawn: build/bench.svg' "the picture is named"
is "$(python3 -c 'import sys, xml.dom.minidom as dom
print(len(dom.parse(sys.argv[1]).getElementsByTagName("rect")))' build/bench.svg)" 3 "it has a bar for each, and its ground"
try ./trapline bench frame_wlak
fails 'did you mean "frame_walk"' "a figure that is not there suggests the nearest"

# Measurements of our own, in a copy of the tree.
copy=$scratch/copy
mkdir "$copy"
cp -r trapline Makefile linker.ld boot kernel lib include seh_emul uthread examples tools bench "$copy"
rm "$copy"/bench/{seh,uthread,uthread_million,uthread_sleepers}.c

# known LIMIT STATUS [COUNT]: a measurement whose figure is known, and how it ends. COUNT: what it says instead.
known() {
    cat >"$copy/bench/known.c" <<END
#include "bench/bench.h"
int main(void)
{
    uint32_t before, after;
    bench_begin();
    __asm__ volatile("cli; rdtsc; movl %%eax, %0; .rept 88; nop; .endr\n"
                     "pushf; popf; sti; cli; lock incl (%%esp); lock decl (%%esp); xchg %%eax, (%%esp); xchg %%eax, (%%esp)\n"
                     "xchg %%eax, %%ebx; xchg %%eax, %%ebx; in \$0x61, %%al; fs nop; rdtsc; sti"
                     : "=&r"(before), "=a"(after) : : "ebx", "edx", "memory");
    if ($1)
        bench_path("hundred", ${3:-after - before - 2}, $1, 0);
    return $2;
}
END
    try "$copy/trapline" bench
}

known 100 0
is "$status $(rows)" "0 hundred 100 100 instructions" "a hundred instructions are counted as such, and a limit may be reached"
is "$(saved_kinds)" "{'int': 0, 'iret': 0, 'popf': 1, 'cli/sti': 2, 'in/out': 1, 'locked': 4}" "and so are their kinds"
known 99 0
is "$status $(rows)" "1 hundred 100 99 instructions" "a figure above its limit ends with 1"
like "$out$err" 'above its limit.*1 of 1 figure is above its limit' "the table and the last line say so"
is "$(saved "$copy")" "hundred 100 99 instructions" "the file has the figure all the same"
known 100 0 99
is "$status" 2 "a figure that is not as long as its path is none"
like "$err" 'hundred is 99 instructions, but the paths traced for it have \[100\]' "and is named"
known 99 3
is "$status" 2 "an image that fails measures nothing"
like "$err" 'bench/known.c ended with status 3' "it is named"
known 0 0
like "$status $err" '^2 .*bench/known.c reports no figure' "so is one that reports nothing"

# The comparison with other libraries, in its smallest size. Where apt-get refuses, so that nothing is fetched:
# they are named with the reason.
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "E: no network" >&2\nexit 100\n' >"$scratch/bin/apt-get"
chmod +x "$scratch/bin/apt-get"
PATH=$scratch/bin:$PATH try "$copy/trapline" bench --native --plot yield_10
is "$status" 0 "the comparison runs where no other library can be had"
rows='yield_10 +floor +[0-9.]+ +±[0-9]+% +1.00.*yield_10 +trapline +[0-9.]+ .*yield_10 +swapcontext +[0-9.]+ +±[0-9]+% +[0-9.]+'
like "$out" "$rows" "what needs no package is compared with the floor"
like "$out" 'not measured: st: libst-dev for i386 cannot be had: no network' "what is missing is named, with the reason"
is "$(python3 -c 'import json, sys
row = json.load(open(sys.argv[1]))["results"]["yield_10"]
print(*((name, len(result["samples"])) for name, result in row.items()), sep=" ")' "$copy/build/bench-native.json")" \
    "('floor', 7) ('trapline', 7) ('swapcontext', 7)" "the file has every round"
like "$out" 'drawn: build/bench-native.svg' "its picture is named"
is "$(python3 -c 'import sys, xml.dom.minidom as dom
print(len(dom.parse(sys.argv[1]).getElementsByTagName("polyline")))' "$copy/build/bench-native.svg")" 3 "it has a line for each"
try ./trapline bench --native yeild_10
fails 'did you mean "yield_10"' "a row that is not there suggests the nearest"

finish
