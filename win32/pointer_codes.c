/* EncodePointer and DecodePointer: an address is mixed with a number by chance, and turned. */
#include <stdbool.h>
#include <stdlib.h>
#include <winbase.h>
#include <winternl.h>

enum { BITS = 32 };

/* Returns the number of this run, which is not 0. The first caller chooses it. */
static unsigned number_of_run(void)
{
    static unsigned number;
    unsigned chosen = __atomic_load_n(&number, __ATOMIC_RELAXED), none = 0;
    if (chosen)
        return chosen;
    rand_s(&chosen);
    chosen |= 1;
    return __atomic_compare_exchange_n(&number, &none, chosen, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED)
               ? chosen
               : none;
}

/* Turns a number to the right, by 0 to 31 bits. */
static unsigned turned(unsigned value, unsigned by)
{
    return value >> by | value << (BITS - by) % BITS;
}

PVOID NTAPI RtlEncodePointer(PVOID pointer)
{
    unsigned number = number_of_run();
    return (PVOID)turned((unsigned)pointer ^ number, number % BITS);
}

PVOID NTAPI RtlDecodePointer(PVOID pointer)
{
    unsigned number = number_of_run();
    return (PVOID)(turned((unsigned)pointer, (BITS - number % BITS) % BITS) ^ number);
}

PVOID NTAPI RtlEncodeSystemPointer(PVOID) __attribute__((alias("RtlEncodePointer")));
PVOID NTAPI RtlDecodeSystemPointer(PVOID) __attribute__((alias("RtlDecodePointer")));
PVOID WINAPI EncodePointer(PVOID) __attribute__((alias("RtlEncodePointer")));
PVOID WINAPI DecodePointer(PVOID) __attribute__((alias("RtlDecodePointer")));
PVOID WINAPI EncodeSystemPointer(PVOID) __attribute__((alias("RtlEncodePointer")));
PVOID WINAPI DecodeSystemPointer(PVOID) __attribute__((alias("RtlDecodePointer")));
