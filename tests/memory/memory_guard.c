/* Each protection: the accesses that it allows, and the exceptions that it raises for others; guard
 * pages, which go off once; IsBadReadPtr and its kin.
 *
 * run: name=ordinary
 * run: name=no-execute cpu=max
 * run: name=486 cpu=486 compilers=gcc
 * run: name=ring3 ring=3
 * run: name=ring3-no-execute ring=3 cpu=max compilers=gcc
 * run: name=bochs compilers=gcc emulator=bochs
 */
#include "kernel/call/features.h"
#include "tests/harness/handler.h"
#include "tests/harness/probe.h"
#include "tests/harness/tap.h"

#include <memoryapi.h>
#include <seh.h>
#include <string.h>

#define GUARD (PAGE_READWRITE | PAGE_GUARD)

static char *range; /* three committed pages; the middle one is the one that is tried */
static char *page;

enum access { READ, WRITE, EXECUTE };
static const char *const access_names[] = {"reading", "writing", "executing"};
static const DWORD access_numbers[] = {0, 1, 8};

/* Tries one access to the byte at address. probe gets its exception. The page holds a `ret`. */
static void try_access(enum access access, const void *address, struct probe *probe)
{
    static const uint8_t opcodes[] = {0xA0, 0xA2, 0xB8}; /* mov al,[x]; mov [x],al; mov eax,x */
    uint8_t code[7] = {opcodes[access]};
    memcpy(code + 1, &address, 4);
    code[5] = 0xFF, code[6] = 0xD0; /* call eax */
    probe_run(code, access == EXECUTE ? 7 : 5, probe);
}

static void set(DWORD protect)
{
    DWORD old;
    VirtualProtect(page, 1, protect, &old);
}

static DWORD protection(void)
{
    MEMORY_BASIC_INFORMATION information;
    VirtualQuery(page, &information, sizeof information);
    return information.Protect;
}

/* ---------------------------------------------------------------- protections */

static const struct {
    DWORD protect;
    const char *name;
    char allowed[4]; /* r, w, x, or - */
} rows[] = {
    {PAGE_NOACCESS, "PAGE_NOACCESS", "---"},
    {PAGE_READONLY, "PAGE_READONLY", "r--"},
    {PAGE_READWRITE, "PAGE_READWRITE", "rw-"},
    {PAGE_EXECUTE, "PAGE_EXECUTE", "r-x"},
    {PAGE_EXECUTE_READ, "PAGE_EXECUTE_READ", "r-x"},
    {PAGE_EXECUTE_READWRITE, "PAGE_EXECUTE_READWRITE", "rwx"},
    {PAGE_READWRITE | PAGE_NOCACHE, "PAGE_READWRITE | PAGE_NOCACHE", "rw-"},
    {PAGE_READONLY | PAGE_WRITECOMBINE, "PAGE_READONLY | PAGE_WRITECOMBINE", "r--"},
};

static bool is_allowed(const char *allowed, enum access access)
{
    bool readable = allowed[0] != '-';
    return access == EXECUTE && !cpu_features.no_execute ? readable : allowed[access] != '-';
}

static void check_access(const char *name, const char *allowed, enum access access)
{
    struct probe probe;
    try_access(access, page + 7, &probe);
    if (is_allowed(allowed, access)) {
        is_dec(probe.raised, 0, "%s allows %s", name, access_names[access]);
        return;
    }
    is_hex(probe.record.ExceptionCode, STATUS_ACCESS_VIOLATION, "%s refuses %s", name,
           access_names[access]);
    DWORD kind = access == EXECUTE && !cpu_features.no_execute ? 0 : access_numbers[access];
    ok(probe.record.NumberParameters == 2 && probe.record.ExceptionInformation[0] == kind &&
           probe.record.ExceptionInformation[1] == (DWORD)page + 7,
       "and says %u, %08X", (unsigned)probe.record.ExceptionInformation[0],
       (unsigned)probe.record.ExceptionInformation[1]);
}

static void check_protections(void)
{
    struct probe probe;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set(rows[i].protect);
        for (enum access access = READ; access <= EXECUTE; access++)
            check_access(rows[i].name, rows[i].allowed, access);
    }
    VirtualFree(page, 1, MEM_DECOMMIT);
    check_access("a reserved page", "---", WRITE);
    VirtualAlloc(page, 1, MEM_COMMIT, PAGE_READWRITE);
    memset(page, 0xC3, 4096);
    try_access(READ, range - 1, &probe);
    is_hex(probe.record.ExceptionCode, STATUS_ACCESS_VIOLATION,
           "there is nothing before the range");
}

/* ---------------------------------------------------------------- guards */

static void check_guards(void)
{
    static const DWORD bases[] = {PAGE_READWRITE, PAGE_READONLY, PAGE_EXECUTE_READ,
                                  PAGE_EXECUTE_READWRITE};
    struct probe probe;
    for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        for (enum access access = READ; access <= EXECUTE; access++) {
            set(bases[i] | PAGE_GUARD);
            try_access(access, page + 9, &probe);
            is_hex(probe.record.ExceptionCode, STATUS_GUARD_PAGE_VIOLATION,
                   "%s a guard page of rights %02X", access_names[access], (unsigned)bases[i]);
            DWORD number = access_numbers[access] == 8 && !cpu_features.no_execute
                               ? 0
                               : access_numbers[access];
            ok(probe.record.NumberParameters == 2 && probe.record.ExceptionFlags == 0 &&
                   probe.record.ExceptionInformation[0] == number &&
                   probe.record.ExceptionInformation[1] == (DWORD)page + 9,
               "has an access violation's parameters: %u, %08X",
               (unsigned)probe.record.ExceptionInformation[0],
               (unsigned)probe.record.ExceptionInformation[1]);
            is_hex(probe.context.Eip, (DWORD)probe.record.ExceptionAddress,
                   "and the instruction's address, not the next one's");
            is_hex(protection(), bases[i], "then the guard is gone");
        }
    }
    set(PAGE_READONLY | PAGE_GUARD);
    try_access(WRITE, page, &probe);
    try_access(WRITE, page, &probe);
    is_hex(probe.record.ExceptionCode, STATUS_ACCESS_VIOLATION,
           "once it has gone off, the page's own rights count");
    set(GUARD);
    try_access(READ, page - 1, &probe);
    try_access(READ, page + 4096, &probe);
    is_dec(probe.raised, 0, "its neighbours are not guarded");
    is_hex(protection(), GUARD, "and do not set it off");
    set(PAGE_READWRITE);
}

static unsigned guards_gone_off;

static EXCEPTION_DISPOSITION HANDLER(rearms)
{
    if (record->ExceptionCode != STATUS_GUARD_PAGE_VIOLATION)
        return ExceptionContinueSearch;
    if (++guards_gone_off < 3)
        set(GUARD);
    return ExceptionContinueExecution;
}

static void check_rearming(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, rearms);
    set(GUARD);
    *(volatile char *)page = 0x66;
    seh_unlink(&frame);
    is_dec(guards_gone_off, 3, "a handler that sets the guard again meets it again");
    is_hex((DWORD)page[0], 0x66, "once it does not, the write goes through");
}

/* ---------------------------------------------------------------- IsBad... */

static const struct {
    const char *claim;
    DWORD protect; /* of the middle page */
    int offset;    /* from it */
    DWORD size;
    bool read, write;
} bad_rows[] = {
    {"memory", PAGE_READWRITE, -4096, 3 * 4096, false, false},
    {"a read-only page", PAGE_READONLY, 0, 1, false, true},
    {"a page without access", PAGE_NOACCESS, 0, 1, true, true},
    {"its last byte", PAGE_NOACCESS, 4095, 1, true, true},
    {"up to it", PAGE_NOACCESS, -16, 16, false, false},
    {"one byte into it", PAGE_NOACCESS, -16, 17, true, true},
    {"over it", PAGE_NOACCESS, -4096, 3 * 4096, true, true},
    {"behind it", PAGE_NOACCESS, 4096, 4096, false, false},
    {"past the range", PAGE_READWRITE, 4096, 4097, true, true},
    {"nothing", PAGE_NOACCESS, 0, 0, false, false},
    {"code", PAGE_EXECUTE_READ, 0, 100, false, true},
};

static void check_is_bad(void)
{
    const EXCEPTION_REGISTRATION_RECORD *head = seh_head();
    for (unsigned i = 0; i < sizeof bad_rows / sizeof bad_rows[0]; i++) {
        char *at = page + bad_rows[i].offset;
        set(bad_rows[i].protect);
        is_dec((DWORD)IsBadReadPtr(at, bad_rows[i].size), bad_rows[i].read, "IsBadReadPtr: %s",
               bad_rows[i].claim);
        is_dec((DWORD)IsBadWritePtr(at, bad_rows[i].size), bad_rows[i].write, "IsBadWritePtr: %s",
               bad_rows[i].claim);
        is_dec((DWORD)IsBadHugeReadPtr(at, bad_rows[i].size), bad_rows[i].read,
               "IsBadHugeReadPtr: %s", bad_rows[i].claim);
        is_dec((DWORD)IsBadHugeWritePtr(at, bad_rows[i].size), bad_rows[i].write,
               "IsBadHugeWritePtr: %s", bad_rows[i].claim);
    }
    set(PAGE_READWRITE);
    ok(IsBadReadPtr(NULL, 1) && IsBadWritePtr(NULL, 1), "NULL is bad");
    ok(!IsBadReadPtr(NULL, 0) && !IsBadWritePtr(NULL, 0), "but not zero bytes of it");
    ok(IsBadReadPtr(page, 0xFFFFFFFF) && IsBadWritePtr(page, 0xFFFFFFFF),
       "a size that wraps is bad");
    ok(!IsBadCodePtr(page) && IsBadCodePtr(NULL) && IsBadCodePtr(range - 1),
       "IsBadCodePtr reads a byte");
    for (unsigned i = 0; i < 4096; i++)
        page[i] = (char)i;
    IsBadWritePtr(range, 3 * 4096);
    unsigned wrong = 0;
    for (unsigned i = 0; i < 4096; i++)
        wrong += page[i] != (char)i;
    is_dec(wrong, 0, "IsBadWritePtr leaves the memory that it tries as it is");

    set(GUARD);
    ok(IsBadReadPtr(page, 1), "a guard page is bad");
    is_hex(protection(), PAGE_READWRITE, "but only once: trying sets it off");
    ok(!IsBadReadPtr(page, 1), "so it is good now");

    char *end = range + 3 * 4096;
    memset(end - 16, 'a', 16);
    ok(IsBadStringPtrA(end - 16, 17), "a string that runs into nothing is bad");
    ok(!IsBadStringPtrA(end - 16, 16), "unless that is beyond the most that counts");
    ok(!IsBadStringPtrA(NULL, 0) && IsBadStringPtrA(NULL, 1), "NULL is bad, but not with most 0");
    end[-1] = 0;
    ok(!IsBadStringPtrA(end - 16, 0xFFFFFFFF), "one that ends in time is good");
    is_hex((DWORD)seh_head(), (DWORD)head, "the chain is as it was");
}

int main(void)
{
    range = VirtualAlloc((PVOID)0x6000000, 3 * 4096, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    page = range + 4096;
    memset(range, 0xC3, 3 * 4096);
    check_protections();
    check_guards();
    check_rearming();
    check_is_bad();
    return tap_done();
}
