#!/usr/bin/env bash
# Running a program of one's own: its arguments, its input, its end, and every way of being ended.
. "$(dirname "$0")/../harness/tap.sh"

mkdir "$scratch/my programs"
cat >"$scratch/my programs/mine.c" <<'END'
/* Does what its first argument says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "exit") == 0)
        return (int)strtoul(argv[2], NULL, 0);
    if (strcmp(what, "echo") == 0) {
        int c, count = 0;
        while ((c = getchar()) != EOF) {
            putchar(c);
            count++;
        }
        printf("%d bytes\n", count);
        return 0;
    }
    if (strcmp(what, "date") == 0) {
        time_t now = time(NULL);
        printf("%s", ctime(&now));
        return 0;
    }
    if (strcmp(what, "lines") == 0) {
        for (int i = atoi(argv[2]); i > 0; i--)
            printf("the same line, many times over, and then the end\n");
        return 0;
    }
    for (int i = 0; i < argc; i++)
        printf("<%s>\n", argv[i]);
    if (strcmp(what, "die") == 0) {
        struct { unsigned short limit, base[2]; } none = {0};
        __asm__ volatile("lidt %0; int3" : : "m"(none));
    }
    while (strcmp(what, "spin") == 0)
        ;
    while (strcmp(what, "hang") == 0)
        __asm__ volatile("hlt");
    return 0;
}
END
mine="$scratch/my programs/mine.c"

try from "${mine%/*}" "$root/trapline" run mine.c one "two words" '"3"' --cpu
is "$status" 0 "a file in another directory runs"
is "$out" $'<mine>\n<one>\n<two words>\n<"3">\n<--cpu>' "arguments arrive as they were given"
cp "$mine" "$scratch/2024-1.c"
try ./trapline run "$scratch/2024-1.c"
is "$out" '<2024-1>' "a number is a part of the program's name"
cp "$mine" "$scratch/its \"name\".c"
try ./trapline run "$scratch/its \"name\".c"
is "$out" '<its "name">' "so is a blank, and a quote"
try ./trapline build "$mine"
image=$out
try ./trapline run "$image" -- --trace
is "$out" $'<mine>\n<--trace>' "words behind -- belong to the program"
try ./trapline run --ring 3 "$image"
is "$status/$out" '0/<mine>' "a program runs in ring 3"
try ./trapline run --ring 2 "$image"
fails '--ring cannot be "2"' "there is no ring 2 to run in"
try ./trapline run --memory 8M --cpu 486 "$image" --virtual-time
is "$out" '<mine>' "options stand before and after the program"

try ./trapline run --date 2024-02-29T23:59:40 --tick 0xFFFFFFF0 "$image" date
like "$out" '^Thu Feb 29 23:59:(4[0-9]|5[0-9]) 2024$' "the date at boot can be chosen"
try ./trapline run --date 1999-12-31 --virtual-time "$image" date
is "$out" 'Fri Dec 31 00:00:00 1999' "in virtual time it is the same in each run"
for date in 2023-02-29 1969-12-31 2100-01-01 yesterday; do
    try ./trapline run --date $date "$image" date
    fails "--date cannot be \"$date\": it must be a date from 1970 to 2099" "$date is no date for it"
done
begun=$(date +%s)
try ./trapline run "$image" date
now=$(date -ud "$out" +%s)
((begun - 2 <= now && now <= $(date +%s) + 2))
report $? "without it the date is the host's, in UTC"

try ./trapline run "$image" exit 3
is "$status/$err" "3/" "a small exit status passes through"
try ./trapline run "$image" exit 0xC0000094
is "$status" 148 "a large one passes its low byte"
like "$err" 'C0000094 \(integer division by zero\)' "and is told in full"
try ./trapline run "$image" exit 0x100
is "$status" 1 "a status other than 0 never becomes 0"
try ./trapline run "$image" exit 125
[[ $status == 125 && $err == *'ended with status 125'* && $err != *panic* ]]
report $? "a status that is a panic's is no panic"

printf '@echo off\r\nset /a sum=%%1+%%2\r\necho %%~nx0 %%sum%% %%3\r\ncall other\r\nexit /b 3\r\n' >"$scratch/my programs/sum it.bat"
printf '@echo other\n' >"$scratch/my programs/other.cmd"
try ./trapline run "$scratch/my programs/sum it.bat" 3 4 "a & b"
is "$status/$out" $'3/sum it.bat 7 "a & b"\nother' "a batch file runs, with its arguments and those that lie beside it"
try ./trapline run "$scratch/my programs/none.bat"
fails 'there is no file' "a batch file has to be there"

cat >"$scratch/gives_up.c" <<'END'
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 2)
        printf("half a line, ");
    if (argc > 1)
        abort();
    assert(argc == 7);
    return 0;
}
END
try ./trapline build "$scratch/gives_up.c"
gives_up=$out
for ring in 0 3; do
    try ./trapline run --ring $ring "$gives_up"
    like "$status $out" '^125 trapline: the program gave up: [^ ]*gives_up.c:11: assertion failed: argc == 7'$'\n.* main[+]0x' \
        "ring $ring: an assertion is told as the program's, with its place"
    is "$err" "trapline: gives_up ended itself; the report above says where" "and so does the last line"
    try ./trapline run --ring $ring "$gives_up" abort
    like "$status $out $err" '^125 trapline: the program gave up: it called abort'$'\n.*gives_up ended itself' "likewise abort"
    try ./trapline run --ring $ring "$gives_up" abort late
    like "$status $out $err" '^125 half a line, trapline: the program gave up: it called abort'$'\n.*gives_up ended itself' "and where the program's own line has no end"
done

cat >"$scratch/twice.c" <<'END'
#include <stdlib.h>
int main(void)
{
    char *volatile block = malloc(1 << 20);
    free(block);
    free(block);
    return 0;
}
END
try ./trapline run "$scratch/twice.c"
like "$err" '^trapline: twice ended with status C0000005 .*--checked finds a double free' "an exception in the heap names the option that explains it"

for name in log commands bochsrc ..c; do
    cp "$mine" "$scratch/${name%.c}.c"
    try ./trapline run "$scratch/${name%.c}.c" exit 3
    is "$status" 3 "a program may be called ${name%.c}.c"
done
cp build/examples/01-hello.elf "$scratch/log.elf"
try ./trapline run "$scratch/log.elf"
cmp -s build/examples/01-hello.elf "$scratch/log.elf"
report $? "and an image called log.elf is left as it is"
head -c 9000 "$scratch/log.elf" >"$scratch/cut.elf"
try ./trapline run --trace --timeout 2 "$scratch/cut.elf"
fails 'cut.elf is damaged: it is cut off$' "an image that is cut off is refused"

mkdir "$scratch/stub"
printf '#!/bin/sh\necho "setpriv: not allowed" >&2; exit 127\n' >"$scratch/stub/setpriv"
chmod +x "$scratch/stub/setpriv"
try env PATH="$scratch/stub:$PATH" ./trapline run "$scratch/log.elf"
[[ $status == 2 && $err == *'did not start: setpriv: not allowed'* ]]
report $? "an emulator that does not start is told from a program that died"

try_with_input ./trapline run "$image" echo < <(printf 'one line\nand a part')
is "$out" $'one line\nand a part19 bytes' "input reaches the program, and its end"
seq 2000 >"$scratch/numbers"
try_with_input ./trapline run "$image" echo <"$scratch/numbers"
is "${out##*$'\n'}" "$(wc -c <"$scratch/numbers") bytes" "no byte of much input is lost"
try_with_input ./trapline run "$image" < <(sleep 60 & echo $! >"$scratch/sleep"; exec >&-; wait)
is "$status" 0 "input that stays open does not hold up the end"
kill "$(<"$scratch/sleep")" 2>/dev/null
try ./trapline run "$image" echo <&-
is "$out" '0 bytes' "no input at all is an end of input"

try ./trapline run --timeout 0.5 "$image" spin
is "$status" 124 "a program past its time ends with 124"
like "$err" '^trapline: .*after 0\.5 seconds.*--timeout' "and one line says which limit it was"
try ./trapline run "$image" die
is "$status" 125 "an image that dies ends with 125"
# QEMU ends itself by a signal when it meets something that it did not expect.
printf '#!/bin/sh\necho "ERROR: code should not be reached" >&2\nkill -ABRT $$\n' >"$scratch/stub/qemu-system-i386"
rm "$scratch/stub/setpriv"
chmod +x "$scratch/stub/qemu-system-i386"
try env PATH="$scratch/stub:$PATH" ./trapline run "$scratch/log.elf"
like "$status $err" '^125 trapline: log was cut off: the emulator itself crashed .SIGABRT: ERROR: code should not be reached' \
    "a crash of the emulator is told as its own"
mkfifo "$scratch/unread"
exec 8<>"$scratch/unread"
unread() { timeout 60 ./trapline run --timeout 1 "$image" lines 1000000 >"$scratch/unread"; }
try unread
is "$status" 124 "and so it does when nobody reads its output"
like "$err" 'after 1 seconds.*--timeout' "with the same words"
exec 8>&-
slow_reader() {
    python3 -c 'import os, select, subprocess, sys, time
reader, writer = os.pipe()
os.set_blocking(writer, False)
process = subprocess.Popen(sys.argv[1:], stdout=writer)
while select.select([], [writer], [], 0)[1] and process.poll() is None:
    time.sleep(0.05)
os.close(writer)
print(len(open(reader).readlines()))' ./trapline run "$image" lines 4000
}
try slow_reader
is "$out" 4000 "no output is lost where the stream takes no more for now"
first_line() { ./trapline run "$image" | head -n 1; }
try first_line
is "$out" '<mine>' "a reader that leaves early is no trouble"

# interrupt SIGNAL: starts the program that hangs, signals the command once it runs, fills $status.
interrupt() {
    : >"$scratch/out" # the last run said the same
    # Job control and env, so that the signal finds its default action in the background, and where we are there, too.
    set -m
    env --default-signal=INT ./trapline run "$image" hang >"$scratch/out" 2>"$scratch/err" </dev/null &
    local pid=$!
    set +m
    eventually grep -qs hang "$scratch/out"
    pgrep -P "$pid" >"$scratch/emulator"
    kill -s "$1" "$pid"
    wait "$pid" 2>/dev/null
    status=$?
    out=$(<"$scratch/out") err=$(<"$scratch/err")
}
gone() { ! kill -0 "$(<"$scratch/emulator")" 2>/dev/null; }

ignoring_hup() { (trap '' HUP; ./trapline run --timeout 2 "$image" hang & eventually grep -qs hang "$scratch/out"; kill -HUP $!; wait $!); }
try ignoring_hup
is "$status" 124 "under nohup a hangup is no end"

for case in INT:130 TERM:143 KILL:137; do
    interrupt "${case%:*}"
    is "$status" "${case#*:}" "SIG${case%:*} ends the command with ${case#*:}"
    [[ -s $scratch/emulator ]] && eventually gone
    report $? "and leaves no emulator behind"
done

try ./trapline run --trace "$image" one
is "$out" $'<mine>\n<one>' "tracing leaves the output as it is"
like "$err" '\| .*the program ends with status 00000000' "and tells of the end beside it"
echo 'int main(void) { return *(volatile int *)8; }' >"$scratch/reads.c"
for cc in "${compilers[@]}"; do
    try ./trapline run --checked --cc "$cc" "$mine" one
    is "$status/${out%%$'\n'*}" '0/<mine>' "$cc: the checking build runs too"
    try ./trapline run --checked --cc "$cc" "$scratch/reads.c"
    like "$out" 'unhandled exception C0000005 .* called .* main' "$cc: and reports an exception to its end"
    like "$err" '^trapline: reads ended with status C0000005' "$cc: which is the program's"
done
if with bochs; then
    try ./trapline run --emulator bochs "$image" 'two words' '"3"'
    is "$out" $'<mine>\n<two words>\n<"3">' "Bochs runs the same program with the same arguments"
    try_with_input ./trapline run --emulator bochs "$image" echo < <(echo hello)
    is "$out" $'hello\n6 bytes' "and takes input"
    try ./trapline run --emulator bochs "$image" $'\xff'
    is "$out" $'<mine>\n<\xff>' "and arguments of any byte"
    try ./trapline run --emulator bochs --date 2024-02-29T23:59:40 "$image" date
    like "$out" '^Thu Feb 29 23:59:(4[0-9]|5[0-9]) 2024$' "and a date"
    begun=$(date +%s)
    try ./trapline run --emulator bochs "$image" date
    now=$(date -ud "$out" +%s)
    ((begun - 2 <= now && now <= $(date +%s) + 2))
    report $? "and has the host's otherwise"
    # If two machines start at once, one may lose every port to the other.
    cat >"$scratch/stub/bochs" <<END
#!/bin/sh
echo >>"$scratch/starts"
[ "\$(wc -l <"$scratch/starts")" -gt 2 ] && exec "$(command -v bochs)" "\$@"
echo '>>PANIC<< RFB could not bind any port between 5900 and 5949' >log
END
    chmod +x "$scratch/stub/bochs"
    try env PATH="$scratch/stub:$PATH" ./trapline run --emulator bochs "$image" one
    is "$status/$out" $'0/<mine>\n<one>' "and is started again while it finds no port for its display"
    sed -i '/exec/d' "$scratch/stub/bochs"
    try env PATH="$scratch/stub:$PATH" ./trapline run --emulator bochs "$image" one
    like "$status $err" '^2 trapline: Bochs did not start: RFB could not bind any port' "but not for ever"
fi

# An example gets what it needs, unless the command line says otherwise. Without it, it tells by its status.
try ./trapline run 29
is "$status/$out" "0/$(printf '4 tasks began, 3 of them stolen\n%.0s' 1 2 3 4)" "an example gets the CPUs that it needs"
try ./trapline run --smp 1 29
like "$status/$out" '^1/16 tasks began' "fewer are taken where they are asked for, and its results are found wrong"
try ./trapline run 31
is "$status/$out" "0/20000 answers, 0 wrong, 30000 blocks" "an example gets the memory that it needs"
try ./trapline run 31 --memory 64M
like "$status/$out" '^1/the memory is for [0-9]+ connections$' "with less it says how far it comes"
try_with_input ./trapline debug 29 <<<'info threads'
like "$out" 'CPU#3' "the debugger gives it, too"

# A build that never comes to an end.
echo '#include "fifo.h"' >"$scratch/endless.c"
mkfifo "$scratch/fifo.h"
exec 7<>"$scratch/fifo.h"
cp -Rp Makefile linker.ld tools trapline boot kernel lib include seh_emul uthread ums win32 examples "$scratch/"
mkdir "$scratch/build"
cp -Rp build/{boot,kernel,lib,seh_emul,uthread,ums,win32} "$scratch/build" # what is built already
make -s -C "$scratch" build/examples/01-hello.elf >"$scratch/out"
compiling() { pgrep -f "cc1.*$scratch/endless.c" >/dev/null; }
not_compiling() { ! compiling; }
for signal in TERM KILL; do
    "$scratch/trapline" run "$scratch/endless.c" >"$scratch/out" 2>"$scratch/err" </dev/null &
    eventually compiling
    report $? "a compiler reads what has no end"
    kill -s "$signal" $!
    wait $! 2>/dev/null
    status=$?
    eventually not_compiling
    report $? "SIG$signal ends a build and its compiler"
done
try env PYTHONPATH="$scratch/tools" python3 -c 'import sys
import programs
from build import build
build.BUILD_SECONDS = 1
build.build(programs.find(sys.argv[1]))' "$scratch/endless.c"
like "$err" 'took more than 1 seconds' "a build has a time limit"

finish
