/* Folders of objects and links between them, by their names from the system's root on. Windows' own
 * are there from the start; others live as long as they have handles. Ordinary code.
 *
 * There is one session: its folder "\Sessions\1\BaseNamedObjects" is "\BaseNamedObjects". Names for
 * all sessions, "Global\x" of kernel32, are in "\Sessions\0\BaseNamedObjects". The kernel has one
 * space of names, in which a backslash of a folder's path is FOLDER_MARK; an object
 * of "\BaseNamedObjects" has its last part alone.
 */
#ifndef WIN32_NTDLL_OBJECT_FOLDERS_H
#define WIN32_NTDLL_OBJECT_FOLDERS_H

#include <stdbool.h>
#include <winternl.h>

#define FOLDER_MARK 0xFFFF /* no letter of Unicode */

enum node_kind { NODE_FOLDER, NODE_LINK, NODE_DEVICE };

struct object_node {
    struct object_node *parent; /* NULL: the root, or it has no name */
    struct object_node *next;   /* of those that programs have made */
    enum node_kind kind;
    const WCHAR *name, *target;
    unsigned handles, users; /* its handles and its own nodes are among the users */
};

/* Where a name leads: to a node, or to the place of an object or of a new node, which is a folder
 * and the name in it. Both NULL: there is no name. */
struct object_place {
    struct object_node *folder, *node;
    WCHAR name[MAX_PATH];
};

/* Finds the place of attributes, NULL: of no name. It takes_link: a link that is the name's last
 * part is the place, and not where it leads. The place is left behind the last use.
 * STATUS_OBJECT_PATH_SYNTAX_BAD, STATUS_OBJECT_NAME_INVALID for an empty part,
 * STATUS_OBJECT_PATH_NOT_FOUND, STATUS_OBJECT_TYPE_MISMATCH for a folder that is none,
 * STATUS_INVALID_HANDLE, STATUS_NAME_TOO_LONG. */
NTSTATUS object_place_find(const OBJECT_ATTRIBUTES *attributes, bool takes_link,
                           struct object_place *place);
void object_place_leave(struct object_place *place);

/* Stores the name that the kernel has for what stands in a folder: one more part is added to what
 * is returned, its length. 0 for "\BaseNamedObjects". */
size_t object_folder_prefix(const struct object_node *folder, WCHAR name[MAX_PATH]);

/* Stores the path of a name of the kernel's. */
void object_name_path(const WCHAR *name, WCHAR path[2 * MAX_PATH]);

/* Stores the path of a node; "" for one without a name. */
void object_node_path(const struct object_node *node, WCHAR path[2 * MAX_PATH]);

/* Makes a node in a place that has none, and stores its first handle. If another thread has made
 * one there meanwhile, that is stored in the place instead. STATUS_NO_MEMORY. */
NTSTATUS object_node_make(struct object_place *place, enum node_kind kind, bool ignores_case,
                          const WCHAR *target, size_t units, PHANDLE handle);

/* The node of a handle of this kind, whose user the caller becomes; NULL, with the status. The last
 * error stays. */
struct object_node *object_node_use(HANDLE handle, enum node_kind kind, NTSTATUS *status);
void object_node_leave(struct object_node *node);

/* A handle of a node. NULL: there is no room. */
HANDLE object_node_publish(struct object_node *node);

/* Tells the name and the kind of a node in a folder, by its place there from 0 on. false: there are
 * not so many. */
bool object_node_tell(const struct object_node *folder, unsigned place, WCHAR name[MAX_PATH],
                      enum node_kind *kind);

#endif
