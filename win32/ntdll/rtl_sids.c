#include "win32/ntdll/rtl_sids.h"

#include "win32/fails.h"
#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"

#include <errhandlingapi.h>
#include <ntstatus.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <winbase.h>

enum { REVISION = 1, MOST_PARTS = 15, TEXT_SIZE = 192 };

ULONG NTAPI RtlLengthRequiredSid(ULONG count)
{
    return (ULONG)(offsetof(SID, SubAuthority) + count * sizeof(DWORD));
}

uint32_t NTAPI RtlInitializeSid(PSID id, const SID_IDENTIFIER_AUTHORITY *authority, BYTE count)
{
    SID *made = id;
    if (count > MOST_PARTS)
        return STATUS_INVALID_PARAMETER;
    made->Revision = REVISION;
    made->SubAuthorityCount = count;
    made->IdentifierAuthority = *authority;
    return STATUS_SUCCESS;
}

BOOL WINAPI InitializeSid(PSID id, PSID_IDENTIFIER_AUTHORITY authority, BYTE count)
{
    return nt_tell(RtlInitializeSid(id, authority, count));
}

DWORD *NTAPI RtlSubAuthoritySid(PSID id, ULONG part)
{
    return &((SID *)id)->SubAuthority[part];
}

BYTE *NTAPI RtlSubAuthorityCountSid(PSID id)
{
    return &((SID *)id)->SubAuthorityCount;
}

SID_IDENTIFIER_AUTHORITY *NTAPI RtlIdentifierAuthoritySid(PSID id)
{
    return &((SID *)id)->IdentifierAuthority;
}

uint32_t NTAPI RtlCopySid(ULONG size, PSID to, PSID from)
{
    if (size < GetLengthSid(from))
        return STATUS_BUFFER_TOO_SMALL;
    memcpy(to, from, GetLengthSid(from));
    return STATUS_SUCCESS;
}

BOOLEAN NTAPI RtlEqualPrefixSid(PSID left, PSID right)
{
    const SID *one = left;
    ULONG parts = one->SubAuthorityCount;
    return memcmp(left, right, RtlLengthRequiredSid(parts ? parts - 1 : 0)) == 0;
}

BOOL WINAPI EqualPrefixSid(PSID left, PSID right)
{
    return RtlEqualPrefixSid(left, right);
}

BOOL WINAPI IsWellKnownSid(PSID id, WELL_KNOWN_SID_TYPE place)
{
    BYTE domain[offsetof(SID, SubAuthority) + MOST_PARTS * sizeof(DWORD)], made[sizeof domain];
    DWORD size = sizeof made, error = GetLastError();
    if (!IsValidSid(id))
        return FALSE;
    memcpy(domain, id, GetLengthSid(id));
    if (((SID *)id)->SubAuthorityCount)
        ((SID *)(void *)domain)->SubAuthorityCount--;
    BOOL is_it = CreateWellKnownSid(place, domain, made, &size) && EqualSid(id, made);
    SetLastError(error);
    return is_it;
}

/* ---------------------------------------------------------------- texts */

/* Writes the text. Returns its characters, without the zero. */
static int write_text(const SID *id, char text[TEXT_SIZE])
{
    const BYTE *authority = id->IdentifierAuthority.Value;
    const DWORD low = (DWORD)authority[2] << 24 | (DWORD)authority[3] << 16 |
                      (DWORD)authority[4] << 8 | authority[5];
    const DWORD high = (DWORD)authority[0] << 8 | authority[1];
    int length = high ? snprintf(text, TEXT_SIZE, "S-%u-0x%04lx%08lx", id->Revision, high, low)
                      : snprintf(text, TEXT_SIZE, "S-%u-%lu", id->Revision, low);
    for (unsigned i = 0; i < id->SubAuthorityCount; i++)
        length +=
            snprintf(text + length, (size_t)(TEXT_SIZE - length), "-%lu", id->SubAuthority[i]);
    return length;
}

BOOL WINAPI ConvertSidToStringSidA(PSID id, LPSTR *text)
{
    char made[TEXT_SIZE];
    if (!text)
        return fails(ERROR_INVALID_PARAMETER);
    if (!IsValidSid(id))
        return fails(ERROR_INVALID_SID);
    size_t size = (size_t)write_text(id, made) + 1;
    if (!(*text = LocalAlloc(LMEM_FIXED, size)))
        return fails(ERROR_NOT_ENOUGH_MEMORY);
    memcpy(*text, made, size);
    return TRUE;
}

BOOL WINAPI ConvertSidToStringSidW(PSID id, LPWSTR *text)
{
    char *narrow;
    if (!text)
        return fails(ERROR_INVALID_PARAMETER);
    if (!ConvertSidToStringSidA(id, &narrow))
        return FALSE;
    size_t count = strlen(narrow) + 1;
    if ((*text = LocalAlloc(LMEM_FIXED, count * sizeof **text)))
        for (size_t i = 0; i < count; i++)
            (*text)[i] = (WCHAR)narrow[i];
    LocalFree(narrow);
    return *text ? TRUE : fails(ERROR_NOT_ENOUGH_MEMORY);
}

/* ---------------------------------------------------------------- names */

#define NAMES(number_call, name_call, text, constant_text)                                         \
    BOOL WINAPI number_call(constant_text system, PSID id, text name, LPDWORD name_size,           \
                            text domain, LPDWORD domain_size, DWORD *kind)                         \
    {                                                                                              \
        (void)system, (void)id, (void)name, (void)name_size, (void)domain, (void)domain_size;      \
        (void)kind;                                                                                \
        return fails(ERROR_NONE_MAPPED);                                                           \
    }                                                                                              \
    BOOL WINAPI name_call(constant_text system, constant_text name, PSID id, LPDWORD id_size,      \
                          text domain, LPDWORD domain_size, DWORD *kind)                           \
    {                                                                                              \
        (void)system, (void)name, (void)id, (void)id_size, (void)domain, (void)domain_size;        \
        (void)kind;                                                                                \
        return fails(ERROR_NONE_MAPPED);                                                           \
    }

NAMES(LookupAccountSidA, LookupAccountNameA, LPSTR, LPCSTR)
NAMES(LookupAccountSidW, LookupAccountNameW, LPWSTR, LPCWSTR)
