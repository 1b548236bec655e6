#include "win32/ntdll/program_objects.h"

#include "lib/utf16.h"
#include "win32/files/open_files.h"
#include "win32/kernel32/completion_ports.h"
#include "win32/kernel32/jobs.h"
#include "win32/ntdll/named_objects.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/objects/new_object.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>
#include <string.h>
#include <stringapiset.h>
#include <wchar.h>

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
    return open_file_kind_of(wide_narrow(name, bytes, sizeof bytes));
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
        status = program_object_name(job, attributes, job_make(), free);
    SetLastError(before);
    return status;
}

NTSTATUS NTAPI NtOpenJobObject(PHANDLE job, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    (void)access;
    return find_opened(job, attributes, free);
}

/* ---------------------------------------------------------------- by kernel32 */

/* The attributes of a name, which begins with a folder's. NULL: there is none. */
struct job_name {
    WCHAR text[2 * MAX_PATH];
    UNICODE_STRING string;
    OBJECT_ATTRIBUTES attributes;
};

static HANDLE too_long(void)
{
    SetLastError(ERROR_FILENAME_EXCED_RANGE);
    return NULL;
}

static POBJECT_ATTRIBUTES name_job(LPCWSTR name, struct job_name *taken)
{
    static const WCHAR folder[] = L"\\BaseNamedObjects\\";
    if (!name || !*name)
        return NULL;
    wcscpy(taken->text, folder);
    wcsncat(taken->text, name, MAX_PATH);
    RtlInitUnicodeString(&taken->string, taken->text);
    taken->attributes = (OBJECT_ATTRIBUTES){
        .Length = sizeof taken->attributes, .ObjectName = &taken->string, .Attributes = OBJ_OPENIF};
    return &taken->attributes;
}

HANDLE WINAPI CreateJobObjectW(LPSECURITY_ATTRIBUTES security, LPCWSTR name)
{
    struct job_name taken;
    HANDLE job = NULL;
    (void)security;
    NTSTATUS status = NtCreateJobObject(&job, GENERIC_ALL, name_job(name, &taken));
    return new_object((uint32_t)status, (uint32_t)job);
}

HANDLE WINAPI CreateJobObjectA(LPSECURITY_ATTRIBUTES security, LPCSTR name)
{
    WCHAR wide[MAX_PATH + 1] = L"";
    if (name && !MultiByteToWideChar(CP_ACP, 0, name, -1, wide, MAX_PATH + 1)) {
        return too_long();
    }
    return CreateJobObjectW(security, wide);
}

HANDLE WINAPI OpenJobObjectW(DWORD access, BOOL inherit, LPCWSTR name)
{
    struct job_name taken;
    HANDLE job = NULL;
    (void)inherit;
    if (!name)
        return refuse_parameter();
    NTSTATUS status = NtOpenJobObject(&job, access, name_job(name, &taken));
    return error_if_failed((uint32_t)status) ? job : NULL;
}

HANDLE WINAPI OpenJobObjectA(DWORD access, BOOL inherit, LPCSTR name)
{
    WCHAR wide[MAX_PATH + 1];
    if (!name)
        return refuse_parameter();
    if (!MultiByteToWideChar(CP_ACP, 0, name, -1, wide, MAX_PATH + 1)) {
        return too_long();
    }
    return OpenJobObjectW(access, inherit, wide);
}
