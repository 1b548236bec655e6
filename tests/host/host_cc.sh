# Finding a compiler for 32-bit programs of the host itself, for tests that compare with its C library.
# To be read after tap.sh: it uses $scratch.
# shellcheck shell=bash disable=SC2154

# Sets host_cc; ends the test as skipped where there is none.
find_host_compiler() {
    echo 'int main(void) { return 0; }' >"$scratch/probe.c"
    for host_cc in "i686-linux-gnu-gcc -static" "gcc -m32 -static" "gcc -m32"; do
        # shellcheck disable=SC2086 # words are wanted
        $host_cc -o "$scratch/probe" "$scratch/probe.c" 2>/dev/null && "$scratch/probe" && return
    done
    echo "1..0 # SKIP no compiler for 32-bit programs of this host"
    exit 0
}
