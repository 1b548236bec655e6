/* The parts of a user's or group's number, by ntdll's names, and by advapi32's. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_SIDS_H
#define WIN32_NTDLL_RTL_SIDS_H

#include <securitybaseapi.h>
#include <stdint.h>

/* Begins a number of so many parts, which the caller fills. STATUS_INVALID_PARAMETER: more than 15;
 * by advapi32's name ERROR_INVALID_PARAMETER. */
uint32_t NTAPI RtlInitializeSid(PSID id, const SID_IDENTIFIER_AUTHORITY *authority, BYTE count);
BOOL WINAPI InitializeSid(PSID id, PSID_IDENTIFIER_AUTHORITY authority, BYTE count);

/* The bytes of a number with so many parts. */
ULONG NTAPI RtlLengthRequiredSid(ULONG count);

/* The places of a number's parts, whatever they hold. */
DWORD *NTAPI RtlSubAuthoritySid(PSID id, ULONG part);
BYTE *NTAPI RtlSubAuthorityCountSid(PSID id);
SID_IDENTIFIER_AUTHORITY *NTAPI RtlIdentifierAuthoritySid(PSID id);

/* STATUS_BUFFER_TOO_SMALL; the number is not looked at. */
uint32_t NTAPI RtlCopySid(ULONG size, PSID to, PSID from);

/* Whether two numbers differ in their last parts at most. */
BOOLEAN NTAPI RtlEqualPrefixSid(PSID left, PSID right);
BOOL WINAPI EqualPrefixSid(PSID left, PSID right);

/* Whether it is the number of this place of the list, in its own domain. */
BOOL WINAPI IsWellKnownSid(PSID id, WELL_KNOWN_SID_TYPE place);

/* "S-1-5-32-544", LocalFree's; an authority above 32 bits in twelve hexadecimal digits. FALSE:
 * ERROR_INVALID_SID, ERROR_INVALID_PARAMETER (text is NULL), ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI ConvertSidToStringSidA(PSID id, LPSTR *text);
BOOL WINAPI ConvertSidToStringSidW(PSID id, LPWSTR *text);

/* No number has a name, and no name a number: FALSE, ERROR_NONE_MAPPED. */
BOOL WINAPI LookupAccountSidA(LPCSTR system, PSID id, LPSTR name, LPDWORD name_size, LPSTR domain,
                              LPDWORD domain_size, DWORD *kind);
BOOL WINAPI LookupAccountSidW(LPCWSTR system, PSID id, LPWSTR name, LPDWORD name_size,
                              LPWSTR domain, LPDWORD domain_size, DWORD *kind);
BOOL WINAPI LookupAccountNameA(LPCSTR system, LPCSTR name, PSID id, LPDWORD id_size, LPSTR domain,
                               LPDWORD domain_size, DWORD *kind);
BOOL WINAPI LookupAccountNameW(LPCWSTR system, LPCWSTR name, PSID id, LPDWORD id_size,
                               LPWSTR domain, LPDWORD domain_size, DWORD *kind);

#endif
