#!/usr/bin/env bash
# Objects in Windows' format, as a compiler for Windows makes them, are linked: their frames, cookies, probes and names.
. "$(dirname "$0")/../harness/tap.sh"

if ! with clang; then
    finish
fi

cat >"$scratch/foreign.c" <<'END'
typedef unsigned long ULONG;
unsigned long __cdecl _exception_code(void);
int printf(const char *text, ...);
__declspec(dllimport) void __stdcall RaiseException(ULONG, ULONG, ULONG, const ULONG *);
__declspec(dllimport) ULONG __stdcall GetLastError(void);
void __stdcall SetLastError(ULONG);
int touch(char *room, int size);

static int table[] = {1, 2, 3};
int *second = &table[1];

int quotient(int by); /* clang takes only calls for what may raise an exception */

int divide(int by)
{
    int result = 0;
    __try {
        __try {
            result = quotient(by);
        } __finally {
            printf("finally %d\n", _abnormal_termination());
        }
    } __except (_exception_code() == 0xC0000094) {
        result = 40;
    }
    return result;
}

int raise(void)
{
    __try {
        RaiseException(0xE0000001, 0, 0, 0);
    } __except (1) {
        return (int)_exception_code();
    }
    return 0;
}

int large_frame(int size)
{
    char room[100000];
    return touch(room, sizeof room) + room[size];
}

long long wide(long long a, long long b, int by) { return (a / b) * (a % b) + (a << by) + (a >> by); }
unsigned long long unsigned_wide(unsigned long long a, unsigned long long b, int by) { return a / b + a % b + (a >> by); }
long long cut(double a) { return (long long)(a * 1.5); }
ULONG last_error(ULONG value) { SetLastError(value); return GetLastError(); }

int smash(int size)
{
    char room[16];
    touch(room, size);
    return room[3];
}
END
cat >"$scratch/main.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int fourth(int by);
int divide(int by), raise(void), large_frame(int size), smash(int size);
long long wide(long long a, long long b, int by), cut(double a), cut_by_call(double a);
unsigned long long unsigned_wide(unsigned long long a, unsigned long long b, int by);
unsigned long long shifted(unsigned long long value, int by, int kind);
static const int by[] = {0, 1, 31, 32, 33, 62, 63, 64, 65, 255};
unsigned long last_error(unsigned long value);
extern int *second;
int quotient(int by);
int quotient(int by)
{
    return 7 / by;
}
int touch(char *room, int size);
int touch(char *room, int size)
{
    for (int i = 0; i < size; i++)
        room[i] = 1;
    return size;
}
int main(int argc, char **argv)
{
    int normal = divide(2), caught = divide(0);
    printf("%d %d %X %d %d\n", normal, caught, (unsigned)raise(), large_frame(7), fourth(2) + fourth(0));
    printf("%lld %llu %lld %lu %d\n", wide(-1000000000007, 300000, 33), unsigned_wide(1ull << 63, 7, 35), cut(-2e10), last_error(5), *second);
    for (int kind = 0; kind < 3; kind++)
        for (int at = 0; at < 10; at++)
            printf("%llX ", shifted(0x89ABCDEF01234567, by[at], kind));
    printf("%lld %lld %lld\n", cut_by_call(2.75), cut_by_call(-2.75), cut_by_call(1e15 + 0.5));
    if (argc > 1)
        printf("%d\n", smash(atoi(argv[1])));
    return 0;
}
END
wanted='finally 0
finally 1
3 40 E0000001 100001 53'
sums="$(python3 -c '
a, b, by = -1000000000007, 300000, 33
q = -(-a // b); r = a - q * b
wrap = lambda v: (v + 2**63) % 2**64 - 2**63
u = 2**63
print(wrap(q * r + wrap(a << by) + (a >> by)), u // 7 + u % 7 + (u >> 35), -30000000000, 5, 2)
value, shifts = 0x89ABCDEF01234567, (0, 1, 31, 32, 33, 62, 63, 64, 65, 255)
print(*(f"{v % 2**64:X}" for v in [value << by for by in shifts] + [wrap(value) >> by for by in shifts] + [value >> by for by in shifts]),
      2, -2, 10**15)')"

# A function as Microsoft's compiler makes it, with cookies in its frame; clang has no frames of this generation. And its calls
# for shifts and for the whole part of a number, which clang does itself.
cat >"$scratch/fourth.s" <<'END'
	.text
	.globl	_fourth
_fourth:
	pushl	%ebp
	movl	%esp, %ebp
	pushl	$-2
	pushl	$table
	pushl	$__except_handler4
	movl	%fs:0, %eax
	pushl	%eax
	subl	$8, %esp
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	movl	___security_cookie, %eax
	xorl	%eax, -8(%ebp)
	xorl	%ebp, %eax
	pushl	%eax
	leal	-16(%ebp), %eax
	movl	%eax, %fs:0
	movl	%esp, -24(%ebp)
	movl	$0, -4(%ebp)
	pushl	8(%ebp)
	call	_quotient
	addl	$4, %esp
	jmp	leave
filter:	movl	$1, %eax
	ret
block:	movl	-24(%ebp), %esp
	movl	$50, %eax
leave:	movl	$-2, -4(%ebp)
	movl	-16(%ebp), %ecx
	movl	%ecx, %fs:0
	popl	%ecx
	popl	%edi
	popl	%esi
	popl	%ebx
	leave
	ret

	.globl	_shifted, _cut_by_call
_shifted:
	movl	4(%esp), %eax
	movl	8(%esp), %edx
	movl	12(%esp), %ecx
	cmpl	$1, 16(%esp)
	jb	__allshl
	je	__allshr
	jmp	__aullshr
_cut_by_call:
	fldl	4(%esp)
	jmp	__ftol2
	.section .rdata,"dr"
	.p2align 2
table:	.long	-2, 0, -40, 0, -2, filter, block
END
clang --target=i686-pc-windows-msvc -c -o "$scratch/fourth.obj" "$scratch/fourth.s"

for level in -O0 -O1 -O2; do
    for guard in '' -fstack-protector-all; do
        clang --target=i686-pc-windows-msvc -fms-extensions -w $level $guard -c -o "$scratch/foreign.obj" "$scratch/foreign.c"
        try ./trapline run "$scratch/main.c" "$scratch/foreign.obj" "$scratch/fourth.obj"
        is "$status/$out" "0/$wanted"$'\n'"$sums" "$level $guard: frames, imports, probes and arithmetic"
    done
    try ./trapline run "$scratch/main.c" "$scratch/foreign.obj" "$scratch/fourth.obj" -- 40
    like "$status $out" 'C0000409' "$level: a destroyed cookie ends the program with C0000409"
done
# gcc's guard of a frame.
printf '%s\n' 'void fill(char *, int); int guarded(int count) { char room[16]; fill(room, count); return room[3]; }' >"$scratch/guarded.c"
printf '%s\n' '#include <string.h>' 'int guarded(int);' 'void fill(char *to, int count) { memset(to, 7, (unsigned)count); }' \
    'int main(int argc, char **argv) { return argv[0] ? guarded(argc == 1 ? 16 : 40) : 0; }' >"$scratch/fills.c"
clang --target=i686-pc-windows-gnu -O1 -fstack-protector-strong -c -o "$scratch/guarded.obj" "$scratch/guarded.c"
try ./trapline run "$scratch/fills.c" "$scratch/guarded.obj"
is "$status" 7 "a frame with gcc's guard stays as it is"
try ./trapline run "$scratch/fills.c" "$scratch/guarded.obj" -- more
like "$status $out" 'C0000409' "one that is written over ends the program with C0000409"
nm "$scratch/guarded.obj" | grep -q ___stack_chk_guard
report $? "the object does ask for the guard"
nm "$scratch/foreign.obj" "$scratch/fourth.obj" >"$scratch/names"
for name in __except_handler4 ___security_cookie @__security_check_cookie@4 __chkstk __fltused __alldiv __aulldiv __imp__RaiseException@16; do
    grep -q " $name\$" "$scratch/names"
    report $? "the object does ask for $name"
done
printf '%s\n' 'int other(void) { return 1; } const char *text(void) { return "finally %d\n"; }' >"$scratch/other.c"
clang --target=i686-pc-windows-msvc -c -o "$scratch/other.obj" "$scratch/other.c"
try ./trapline run --ring 3 "$scratch/main.c" "$scratch/foreign.obj" "$scratch/fourth.obj" "$scratch/other.obj"
is "$status/${out%%$'\n'3*}" $'0/finally 0\nfinally 1' "two objects with the same literal are linked, and run in ring 3"

# Sections that two objects have and of which one is kept: constants, inline functions, data that any of them may bring. And a constant
# whose name ends in digits, a table that ends the start, and the call by which MinGW's main begins.
for part in one two; do
    cat >"$scratch/$part.c" <<END
__inline int helper(int x) { return x + 1; }
int (*pointer_$part)(int) = helper;
__declspec(selectany) int shared = 5;
int $part(int x) { return helper(x) + shared++; }
double half_$part(double x) { return x * 2.5; }
END
    clang --target=i686-pc-windows-msvc -O1 -c -o "$scratch/$part.obj" "$scratch/$part.c"
done
cat >"$scratch/both.c" <<'END'
#include <stdio.h>
int one(int), two(int);
void __main(void);
extern int (*pointer_one)(int), (*pointer_two)(int);
double half_one(double), half_two(double);
int main(void)
{
    __main();
    int first = one(1), second = two(1);
    printf("%d %d %d %g %g\n", first, second, pointer_one == pointer_two, half_one(1), half_two(2));
    return 0;
}
END
try ./trapline run "$scratch/both.c" "$scratch/one.obj" "$scratch/two.obj"
is "$status/$out" "0/7 8 1 2.5 5" "of what two objects have one is kept"
(cd "$scratch" && ar rcs two.a two.obj && ar rcs both.lib one.obj two.obj)
try ./trapline run "$scratch/both.c" "$scratch/one.obj" "$scratch/two.a"
is "$status/$out" "0/7 8 1 2.5 5" "and of what an object and an archive have"
try ./trapline run "$scratch/both.c" "$scratch/both.lib"
is "$status/$out" "0/7 8 1 2.5 5" "and of what two members of an archive have"
# The largest is kept, whatever the order, and what has to be alike is refused where it is not.
# part FILE SELECTION WORDS: an object whose section of that selection has these words and the name `chosen`
part() {
    printf '.section .data,"dw",%s,_chosen\n.globl _chosen\n_chosen: .long %s\n.data\n.globl _of_%s\n_of_%s: .long _chosen\n1: .long 0\n' "$2" "$3" "$1" "$1" |
        clang --target=i686-pc-windows-msvc -x assembler -c -o "$scratch/$1.obj" -
}
cat >"$scratch/chosen.c" <<'END'
#include <stdio.h>
extern int chosen[], *of_small, *of_large;
int main(void)
{
    printf("%d %d %d\n", chosen[0], of_small == chosen, of_large == chosen);
    return 0;
}
END
part small largest 1
part large largest 2,3,4
for order in "small large" "large small"; do
    read -r first second <<<"$order"
    try ./trapline run "$scratch/chosen.c" "$scratch/$first.obj" "$scratch/$second.obj"
    is "$status/$out" "0/2 1 1" "of $order the largest is kept"
done
(cd "$scratch" && ar rcs small.a small.obj && ar rcs large.lib large.obj)
for order in "small.obj large.lib" "small.a large.lib" "large.lib small.obj"; do
    read -r first second <<<"$order"
    try ./trapline run "$scratch/chosen.c" "$scratch/$first" "$scratch/$second"
    is "$status/$out" "0/2 1 1" "of $order the largest is kept"
done
cp "$scratch/chosen.c" "$scratch/alone.c"
sed -i 's/, of_large == chosen/, of_small == chosen/; s/, \*of_large//' "$scratch/alone.c"
try ./trapline run "$scratch/alone.c" "$scratch/small.obj" "$scratch/large.lib"
is "$status/$out" "0/1 1 1" "a member that nobody asks for does not count"
part small discard 1
try ./trapline run "$scratch/chosen.c" "$scratch/small.obj" "$scratch/large.obj"
is "$status/$out" "0/2 1 1" "one of which any would do gives way to it"
for row in same_size:1,2:3,4:0/0 same_size:1,2:3:2/1 same_contents:1,2:1,2:0/0 same_contents:1,2:1,3:2/1 \
    same_contents:_main:_main:0/0 same_contents:_main,4:_printf,4:2/1 same_contents:1f:1f:0/0; do
    IFS=: read -r selection one other wanted <<<"$row"
    part small "$selection" "$one"
    part large "$selection" "$other"
    try ./trapline run "$scratch/chosen.c" "$scratch/small.obj" "$scratch/large.obj"
    named=$(grep -c "chosen is not the same in $scratch/small.obj and in $scratch/large.obj" <<<"$err")
    is "$status/$named" "$wanted" "$selection of $one and $other: linked, or refused by both objects' names"
    ar rcs "$scratch/large.lib" "$scratch/large.obj"
    try ./trapline run "$scratch/chosen.c" "$scratch/small.obj" "$scratch/large.lib"
    is "$status" "${wanted%/*}" "$selection of $one and $other: so it is for a member of an archive"
done

cat >"$scratch/fails.c" <<'END'
static int fails(void) { return 1; }
#pragma section(".CRT$XIU", read)
__declspec(allocate(".CRT$XIU")) int (*in_table)(void) = fails;
END
clang --target=i686-pc-windows-msvc -fms-extensions -O1 -c -o "$scratch/fails.obj" "$scratch/fails.c"
try ./trapline run "$scratch/both.c" "$scratch/one.obj" "$scratch/two.obj" "$scratch/fails.obj"
is "$status/$out" "255/" "an initializer that fails ends the program before main"

cat >"$scratch/shared.h" <<'END'
struct sample { char kind; double value; unsigned small : 4; long long when; };
END
printf '%s\n' '#include "shared.h"' 'double weight(const struct sample *s) { return s->kind + s->value + (double)s->when + s->small; }' >"$scratch/part.c"
printf '%s\n' '#include <stdio.h>' '#include "shared.h"' 'double weight(const struct sample *s);' \
    'int main(void) { struct sample s = {1, 2.5, 3, 4}; printf("%f, size %zu\n", weight(&s), sizeof s); return 0; }' >"$scratch/user.c"
clang --target=i686-pc-windows-msvc -c -o "$scratch/part.obj" "$scratch/part.c"
for compiler in gcc clang; do
    try ./trapline run --cc "$compiler" "$scratch/user.c" "$scratch/part.obj"
    is "$status/$out" "0/10.500000, size 32" "$compiler: a structure with members of eight bytes and a bit-field is the same for both"
done

# The names of printf and its kin in the headers of MinGW, and in those of Microsoft.
cat >"$scratch/printed.c" <<'END'
typedef __builtin_va_list va_list;
typedef struct file FILE;
__declspec(dllimport) FILE *__acrt_iob_func(unsigned);
int __mingw_vfprintf(FILE *, const char *, va_list), __mingw_vprintf(const char *, va_list), __mingw_vsprintf(char *, const char *, va_list);
int __mingw_vsnprintf(char *, unsigned, const char *, va_list), __mingw_vsscanf(const char *, const char *, va_list), __mingw_vfscanf(FILE *, const char *, va_list);
int __mingw_vfwprintf(FILE *, const unsigned short *, va_list), __mingw_vsnwprintf(unsigned short *, unsigned, const unsigned short *, va_list);
int __stdio_common_vfprintf(unsigned long long, FILE *, const char *, void *, va_list), __stdio_common_vfscanf(unsigned long long, FILE *, const char *, void *, va_list);
int __stdio_common_vsprintf(unsigned long long, char *, unsigned, const char *, void *, va_list);
int __stdio_common_vsscanf(unsigned long long, const char *, unsigned, const char *, void *, va_list);
#define PASS(name, last, given, ...) int name given { va_list args; __builtin_va_start(args, last); int result = __VA_ARGS__; __builtin_va_end(args); return result; }
PASS(print, text, (const char *text, ...), __mingw_vfprintf(__acrt_iob_func(1), text, args))
PASS(plainly, text, (const char *text, ...), __mingw_vprintf(text, args))
PASS(into, text, (char *room, const char *text, ...), __mingw_vsprintf(room, text, args))
PASS(within, text, (char *room, const char *text, ...), __mingw_vsnprintf(room, 4, text, args))
PASS(read, text, (const char *from, const char *text, ...), __mingw_vsscanf(from, text, args))
PASS(take, text, (const char *text, ...), __mingw_vfscanf(__acrt_iob_func(0), text, args))
PASS(wide, text, (const unsigned short *text, ...), __mingw_vfwprintf(__acrt_iob_func(1), text, args))
PASS(wide_into, text, (unsigned short *room, const unsigned short *text, ...), __mingw_vsnwprintf(room, 8, text, args))
PASS(common, text, (const char *text, ...), __stdio_common_vfprintf(1, __acrt_iob_func(1), text, 0, args))
PASS(common_into, text, (int options, char *room, int size, const char *text, ...), __stdio_common_vsprintf((unsigned)options, room, (unsigned)size, text, 0, args))
PASS(common_read, text, (const char *from, const char *text, ...), __stdio_common_vsscanf(0, from, -1u, text, 0, args))
PASS(common_take, text, (const char *text, ...), __stdio_common_vfscanf(0, __acrt_iob_func(0), text, 0, args))
static __attribute__((noinline, used)) int __stdcall own_of_file(int value) { return value; }
int main(void)
{
    char room[16];
    unsigned short letters[8];
    int a = 0, b = 0, c = 0, d = 0;
    print("%s %llu;", "one", 5ull), plainly("%d;", 2);
    into(room, "%d-%d", 3, 4), print("%s;", room);
    a = within(room, "%d", 12345), print("%d %s;", a, room);
    read("6 7", "%d %d", &a, &b), print("%d %d;", a, b);
    wide(L"%d;", 8), wide_into(letters, L"%d", 9), wide(L"%ls\n", letters);
    take("%d", &c), common_take("%d", &d), common("%d %d;", c, d);
    for (int options = 0; options < 3; options++)
        room[3] = 'x', room[4] = 0, a = common_into(options, room, 3, "%s", "abc"), print("%d %s;", a, room);
    common_into(1, room, -1, "%d", 10), common_read("11", "%d", &a), print("%s %d\n", room, a);
    return 0;
}
END
clang --target=i686-pc-windows-gnu -O1 -w -fshort-wchar -c -o "$scratch/printed.obj" "$scratch/printed.c"
for ring in 0 3; do
    try bash -c 'echo 21 22 | ./trapline run --ring "$1" "$2"' - "$ring" "$scratch/printed.obj"
    is "$status/${out//$'\n'/|}" "0/one 5;2;3-4;5 123;6 7;8;9|21 22;-1 ab;3 abcx;3 ab;10 11" "ring $ring: printf and scanf, as foreign headers call them"
done

like "$(nm "$(./trapline build "$scratch/printed.obj" 2>/dev/null)")" " t own_of_file" "a static function, too, has the name that it has in C"

echo 'no object' >"$scratch/none.obj"
try ./trapline run "$scratch/main.c" "$scratch/none.obj"
[[ $status == 2 && $err == *'none.obj: not an object of a compiler for 32-bit x86'* ]]
report $? "a file that is no object is refused"

clang --target=x86_64-linux-gnu -Iinclude -c -o "$scratch/wide.o" -x assembler /dev/null
try ./trapline run "$scratch/main.c" "$scratch/wide.o"
is "$status/${err%%$'\n'*}" "2/$scratch/wide.o: not an object of a compiler for 32-bit x86" "and so is one for another machine"

finish
