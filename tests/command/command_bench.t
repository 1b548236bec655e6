#!/usr/bin/env bash
# The measurements: the same to the digit in every run, table and file agree, limits decide the exit status.
. "$(dirname "$0")/../harness/tap.sh"

# The table of $out as lines "name value limit unit", without its head and its goals.
rows() {
    python3 -c 'import sys
head, *lines = sys.stdin.read().splitlines()
for line in lines:
    if not line.startswith(("drawn:", "written:", "nothing to draw")):
        name, value, limit = line.split()[:3]
        print(name, value, limit, line[head.index("unit"):].split()[0])' <<<"$out"
}

# The figures of the file.
saved() {
    python3 -c 'import json, sys
for name, figure in json.load(open(sys.argv[1])).items():
    print(name, figure["value"], figure["limit"], figure["unit"])' "$1/build/bench.json"
}

# A word of the copy's file about the figure that the copy has.
saved_word() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["hundred"][sys.argv[2]])' "$copy/build/bench.json" "$1"; }

# The exit status that the table calls for.
verdict() { rows | awk '$2 > $3 { above = 1 } END { print above + 0 }'; }

try ./trapline bench --list
names=$(cut -d' ' -f1 <<<"$out")
is "$status $(grep -c '^[a-z0-9_]*  *[A-Za-z]' <<<"$out")" "0 $(wc -l <<<"$names")" "the list names and describes each figure"
expected="switch switch_100k coroutine coroutine_main sem_pair mutex_pair sleep_insert sleep_insert_1m sleep_whole sleep_whole_100k"
expected+=" tick irq_to_thread pingpong channel channel_64 channel_buffered select_two lifecycle lifecycle_stack lifecycle_detached bytes million"
expected+=" trap_to_handler frame_walk try_enter_leave raise_to_handler raise_unwind_resume"
expected+=" exe_try_enter_leave exe_try_function exe_raise_unwind_resume exe_throw exe_throw_ten exe_try_bytes exe_catch_bytes"
is "$(comm -13 <(sort <<<"$names") <(tr ' ' '\n' <<<"$expected" | sort))" "" "exceptions, switches, sleeps, objects, channels and lives have figures"

# Lines without the figures that have a hundred thousand threads or a million.
without_many() { grep -v '_1m\|_100k\|million'; }
mapfile -t quick < <(without_many <<<"$names")
if with long; then
    tried() { cat; }
    try ./trapline bench
else
    tried() { without_many; }
    names=$(tried <<<"$names")
    try ./trapline bench "${quick[@]}"
fi
first=$(rows)
is "$(cut -d' ' -f1 <<<"$first")" "$names" "every figure of the list is measured"
is "$(awk '$2 == 0 || $4 == ""' <<<"$first")" "" "each is some number of something"
# The limits are for the compiler that they were set with; another one's code may be a little longer.
is "$(awk '$2 > $3 * 1.25' <<<"$first")" "" "none is far above its limit, with any compiler"
is "$(saved .)" "$first" "file and table agree"
like "$out" "trap_to_handler +[0-9]+ +[0-9]+ +instructions +[.] +1" "an exception's way has one iret"
like "$out" "switch +[0-9]+ +[0-9]+ .* FreeRTOS 33" "the best of the others stands beside a figure"
is "$status" "$(verdict)" "the exit status says whether all are within their limits"
# The table in the page is written by a command: it has the rows of the list, and their limits.
page() { sed -n '/<!-- figures/,/<!-- end/s/^| `\([a-z0-9_]*\)` |[^|]*| *\([^|]*\) | *\([^|]*\) |.*/\1 \3/p' docs/bench.md | tr -d ,; }
is "$(page | tried)" "$(awk '{ print $1, $3 ($4 == "instructions" ? "" : " " $4) }' <<<"$first")" "the page has the list's figures and limits"
# The course's page that compares ways has the same figures.
is "$(sed -n 's/^| [^|]* | `\(item_[a-z_]*\)` | \([0-9,]*\) |$/\1 \2/p' docs/35-ums-shutdown.md)" \
    "$(sed -n 's/^| `\(item_[a-z_]*\)` |[^|]*| \([0-9,]*\) |.*/\1 \2/p' docs/bench.md)" "so has page 35"
try ./trapline bench "${quick[@]}"
is "$(rows)" "$(without_many <<<"$first")" "a second run has the same figures to the digit"

try ./trapline bench --help
like "$out" '--list.*--native.*--parallel.*--plot.*--page' "the help names the options"

try ./trapline bench --plot frame select
is "$(cut -d' ' -f1 < <(rows) | tr '\n' ' ')" "frame_walk select_two " "words choose figures"
like "$out" 'drawn: build/bench.svg' "the picture is named"
is "$(python3 -c 'import sys, xml.dom.minidom as dom
print(len(dom.parse(sys.argv[1]).getElementsByTagName("rect")))' build/bench.svg)" 3 "it has a bar for each, and its ground"
try ./trapline bench channel
is "$(cut -d' ' -f1 < <(rows))" "channel" "a whole name chooses one figure, though others contain it"
try ./trapline bench frame_wlak
fails 'did you mean "frame_walk".*there are trap_to_handler, .*, million' "a figure that is not there suggests the nearest and names all"
try ./trapline bench --page frame_walk
fails 'leave the names out' "a part of the figures is no table for the page"

# Measurements of our own, in a copy of the tree.
copy=$scratch/copy
mkdir -p "$copy/build" "$copy/tests"
cp -r --preserve=timestamps trapline Makefile linker.ld boot kernel lib include seh_emul uthread ums win32 examples tools bench docs "$copy"
cp -r --preserve=timestamps build/{boot,kernel,lib,seh_emul,uthread,ums,win32} "$copy/build" # what is built already
rm "$copy"/bench/{seh,uthread}*.c
cp tools/bench/figures.py "$scratch/figures.py"

# known LIMIT [GOAL [STATUS [COUNT [NAME]]]]: a measurement with a known figure, and how it ends. COUNT: the number that it
# reports instead; NAME: of which figure.
known() {
    rm -rf "$copy/build/python" # Python knows a changed file by its second and its size
    cat "$scratch/figures.py" - >"$copy/tools/bench/figures.py" <<END
ROWS = {"hundred": Row("known", $1, "a hundred instructions", "somebody 101", goal=${2:-None})}
END
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
    bench_path("${5:-hundred}", ${4:-after - before - 2}, 0);
    return ${3:-0};
}
END
    try "$copy/trapline" bench "${@:6}"
}

known 100
is "$status" 0 "a figure at its limit is within it"
is "$(rows)" "hundred 100 100 instructions" "a hundred instructions are counted as a hundred"
is "$(saved_word kinds)" "{'int': 0, 'iret': 0, 'popf': 1, 'cli/sti': 2, 'in/out': 1, 'locked': 4}" "the costly ones among them are told by kind"
known 99
is "$status" 1 "one above its limit ends with 1"
like "$out" 'hundred +100 +99 .*above its limit' "the row says so"
is "$(saved "$copy")" "hundred 100 99 instructions" "the file has the figure all the same"
known 100 99
is "$status" 0 "a goal that is not reached fails nothing"
like "$out" 'hundred +100 +100 +99 +instructions' "it stands beside the limit"
is "$(saved_word goal) $(saved_word peer)" "99 somebody 101" "the file has it, too, and the peer"
known 100 100
like "$out" 'hundred +100 +100 +instructions' "a goal that is reached is shown no more"
cat >"$copy/docs/bench.md" <<END
before
<!-- figures: written here -->
old
<!-- end of figures -->
after
END
known 100 99 0 "" hundred --page
is "$(cat "$copy/docs/bench.md")" "before
<!-- figures: written here -->

| figure | what is counted | now | limit | open goal | best peer |
| --- | --- | --- | --- | --- | --- |
| \`hundred\` | a hundred instructions | 100 | 100 | 99 | somebody 101 |

<!-- end of figures -->
after" "the page gets its table where its marks are"
echo nothing >"$copy/docs/bench.md"
known 100 99 0 "" hundred --page
like "$status $err" '^2 .*docs/bench.md has no place for figures' "a page without the marks is left alone"
known 100 None 0 99
is "$status" 2 "a figure that is not as long as its path is none"
like "$err" 'hundred is 99 instructions, but the paths traced for it have \[100\]' "and is named"
known 100 None 3
is "$status" 2 "an image that fails measures nothing"
like "$err" 'bench/known.c ended with status 3' "it is named"
known 100 None 0 "" thousand
like "$status $err" '^2 .*bench/known.c and the list in tools/bench/figures.py differ: hundred, thousand' "so is one that reports another figure"

# The comparison with other libraries, in its smallest size. Where apt-get refuses, so that nothing is fetched:
# they are named with the reason.
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "E: no network" >&2\nexit 100\n' >"$scratch/bin/apt-get"
chmod +x "$scratch/bin/apt-get"

# compare LIMIT WORDS...: with this limit instead of the rows' own: how fast the host is decides nothing here.
compare() {
    rm -rf "$copy/build/python"
    sed "s/limit=1\.3/limit=$1/" tools/bench/native.py >"$copy/tools/bench/native.py"
    PATH=$scratch/bin:$PATH try "$copy/trapline" bench --native "${@:2}"
}
# The contenders of a row, each with how many rounds the file has of it.
rounds() {
    python3 -c 'import json, sys
row = json.load(open(sys.argv[1]))["results"][sys.argv[2]]
print(*(f"{name} {len(result[sys.argv[3]])}" for name, result in row.items()))' "$copy/build/bench-native.json" "$1" samples
}

. tests/host/host_cc.sh
if host_compiler && [[ -z $host_run ]]; then
    compare 1000.0 --plot yield_10
    is "$status" 0 "the comparison runs where no other library can be had"
    rows='yield_10 +floor +[0-9.]+ +±[0-9]+% +1.00.*yield_10 +trapline +[0-9.]+ .*1000.00.*yield_10 +swapcontext +[0-9.]+ +±[0-9]+% +[0-9.]+'
    like "$out" "$rows" "contenders that need no package are compared with the floor"
    like "$out" 'swapcontext: glibc [0-9]' "the versions of the contenders are told"
    like "$out" 'not measured: st: libst-dev for i386 cannot be had: no network.*pth: libpth-dev' "missing packages are named, with the reason"
    is "$(rounds yield_10)" "floor 7 trapline 7 swapcontext 7" "the file has every round"
    like "$out" 'drawn: build/bench-native.svg' "its picture is named"
    is "$(python3 -c 'import sys, xml.dom.minidom as dom; print(len(dom.parse(sys.argv[1]).getElementsByTagName("polyline")))' "$copy/build/bench-native.svg")" 3 "it has a line for each"
    compare 0.01 yield_10
    is "$status" 1 "a ratio above its limit ends with 1"
    like "$out" 'yield_10 +trapline [^'$'\n'']*0.01, above its limit' "the row says so"
    is "$(rounds yield_10)" "floor 21 trapline 21 swapcontext 7" "before that it was measured three times as often"
    compare 1000.0 yield_1k_guarded life
    is "$status $(rounds yield_1k_guarded) $(rounds life)" "0 floor 7 trapline 7 swapcontext 7 floor 7 trapline 7 swapcontext 7" \
        "threads on guarded stacks and whole lives are compared, too"
    compare 1000.0 touched_1k deep_1k
    is "$status $(rounds touched_1k) $(rounds deep_1k)" "0 floor 7 trapline 7 swapcontext 7 floor 7 trapline 7 swapcontext 7" \
        "so are turns with memory of the thread's own, and yields inside of calls"
    compare 1000.0 life_joined pairs_10k
    is "$status $(rounds life_joined) $(rounds pairs_10k)" "0 trapline 7 trapline 7" "lives under a scheduler and pairs are for those that have one"
else
    echo "# this host runs no programs of 32 bits, so nothing is compared"
    compare 1000.0 yield_10
    like "$status $err" '^2 .*this host runs no programs of 32 bits .*; by the clock nothing else will do' "a host that cannot run the comparison is told so"
fi
try env PYTHONPATH=tools python3 -c 'import pathlib, sys
from bench import peers
peers.PEERS, peers.FETCH_SECONDS = pathlib.Path(sys.argv[1]), 1
print(peers._apt(["sh", "-c", "echo reading lists; sleep 60"]))' "$scratch"
is "$out" "(False, 'E: sh took more than 1 seconds')" "an apt that takes too long is told as such, without its words so far"
try ./trapline bench --native yeild_10
fails 'did you mean "yield_10"' "a row that is not there suggests the nearest"
try ./trapline bench --native --list
like "$status $out" '^0 yield_10'$'\n''.*sleep_1m$' "the rows have a list"

# The worth of a second CPU, in its smallest size.
# side_by_side LIMIT WORDS...: with this limit: how busy the host is decides nothing here.
side_by_side() {
    rm -rf "$copy/build/python"
    sed "s/^LIMIT = .*/LIMIT = $1/; s/^TRIES = .*/TRIES = 1/; s/^MOST_TRIES = 30/MOST_TRIES = 2/; s/^ROUNDS = .*/ROUNDS = 3/" \
        tools/bench/parallel.py >"$copy/tools/bench/parallel.py"
    try "$copy/trapline" bench --parallel "${@:2}"
}
if [[ $(nproc) -lt 2 ]]; then
    try ./trapline bench --parallel
    fails 'needs two CPUs of the host' "one CPU is no host for two"
else
    side_by_side 0.01
    is "$status" 0 "a computation runs on one CPU and on two"
    like "$out" 'one CPU +[0-9.]+ +[0-9.]+ +1.00.*two CPUs +[0-9.]+ +[0-9.]+ +[0-9.]+ +0.0[01].*another machine.s +[0-9.]+ +[0-9.]+ +[0-9.]+' \
        "the worth of two stands beside that of two machines"
    is "$(python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
print(report["rounds"], abs(report["least"]["one CPU"] / report["least"]["two CPUs"] - report["worth"]) < 0.01)' "$copy/build/bench-parallel.json")" \
        "3 True" "the file has the rounds and the ratio of the least"
    echo '<!-- parallel: here -->
<!-- end of parallel -->' >"$copy/docs/bench.md"
    side_by_side 1000.0 --page
    is "$status" 1 "two CPUs that are worth less than the limit end with 1"
    like "$out" 'two CPUs [^'$'\n'']*, below its limit' "the row says so"
    is "$(grep -c '^| two CPUs | [0-9]' "$copy/docs/bench.md")" 1 "the page gets its table"
    is "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["rounds"])' "$copy/build/bench-parallel.json")" 6 "before that it was tried again"
fi
try ./trapline bench --parallel frame_walk
fails '--parallel measures one thing' "names mean nothing there"
try ./trapline bench --parallel --native
fails 'measure different things' "it is not the comparison with other libraries"

# How much needs the kernel's lock, in its smallest size.
rm -rf "$copy/build/python"
sed 's/^CPUS = .*/CPUS = (2,)/' tools/bench/lock_share.py >"$copy/tools/bench/lock_share.py"
echo '<!-- lock: here -->
<!-- end of lock -->' >"$copy/docs/bench.md"
try "$copy/trapline" bench --lock --page
like "$status $out" '^0 .*events +[67][0-9]% +[01]\.[0-9].*pieces +[1-2][0-9]% +2\.0' "a load of nothing but calls has the lock most of the time, one that computes between them has not"
is "$(grep -c '^| [a-z]* | [0-9]*% | [012]\.[0-9] |$' "$copy/docs/bench.md")" 4 "the page gets its table"
is "$(python3 -c 'import json, sys
report = json.load(open(sys.argv[1]))
print(80 * 5000 <= report["pieces"]["2"]["all"] - report["events"]["2"]["all"] < 81 * 5000)' "$copy/build/bench-lock.json")" \
    True "the file has all instructions: between 80 calls 5,000 were computed each time"
try ./trapline bench --lock frame_walk
fails '--lock counts the loads events, pieces, threads, workers, and there is no frame_walk' "a load that is not there is told"

finish
