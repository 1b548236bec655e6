#!/usr/bin/env bash
# Windows' locks under several threads of the host: see tests/host/win32_locks.c. The ordinary and the checking
# build's objects.
#
#   SEED=N ROUNDS=N THREADS=N tests/windows/windows_locks_host.t
. "$(dirname "$0")/../harness/tap.sh"
. tests/host/host_cc.sh
find_host_compiler
most=1000000
[[ -z $host_run ]] || most=20000 # an emulator takes minutes for more
words=("seed=${SEED:-$(date +%s)}" "rounds=${ROUNDS:-${COUNT:-$most}}" "threads=${THREADS:-6}")
objects=(lib/lock seh_emul/error_codes win32/locks/{condition_variable,critical_section,init_once,slist,slist_next,srw_lock,wait_on_address})

for checked in 0 1; do
    folder=build
    ((checked == 0)) || folder=build/checked
    files=("${objects[@]/#/$folder/}")
    files=("${files[@]/%/.o}")
    make --no-print-directory --silent "CHECKED=$checked" "${files[@]}" >/dev/null
    report $? "the objects are made (checked: $checked)"
    # shellcheck disable=SC2086 # words are wanted
    $host_cc -O1 -pthread -Wall -Wextra -Werror -fno-strict-aliasing -fshort-wchar -fno-stack-protector -Wl,-z,noexecstack -DCHECKED=$checked -I. -idirafter include \
        -o "$scratch/locks$checked" tests/host/{win32_locks,win32_locks_held,win32_locks_free,workers,thread}.c tests/harness/tap.c "${files[@]}"
    report $? "the program is built (checked: $checked)"
    # shellcheck disable=SC2086 # a word or none
    try $host_run "$scratch/locks$checked" "${words[@]}"
    grep '^#\|^not\|^Bail' <<<"$out"
    is "$status" 0 "every claim holds (checked: $checked)"
    is "$(grep -c '^ok' <<<"$out")" 22 "and every claim was looked at"
done
finish
