#!/usr/bin/env bash
# The readers of the firmware's tables of CPUs, on the host, over tables made up for them: tests/host/cpu_tables.c.
#
#   SEED=N COUNT=N tests/kernel/kernel_cpu_tables.t
. "$(dirname "$0")/../harness/tap.sh"
. tests/host/host_cc.sh
find_host_compiler

seed=${SEED:-$(date +%s)} count=${COUNT:-20000}
echo "# seed $seed, $count random tables"
# shellcheck disable=SC2086 # words are wanted
$host_cc -O1 -g -Wall -Wextra -I. -o "$scratch/tables" tests/host/cpu_tables.c tests/harness/tap.c \
    kernel/cpus/acpi.c kernel/cpus/cpu_list.c kernel/cpus/mp_tables.c || exit 1
# shellcheck disable=SC2154 # a word or none
$host_run "$scratch/tables" "$seed" "$count"
