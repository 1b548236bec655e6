#!/usr/bin/env bash
# The installed compiler: the page's Makefile and CMakeLists.txt build images that run.
. "$(dirname "$0")/../harness/tap.sh"

prefix="$scratch/has blanks"
# fenced LANGUAGE: the page's block in this language.
fenced() { awk -v fence="\`\`\`$1" '$0 == fence { shown = 1; next } /^```/ { shown = 0 } shown' docs/library.md; }

mkdir "$scratch/game"
cat >"$scratch/game/main.c" <<'EOC'
#include <Windows.h>
#include <math.h>
#include <stdio.h>
int twice(int value);
_Thread_local int own = 4;
int main(void)
{
    __try {
        *(volatile int *)0 = 1;
    }
    __except (EXCEPTION_EXECUTE_HANDLER) {
        printf("caught %08lX, %d, %.1f, %d\n", GetExceptionCode(), twice(21), sqrt(2.25), own);
    }
    return 7;
}
EOC
echo 'int twice(int value) { return 2 * value; }' >"$scratch/game/list.c"
wanted='caught C0000005, 42, 1.5, 4'

try make install PREFIX=here
is "$status" 2 "a folder without its whole path is refused"
like "$err" 'PREFIX=[$]HOME/trapline' "and what to type instead is said"
for cc in "${compilers[@]}"; do
    rm -rf "$prefix" "$scratch"/game/*.{o,elf}
    # shellcheck disable=SC2046 # no word, or one
    try make -s install PREFIX="$prefix" $(make_word "$cc")
    is "$status" 0 "$cc: it is installed"
    PATH="$prefix/bin:$PATH"
    fenced makefile >"$scratch/game/Makefile"
    try make -C "$scratch/game" game.elf
    is "$status" 0 "$cc: the page's Makefile builds"
    try ./trapline run "$scratch/game/game.elf"
    is "$status/$out" "7/$wanted" "$cc: and the image runs"
    try timeout 60 make -s -C "$scratch/game" run
    is "${out//$'\r'/}" "$wanted" "$cc: so it does without any command, and the machine ends"
done

# CMake, and what else a build may type.
fenced cmake >"$scratch/game/CMakeLists.txt"
if command -v cmake >/dev/null; then
    try cmake -S "$scratch/game" -B "$scratch/game/build" -DCMAKE_TOOLCHAIN_FILE="$prefix/lib/cmake/trapline/toolchain.cmake"
    is "$status" 0 "the page's CMakeLists.txt is taken"
    try cmake --build "$scratch/game/build"
    try ./trapline run "$scratch/game/build/game.elf"
    is "$status/$out" "7/$wanted" "and its image runs"

    # A project that names no language asks for C++, too.
    mkdir "$scratch/plus" && cp "$scratch"/game/*.c "$scratch/plus"
    sed 's/ C)/)/' "$scratch/game/CMakeLists.txt" >"$scratch/plus/CMakeLists.txt"
    try cmake -S "$scratch/plus" -B "$scratch/plus/build" -DCMAKE_TOOLCHAIN_FILE="$prefix/lib/cmake/trapline/toolchain.cmake"
    try cmake --build "$scratch/plus/build"
    try ./trapline run "$scratch/plus/build/game.elf"
    is "$status/$out" "7/$wanted" "a project that names no language is built"
    cat >"$scratch/plus/main.cpp" <<'EOC'
#include <iostream>
#include <vector>
int main()
{
    try {
        std::vector<int>().at(1);
    } catch (const std::exception &) {
        std::cout << "caught" << std::endl;
    }
    return 7;
}
EOC
    sed -i 's/main.c list.c/main.cpp/' "$scratch/plus/CMakeLists.txt"
    try cmake --build "$scratch/plus/build"
    is "$((status != 0))" 1 "one of C++ is refused"
    like "$out$err" 'C\+\+ has no library on the bare machine; i686-w64-mingw32-g\+\+' "with a line that says what makes it"
    if command -v i686-w64-mingw32-g++ >/dev/null; then
        rm -r "$scratch/plus/build"
        line=$(awk '/^    cmake .*-DCMAKE_SYSTEM_NAME/,!/\\$/' docs/library.md)
        try bash -c "cd '$scratch/plus' && $line"
        try ./trapline run "$scratch/plus/build/game.exe"
        is "$status/$out" 7/caught "the page's words for C++ make a program, which runs"
    else
        echo "# there is no compiler of MinGW's"
    fi
else
    echo "# there is no cmake here"
fi
is "$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" sed -n 's/^prefix=//p' "$prefix/lib/pkgconfig/trapline.pc")" "$prefix" "pkg-config's file knows the place"
cd "$scratch/game" || exit
try trapline-cc -O2 main.c list.c -o both.elf
is "$status" 0 "sources are compiled and linked in one step"
try trapline-cc -c list.c && try ar rcs liblist.a list.o && try trapline-cc main.c liblist.a -lm
is "$status/$([[ -s a.out ]] && echo made)" 0/made "an archive is linked, and the image is a.out"
mkdir -p libraries && mv liblist.a libraries && echo none >libraries/libm.a
try trapline-cc -o named.elf main.c -lkernel32 -Llibraries -llist -lm
is "$status/$([[ -s named.elf ]] && echo made)" 0/made "so is one by its name from a folder, and the runtime's need no file"
try trapline-cc -o named.elf main.c -l list -L libraries
is "$status" 0 "a blank may stand before name and folder"
try trapline-cc -c nosuch.c
is "$status/$err" "2/trapline-cc: there is no file nosuch.c" "a file that is missing is told"
try trapline-cc -c main.c list.c -o one.o
is "$status/$err" "2/trapline-cc: -o names one object, and there are several files" "so are two files for one object"
try trapline-cc broken.o
is "$status" 2 "and an object that is missing"
try trapline-cc --help
like "$out" 'trapline-cc \[OPTIONS\] -c FILE.c' "--help tells what it takes"
try bash -c '{ sleep 0.5; trapline-cc --help; } | true'
is "$err" "" "and a reader who has gone ends it without a word"
finish
