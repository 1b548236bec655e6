#include "win32/ntdll/object_folders.h"

#include "lib/lock.h"
#include "win32/files/open_files.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <handleapi.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum {
    ROOT,
    NAMED,
    GLOBAL_NAMED,
    DOS_DEVICES,
    DEVICES,
    SESSIONS,
    SESSION,
    SESSION_0,
    SESSION_LINKS
};

static struct object_node windows[] = {
#define FOLDER(parent, name)                                                                       \
    {                                                                                              \
        &windows[parent], NULL, NODE_FOLDER, name, NULL, 1, 1                                      \
    }
#define LINK(parent, name, target)                                                                 \
    {                                                                                              \
        &windows[parent], NULL, NODE_LINK, name, target, 1, 1                                      \
    }
#define DEVICE(name)                                                                               \
    {                                                                                              \
        &windows[DEVICES], NULL, NODE_DEVICE, name, NULL, 1, 1                                     \
    }
    [ROOT] = {NULL, NULL, NODE_FOLDER, L"", NULL, 1, 1},
    [NAMED] = FOLDER(ROOT, L"BaseNamedObjects"),
    [GLOBAL_NAMED] = FOLDER(SESSION_0, L"BaseNamedObjects"),
    [DOS_DEVICES] = FOLDER(ROOT, L"??"),
    [DEVICES] = FOLDER(ROOT, L"Device"),
    [SESSIONS] = FOLDER(ROOT, L"Sessions"),
    [SESSION] = FOLDER(SESSIONS, L"1"),
    [SESSION_0] = FOLDER(SESSIONS, L"0"),
    [SESSION_LINKS] = FOLDER(SESSIONS, L"BNOLINKS"),
    LINK(NAMED, L"Global", L"\\Sessions\\0\\BaseNamedObjects"),
    LINK(NAMED, L"Local", L"\\BaseNamedObjects"),
    LINK(NAMED, L"Session", L"\\Sessions\\BNOLINKS"),
    LINK(SESSION_LINKS, L"1", L"\\Sessions\\1\\BaseNamedObjects"),
    LINK(SESSION, L"BaseNamedObjects", L"\\BaseNamedObjects"),
    LINK(SESSION, L"DosDevices", L"\\??"),
    LINK(ROOT, L"DosDevices", L"\\??"),
    LINK(ROOT, L"GLOBAL??", L"\\??"),
    LINK(ROOT, L"SystemRoot", L"\\Device\\HarddiskVolume1\\Windows"),
    LINK(DOS_DEVICES, L"C:", L"\\Device\\HarddiskVolume1"),
    LINK(DOS_DEVICES, L"GLOBALROOT", L""),
    LINK(DOS_DEVICES, L"MAILSLOT", L"\\Device\\MailSlot"),
    LINK(DOS_DEVICES, L"NUL", L"\\Device\\Null"),
    LINK(DOS_DEVICES, L"PIPE", L"\\Device\\NamedPipe"),
    DEVICE(L"HarddiskVolume1"),
    DEVICE(L"MailSlot"),
    DEVICE(L"NamedPipe"),
    DEVICE(L"Null"),
#undef DEVICE
#undef LINK
#undef FOLDER
};

#define WINDOWS_END (windows + sizeof windows / sizeof windows[0])

static struct lock nodes_lock;
static struct object_node *made; /* by programs, the last one first */

/* ---------------------------------------------------------------- nodes */

static struct object_node *node_behind(const struct object_node *node)
{
    if (node < windows || node >= WINDOWS_END)
        return node->next;
    return node + 1 < WINDOWS_END ? (struct object_node *)node + 1 : made;
}

static bool stands_in(const struct object_node *node, const struct object_node *folder)
{
    return node->parent == folder && node->handles;
}

bool object_node_tell(const struct object_node *folder, unsigned place, WCHAR name[MAX_PATH],
                      enum node_kind *kind)
{
    lock_take(&nodes_lock);
    const struct object_node *node = windows;
    while (node && !(stands_in(node, folder) && !place--))
        node = node_behind(node);
    if (node) {
        wcscpy(name, node->name);
        *kind = node->kind;
    }
    lock_release(&nodes_lock);
    return node;
}

static struct object_node *find_node(const struct object_node *folder, const WCHAR *part,
                                     size_t length, bool ignores_case)
{
    struct object_node *node = windows;
    for (; node; node = node_behind(node))
        if (stands_in(node, folder) && wcslen(node->name) == length &&
            (ignores_case ? _wcsnicmp(node->name, part, length)
                          : wcsncmp(node->name, part, length)) == 0)
            break;
    return node;
}

/* Takes a user away. Returns a node that is gone, for free, and whose parent loses one, too. */
static struct object_node *leave_node(struct object_node *node)
{
    if (--node->users)
        return NULL;
    for (struct object_node **link = &made; *link; link = &(*link)->next)
        if (*link == node) {
            *link = node->next;
            break;
        }
    return node;
}

void object_node_leave(struct object_node *node)
{
    while (node) {
        lock_take(&nodes_lock);
        struct object_node *gone = leave_node(node);
        lock_release(&nodes_lock);
        node = gone ? gone->parent : NULL;
        free(gone);
    }
}

/* ---------------------------------------------------------------- handles */

static void end_node(void *object)
{
    struct object_node *node = object;
    lock_take(&nodes_lock);
    node->handles--;
    lock_release(&nodes_lock);
    object_node_leave(node);
}

/* A handle of a node that has one more handle and user already. */
static HANDLE publish(struct object_node *node)
{
    HANDLE handle = open_object_publish(node, end_node);
    return handle == INVALID_HANDLE_VALUE ? NULL : handle;
}

HANDLE object_node_publish(struct object_node *node)
{
    lock_take(&nodes_lock);
    node->handles++;
    node->users++;
    lock_release(&nodes_lock);
    return publish(node);
}

/* Puts a new node into its folder, or stores the one that another thread has put there. Returns
 * whether it is in. */
static bool put_node(struct object_node *node, bool ignores_case, struct object_place *place)
{
    lock_take(&nodes_lock);
    if (node->parent)
        place->node = find_node(node->parent, node->name, wcslen(node->name), ignores_case);
    bool is_in = !place->node;
    if (!is_in) {
        place->node->users++;
    } else {
        if (node->parent)
            node->parent->users++;
        node->next = made;
        made = node;
    }
    lock_release(&nodes_lock);
    return is_in;
}

NTSTATUS object_node_make(struct object_place *place, enum node_kind kind, bool ignores_case,
                          const WCHAR *target, size_t units, PHANDLE handle)
{
    size_t length = place->folder ? wcslen(place->name) + 1 : 2 * sizeof(void *) + 1;
    struct object_node *node = malloc(sizeof *node + (length + units + 1) * sizeof(WCHAR));
    if (!node)
        return (NTSTATUS)STATUS_NO_MEMORY;
    WCHAR *texts = (WCHAR *)(node + 1);
    *node = (struct object_node){place->folder, NULL, kind, texts, texts + length, 1, 1};
    if (place->folder)
        wcscpy(texts, place->name);
    else
        swprintf(texts, length, L"%08lX", (ULONG)node); /* no name, but a place of its own */
    wmemcpy(texts + length, target, units);
    texts[length + units] = 0;
    if (put_node(node, ignores_case, place))
        return (NTSTATUS)((*handle = publish(node)) ? STATUS_SUCCESS : STATUS_NO_MEMORY);
    free(node);
    return STATUS_SUCCESS;
}

struct object_node *object_node_use(HANDLE handle, enum node_kind kind, NTSTATUS *status)
{
    DWORD flags, before = GetLastError();
    struct open_file *file = open_object_use(handle, end_node);
    struct object_node *node = file ? file->object : NULL;
    bool is_node = node && node->kind == kind;
    *status = (NTSTATUS)(is_node                                ? STATUS_SUCCESS
                         : GetHandleInformation(handle, &flags) ? STATUS_OBJECT_TYPE_MISMATCH
                                                                : STATUS_INVALID_HANDLE);
    SetLastError(before);
    lock_take(&nodes_lock);
    if (is_node)
        node->users++;
    lock_release(&nodes_lock);
    if (file)
        open_file_leave(file);
    return is_node ? node : NULL;
}

/* ---------------------------------------------------------------- names */

enum { PATH_UNITS = 2 * MAX_PATH, LINKS_MOST = 32 };

/* Puts where a link leads before the rest of a path that is behind it. */
static NTSTATUS follow(const WCHAR *target, WCHAR path[PATH_UNITS], const WCHAR *rest)
{
    size_t length = wcslen(target), left = wcslen(rest);
    if (length + left >= PATH_UNITS)
        return (NTSTATUS)STATUS_NAME_TOO_LONG;
    wmemmove(path + length, rest, left + 1);
    wmemcpy(path, target, length);
    return (NTSTATUS)(path[0] && path[0] != '\\' ? STATUS_OBJECT_PATH_SYNTAX_BAD : STATUS_SUCCESS);
}

/* Walks from a folder on, with the lock held. A path that is empty at its beginning is the folder
 * itself. */
static NTSTATUS walk(struct object_node *folder, WCHAR path[PATH_UNITS], WCHAR *at, bool takes_link,
                     bool ignores_case, struct object_place *place)
{
    bool begins = true;
    for (unsigned links = 0;;) {
        size_t length = wcscspn(at, L"\\");
        bool is_last = !at[length];
        if (!length && !(begins && is_last))
            return (NTSTATUS)STATUS_OBJECT_NAME_INVALID;
        struct object_node *node = length ? find_node(folder, at, length, ignores_case) : folder;
        if (node && node->kind == NODE_LINK && !(is_last && takes_link)) {
            NTSTATUS status = follow(node->target, path, at + length);
            if (status != STATUS_SUCCESS || ++links > LINKS_MOST)
                return status != STATUS_SUCCESS ? status : (NTSTATUS)STATUS_OBJECT_NAME_NOT_FOUND;
            folder = &windows[ROOT];
            at = path + (path[0] == '\\');
            begins = true;
            continue;
        }
        if (is_last && length >= MAX_PATH)
            return (NTSTATUS)STATUS_NAME_TOO_LONG;
        if (is_last) {
            *place = (struct object_place){folder, node, L""};
            wcscpy(place->name, at);
            return STATUS_SUCCESS;
        }
        if (!node)
            return (NTSTATUS)STATUS_OBJECT_PATH_NOT_FOUND;
        if (node->kind != NODE_FOLDER)
            return (NTSTATUS)STATUS_OBJECT_TYPE_MISMATCH;
        folder = node;
        at += length + 1;
        begins = false;
    }
}

NTSTATUS object_place_find(const OBJECT_ATTRIBUTES *attributes, bool takes_link,
                           struct object_place *place)
{
    WCHAR path[PATH_UNITS];
    HANDLE root = attributes ? attributes->RootDirectory : NULL;
    const UNICODE_STRING *given = attributes ? attributes->ObjectName : NULL;
    size_t units = given ? given->Length / sizeof *path : 0;
    *place = (struct object_place){NULL, NULL, L""};
    if (root && !given)
        return (NTSTATUS)STATUS_OBJECT_NAME_INVALID;
    if (!root && !units)
        return STATUS_SUCCESS;
    if (units >= PATH_UNITS)
        return (NTSTATUS)STATUS_NAME_TOO_LONG;
    if (units)
        wmemcpy(path, given->Buffer, units);
    path[units] = 0;
    NTSTATUS status = STATUS_SUCCESS;
    struct object_node *from = root ? object_node_use(root, NODE_FOLDER, &status) : windows;
    if (!from)
        return status;
    lock_take(&nodes_lock);
    status = (path[0] == '\\') == (root != NULL)
                 ? (NTSTATUS)STATUS_OBJECT_PATH_SYNTAX_BAD
                 : walk(from, path, path + !root, takes_link,
                        attributes->Attributes & OBJ_CASE_INSENSITIVE, place);
    if (place->folder)
        place->folder->users++;
    if (place->node)
        place->node->users++;
    lock_release(&nodes_lock);
    if (root)
        object_node_leave(from);
    return status;
}

void object_place_leave(struct object_place *place)
{
    object_node_leave(place->folder);
    object_node_leave(place->node);
}

/* The kernel has the names for all sessions itself. */
static const WCHAR all_sessions[] = L"Global\\";

size_t object_folder_prefix(const struct object_node *folder, WCHAR name[MAX_PATH])
{
    size_t length = 0;
    name[0] = 0;
    if (folder == &windows[NAMED])
        return 0;
    if (folder == &windows[GLOBAL_NAMED])
        return wcslen(wcscpy(name, all_sessions));
    if (folder->parent && folder->parent != windows)
        length = object_folder_prefix(folder->parent, name);
    else
        name[length++] = FOLDER_MARK;
    if (folder == windows) {
        name[length] = 0;
        return length;
    }
    size_t more = wcslen(folder->name);
    if (length + more + 1 >= MAX_PATH) /* too long for the kernel, too */
        return MAX_PATH - 1;
    wmemcpy(name + length, folder->name, more);
    name[length + more] = FOLDER_MARK;
    name[length + more + 1] = 0;
    return length + more + 1;
}

void object_name_path(const WCHAR *name, WCHAR path[2 * MAX_PATH])
{
    size_t length = wcslen(all_sessions);
    bool is_global = wcsncmp(name, all_sessions, length) == 0;
    wcscpy(path, name[0] == FOLDER_MARK ? L""
                 : is_global            ? L"\\Sessions\\0\\BaseNamedObjects\\"
                                        : L"\\BaseNamedObjects\\");
    wcscat(path, is_global ? name + length : name);
    for (WCHAR *at = path; (at = wcschr(at, FOLDER_MARK)); at++)
        *at = '\\';
}

void object_node_path(const struct object_node *node, WCHAR path[2 * MAX_PATH])
{
    path[0] = 0;
    if (node->parent && node->parent != windows)
        object_node_path(node->parent, path);
    if (node->parent && wcslen(path) + wcslen(node->name) + 1 < PATH_UNITS)
        wcscat(wcscat(path, L"\\"), node->name);
    else if (node == windows)
        wcscpy(path, L"\\");
}
