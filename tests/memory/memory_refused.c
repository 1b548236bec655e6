/* Memory that there is not is refused at once, before a page of it is given: the instructions are
 * counted, which in QEMU's virtual time the time stamp counter does.
 *
 * run: virtual-time=1 memory=64M
 * run: name=ring3 ring=3 virtual-time=1 memory=64M
 * run: name=pentium ring=3 cpu=pentium virtual-time=1 memory=64M compilers=gcc
 */
#include "kernel/call/features.h"
#include "tests/harness/tap.h"

#include <stdlib.h>
#include <windows.h>

/* Four instructions for each of the pages: addresses are looked at in slots of sixteen. */
enum { SIZE = 0x10000000, MOST = SIZE / 4096 * 4 };

static char *reserved;

static bool allocate(void)
{
    return !VirtualAlloc(NULL, SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

static bool commit(void) { return !VirtualAlloc(reserved, SIZE, MEM_COMMIT, PAGE_READWRITE); }

static bool ask_heap(void)
{
    void *memory = malloc(SIZE);
    free(memory);
    return !memory;
}

static bool release(void) { return VirtualFree(reserved, 0, MEM_RELEASE); }

int main(void)
{
    static const struct {
        const char *claim;
        bool (*call)(void);
    } rows[] = {
        {"VirtualAlloc refuses memory that there is not", allocate},
        {"also for addresses that are reserved", commit},
        {"malloc does", ask_heap},
        {"and addresses without memory are released", release},
    };
    reserved = VirtualAlloc(NULL, SIZE, MEM_RESERVE, PAGE_READWRITE);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t from = tsc_read();
        bool as_claimed = rows[i].call();
        uint32_t taken = (uint32_t)(tsc_read() - from);
        ok(as_claimed && taken < MOST, "%s, in %u instructions", rows[i].claim, (unsigned)taken);
    }
    return tap_done();
}
