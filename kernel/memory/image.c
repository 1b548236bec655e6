/* Rights by linker section; the sections' symbols come from linker.ld. */
#include "kernel/memory/image.h"

#include "boot/layout.h"
#include "kernel/cpu/control.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"

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
#undef SECTION
extern char image_end_physical[], boot_stack_guard[];

static void protect(const char *start, const char *end, unsigned rights)
{
    for (const char *page = start; page < end; page += PAGE_SIZE)
        paging_protect(page, rights);
}

void image_protect(void)
{
    protect(direct(IMAGE_PHYSICAL), kernel_text_start, PAGING_WRITE); /* boot's, with its stack */
    protect(kernel_text_start, kernel_text_end, PAGING_EXECUTE);
    protect(shared_text_start, shared_text_end, PAGING_EXECUTE | PAGING_USER);
    protect(kernel_rodata_start, kernel_rodata_end, 0);
    protect(shared_rodata_start, shared_rodata_end, PAGING_USER);
    protect(start_constants_start, start_constants_end, PAGING_WRITE | PAGING_USER);
    protect(kernel_data_start, kernel_data_end, PAGING_WRITE);
    protect(shared_data_start, shared_data_end, PAGING_WRITE | PAGING_USER);
    protect(kernel_bss_start, kernel_bss_end, PAGING_WRITE);
    protect(kernel_bss_end, direct((uint32_t)image_end_physical), 0); /* the symbols */
    paging_unmap(direct((uint32_t)boot_stack_guard));
}

void image_patch(void *text, const void *bytes, size_t size)
{
    uint32_t cr0 = cr0_read();
    cr0_write(cr0 & ~CR0_WP);
    memcpy(text, bytes, size);
    cr0_write(cr0);
}

void image_seal(void)
{
    protect(start_constants_start, start_constants_end, PAGING_USER);
}
