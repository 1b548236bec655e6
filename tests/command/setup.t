#!/usr/bin/env bash
# A first hour on a fresh system: what is missing is installed or named, and a checkout may lie anywhere.
. "$(dirname "$0")/../harness/tap.sh"

# A system without Python: the commands that the script itself takes, and an apt-get that can install it. The file
# $scratch/does has the rest of its work.
bare=$scratch/bare
mkdir "$bare"
for tool in bash sh env readlink cat mktemp tail rm ln sed grep sleep setpriv; do ln -s "$(type -P $tool)" "$bare/"; done
python=$(python3 -c 'import sys; print(sys.executable)') # it may be reached by a script of its own
cat >"$bare/apt-get" <<END
#!/bin/bash
words=\$*
echo "\$words" >>"$scratch/apt"
status=\${words#*APT::Status-Fd=}
status() { echo "\$*" >&"\${status%% *}"; }
status dlstatus:1:20.0:Retrieving
. "$scratch/does"
[[ \$* != *install* ]] || ln -s "$python" "$bare/python3"
END
chmod +x "$bare/apt-get"
apt_does() { # and then the system has no Python once more
    cat >"$scratch/does"
    rm -f "$bare/python3" "$scratch/apt"
}
apt_does <<<'echo "E: Package python3 is nobody'\''s" >&2; exit 100'
try env PATH="$bare" ./trapline run --help
[[ $status == 2 && $err == *'packages of Debian and Ubuntu are missing and could not be installed: python3'* && $err != *'not found'* ]]
report $? "without Python, run --help names what is missing"
apt_does </dev/null
try env PATH="$bare" ./trapline run --help
like "$status $out $err" '^0 usage: .* installing python3 \.\.\.$' "and installs it where it can"
like "$(tail -n 1 "$scratch/apt")" ' install .* python3$' "through apt"
apt_does <<END
shown() { for ((i = 0; i < 3000; i++)); do ! grep -q "\$1" "$scratch/terminal" || return 0; sleep 0.1; done; }
if [[ \$* == *install* ]]; then
    shown '1: 20 %'
    status pmstatus:python3:80.0:Unpacking
    shown 'python3: 80 %'
fi
END
try script -fqec "env PATH=$bare TERM=vt100 ./trapline run --help" "$scratch/terminal"
like "$(<"$scratch/terminal")" $'\r\e''\[Ktrapline: loading 1: 20 %.*unpacking python3: 80 %'$'\r\e''\[K.*usage:' "on a terminal a line counts meanwhile"

# Words that mean nothing are told before anything is installed for them.
apt_does </dev/null
ln -s "$python" "$bare/python3"
while IFS=/ read -r words says; do
    # shellcheck disable=SC2086 # words
    try env PATH="$bare" ./trapline $words
    [[ $status == 2 && $err == *"$says"* && ! -e $scratch/apt ]]
    report $? "$words: refused, and nothing is installed"
done <<'END'
debug x.exe/there is no file x.exe
run nosuch/there is no example or test "nosuch"
trace --smp 99 chain/--smp cannot be "99"
demo chain/demo takes no arguments
draw chain 1 2/one event at a time
page nosuch/there is no example
timeline/a timeline of what
explore/explore what
quiz chian/did you mean "chain"
test nosuch/no test is called "nosuch"
bench nosuch/no figure is called "nosuch"
build hello.elf/there is no file hello.elf
iso hello/iso takes no arguments
new 1/is no name for a program
web hello/web takes no "hello"
END
try env PATH="$bare" ./trapline debug chain
like "$err $(<"$scratch/apt")" 'trapline: installing .* gdb.* install .* gdb' "words that mean something get what they need"
for line in 'run --smp 2 --schedule 7 hello' 'trace hello --schedule ab6da5:7 --smp 2' 'explore --smp 2 examples/races/once.c'; do
    # shellcheck disable=SC2086 # words
    try env PATH="$bare" ./trapline $line
    like "$err" 'trapline: installing .* bochs' "and a seed for several CPUs gets Bochs: $line"
done
try env PATH="$bare" ./trapline run --smp 2 --schedule @ hello
is "$(grep -c 'installing .* bochs' <<<"$err")" 0 "other schedules do without it"

# apt lets nothing wait for a reader, and tells of failures that are none before the one that counts.
apt_does <<END
[[ \$* != *install* ]] || exec "$python" -c 'import os
for descriptor in 1, 2, 3:
    os.set_blocking(descriptor, False)
    for _ in range(20000):
        os.write(descriptor, b"pmstatus:python3:80.0:Unpacking\\n")
os.symlink("$python", "$bare/python3")'
END
try env PATH="$bare" ./trapline run --help
is "$status $err" "0 trapline: installing python3 ..." "however fast apt writes, no write fails"
apt_does <<'END'
[[ $* == *install* ]] || exit 0
printf 'E: Can not write log (Is /dev/pts mounted?) - posix_openpt (2: No such file or directory)\nSetting up fine (1.0) ...\nfine says this\n'
printf 'Setting up broken (1.0) ...\necho: I/O error\n'
printf 'dpkg: error processing package %s (--configure):\n installed %s package post-installation script subprocess returned error exit status 1\n' broken broken >&2
printf 'Setting up other%s (1.0) ...\n' {1..40}
echo 'E: Sub-process /usr/bin/dpkg returned an error code (1)' >&2
exit 100
END
try env PATH="$bare" ./trapline run --help
# shellcheck disable=SC2001 # of each line
is "$status $(sed 's/^trapline: \([a-z]*\).*/trapline: \1/' <<<"$err")" '2 trapline: installing
Setting up broken (1.0) ...
echo: I/O error
dpkg: error processing package broken (--configure):
 installed broken package post-installation script subprocess returned error exit status 1
trapline: these
trapline: type' "the failure that came first is told, and no other words of apt's"
apt_does <<'END'
case $* in
*update*) printf 'Err:1 http://mirror bookworm InRelease\n  Temporary failure resolving '\''mirror'\''\nW: Some index files failed to download.\n' ;;
*install*) echo 'E: Unable to locate package python3' >&2 && exit 100 ;;
esac
END
try env PATH="$bare" ./trapline run --help
is "$status $err" "2 trapline: installing python3 ...
trapline: apt reaches no mirror (Temporary failure resolving 'mirror'), and these packages are missing: python3; type the same again when there is a network" \
    "where there is no network, one line says so"
apt_does <<'END'
case $* in
*update*) printf 'Err:1 http://mirror bookworm InRelease\n  503  Service Unavailable [IP: 127.0.0.1 3128]\nW: Some index files failed to download.\n' ;;
*install*) echo 'E: Unable to locate package python3' >&2 && exit 100 ;;
esac
END
try env PATH="$bare" ./trapline run --help
is "$status $err" "2 trapline: installing python3 ...
trapline: apt could not renew its index (503  Service Unavailable [IP: 127.0.0.1 3128]), and these packages are missing: python3" \
    "where the mirror answers with an error, the line says which"
apt_does <<END
if [[ \$(wc -l <"$scratch/apt") =~ ^[13]$ ]]; then
    echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)' >&2
    exit 100
fi
END
ln -s "$(type -P wc)" "$bare/"
try env PATH="$bare" ./trapline run --help
is "$status ${err//, at most*}" "0 trapline: installing python3 ...
trapline: another installation is under way; waiting for it" "another installation is waited for, and that is told"
is "$(sed 's/.* -o [^ ]* //' "$scratch/apt")" "update
update
install -y --no-install-recommends python3
install -y --no-install-recommends python3" "for the index as well as for the packages"
rm -f "$bare/python3" "$bare/apt-get"
nobody=()
((EUID != 0)) || nobody=(setpriv --reuid=65534 --clear-groups)
chmod 755 "$scratch" "$bare"
try env PATH="$bare" "${nobody[@]}" ./trapline run --help
like "$err" 'as root, type: apt-get update && apt-get install --no-install-recommends python3$' "without sudo the line to type has none"

# make's own targets name the command that installs.
try make -s lint PATH="$bare"
like "$status $err" '^2 .*clang-format is missing; ./trapline setup installs it' "make lint names what it lacks"
printf '#!/bin/sh\n[ "$1" = --version ] || touch "%s"\necho version 19.1.7\n' "$scratch/called" >"$bare/clang-format"
chmod +x "$bare/clang-format"
for target in lint format; do
    try make -s "$target" PATH="$bare"
    like "$status $err" '^2 trapline: clang-format is not version 14' "make $target refuses a version that judges differently"
done
[[ ! -e $scratch/called ]]
report $? "and does not run it"
rm "$bare/clang-format"

# A checkout in a folder with a blank, and a program in another.
place="$scratch/a place"
mkdir "$place" "$place/build" "$scratch/my programs"
cp -r Makefile linker.ld boot kernel lib include seh_emul uthread ums win32 examples tools trapline "$place"
already_built() { cp -r build/{boot,kernel,lib,seh_emul,uthread,ums,win32} "$1"; }
already_built "$place/build"
printf '#include "own.h"\n#include <stdio.h>\nint main(void) { printf("%%s\\n", OWN); return 0; }\n' >"$scratch/my programs/mine.c"
echo '#define OWN "the header beside it"' >"$scratch/my programs/own.h"
cp "$scratch/my programs/mine.c" "$scratch/my programs/blank too.c"
try "$place/trapline" run hello
is "$status/$out" '0/Hello from bare metal.' "a checkout in a path with a blank runs an example"
try "$place/trapline" run "$scratch/my programs/mine.c"
is "$status/$out" '0/the header beside it' "and a program in such a path"
try "$place/trapline" run "$scratch/my programs/blank too.c"
is "$status/$out" '0/the header beside it' "whose own name may have one, too"

# A checkout that cannot be written: links to it, and the images, are in the cache.
mkdir -p "$scratch/home/.cache/trapline"
touch "$scratch/home/is"
rm -r "${place:?}/build"
cache() { find "$scratch/home/.cache/trapline" -mindepth 1 -maxdepth 1; }
if ((EUID == 0)); then
    chown -R 65534 "$scratch/home"
    chmod -R a+rX "$scratch"
else
    chmod -R a-w "$place"
fi
# As a person who may not write there.
unprivileged() { env HOME="$1" TMPDIR=/tmp "${nobody[@]}" "$place/trapline" "${@:2}"; }
mkdir "$scratch/idle"
ln -s "$(type -P true)" "$scratch/idle/make"
PATH=$scratch/idle:$PATH try unprivileged "$scratch/home" build hello
is "$err" "trapline: building in $(cache), because $place cannot be written" "a checkout that cannot be written says where it builds"
already_built "$(cache)/build"
((EUID != 0)) || chown -R 65534 "$scratch/home"
try unprivileged "$scratch/home" run hello
is "$status/$out" '0/Hello from bare metal.' "and runs an example"
[[ -e $(cache)/build/examples/01-hello.elf && ! -e $place/build ]]
report $? "which is the user's cache"
try unprivileged "$scratch/home" run "$scratch/my programs/mine.c"
is "$status/$out/$err" '0/the header beside it/' "a program of one's own runs there, too"
try unprivileged /proc run hello
fails 'TRAPLINE_BUILD=FOLDER names another place' "where there is no place at all, it says what names one"
chmod -R u+w "$place"
PATH=$scratch/idle:$PATH try env TRAPLINE_BUILD="$scratch/else where" ./trapline build hello
is "$err" "trapline: building in $scratch/else where, as TRAPLINE_BUILD says" "the folder that TRAPLINE_BUILD names is told, too"
already_built "$scratch/else where/build"
try env TRAPLINE_BUILD="$scratch/else where" ./trapline run hello
is "$status/$out" '0/Hello from bare metal.' "and used"
mkdir "$scratch/own" && touch "$scratch/own/Makefile"
try env TRAPLINE_BUILD="$scratch/own" ./trapline run hello
fails 'has a Makefile of its own' "a folder with such names of its own is refused"

# The line about a build counts, on a terminal.
elsewhere="$scratch/else where/build"
find "$elsewhere"/ums "$elsewhere" -maxdepth 1 -name '*.o' -delete # the runtime in one, too
rm "$elsewhere"/examples/01-hello.*
touch "$scratch/before"
try script -qec "env TERM=vt100 TRAPLINE_BUILD='$scratch/else where' ./trapline run hello" /dev/null
like "$out" '.*trapline: building examples/01-hello.c \.\.\. [0-9]+ of ([0-9]+)' "on a terminal the build's line counts"
is "$((BASH_REMATCH[1] == $(find "$elsewhere" -name '*.o' -newer "$scratch/before" | wc -l) + 1))" 1 "up to the number of files: ${BASH_REMATCH[1]}"
like "$out" $'\r\e''\[KHello from bare metal' "and goes away"
mkdir "$scratch/slow"
printf '#!/bin/sh\nsleep 1\nexec %s "$@"\n' "$(type -P make)" >"$scratch/slow/make"
chmod +x "$scratch/slow/make"
PATH=$scratch/slow:$PATH try env TRAPLINE_BUILD="$scratch/else where" ./trapline run hello
is "$status/$out/$(<"$scratch/err")" '0/Hello from bare metal./' "nor is it there when make only takes long to see that nothing is to be made"

# The debugger's line can be typed as it is, from anywhere.
if command -v gdb >/dev/null; then
    from / "$root/trapline" run --gdb --timeout 60 hello >"$scratch/out" 2>"$scratch/gdb" </dev/null &
    eventually grep -qs '^    gdb ' "$scratch/gdb"
    line=$(sed -n 's/^    gdb //p' "$scratch/gdb")
    is "${line%% *}" "$root/build/examples/01-hello.elf" "--gdb prints an absolute path"
    try from / bash -c "gdb -batch -nx $line -ex 'info symbol \$pc' -ex kill"
    like "$out" 'Temporary breakpoint 1, .*main .*main.* in section' "and the debugger stops at main"
    wait
fi
finish
