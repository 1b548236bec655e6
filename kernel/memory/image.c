/* Rights by linker section; the sections' symbols come from linker.ld. */
#include "kernel/memory/image.h"

#include "boot/layout.h"
#include "kernel/call/features.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "kernel/memory/protections.h"

#include <stdint.h>
#include <string.h>

#define SECTION(name) extern char name##_start[], name##_end[];
SECTION(kernel_text)
SECTION(shared_text)
SECTION(kernel_rodata)
SECTION(shared_rodata)
SECTION(start_constants)
SECTION(kernel_data)
SECTION(shared_data)
SECTION(kernel_bss)
SECTION(program_data)
#undef SECTION
extern char program_text_start[], program_rodata_start[];
extern char image_end_physical[], boot_stack_guard[];

static char *image_end(void)
{
    return direct((uint32_t)image_end_physical);
}

static bool is_in(const char *address, const char *start, const char *end)
{
    return address >= start && address < end;
}

static void protect(const char *start, const char *end, unsigned rights)
{
    for (const char *page = start; page < end; page += PAGE_SIZE)
        paging_protect(page, rights);
}

/* Returns the rights of pages that both rings share, and of those that are ring 0's alone. Each
 * page has a note of its protection, so that it can be asked for. */
static unsigned shared(uint32_t protection)
{
    return protection_rights(protection);
}

static unsigned kernels(uint32_t protection)
{
    unsigned as_data = protection == PAGE_EXECUTE_READ ? 0 : protection_of_data();
    return protection_rights(protection) & ~(PAGING_USER | as_data);
}

/* The section .sse_places of all files names the instructions that a CPU without SSE does not know.
 * Each has four bytes. */
static void replace_sse(void)
{
    extern char *const sse_places[];
    static const char nothing[4] = {0x8D, 0x74, 0x26, 0x00}; /* lea 0(%esi), %esi */
    for (char *const *place = sse_places; *place; place++)
        memcpy(*place, nothing, sizeof nothing);
}

void image_protect(void)
{
    if (!cpu_features.sse)
        replace_sse();
    /* boot's, with its stack */
    protect(direct(IMAGE_PHYSICAL), kernel_text_start, kernels(PAGE_READWRITE));
    protect(kernel_text_start, kernel_text_end, kernels(PAGE_EXECUTE_READ));
    protect(shared_text_start, shared_text_end, shared(PAGE_EXECUTE_READ));
    protect(kernel_rodata_start, kernel_rodata_end, kernels(PAGE_READONLY));
    protect(shared_rodata_start, shared_rodata_end, shared(PAGE_READONLY));
    protect(start_constants_start, start_constants_end, shared(PAGE_READWRITE));
    protect(kernel_data_start, kernel_data_end, kernels(PAGE_READWRITE));
    protect(shared_data_start, shared_data_end, shared(PAGE_READWRITE));
    protect(kernel_bss_start, kernel_bss_end, kernels(PAGE_READWRITE));
    protect(program_data_start, program_data_end, shared(PAGE_READWRITE));
    protect(program_data_end, image_end(), kernels(PAGE_READONLY)); /* the symbols */
    paging_unmap(direct((uint32_t)boot_stack_guard));
}

void image_seal(void)
{
    protect(start_constants_start, start_constants_end, shared(PAGE_READONLY));
}

uint32_t image_size(void)
{
    return (uint32_t)image_end_physical - IMAGE_PHYSICAL;
}

bool image_holds(const void *address)
{
    return is_in(address, direct(IMAGE_PHYSICAL), image_end());
}

bool image_may_protect(const char *start, const char *end, uint32_t protection, bool ring3)
{
    bool as_code = protection == PAGE_EXECUTE_READ || protection == PAGE_EXECUTE_READWRITE;
    const struct {
        const char *start, *end;
        bool may;
    } parts[] = {
        {program_text_start, shared_text_end, true},
        {program_rodata_start, shared_rodata_end, true},
        {program_data_start, program_data_end, true},
        /* Ring 0 executes the shared text, so it stays code, and ring 3 may not change it. */
        {shared_text_start, program_text_start, !ring3 && as_code},
    };
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (start >= parts[i].start && end <= parts[i].end)
            return parts[i].may;
    return false;
}
