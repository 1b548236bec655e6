#include "win32/ntdll/rtl_security.h"

#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <ntstatus.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <winternl.h>

enum { SELF_RELATIVE = 0x8000, PARTS = 4 };

/* A descriptor of either kind: its parts' addresses, or their distances from it. */
struct descriptor {
    BYTE revision, unused;
    WORD control;
    DWORD owner, group, system_list, list;
};
_Static_assert(sizeof(struct descriptor) == sizeof(SECURITY_DESCRIPTOR), "two views of it");

static DWORD sid_size(const BYTE *sid)
{
    return 8u + 4u * sid[1];
}

static DWORD list_size(const BYTE *list)
{
    return ((const ACL *)(const void *)list)->AclSize;
}

/* In the order in which Windows lays them. */
static const struct {
    size_t word;
    DWORD (*size)(const BYTE *part);
} parts[PARTS] = {
    {offsetof(struct descriptor, system_list), list_size},
    {offsetof(struct descriptor, list), list_size},
    {offsetof(struct descriptor, owner), sid_size},
    {offsetof(struct descriptor, group), sid_size},
};

static const BYTE *part_of(const struct descriptor *from, unsigned part)
{
    DWORD word = *(const DWORD *)(const void *)((const BYTE *)from + parts[part].word);
    DWORD base = from->control & SELF_RELATIVE ? (DWORD)from : 0;
    return word ? (const BYTE *)(base + word) : NULL;
}

uint32_t NTAPI RtlMakeSelfRelativeSD(const void *descriptor, void *to, ULONG *size)
{
    const struct descriptor *from = descriptor;
    struct descriptor *made = to;
    DWORD needed = sizeof *made, sizes[PARTS];
    for (unsigned i = 0; i < PARTS; i++) {
        const BYTE *part = part_of(from, i);
        sizes[i] = part ? (parts[i].size(part) + 3) & ~3u : 0;
        needed += sizes[i];
    }
    if (*size < needed) {
        *size = needed;
        return STATUS_BUFFER_TOO_SMALL;
    }
    memset(made, 0, needed);
    made->revision = from->revision;
    made->unused = from->unused;
    made->control = from->control | SELF_RELATIVE;
    DWORD place = sizeof *made;
    for (unsigned i = 0; i < PARTS; place += sizes[i++])
        if (sizes[i]) {
            const BYTE *part = part_of(from, i);
            *(DWORD *)(void *)((BYTE *)made + parts[i].word) = place;
            memcpy((BYTE *)made + place, part, parts[i].size(part));
        }
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlAbsoluteToSelfRelativeSD(const void *descriptor, void *to, ULONG *size)
{
    if (((const struct descriptor *)descriptor)->control & SELF_RELATIVE)
        return STATUS_BAD_DESCRIPTOR_FORMAT;
    return RtlMakeSelfRelativeSD(descriptor, to, size);
}

BOOL WINAPI MakeSelfRelativeSD(PSECURITY_DESCRIPTOR descriptor, PSECURITY_DESCRIPTOR to,
                               LPDWORD size)
{
    return nt_tell(RtlAbsoluteToSelfRelativeSD(descriptor, to, size));
}

uint32_t NTAPI RtlSelfRelativeToAbsoluteSD(const void *descriptor, void *to, ULONG *size, PACL list,
                                           ULONG *list_room, PACL system_list,
                                           ULONG *system_list_room, PSID owner, ULONG *owner_room,
                                           PSID group, ULONG *group_room)
{
    const struct descriptor *from = descriptor;
    struct descriptor *made = to;
    void *const places[PARTS] = {system_list, list, owner, group};
    ULONG *const rooms[PARTS] = {system_list_room, list_room, owner_room, group_room};
    DWORD sizes[PARTS];
    if (!(from->control & SELF_RELATIVE))
        return STATUS_BAD_DESCRIPTOR_FORMAT;
    bool fits = *size >= sizeof *made;
    for (unsigned i = 0; i < PARTS; i++) {
        const BYTE *part = part_of(from, i);
        sizes[i] = part ? parts[i].size(part) : 0;
        fits &= *rooms[i] >= sizes[i];
    }
    if (!fits) {
        *size = sizeof *made;
        for (unsigned i = 0; i < PARTS; i++)
            *rooms[i] = sizes[i];
        return STATUS_BUFFER_TOO_SMALL;
    }
    *made = (struct descriptor){.revision = from->revision,
                                .unused = from->unused,
                                .control = from->control & (WORD)~SELF_RELATIVE};
    for (unsigned i = 0; i < PARTS; i++)
        if (sizes[i]) {
            memcpy(places[i], part_of(from, i), sizes[i]);
            *(DWORD *)(void *)((BYTE *)made + parts[i].word) = (DWORD)places[i];
        }
    return STATUS_SUCCESS;
}

BOOL WINAPI MakeAbsoluteSD(PSECURITY_DESCRIPTOR descriptor, PSECURITY_DESCRIPTOR to, LPDWORD size,
                           PACL list, LPDWORD list_room, PACL system_list, LPDWORD system_list_room,
                           PSID owner, LPDWORD owner_room, PSID group, LPDWORD group_room)
{
    return nt_tell(RtlSelfRelativeToAbsoluteSD(descriptor, to, size, list, list_room, system_list,
                                               system_list_room, owner, owner_room, group,
                                               group_room));
}

BOOLEAN NTAPI RtlFirstFreeAce(const ACL *list, void **place)
{
    const BYTE *next = (const BYTE *)(list + 1), *end = (const BYTE *)list + list->AclSize;
    *place = NULL;
    for (unsigned i = 0; i < list->AceCount; i++) {
        if (next >= end)
            return FALSE;
        next += ((const WORD *)(const void *)next)[1]; /* its size */
    }
    if (next <= end)
        *place = (void *)next;
    return TRUE;
}
