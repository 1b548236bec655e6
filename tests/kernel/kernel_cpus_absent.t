#!/usr/bin/env bash
# Bochs' table of CPUs names one more than there are: that one is left out, with a line that says so, and the others run.
. "$(dirname "$0")/../harness/tap.sh"

if ! with bochs; then
    echo "1..0 # SKIP Bochs is for --all"
    exit 0
fi
cat >"$scratch/run.py" <<'EOF'
import sys

sys.path.insert(0, "tools")
from run import bochs, run

honest_rom = bochs._rom
bochs._rom = lambda image, entry, rows, cpus: honest_rom(image, entry, rows, cpus + 1)
sys.exit(run.main(["run", sys.argv[1], "--emulator", "bochs", "--smp", "2", "cpus=2", "rounds=100"]))
EOF
for image in kernel_cpus kernel_cpus_translations; do
    try python3 "$scratch/run.py" "tests/$image"
    is "$status" 0 "the others do all that they should ($image)"
    like "$out" '^trapline: the CPU with the interrupt controller 2 does not answer; it is left out' "a line names the one that does not answer"
    [[ $out =~ $'\n1..'([0-9]+) ]]
    is "$(grep -c '^ok' <<<"$out")/$(grep -c '^not ok' <<<"$out")" "${BASH_REMATCH[1]-none}/0" "every claim holds"
done
finish
