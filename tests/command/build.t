#!/usr/bin/env bash
# The build: files that depend on a change are made again and no others; and make's other targets.
# Works on a copy of the tree, so that it disturbs no other test.
. "$(dirname "$0")/../harness/tap.sh"

copy=$scratch/copy
mkdir "$copy"
cp -r --preserve=timestamps Makefile linker.ld boot kernel lib include seh_emul uthread ums win32 examples tests tools "$copy"
mkdir -p "$copy/build"
cp -r --preserve=timestamps build/{boot,kernel,lib,seh_emul,uthread,ums,win32} "$copy/build" 2>/dev/null # what is built already
image=build/examples/01-hello.elf

# Objects that making the image compiles now, as names without their folder build/.
rebuilt() { make -C "$copy" "$image" | sed -n 's/^  \(CC\|AS\|LINK\) *build\///p' | sort | tr '\n' ' '; }

# Files that include a header by any way, according to the compiler's own lists. Some may be of files that are gone.
dependents() {
    (cd "$copy/build" && grep -l "$1" -r --include='*.d' . | sed 's/^\.\///; s/\.d$//' | sort) |
        while read -r name; do [[ ! -e $copy/$name.c && ! -e $copy/$name.S ]] || echo "$name.o"; done
}

try make -C "$copy" "$image"
is "$status" 0 "an image is built"
is "$(rebuilt)" "" "making it again does nothing"

touch "$copy/kernel/devices/pic.h"
is "$(rebuilt)" "examples/01-hello.elf kernel/devices/irq.o kernel/devices/pic.o kernel/start.o kernel/threads/tick_way.o kernel/trap/interrupts.o kernel/trap/trap.o kernel/trap/vectors.o " "a touched header rebuilds its users and the image"

touch "$copy/lib/qsort.c"
is "$(rebuilt)" "examples/01-hello.elf lib/qsort.o " "a touched source rebuilds itself and the image"

touch "$copy/linker.ld"
is "$(rebuilt)" "examples/01-hello.elf " "a touched linker script links again"

touch "$copy/kernel/trap/vectors.h"
is "$(rebuilt)" "$({ echo examples/01-hello.elf; dependents kernel/trap/vectors.h; } | tr '\n' ' ')" "a touched list of vectors rebuilds C and assembly that read it"

touch "$copy/lib/qsort.c"
echo 'int main(void) { return 0; }' >"$scratch/own.c"
try env -u PYTHONDONTWRITEBYTECODE -u PYTHONPYCACHEPREFIX make -C "$copy" V=1 program OPTIONS=-O0 SOURCES="$scratch/own.c" OUTPUT="$scratch/own.elf"
is "$(find "$copy" -name __pycache__ -not -path "$copy/build/*")" "" "Python leaves nothing beside the sources"
is "$status/$(grep -c -- ' -O2 .* lib/qsort\.c' <<<"$out")/$(grep -c -- ' -O0 .*/own\.c' <<<"$out")" 0/1/1 \
    "a program's level is not the runtime's"

# The commands that system runs are in programs that call it.
echo 'int system(const char *line); int main(void) { return system("exit 3"); }' >"$scratch/commands.c"
for source in own commands; do
    try make -C "$copy" program SOURCES="$scratch/$source.c" OUTPUT="$scratch/$source.elf"
    is "$status/$(nm "$scratch/$source.elf" | grep -cw command_run_line)" "0/$([[ $source == commands ]] && echo 1 || echo 0)" "$source.c: the commands are in a program that calls system"
done

# Making newlib's mathematics takes half a minute; what is asked is when it happens.
rm -rf "$copy/build/math"
printf '#!/bin/sh\nprintf made >>"%s"\ncp "%s" "$1"\n' "$scratch/libm" "$PWD/build/math/libm.a" >"$copy/tools/build/make-libm"
echo 'double cbrt(double x); int main(int count, char **words) { return words ? (int)cbrt(8.0 * count) : 0; }' >"$scratch/root.c"
make build/math/libm.a >/dev/null
for source in own root root; do
    try make -C "$copy" program SOURCES="$scratch/$source.c" OUTPUT="$scratch/$source.elf"
    is "$status/$(cat "$scratch/libm" 2>/dev/null)" "0/$([[ $source == root ]] && echo made)" "$source.c: the mathematics is made for the first program that calls it"
done

# A script in Python's place that looks for one, as pyenv's.
mkdir "$scratch/shim"
printf '#!/bin/sh\necho >>"%s"\nexec "%s" "$@"\n' "$scratch/starts" "$(python3 -c 'import sys; print(sys.executable)')" >"$scratch/shim/python3"
chmod +x "$scratch/shim/python3"
touch "$scratch/own.c"
for i in 1 2; do
    PATH=$scratch/shim:$PATH ./trapline build "$scratch/own.c" >/dev/null
    is "$(wc -l <"$scratch/starts")" "$i" "a script that leads to Python is asked once"
done

rm "$copy/kernel/boot_view.h"
sed -i '/boot_view.h/d' "$copy"/kernel/*.c
try make -C "$copy" "$image"
is "$([[ $err == *"No rule to make target"* ]] && echo stuck)" "" "a header that is gone does not stop make before the compiler"

try make compile_commands.json -C "$copy" -s
is "$status" 0 "a compilation database is made"
is "$(python3 -c 'import json, sys
rows = json.load(open(sys.argv[1]))
print(len(rows) > 50 and all("-c " + row["file"] in row["command"] for row in rows))' "$copy/compile_commands.json")" True "and it is valid and lists the sources"

if ! with lint; then
    finish
fi
try make lint
if [[ $err == 'trapline: '* ]]; then # the tools are missing, or have other versions
    claims=$((claims + 1))
    echo "ok $claims - make lint is quiet # SKIP ${err%%$'\n'*}"
else
    is "$status" 0 "make lint is quiet"
fi

finish
