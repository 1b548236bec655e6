#!/usr/bin/env bash
# Files that a program is given: by --file, as modules of another loader, and on a disc.
. "$(dirname "$0")/../harness/tap.sh"

cat >"$scratch/sums.c" <<'END'
/* Prints what `cksum NAME...` prints; with "cat" first, the content; with "change" first, changes the file. */
#include <stdio.h>
#include <string.h>

static unsigned long sums[256]; /* of one byte in front: bit by bit, 20 MB take seconds */

static void fill_sums(void)
{
    for (unsigned i = 0; i < 256; i++) {
        sums[i] = (unsigned long)i << 24;
        for (int bit = 0; bit < 8; bit++)
            sums[i] = sums[i] & 0x80000000 ? sums[i] << 1 ^ 0x04C11DB7 : sums[i] << 1;
    }
}

static void sum_up(const char *name)
{
    static unsigned char block[4096];
    FILE *file = fopen(name, "rb");
    unsigned long sum = 0, length = 0;
    if (!file) {
        printf("no %s\n", name);
        return;
    }
    for (size_t read; (read = fread(block, 1, sizeof block, file)) > 0; length += read)
        for (size_t at = 0; at < read; at++)
            sum = sum << 8 ^ sums[sum >> 24 ^ block[at]];
    for (unsigned long rest = length; rest; rest >>= 8)
        sum = sum << 8 ^ sums[sum >> 24 ^ (rest & 0xFF)];
    printf("%lu %lu %s\n", ~sum & 0xFFFFFFFF, length, name);
    fclose(file);
}

static int change(const char *name)
{
    FILE *file = fopen(name, "r+");
    fputs("12", file);
    fseek(file, 0, SEEK_END);
    for (int i = 0; i < 100000; i++)
        fputs("more", file);
    fclose(file);
    sum_up(name);
    fclose(fopen(name, "w"));
    sum_up(name);
    if (rename(name, "other") || fopen(name, "r"))
        return 1;
    sum_up("other");
    return remove("other") || fopen("other", "r");
}

int main(int argc, char **argv)
{
    static char block[4096];
    fill_sums();
    if (argc > 2 && strcmp(argv[1], "change") == 0)
        return change(argv[2]);
    if (argc > 2 && strcmp(argv[1], "cat") == 0) {
        FILE *file = fopen(argv[2], "rb");
        for (size_t length; file && (length = fread(block, 1, sizeof block, file)) > 0;)
            fwrite(block, 1, length, stdout);
        return 0;
    }
    for (int i = 1; i < argc; i++)
        sum_up(argv[i]);
    FILE *list = argc == 1 ? fopen("list", "r") : NULL; /* a disc's menu gives no arguments */
    while (list && fgets(block, sizeof block, list)) {
        block[strcspn(block, "\n")] = 0;
        sum_up(block);
    }
    return 0;
}
END

mkdir "$scratch/given" "$scratch/a folder, with words"
odd="$scratch/a folder, with words/it's odd, 100% #"
head -c 1300000 /dev/urandom >"$scratch/given/binary"
printf 'a text\r\nwith lines\n' >"$scratch/given/text.txt"
: >"$scratch/given/empty"
seq 3000 >"$odd"
gzip -c "$odd" >"$scratch/given/packed.gz"
names=(binary text.txt empty packed.gz "${odd##*/}")
files=("$scratch"/given/{binary,text.txt,empty,packed.gz} "$odd")
given=()
for file in "${files[@]}"; do
    given+=(--file "$file")
done
sums=$(cat "${files[@]}" | cksum) # the whole, so that it can be seen that nothing has changed
expected=$(for file in "${files[@]}"; do echo "$(cksum <"$file") ${file##*/}"; done)

# ---------------------------------------------------------------- by the command

try ./trapline build "$scratch/sums.c"
image=$out
runs=("" "--ring 3" "--checked" "--cpu 486" "--memory 16M")
! with clang || runs+=("--cc clang --ring 3")
! with bochs || runs+=("--emulator bochs" "--emulator bochs --ring 3")
for run in "${runs[@]}"; do
    # shellcheck disable=SC2086 # words are wanted
    try ./trapline run $run "${given[@]}" "$scratch/sums.c" -- "${names[@]}" none
    is "$status/$out" "0/$expected"$'\n''no none' "${run:-alone}: each file has its name, length and content; another is not there"
done
./trapline run --file "$scratch/given/binary" "$image" -- cat binary </dev/null >"$scratch/out" 2>"$scratch/err"
cmp -s "$scratch/out" "$scratch/given/binary"
report $? "the bytes are those of the file"
try ./trapline run --file="$scratch/given/text.txt" "$image" cat text.txt
is "$out" "$(<"$scratch/given/text.txt")" "a text comes as it is, line ends and all"

{ printf 12 && tail -c +3 "$scratch/given/text.txt" && printf 'more%.0s' {1..100000}; } >"$scratch/changed"
expected_change="$(cksum <"$scratch/changed") text.txt"$'\n'"$(cksum </dev/null) text.txt"$'\n'"$(cksum </dev/null) other"
for ring in 0 3; do
    for kind in "" --checked; do
        # shellcheck disable=SC2086 # words are wanted
        try ./trapline run --ring $ring $kind "${given[@]}" "$scratch/sums.c" change text.txt
        is "$status/$out" "0/$expected_change" "ring $ring $kind: a file can be changed, grow, be emptied, renamed and removed"
    done
done
is "$(cat "${files[@]}" | cksum)" "$sums" "and the files of the host stay as they are"

many=()
for i in {1..33}; do
    echo "$i" >"$scratch/many$i"
    many+=(--file "$scratch/many$i")
done
try ./trapline run "${many[@]:2}" "$image" cat many33
is "$status/$out" 0/33 "32 files are not too many"
try ./trapline run "${many[@]}" "$image"
fails 'a program can get 32 files, and these are 33$' "33 are refused"
try ./trapline run --file "$scratch/given/none" "$image"
fails 'given/none: No such file or directory$' "so is a file that is not there"
try ./trapline run --file "$scratch/given" "$image"
fails 'this is a folder; give each file by itself$' "a folder"
try ./trapline run --file /dev/null "$image"
fails 'this is no ordinary file$' "a device"
if ((EUID)); then
    touch "$scratch/unreadable"
    chmod 0 "$scratch/unreadable"
    try ./trapline run --file "$scratch/unreadable" "$image"
    fails 'Permission denied$' "a file that may not be read"
fi
try ./trapline run --file "$scratch/many2" --file "$scratch/given/../many2" "$image"
fails 'the program would see two files called many2; rename one$' "two of one name"
cp "$scratch/many2" "$scratch/MANY2"
try ./trapline run --file "$scratch/many2" --file "$scratch/MANY2" "$image"
fails 'the program would see two files called MANY2; rename one$' "whatever its case"
long=$(printf 'n%.0s' {1..200})
echo long >"$scratch/$long"
try ./trapline run --file "$scratch/$long" "$image" cat "$long"
is "$status/$out" 0/long "a name may have 200 bytes"
for name in 'a:b' 'a*' 'a.' 'a ' aux.txt Nul; do
    echo name >"$scratch/$name"
    try ./trapline run --file "$scratch/$name" "$image"
    fails 'no program for Windows can name this file; rename it$' "but no '$name'"
done
head -c 20000000 /dev/zero >"$scratch/large"
try ./trapline run --memory 16M --file "$scratch/large" "$image"
fails 'does not fit into 16 MB of memory, mostly because of its files; --memory [0-9]+M would do$' "files for which there is no memory"
wanted=${err##*--memory } && wanted=${wanted%% *}
try ./trapline run --memory "$wanted" --file "$scratch/large" "$image" large
is "$out" "$(cksum <"$scratch/large") large" "and that much memory does"
if with bochs; then
    try ./trapline run --emulator bochs --file "$scratch/large" "$image"
    fails "has [0-9]+ KB to load with its files, and Bochs' ROM holds 4096$" "files too large for Bochs"
fi
touch "$scratch/a.iso"
try ./trapline run --file "$scratch/many2" "$scratch/a.iso"
fails 'it takes no arguments, no --file' "a disc has its own files"

# ---------------------------------------------------------------- by another loader

# boot MODULES WORDS: QEMU itself; paths and texts as they are
boot() {
    timeout 100 qemu-system-i386 -nodefaults -display none -no-reboot -device isa-debug-exit,iobase=0x501,iosize=2 \
        -serial stdio -m 16M -kernel "$image" -append "$2" -initrd "$1" </dev/null
}
try boot "$scratch/many1,$scratch/many2 other.txt,$scratch/many3 a/b/deep" "many1 other.txt deep"
is "$out" "$(for i in 1:many1 2:other.txt 3:deep; do echo "$(cksum <"$scratch/many${i%:*}") ${i#*:}"; done)" \
    "a file is called by the last word that its loader gives, without folders"
try boot "$scratch/many1,$scratch/many2 many1,$scratch/many3 '',$scratch/many4 x/nul.txt" many1
is "${out//$'\r'/}" "trapline: a second file many1 is left out
trapline: the file  is left out: no file can have this name
trapline: the file x/nul.txt is left out: no file can have this name
$(cksum <"$scratch/many1") many1" "files without a usable name are left out, and that is said"
try boot "$scratch/large" large
is "$status/$out" '1/trapline: not enough memory for the files: give the machine more' "files for which there is no memory end the start"
# Between files that leave enough and files that do not fit there are some that leave too little to start.
fits=12500000 too_large=16000000 lines=
while ((too_large - fits > 4096)) && [[ $lines != *'to start'* ]]; do
    size=$(((fits + too_large) / 2))
    head -c "$size" /dev/zero >"$scratch/most"
    lines=$(boot "$scratch/most" "cat none")
    [[ $lines == *'for the files'* ]] && too_large=$size || fits=$size
done
is "$lines" 'trapline: not enough memory to start: give the machine 8 MB and the size of the image and its files' \
    "files that leave no memory for the start likewise"
head -c 12500000 /dev/zero >"$scratch/most"
try boot "$scratch/most" most
is "$out" "$(cksum <"$scratch/most") most" "files may take most of the memory"

# ---------------------------------------------------------------- on a disc

with tools || finish
cat >"$scratch/disc.py" <<'END'
import sys
from pathlib import Path
from run.files import given_files
from run.grub import MenuEntry, menu_image
image, output, *files = sys.argv[1:]
menu_image(Path(output), [MenuEntry("sums", "sums", Path(image))], "sums", 0, {file.name: file.path for file in given_files(files)})
END
printf '%s\n' "${names[@]}" >"$scratch/list"
try env PYTHONPATH=tools python3 "$scratch/disc.py" "$image" "$scratch/sums.iso" "$scratch/list" "${files[@]}"
is "$status" 0 "a disc with files is made"
emulators=(qemu)
! with bochs || emulators+=(bochs)
for emulator in "${emulators[@]}"; do
    try ./trapline run --emulator "$emulator" --timeout 100 "$scratch/sums.iso"
    out=${out//$'\r'/}
    is "$status/${out: -${#expected}}" "0/$expected" "$emulator: GRUB brings them unchanged, none unpacked"
done

finish
