#include "win32/process/dll_listeners.h"

#include "lib/list.h"

#include <stdlib.h>

struct listener {
    struct link link; /* in the order of adding */
    dll_listener function;
    PVOID context;
};

static struct link listeners = {&listeners, &listeners};

static struct listener *listener_at(struct link *link)
{
    return list_record(struct listener, link, link);
}

NTSTATUS NTAPI LdrRegisterDllNotification(ULONG flags, dll_listener function, PVOID context,
                                          PVOID *cookie)
{
    if (flags || !function || !cookie)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    struct listener *listener = malloc(sizeof *listener);
    if (!listener)
        return (NTSTATUS)STATUS_NO_MEMORY;
    listener->function = function;
    listener->context = context;
    EnterCriticalSection(&loader_lock);
    list_append(&listeners, &listener->link);
    LeaveCriticalSection(&loader_lock);
    *cookie = listener;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI LdrUnregisterDllNotification(PVOID cookie)
{
    NTSTATUS status = (NTSTATUS)STATUS_DLL_NOT_FOUND;
    EnterCriticalSection(&loader_lock);
    for (struct link *link = listeners.next; link != &listeners; link = link->next) {
        if (listener_at(link) == cookie) {
            list_remove(link);
            free(cookie);
            status = STATUS_SUCCESS;
            break;
        }
    }
    LeaveCriticalSection(&loader_lock);
    return status;
}

/* Calls all. A listener may take itself away. */
static void tell_listeners(const struct module *module, ULONG reason)
{
    const struct dll_notification data = {0, &module->row.FullDllName, &module->row.BaseDllName,
                                          module->row.DllBase, module->row.SizeOfImage};
    struct link *next;
    module_walks++;
    for (struct link *link = listeners.next; link != &listeners; link = next) {
        next = link->next;
        listener_at(link)->function(reason, &data, listener_at(link)->context);
    }
    module_walks--;
}

void dll_listeners_tell_tree(struct module *module)
{
    if (module->is_announced || module->row.Flags & MODULE_PROCESSED)
        return;
    module->is_announced = true;
    for (unsigned i = 0; i < module->import_count; i++)
        dll_listeners_tell_tree(module->imports[i]);
    tell_listeners(module, DLL_LOADED);
}

void dll_listeners_tell_end(struct module *module)
{
    if (module->is_announced)
        tell_listeners(module, DLL_UNLOADED);
}
