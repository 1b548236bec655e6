/* The boot loader's information is taken over. Started by boot_loader.t, which brings files, other
 * entries and long command lines; without arguments it checks the ordinary start.
 *
 * Ring 0 only: the words of the boot loader lie in the kernel, before there is a program.
 */
#include "kernel/boot_view.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "tests/harness/locked.h"
#include "tests/harness/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Entries in place of boot_entry, as loaders would be that are none, or say less. boot_loader.t
 * makes one of them the image's entry. */
__asm__(".section .boot.text\n"
        "	.globl	entry_wrong_magic, entry_no_memory, entry_no_map, entry_little_memory\n"
        "entry_wrong_magic:\n" /* ebx must not be looked at */
        "	movl	$0x36D76289, %eax\n"
        "	movl	$0xFFFFFFF0, %ebx\n"
        "	jmp	boot_entry\n"
        "entry_no_memory:\n"
        "	andl	$~0x41, (%ebx)\n"
        "	jmp	boot_entry\n"
        "entry_no_map:\n"
        "	andl	$~0x40, (%ebx)\n"
        "	jmp	boot_entry\n"
        "entry_little_memory:\n"
        "	andl	$~0x40, (%ebx)\n"
        "	movl	$16, 8(%ebx)\n" /* KB above 1 MB */
        "	jmp	boot_entry\n"
        "	.text\n");

static bool in_a_module(uint32_t frame)
{
    const struct boot_info *boot = boot_view();
    for (uint32_t i = 0; i < boot->module_count; i++)
        if (frame + PAGE_SIZE > boot->modules[i].start && frame < boot->modules[i].end)
            return true;
    return false;
}

/* The module holds the numbers from 0 on, each on a line, as seq prints them. */
static bool holds_numbers(const struct boot_module *module)
{
    const char *at = direct(module->start), *end = direct(module->end);
    unsigned expected = 0;
    while (at < end) {
        char text[12];
        int length = snprintf(text, sizeof text, "%u\n", expected++);
        if (end - at < length || memcmp(at, text, (size_t)length) != 0)
            return false;
        at += length;
    }
    return expected > 1;
}

/* Takes all memory there is and fills it. Returns how many frames were a module's. */
static unsigned fill_memory(void)
{
    unsigned taken_from_modules = 0;
    for (uint32_t frame = frame_alloc(); frame != FRAME_NONE; frame = frame_alloc()) {
        taken_from_modules += in_a_module(frame);
        memset(direct(frame), 0xEE, PAGE_SIZE);
    }
    return taken_from_modules;
}

static void check_modules(unsigned count, char **names)
{
    const struct boot_info *boot = boot_view();
    is_dec(boot->module_count, count, "every module is known");
    is_dec(fill_memory(), 0, "memory that holds modules is not handed out");
    for (unsigned i = 0; i < count && i < boot->module_count; i++) {
        const struct boot_module *module = &boot->modules[i];
        ok(strcmp(module->name, names[i]) == 0, "module %u is called %s: %s", i, names[i],
           module->name);
        ok(holds_numbers(module), "its %u bytes are those of the file",
           (unsigned)(module->end - module->start));
        uint32_t before = PAGE_DOWN(module->start) - PAGE_SIZE, behind = PAGE_UP(module->end);
        ok(paging_allows(direct(module->start), module->end - module->start,
                         PAGING_USER | PAGING_WRITE) &&
               (in_a_module(before) || !paging_allows(direct(before), 1, PAGING_USER)) &&
               (in_a_module(behind) || !paging_allows(direct(behind), 1, PAGING_USER)),
           "ring 3 reaches its pages, because it is a file, and none beside them");
    }
}

int main(int argc, char **argv)
{
    const struct boot_info *boot = boot_view();
    if (argc > 1 && strcmp(argv[1], "modules") == 0) {
        check_modules((unsigned)argc - 2, argv + 2);
        return tap_done();
    }
    if (argc > 1 && strcmp(argv[1], "length") == 0) { /* one more word follows */
        printf("%u words, %u bytes of command line, the last word has %u\n", (unsigned)argc,
               (unsigned)strlen(boot->command_line), (unsigned)strlen(argv[argc - 1]));
        return 0;
    }
    ok(boot->loader_name[0], "the loader's name is known: %s", boot->loader_name);
    ok(argc == 1 && strncmp(boot->command_line, argv[0], strlen(argv[0])) == 0,
       "the command line is known: %s", boot->command_line);
    is_dec(boot->module_count, 0, "there are no modules");
    is_dec(boot->truncated, false, "nothing was cut");
    ok(boot->range_count >= 1, "there is memory");
    return tap_done();
}
