#!/usr/bin/env bash
# Addresses in reports, dumps and the narration have file and line, and the program's own text stays as it is.
. "$(dirname "$0")/../harness/tap.sh"

mkdir "$scratch/a place"
cat >"$scratch/a place/faulty.c" <<'END'
#include <seh.h>
#include <stdio.h>
#include <uthread.h>

static void store(volatile int *to)
{
    *to = 1; /* line 7 */
}

static utSch scheduler;

static void yields(void)
{
    utYield(); /* line 14 */
}

static void dumps(void)
{
    utDump(scheduler);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        scheduler = utSchedulerCreate();
        utSchAddUthd(scheduler, uThreadCreate(dumps));
        utSchAddUthd(scheduler, uThreadCreate(yields));
        utSchStart(scheduler);
        return 0;
    }
    printf("%08X store\n", (unsigned)store); /* the program's own words, as a report has them */
    store((int *)8);                         /* line 33 */
    return 0;
}
END
faulty="$scratch/a place/faulty.c"
# place LINE: as it stands in a report.
place() { echo "\($scratch/a place/faulty.c:$1\)"; }

for way in '' '--ring 3' "${compilers[@]/#/--cc }"; do
    # shellcheck disable=SC2086 # words
    try ./trapline run $way "$faulty"
    like "$out" "unhandled exception C0000005 .access violation. at [0-9A-F]{8} store[+0-9A-Fx]* $(place 7)"$'\n' "a report names file and line ${way:-as it is}"
    like "$out" " called    [0-9A-F]{8} store[+0-9A-Fx]* $(place 7)"$'\n'" +[0-9A-F]{8} main\+0x[0-9A-F]+ $(place 33)"$'\n' \
        "in the backtrace, too, a caller with the line of its call ${way:-}"
    like "$out" ' handlers  [0-9A-F]{8}: [0-9A-F]{8} seh_final_handler \(seh_emul/dispatch/unhandled.c:[0-9]+\)' "and a handler its own line ${way:-}"
    like "${out%%$'\n'*}" '^[0-9A-F]{8} store$' "the program's own text stays as it is ${way:-}"
done
try from "$scratch" "$root/trapline" run "$faulty"
like "$out" ' store[+0-9A-Fx]* \(a place/faulty.c:7\)' "a source below the current folder is named from there"
try ./trapline run --trace "$faulty"
like "$err" "raised at store[+0-9A-Fx]* $(place 7), flags" "the narration has file and line"
like "$out" "unhandled exception C0000005 .access violation. at [0-9A-F]{8} store[+0-9A-Fx]* $(place 7)"$'\n' "and so has the report beside it"
try ./trapline run "$faulty" dump
like "$out" " yields\+0x[0-9A-F]+ $(place 14)"$'\n' "a dump of threads has them, too"
finish
