#!/usr/bin/env bash
# The records of User-Mode Scheduling: the ways of a yield, a block, a wake and an end, and calls that fail.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/fails.c" <<'END'
#include <windows.h>
int main(void)
{
    UmsThreadYield(NULL);
    return GetLastError() != ERROR_INVALID_PARAMETER;
}
END

# narration WORDS...: the lines without bars, threads and addresses.
narration() {
    try ./trapline run --trace "$@"
    sed -n 's/^  |.\{12\} *//p' <<<"$err" | sed -E 's/[0-9A-F]{8}/*/g; s/ \(worker [a-z]+\)//'
}

for ring in 0 3; do
    lines=$(narration ums --ring "$ring")
    like "$lines" "thread 12 has the context \* and the completion list \*"$'\n'"thread 12 comes to the completion list" \
        "a new worker comes to its list (ring $ring)"
    like "$lines" "procedure is called: startup"$'\n'"ExecuteUmsThread is called for thread 20"$'\n'"the scheduler's procedure is called: yield of thread 20"$'\n' \
        "a yield is between two executions"
    like "$lines" "for thread 16"$'\n'"thread 16 on CPU 0 waits for event \*"$'\n'"the scheduler's procedure is called: blocked: thread 16" "a block says what the worker waits for"
    like "$lines" "called for thread 20"$'\n'"thread 16 comes to the completion list \*"$'\n'"thread 20 comes to" "a wake comes from the worker that runs"
    is "$(grep -c 'procedure is called' <<<"$lines")" 7 "each activation has a line"
    is "$(grep -c 'ExecuteUmsThread is called' <<<"$lines")" 6 "and each execution"
    like "$(narration "$scratch/fails.c" --ring "$ring")" "the call fails, error 87" "a call that fails says its error"
done
finish
