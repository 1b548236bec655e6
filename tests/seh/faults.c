/* Code that may trap traps, though nobody needs its value.
 *
 * Each row calls a function as an author writes it: nothing of it is volatile.
 *
 * run: emulator=qemu
 *
 * run: emulator=bochs compilers=gcc
 *
 * run: name=ring3 ring=3 compilers=gcc
 */
#include <seh.h>

#include "tests/harness/tap.h"

#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Warray-bounds"

struct block {
    int words[20];
};

#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Warray-bounds"

static int last; /* what a handler sees of the statements before */

static int unused_quotient(int zero, int *null)
{
    int quotient = 7 / zero;
    return 1;
}

static int unused_remainder(int zero, int *null)
{
    int remainder = 7 % zero;
    return 1;
}

static int known_divisor(int unused, int *null)
{
    int zero = 0;
    return 1 / zero;
}

static int one_over(int zero, int *null) { return 1 / zero; }

static int unsigned_quotient(int zero, int *null)
{
    unsigned quotient = 7u / (unsigned)zero;
    return 1;
}

static int overflow(int zero, int *null)
{
    int quotient = (-2147483647 - 1) / (zero - 1);
    return 1;
}

static int unused_load(int zero, int *null)
{
    int word = *null;
    return 1;
}

static int known_load(int zero, int *unused)
{
    int *null = 0;
    int word = *null;
    return 1;
}

static int known_store(int zero, int *unused)
{
    int *null = 0;
    *null = 1;
    return 1;
}

static int read_of(int *null) { return *null; }

static int unused_call(int zero, int *null)
{
    read_of(null);
    return 1;
}

static int unused_copy(int zero, int *null)
{
    struct block copy = *(struct block *)null;
    return 1;
}

static int null_call(int zero, int *unused)
{
    void (*null)(void) = 0;
    null();
    return 1;
}

static int loop(int zero, int *null)
{
    int sum = 0;
    for (int i = zero; i < 4; i++)
        sum += null[i];
    return 1;
}

static int in_order(int zero, int *null)
{
    last = 1;
    int quotient = 7 / zero;
    last = 2;
    int word = *null;
    last = 3;
    return 1;
}

static const struct fault {
    int (*body)(int zero, int *null);
    const char *name;
    DWORD status;
} faults[] = {
    {unused_quotient, "a quotient that nobody needs", STATUS_INTEGER_DIVIDE_BY_ZERO},
    {unused_remainder, "a remainder that nobody needs", STATUS_INTEGER_DIVIDE_BY_ZERO},
    {known_divisor, "a divisor that the compiler knows", STATUS_INTEGER_DIVIDE_BY_ZERO},
    {one_over, "1 over a number", STATUS_INTEGER_DIVIDE_BY_ZERO},
    {unsigned_quotient, "an unsigned quotient", STATUS_INTEGER_DIVIDE_BY_ZERO},
    {overflow, "a quotient that is too large", STATUS_INTEGER_OVERFLOW},
    {unused_load, "a load that nobody needs", STATUS_ACCESS_VIOLATION},
    {known_load, "a load from an address that the compiler knows", STATUS_ACCESS_VIOLATION},
    {known_store, "a store to an address that the compiler knows", STATUS_ACCESS_VIOLATION},
    {unused_call, "a function that only loads", STATUS_ACCESS_VIOLATION},
    {unused_copy, "a copy of a structure that nobody needs", STATUS_ACCESS_VIOLATION},
    {null_call, "a call of NULL", STATUS_ACCESS_VIOLATION},
    {loop, "loads in a loop", STATUS_ACCESS_VIOLATION},
    {in_order, "a quotient between two stores", STATUS_INTEGER_DIVIDE_BY_ZERO},
};

SEH_FUNCTION static DWORD status_of(const struct fault *fault)
{
    DWORD status = 0;
    __try {
        fault->body(0, 0);
    } __except (status = GetExceptionCode(), EXCEPTION_EXECUTE_HANDLER) {
    }
    return status;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        is_hex(status_of(&faults[i]), faults[i].status, "%s traps", faults[i].name);
    ok(last == 1,
       "what stands before a trap is done by then, and nothing of what stands behind it");
    return tap_done();
}
