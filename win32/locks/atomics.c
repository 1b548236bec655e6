/* Changes of eight bytes in one step: the functions that compilers call for _Atomic long long,
 * __atomic_* and __sync_* on a 486, the least CPU of an image. atomics_names.S has their names. */
#include "win32/locks/atomics.h"

#include "kernel/call/features.h"
#include "kernel/call/program.h"
#include "kernel/call/service.h"
#include "lib/caller_memory.h"

#include <nt.h>

/* A function of its own, because tests look for what a 486 lacks by functions' names. Returns what
 * was there. */
static __attribute__((noinline)) uint64_t exchange_in_one(volatile uint64_t *place,
                                                          uint64_t expected, uint64_t becomes)
{
    __asm__ volatile("lock cmpxchg8b %1"
                     : "+A"(expected), "+m"(*place)
                     : "b"((uint32_t)becomes), "c"((uint32_t)(becomes >> 32))
                     : "cc", "memory");
    return expected;
}

/* Where the kernel cannot write, the fault is the program's own, and it may be resolved. The place
 * may lie in two pages. The service changes `found` even when it fails. */
static uint64_t exchange_by_service(volatile uint64_t *place, uint64_t expected, uint64_t becomes)
{
    for (;;) {
        uint64_t found = expected;
        if (sys_exchange_long((uint64_t *)place, &found, becomes) == STATUS_SUCCESS)
            return found;
        touch_to_write((volatile char *)place, sizeof *place);
    }
}

uint64_t atomics_exchange_if(volatile uint64_t *place, uint64_t expected, uint64_t becomes)
{
    return cpu_features.cx8 ? exchange_in_one(place, expected, becomes)
                            : exchange_by_service(place, expected, becomes);
}

bool atomics_changed(volatile uint64_t *place, uint64_t expected, uint64_t becomes)
{
    return atomics_exchange_if(place, expected, becomes) == expected;
}

bool atomics_exchange_or_tell(volatile uint64_t *place, uint64_t *expected, uint64_t becomes)
{
    uint64_t wanted = *expected, found = atomics_exchange_if(place, wanted, becomes);
    if (found == wanted)
        return true;
    *expected = found;
    return false;
}

/* An exchange of 0 for 0 changes nothing, and tells the value. */
uint64_t atomics_load(volatile uint64_t *place)
{
    return atomics_exchange_if(place, 0, 0);
}

/* A first look may be torn apart, and then finds another value there. */
#define CHANGE(name, after, result)                                                                \
    uint64_t name(volatile uint64_t *place, uint64_t value)                                        \
    {                                                                                              \
        uint64_t before = *place, found;                                                           \
        while ((found = atomics_exchange_if(place, before, after)) != before)                      \
            before = found;                                                                        \
        return result;                                                                             \
    }
CHANGE(atomics_exchange, value, before)
CHANGE(atomics_fetch_add, before + value, before)
CHANGE(atomics_fetch_sub, before - value, before)
CHANGE(atomics_fetch_and, before &value, before)
CHANGE(atomics_fetch_or, before | value, before)
CHANGE(atomics_fetch_xor, before ^ value, before)
CHANGE(atomics_fetch_nand, ~(before &value), before)
CHANGE(atomics_add_fetch, before + value, before + value)
CHANGE(atomics_sub_fetch, before - value, before - value)
CHANGE(atomics_and_fetch, before &value, before &value)
CHANGE(atomics_or_fetch, before | value, before | value)
CHANGE(atomics_xor_fetch, before ^ value, before ^ value)
CHANGE(atomics_nand_fetch, ~(before &value), ~(before &value))

/* ---------------------------------------------------------------- with a size */

static void check(size_t size)
{
    if (size != sizeof(uint64_t))
        program_give_up("%u bytes cannot change in one step: _Atomic is for at most 8",
                        (unsigned)size);
}

void atomics_load_sized(size_t size, volatile uint64_t *place, uint64_t *result)
{
    check(size);
    *result = atomics_load(place);
}

void atomics_store_sized(size_t size, volatile uint64_t *place, const uint64_t *value)
{
    check(size);
    atomics_exchange(place, *value);
}

void atomics_exchange_sized(size_t size, volatile uint64_t *place, const uint64_t *value,
                            uint64_t *result)
{
    check(size);
    *result = atomics_exchange(place, *value);
}

bool atomics_exchange_or_tell_sized(size_t size, volatile uint64_t *place, uint64_t *expected,
                                    const uint64_t *becomes)
{
    check(size);
    return atomics_exchange_or_tell(place, expected, *becomes);
}
