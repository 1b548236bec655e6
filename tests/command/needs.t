#!/usr/bin/env bash
# Every program that a command starts is essential to Debian or in the script's table of what is needed, and it does not matter
# which awk and which sh a system has, nor its locale, umask and folder for temporary files.
. "$(dirname "$0")/../harness/tap.sh"

if ! command -v dpkg-query >/dev/null; then
    echo "1..0 # SKIP no dpkg here, which knows what packages bring"
    exit 0
fi
locale=C.UTF-8
if localedef -i de_DE -f UTF-8 "$scratch/de_DE.UTF-8" 2>/dev/null; then
    locale=de_DE.UTF-8 # 1,5 and no 1.5
fi
mkdir "$scratch/a folder" "$scratch/mine"
printf '#include <stdio.h>\nint main(void) { printf("%%.1f\\n", 1.5); return 0; }\n' >"$scratch/mine/mine.c"
printf '#include <stdio.h>\nint main(void) { __try { printf("body "); } __finally { puts("blocks"); } return 0; }\n' >"$scratch/mine/try.c"
printf '#include <cstdio>\n#include <vector>\nint main() { try { std::vector<int>(3).at(3); } catch (...) { std::puts("caught"); } }\n' >"$scratch/mine/throw.cpp"
python3 tests/harness/needed_path.py "$scratch/path" awk=original-awk sh=bash

# bare COMMAND...: with nothing of this host but what the table names.
bare() {
    (umask 077 && exec env -i PATH="${path-$scratch/path}" HOME="$scratch" TMPDIR="$scratch/a folder" LOCPATH="$scratch" LC_ALL="$locale" LEAVE_OUT="${LEAVE_OUT-}" "$@")
}
# works CLAIM REGEX COMMAND...: ends with 0 and prints this.
works() {
    try bare "${@:3}"
    [[ $status == 0 && $out$err =~ $2 && $err != *'not found'* ]]
    report $? "$1"
}

works "the demonstration" '4 threads finished, 2 failed' ./trapline demo --virtual-time
works "a program of one's own" '^1\.5' ./trapline run "$scratch/mine/mine.c"
works "with a trace" 'search pass' ./trapline trace chain
works "as a page" 'page\.html: [0-9]+ events, [0-9.]+ KB' ./trapline page chain -o "$scratch/page.html"
works "as a picture" 'picture\.svg: drawn, [0-9.]+ KB' ./trapline draw chain 1 -o "$scratch/picture.svg"
works "as a timeline" 'timeline\.json: [0-9]+ events, [0-9]+ rows' ./trapline timeline chain -o "$scratch/timeline.json"
works "the moments" 'search pass' ./trapline draw chain
is "$(head -c 9 "$scratch/page.html")$(head -c 4 "$scratch/picture.svg")$(head -c 1 "$scratch/timeline.json")" '<!doctype<svg{' "page, picture and timeline are files of their kind"
works "under the debugger" 'trunk is asked.*exited normally' sh -c 'printf "c\nq\n" | ./trapline debug chain'
works "a folder of one's own" 'make run' ./trapline new "$scratch/mine/new"
works "and its own Makefile" 'Hello from new' make -C "$scratch/mine/new" run
works "a disc" 'disc.iso: [0-9.]+ MB' ./trapline iso --output "$scratch/disc.iso"
if with bochs; then
    works "under Bochs" 'Hello from bare metal' ./trapline run --emulator bochs hello
    works "a disc under Bochs" 'PASS' ./trapline test boot_machine-bochs.gcc.bochs
fi
works "a test" 'PASS' ./trapline test lib_string-plain.gcc.qemu
cc=$(bare sh -c 'command -v i686-linux-gnu-gcc || echo gcc')
works "the mathematics" 's_sin\.o' sh -c 'tools/build/make-libm "$1" "$2" ar && ar t "$1"' sh "$scratch/libm.a" "$cc"
works "a measurement" 'instructions' ./trapline bench raise_to_handler
if with browser; then # npm may need a network
    works "the site" 'site: [0-9]+ pages, [0-9.]+ MB' ./trapline web -o "$scratch/site"
fi
works "a source for Visual C++" '^body blocks' ./trapline run --windows "$scratch/mine/try.c"
works "C++" 'caught' ./trapline run "$scratch/mine/throw.cpp"
works "C++ by the other compiler" 'caught' ./trapline run --compiler mingw "$scratch/mine/throw.cpp"
works "a list" 'examples' ./trapline list
works "the versions" 'commit' ./trapline --version
finish
