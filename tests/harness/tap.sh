# The Test Anything Protocol for scripts, and the functions that tests of the command share.
#
#   . "$(dirname "$0")/../harness/tap.sh"
#   try ./trapline run demo          # fills $status, $out and $err
#   is "$status" 0 "demo ends with status 0"
#   like "$err" 'did you mean' "the nearest name is suggested"
#   finish
# shellcheck shell=bash
set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch # files that a killed command leaves go with it
export NO_COLOR=1

claims=0 failures=0 status='' out='' err=''

# with PART: whether this part is tried, too. A run of every day leaves some out; tools/testing/parts.py lists them.
with() { [[ " ${LEAVE_OUT-} " != *" $1 "* ]]; }
compilers=(gcc)
! with clang || compilers+=(clang)
# The word by which make takes this compiler, nothing for the Makefile's own choice.
make_word() { [[ $1 == gcc ]] || echo "CC=$1"; }

# make in this folder, with the lock that ./trapline takes: two makes over one folder would write the same files.
make_here() {
    mkdir -p build
    flock build/.lock make -s "$@"
}

# Runs a command with nothing to read; input can be piped to try_with_input.
try() { try_with_input "$@" </dev/null; }

try_with_input() {
    "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    out=$(<"$scratch/out")
    # A host that is slow is told that it builds.
    err=$(sed '/^trapline: \(building .*\|waiting for another build\) \.\.\.$/d' "$scratch/err")
}

# from FOLDER COMMAND...
from() { (cd "$1" && "${@:2}"); }

# report HELD(0: yes) CLAIM
report() {
    claims=$((claims + 1))
    if (($1 == 0)); then
        echo "ok $claims - $2"
        return
    fi
    failures=$((failures + 1))
    echo "not ok $claims - $2"
    {
        echo "failed: $2"
        echo "status: $status"
        [[ -z $out ]] || tail -n 8 <<<"$out" | sed 's/^/out: /'
        [[ -z $err ]] || tail -n 8 <<<"$err" | sed 's/^/err: /'
    } | sed 's/^/# /' >&2
    return 1
}

# is GOT EXPECTED CLAIM
is() {
    [[ $1 == "$2" ]]
    report $? "$3" || printf '# got %s, not %s\n' "${1@Q}" "${2@Q}" >&2
}

# like TEXT REGEX CLAIM
like() {
    [[ $1 =~ $2 ]]
    report $? "$3"
}

# fails REGEX CLAIM: the command tried last ended with status 2 and said this, in one line.
fails() {
    [[ $status == 2 && $err =~ $1 && $(wc -l <<<"$err") == 1 ]]
    report $? "$2"
}

# Waits until a condition holds, at most five minutes; returns whether it does.
eventually() {
    local i
    for ((i = 0; i < 6000; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}

finish() {
    echo "1..$claims"
    exit $((failures > 0))
}
