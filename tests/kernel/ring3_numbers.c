/* Services with numbers at and past every limit: sizes, lengths, addresses, types, protections; and
 * stacks of every size when addresses or memory are exhausted.
 *
 * run: name=qemu ring=3
 * run: name=checked ring=3 checked=1 compilers=gcc
 * run: name=bochs ring=3 emulator=bochs compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/call/service.h"
#include "kernel/memory/stacks.h"
#include "tests/harness/tap.h"
#include "tests/kernel/service_call.h"

#include <memoryapi.h>
#include <seh.h>
#include <string.h>

/* ---------------------------------------------------------------- numbers */

#define GOOD ((uint32_t)good)
static uint32_t good[256];

/* A service with one number that is none, or just about one, and its answer. The other words are
 * good. Services that end the run are tried in ring3.c and kernel_end.c. */
static const struct row {
    enum service number;
    const char *name;
    uint32_t which, value, answer;
    uint32_t words[SERVICE_WORDS];
} rows[] = {
#define ROW(name, which, value, answer, ...)                                                       \
    {                                                                                              \
        SERVICE_##name, #name, which, value, answer, { __VA_ARGS__ }                               \
    }
    ROW(console_write, 1, 0, STATUS_SUCCESS, GOOD),
    ROW(console_write, 1, 0x80000000, STATUS_ACCESS_VIOLATION, GOOD),
    ROW(console_read, 1, 0, 0, GOOD),
    ROW(console_read, 1, 0x80000000, 0, GOOD),
    ROW(console_read, 1, 0xFFFFFFFF, 0, GOOD),
    ROW(space_alloc, 0, 0, 0, 0),
    ROW(space_alloc, 0, PROGRAMS_END, 0, 0),
    ROW(space_alloc, 0, 0x80000000, 0, 0),
    ROW(space_alloc, 0, 0xFFFF0001, 0, 0),
    ROW(space_alloc, 0, 0xFFFFFFFF, 0, 0),
    ROW(space_release, 0, 1, STATUS_INVALID_PARAMETER, 0),
    ROW(space_release, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0),
    ROW(stack_alloc, 0, PROGRAMS_END, STATUS_NO_MEMORY, 0, GOOD),
    ROW(stack_alloc, 0, PROGRAMS_END + 1, STATUS_NO_MEMORY, 0, GOOD),
    ROW(stack_alloc, 0, 0xFFFF0001, STATUS_NO_MEMORY, 0, GOOD),
    ROW(stack_alloc, 0, 0xFFFFFFFF, STATUS_NO_MEMORY, 0, GOOD),
    ROW(stack_free, 0, 0xFFFFFFFF, 0, 0),
    ROW(stack_reset, 0, 0, false, 0),
    ROW(stack_reset, 0, 1, false, 0),
    ROW(stack_reset, 0, UPPER_HALF, false, 0),
    ROW(stack_reset, 0, 0xFFFFFFFF, false, 0),
    ROW(region_allocate, 2, 0, STATUS_INVALID_PARAMETER, GOOD, GOOD, 0, PAGE_READWRITE),
    ROW(region_allocate, 2, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, GOOD, GOOD, 0, PAGE_READWRITE),
    ROW(region_allocate, 3, 0, STATUS_INVALID_PAGE_PROTECTION, GOOD, GOOD, MEM_RESERVE),
    ROW(region_allocate, 3, 0xFFFFFFFF, STATUS_INVALID_PAGE_PROTECTION, GOOD, GOOD, MEM_RESERVE),
    ROW(region_free, 2, 0, STATUS_INVALID_PARAMETER, GOOD, GOOD),
    ROW(region_free, 2, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, GOOD, GOOD),
    ROW(region_lend, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0, UPPER_HALF, 0x1000),
    ROW(region_lend, 1, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0x10000, 0, 0x1000),
    ROW(region_lend, 2, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0x10000, UPPER_HALF),
    ROW(region_lend, 2, 0xFFFFF000, STATUS_INVALID_PARAMETER, 0x10000, UPPER_HALF),
    ROW(region_protect, 2, 0, STATUS_INVALID_PAGE_PROTECTION, GOOD, GOOD, 0, GOOD),
    ROW(region_protect, 2, 0xFFFFFFFF, STATUS_INVALID_PAGE_PROTECTION, GOOD, GOOD, 0, GOOD),
    ROW(region_query, 0, 0x7FFF0000, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(region_query, 0, UPPER_HALF, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(region_query, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(clock_wait_until, 0, 0, STATUS_TIMEOUT, 0),
    ROW(trace_write, 0, 0x80000000, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(trace_write, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(trace_write, 2, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 2, GOOD),
    ROW(trace_thread_named, 0, 0xFFFFFFFF, STATUS_SUCCESS, 0, GOOD),
    ROW(paging_readable, 1, 0, true, GOOD),
    ROW(paging_readable, 1, 0x80000000, false, GOOD),
    ROW(paging_readable, 1, 0xFFFFFFFF, false, GOOD),
    ROW(paging_executable, 0, UPPER_HALF, false, 0),
    ROW(paging_executable, 0, 0xFFFFFFFF, false, 0),
    ROW(report_describe, 0, 0xFFFFFFFF, STATUS_SUCCESS, 0, 0, GOOD, 64),
    ROW(report_describe, 1, 0xFFFFFFFF, STATUS_SUCCESS, 0, 0, GOOD, 64),
    ROW(report_describe, 3, 0, STATUS_SUCCESS, 0, 0, GOOD),
    ROW(report_describe, 3, 0xFFFFFFFF, STATUS_ACCESS_VIOLATION, 0, 0, GOOD),
    ROW(report_parked, 0, 0, STATUS_SUCCESS, 0, 0xFFFFFFF0, 0, 0xFFFFFFFF),
    ROW(report_parked, 0, 0xFFFFFFFF, STATUS_SUCCESS, 0, 1, 0xFFFFFFFF, 0),
    ROW(report_parked, 1, UPPER_HALF, STATUS_SUCCESS, 0, 0, 0, 0xFFFFFFFF),
    ROW(ring3_run, 0, 0xFFFFFFFF, STATUS_NOT_SUPPORTED, 0),
    ROW(ring3_end, 0, 0xFFFFFFFF, STATUS_NOT_SUPPORTED, 0),
    ROW(thread_open, 1, 0, STATUS_INVALID_CID, GOOD, 0, 1),
    ROW(thread_open, 1, 4, STATUS_INVALID_CID, GOOD, 0, 1),
    ROW(thread_open, 1, 0xFFFFFFFF, STATUS_INVALID_CID, GOOD, 0, 1),
    ROW(thread_open, 2, 0, STATUS_ACCESS_DENIED, GOOD, 8),
    ROW(thread_terminate, 0, 0, STATUS_INVALID_HANDLE),
    ROW(thread_terminate, 0, 0xFFFFFFFF, STATUS_OBJECT_TYPE_MISMATCH),
    ROW(thread_suspend, 0, 0, STATUS_INVALID_HANDLE),
    ROW(thread_suspend, 0, 0x7FFFFFFC, STATUS_INVALID_HANDLE),
    ROW(thread_resume, 0, 0xFFFFFFF0, STATUS_INVALID_HANDLE),
    ROW(thread_query, 0, 0, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(thread_set_priority, 0, 0, STATUS_INVALID_HANDLE),
    ROW(thread_set_priority, 1, 3, STATUS_INVALID_PARAMETER, 0xFFFFFFFE),
    ROW(thread_set_priority, 1, 0x80000000, STATUS_INVALID_PARAMETER, 0xFFFFFFFE),
    ROW(thread_queue_apc, 0, 0, STATUS_INVALID_HANDLE),
    ROW(thread_set_name, 2, 0, STATUS_SUCCESS, 0xFFFFFFFE, GOOD),
    ROW(thread_set_name, 2, 0xFFFFFFFF, STATUS_SUCCESS, 0xFFFFFFFE, GOOD),
    ROW(thread_set_name, 2, 0x80000000, STATUS_SUCCESS, 0xFFFFFFFE, GOOD),
    ROW(thread_get_name, 0, 0, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(thread_set_boost, 0, 0xFFFFFFFF, STATUS_OBJECT_TYPE_MISMATCH),
    ROW(thread_set_boost, 1, 0x80000000, STATUS_SUCCESS, 0xFFFFFFFE),
    ROW(thread_set_ideal, 0, 0, STATUS_INVALID_HANDLE),
    ROW(thread_set_ideal, 1, 8, STATUS_INVALID_PARAMETER, 0xFFFFFFFE),
    ROW(thread_set_ideal, 1, 33, STATUS_INVALID_PARAMETER, 0xFFFFFFFE),
    ROW(thread_set_ideal, 1, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0xFFFFFFFE),
    ROW(process_query, 0, 0, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(process_query, 0, 0xFFFFFFFE, STATUS_OBJECT_TYPE_MISMATCH, 0, GOOD),
    ROW(process_set_priority, 0, 0, STATUS_INVALID_PARAMETER),
    ROW(process_set_priority, 0, 7, STATUS_INVALID_PARAMETER),
    ROW(process_set_priority, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER),
    ROW(process_set_affinity, 0, 0, STATUS_INVALID_PARAMETER),
    ROW(process_set_affinity, 0, 0x80000000, STATUS_INVALID_PARAMETER),
    ROW(process_set_affinity, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER),
    ROW(cpus_flush, 0, 0xFFFFFFFF, STATUS_SUCCESS),
    ROW(tls_clear, 0, 64 + 1024, STATUS_INVALID_PARAMETER),
    ROW(tls_clear, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER),
    ROW(wait_for_one, 0, 0, STATUS_INVALID_HANDLE),
    ROW(wait_for_one, 0, 0x7FFFFFFC, STATUS_INVALID_HANDLE),
    ROW(wait_for, 1, 65, STATUS_INVALID_PARAMETER, GOOD, 65),
    ROW(wait_for, 1, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, GOOD),
    ROW(wait_for, 1, 0x40000000, STATUS_INVALID_PARAMETER, GOOD),
    ROW(wait_signal_and, 0, 0, STATUS_INVALID_HANDLE),
    ROW(address_wake, 1, 0xFFFFFFFF, STATUS_SUCCESS, GOOD),
    ROW(event_change, 0, 0, STATUS_INVALID_HANDLE),
    ROW(semaphore_create, 2, 0x80000000, STATUS_INVALID_PARAMETER, GOOD, 0, 0, 1),
    ROW(semaphore_create, 3, 0, STATUS_INVALID_PARAMETER, GOOD, 0, 0),
    ROW(semaphore_create, 3, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, GOOD, 0, 0),
    ROW(semaphore_release, 0, 0, STATUS_INVALID_HANDLE, 0, 1),
    ROW(mutex_release, 0, 0xFFFFFFFC, STATUS_INVALID_HANDLE),
    ROW(timer_set, 0, 0, STATUS_INVALID_HANDLE),
    ROW(timer_cancel, 0, 0, STATUS_INVALID_HANDLE),
    ROW(keyed_event_wait, 1, 1, STATUS_INVALID_PARAMETER_1),
    ROW(keyed_event_release, 1, 0xFFFFFFFF, STATUS_INVALID_PARAMETER_1),
    ROW(object_open, 2, 4711, STATUS_INVALID_PARAMETER, GOOD, GOOD),
    ROW(object_query, 0, 0, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(handle_close, 0, 0, STATUS_INVALID_HANDLE),
    ROW(handle_close, 0, 0xFFFFFFFF, STATUS_INVALID_HANDLE),
    ROW(handle_duplicate, 0, 0, STATUS_INVALID_HANDLE, 0, 0, 0, GOOD),
    ROW(thread_get_context, 0, 0, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(thread_get_context, 0, 0xFFFFFFFC, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(thread_get_context, 0, 0xFFFFFFFE, STATUS_NOT_SUPPORTED, 0, GOOD),
    ROW(thread_set_context, 0, 0, STATUS_INVALID_HANDLE, 0, GOOD),
    ROW(thread_set_context, 0, 0xFFFFFFFF, STATUS_OBJECT_TYPE_MISMATCH, 0, GOOD),
    ROW(thread_set_context, 0, 0xFFFFFFFE, STATUS_NOT_SUPPORTED, 0, GOOD),
    ROW(supply_create, 1, 0, STATUS_INVALID_PARAMETER, GOOD, 0, PAGE_READWRITE),
    ROW(supply_create, 1, PROGRAMS_END, STATUS_NO_MEMORY, GOOD, 0, PAGE_READWRITE),
    ROW(supply_create, 1, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, GOOD, 0, PAGE_READWRITE),
    ROW(supply_create, 2, 0, STATUS_INVALID_PARAMETER, GOOD, 4096),
    ROW(supply_create, 2, PAGE_READWRITE | PAGE_GUARD, STATUS_INVALID_PARAMETER, GOOD, 4096),
    ROW(supply_next, 0, 0, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(supply_next, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0, GOOD),
    ROW(supply_give, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0, 0, GOOD),
    ROW(supply_end, 0, 0xFFFFFFFF, STATUS_INVALID_PARAMETER, 0),
    ROW(space_reserve, 0, 0, 0, 0),
    ROW(space_reserve, 0, PROGRAMS_END, 0, 0),
    ROW(space_reserve, 0, 0xFFFFFFFF, 0, 0),
    ROW(view_unmap, 0, 0, STATUS_NOT_MAPPED_VIEW, 0),
    ROW(view_unmap, 0, 0xFFFFFFFF, STATUS_NOT_MAPPED_VIEW, 0),
    ROW(console_typing, 0, 0xFFFFFFFF, STATUS_SUCCESS, 0),
    ROW(console_interrupted, 0, 0, STATUS_SUCCESS, 0),
#undef ROW
};

static void check_rows(void)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        uint32_t words[SERVICE_WORDS];
        memset(good, 0, sizeof good);
        memcpy(words, row->words, sizeof words);
        words[row->which] = row->value;
        is_hex(service(row->number, words), row->answer, "%s, word %u is %08X", row->name,
               (unsigned)row->which, (unsigned)row->value);
    }
}

/* Ranges that are none, for the three calls that read them from memory. */
static void check_ranges(void)
{
    static const uint32_t ranges[][2] = {
        {0, 0},
        {0, 0xFFFFFFFF},
        {1, 0xFFFFFFFF},
        {0x10000, 0xFFFF0000},
        {0xFFFFFFFF, 1},
        {0xFFFFFFFF, 0xFFFFFFFF},
        {UPPER_HALF, 4096},
        {0x7FFEFFFF, 2},
        {PROGRAMS_END, 4096},
    };
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        unsigned taken = 0;
        uint32_t base = ranges[i][0], size = ranges[i][1], old;
        uint32_t words[] = {(uint32_t)&base, (uint32_t)&size, MEM_RESERVE, PAGE_READWRITE};
        taken += service(SERVICE_region_allocate, words) == STATUS_SUCCESS;
        words[2] = MEM_RELEASE;
        taken += service(SERVICE_region_free, words) == STATUS_SUCCESS;
        words[2] = PAGE_READWRITE;
        words[3] = (uint32_t)&old;
        taken += service(SERVICE_region_protect, words) == STATUS_SUCCESS;
        is_dec(taken, 0, "%X bytes at %08X are no range", (unsigned)ranges[i][1],
               (unsigned)ranges[i][0]);
    }
}

/* ---------------------------------------------------------------- exhaustion */

static char *taken[128];
static unsigned taken_count;

/* Takes all addresses, or all memory, in ever smaller ranges. */
static void take_all(DWORD type)
{
    for (uint32_t size = 1u << 30; size >= PAGE_SIZE; size /= 2) {
        char *range;
        while (taken_count < 128 &&
               (range = VirtualAlloc(NULL, size, type, PAGE_READWRITE)) != NULL)
            taken[taken_count++] = range;
    }
}

static void give_all_back(void)
{
    while (taken_count > 0)
        VirtualFree(taken[--taken_count], 0, MEM_RELEASE);
}

static const uint32_t stack_sizes[] = {0,      1,       STACK_LEAST, STACK_SMALL_MOST,
                                       0xD001, 0x10000, 0x100000,    PROGRAMS_END};

/* Asks for a stack of each size. Returns how many there are; the last answer to a refused one is
 * in *refusal. */
static unsigned stacks_of_each_size(uint32_t *refusal)
{
    unsigned made = 0;
    for (unsigned i = 0; i < sizeof stack_sizes / sizeof stack_sizes[0]; i++) {
        struct stack stack;
        uint32_t status = sys_stack_alloc(stack_sizes[i], &stack);
        if (status == STATUS_SUCCESS) {
            made++;
            sys_stack_free(stack.base);
        } else {
            *refusal = status;
        }
    }
    return made;
}

static void check_exhausted(void)
{
    enum { POSSIBLE = sizeof stack_sizes / sizeof stack_sizes[0] - 1 };
    uint32_t refusal = 0;
    char *one = VirtualAlloc(NULL, SPACE_SLOT, MEM_RESERVE, PAGE_READWRITE);
    take_all(MEM_RESERVE);
    is_dec(stacks_of_each_size(&refusal), 0, "without addresses there is no stack of any size");
    is_hex(refusal, STATUS_NO_MEMORY, "the answer says so");
    VirtualFree(one, 0, MEM_RELEASE);
    is_dec(stacks_of_each_size(&refusal), 0, "nor is there with one slot");
    MEMORY_BASIC_INFORMATION slot;
    VirtualQuery(one, &slot, sizeof slot);
    ok(slot.State == MEM_FREE && slot.RegionSize >= SPACE_SLOT, "the slot is still free");
    give_all_back();

    take_all(MEM_RESERVE | MEM_COMMIT);
    is_dec(stacks_of_each_size(&refusal), 0, "without memory there is no stack of any size");
    give_all_back();
    is_dec(stacks_of_each_size(&refusal), POSSIBLE, "later there is one of each possible size");
}

int main(void)
{
    check_rows();
    check_ranges();
    check_exhausted();
    return tap_done();
}
