/* How often each module is wanted, and what goes when none wants it any more. */
#include "win32/process/attach.h"
#include "win32/process/dll_listeners.h"
#include "win32/process/load.h"
#include "win32/process/make_module.h"

static void forget_walks(void)
{
    MODULE_FOR_EACH (module)
        module->is_walked = false;
}

static void count_tree(struct module *module, int change, bool for_ever)
{
    if (module->is_walked || module->row.LoadCount == MODULE_PINNED)
        return;
    module->is_walked = true;
    module->row.LoadCount = for_ever ? MODULE_PINNED : (USHORT)(module->row.LoadCount + change);
    for (unsigned i = 0; i < module->import_count; i++)
        count_tree(module->imports[i], change, for_ever);
}

void load_count(struct module *module, bool for_ever)
{
    forget_walks();
    count_tree(module, 1, for_ever);
}

/* The module without a count that was initialized last of those that have not been told; NULL. */
static struct module *next_to_tell(void)
{
    struct module *module = last_initialized;
    while (module && !(module->row.LoadCount == 0 && module->row.Flags & MODULE_ATTACHED))
        module = module->initialized_before;
    return module;
}

static struct module *next_to_go(void)
{
    MODULE_FOR_EACH (module)
        if (module->row.LoadCount == 0 && module != program_module)
            return module;
    return NULL;
}

/* All entries are called before the first module goes, because they may call each other. A module
 * goes only when no walk is on the stack, which may stand at its row, or in its code. */
void load_drop_uncounted(void)
{
    struct module *module;
    module_walks++;
    while ((module = next_to_tell()))
        attach_take_back(module, NULL);
    module_walks--;
    while (module_walks == 0 && (module = next_to_go())) {
        dll_listeners_tell_end(module);
        module_discard(module);
    }
}

void unload_library(struct module *module)
{
    forget_walks();
    count_tree(module, -1, false);
    load_drop_uncounted();
}
