/* VirtualAlloc, VirtualProtect, VirtualQuery and VirtualFree: rounding, results, last errors and
 * the answers of a query, a row a rule, at addresses that nothing else uses.
 *
 * run: name=ordinary
 * run: name=486 cpu=486 memory=16M compilers=gcc
 * run: name=checked checked=1 compilers=gcc
 * run: name=ring3 ring=3 compilers=gcc
 * run: name=bochs compilers=gcc emulator=bochs memory=16M
 */
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "tests/harness/tap.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
#include <ring3.h>
#include <string.h>

#define RW    PAGE_READWRITE
#define RO    PAGE_READONLY
#define NO    PAGE_NOACCESS
#define GUARD (PAGE_READWRITE | PAGE_GUARD)
#define TAKE  (MEM_RESERVE | MEM_COMMIT)

enum call { ALLOC, FREE, PROTECT, QUERY };

/* ALLOC: size, type, protect -> result. FREE: size, type. PROTECT: size, protect -> the old one in
 * result. QUERY: base (in size), allocation base (in type), allocation's protection (in protect) ->
 * the other four. A result of 0 without an error is a success of FREE. */
static const struct row {
    const char *claim;
    enum call call;
    DWORD address, size, type, protect;
    DWORD result, error;
    DWORD region, state, now; /* of QUERY */
} rows[] = {
    /* refusals that need no range */
    {"size 0", ALLOC, 0, 0, TAKE, RW, 0, 87, 0, 0, 0},
    {"no type", ALLOC, 0, 4096, 0, RW, 0, 87, 0, 0, 0},
    {"only MEM_TOP_DOWN", ALLOC, 0, 4096, MEM_TOP_DOWN, RW, 0, 87, 0, 0, 0},
    {"a type that does not exist", ALLOC, 0, 4096, TAKE | 1, RW, 0, 87, 0, 0, 0},
    {"MEM_DECOMMIT is none of VirtualAlloc's", ALLOC, 0, 4096, MEM_DECOMMIT, RW, 0, 87, 0, 0, 0},
    {"MEM_RESET with another", ALLOC, 0, 4096, TAKE | MEM_RESET, RW, 0, 87, 0, 0, 0},
    {"protection 0", ALLOC, 0, 4096, TAKE, 0, 0, 87, 0, 0, 0},
    {"two protections", ALLOC, 0, 4096, TAKE, RW | RO, 0, 87, 0, 0, 0},
    {"PAGE_WRITECOPY", ALLOC, 0, 4096, TAKE, PAGE_WRITECOPY, 0, 87, 0, 0, 0},
    {"PAGE_EXECUTE_WRITECOPY", ALLOC, 0, 4096, TAKE, PAGE_EXECUTE_WRITECOPY, 0, 87, 0, 0, 0},
    {"only PAGE_GUARD", ALLOC, 0, 4096, TAKE, PAGE_GUARD, 0, 87, 0, 0, 0},
    {"a guard without access", ALLOC, 0, 4096, TAKE, NO | PAGE_GUARD, 0, 87, 0, 0, 0},
    {"no access, not cached", ALLOC, 0, 4096, TAKE, NO | PAGE_NOCACHE, 0, 87, 0, 0, 0},
    {"a guard, not cached", ALLOC, 0, 4096, TAKE, GUARD | PAGE_NOCACHE, 0, 87, 0, 0, 0},
    {"both caching flags", ALLOC, 0, 4096, TAKE, RW | PAGE_NOCACHE | PAGE_WRITECOMBINE, 0, 87, 0, 0,
     0},
    {"an unknown protection", ALLOC, 0, 4096, TAKE, 0x800 | RW, 0, 87, 0, 0, 0},
    {"an address below 64 KB", ALLOC, 0xF000, 4096, TAKE, RW, 0, 87, 0, 0, 0},
    {"an address in the upper half", ALLOC, 0x80000000, 4096, TAKE, RW, 0, 87, 0, 0, 0},
    {"an end in the upper half", ALLOC, 0x7FFD0000, 0x30000, TAKE, RW, 0, 87, 0, 0, 0},
    {"a size that wraps", ALLOC, 0x5000000, 0xFFFFFFFF, TAKE, RW, 0, 87, 0, 0, 0},
    {"half of everything", ALLOC, 0, 0x7FE00000, MEM_RESERVE, RW, 0, 8, 0, 0, 0},
    {"the shared page's slot", ALLOC, 0x7FFE0000, 4096, MEM_RESERVE, RW, 0, 487, 0, 0, 0},
    {"committing pages that are not reserved", ALLOC, 0x5000000, 4096, MEM_COMMIT, RW, 0, 487, 0, 0,
     0},
    {"resetting pages that are not reserved", ALLOC, 0x5000000, 4096, MEM_RESET, RW, 0, 487, 0, 0,
     0},
    {"resetting nothing", ALLOC, 0, 4096, MEM_RESET, RW, 0, 487, 0, 0, 0},
    {"releasing pages that are not reserved", FREE, 0x5000000, 0, MEM_RELEASE, 0, 0, 487, 0, 0, 0},
    {"decommitting pages that are not", FREE, 0x5000000, 4096, MEM_DECOMMIT, 0, 0, 487, 0, 0, 0},
    {"protecting pages that are not", PROTECT, 0x5000000, 4096, 0, RW, 0, 487, 0, 0, 0},
    {"freeing by no type", FREE, 0x5000000, 0, 0, 0, 0, 87, 0, 0, 0},
    {"freeing in the upper half", FREE, 0x80100000, 0, MEM_RELEASE, 0, 0, 87, 0, 0, 0},
    {"asking about the upper half", QUERY, 0x80000000, 0, 0, 0, 0, 87, 0, 0, 0},
    {"asking right below it", QUERY, 0x7FFF0000, 0, 0, 0, 0, 87, 0, 0, 0},
    {"address 0 is free, up to the next range", QUERY, 0, 0, 0, 0, 28, 0, 0, MEM_FREE, NO},
    {"the shared page", QUERY, 0x7FFE0123, 0x7FFE0000, 0x7FFE0000, RO, 28, 0, 0x1000, MEM_COMMIT,
     RO},
    {"the thread's block", QUERY, 0x7FFDE000, 0x7FFDE000, 0x7FFDE000, RW, 28, 0, 0x1000, MEM_COMMIT,
     RW},
    {"the region before it", QUERY, 0x7FFD0000, 0x7FFD0000, 0, 0, 28, 0, 0xE000, MEM_FREE, NO},
    {"the process' block behind it", QUERY, 0x7FFDF123, 0x7FFDF000, 0x7FFDF000, RW, 28, 0, 0x1000,
     MEM_COMMIT, RW},
    {"cannot be had", ALLOC, 0x7FFD0000, 4096, MEM_RESERVE, RW, 0, 487, 0, 0, 0},
    {"nor protected", PROTECT, 0x7FFDE000, 4096, 0, NO, 0, 487, 0, 0, 0},
    {"nor taken away", FREE, 0x7FFDE000, 0, MEM_RELEASE, 0, 0, 487, 0, 0, 0},
    {"the region behind it", QUERY, 0x7FFE1000, 0x7FFE1000, 0x7FFE0000, RO, 28, 0, 0xF000,
     MEM_RESERVE, NO},

    /* reserving */
    {"three bytes over a border reserve from the border before them to the page's end", ALLOC,
     0x501FFFF, 3, MEM_RESERVE, RO, 0x5010000, 0, 0, 0, 0},
    {"the range", QUERY, 0x5010000, 0x5010000, 0x5010000, RO, 28, 0, 0x11000, MEM_RESERVE, 0},
    {"from its second page on", QUERY, 0x5011FFF, 0x5011000, 0x5010000, RO, 28, 0, 0x10000,
     MEM_RESERVE, 0},
    {"the rest of its last slot is free", QUERY, 0x5021000, 0x5021000, 0, 0, 28, 0, 0, MEM_FREE,
     NO},
    {"and so is the region before it", QUERY, 0x500F000, 0x500F000, 0, 0, 28, 0, 0x1000, MEM_FREE,
     NO},
    {"but cannot be reserved", ALLOC, 0x5021000, 4096, MEM_RESERVE, RW, 0, 487, 0, 0, 0},
    {"nor can a part of the range", ALLOC, 0x5010000, 4096, TAKE, RW, 0, 487, 0, 0, 0},
    {"nor a range around it", ALLOC, 0x5000000, 0x100000, MEM_RESERVE, RW, 0, 487, 0, 0, 0},
    {"reserved pages cannot be protected", PROTECT, 0x5010000, 4096, 0, RO, 0, 487, 0, 0, 0},
    {"decommitted they can be", FREE, 0x5010000, 4096, MEM_DECOMMIT, 0, 0, 0, 0, 0, 0},

    /* committing */
    {"two bytes over a border commit two pages", ALLOC, 0x5011FFF, 2, MEM_COMMIT, RW, 0x5011000, 0,
     0, 0, 0},
    {"the two", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x2000, MEM_COMMIT, RW},
    {"the region before them", QUERY, 0x5010000, 0x5010000, 0x5010000, RO, 28, 0, 0x1000,
     MEM_RESERVE, 0},
    {"the region behind them", QUERY, 0x5013000, 0x5013000, 0x5010000, RO, 28, 0, 0xE000,
     MEM_RESERVE, 0},
    {"past the range's end", ALLOC, 0x501F000, 0x3000, MEM_COMMIT, RW, 0, 487, 0, 0, 0},
    {"nothing of it was committed", QUERY, 0x501F000, 0x501F000, 0x5010000, RO, 28, 0, 0x2000,
     MEM_RESERVE, 0},
    {"committing again, and one more, changes rights", ALLOC, 0x5012000, 0x2000, MEM_COMMIT, RO,
     0x5012000, 0, 0, 0, 0},
    {"the first page kept its own", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x1000,
     MEM_COMMIT, RW},
    {"the others have the new ones", QUERY, 0x5012000, 0x5012000, 0x5010000, RO, 28, 0, 0x2000,
     MEM_COMMIT, RO},
    {"resetting changes nothing", ALLOC, 0x5011000, 0x3000, MEM_RESET, NO, 0x5011000, 0, 0, 0, 0},
    {"as one sees", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x1000, MEM_COMMIT, RW},

    /* protecting */
    {"two bytes over a border protect two pages, the first one's rights come back", PROTECT,
     0x5011FFF, 2, 0, PAGE_EXECUTE_READ, RW, 0, 0, 0, 0},
    {"both have them", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x2000, MEM_COMMIT,
     PAGE_EXECUTE_READ},
    {"size 0", PROTECT, 0x5011000, 0, 0, RW, 0, 87, 0, 0, 0},
    {"PAGE_WRITECOPY", PROTECT, 0x5011000, 4096, 0, PAGE_WRITECOPY, 0, 87, 0, 0, 0},
    {"protection 0", PROTECT, 0x5011000, 4096, 0, 0, 0, 87, 0, 0, 0},
    {"one of the pages is not committed", PROTECT, 0x5011000, 0x4000, 0, NO, 0, 487, 0, 0, 0},
    {"then none has changed", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x2000, MEM_COMMIT,
     PAGE_EXECUTE_READ},
    {"past the range's end", PROTECT, 0x5020000, 0x2000, 0, NO, 0, 487, 0, 0, 0},
    {"no access", PROTECT, 0x5011000, 1, 0, NO, PAGE_EXECUTE_READ, 0, 0, 0, 0},
    {"it still has memory", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x1000, MEM_COMMIT,
     NO},
    {"execute", PROTECT, 0x5011000, 1, 0, PAGE_EXECUTE, NO, 0, 0, 0, 0},
    {"execute and write", PROTECT, 0x5011000, 1, 0, PAGE_EXECUTE_READWRITE, PAGE_EXECUTE, 0, 0, 0,
     0},
    {"a guard", PROTECT, 0x5011000, 1, 0, GUARD, PAGE_EXECUTE_READWRITE, 0, 0, 0, 0},
    {"the guard shows", QUERY, 0x5011000, 0x5011000, 0x5010000, RO, 28, 0, 0x1000, MEM_COMMIT,
     GUARD},
    {"not cached", PROTECT, 0x5011000, 1, 0, RW | PAGE_NOCACHE, GUARD, 0, 0, 0, 0},
    {"write-combined", PROTECT, 0x5011000, 1, 0, RO | PAGE_WRITECOMBINE, RW | PAGE_NOCACHE, 0, 0, 0,
     0},
    {"plain again", PROTECT, 0x5011000, 1, 0, RW, RO | PAGE_WRITECOMBINE, 0, 0, 0, 0},

    /* giving back */
    {"MEM_RELEASE with a size", FREE, 0x5010000, 0x11000, MEM_RELEASE, 0, 0, 87, 0, 0, 0},
    {"both types", FREE, 0x5010000, 0, MEM_RELEASE | MEM_DECOMMIT, 0, 0, 87, 0, 0, 0},
    {"releasing from inside", FREE, 0x5011000, 0, MEM_RELEASE, 0, 0, 487, 0, 0, 0},
    {"decommitting all from inside", FREE, 0x5011000, 0, MEM_DECOMMIT, 0, 0, 487, 0, 0, 0},
    {"decommitting past the end", FREE, 0x5020000, 0x1001, MEM_DECOMMIT, 0, 0, 87, 0, 0, 0},
    {"decommitting two bytes over a border", FREE, 0x5011FFF, 2, MEM_DECOMMIT, 0, 0, 0, 0, 0, 0},
    {"takes two pages", QUERY, 0x5010000, 0x5010000, 0x5010000, RO, 28, 0, 0x3000, MEM_RESERVE, 0},
    {"and leaves the third", QUERY, 0x5013000, 0x5013000, 0x5010000, RO, 28, 0, 0x1000, MEM_COMMIT,
     RO},
    {"decommitting all", FREE, 0x5010000, 0, MEM_DECOMMIT, 0, 0, 0, 0, 0, 0},
    {"leaves the range reserved", QUERY, 0x5010000, 0x5010000, 0x5010000, RO, 28, 0, 0x11000,
     MEM_RESERVE, 0},
    {"releasing by any byte of its first page", FREE, 0x5010FFF, 0, MEM_RELEASE, 0, 0, 0, 0, 0, 0},
    {"it is free", QUERY, 0x5010000, 0x5010000, 0, 0, 28, 0, 0, MEM_FREE, NO},
    {"and cannot be released again", FREE, 0x5010000, 0, MEM_RELEASE, 0, 0, 487, 0, 0, 0},

    /* two ranges side by side */
    {"a range", ALLOC, 0x5010000, 0x10000, TAKE, RW, 0x5010000, 0, 0, 0, 0},
    {"and its neighbour", ALLOC, 0x5020000, 0x10000, TAKE, RW, 0x5020000, 0, 0, 0, 0},
    {"remain two", QUERY, 0x5010000, 0x5010000, 0x5010000, RW, 28, 0, 0x10000, MEM_COMMIT, RW},
    {"no call spans both: committing", ALLOC, 0x501F000, 0x2000, MEM_COMMIT, RW, 0, 487, 0, 0, 0},
    {"protecting", PROTECT, 0x501F000, 0x2000, 0, RO, 0, 487, 0, 0, 0},
    {"decommitting", FREE, 0x501F000, 0x2000, MEM_DECOMMIT, 0, 0, 87, 0, 0, 0},
    {"releasing the first", FREE, 0x5010000, 0, MEM_RELEASE, 0, 0, 0, 0, 0, 0},
    {"leaves the second", QUERY, 0x5020000, 0x5020000, 0x5020000, RW, 28, 0, 0x10000, MEM_COMMIT,
     RW},
    {"up to which it is free now", QUERY, 0x501F000, 0x501F000, 0, 0, 28, 0, 0x1000, MEM_FREE, NO},
    {"released as well", FREE, 0x5020000, 0, MEM_RELEASE, 0, 0, 0, 0, 0, 0},
};

static void check_query(const struct row *row)
{
    MEMORY_BASIC_INFORMATION got;
    memset(&got, 0xCC, sizeof got);
    is_dec(VirtualQuery((PVOID)row->address, &got, sizeof got), row->result, "%s", row->claim);
    if (!row->result)
        return;
    bool free = row->state == MEM_FREE;
    ok((DWORD)got.BaseAddress == row->size && (DWORD)got.AllocationBase == row->type &&
           got.AllocationProtect == row->protect && got.State == row->state &&
           got.Protect == row->now && got.Type == (free ? 0 : MEM_PRIVATE) &&
           (row->region ? got.RegionSize == row->region : got.RegionSize >= PAGE_SIZE),
       "%s: base %X, of %X with %X, size %X, state %X, protection %X, type %X", row->claim,
       (unsigned)got.BaseAddress, (unsigned)got.AllocationBase, (unsigned)got.AllocationProtect,
       (unsigned)got.RegionSize, (unsigned)got.State, (unsigned)got.Protect, (unsigned)got.Type);
}

static void check_rows(void)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        PVOID address = (PVOID)row->address;
        DWORD old = 0;
        SetLastError(0);
        switch (row->call) {
        case ALLOC:
            is_hex((DWORD)VirtualAlloc(address, row->size, row->type, row->protect), row->result,
                   "%s", row->claim);
            break;
        case FREE:
            is_dec((DWORD)VirtualFree(address, row->size, row->type), row->error == 0, "%s",
                   row->claim);
            break;
        case PROTECT:
            is_dec((DWORD)VirtualProtect(address, row->size, row->protect, &old), row->error == 0,
                   "%s", row->claim);
            is_hex(old, row->result, "%s: the old rights", row->claim);
            break;
        case QUERY: check_query(row); break;
        }
        is_dec(GetLastError(), row->error, "%s: the last error", row->claim);
    }
}

static DWORD error_after(DWORD result) { return result ? 0 : GetLastError(); }

static void check_pointers(void)
{
    MEMORY_BASIC_INFORMATION information;
    char *range = VirtualAlloc(NULL, 8192, TAKE, RW);
    DWORD old;
    VirtualProtect(range + 4096, 4096, RO, &old);
    is_dec(error_after(VirtualQuery(range, &information, 27)), 24, "a query needs 28 bytes");
    is_dec(error_after(VirtualQuery(range, NULL, 28)), 998, "and an address for them");
    is_dec(error_after(VirtualQuery(range, (PVOID)(range + 4090), 28)), 998, "all of them");
    is_dec(error_after((DWORD)VirtualProtect(range, 1, RO, NULL)), 998,
           "the old protection needs a place");
    is_dec(error_after((DWORD)VirtualProtect(range, 1, RO, (PVOID)(range + 4096))), 998,
           "that can be written");
    is_dec(VirtualQuery(range, &information, 28), 28, "nothing was changed then:");
    is_hex(information.Protect, RW, "the page can be written as before");
    VirtualFree(range, 0, MEM_RELEASE);
}

/* ---------------------------------------------------------------- the contents of pages */

static void check_contents(void)
{
    char *range = VirtualAlloc(NULL, 3 * 4096, TAKE, RW);
    unsigned wrong = 0;
    DWORD old;
    for (unsigned i = 0; i < 3 * 4096; i++)
        wrong += range[i] != 0;
    is_dec(wrong, 0, "committed pages are zero");
    memset(range, 0x5A, 3 * 4096);
    VirtualAlloc(range, 3 * 4096, MEM_COMMIT, RW);
    VirtualProtect(range, 3 * 4096, NO, &old);
    VirtualProtect(range, 3 * 4096, RW, &old);
    VirtualAlloc(range + 4096, 4096, MEM_RESET, RW);
    for (unsigned i = 0; i < 3 * 4096; i++)
        wrong += (i < 4096 || i >= 2 * 4096) && range[i] != 0x5A;
    is_dec(wrong, 0, "committing again and other rights keep their contents");
    VirtualFree(range, 4096, MEM_DECOMMIT);
    VirtualAlloc(range, 4096, MEM_COMMIT, RW);
    for (unsigned i = 0; i < 4096; i++)
        wrong += range[i] != 0;
    is_dec(wrong, 0, "a page that was decommitted comes back zero");
    VirtualFree(range, 0, MEM_RELEASE);
}

static uint32_t frames_left(void) { return frame_usage().free + paging_table_frames(); }

static void check_limits(void)
{
    uint32_t before = frames_left();
    DWORD too_much = (frame_usage().free + 1) * PAGE_SIZE;
    is_dec(error_after((DWORD)VirtualAlloc(NULL, too_much, TAKE, RW)), 1455,
           "more memory than there is");
    char *range = VirtualAlloc(NULL, too_much, MEM_RESERVE, RO);
    ok(range, "addresses cost none");
    ok(VirtualAlloc(range + 4096, 4096, MEM_COMMIT, RW) == range + 4096, "a page of them does");
    range[4096] = 1;
    is_dec(error_after((DWORD)VirtualAlloc(range, too_much, MEM_COMMIT, RO)), 1455,
           "not all of them can have some");
    range[4096]++;
    is_dec((DWORD)range[4096], 2, "then the page that had some keeps it, and its rights");
    VirtualFree(range, 0, MEM_RELEASE);
    is_dec(frames_left(), before, "and no frame is missing");
}

static void check_places(void)
{
    char *low = VirtualAlloc(NULL, 1, MEM_RESERVE, RW);
    char *high = VirtualAlloc(NULL, 0x20000, MEM_RESERVE | MEM_TOP_DOWN, RW);
    char *below = VirtualAlloc(NULL, 1, TAKE | MEM_TOP_DOWN, RW);
    ok((DWORD)low % 0x10000 == 0 && (DWORD)high % 0x10000 == 0 && (DWORD)below % 0x10000 == 0,
       "every range starts at a multiple of 64 KB");
    ok(high > (char *)0x7F000000 && high + 0x20000 <= (char *)0x7FFD0000,
       "MEM_TOP_DOWN starts at the top");
    is_hex((DWORD)(high - below), 0x10000 * (1 + CHECKED), "and goes down");
    VirtualFree(low, 0, MEM_RELEASE);
    VirtualFree(high, 0, MEM_RELEASE);
    VirtualFree(below, 0, MEM_RELEASE);
}

int main(void)
{
    check_rows();
    check_pointers();
    check_contents();
    if (ring3_current() == 0)
        check_limits();
    else
        tap_skip("only the kernel knows how much there is", "more memory than there is");
    check_places();
    return tap_done();
}
