# Finding a compiler for 32-bit programs of the host itself, for tests that compare with its C library.
# To be read after tap.sh: it uses $scratch.
# shellcheck shell=bash disable=SC2154

# Sets host_cc, and host_run: what runs its programs, empty where the host does so itself. Some kernels for 64 bits
# run no programs of 32; an emulator does it there.
host_compiler() {
    echo 'int main(void) { return 0; }' >"$scratch/probe.c"
    for host_cc in "i686-linux-gnu-gcc -static" "gcc -m32 -static" "gcc -m32"; do
        host_cc+=" -std=gnu11" # C23 reads other numbers
        # shellcheck disable=SC2086 # words are wanted
        $host_cc -o "$scratch/probe" "$scratch/probe.c" 2>/dev/null || continue
        for host_run in "" qemu-i386; do
            { $host_run "$scratch/probe"; } 2>/dev/null && return
        done
    done
    return 1
}

# The same; ends the test as skipped where there is none.
find_host_compiler() {
    host_compiler && return
    echo "1..0 # SKIP no compiler for 32-bit programs of this host, or nothing that runs them"
    exit 0
}
