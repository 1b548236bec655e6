/* The loader's lists, which programs read by themselves. */
#include "win32/process/module.h"

#include "lib/paths.h"
#include "lib/utf16.h"
#include "win32/image/image_view.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

CRITICAL_SECTION loader_lock;
struct module *program_module, *first_module, *last_initialized;
unsigned module_walks;

#define EMPTY(list)                                                                                \
    {                                                                                              \
        &loader_data.list, &loader_data.list                                                       \
    }

PEB_LDR_DATA loader_data = {
    .Length = sizeof loader_data,
    .Initialized = TRUE,
    .InLoadOrderModuleList = EMPTY(InLoadOrderModuleList),
    .InMemoryOrderModuleList = EMPTY(InMemoryOrderModuleList),
    .InInitializationOrderModuleList = EMPTY(InInitializationOrderModuleList),
};

static void link_last(LIST_ENTRY *list, LIST_ENTRY *link)
{
    link->Flink = list;
    link->Blink = list->Blink;
    list->Blink->Flink = link;
    list->Blink = link;
}

/* A link that is in no list leads to itself. */
static void begin_alone(LIST_ENTRY *link)
{
    link->Flink = link->Blink = link;
}

static void take_out(LIST_ENTRY *link)
{
    link->Flink->Blink = link->Blink;
    link->Blink->Flink = link->Flink;
    begin_alone(link);
}

/* Fills what the image itself says. */
static void fill_row(struct module *module)
{
    const IMAGE_NT_HEADERS *headers = image_headers(module_base(module));
    LDR_DATA_TABLE_ENTRY *row = &module->row;
    row->SizeOfImage = headers->OptionalHeader.SizeOfImage;
    row->TimeDateStamp = headers->FileHeader.TimeDateStamp;
    row->OriginalBase = headers->OptionalHeader.ImageBase;
    row->Flags = headers->FileHeader.Characteristics & IMAGE_FILE_DLL ? MODULE_IS_DLL : 0;
}

void module_read_entry(struct module *module)
{
    uint32_t entry = image_headers(module_base(module))->OptionalHeader.AddressOfEntryPoint;
    module->row.EntryPoint = entry ? module_base(module) + entry : NULL;
}

struct module *module_make(const char *path, char *base)
{
    struct module *module = calloc(1, sizeof *module);
    if (!module)
        return NULL;
    strncpy(module->path, path, MODULE_PATH - 1);
    module->name = path_last_part(module->path);
    wide_widen(module->path, module->wide_path);
    module->row.DllBase = base;
    module->locals = -1;
    fill_row(module);
    RtlInitUnicodeString(&module->row.FullDllName, module->wide_path);
    const wchar_t *slash = wcsrchr(module->wide_path, L'\\');
    RtlInitUnicodeString(&module->row.BaseDllName, slash ? slash + 1 : module->wide_path);
    struct module **end = &first_module;
    while (*end)
        end = &(*end)->next;
    *end = module;
    link_last(&loader_data.InLoadOrderModuleList, &module->row.InLoadOrderLinks);
    link_last(&loader_data.InMemoryOrderModuleList, &module->row.InMemoryOrderLinks);
    begin_alone(&module->row.InInitializationOrderLinks);
    begin_alone(&module->row.HashLinks);
    begin_alone(&module->row.ForwarderLinks);
    begin_alone(&module->row.ServiceTagLinks);
    begin_alone(&module->row.StaticLinks);
    return module;
}

static void leave_order(struct module *module)
{
    struct module **link = &last_initialized;
    while (*link && *link != module)
        link = &(*link)->initialized_before;
    if (*link)
        *link = module->initialized_before;
}

void module_link_initialized(struct module *module)
{
    leave_order(module);
    module->initialized_before = last_initialized;
    last_initialized = module;
    take_out(&module->row.InInitializationOrderLinks);
    link_last(&loader_data.InInitializationOrderModuleList,
              &module->row.InInitializationOrderLinks);
}

static void forget_import(struct module *module, const struct module *other)
{
    for (unsigned i = 0; i < module->import_count; i++)
        if (module->imports[i] == other)
            module->imports[i--] = module->imports[--module->import_count];
}

void module_forget(struct module *module)
{
    MODULE_FOR_EACH (importer)
        forget_import(importer, module);
    leave_order(module);
    struct module **link = &first_module;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
    take_out(&module->row.InLoadOrderLinks);
    take_out(&module->row.InMemoryOrderLinks);
    take_out(&module->row.InInitializationOrderLinks);
    free(module->imports);
    free(module);
}

bool module_note_import(struct module *module, struct module *other)
{
    for (unsigned i = 0; i < module->import_count; i++)
        if (module->imports[i] == other)
            return true;
    struct module **more =
        realloc(module->imports, (module->import_count + 1) * sizeof *module->imports);
    if (!more)
        return false;
    module->imports = more;
    module->imports[module->import_count++] = other;
    return true;
}

struct module *module_by_name(const char *name)
{
    MODULE_FOR_EACH (module)
        if (_stricmp(module->name, name) == 0)
            return module;
    return NULL;
}

struct module *module_by_path(const char *path)
{
    MODULE_FOR_EACH (module)
        if (_stricmp(module->path, path) == 0)
            return module;
    return NULL;
}

struct module *module_by_base(const void *base)
{
    MODULE_FOR_EACH (module)
        if (module->row.DllBase == base)
            return module;
    return NULL;
}

struct module *module_by_address(const void *address)
{
    MODULE_FOR_EACH (module)
        if ((uint32_t)address - (uint32_t)module->row.DllBase < module->row.SizeOfImage)
            return module;
    return NULL;
}
