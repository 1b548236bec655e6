/* Rights of pages, and the pages below stacks and behind ranges.
 *
 * run: name=ordinary
 * run: name=short-entries cpu=486 memory=8M
 * run: name=checked checked=1 memory=32M
 * run: name=bochs compilers=gcc emulator=bochs memory=16M
 *
 * Ring 0 only: the kernel's own functions are called, which are no services.
 */
#include "tests/kernel/kernel_memory.h"
#include "kernel/boot_view.h"
#include "kernel/call/features.h"
#include "kernel/call/tib.h"
#include "kernel/cpu/segments.h"
#include "kernel/devices/screen.h"
#include "seh_emul/dispatch/spare_stack.h"
#include "tests/harness/probe.h"

#include <uthread.h>

static const unsigned ALL_RIGHTS = PAGING_WRITE | PAGING_USER | PAGING_EXECUTE;

/* How many pages of [start, end) have not exactly these rights. */
static unsigned pages_unlike(const char *start, const char *end, unsigned rights)
{
    unsigned wrong = 0;
    unsigned known = cpu_features.no_execute ? ALL_RIGHTS : PAGING_WRITE | PAGING_USER;
    for (const char *at = start; at < end; at += PAGE_SIZE) {
        struct page page = paging_look(at);
        wrong += !page.present || (page.rights & known) != (rights & known);
    }
    return wrong;
}

static void check_image(void)
{
#define PART(name, rights, guards)                                                                 \
    {                                                                                              \
        extern char name##_start[], name##_end[];                                                  \
        ok((uint32_t)name##_start < (uint32_t)name##_end, #name " is not empty");                  \
        is_dec(pages_unlike(name##_start, name##_end, rights), guards, #name " has its rights");   \
    }
    PART(kernel_text, PAGING_EXECUTE, 0)
    PART(shared_text, PAGING_EXECUTE | PAGING_USER, 0)
    PART(kernel_rodata, 0, 0)
    PART(shared_rodata, PAGING_USER, 0)
    PART(kernel_data, PAGING_WRITE, 0)
    PART(shared_data, PAGING_WRITE | PAGING_USER, SPARE_STACKS) /* one below each */
    PART(program_data, PAGING_WRITE | PAGING_USER, 0)
#undef PART
    extern char kernel_bss_start[], kernel_bss_end[], program_data_end[], image_end_physical[];
    is_dec(pages_unlike(kernel_bss_start, kernel_bss_end, PAGING_WRITE), 1,
           "so has kernel_bss, but for the page below the double fault's stack");
    is_dec(pages_unlike(program_data_end, direct((uint32_t)image_end_physical), 0), 0,
           "the table of symbols can only be read");
    is_dec(pages_unlike(direct((uint32_t)image_end_physical), direct(boot_view()->direct_end),
                        PAGING_WRITE),
           0, "memory behind the image is the kernel's own, and nothing in it can be executed");
}

/* From A0000h on there are a screen's memory and the firmware, or nothing. A text screen is one
 * page, which the console writes. */
static void check_holes(void)
{
    is_dec(pages_present((uint32_t)direct(0xA0000), (uint32_t)direct(IMAGE_PHYSICAL)),
           screen_present(), "addresses without memory are not mapped, but for a text screen");
}

static void check_lower_half(void)
{
    const TEB *teb = tib_current();
    uint32_t stack = (uint32_t)teb->DeallocationStack;
    uint32_t stack_end = (uint32_t)teb->NtTib.StackBase;
    uint32_t code = (uint32_t)probe_code();
    is_dec(pages_present(0, PROGRAMS_START), 0, "the first 64 KB are not mapped");
    is_dec(pages_present(PROGRAMS_START, PROGRAMS_END) - pages_present(stack, stack_end) -
               pages_present(code, code + PAGE_SIZE),
           0, "nothing but the program's stack is in the lower half");
    struct page shared = paging_look((void *)SHARED_PAGE);
    ok(shared.present &&
           shared.rights == (PAGING_USER | (cpu_features.no_execute ? 0 : PAGING_EXECUTE)),
       "the shared page can be read from every ring, and no more");
    is_dec(pages_present(SHARED_PAGE + PAGE_SIZE, UPPER_HALF), 0,
           "between the shared page and the upper half there is nothing");
}

static void look_at_own_stack(void)
{
    check_stack("user-level thread's", tib_current()->NtTib.StackLimit, utCurrent());
    ok((uint32_t) & (char){0} - (uint32_t)utCurrent()->stack < (uint32_t)utCurrent()->stackSize,
       "and it is the one in use");
}

static void check_stacks(void)
{
    extern char boot_stack_bottom[], boot_stack_top[];
    check_stack("boot", direct((uint32_t)boot_stack_bottom), direct((uint32_t)boot_stack_top));
    check_stack("program's", tib_current()->NtTib.StackLimit, tib_current()->NtTib.StackBase);
    char *top = (char *)this_cpu()->double_fault_stack;
    check_stack("double fault's", top - 2 * PAGE_SIZE, top);
    uThd thread = uThreadCreate(look_at_own_stack);
    utResume(thread);
    uThreadDestroy(thread);
}

/* In the checking build the page behind a range is never mapped. */
static void check_overrun(void)
{
    struct probe probe;
    char *first = space_alloc(SPACE_SLOT), *second = space_alloc(SPACE_SLOT);
    uint32_t at = (uint32_t)first + SPACE_SLOT;
    const uint8_t store[] = {0xA3, (uint8_t)at, (uint8_t)(at >> 8), (uint8_t)(at >> 16),
                             (uint8_t)(at >> 24)};
    if (CHECKED) {
        probe_run(store, sizeof store, &probe);
        is_hex(probe.record.ExceptionCode, STATUS_ACCESS_VIOLATION, "an overrun of a range faults");
        is_hex(probe.record.ExceptionInformation[1], at, "at its first byte");
    } else {
        tap_skip("only in the checking build", "an overrun of a range faults");
    }
    space_release(first);
    space_release(second);
}

int main(void)
{
    check_image();
    check_holes();
    check_lower_half();
    check_stacks();
    check_overrun();
    return tap_done();
}
