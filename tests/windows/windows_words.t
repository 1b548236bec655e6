#!/usr/bin/env bash
# Programs whose words compilers for Windows take: headers in any spelling, the compiler's headers of intrinsics around windows.h,
# register, and __forceinline around a __try.
. "$(dirname "$0")/../harness/tap.sh"

mkdir "$scratch/Parts"
echo '#include "OTHER.h"' >"$scratch/Parts/inc.h"
echo '#define OTHER 7' >"$scratch/Parts/other.h"
printf '%s\n' '#include <Windows.h>' '#include <StdIO.h>' '#include "parts\Inc.H"' '#include "parts\\inc.h"' \
    'int main(void) { printf("%lu %d\n", GetLastError(), OTHER); return 0; }' >"$scratch/spelling.c"
printf '%s\n' '#include <NoSuch.h>' 'int main(void) { return 0; }' >"$scratch/none.c"

cat >"$scratch/body.h" <<'END'
#include <stdio.h>
int main(void)
{
    _mm_pause();
    unsigned flags = __readeflags();
    __writeeflags(flags | 0x200000 /* ID */);
    printf("%d %d\n", (__readeflags() & 0x200000) != 0, __rdtsc() < __rdtsc());
    return 0;
}
END
for header in emmintrin immintrin x86intrin; do
    printf '#include <windows.h>\n#include <%s.h>\n#include "body.h"\n' $header >"$scratch/behind_$header.c"
    printf '#include <%s.h>\n#include <windows.h>\n#include "body.h"\n' $header >"$scratch/before_$header.c"
done

cat >"$scratch/forced.c" <<'END'
#include <windows.h>
#include <stdio.h>
__forceinline int cleaned(int a, int b);
static __forceinline int __stdcall reads(const int *where, int *value)
{
    __try {
        *value = *where;
    } __except (EXCEPTION_EXECUTE_HANDLER) {
        return 0;
    }
    return 1;
}
__forceinline int cleaned(int a, int b)
{
    int result = 0;
    __try {
        result = a / b;
    } __finally {
        result += 10;
    }
    return result;
}
int SHOWN(void)
{
    int value = 5, copy = 0;
    printf("%d", reads(&value, &copy));
    printf(" %d %d", reads((const int *)16, &copy), copy);
    printf(" %d", cleaned(8, 2));
    printf(" %d\n", cleaned(8, 4));
    return 0;
}
END
printf '%s\n' '#define SHOWN main' '#include "forced.c"' >"$scratch/once.c"
printf '%s\n' '#define SHOWN again' '#include "forced.c"' >"$scratch/twice.c"

cat >"$scratch/register.c" <<'END'
#include <windows.h>
#include <stdio.h>
static unsigned sum(unsigned a, unsigned b)
{
    register unsigned x __asm__("ecx") = a;
    register unsigned y __asm__("edx") = b;
    unsigned r;
    __asm__("leal (%%ecx, %%edx), %0" : "=r"(r) : "r"(x), "r"(y));
    return r;
}
int main(void)
{
    register int changed = 1;
    __try {
        changed = 2;
        *(volatile int *)0 = 1;
    } __except (changed == 2) {
        printf("register %u %d\n", sum(40, 2), changed);
    }
    return 0;
}
END

cat >"$scratch/fcntl.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    char text[4] = "";
    int number = open(argv[argc - 1], O_RDONLY | O_BINARY);
    int length = read(number, text, 3);
    printf("%d %s %d\n", length, text, close(number));
    return 0;
}
END

for cc in "${compilers[@]}"; do
    try ./trapline run --cc "$cc" --file "$scratch/body.h" "$scratch/fcntl.c" body.h
    is "$status/$out/$err" '0/3 #in 0/' "$cc: fcntl.h alone has the calls whose flags it has, as MinGW's"
    try ./trapline run --cc "$cc" "$scratch/spelling.c"
    is "$status/$out/$err" '0/0 7/' "$cc: headers are found whatever their case and slash"
    try ./trapline run --cc "$cc" "$scratch/none.c"
    like "$status $err" '^2 .*there is no NoSuch.h' "$cc: one that is not there in any spelling is named"
    for header in emmintrin immintrin x86intrin; do
        for place in behind before; do
            try ./trapline run --cc "$cc" "$scratch/${place}_$header.c"
            is "$status/$out/$err" '0/1 1/' "$cc: $header.h $place windows.h, and the intrinsics of both"
        done
    done
    try ./trapline run --cc "$cc" "$scratch/once.c" "$scratch/twice.c"
    is "$status/$out" '0/1 0 5 14 12' "$cc: a __forceinline function with a __try is called more than once, in two files"
    try ./trapline run --cc "$cc" --opt 2 "$scratch/once.c"
    is "$status/$out" '0/1 0 5 14 12' "$cc: and when it is optimised"
    try ./trapline run --cc "$cc" "$scratch/register.c"
    is "$status/$out/$err" '0/register 42 2/' "$cc: a register variable has the register that it names, and any other is found by a filter"
done

finish
