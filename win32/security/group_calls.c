/* Numbers of users and groups, and whether the user is in one: in none. */
#include "win32/fails.h"

#include <errhandlingapi.h>
#include <securitybaseapi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <winerror.h>

enum { REVISION = 1, MOST_PARTS = 15, GIVEN_PARTS = 8 };

static size_t size_of(unsigned parts)
{
    return offsetof(SID, SubAuthority) + parts * sizeof(DWORD);
}

BOOL WINAPI AllocateAndInitializeSid(PSID_IDENTIFIER_AUTHORITY authority, BYTE count, DWORD first,
                                     DWORD second, DWORD third, DWORD fourth, DWORD fifth,
                                     DWORD sixth, DWORD seventh, DWORD eighth, PSID *made)
{
    const DWORD parts[GIVEN_PARTS] = {first, second, third, fourth, fifth, sixth, seventh, eighth};
    if (!count || count > GIVEN_PARTS)
        return fails(ERROR_INVALID_SID);
    SID *id = malloc(size_of(count));
    if (!id)
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    id->Revision = REVISION;
    id->SubAuthorityCount = count;
    id->IdentifierAuthority = *authority;
    memcpy(id->SubAuthority, parts, count * sizeof *parts);
    *made = id;
    return TRUE;
}

PVOID WINAPI FreeSid(PSID id)
{
    free(id);
    return NULL;
}

BOOL WINAPI IsValidSid(PSID id)
{
    const SID *one = id;
    return one && one->Revision == REVISION && one->SubAuthorityCount <= MOST_PARTS;
}

DWORD WINAPI GetLengthSid(PSID id)
{
    return (DWORD)size_of(((const SID *)id)->SubAuthorityCount);
}

BOOL WINAPI CopySid(DWORD size, PSID to, PSID from)
{
    if (!IsValidSid(from))
        return fails(ERROR_INVALID_SID);
    if (size < GetLengthSid(from))
        return fails(ERROR_INSUFFICIENT_BUFFER);
    memcpy(to, from, GetLengthSid(from));
    return TRUE;
}

BOOL WINAPI EqualSid(PSID left, PSID right)
{
    if (!IsValidSid(left) || !IsValidSid(right))
        return fails(ERROR_INVALID_SID);
    DWORD size = GetLengthSid(left);
    return size == GetLengthSid(right) && memcmp(left, right, size) == 0;
}

BOOL WINAPI CheckTokenMembership(HANDLE token, PSID group, PBOOL is_member)
{
    (void)token;
    if (!IsValidSid(group))
        return fails(ERROR_INVALID_SID);
    *is_member = FALSE;
    return TRUE;
}
