#!/usr/bin/env bash
# The harness itself, on a tree of its own with the project's runtime: tests that pass, and above all tests that fail.
. "$(dirname "$0")/../harness/tap.sh"

tree=$scratch/tree
mkdir -p "$tree/tests/room" "$tree/examples"
cp -R trapline tools "$tree"
for part in Makefile linker.ld boot kernel lib seh_emul uthread ums win32 include tests/harness; do
    ln -s "$root/$part" "$tree/$part"
done
# Files that are built already need not be built again: make sees the same sources with the same times.
for objects in build/{,checked/,clang/}{boot,kernel,lib,seh_emul,uthread,ums,win32,tests/harness}; do
    mkdir -p "$tree/${objects%/*}"
    [[ ! -d $objects ]] || cp -Rp "$objects" "$tree/$objects"
done
cd "$tree" || exit 1

# image NAME DECLARATIONS, the body of main on standard input
image() {
    {
        printf '/* A test of the harness.\n *\n * %s\n */\n' "${2//$'\n'/$'\n' * }"
        printf '#include "tests/harness/tap.h"\n#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv)\n{\n'
        printf '(void)argc;\n(void)argv;\n'
        cat
        echo '}'
    } >"tests/room/$1.c"
}

image passing 'run: compilers=gcc' <<<'ok(1, "a claim"); return tap_done();'
try ./trapline test
is "$status" 0 "a suite that passes ends with 0"
like "$out" '^All tests successful.'$'\n''Files=1, Tests=1, .*'$'\n''Result: PASS'$ "and prove has the last words, and the only ones"
like "$err" 'trapline: 1 of 1 test, [0-9]+:[0-9]{2}'$ "how far it is is told beside them"

printf '[%.0s' {1..20000} >build/tests.json
try ./trapline test
is "$status" 0 "times of earlier runs that cannot be read do not count"

image failing $'run: compilers=gcc\nrun: name=scheduled compilers=gcc schedule=7' <<<'ok(1, "a claim"); ok(0, "another claim"); ok(1, "a third"); return tap_done();'
image status 'run: compilers=gcc exit=nonzero' <<<'ok(1, "a claim"); return tap_done();'
for seconds in 1 10 100; do # a busy host may take longer until the image runs
    image hanging "run: compilers=gcc timeout=$seconds" <<<'ok(1, "a claim"); printf("the last words\n"); for (;;) __asm__("hlt");'
    try ./trapline test
    [[ $err != *'the last words'* ]] || break
done
is "$status" 1 "a suite that fails ends with 1"
like "$err" 'failing.gcc.qemu: exit status 1.*not ok 2 - another claim' "the claim that failed is shown"
like "$err" 'failing-scheduled.gcc.qemu: exit status 1 by the schedule [0-9a-f]{6}:7;' "and the schedule by which it failed"
like "$err" 'hanging.gcc.qemu: ended by the harness after its 10* seconds.*the last words' "a hung image is ended, its last words shown"
like "$err" 'status.gcc.qemu: exit status 0' "a wrong exit status fails a test whose claims hold"
is "$(head -n 1 build/logs/failing.gcc.qemu/console.log)" "ok 1 - a claim" "the whole output is kept"
[[ ! -e build/logs/passing.gcc.qemu ]]
report $? "nothing is kept of tests that pass"

rm tests/room/{failing,hanging,status}.c
printf 'tick {{[0-9]+}}\n<talking>\n<one>\n<two words>\n' >tests/room/talking.expected
image talking 'run: name=right compilers=gcc transcript=talking.expected exit=7 args="one '\''two words'\''"
run: name=wrong compilers=gcc transcript=talking.expected exit=7 args=one expect=^nothing$
run: name=input compilers=gcc checked=1 virtual-time=1 cpu=486 memory=8M args=read input="a line\n" expect="got a line" exit=7
run: name=disc compilers=gcc iso=1 args=by-grub expect=^<by-grub>$ exit=7' <<'END'
    if (argc > 1 && strcmp(argv[1], "read") == 0) {
        char line[20];
        printf("got %s", fgets(line, sizeof line, stdin));
        return 7;
    }
    printf("tick 42\n");
    for (int i = 0; i < argc; i++)
        printf("<%s>\n", argv[i]);
    return 7;
END
try ./trapline test talking --verbose
like "$out" 'ok 1 - exit status is 7.*ok 2 - output matches tests/room/talking.expected' "a transcript is compared"
like "$err" 'failed: output matches.*-<two words>' "where the output differs is shown"
like "$err" 'failed: a line of the output matches \^nothing' "a line that never came is named"
[[ $err != *talking-input* && $out == *talking-input.gcc* ]]
report $? "input, CPU, memory and the checking build are as declared"
[[ $err != *talking-disc* && $out == *talking-disc.gcc* ]]
report $? "a disc's GRUB starts an image with its arguments"

# script NAME: the rest of a script on standard input
script() {
    { printf '#!/usr/bin/env bash\n'; cat; } >"tests/room/$1.t"
    chmod +x "tests/room/$1.t"
}

rm tests/room/{talking.c,talking.expected}
image passing "run: emulator=qemu,bochs compilers=gcc
run: name=other compilers=$(IFS=,; echo "${compilers[*]}")" <<<'ok(1, "a claim"); return tap_done();'
script seh_model <<<'echo "ok 1 - without $LEAVE_OUT and ${COUNT-as many as it likes}"; echo 1..1'
try ./trapline test --verbose
[[ $out == *'Files=3, Tests=3,'* && $out != *clang.qemu* && $out != *gcc.bochs* ]]
report $? "every day there is no second compiler and no second machine"
like "$out" 'without clang levels bochs long lint browser tools course and [0-9]+' "and scripts are told which parts to leave out"
script command_bench <<<'echo "not ok 1 - a script that no other day has"; echo 1..1'
try ./trapline test
like "$status $out" '^0 .*Files=3,' "nor a script that belongs to such a part as a whole"
rm tests/room/command_bench.t
try python3 -S tools/start.py testing.test --all --verbose # ./trapline would install a browser
[[ $status == 0 && $out == *"Files=$((all = 3 + ${#compilers[@]})), Tests=$all,"* && $out == *'without  and as many as it likes'* ]]
report $? "--all leaves out nothing"
try ./trapline test passing.gcc.bochs
like "$status $out" '^0 .*Files=1, Tests=1,' "a name finds a test that is left out every day, too"
try ./trapline test --help
left_out=$(PYTHONPATH=tools python3 -c 'from testing.parts import ONLY_ALL; print(*ONLY_ALL)')
is "$(sed -n '/^Only --all runs/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$out" | paste -sd' ')" "$left_out" "--help lists the parts that only --all runs, with the reasons"

script broken <<<'echo "ok 1 - a claim"; echo 1..2; exit 3'
script silent <<<'kill -KILL $$'
try ./trapline test broken silent
is "$status" 1 "a script that breaks its plan fails"
like "$out" 'broken +\(Wstat: 768 \(exited 3\)' "its exit status is told"
like "$out" 'silent +\(Wstat: 35072 \(exited 137\)' "and a signal that ended it, as shells do"
try ./trapline test --jobs 0
fails '--jobs cannot be "0"' "at least one test runs at a time"

# ours WORDS: the processes under us with these words in their command, by their temporary folder.
ours() {
    local process
    for process in $(pgrep -f -- "$1"); do
        ! grep -qs "$scratch" "/proc/$process/environ" || echo "$process"
    done
}

# A test that fails by chance: here, the first time.
rm tests/room/{broken,silent,seh_model}.t
script moody <<END
echo "# seed 4711"
if mkdir '$scratch/tried' 2>/dev/null; then
    echo "not ok 1 - the first time"
    echo "# some words" >&2
else
    echo "ok 1 - later"
fi
echo 1..1
END
try ./trapline test moody
is "$status" 0 "a test that fails and then passes twice alone is no failure"
like "$out" '^not repeated: moody, first failure kept in build/logs/moody.first \(seed 4711, QEMU emulator version [^,]*, load [0-9.]+\)'$'\nAll tests successful' "but the last lines before prove's name it, with seed, emulator and load"
like "$(<build/logs/moody.first/said.log)" 'seed 4711.*exit status 0.*not ok 1 - the first time.*# some words' "and its first failure is kept"
rmdir "$scratch/tried"
try ./trapline test --strict moody
like "$status $out" '^1 not repeated: moody, .*Result: FAIL' "with --strict it is one"
rmdir "$scratch/tried"
try ./trapline test --repeat 3 moody passing.gcc.qemu
like "$status $out" '^1 .*moody#1 .*Failed test:  1.*Files=6, Tests=6' "--repeat runs each test so many times, and says which run failed"
is "$(ours 'while :; do :; done')" "" "and leaves nothing of its load"
try ./trapline test --schedules 2 passing.gcc.qemu moody
like "$status $out$err" '^0 .*Files=2, Tests=[0-9]+.*1 test left out: a schedule is for an image' "--schedules runs images by so many schedules, and says what it leaves out"
try ./trapline test --schedules 2 --smp 2 passing-other.gcc.qemu
like "$status $out$err" '^0 .*Files=2, Tests=[0-9]+' "with --smp on so many CPUs"
try ./trapline test --smp 2 passing-other.gcc.qemu
like "$status $err" '^2 .*give --schedules, too' "--smp alone is refused"
image losing 'run: compilers=gcc' <<<'ok(0, "a claim"); return tap_done();'
try ./trapline test --schedules 1 --smp 2 losing
like "$status $err" "^1 .*exit status 1 by the schedule [0-9a-f]{6}:1 on 2 CPUs;" "one that fails names its schedule"
[[ $err =~ ([0-9a-f]{6}:1)\ on ]]
try ./trapline run tests/losing --smp 2 --schedule "${BASH_REMATCH[1]}"
like "$status $out" '^1 .*not ok 1 - a claim' "which repeats it"
rm tests/room/losing.c
try ./trapline test --schedules 2 moody
like "$status $err" '^2 .*of these tests none is one' "a script alone has none"
script sullen <<<"echo run >>'$scratch/runs'; echo 'not ok 1 - always'; echo 1..1"
try ./trapline test sullen
is "$status $(wc -l <"$scratch/runs")" '1 2' "a test that fails again stays a failure, and is not tried a third time"
try ./trapline test --times passing.gcc.qemu
like "$out" 'building: 1 image with gcc .*linking of it .*images +1 +[0-9.]+ .*scripts +0 .*passing.gcc.qemu +1 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+'$'\n' "--times says where the time goes"
rm tests/room/{moody,sullen}.t

# Files that cannot grow, as on a full disk; what is printed goes through a pipe.
full_disk() (
    trap '' XFSZ
    ulimit -f 1
    "$@" 2>&1 | cat
    exit "${PIPESTATUS[0]}"
)
image longer 'run: compilers=gcc' <<'END'
    for (int i = 0; i < 50; i++)
        ok(1, "a claim that takes many bytes of the file");
    return tap_done();
END
try ./trapline test longer
printf '{%s"last": 1.0}' "$(printf '"a test that was %d": 1.0, ' {1..50})" >build/tests.json
try full_disk ./trapline test passing.gcc.qemu
like "$status $out" '^0 .*how long the tests last could not be kept: File too large.*Result: PASS' "on a full disk the times are lost, but not the results"
try full_disk ./trapline test longer
like "$status $out" '^1 .*File too large.*Result: FAIL' "a test whose output does not fit there fails, and says why"
try ./trapline test longer
like "$status $out" '^0 .*Files=1, Tests=50,' "the next run works"
rm tests/room/longer.c

emulators() { ours qemu-system; }
# interrupted SIGNAL: the suite gets a signal while an image and a script run
interrupted() {
    # As in command_run.t.
    set -m
    env --default-signal=INT ./trapline test waiting >"$scratch/out" 2>"$scratch/err" </dev/null &
    local suite=$!
    set +m
    eventually eval '[[ -s $scratch/script && $(emulators) ]]'
    ran=$(emulators)
    kill -s "$1" "$suite"
    wait "$suite" 2>/dev/null
    status=$? out=$(<"$scratch/out") err=$(<"$scratch/err")
}
all_gone() { [[ -z $(emulators) ]] && ! kill -0 "$(<"$scratch/script")" 2>/dev/null; }
image waiting 'run: compilers=gcc timeout=300' <<<'printf("# waiting\n"); for (;;) __asm__("hlt");'
script waiting_too <<<"echo \$\$ >'$scratch/script'; sleep 300 & wait"
for case in INT:130 TERM:143; do
    rm -f "$scratch/script"
    interrupted "${case%:*}"
    is "$status" "${case#*:}" "SIG${case%:*} ends the suite with ${case#*:}"
    [[ $ran ]] && eventually all_gone
    report $? "and leaves no emulator and no script behind"
done
rm tests/room/waiting*

# Neither does what heeds no polite signal, nor what a script leaves behind when it ends.
script deaf <<<"trap '' TERM; echo \$\$ >'$scratch/script'; while :; do sleep 0.1; done"
script parent <<<"bash -c 'trap \"\" TERM; echo \$\$ >\"$scratch/script\"; while :; do sleep 0.1; done'; exit"
gone_by_itself() {
    eventually all_gone
    report $? "$1" || kill -KILL "$(<"$scratch/script")"
}
script leaving <<<"sleep 300 & echo \$! >'$scratch/script'; echo 'ok 1 - a claim'; echo 1..1"
for name in deaf parent; do
    rm -f "$scratch/script"
    ./trapline test "$name" >"$scratch/out" 2>"$scratch/err" </dev/null &
    suite=$!
    eventually test -s "$scratch/script"
    kill "$suite"
    wait "$suite"
    is "$?" 143 "a suite ends that has a script of this kind: $name"
    gone_by_itself "and leaves nothing of it: $name"
done
sed -i 's/^SCRIPT_SECONDS = .*/SCRIPT_SECONDS = 1.0/' tools/testing/suite.py
for name in deaf parent leaving; do
    try timeout 100 ./trapline test "$name"
    [[ $name == leaving ]] || like "$status $err" "^1 .*$name: ended by the harness after its 1 seconds" "such a script is ended after its time: $name"
    gone_by_itself "and nothing stays of it: $name"
done
rm tests/room/{deaf,parent,leaving}.t

image talking 'run: name=right compilers=gcc' <<<'return 0;'
try ./trapline test talk-rihgt
fails 'no test is called "talk-rihgt"; did you mean "talking-right' "an unknown name suggests the nearest"
image typo 'run: emulater=bochs' <<<'return 0;'
try ./trapline test
fails 'tests/room/typo.c:3: there is no key "emulater"; did you mean "emulator"' "an unknown key names file and line"
image typo 'run: smp=many' <<<'return 0;'
try ./trapline test
fails 'tests/room/typo.c:3: smp cannot be "many"' "so does a wrong value"
image typo 'run: compilers=gcc' <<<'return nothing;'
try ./trapline test typo
is "$status" 2 "a test that does not compile ends the suite at once"
like "$err" "nothing.*undeclared" "with the compiler's words"

cd "$root" || exit 1
finish
