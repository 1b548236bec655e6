/* Modules become files. */
#include "kernel/module_files.h"

#include "kernel/arguments.h"
#include "kernel/call/report.h"
#include "kernel/memory/frames.h"
#include "kernel/memory/paging.h"
#include "lib/ram_files.h"

#include <string.h>

/* No other memory shares these pages: modules begin on whole pages, and so does all that the kernel
 * hands out. */
static void open_pages(const struct boot_module *module)
{
    for (uint32_t at = PAGE_DOWN(module->start); at < module->end; at += PAGE_SIZE)
        paging_protect(direct(at), PAGING_WRITE | PAGING_USER);
}

static void take_over(const struct boot_module *module)
{
    char word[BOOT_NAME_SIZE];
    if (!arguments_last_word(module->name, word)) {
        report_line("a file without a name is left out; GRUB's line is: module PATH NAME");
        return;
    }
    const char *slash = strrchr(word, '/');
    const char *name = slash ? slash + 1 : word;
    struct path path;
    path_make(&path, name);
    if (path.kind != PATH_FILE) {
        report_line("the file %s is left out: no file can have this name", word);
    } else if (ram_find(path_name(&path))) {
        report_line("a second file %s is left out", name);
    } else {
        open_pages(module);
        ram_adopt(path_name(&path), direct(module->start), module->end - module->start);
    }
}

void files_take_over(const struct boot_info *boot)
{
    _Static_assert(BOOT_MODULES <= RAM_FILES / 2, "there is a file for each module");
    ram_begin();
    for (uint32_t i = 0; i < boot->module_count; i++)
        take_over(&boot->modules[i]);
}
