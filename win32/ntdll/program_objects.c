#include "win32/ntdll/program_objects.h"

#include "lib/utf16.h"
#include "win32/files/open_files.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/kernel32/jobs.h"
#include "win32/ntdll/named_objects.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>
#include <string.h>

/* The object of a name, with one user more; NULL: there is none. With the lock held. Only objects
 * and sections have names. */
static struct open_file *find_named(const char *name)
{
    for (struct open_file *one = open_files; one < open_files + OPEN_FILES; one++)
        if (one->kind != FILE_NONE && one->name && !strcmp(one->name, name)) {
            one->users++;
            return one;
        }
    return NULL;
}

enum file_kind program_object_kind(const WCHAR *name)
{
    char bytes[MAX_PATH * WIDE_BYTES + 1];
    wide_narrow(name, bytes, sizeof bytes);
    lock_take(&ram_lock);
    struct open_file *found = find_named(bytes);
    lock_release(&ram_lock);
    enum file_kind kind = found ? found->kind : FILE_NONE;
    if (found)
        open_file_leave(found);
    return kind;
}

/* Another handle of an object, whose user the caller is. */
static NTSTATUS give_again(struct open_file *found, object_end *end, PHANDLE object)
{
    if (found->end != end) {
        open_file_leave(found);
        return (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    }
    HANDLE handle = open_file_publish(found);
    if (handle == INVALID_HANDLE_VALUE)
        return (NTSTATUS)STATUS_NO_MEMORY;
    *object = handle;
    return STATUS_SUCCESS;
}

/* Gives a new object its name, of malloc's, unless another one has it. */
static NTSTATUS give_first(HANDLE made, object_end *end, char *name,
                           const OBJECT_ATTRIBUTES *attributes, PHANDLE object)
{
    struct open_file *own = open_object_use(made, end);
    lock_take(&ram_lock);
    struct open_file *found = find_named(name);
    if (!found)
        own->name = name;
    lock_release(&ram_lock);
    open_file_leave(own);
    if (!found) {
        *object = made;
        return STATUS_SUCCESS;
    }
    free(name);
    CloseHandle(made);
    NTSTATUS status = give_again(found, end, object);
    if (status != STATUS_SUCCESS)
        return status;
    if (attributes->Attributes & OBJ_OPENIF)
        return (NTSTATUS)STATUS_OBJECT_NAME_EXISTS;
    CloseHandle(*object);
    *object = NULL;
    return (NTSTATUS)STATUS_OBJECT_NAME_COLLISION;
}

/* Takes the name of an object; NULL: it has none. */
static NTSTATUS begin_named(PHANDLE object, const OBJECT_ATTRIBUTES *attributes, char **name)
{
    WCHAR wide[MAX_PATH];
    NTSTATUS status = nt_begin_object_call(object, attributes);
    if (status == STATUS_SUCCESS)
        status = nt_take_object_name(attributes, wide);
    *name = NULL;
    if (status != STATUS_SUCCESS || !wide[0])
        return status;
    if (nt_name_is_taken(wide))
        return (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    *name = wide_narrow_copy(wide);
    return (NTSTATUS)(*name ? STATUS_SUCCESS : STATUS_NO_MEMORY);
}

NTSTATUS program_object_name(PHANDLE object, const OBJECT_ATTRIBUTES *attributes, HANDLE made,
                             object_end *end)
{
    char *name;
    if (!made)
        return (NTSTATUS)STATUS_NO_MEMORY;
    NTSTATUS status = begin_named(object, attributes, &name);
    if (status == STATUS_SUCCESS && name)
        return give_first(made, end, name, attributes, object);
    if (status == STATUS_SUCCESS)
        *object = made;
    else
        CloseHandle(made);
    return status;
}

static NTSTATUS find_opened(PHANDLE object, const OBJECT_ATTRIBUTES *attributes, object_end *end)
{
    char *name;
    NTSTATUS status = begin_named(object, attributes, &name);
    if (status != STATUS_SUCCESS)
        return status;
    if (!name)
        return nt_no_name(attributes);
    lock_take(&ram_lock);
    struct open_file *found = find_named(name);
    lock_release(&ram_lock);
    free(name);
    return found ? give_again(found, end, object) : (NTSTATUS)STATUS_OBJECT_NAME_NOT_FOUND;
}

NTSTATUS NTAPI NtCreateIoCompletion(PHANDLE port, ULONG access, POBJECT_ATTRIBUTES attributes,
                                    ULONG threads)
{
    DWORD before = GetLastError();
    (void)access;
    NTSTATUS status = nt_begin_object_call(port, attributes);
    if (status == STATUS_SUCCESS)
        status = program_object_name(port, attributes,
                                     CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, threads),
                                     port_end);
    SetLastError(before);
    return status;
}

NTSTATUS NTAPI NtOpenIoCompletion(PHANDLE port, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    (void)access;
    return find_opened(port, attributes, port_end);
}

NTSTATUS NTAPI NtCreateJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    DWORD before = GetLastError();
    (void)access;
    NTSTATUS status = nt_begin_object_call(job, attributes);
    if (status == STATUS_SUCCESS)
        status = program_object_name(job, attributes, CreateJobObjectA(NULL, NULL), free);
    SetLastError(before);
    return status;
}

NTSTATUS NTAPI NtOpenJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    (void)access;
    return find_opened(job, attributes, free);
}
