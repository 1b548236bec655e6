#!/usr/bin/env bash
# A program's input from a pipe or a file: every byte arrives, and at once.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/copy.c" <<'END'
#include <fcntl.h>
#include <io.h>

int main(void)
{
    char bytes[4096];
    int length, total = 0;
    _setmode(0, _O_BINARY);
    while ((length = _read(0, bytes, sizeof bytes)) > 0) {
        _write(1, bytes, (unsigned)length);
        total += length;
    }
    return _isatty(0) ? 9 : total > 0 ? 7 : 0;
}
END
for ((byte = 0; byte < 256; byte++)); do
    printf -v code '\\x%02x' "$byte"
    printf %b "$code"
done >"$scratch/all"
for ((round = 0; round < 40; round++)); do
    cat "$scratch/all"
done >"$scratch/bytes"

# copies CLAIM COMMAND...: the command, which reads the bytes, ends with 7 and has written them
copies() {
    "${@:2}" <"$scratch/bytes" >"$scratch/copied" 2>"$scratch/err"
    status=$? out='' err=$(<"$scratch/err")
    [[ $status == 7 ]] && cmp -s "$scratch/copied" "$scratch/bytes"
    report $? "$1"
}

for ring in 0 3; do
    copies "ring $ring: 10,240 bytes of each kind from a file" ./trapline run --ring $ring "$scratch/copy.c"
done
through_a_pipe() { cat | "$@"; }
copies "from a pipe" through_a_pipe ./trapline run "$scratch/copy.c"
copies "where the run is recorded" ./trapline run --record "$scratch/rec" "$scratch/copy.c"
cp "$(./trapline build "$scratch/copy.c")" "$scratch/copy.elf"
copies "where it is an image already" ./trapline run "$scratch/copy.elf"
try ./trapline run "$scratch/copy.c"
is "$status:$out" "0:" "an input that is empty ends at once"

# A byte is read as soon as it is there, although no more comes for now.
answers() {
    coproc ./trapline run "$scratch/copy.c" 2>"$scratch/err"
    local into=${COPROC[1]} program=$COPROC_PID words='' answer=''
    for word in ping pong; do
        printf %s "$word" >&"$into"
        IFS= read -r -N 4 -t 60 answer <&"${COPROC[0]}"
        words+="$answer "
    done
    exec {into}>&-
    wait "$program"
    status=$?
    is "$words:$status" "ping pong :7" "a half line is read when it comes"
}
answers

printf 'c\n' >"$scratch/script"
./trapline debug --input "$scratch/bytes" "$scratch/copy.c" <"$scratch/script" >"$scratch/out" 2>"$scratch/err"
status=$?
is "$status" 7 "the debugger's program has a pipe, too"
LC_ALL=C grep -qaF 'xyz{|}~' "$scratch/out"
report $? "with the bytes of its file"

finish
