#include "win32/ntdll/named_objects.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/utf16.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/program_objects.h"
#include "win32/objects/due_time.h"

#include <errhandlingapi.h>
#include <handleapi.h>

/* A name in UTF-8, as the kernel has it. */
struct object_name {
    char bytes[OBJECT_NAME_SIZE + WIDE_BYTES + 1];
    const char *text; /* NULL: none */
};

static NTSTATUS take_name(const OBJECT_ATTRIBUTES *attributes, struct object_name *name)
{
    WCHAR wide[MAX_PATH];
    NTSTATUS status = nt_take_object_name(attributes, wide);
    if (status == STATUS_SUCCESS && *wide && program_object_kind(wide) != FILE_NONE)
        status = (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    name->text = status == STATUS_SUCCESS && *wide
                     ? wide_narrow(wide, name->bytes, sizeof name->bytes)
                     : NULL;
    return status;
}

/* Tells the handle of an object that a service has made or found. */
static NTSTATUS give(uint32_t status, uint32_t handle, const OBJECT_ATTRIBUTES *attributes,
                     PHANDLE object)
{
    if (status == STATUS_OBJECT_NAME_EXISTS && !(attributes->Attributes & OBJ_OPENIF)) {
        CloseHandle((HANDLE)handle);
        status = STATUS_OBJECT_NAME_COLLISION;
    }
    if ((NTSTATUS)status >= 0)
        *object = (HANDLE)handle;
    return (NTSTATUS)status;
}

/* The two calls of a kind. Each Create tells the service what else it needs. */
#define CREATE(object, attributes, service, ...)                                                   \
    struct object_name name;                                                                       \
    uint32_t handle = 0;                                                                           \
    NTSTATUS status = nt_begin_object_call(object, attributes);                                    \
    if (status == STATUS_SUCCESS)                                                                  \
        status = take_name(attributes, &name);                                                     \
    if (status != STATUS_SUCCESS)                                                                  \
        return status;                                                                             \
    status = (NTSTATUS)service(&handle, name.text, __VA_ARGS__);                                   \
    return give((uint32_t)status, handle, attributes, object)

static NTSTATUS open_kind(PHANDLE object, ULONG access, const OBJECT_ATTRIBUTES *attributes,
                          uint32_t kind)
{
    struct object_name name;
    uint32_t handle = 0;
    if (!attributes)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    NTSTATUS status = nt_begin_object_call(object, attributes);
    if (status == STATUS_SUCCESS)
        status = take_name(attributes, &name);
    if (status != STATUS_SUCCESS)
        return status;
    if (!name.text)
        return nt_no_name(attributes);
    status = (NTSTATUS)sys_object_open(&handle, name.text, kind, access);
    return give((uint32_t)status, handle, attributes, object);
}

enum { NOTIFICATION, SYNCHRONIZATION };

NTSTATUS NTAPI NtCreateEvent(PHANDLE event, ULONG access, POBJECT_ATTRIBUTES attributes, ULONG type,
                             BOOLEAN is_set)
{
    (void)access;
    if (type > SYNCHRONIZATION)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    CREATE(event, attributes, sys_event_create, type == NOTIFICATION, is_set);
}

NTSTATUS NTAPI NtOpenEvent(PHANDLE event, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    return open_kind(event, access, attributes, OBJECT_EVENT);
}

NTSTATUS NTAPI NtCreateMutant(PHANDLE mutant, ULONG access, POBJECT_ATTRIBUTES attributes,
                              BOOLEAN is_owned)
{
    (void)access;
    CREATE(mutant, attributes, sys_mutex_create, is_owned);
}

NTSTATUS NTAPI NtOpenMutant(PHANDLE mutant, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    return open_kind(mutant, access, attributes, OBJECT_MUTEX);
}

NTSTATUS NTAPI NtCreateSemaphore(PHANDLE semaphore, ULONG access, POBJECT_ATTRIBUTES attributes,
                                 LONG count, LONG most)
{
    (void)access;
    CREATE(semaphore, attributes, sys_semaphore_create, count, most);
}

NTSTATUS NTAPI NtOpenSemaphore(PHANDLE semaphore, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    return open_kind(semaphore, access, attributes, OBJECT_SEMAPHORE);
}

/* ---------------------------------------------------------------- timers */

NTSTATUS NTAPI NtCreateTimer(PHANDLE timer, ULONG access, POBJECT_ATTRIBUTES attributes, ULONG type)
{
    (void)access;
    if (type > SYNCHRONIZATION)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    CREATE(timer, attributes, sys_timer_create, type == NOTIFICATION);
}

NTSTATUS NTAPI NtOpenTimer(PHANDLE timer, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    return open_kind(timer, access, attributes, OBJECT_TIMER);
}

static void tell_signal(HANDLE timer, PBOOLEAN is_signalled)
{
    struct object_state state;
    if (is_signalled && sys_object_query((uint32_t)timer, &state) == STATUS_SUCCESS)
        *is_signalled = state.signal > 0;
}

NTSTATUS NTAPI NtSetTimer(HANDLE timer, PLARGE_INTEGER due, PTIMERAPCROUTINE routine,
                          PVOID argument, BOOLEAN resume, LONG period, PBOOLEAN before)
{
    (void)resume; /* the machine never sleeps */
    if (!due)
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    tell_signal(timer, before);
    return (NTSTATUS)sys_timer_set((uint32_t)timer, due_time(due), (uint32_t)period,
                                   (uint32_t)routine, (uint32_t)argument);
}

NTSTATUS NTAPI NtCancelTimer(HANDLE timer, PBOOLEAN is_signalled)
{
    tell_signal(timer, is_signalled);
    return (NTSTATUS)sys_timer_cancel((uint32_t)timer);
}
