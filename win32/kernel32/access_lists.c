#include "win32/kernel32/access_lists.h"

#include "win32/fails.h"
#include "win32/security/token_objects.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <winbase.h>
#include <winerror.h>

enum { ALLOWED, DENIED };      /* types of entries */
enum { INHERIT_ONLY = 8 };     /* flags of an entry */
enum { IS_RELATIVE = 0x8000 }; /* of a descriptor: parts are offsets from its start */
enum { GENERIC_SHIFT = 28, GENERIC_KINDS = 4 }; /* all, execute, write, read, from this bit on */

struct entry {
    BYTE type, flags;
    WORD size;
    DWORD rights;
    SID user; /* as long as it is */
};

static struct entry *first_of(ACL *list)
{
    return (struct entry *)(list + 1);
}

static struct entry *behind(struct entry *entry)
{
    return (struct entry *)((BYTE *)entry + entry->size);
}

void WINAPI MapGenericMask(PDWORD rights, PGENERIC_MAPPING mapping)
{
    const DWORD means[GENERIC_KINDS] = {mapping->GenericAll, mapping->GenericExecute,
                                        mapping->GenericWrite, mapping->GenericRead};
    for (unsigned i = 0; i < GENERIC_KINDS; i++)
        if (*rights & 1u << (GENERIC_SHIFT + i))
            *rights |= means[i];
    *rights &= (1u << GENERIC_SHIFT) - 1;
}

/* ---------------------------------------------------------------- made */

void WINAPI BuildExplicitAccessWithNameW(PEXPLICIT_ACCESS_W entry, LPWSTR name, DWORD rights,
                                         ACCESS_MODE mode, DWORD inheritance)
{
    *entry = (EXPLICIT_ACCESS_W){
        .grfAccessPermissions = rights,
        .grfAccessMode = mode,
        .grfInheritance = inheritance,
        .Trustee = {.TrusteeForm = TRUSTEE_IS_NAME, .ptstrName = name},
    };
}

static DWORD check_entry(const EXPLICIT_ACCESS_W *entry)
{
    if (entry->grfAccessMode < GRANT_ACCESS || entry->grfAccessMode > REVOKE_ACCESS ||
        entry->Trustee.TrusteeForm > TRUSTEE_IS_NAME)
        return ERROR_INVALID_PARAMETER;
    if (entry->Trustee.TrusteeForm == TRUSTEE_IS_NAME)
        return ERROR_NONE_MAPPED;
    return IsValidSid(entry->Trustee.ptstrName) ? ERROR_SUCCESS : ERROR_INVALID_SID;
}

static WORD size_for(PSID user)
{
    return (WORD)(offsetof(struct entry, user) + GetLengthSid(user));
}

static struct entry *append(ACL *list, struct entry *at, BYTE type, const EXPLICIT_ACCESS_W *from)
{
    PSID user = from->Trustee.ptstrName;
    at->type = type;
    at->flags = (BYTE)from->grfInheritance;
    at->size = size_for(user);
    at->rights = from->grfAccessPermissions;
    memcpy(&at->user, user, GetLengthSid(user));
    list->AceCount++;
    return behind(at);
}

/* Whether an entry of the old list is gone: all of its user's are by SET, the allowing ones by
 * REVOKE. */
static bool is_replaced(struct entry *old, const EXPLICIT_ACCESS_W entries[], ULONG count)
{
    for (ULONG i = 0; i < count; i++) {
        ACCESS_MODE mode = entries[i].grfAccessMode;
        if ((mode == SET_ACCESS || (mode == REVOKE_ACCESS && old->type == ALLOWED)) &&
            EqualSid(&old->user, entries[i].Trustee.ptstrName))
            return true;
    }
    return false;
}

static void fill_list(ACL *list, const EXPLICIT_ACCESS_W entries[], ULONG count, ACL *old)
{
    struct entry *at = first_of(list);
    for (ULONG i = 0; i < count; i++)
        if (entries[i].grfAccessMode == DENY_ACCESS)
            at = append(list, at, DENIED, &entries[i]);
    for (ULONG i = 0; i < count; i++)
        if (entries[i].grfAccessMode == GRANT_ACCESS || entries[i].grfAccessMode == SET_ACCESS)
            at = append(list, at, ALLOWED, &entries[i]);
    struct entry *kept = old ? first_of(old) : NULL;
    for (unsigned i = 0; old && i < old->AceCount; i++, kept = behind(kept))
        if (!is_replaced(kept, entries, count)) {
            memcpy(at, kept, kept->size);
            list->AceCount++;
            at = behind(at);
        }
    list->AclSize = (WORD)((BYTE *)at - (BYTE *)list);
}

DWORD WINAPI SetEntriesInAclW(ULONG count, PEXPLICIT_ACCESS_W entries, PACL old, PACL *made)
{
    size_t size = old ? old->AclSize : sizeof *old;
    if (!made)
        return ERROR_INVALID_PARAMETER;
    *made = NULL;
    for (ULONG i = 0; i < count; i++) {
        DWORD error = check_entry(&entries[i]);
        if (error)
            return error;
        size += size_for(entries[i].Trustee.ptstrName);
    }
    if (!count && !old)
        return ERROR_SUCCESS;
    if (size > UINT16_MAX)
        return ERROR_INVALID_PARAMETER;
    ACL *list = LocalAlloc(LMEM_FIXED, size);
    if (!list)
        return ERROR_NOT_ENOUGH_MEMORY;
    InitializeAcl(list, (DWORD)size, ACL_REVISION);
    fill_list(list, entries, count, old);
    *made = list;
    return ERROR_SUCCESS;
}

/* ---------------------------------------------------------------- asked */

struct parts {
    PSID owner, group;
    ACL *list;
    bool has_list;
};

static void *part_of(const SECURITY_DESCRIPTOR *descriptor, void *part)
{
    bool is_offset = part && descriptor->Control & IS_RELATIVE;
    return is_offset ? (BYTE *)descriptor + (uintptr_t)part : part;
}

static bool find_parts(const SECURITY_DESCRIPTOR *descriptor, struct parts *parts)
{
    if (!descriptor || descriptor->Revision != SECURITY_DESCRIPTOR_REVISION)
        return false;
    parts->owner = part_of(descriptor, descriptor->Owner);
    parts->group = part_of(descriptor, descriptor->Group);
    parts->list = part_of(descriptor, descriptor->Dacl);
    parts->has_list = descriptor->Control & SE_DACL_PRESENT && parts->list;
    return parts->owner && parts->group;
}

/* The rights that the descriptor gives: each is decided by the first entry that names it. Without a
 * list it gives all. */
static DWORD rights_by(const struct parts *parts, PGENERIC_MAPPING mapping)
{
    DWORD given = token_has_member(parts->owner) ? READ_CONTROL | WRITE_DAC : 0, denied = 0;
    struct entry *entry = parts->has_list ? first_of(parts->list) : NULL;
    for (unsigned i = 0; entry && i < parts->list->AceCount; i++, entry = behind(entry)) {
        if (entry->type > DENIED || entry->flags & INHERIT_ONLY || !token_has_member(&entry->user))
            continue;
        DWORD rights = entry->rights;
        MapGenericMask(&rights, mapping);
        if (entry->type == ALLOWED)
            given |= rights & ~denied;
        else
            denied |= rights & ~given;
    }
    return parts->has_list ? given : ~0u;
}

BOOL WINAPI AccessCheck(PSECURITY_DESCRIPTOR descriptor, HANDLE token, DWORD desired,
                        PGENERIC_MAPPING mapping, PPRIVILEGE_SET used, LPDWORD size,
                        LPDWORD granted, LPBOOL has)
{
    struct parts parts;
    struct token facts;
    if (!token_take(token, TOKEN_QUERY, &facts))
        return FALSE;
    if (facts.kind != TokenImpersonation)
        return fails(ERROR_NO_IMPERSONATION_TOKEN);
    if (facts.level < SecurityIdentification)
        return fails(ERROR_BAD_IMPERSONATION_LEVEL);
    if (desired >> GENERIC_SHIFT)
        return fails(ERROR_GENERIC_NOT_MAPPED);
    if (*size < sizeof *used) {
        *size = sizeof *used;
        return fails(ERROR_INSUFFICIENT_BUFFER);
    }
    if (!find_parts(descriptor, &parts))
        return fails(ERROR_INVALID_SECURITY_DESCR);
    *used = (PRIVILEGE_SET){0};
    DWORD rights = rights_by(&parts, mapping), asked = desired & ~MAXIMUM_ALLOWED;
    DWORD most = asked | (parts.has_list ? rights : mapping->GenericAll);
    *has = (rights & asked) == asked && (asked || most);
    *granted = !*has ? 0 : desired & MAXIMUM_ALLOWED ? most : asked;
    if (!*has)
        SetLastError(ERROR_ACCESS_DENIED);
    return TRUE;
}

/* ---------------------------------------------------------------- of files */

static DWORD refuse(LPCWSTR file)
{
    DWORD needed;
    return GetFileSecurityW(file, 0, NULL, 0, &needed) ? ERROR_SUCCESS : GetLastError();
}

DWORD WINAPI GetNamedSecurityInfoW(LPCWSTR file, DWORD kind, SECURITY_INFORMATION parts,
                                   PSID *owner, PSID *group, PACL *rights, PACL *audit,
                                   PSECURITY_DESCRIPTOR *descriptor)
{
    (void)kind, (void)parts, (void)owner, (void)group, (void)rights, (void)audit, (void)descriptor;
    return refuse(file);
}

DWORD WINAPI SetNamedSecurityInfoW(LPWSTR file, DWORD kind, SECURITY_INFORMATION parts, PSID owner,
                                   PSID group, PACL rights, PACL audit)
{
    (void)kind, (void)parts, (void)owner, (void)group, (void)rights, (void)audit;
    return refuse(file);
}
