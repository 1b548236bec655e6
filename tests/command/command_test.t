#!/usr/bin/env bash
# The harness itself, on a tree of its own with the project's runtime: what passes, and above all what fails.
# shellcheck source-path=SCRIPTDIR source=../harness/tap.sh
. "$(dirname "$0")/../harness/tap.sh"

tree=$scratch/tree
mkdir -p "$tree/tests/room" "$tree/examples"
cp -R trapline tools "$tree"
for part in Makefile linker.ld boot kernel lib seh_emul uthread include tests/harness; do
    ln -s "$root/$part" "$tree/$part"
done
# What is built already need not be built again: make sees the same sources with the same times.
for objects in build/{,checked/}{boot,kernel,lib,seh_emul,uthread}; do
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
like "$out" 'Result: PASS'$ "and its last line is that of prove"

image failing 'run: compilers=gcc' <<<'ok(1, "a claim"); ok(0, "another claim"); ok(1, "a third"); return tap_done();'
image hanging 'run: compilers=gcc timeout=1' <<<'ok(1, "a claim"); printf("the last words\n"); for (;;);'
image status 'run: compilers=gcc exit=nonzero' <<<'ok(1, "a claim"); return tap_done();'
try ./trapline test
is "$status" 1 "a suite that fails ends with 1"
like "$err" 'failing.gcc.qemu: exit status 1.*not ok 2 - another claim' "the claim that failed is shown"
like "$err" 'hanging.gcc.qemu: ended by the harness after its 1 seconds.*the last words' "a hung image is ended, its last words shown"
like "$err" 'status.gcc.qemu: exit status 0' "a wrong exit status fails a test whose claims hold"
is "$(head -n 1 build/logs/failing.gcc.qemu/console.log)" "ok 1 - a claim" "the whole output is kept"
[[ ! -e build/logs/passing.gcc.qemu ]]
report $? "of what passes nothing is kept"

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
is "$status" 2 "what does not compile ends the suite at once"
like "$err" "nothing.*undeclared" "with the compiler's words"

cd "$root" || exit 1
finish
