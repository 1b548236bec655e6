/* The modules of a process: the program, its libraries, and what the runtime brings.
 *
 * A module is its row in Windows' lists of the PEB, with what the loader itself knows behind it.
 * All calls are with the loader's lock, from ordinary code.
 */
#ifndef WIN32_PROCESS_MODULE_H
#define WIN32_PROCESS_MODULE_H

#include "win32/image/runtime_module.h"

#include <nt_image.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <synchapi.h>
#include <winternl.h>

enum {
    MODULE_PATH = 260,      /* bytes of a name with its folder and the zero */
    MODULE_PINNED = 0xFFFF, /* LoadCount of a module that is never unloaded */
    MODULE_HAS_LOCALS = 0xFFFF
};

/* Flags of a row. */
enum {
    MODULE_STATIC = 0x2,
    MODULE_IS_DLL = 0x4,
    MODULE_LOADING = 0x1000,
    MODULE_UNLOADING = 0x2000,
    MODULE_PROCESSED = 0x4000,
    MODULE_NO_THREAD_CALLS = 0x40000,
    MODULE_ATTACHED = 0x80000,
    MODULE_NOT_AT_BASE = 0x200000,
};

struct module {
    LDR_DATA_TABLE_ENTRY row;
    struct module *next;               /* in the order of loading */
    struct module *initialized_before; /* NULL: the first one, or not initialized */
    struct module **imports;           /* each once */
    unsigned import_count;
    int locals;              /* the number of its thread locals, -1 without */
    IMAGE_TLS_DIRECTORY tls; /* where it has some: the file's, before the program could change it */
    bool is_walked;          /* a walk of the tree has been here */
    bool is_announced;       /* listeners were told of it */
    bool is_unresolved;      /* its imports were not asked for, and its entry is not called */
    const char *name;        /* in path, without the folder */
    char path[MODULE_PATH];
    wchar_t wide_path[MODULE_PATH];
};

/* The one lock of all of this, which its owner may take again. It is the PEB's LoaderLock. */
extern CRITICAL_SECTION loader_lock;

/* The first module: the program. */
extern struct module *program_module;

/* The loader's own orders. Windows' lists are for programs, which may write over them. */
extern struct module *first_module, *last_initialized;

/* Walks all modules in the order of loading. */
#define MODULE_FOR_EACH(one) for (struct module *one = first_module; one; one = one->next)

extern PEB_LDR_DATA loader_data;

/* Counts the walks of the lists that call code of modules. Meanwhile no row goes. */
extern unsigned module_walks;

static inline char *module_base(const struct module *module)
{
    return module->row.DllBase;
}

/* Returns the address of size bytes of the module, NULL if they are not inside. */
static inline void *module_at(const struct module *module, uint32_t offset, uint32_t size)
{
    uint32_t all = module->row.SizeOfImage;
    return offset <= all && size <= all - offset ? module_base(module) + offset : NULL;
}

/* Makes a row for an image at this base, last in the orders of loading and of memory. NULL: no
 * memory. */
struct module *module_make(const char *path, char *base);

/* Notes where the image says that its entry is. */
void module_read_entry(struct module *module);

/* Takes the row out of all lists, and from what others import, and frees it; the image stays. */
void module_forget(struct module *module);

/* Notes that the module's import leads to the other one. Returns false without memory. */
bool module_note_import(struct module *module, struct module *other);

/* Find a loaded module: by a name without folder, by its whole path, both whatever the case; by its
 * base; by any address inside. NULL: there is none. */
struct module *module_by_name(const char *name);
struct module *module_by_path(const char *path);
struct module *module_by_base(const void *base);
struct module *module_by_address(const void *address);

/* Puts the module last in the order of initialization, once. */
void module_link_initialized(struct module *module);

#endif
