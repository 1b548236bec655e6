/* Functions of a program that are told of libraries that come and go: ntdll's
 * LdrRegisterDllNotification. Ordinary code.
 */
#ifndef WIN32_PROCESS_DLL_LISTENERS_H
#define WIN32_PROCESS_DLL_LISTENERS_H

#include "win32/process/module.h"

enum { DLL_LOADED = 1, DLL_UNLOADED };

struct dll_notification {
    ULONG flags; /* 0 */
    const UNICODE_STRING *path, *name;
    PVOID base;
    ULONG size;
};
typedef VOID(NTAPI *dll_listener)(ULONG reason, const struct dll_notification *data, PVOID context);

/* Add a function, and take it away. It is called with the loader's lock: before a library's own
 * function is told that it is loaded, with its imports bound, and after it is told that it goes.
 * STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY; STATUS_DLL_NOT_FOUND, it was never added. */
NTSTATUS NTAPI LdrRegisterDllNotification(ULONG flags, dll_listener function, PVOID context,
                                          PVOID *cookie);
NTSTATUS NTAPI LdrUnregisterDllNotification(PVOID cookie);

/* Tell of the module and of what it imports, what comes first first, unless they were told of; and
 * of one that goes, if it was told of. With the loader's lock. */
void dll_listeners_tell_tree(struct module *module);
void dll_listeners_tell_end(struct module *module);

#endif
