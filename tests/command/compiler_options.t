#!/usr/bin/env bash
# The options of a program's compiler, its own and given ones: the system, how main ends, and the options that people type.
. "$(dirname "$0")/../harness/tap.sh"

mkdir -p "$scratch/has blanks"
echo '#define DEEPER 5' >"$scratch/has blanks/deeper.h"
cat >"$scratch/system.c" <<'EOC'
#if defined __unix__ || defined __unix || defined __linux__ || defined __linux || defined __gnu_linux__ || defined unix || defined linux
#error a Unix
#endif
#if !defined __STRICT_ANSI__ && (!defined WIN32 || !defined WINNT)
#error not Windows
#endif
#if defined __MINGW32__ || defined _MSC_VER || !_WIN32 || !__WIN32__ || !_X86_ || !__STDC_HOSTED__
#error not the compiler that is meant
#endif
static __declspec(noinline) __int64 __stdcall twice(__int32 value)
{
    return 2 * (__int64)value;
}
#include <limits.h>
#include <stdint.h>
#include <windows.h>
#include <stdio.h>
_Static_assert(sizeof(int_fast16_t) == 4 && SIZE_MAX == UINT_MAX && INT64_C(1) << 40 > UINT32_MAX && INT64_MIN < INT32_MIN, "stdint.h");
int main(void)
{
    int *room = alloca(sizeof *room);
    *room = 21;
    printf("%d %d\n", _M_IX86, (int)twice(*room));
}
EOC
cat >"$scratch/bare.c" <<'EOC'
#include <stdint.h>
#include <stdio.h>
#if defined _WIN32 || defined WIN32 || defined _X86_ || defined __unix__ || defined __linux__ || defined __declspec || __STDC_HOSTED__
#error a system
#endif
int main(void)
{
    printf("%d\n", (int)sizeof(uint64_t));
    return 3;
}
EOC
cat >"$scratch/told.c" <<'EOC'
#include "deeper.h"
#include <stdio.h>
int main(void)
{
#ifdef GONE
    printf("gone\n");
#endif
    printf("%s %d %ld %d\n", TEXT, SIZE + DEEPER, __STDC_VERSION__, __OPTIMIZE__);
}
EOC
{
    (cd lib/include && printf '#include <%s>\n' ./*.h sys/*.h)
    (cd include && printf '#include <%s>\n' ./*.h)
    echo 'int main(argc, argv) int argc; char **argv; { undeclared(argc, argv); return 0; }'
    echo 'undeclared(count, words) char **words; { puts(words[count - 1]); }'
} >"$scratch/old.c"
cat >"$scratch/suffixes.c" <<'EOC'
#include <stdio.h>
#define LARGE 0x123456789ABCi64
enum { SMALL = -3i8 };
int main(void)
{
    printf("%I64d %d %d %d %u %s\n", LARGE, (int)sizeof(1ui64), (int)sizeof 2i16, SMALL, 4000000000ui32, "7i64");
    return 10I64 > 0xFFFFFFFFUI64;
}
EOC
cat >"$scratch/large.c" <<'EOC'
#include <stdio.h>
struct large { int numbers[0x4000]; };
static struct large all = {{[0] = 3, [0x3FFF] = 4}};
static int sum(struct large copy)
{
    return copy.numbers[0] + copy.numbers[0x3FFF];
}
int main(void)
{
    printf("%d\n", sum(all));
}
EOC
cat >"$scratch/loose.c" <<'EOC'
#include <windows.h>
static EXCEPTION_DISPOSITION go_on(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    return record && frame && context && dispatcher ? ExceptionContinueSearch : ExceptionContinueExecution;
}
static thrice(int value)
{
    return 3 * value;
}
int main(void)
{
    PEXCEPTION_ROUTINE handler = go_on;
    const char *text = &handler;
    int address = text;
    return thrice(address != 0);
}
EOC
echo 'int main(void) { int unused = 0b1; return 0; }' >"$scratch/unused.c"
echo 'int main(int argc, char **argv) { return 7; }' >"$scratch/parameter.c"
try ./trapline run -lgdi32 "$scratch/unused.c"
like "$status $err" '^2 .*-l cannot be "gdi32"' "a library that is not there is refused"
try ./trapline run -m64 "$scratch/unused.c"
like "$status $err" '^2 .*-m cannot be "64": programs have 32 bits' "so is another machine"
for word in regparm=3 rtd align-double; do
    try ./trapline run "-m$word" "$scratch/unused.c"
    like "$status $err" "^2 .*-m cannot be \"$word\": the runtime's functions " "so is another way of calls: -m$word"
done
echo 'int main(void) { return __SSE2__; }' >"$scratch/cpu.c"
words=(-DTEXT='"one $two"' -D SIZE=4 -DGONE -UGONE "-I$scratch/has blanks" -O2 -std=c99)
for cc in "${compilers[@]}"; do
    for level in 0 2 3; do
        try ./trapline run --cc "$cc" --opt "$level" "$scratch/system.c"
        is "$status/$out/$err" '0/600 42/' "$cc --opt $level: the system is Windows, its keywords need no header, and main returns 0 at its end"
    done
    try ./trapline run --cc "$cc" --bare "$scratch/bare.c"
    is "$status/$out/$err" '3/8/' "$cc: --bare knows no system"
    try ./trapline run --cc "$cc" "${words[@]}" "$scratch/told.c"
    is "$status/$out" '0/one $two 9 199901 1' "$cc: -D, -U, -I, -O and -std reach the compiler"
    try ./trapline run --cc "$cc" -m32 -mtune=i686 -msse2 -memory 64 "$scratch/cpu.c"
    is "$status/$err" '1/' "$cc: so do those for the CPU; an option that -memory names keeps its meaning"
    try ./trapline run --cc "$cc" -g -w -lm "$scratch/unused.c"
    is "$status/$out/$err" '0//' "$cc: -w shows no warnings; libraries that the runtime has may be named"
    try ./trapline run --cc "$cc" "$scratch/loose.c"
    is "$status" 3 "$cc: types that do not fit are warnings"
    is "$(grep -c ' warning: ' <<<"$err")" 4 "$cc: each of them is told"
    try ./trapline run --cc "$cc" -Werror "$scratch/loose.c"
    like "$status $err" '^2 .* error: ' "$cc: -Werror makes them errors"
    try ./trapline run --cc "$cc" -pedantic "$scratch/unused.c"
    like "$status $err" '^0 .*[Bb]inary (constants|integer literals) are a' "$cc: -pedantic reaches the compiler"
    try ./trapline run --cc "$cc" -O -W "$scratch/parameter.c"
    like "$status $err" '^7 .*unused parameter' "$cc: -O and -W take no word, and mean -O1 and -Wextra, as compilers have it"
    try ./trapline run --cc "$cc" "$scratch/suffixes.c"
    is "$status/$out/$err" '0/20015998343868 8 2 -3 4000000000 7i64/' "$cc: Microsoft's suffixes of integers have their sizes"
    try ./trapline run --cc "$cc" "$scratch/large.c"
    is "$status/$out" '0/7' "$cc: a structure of many pages may be an argument"
    for standard in c89 gnu89; do
        try ./trapline run --cc "$cc" -std=$standard "$scratch/old.c" -- word
        is "$status/$out" '0/word' "$cc: the first C standard has all headers, and calls what it has not declared ($standard)"
    done
done

# All headers, the first standard's way to write functions, and the words that it leaves to programs.
for header in include/*.h lib/include/*.h; do
    printf '#include <%s>\n' "${header##*/}"
done >"$scratch/old.c"
cat >>"$scratch/old.c" <<'EOC'
int inline = 1, restrict = 2;
static twice(value)
    int value;
{
    return 2 * value;
}
int main(void)
{
    volatile int zero = 0;
    __try {
        printf("%d %d\n", twice(21), 1 / zero);
    } __except (GetExceptionCode() == EXCEPTION_INT_DIVIDE_BY_ZERO) {
        printf("%d %d\n", twice(inline), restrict); /* and not // this */
    }
    return (int)(strlen("four") - 4 + sqrt(0));
}
EOC
sed -n '/^#include/p' "$scratch/old.c" >"$scratch/all.c"
{ cat "$scratch/all.c" && echo 'int main(void) { return 0; }'; } >"$scratch/headers.c"
echo 'int main(void) { int i = 0; __try { for (i = 0; i < 3; i++) ; } __except (1) { } return i; }' >>"$scratch/all.c"
for cc in "${compilers[@]}"; do
    try ./trapline run --cc "$cc" --std c89 "$scratch/old.c"
    is "$status/$out" '0/2 2' "$cc: a program of the first C standard has all headers"
    for standard in gnu89 c99; do
        try ./trapline run --cc "$cc" "-std=$standard" "$scratch/all.c"
        is "$status/$out/$err" '3//' "$cc: and so has one of $standard, without a warning"
    done
    try ./trapline run --cc "$cc" -std=c99 -pedantic -Wall -Wextra -Wundef -Wstrict-prototypes -Werror "$scratch/headers.c"
    is "$status/$out" '0/' "$cc: no warning that a program asks for is about the headers"
done
printf '%s\n' '#include <windows.h>' 'int main(void) { __try { } __finally { } return 0; }' >"$scratch/finally.c"
try ./trapline run --std c89 "$scratch/finally.c"
like "$status $err" '^2 .*for with a declaration, and a __finally block, need --std c99' "what gcc has not for that standard is told"

try env CFLAGS="-DTEXT='\"x\"' -DSIZE=1 '-I$scratch/has blanks' -O2" ./trapline run "$scratch/told.c"
is "$status/$out" '0/x 6 201112 1' "the environment's CFLAGS hold for a program of one's own"
try env CFLAGS="-DX='" ./trapline run "$scratch/told.c"
fails 'CFLAGS of the environment cannot be read: No closing quotation' "a quote that is left open is told in one line"
try env CFLAGS=-nonsense ./trapline run hello
is "$status" 0 "but not for an example"
try ./trapline run -Werror=unused-variable -Wunused-variable -DUNUSED "$scratch/told.c"
[[ $status == 2 ]]
report $? "what the compiler does not take ends the command"
try ./trapline run -D
fails '-D needs a value: -DNAME\[=VALUE\]' "a word that lacks is told"
try ./trapline run -DX tests/try
fails 'such options are for examples and for files of one.s own' "a test is built in one way only"

cat >"$scratch/folded.c" <<'EOC'
#include <math.h>
#include <stdio.h>
void not_there(void);
static inline int twice(int value) { return 2 * value; }
int main(void)
{
    if (fabs(-2.0) != 2 || twice(4) != 8)
        not_there();
    return puts("folded") < 0;
}
EOC
try ./trapline run --cc gcc -O2 "$scratch/folded.c"
[[ $status == 2 && $err == *not_there* ]]
report $? "-O2 resolves no calls"
try ./trapline run --cc gcc -O2 -finline -fbuiltin "$scratch/folded.c"
is "$status/$out" 0/folded "-finline and -fbuiltin resolve them"

finish
