#include "win32/ntdll/folder_objects.h"

#include "kernel/call/calls.h"
#include "kernel/call/service.h"
#include "lib/utf16.h"
#include "win32/ntdll/named_objects.h"
#include "win32/ntdll/nt_paths.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/ntdll/object_facts.h"
#include "win32/ntdll/object_folders.h"
#include "win32/ntdll/program_objects.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <memoryapi.h>
#include <string.h>

/* Whether the name is that of an open folder: what is made there has none. */
static bool is_folder_itself(const OBJECT_ATTRIBUTES *attributes, const struct object_place *place)
{
    return place->node && !place->name[0] && attributes->RootDirectory;
}

NTSTATUS nt_take_object_name(const OBJECT_ATTRIBUTES *attributes, WCHAR name[MAX_PATH])
{
    struct object_place place;
    name[0] = 0;
    NTSTATUS status = object_place_find(attributes, false, &place);
    if (status != STATUS_SUCCESS)
        return status;
    size_t length = place.folder ? object_folder_prefix(place.folder, name) : 0;
    if (is_folder_itself(attributes, &place))
        name[0] = 0;
    else if (place.node)
        status = (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    else if (length + wcslen(place.name) >= MAX_PATH)
        status = (NTSTATUS)STATUS_NAME_TOO_LONG;
    else
        wcscpy(name + length, place.name);
    object_place_leave(&place);
    return status;
}

bool nt_name_is_taken(const WCHAR *name)
{
    char bytes[OBJECT_NAME_SIZE + WIDE_BYTES + 1];
    uint32_t handle, status = sys_object_open(&handle, wide_narrow(name, bytes, sizeof bytes),
                                              OBJECT_EVENT, SYNCHRONIZE);
    if (status == STATUS_SUCCESS)
        CloseHandle((HANDLE)handle);
    return status == STATUS_SUCCESS || status == STATUS_OBJECT_TYPE_MISMATCH;
}

NTSTATUS nt_no_name(const OBJECT_ATTRIBUTES *attributes)
{
    return (NTSTATUS)(attributes && attributes->RootDirectory ? STATUS_OBJECT_TYPE_MISMATCH
                                                              : STATUS_OBJECT_PATH_SYNTAX_BAD);
}

static bool is_taken(const struct object_place *place)
{
    WCHAR name[2 * MAX_PATH];
    if (!place->folder)
        return false;
    wcscpy(name + object_folder_prefix(place->folder, name), place->name);
    return nt_name_is_taken(name) || program_object_kind(name) != FILE_NONE;
}

static NTSTATUS give_node(struct object_node *node, NTSTATUS status, PHANDLE handle)
{
    DWORD before = GetLastError();
    *handle = object_node_publish(node);
    SetLastError(before);
    return *handle ? status : (NTSTATUS)STATUS_NO_MEMORY;
}

/* Gives the node that is there to a call that makes one. */
static NTSTATUS give_there(struct object_node *node, enum node_kind kind,
                           const OBJECT_ATTRIBUTES *attributes, PHANDLE handle)
{
    if (node->kind != kind)
        return (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    return attributes->Attributes & OBJ_OPENIF
               ? give_node(node, (NTSTATUS)STATUS_OBJECT_NAME_EXISTS, handle)
               : (NTSTATUS)STATUS_OBJECT_NAME_COLLISION;
}

static NTSTATUS create_node(PHANDLE handle, const OBJECT_ATTRIBUTES *attributes,
                            enum node_kind kind, const UNICODE_STRING *target)
{
    struct object_place place;
    NTSTATUS status = object_place_find(attributes, kind == NODE_LINK, &place);
    if (status != STATUS_SUCCESS)
        return status;
    if (is_folder_itself(attributes, &place)) {
        object_place_leave(&place);
        place = (struct object_place){NULL, NULL, L""};
    }
    DWORD before = GetLastError();
    if (!place.node)
        status = is_taken(&place)
                     ? (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH
                     : object_node_make(&place, kind,
                                        attributes && attributes->Attributes & OBJ_CASE_INSENSITIVE,
                                        target ? target->Buffer : L"",
                                        target ? target->Length / 2u : 0, handle);
    SetLastError(before);
    if (place.node)
        status = give_there(place.node, kind, attributes, handle);
    object_place_leave(&place);
    return status;
}

static NTSTATUS open_node(PHANDLE handle, const OBJECT_ATTRIBUTES *attributes, enum node_kind kind)
{
    struct object_place place;
    NTSTATUS status = nt_begin_object_call(handle, attributes);
    if (status == STATUS_SUCCESS && !attributes)
        status = (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (status == STATUS_SUCCESS)
        status = object_place_find(attributes, kind == NODE_LINK, &place);
    if (status != STATUS_SUCCESS)
        return status;
    if (!place.folder)
        status = (NTSTATUS)STATUS_OBJECT_PATH_SYNTAX_BAD;
    else if (place.node ? place.node->kind != kind : is_taken(&place))
        status = (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
    else
        status = place.node ? give_node(place.node, STATUS_SUCCESS, handle)
                            : (NTSTATUS)STATUS_OBJECT_NAME_NOT_FOUND;
    object_place_leave(&place);
    return status;
}

NTSTATUS NTAPI NtCreateDirectoryObject(PHANDLE folder, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    (void)access;
    NTSTATUS status = nt_begin_object_call(folder, attributes);
    return status == STATUS_SUCCESS ? create_node(folder, attributes, NODE_FOLDER, NULL) : status;
}

NTSTATUS NTAPI NtOpenDirectoryObject(PHANDLE folder, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    (void)access;
    return open_node(folder, attributes, NODE_FOLDER);
}

/* ---------------------------------------------------------------- links */

NTSTATUS NTAPI NtCreateSymbolicLinkObject(PHANDLE link, ULONG access, POBJECT_ATTRIBUTES attributes,
                                          PUNICODE_STRING target)
{
    (void)access;
    NTSTATUS status = nt_begin_object_call(link, attributes);
    if (status != STATUS_SUCCESS)
        return status;
    if (IsBadReadPtr(target, sizeof *target))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    if (!target->MaximumLength || target->Length > target->MaximumLength ||
        target->Length % sizeof(WCHAR))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (IsBadReadPtr(target->Buffer, target->Length))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    return create_node(link, attributes, NODE_LINK, target);
}

NTSTATUS NTAPI NtOpenSymbolicLinkObject(PHANDLE link, ULONG access, POBJECT_ATTRIBUTES attributes)
{
    (void)access;
    return open_node(link, attributes, NODE_LINK);
}

NTSTATUS NTAPI NtQuerySymbolicLinkObject(HANDLE handle, PUNICODE_STRING target, PULONG length)
{
    NTSTATUS status;
    if (IsBadWritePtr(target, sizeof *target) ||
        IsBadWritePtr(target->Buffer, target->MaximumLength) ||
        (length && IsBadWritePtr(length, sizeof *length)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    struct object_node *link = object_node_use(handle, NODE_LINK, &status);
    if (!link)
        return status;
    size_t bytes = wcslen(link->target) * sizeof(WCHAR);
    size_t stored = bytes + (length ? sizeof(WCHAR) : 0);
    if (length)
        *length = (ULONG)stored;
    if (target->MaximumLength < stored) {
        status = (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    } else {
        memcpy(target->Buffer, link->target, stored);
        target->Length = (USHORT)bytes;
    }
    object_node_leave(link);
    return status;
}

/* ---------------------------------------------------------------- lists */

/* The entries of a folder. First come its nodes, then objects, in the order of their handles. */
struct listing {
    struct object_node *folder;
    WCHAR prefix[MAX_PATH];
    size_t length;
    unsigned nodes; /* that are listed */
    ULONG handle;   /* 0: nodes are next, else objects */
    WCHAR name[MAX_PATH];
    const WCHAR *type;
};

enum { HANDLE_STEP = 4, HANDLES_FREE = 4096 };

/* Whether a lower handle is of an object with this name. */
static bool is_listed(ULONG end, const WCHAR *name)
{
    struct named_object object;
    for (ULONG handle = HANDLE_STEP; handle < end; handle += HANDLE_STEP)
        if (named_object_of((HANDLE)handle, &object) && !wcscmp(object.name, name))
            return true;
    return false;
}

/* The kernel takes a new number only when no old one is free: so many free ones are the end. */
static bool next_object(struct listing *list)
{
    static const WCHAR global[] = L"Global\\";
    struct named_object object;
    for (ULONG free = 0; free < HANDLES_FREE; free++) {
        list->handle += HANDLE_STEP;
        if (!named_object_of((HANDLE)list->handle, &object))
            continue;
        free = 0;
        bool is_here = object.name[0] && wcsncmp(object.name, list->prefix, list->length) == 0 &&
                       !wcschr(object.name + list->length, FOLDER_MARK) &&
                       (list->length || wcsncmp(object.name, global, wcslen(global)) != 0);
        if (!is_here || is_listed(list->handle, object.name))
            continue;
        wcscpy(list->name, object.name + list->length);
        list->type = object.type;
        return true;
    }
    return false;
}

static bool next_entry(struct listing *list)
{
    static const WCHAR *const types[] = {
        [NODE_FOLDER] = L"Directory", [NODE_LINK] = L"SymbolicLink", [NODE_DEVICE] = L"Device"};
    enum node_kind kind;
    if (list->handle || !object_node_tell(list->folder, list->nodes, list->name, &kind))
        return next_object(list);
    list->nodes++;
    list->type = types[kind];
    return true;
}

static struct listing begin_list(struct object_node *folder)
{
    struct listing list = {.folder = folder};
    list.length = object_folder_prefix(folder, list.prefix);
    return list;
}

static ULONG text_size(const WCHAR *text)
{
    return (ULONG)((wcslen(text) + 1) * sizeof *text);
}

static char *lay_name(const WCHAR *text, UNICODE_STRING *name, char *at)
{
    ULONG size = text_size(text);
    *name = (UNICODE_STRING){(USHORT)(size - sizeof *text), (USHORT)size, (PWSTR)(void *)at};
    memcpy(at, text, size);
    return at + size;
}

/* Lays so many entries and one that is empty. Other threads may have changed the folder since they
 * were counted: fewer are laid where they do not fit any more. Returns their number. */
static ULONG lay_entries(struct listing *list, struct folder_entry *entries, ULONG count,
                         const char *end)
{
    char *text = (char *)(entries + count + 1);
    ULONG laid = 0;
    for (; laid < count && next_entry(list); laid++) {
        if (text_size(list->name) + text_size(list->type) > (ULONG)(end - text))
            break;
        text = lay_name(list->name, &entries[laid].name, text);
        text = lay_name(list->type, &entries[laid].type, text);
    }
    entries[laid] = (struct folder_entry){.name = {0, 0, NULL}};
    return laid;
}

static NTSTATUS list_folder(struct object_node *folder, struct folder_entry *entries, ULONG room,
                            bool is_single, PULONG index, ULONG first, PULONG size)
{
    struct listing list = begin_list(folder);
    ULONG count = 0, needed = sizeof *entries, taken = needed;
    bool has_more = true;
    for (ULONG i = 0; i < first && has_more; i++)
        has_more = next_entry(&list);
    struct listing again = list;
    while ((has_more = has_more && next_entry(&list)) && (!is_single || !count)) {
        needed = taken + (ULONG)sizeof *entries + text_size(list.name) + text_size(list.type);
        if (needed > room)
            break;
        taken = needed;
        count++;
    }
    bool fits_none = is_single && has_more && !count;
    if (size)
        *size = fits_none ? needed : taken;
    if (fits_none)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    if (room >= sizeof *entries)
        count = lay_entries(&again, entries, count, (char *)entries + taken);
    if (!count && !has_more)
        return (NTSTATUS)STATUS_NO_MORE_ENTRIES;
    *index = first + count;
    return (NTSTATUS)(has_more && !is_single ? STATUS_MORE_ENTRIES : STATUS_SUCCESS);
}

NTSTATUS NTAPI NtQueryDirectoryObject(HANDLE handle, PVOID entries, ULONG room, BOOLEAN is_single,
                                      BOOLEAN restart, PULONG index, PULONG size)
{
    NTSTATUS status;
    if (IsBadWritePtr(index, sizeof *index) || (room && IsBadWritePtr(entries, room)) ||
        (size && IsBadWritePtr(size, sizeof *size)))
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    struct object_node *folder = object_node_use(handle, NODE_FOLDER, &status);
    if (!folder)
        return status;
    status = list_folder(folder, entries, room, is_single, index, restart ? 0 : *index, size);
    object_node_leave(folder);
    return status;
}
