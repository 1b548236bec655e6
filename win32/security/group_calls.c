/* Numbers of users and groups, and whether the user is in one. */
#include "win32/fails.h"
#include "win32/security/token_objects.h"

#include <errhandlingapi.h>
#include <memoryapi.h>
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
    return one && !IsBadReadPtr(one, size_of(0)) && one->Revision == REVISION &&
           one->SubAuthorityCount <= MOST_PARTS;
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

/* ---------------------------------------------------------------- numbers that all know */

/* Places of the list from one to another, whose last parts follow each other. */
enum { DOMAIN = 255 /* in place of an authority: the part goes behind a domain's */ };
static const struct known {
    BYTE from, to, authority, count;
    WORD parts[2];
} known[] = {
    {0, 0, 0, 1, {0}},          {1, 1, 1, 1, {0}},          {2, 2, 2, 1, {0}},
    {3, 6, 3, 1, {0}},          {7, 7, 5, 0, {0}},          {8, 11, 5, 1, {1}},
    {12, 20, 5, 1, {6}},        {22, 24, 5, 1, {18}},       {25, 25, 5, 1, {32}},
    {26, 34, 5, 2, {32, 544}},  {35, 37, 5, 2, {32, 554}},  {38, 40, DOMAIN, 1, {500}},
    {41, 49, DOMAIN, 1, {512}}, {50, 50, DOMAIN, 1, {553}}, {51, 51, 5, 2, {64, 10}},
    {52, 52, 5, 2, {64, 21}},   {53, 53, 5, 2, {64, 14}},   {54, 54, 5, 1, {15}},
    {55, 55, 5, 1, {1000}},     {56, 61, 5, 2, {32, 557}},  {62, 62, 5, 2, {32, 568}},
    {63, 63, 5, 1, {17}},       {64, 64, 5, 2, {32, 569}},  {65, 65, 16, 1, {0}},
    {66, 66, 16, 1, {4096}},    {67, 67, 16, 1, {8192}},    {68, 68, 16, 1, {12288}},
    {69, 69, 16, 1, {16384}},   {70, 70, 5, 1, {33}},       {71, 71, 3, 1, {4}},
    {72, 73, DOMAIN, 1, {571}}, {74, 74, 5, 1, {22}},       {75, 75, DOMAIN, 1, {521}},
    {76, 76, 5, 2, {32, 573}},  {77, 77, DOMAIN, 1, {498}}, {78, 78, 5, 2, {32, 574}},
    {79, 79, 16, 1, {8448}},
};

/* Makes the number of a place. Returns false: it needs a domain, or there is none. */
static bool make_known(DWORD place, const SID *domain, SID *id)
{
    const struct known *row = known, *end = known + sizeof known / sizeof *known;
    while (row < end && (place < row->from || place > row->to))
        row++;
    if (row == end)
        return false;
    if (row->authority == DOMAIN) {
        if (!domain || domain->SubAuthorityCount == MOST_PARTS)
            return false;
        memcpy(id, domain, size_of(domain->SubAuthorityCount));
    } else {
        id->Revision = REVISION;
        id->SubAuthorityCount = 0;
        id->IdentifierAuthority = (SID_IDENTIFIER_AUTHORITY){{0, 0, 0, 0, 0, row->authority}};
    }
    for (unsigned i = 0; i < row->count; i++) {
        bool is_last = i + 1u == row->count;
        id->SubAuthority[id->SubAuthorityCount++] =
            row->parts[i] + (is_last ? place - row->from : 0);
    }
    return true;
}

BOOL WINAPI CreateWellKnownSid(WELL_KNOWN_SID_TYPE place, PSID domain, PSID id, DWORD *size)
{
    union {
        SID id;
        BYTE room[sizeof(SID) + MOST_PARTS * sizeof(DWORD)];
    } made;
    if (!size || (domain && !IsValidSid(domain)) || !make_known((DWORD)place, domain, &made.id))
        return fails(ERROR_INVALID_PARAMETER);
    DWORD needed = GetLengthSid(&made.id), given = *size;
    *size = needed;
    if (given < needed || !id)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    memcpy(id, &made.id, needed);
    return TRUE;
}

/* Without a token the caller's own is asked. */
BOOL WINAPI CheckTokenMembership(HANDLE token, PSID group, PBOOL is_member)
{
    struct token facts = {.kind = TokenImpersonation, .level = SecurityImpersonation};
    *is_member = FALSE;
    if (token && !token_take(token, TOKEN_QUERY, &facts))
        return FALSE;
    if (facts.kind != TokenImpersonation)
        return fails(ERROR_NO_IMPERSONATION_TOKEN);
    if (facts.level < SecurityIdentification)
        return fails(ERROR_BAD_IMPERSONATION_LEVEL);
    if (!IsValidSid(group))
        return fails(ERROR_INVALID_SID);
    *is_member = token_has_member(group);
    return TRUE;
}
