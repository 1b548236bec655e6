#!/usr/bin/env bash
# Programs for Windows as they are run from a file: at every level of optimisation, and by each header's name.
. "$(dirname "$0")/../harness/tap.sh"

# program SOURCE IMAGE COMPILER LEVEL: builds a program from a file
program() {
    # shellcheck disable=SC2046 # a word or none
    try make_here program $(make_word "$3") OPTIONS="$4" SOURCES="$1" OUTPUT="$2"
}

printf '#include "%s"\n' "$root/tests/windows/windows_seh.c" >"$scratch/seh.c"
levels=(0 g) own_levels=(0 s)
! with levels || levels+=(1 3 s) own_levels+=(1 2)
for cc in "${compilers[@]}"; do
    for level in "${levels[@]}"; do
        program "$scratch/seh.c" "$scratch/seh$level.elf" "$cc" "-O$level"
        is "$status/$err" 0/ "$cc -O$level: compiles without a warning"
        try ./trapline run "$scratch/seh$level.elf"
        is "$status/$(grep -c '^ok' <<<"$out")/$(grep -c '^not ok' <<<"$out")" "0/$(sed -n 's/^1\.\.//p' <<<"$out")/0" "$cc -O$level: all claims hold"
    done

    printf '#include "%s"\n' "$root/tests/windows/own_threads.c" >"$scratch/own.c"
    for level in "${own_levels[@]}"; do
        try ./trapline run --cc "$cc" --opt "$level" --virtual-time "$scratch/own.c"
        is "$status/$out" "0/$(<tests/windows/own_threads.expected)" "$cc, --opt $level: a program with threads of its own prints its 307 lines"
    done

    sources=()
    for path in include/*.h lib/include/*.h lib/include/sys/*.h; do
        header=${path#lib/} && header=${header#include/} && name=${header%.h} && name=${name//\//_}
        sources+=("$scratch/of_$name.c")
        printf '#include <%s>\n#include <windows.h>\nint of_%s(void) { return EXCEPTION_CONTINUE_SEARCH; }\n' "$header" "$name" >"${sources[-1]}"
    done
    # shellcheck disable=SC2046 # the compiler and its options are words
    try $(make_here $(make_word "$cc") program-flags) -r -o "$scratch/of_all.o" "${sources[@]}"
    is "$status/$err" 0/ "$cc: each public header can be included alone, and windows.h behind it"
    is $((${#sources[@]} > 80)) 1 "$cc: and these are all"
    echo 'int main(void) { return 0; }' >"$scratch/headers.c"
    program "$scratch/headers.c $scratch/of_all.o" "$scratch/headers.elf" "$cc" -Og
    is "$status/$err" 0/ "$cc: a program of files that include them is linked"

    cat >"$scratch/wide.c" <<'END'
#include <windows.h>
#include <stdio.h>
#include <wchar.h>
int main(void)
{
    LPCWSTR text = L"wide \x20AC";
    TCHAR narrow[] = TEXT("narrow");
    WCHAR copy[20];
    LONGLONG big = -1234567890123;
    printf("%I64d %I64u %I32d %016I64x %Id\n", big, (ULONGLONG)big, (LONG)-5, (ULONGLONG)255, (INT_PTR)7);
    printf("%S %lc %s %u\n", wcscpy(copy, text), L'x', narrow, (unsigned)sizeof text[0]);
    return 0;
}
END
    program "$scratch/wide.c" "$scratch/wide.elf" "$cc" -Og
    is "$status/$err" 0/ "$cc: wide text and Windows' lengths of numbers in formats are compiled without a warning"
    try ./trapline run "$scratch/wide.elf"
    is "$out" $'-1234567890123 18446742839141661493 -5 00000000000000ff 7\nwide \xE2\x82\xAC x narrow 2' "$cc: and printed"
    printf '#include <stdio.h>\nint main(void) { return printf("%%s", 1); }\n' >"$scratch/format.c"
    program "$scratch/format.c" "$scratch/format.elf" "$cc" -Og
    like "$err" 'Wformat' "$cc: other formats are checked"

    cat >"$scratch/unicode.c" <<'END'
#define UNICODE
#include <windows.h>
#include <malloc.h>
#include <stdio.h>
int main(void)
{
    PSLIST_HEADER list = (PSLIST_HEADER)_aligned_malloc(sizeof(SLIST_HEADER), MEMORY_ALLOCATION_ALIGNMENT);
    LARGE_INTEGER due;
    HANDLE timer = CreateWaitableTimer(NULL, TRUE, TEXT("MyTimer")), event = CreateEvent(NULL, FALSE, TRUE, NULL);
    InitializeSListHead(list);
    _aligned_free(list);
    due.QuadPart = -10000;
    return !SetWaitableTimer(timer, &due, 0, NULL, NULL, FALSE) || WaitForSingleObject(timer, INFINITE) ||
           WaitForSingleObject(event, 0) || !OpenWaitableTimer(SYNCHRONIZE, FALSE, L"MyTimer") ||
           OpenMutex(MUTEX_ALL_ACCESS, FALSE, L"MyTimer") || GetLastError() != ERROR_INVALID_HANDLE;
}
END
    cat >"$scratch/tchar.c" <<'END'
#include <windows.h>
#include <tchar.h>
int _tmain(int argc, _TCHAR *argv[])
{
    LPCTSTR words[] = {_T("an"), TEXT("event")};
    _tprintf(_T("%d %s %s\n"), argc, words[0], words[1]);
    return argv[argc] != NULL || _tcscmp(words[0], _T("an")) != 0;
}
END
    cat >"$scratch/twide.c" <<'END'
#define UNICODE
#define _UNICODE
#include <windows.h>
#include <tchar.h>
int _tmain(int argc, _TCHAR *argv[])
{
    _TCHAR text[20], *copy = _tcsdup(_T("an"));
    _sntprintf(text, 20, TEXT("%d %s"), argc, copy);
    _tprintf(_T("%s %s\n"), text, _T("event"));
    _TCHAR number[20];
    _stprintf(number, _T("%d"), 70000);
    return argv[argc] != NULL || _tcsrchr(argv[0], _T('w')) == NULL || _tcscmp(copy, _T("an")) != 0 || _tstol(number) != 70000;
}
END
    for name in unicode tchar twide; do
        program "$scratch/$name.c" "$scratch/$name.elf" "$cc" -Og
        is "$status/$err" 0/ "$cc: $name: a program by the names of TCHAR is compiled without a warning"
        try ./trapline run "$scratch/$name.elf"
        is "$status/$out" "0/$([[ $name == unicode ]] || echo '1 an event')" "$cc: $name: and runs"
    done
done

# While another one builds, a build waits.
printf 'int main(void) { return 0; }\n' >"$scratch/waits.c"
exec {held}>build/.lock
flock "$held"
make_here program SOURCES="$scratch/waits.c" OUTPUT="$scratch/waits.elf" {held}>&- &
sleep 2
[[ ! -e $scratch/waits.elf ]]
report $? "a build waits for the lock of another one"
exec {held}>&-
wait "$!"
[[ -e $scratch/waits.elf ]]
report $? "and goes on behind it"

finish
