/* Pages of the image that a PE file's range borrows.
 *
 * run: name=ring0
 * run: name=ring3 ring=3
 * run: name=checked ring=3 checked=1 compilers=gcc
 * run: name=bochs ring=3 emulator=bochs compilers=gcc
 */
#include "boot/layout.h"
#include "kernel/call/service.h"
#include "tests/harness/tap.h"

#include <memoryapi.h>
#include <string.h>

#define SIZE (2 * PAGE_SIZE)
#define SLOT 0x10000

static const char pages[SIZE] __attribute__((aligned(PAGE_SIZE))) = "the first page";

static uint32_t reserve(uint32_t type)
{
    uint32_t base = 0, size = SLOT;
    is_hex(sys_region_allocate(&base, &size, MEM_RESERVE | type, PAGE_READWRITE), STATUS_SUCCESS,
           type ? "a PE file's range" : "another range");
    return base;
}

static void release(uint32_t base, uint32_t type)
{
    uint32_t size = 0;
    is_hex(sys_region_free(&base, &size, MEM_RELEASE | type), STATUS_SUCCESS, "it can be released");
}

static void check_lent(void)
{
    uint32_t base = reserve(MEM_IMAGE);
    volatile char *lent = (char *)base + PAGE_SIZE;
    is_hex(sys_region_lend((uint32_t)lent, pages, SIZE), STATUS_SUCCESS, "it borrows two pages");
    ok(!strcmp((char *)lent, "the first page"), "they have what the image has");
    lent[0] = 'T', lent[SIZE - 1] = '!';
    ok(*(volatile const char *)pages == 'T' && ((volatile const char *)pages)[SIZE - 1] == '!',
       "and what is written to them");
    is_hex(sys_region_lend(base + SIZE, pages, SIZE), STATUS_CONFLICTING_ADDRESSES,
           "a page that is there stays");
    is_hex(sys_region_lend(base, pages, SIZE), STATUS_CONFLICTING_ADDRESSES,
           "the second of two, too");
    MEMORY_BASIC_INFORMATION first;
    VirtualQuery((void *)base, &first, sizeof first);
    is_hex(first.State, MEM_RESERVE, "then the first gets no memory");
    uint32_t size = PAGE_SIZE, second = base + SIZE;
    is_hex(sys_region_free(&second, &size, MEM_DECOMMIT | MEM_IMAGE), STATUS_SUCCESS,
           "one page goes back alone");
    release(base, MEM_IMAGE);
    ok(!strcmp(pages, "The first page"), "the image's pages are there, as they were left");
    base = reserve(MEM_IMAGE);
    is_hex(sys_region_lend(base, pages, SIZE), STATUS_SUCCESS, "and can be borrowed again");
    release(base, MEM_IMAGE);
}

static void check_refusals(void)
{
    uint32_t base = reserve(MEM_IMAGE), other = reserve(0);
    extern char kernel_data[] __asm__("image.kernel_data_start"),
        shared_text[] __asm__("image.shared_text_start");
    const struct {
        const char *title;
        uint32_t base;
        const char *from;
        uint32_t size, status;
    } rows[] = {
        {"no whole address", base + 1, pages, SIZE, STATUS_INVALID_PARAMETER},
        {"no whole page of the image", base, pages + 1, SIZE, STATUS_INVALID_PARAMETER},
        {"no whole size", base, pages, SIZE - 1, STATUS_INVALID_PARAMETER},
        {"no page", base, pages, 0, STATUS_INVALID_PARAMETER},
        {"the upper half", UPPER_HALF, pages, SIZE, STATUS_INVALID_PARAMETER},
        {"no range", 0x50000000, pages, SIZE, STATUS_MEMORY_NOT_ALLOCATED},
        {"a range that is no PE file's", other, pages, SIZE, STATUS_CONFLICTING_ADDRESSES},
        {"more than the range has", base, pages, SLOT + PAGE_SIZE, STATUS_CONFLICTING_ADDRESSES},
        {"the kernel's variables", base, kernel_data, PAGE_SIZE, STATUS_ACCESS_DENIED},
        {"the runtime's code", base, shared_text, PAGE_SIZE, STATUS_ACCESS_DENIED},
        {"pages that are not the image's", base, (char *)other, PAGE_SIZE, STATUS_ACCESS_DENIED},
        {"pages behind all", base, (char *)-SIZE, SIZE, STATUS_ACCESS_DENIED},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        is_hex(sys_region_lend(rows[i].base, rows[i].from, rows[i].size), rows[i].status, "%s",
               rows[i].title);
    release(base, MEM_IMAGE);
    release(other, 0);
}

int main(void)
{
    check_lent();
    check_refusals();
    return tap_done();
}
