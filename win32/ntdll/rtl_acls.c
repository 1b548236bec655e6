#include "win32/ntdll/rtl_acls.h"

#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/ntdll/rtl_security.h"

#include <memoryapi.h>
#include <ntstatus.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct entry {
    BYTE type, flags;
    WORD size;
    DWORD rights;
    SID user; /* as long as it is */
};
enum {
    ALLOWED,
    DENIED,
    LEAST_ENTRY = offsetof(struct entry, user),
    INHERITS = 0x1F /* the flags that an entry of rights can have */
};

static bool has_revision(const ACL *list)
{
    return list && list->AclRevision >= ACL_REVISION && list->AclRevision <= ACL_REVISION_DS;
}

uint32_t NTAPI RtlCreateAcl(PACL list, ULONG size, ULONG revision)
{
    if (size < sizeof *list)
        return STATUS_BUFFER_TOO_SMALL;
    return InitializeAcl(list, size, revision) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

/* The entry with this index, or the place behind the last one; NULL: it lies behind the end. */
static BYTE *find_entry(ACL *list, ULONG index)
{
    BYTE *at = (BYTE *)(list + 1), *end = (BYTE *)list + list->AclSize;
    for (ULONG i = 0; i < index && i < list->AceCount; i++) {
        const struct entry *entry = (struct entry *)(void *)at;
        if (end - at < LEAST_ENTRY || entry->size < LEAST_ENTRY || entry->size > end - at)
            return NULL;
        at += entry->size;
    }
    return at <= end ? at : NULL;
}

BOOLEAN NTAPI RtlValidAcl(PACL list)
{
    return list && !IsBadReadPtr(list, sizeof *list) && has_revision(list) &&
           list->AclSize >= sizeof *list && !IsBadReadPtr(list, list->AclSize) &&
           find_entry(list, list->AceCount) != NULL;
}

uint32_t NTAPI RtlQueryInformationAcl(PACL list, void *facts, ULONG size, ULONG which)
{
    enum { REVISION = 1, SIZES };
    void *place = NULL;
    if (!has_revision(list))
        return STATUS_INVALID_PARAMETER;
    if (which != REVISION && which != SIZES)
        return STATUS_INVALID_INFO_CLASS;
    RtlFirstFreeAce(list, &place);
    DWORD used = place ? (DWORD)((BYTE *)place - (BYTE *)list) : list->AclSize;
    const DWORD revision[] = {list->AclRevision};
    const DWORD sizes[] = {list->AceCount, used, list->AclSize - used};
    ULONG needed = which == REVISION ? sizeof revision : sizeof sizes;
    if (size < needed)
        return STATUS_BUFFER_TOO_SMALL;
    memcpy(facts, which == REVISION ? revision : sizes, needed);
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlGetAce(PACL list, ULONG index, void **entry)
{
    BYTE *found = has_revision(list) && index < list->AceCount ? find_entry(list, index) : NULL;
    if (!found)
        return STATUS_INVALID_PARAMETER;
    *entry = found;
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlDeleteAce(PACL list, ULONG index)
{
    void *gone;
    if (RtlGetAce(list, index, &gone) != STATUS_SUCCESS)
        return STATUS_INVALID_PARAMETER;
    BYTE *next = find_entry(list, index + 1), *end = find_entry(list, list->AceCount);
    if (!next || !end)
        return STATUS_INVALID_PARAMETER;
    memmove(gone, next, (size_t)(end - next));
    memset(end - (next - (BYTE *)gone), 0, (size_t)(next - (BYTE *)gone));
    list->AceCount--;
    return STATUS_SUCCESS;
}

/* The place for an entry of this size at the end. */
static uint32_t find_room(ACL *list, ULONG revision, size_t size, BYTE **place)
{
    if (!has_revision(list) || revision > ACL_REVISION_DS)
        return STATUS_REVISION_MISMATCH;
    *place = find_entry(list, list->AceCount);
    if (!*place)
        return STATUS_INVALID_ACL;
    return (size_t)((BYTE *)list + list->AclSize - *place) < size ? STATUS_ALLOTTED_SPACE_EXCEEDED
                                                                  : STATUS_SUCCESS;
}

static void note_added(ACL *list, ULONG revision, WORD count)
{
    list->AceCount += count;
    if (list->AclRevision < revision)
        list->AclRevision = (BYTE)revision;
}

uint32_t NTAPI RtlAddAce(PACL list, ULONG revision, ULONG index, void *entries, ULONG size)
{
    const BYTE *at = entries, *behind = at + size;
    BYTE *end;
    WORD count = 0;
    while (behind - at >= LEAST_ENTRY) {
        WORD one = ((const struct entry *)(const void *)at)->size;
        if (one < LEAST_ENTRY || one > behind - at)
            break;
        at += one;
        count++;
    }
    if (at != behind)
        return STATUS_INVALID_PARAMETER;
    uint32_t status = find_room(list, revision, size, &end);
    if (status != STATUS_SUCCESS)
        return status == STATUS_ALLOTTED_SPACE_EXCEEDED ? STATUS_BUFFER_TOO_SMALL : status;
    BYTE *place = find_entry(list, index);
    memmove(place + size, place, (size_t)(end - place));
    memcpy(place, entries, size);
    note_added(list, revision, count);
    return STATUS_SUCCESS;
}

static uint32_t add_rights(PACL list, ULONG revision, BYTE type, ULONG flags, ULONG rights,
                           PSID user)
{
    BYTE *place;
    if (!IsValidSid(user))
        return STATUS_INVALID_SID;
    DWORD user_size = GetLengthSid(user);
    uint32_t status = find_room(list, revision, LEAST_ENTRY + user_size, &place);
    if (status == STATUS_SUCCESS && flags & ~(ULONG)INHERITS)
        status = STATUS_INVALID_PARAMETER;
    if (status != STATUS_SUCCESS)
        return status;
    struct entry *entry = (struct entry *)(void *)place;
    entry->type = type;
    entry->flags = (BYTE)flags;
    entry->size = (WORD)(LEAST_ENTRY + user_size);
    entry->rights = rights;
    memcpy(&entry->user, user, user_size);
    note_added(list, revision, 1);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- by both names */

#define ADDS(of_ntdll, of_ntdll_ex, of_advapi, of_advapi_ex, type)                                 \
    uint32_t NTAPI of_ntdll(PACL list, ULONG revision, ULONG rights, PSID user)                    \
    {                                                                                              \
        return add_rights(list, revision, type, 0, rights, user);                                  \
    }                                                                                              \
    uint32_t NTAPI of_ntdll_ex(PACL list, ULONG revision, ULONG flags, ULONG rights, PSID user)    \
    {                                                                                              \
        return add_rights(list, revision, type, flags, rights, user);                              \
    }                                                                                              \
    BOOL WINAPI of_advapi(PACL list, DWORD revision, DWORD rights, PSID user)                      \
    {                                                                                              \
        return nt_tell(add_rights(list, revision, type, 0, rights, user));                         \
    }                                                                                              \
    BOOL WINAPI of_advapi_ex(PACL list, DWORD revision, DWORD flags, DWORD rights, PSID user)      \
    {                                                                                              \
        return nt_tell(add_rights(list, revision, type, flags, rights, user));                     \
    }

ADDS(RtlAddAccessAllowedAce, RtlAddAccessAllowedAceEx, AddAccessAllowedAce, AddAccessAllowedAceEx,
     ALLOWED)
ADDS(RtlAddAccessDeniedAce, RtlAddAccessDeniedAceEx, AddAccessDeniedAce, AddAccessDeniedAceEx,
     DENIED)

BOOL WINAPI IsValidAcl(PACL list)
{
    return RtlValidAcl(list);
}

BOOL WINAPI GetAclInformation(PACL list, LPVOID facts, DWORD size, DWORD which)
{
    return nt_tell(RtlQueryInformationAcl(list, facts, size, which));
}

BOOL WINAPI GetAce(PACL list, DWORD index, LPVOID *entry)
{
    return nt_tell(RtlGetAce(list, index, entry));
}

BOOL WINAPI DeleteAce(PACL list, DWORD index)
{
    return nt_tell(RtlDeleteAce(list, index));
}

BOOL WINAPI FindFirstFreeAce(PACL list, LPVOID *place)
{
    return RtlFirstFreeAce(list, place) ? TRUE : nt_tell(STATUS_INVALID_ACL);
}

BOOL WINAPI AddAce(PACL list, DWORD revision, DWORD index, LPVOID entries, DWORD size)
{
    return nt_tell(RtlAddAce(list, revision, index, entries, size));
}
