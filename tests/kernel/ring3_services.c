/* Services with every kind of bad argument: words that cannot be read, pointers that ring 3 may not
 * follow, and calls that pull the ground from under themselves. Numbers: ring3_numbers.c.
 *
 * run: name=qemu ring=3
 * run: name=traced ring=3 args=trapline:trace compilers=gcc
 * run: name=bochs ring=3 emulator=bochs compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/call/service.h"
#include "kernel/memory/stacks.h"
#include "kernel/report/report_state.h"
#include "kernel/report/trace_records.h"
#include "tests/harness/tap.h"
#include "tests/kernel/service_call.h"
#include "tests/threads/thread_services.h"

#include <memoryapi.h>
#include <seh.h>
#include <stdio.h>
#include <string.h>

/* The last page of memory before a hole, and a page that can only be read. */
static char *last_page, *constant_page;

static void make_pages(void)
{
    char *range = VirtualAlloc(NULL, 3 * PAGE_SIZE, MEM_RESERVE, PAGE_READWRITE);
    DWORD old;
    constant_page = VirtualAlloc(range, 2 * PAGE_SIZE, MEM_COMMIT, PAGE_READWRITE);
    last_page = constant_page + PAGE_SIZE;
    VirtualProtect(constant_page, PAGE_SIZE, PAGE_READONLY, &old);
}

/* ---------------------------------------------------------------- numbers and words */

static void check_numbers(void)
{
    static const uint32_t numbers[] = {SERVICE_COUNT, SERVICE_COUNT + 1, 0x1000,
                                       0x7FFFFFFF,    0x80000000,        0xFFFFFFFF};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        is_hex(service(numbers[i], NULL), STATUS_INVALID_SYSTEM_SERVICE, "there is no service %X",
               (unsigned)numbers[i]);
}

extern char kernel_data_start[], kernel_bss_start[], kernel_text_start[], shared_rodata_start[];

static void check_words(void)
{
    const char *bad[] = {NULL,
                         (char *)8,
                         (char *)0xFFFFFFFC,
                         (char *)0xFFFFFFFF,
                         kernel_data_start,
                         kernel_text_start,
                         (char *)UPPER_HALF,
                         last_page + PAGE_SIZE - 4,
                         last_page + PAGE_SIZE};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        is_hex(service(SERVICE_trace_thread_named, bad[i]), STATUS_ACCESS_VIOLATION,
               "arguments at %p are refused", bad[i]);
}

/* ---------------------------------------------------------------- pointers */

/* The handles of a thread that does not run, and of an event: the first two there are. */
#define PARKED   4u
#define EVENT    8u

#define CREATION ((uint32_t)&creation)
static struct thread_creation creation;

static void make_objects(void)
{
    creation = (struct thread_creation){
        .eip = (uint32_t)make_objects, .stack_size = 0x10000, .suspended = true};
    is_hex(make_thread(NULL, NULL, true), PARKED, "there is a thread that does not run");
    is_hex(make_event(true, false), EVENT, "there is an event");
}

/* A service. Its word number `which` points to size bytes that it reads or writes. The other words
 * are good, and GOOD stands for good memory. */
#define GOOD ((uint32_t)good)
static uint32_t good[256];

/* MAY_: NULL stands for none. */
enum { READS, WRITES, MAY_READ, MAY_WRITE };

static const struct row {
    enum service number;
    const char *name;
    uint32_t words[SERVICE_WORDS];
    uint8_t which, access;
    uint16_t size;
    uint32_t refusal;
} rows[] = {
#define ROW(name, which, access, size, refusal, ...)                                               \
    {                                                                                              \
        SERVICE_##name, #name, {__VA_ARGS__}, which, access, size, refusal                         \
    }
    ROW(console_write, 0, READS, 16, STATUS_ACCESS_VIOLATION, 0, 16),
    ROW(console_read, 0, WRITES, 16, 0, 0, 16),
    ROW(stack_alloc, 1, WRITES, 12, STATUS_ACCESS_VIOLATION, 0x10000, 0),
    ROW(region_allocate, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, GOOD, MEM_RESERVE, 4),
    ROW(region_allocate, 1, WRITES, 4, STATUS_ACCESS_VIOLATION, GOOD, 0, MEM_RESERVE, 4),
    ROW(region_free, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, GOOD, MEM_RELEASE),
    ROW(region_free, 1, WRITES, 4, STATUS_ACCESS_VIOLATION, GOOD, 0, MEM_RELEASE),
    ROW(region_protect, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, GOOD, 4, GOOD),
    ROW(region_protect, 1, WRITES, 4, STATUS_ACCESS_VIOLATION, GOOD, 0, 4, GOOD),
    ROW(region_protect, 3, WRITES, 4, STATUS_ACCESS_VIOLATION, GOOD, GOOD, 4, 0),
    ROW(region_query, 1, WRITES, 28, STATUS_ACCESS_VIOLATION, 0x10000, 0),
    ROW(trace_write, 1, READS, 16, STATUS_ACCESS_VIOLATION, 1, 0, 0),
    ROW(trace_thread_named, 1, READS, 1, STATUS_ACCESS_VIOLATION, 0, 0),
    ROW(panic_from, 0, READS, 8, STATUS_ACCESS_VIOLATION, 0, GOOD),
    ROW(panic_from, 1, READS, 1, STATUS_ACCESS_VIOLATION, GOOD, 0),
    ROW(paging_readable, 0, READS, 16, 0, 0, 16),
    ROW(paging_executable, 0, READS, 1, 0, 0),
    ROW(report_describe, 2, WRITES, 16, STATUS_ACCESS_VIOLATION, 0, 0, 0, 16),
    ROW(report_state, 0, READS, sizeof(struct machine_state), STATUS_ACCESS_VIOLATION, 0),
    ROW(context_put, 0, READS, sizeof(CONTEXT), STATUS_ACCESS_VIOLATION, 0, GOOD),
    ROW(context_put, 1, READS, sizeof(CONTEXT), STATUS_ACCESS_VIOLATION, GOOD, 0),
    ROW(debug_registers_get, 0, WRITES, 24, STATUS_ACCESS_VIOLATION, 0),
    ROW(thread_open, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, 8, 1),
    ROW(thread_get_context, 1, WRITES, sizeof(CONTEXT), STATUS_ACCESS_VIOLATION, PARKED, 0),
    ROW(thread_set_context, 1, READS, sizeof(CONTEXT), STATUS_ACCESS_VIOLATION, PARKED, 0),
    ROW(thread_create, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, CREATION, GOOD),
    ROW(thread_create, 1, READS, sizeof(struct thread_creation), STATUS_ACCESS_VIOLATION, GOOD, 0,
        GOOD),
    ROW(thread_create, 2, MAY_WRITE, 4, STATUS_ACCESS_VIOLATION, GOOD, CREATION, 0),
    ROW(thread_suspend, 1, MAY_WRITE, 4, STATUS_ACCESS_VIOLATION, PARKED, 0),
    ROW(thread_resume, 1, MAY_WRITE, 4, STATUS_ACCESS_VIOLATION, PARKED, 0),
    ROW(thread_query, 1, WRITES, sizeof(struct thread_information), STATUS_ACCESS_VIOLATION, PARKED,
        0),
    ROW(thread_set_name, 1, READS, 16, STATUS_ACCESS_VIOLATION, PARKED, 0, 8),
    ROW(thread_get_name, 1, WRITES, 2 * THREAD_NAME_SIZE, STATUS_ACCESS_VIOLATION, PARKED, 0),
    ROW(thread_set_ideal, 2, MAY_WRITE, 4, STATUS_ACCESS_VIOLATION, PARKED, 0, 0),
    ROW(process_query, 1, WRITES, sizeof(struct process_information), STATUS_ACCESS_VIOLATION,
        0xFFFFFFFF, 0),
    ROW(wait_for, 0, READS, 8, STATUS_ACCESS_VIOLATION, 0, 2, 0, 0, 0),
    ROW(address_wait, 0, READS, 4, STATUS_ACCESS_VIOLATION, 0, 0, 0, 0),
    ROW(exchange_long, 0, WRITES, 8, STATUS_ACCESS_VIOLATION, 0, GOOD, 0, 0),
    ROW(exchange_long, 1, WRITES, 8, STATUS_ACCESS_VIOLATION, GOOD, 0, 0, 0),
    ROW(event_create, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, 0, 0, 0),
    ROW(event_create, 1, MAY_READ, 1, STATUS_ACCESS_VIOLATION, GOOD, 0, 0, 0),
    ROW(semaphore_create, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, 0, 1, 1),
    ROW(semaphore_create, 1, MAY_READ, 1, STATUS_ACCESS_VIOLATION, GOOD, 0, 1, 1),
    ROW(mutex_create, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, 0, 1),
    ROW(mutex_create, 1, MAY_READ, 1, STATUS_ACCESS_VIOLATION, GOOD, 0, 1),
    ROW(timer_create, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, 0, 0),
    ROW(timer_create, 1, MAY_READ, 1, STATUS_ACCESS_VIOLATION, GOOD, 0, 0),
    ROW(keyed_event_create, 0, WRITES, 4, STATUS_ACCESS_VIOLATION, 0, 0),
    ROW(keyed_event_create, 1, MAY_READ, 1, STATUS_ACCESS_VIOLATION, GOOD, 0),
    ROW(event_change, 2, MAY_WRITE, 4, STATUS_ACCESS_VIOLATION, EVENT, EVENT_SET, 0),
    ROW(object_open, 1, READS, 1, STATUS_ACCESS_VIOLATION, GOOD, 0, OBJECT_EVENT, 1),
    ROW(object_query, 1, WRITES, sizeof(struct object_state), STATUS_ACCESS_VIOLATION, EVENT, 0),
    ROW(handle_duplicate, 3, WRITES, 4, STATUS_ACCESS_VIOLATION, PARKED, 1, 0, 0),
    ROW(supply_create, 0, WRITES, 8, STATUS_ACCESS_VIOLATION, 0, 4096, PAGE_READWRITE, true),
    ROW(view_map, 0, WRITES, sizeof(struct view_wanted), STATUS_ACCESS_VIOLATION, 0),
#undef ROW
};

static void check_pointer(const struct row *row, const char *pointer, unsigned *accepted)
{
    uint32_t words[SERVICE_WORDS];
    memcpy(words, row->words, sizeof words);
    words[row->which] = (uint32_t)pointer;
    if (service(row->number, words) != row->refusal) {
        tap_note("%s, word %u, %p", row->name, row->which, pointer);
        ++*accepted;
    }
}

static void check_pointers(void)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof rows[0]; row++) {
        unsigned accepted = 0;
        const char *bad[] = {NULL,
                             (char *)1,
                             (char *)0xFFF0,
                             (char *)UPPER_HALF,
                             kernel_text_start,
                             kernel_data_start,
                             kernel_bss_start + 16,
                             (char *)0xFFFFFFFF,
                             (char *)(0u - row->size),
                             last_page + PAGE_SIZE,
                             (char *)(TEB_PAGE - 1),
                             (char *)0x7FFF0000};
        for (unsigned i = row->access >= MAY_READ; i < sizeof bad / sizeof bad[0]; i++)
            check_pointer(row, bad[i], &accepted);
        if (row->size > 1) {
            check_pointer(row, last_page + PAGE_SIZE - row->size + 1, &accepted);
            check_pointer(row, (char *)(0u - row->size + 1), &accepted);
        }
        if (row->access == WRITES || row->access == MAY_WRITE) {
            check_pointer(row, constant_page, &accepted);
            check_pointer(row, constant_page + PAGE_SIZE - 1, &accepted);
            check_pointer(row, shared_rodata_start, &accepted);
            check_pointer(row, (char *)SHARED_PAGE, &accepted);
        }
        is_dec(accepted, 0, "%s, word %u: bad pointers are refused", row->name, row->which);
    }
}

static void check_lengths(void)
{
    const uint32_t words[] = {GOOD, 0xFFFFFFFF};
    const uint32_t far[] = {GOOD, 0x70000000};
    is_hex(service(SERVICE_console_write, words), STATUS_ACCESS_VIOLATION, "a length that wraps");
    is_hex(service(SERVICE_console_write, far), STATUS_ACCESS_VIOLATION,
           "a length beyond all memory");
    memset(last_page, 'x', PAGE_SIZE);
    is_hex(
        service(SERVICE_trace_thread_named, (uint32_t[]){0, (uint32_t)last_page + PAGE_SIZE - 8}),
        STATUS_ACCESS_VIOLATION, "a string without an end");
    is_hex(service(SERVICE_trace_write, (uint32_t[]){0xFFFF, GOOD, 0}), STATUS_INVALID_PARAMETER,
           "an event that is none");
    is_hex(service(SERVICE_trace_write, (uint32_t[]){TRACE_exit, GOOD, 0}),
           STATUS_INVALID_PARAMETER, "the end of the run is not the program's to record");
    is_hex(service(SERVICE_trace_write, (uint32_t[]){2, GOOD, 17}), STATUS_INVALID_PARAMETER,
           "an event longer than events are");
}

/* ---------------------------------------------------------------- the runtime's memory */

static void check_memory(void)
{
    static char *const not_ranges[] = {NULL,
                                       (char *)0x1234,
                                       (char *)TEB_PAGE,
                                       (char *)SHARED_PAGE,
                                       (char *)UPPER_HALF,
                                       (char *)0xFFFF0000};
    unsigned freed = 0;
    DWORD old;
    for (unsigned i = 0; i < sizeof not_ranges / sizeof not_ranges[0]; i++) {
        uint32_t base = (uint32_t)not_ranges[i];
        freed += service(SERVICE_space_release, &base) != STATUS_INVALID_PARAMETER;
        freed += VirtualFree(not_ranges[i], 0, MEM_RELEASE) ||
                 VirtualFree(not_ranges[i], PAGE_SIZE, MEM_DECOMMIT) ||
                 VirtualProtect(not_ranges[i], PAGE_SIZE, PAGE_READWRITE, &old);
    }
    is_dec(freed, 0, "the runtime's memory can neither be freed nor get other rights");
    ok(!VirtualAlloc((char *)TEB_PAGE, PAGE_SIZE, MEM_COMMIT, PAGE_READONLY) &&
           !VirtualAlloc((char *)UPPER_HALF, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE),
       "nor be committed");
}

/* The call takes away the right to write to the place of its answer. */
static void check_own_ground(void)
{
    static const DWORD protections[] = {PAGE_NOACCESS, PAGE_READONLY, PAGE_READWRITE | PAGE_GUARD};
    for (unsigned i = 0; i < sizeof protections / sizeof protections[0]; i++) {
        uint32_t *words = VirtualAlloc(NULL, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        words[0] = (uint32_t)words;
        words[1] = PAGE_SIZE;
        const uint32_t commit[] = {(uint32_t)words, (uint32_t)(words + 1), MEM_COMMIT,
                                   protections[i]};
        is_hex(service(SERVICE_region_allocate, commit), STATUS_SUCCESS,
               "committing the arguments' own memory with rights %03X", (unsigned)protections[i]);
        VirtualFree(words, 0, MEM_RELEASE);

        words = VirtualAlloc(NULL, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        words[0] = (uint32_t)words;
        words[1] = PAGE_SIZE;
        const uint32_t protect[] = {(uint32_t)words, (uint32_t)(words + 1), protections[i],
                                    (uint32_t)(words + 2)};
        is_hex(service(SERVICE_region_protect, protect), STATUS_SUCCESS, "likewise protecting");
        VirtualFree(words, 0, MEM_RELEASE);
    }
    uint32_t *words = VirtualAlloc(NULL, PAGE_SIZE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    words[0] = (uint32_t)words;
    words[1] = 0;
    is_hex(service(SERVICE_region_free,
                   (uint32_t[]){(uint32_t)words, (uint32_t)(words + 1), MEM_RELEASE}),
           STATUS_SUCCESS, "freeing the arguments' own memory");
}

/* ---------------------------------------------------------------- stacks */

static bool has_memory(const struct stack *stack)
{
    return sys_paging_readable(stack->limit, (uint32_t)(stack->top - stack->limit));
}

/* An address that is no stack's base is not freed, nor is a stack that is not whole any more. */
static void check_stacks(void)
{
    struct stack large, small, beside;
    bool made = !sys_stack_alloc(0x10000, &large) && !sys_stack_alloc(STACK_LEAST, &small) &&
                !sys_stack_alloc(STACK_LEAST, &beside);
    ok(made && has_memory(&large) && has_memory(&small) && has_memory(&beside), "there are stacks");
    char *below = large.base - SPACE_SLOT;
    const char *bad[] = {NULL,
                         (char *)1,
                         below,
                         large.base + 1,
                         large.base + PAGE_SIZE,
                         large.limit,
                         small.base + 1,
                         small.limit,
                         constant_page,
                         (char *)good,
                         kernel_data_start,
                         (char *)0xFFFF0000};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        service(SERVICE_stack_free, &bad[i]);
    ok(has_memory(&large) && has_memory(&small) && has_memory(&beside) &&
           sys_paging_readable(constant_page, PAGE_SIZE),
       "addresses that are none of their bases free none");
    service(SERVICE_stack_free, &small.base);
    service(SERVICE_stack_free, &small.base);
    ok(!has_memory(&small) && has_memory(&beside), "a small one is freed once, and no other");
    VirtualFree(below, 0, MEM_RELEASE);
    service(SERVICE_stack_free, &large.base);
    ok(has_memory(&large), "one that has lost the slot below it is not freed");
    VirtualFree(large.base, 0, MEM_RELEASE);
    service(SERVICE_stack_free, &large.base);
    service(SERVICE_stack_free, &beside.base);
    ok(!has_memory(&large) && !has_memory(&beside), "nor one that is gone; others are");
}

/* A run that is traced keeps copies of code and stacks in pages that ring 3 cannot read. */
static void check_kernel_pages(void)
{
    MEMORY_BASIC_INFORMATION region;
    DWORD old;
    unsigned taken = 0;
    for (char *at = NULL; VirtualQuery(at, &region, sizeof region) && at < (char *)PROGRAMS_END;
         at = (char *)region.BaseAddress + region.RegionSize)
        if (region.State == MEM_COMMIT && region.Protect == PAGE_NOACCESS)
            taken += VirtualProtect(region.BaseAddress, region.RegionSize, PAGE_READONLY, &old) ||
                     service(SERVICE_space_release, &region.AllocationBase) == STATUS_SUCCESS ||
                     VirtualFree(region.AllocationBase, 0, MEM_RELEASE);
    is_dec(taken, 0, "no call takes pages of the kernel's own");
}

int main(void)
{
    make_pages();
    make_objects();
    check_numbers();
    check_words();
    check_pointers();
    check_lengths();
    check_memory();
    check_own_ground();
    check_stacks();
    check_kernel_pages();
    printf("# and all of it still works\n");
    ok(sys_paging_readable(good, sizeof good), "good pointers are taken");
    return tap_done();
}
