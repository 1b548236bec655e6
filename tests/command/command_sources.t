#!/usr/bin/env bash
# A program of several files: C, assembly and objects, with headers beside them.
. "$(dirname "$0")/../harness/tap.sh"

mkdir -p "$scratch/plain/deep" "$scratch/has blanks"
cat >"$scratch/plain/main.c" <<'END'
#include "part.h"
#include <deep/deeper.h>
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    assert(argc > 0);
    printf("%d %d %d", part(1), seven(), DEEPER);
    for (int i = 1; i < argc; i++)
        printf(" <%s>", argv[i]);
    return 0;
}
END
echo 'int part(int); int seven(void);' >"$scratch/plain/part.h"
echo '#define DEEPER 5' >"$scratch/plain/deep/deeper.h"
printf '#include "part.h"\nint part(int n) { return n + 1; }\n' >"$scratch/plain/part.c"
printf '\t.globl seven\nseven:\tmovl $7, %%eax\n\tret\n' >"$scratch/plain/seven.S"
# The header of the same name comes first in quotes, and the library's in angle brackets.
printf '#ifndef LOCAL_ASSERT_H\n#define LOCAL_ASSERT_H\n#include <assert.h>\n#endif\n' >"$scratch/plain/assert.h"
sed -i 's/#include <stdio.h>/&\n#include "assert.h"/' "$scratch/plain/main.c"

for cc in "${compilers[@]}"; do
    try ./trapline run --cc "$cc" "$scratch/plain/main.c" "$scratch/plain/part.c" "$scratch/plain/seven.S" -- one two.c
    is "$status/$out" '0/2 7 5 <one> <two.c>' "$cc: C and assembly make one program, and words behind -- are its arguments"
    is "$err" "" "$cc: without a warning"
done
try from "$scratch/plain" "$root/trapline" run main.c part.c --opt 2 seven.S one
is "$status/$out" '0/2 7 5 <one>' "a word that names no source is an argument; options may stand between"

cp "$scratch"/plain/{main.c,part.c,part.h,seven.S,assert.h} "$scratch/has blanks"
cp -r "$scratch/plain/deep" "$scratch/has blanks"
mv "$scratch/has blanks/part.c" "$scratch/has blanks/a part.c"
try ./trapline run "$scratch/has blanks/main.c" "$scratch/has blanks/a part.c" "$scratch/plain/seven.S"
is "$status/$out" '0/2 7 5' "files and folders may have blanks in their names"
mv "$scratch/has blanks/main.c" "$scratch/has blanks/the main.c"
echo 'int part(int n) { return n }' >"$scratch/has blanks/a part.c"
try ./trapline run "$scratch/has blanks/the main.c" "$scratch/has blanks/a part.c" "$scratch/plain/seven.S"
[[ $status == 2 && $err == *"$scratch/has blanks/a part.c:1"* ]]
report $? "and a mistake is told with the file's own name"

long=$scratch/$(printf 'long%.0s' {1..50})
mkdir "$long"
cp "$scratch"/plain/{main.c,part.c,part.h,seven.S,assert.h} "$long"
cp -r "$scratch/plain/deep" "$long"
mv "$long/part.c" "$long/$(printf 'part%.0s' {1..63}).c"
try ./trapline run "$long"/{main,part*part}.c "$long/seven.S"
is "$status/$out" '0/2 7 5' "and be as long as the file system has it"
echo 'int two(void); int main(void) { return two(); }' >"$scratch/one.c"
echo 'int two_three(void); int two(void) { return two_three(); }' >"$scratch/part-two.c"
mkdir "$scratch/part"
echo 'int two_three(void) { return 23; }' >"$scratch/part/two.c"
try from "$scratch" "$root/trapline" run one.c part-two.c part/two.c
is "$status" 23 "part-two.c and part/two.c are two files"

mkdir "$scratch/other"
echo 'int part(int n) { return n + 2; }' >"$scratch/other/part.c"
echo 'int more(void) { return 1; }' >"$scratch/plain/more.c"
mkdir "$scratch/third"
echo 'int even_more(void) { return 1; }' >"$scratch/third/more.c"
try ./trapline run "$scratch/plain/main.c" "$scratch/other/part.c" "$scratch/plain/seven.S" "$scratch/plain/more.c" "$scratch/third/more.c"
is "$status/$out" '0/3 7 5' "files of one name from two folders are two files"

i686-linux-gnu-gcc -c -o "$scratch/part.o" "$scratch/other/part.c" 2>/dev/null || gcc -m32 -fno-pic -c -o "$scratch/part.o" "$scratch/other/part.c"
try ./trapline run "$scratch/plain/main.c" "$scratch/part.o" "$scratch/plain/seven.S"
is "$status/$out" '0/3 7 5' "an object that is there already is linked"
try ./trapline run "$scratch/part.o" "$scratch/plain/main.c" "$scratch/plain/seven.S"
is "$status/$out" '0/3 7 5' "and may come first"
ar rcs "$scratch/parts.a" "$scratch/part.o"
cp "$scratch/plain/seven.S" "$scratch/seven.s"
try ./trapline run "$scratch/plain/main.c" "$scratch/parts.a" "$scratch/seven.s"
is "$status/$out" '0/3 7 5' "so is an archive, and assembly that is not preprocessed is built"
printf 'first' >"$scratch/text"
printf '\t.globl main\nmain:\tpushl $text\n\tcall puts\n\taddl $4, %%esp\n\txorl %%eax, %%eax\n\tret\ntext:\t.incbin "text"\n\t.byte 0\n' >"$scratch/alone.S"
try ./trapline run "$scratch/alone.S"
is "$status/$out" '0/first' "assembly alone is a program, with a file that lies beside it"
echo 'int same(void); int other(void); int main(void) { return same() + other(); }' >"$scratch/twice.c"
mkdir "$scratch/one" "$scratch/two"
for name in one/same:3 two/other:4; do
    echo "int $(basename "${name%:*}")(void) { return ${name#*:}; }" >"$scratch/member.c"
    clang --target=i686-pc-windows-msvc -c -o "$scratch/${name%/*}/member.obj" "$scratch/member.c"
done
ar qcs "$scratch/twice.lib" "$scratch/one/member.obj" "$scratch/two/member.obj" 2>/dev/null
try ./trapline run "$scratch/twice.c" "$scratch/twice.lib"
is "$status" 7 "two members of one name, of a compiler for Windows, are two"
# The linker leaves room for the names of what it is given; an archive's are more than fit.
for number in {100..399}; do
    echo "int a_function_with_quite_a_long_name_$number(int *at) { return *at + $number; }"
done >"$scratch/many.c"
clang --target=i686-linux-gnu -O1 -fno-pic -c -o "$scratch/many.o" "$scratch/many.c"
rm -f "$scratch/many.a" && ar rcs "$scratch/many.a" "$scratch/many.o"
echo 'int a_function_with_quite_a_long_name_399(int *); int main(void) { return a_function_with_quite_a_long_name_399((int *)4); }' >"$scratch/last.c"
for object in many.a many.o; do
    try ./trapline run "$scratch/last.c" "$scratch/$object"
    like "$out" 'called +8[0-9A-F]+ a_function_with_quite_a_long_name_399\+0x' "$object: a report names the last of many functions"
done
echo 'double cos(double); int cosine(void) { return (int)(100 * cos(1.0)); }' >"$scratch/cosine.c"
clang --target=i686-pc-windows-msvc -c -o "$scratch/cosine.obj" "$scratch/cosine.c"
echo 'int cosine(void); int main(void) { return cosine(); }' >"$scratch/user.c"
try ./trapline run "$scratch/user.c" "$scratch/cosine.obj"
is "$status" 54 "an object finds the mathematics that no source includes"
echo 'static int a(void) { return 1; } static int (*pick(void))(void) { return a; } int chosen(void) __attribute__((ifunc("pick")));
int main(void) { return chosen(); }' >"$scratch/ifunc.c"
try ./trapline run "$scratch/ifunc.c"
[[ $status == 2 && $err == *'error: chosen: images have no functions that are chosen at the start (ifunc)'* ]]
report $? "a function that is chosen at the start is refused"

printf 'static const unsigned char one[] = "\\377", other[] = "\xff";
int main(void) { return sizeof one == sizeof other && one[0] == other[0] ? NUMBER : 1; }\n' >"$scratch/bytes.c"
for cc in "${compilers[@]}"; do
    for number in 7 7i64; do
        try ./trapline run --cc "$cc" "-DNUMBER=$number" -w "$scratch/bytes.c"
        is "$status" 7 "$cc, $number: a byte that is no character of UTF-8 stays as it is in a text"
    done
done

mkdir "$scratch/numbers"
printf '#include <math.h>\n' >"$scratch/numbers/numbers.h"
printf '#include "numbers.h"\n#include <stdio.h>\nint main(void) { printf("%%.6f", sin(M_PI / 6)); return 0; }\n' >"$scratch/numbers/sine.c"
echo 'double sin(double x); int main(void) { return (int)(100 * sin(0.5)) + (int)__builtin_fmaxf(1, 2); }' >"$scratch/numbers/declared.c"
for cc in "${compilers[@]}"; do
    try ./trapline run --cc "$cc" "$scratch/numbers/sine.c"
    is "$status/$out" 0/0.500000 "$cc: the mathematics is linked to a program that includes math.h by a header of its own"
    try ./trapline run --cc "$cc" -w "$scratch/numbers/declared.c"
    is "$status" 49 "$cc: so it is to one that declares a function of it itself, or takes the compiler's name"
done

try ./trapline run "$scratch/plain/main.c" "$scratch/plain/none.c"
fails 'there is no file .*none.c \(words for the program go behind --\)' "a file that is not there is named, and how to pass such a word"
try ./trapline run "$scratch/plain/main.c" -- none.c
like "$status $err" "^2 .*(part|seven)" "behind -- it is an argument: here the program lacks its parts"

finish
