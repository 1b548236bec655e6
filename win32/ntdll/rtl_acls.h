/* Lists of rights, entry by entry, by ntdll's names, and by advapi32's, whose errors are those of
 * the statuses (RtlNtStatusToDosError). Ordinary code.
 *
 * A list holds so many bytes of entries as its size says. STATUS_INVALID_ACL: its entries lie
 * behind its end. STATUS_REVISION_MISMATCH: a revision above 4. STATUS_ALLOTTED_SPACE_EXCEEDED: an
 * entry does not fit. STATUS_INVALID_SID.
 */
#ifndef WIN32_NTDLL_RTL_ACLS_H
#define WIN32_NTDLL_RTL_ACLS_H

#include <securitybaseapi.h>
#include <stdint.h>

/* InitializeAcl. STATUS_BUFFER_TOO_SMALL, STATUS_INVALID_PARAMETER. */
uint32_t NTAPI RtlCreateAcl(PACL list, ULONG size, ULONG revision);

/* Whether it is one: memory that can be read, revision 2 to 4, and entries of at least 8 bytes
 * inside it. */
BOOLEAN NTAPI RtlValidAcl(PACL list);
BOOL WINAPI IsValidAcl(PACL list);

/* which: 1 the revision, 2 the counts of entries, of bytes used, of bytes free.
 * STATUS_BUFFER_TOO_SMALL, STATUS_INVALID_INFO_CLASS, STATUS_INVALID_PARAMETER (no list). */
uint32_t NTAPI RtlQueryInformationAcl(PACL list, void *facts, ULONG size, ULONG which);
BOOL WINAPI GetAclInformation(PACL list, LPVOID facts, DWORD size, DWORD which);

/* The entry with this index. STATUS_INVALID_PARAMETER: there is none, or no list. */
uint32_t NTAPI RtlGetAce(PACL list, ULONG index, void **entry);
BOOL WINAPI GetAce(PACL list, DWORD index, LPVOID *entry);
uint32_t NTAPI RtlDeleteAce(PACL list, ULONG index);
BOOL WINAPI DeleteAce(PACL list, DWORD index);

/* The place behind the last entry, as RtlFirstFreeAce. */
BOOL WINAPI FindFirstFreeAce(PACL list, LPVOID *place);

/* Adds entries, so many bytes of them, before that with this index, or at the end.
 * STATUS_INVALID_PARAMETER: they are not whole. STATUS_BUFFER_TOO_SMALL: they do not fit. */
uint32_t NTAPI RtlAddAce(PACL list, ULONG revision, ULONG index, void *entries, ULONG size);
BOOL WINAPI AddAce(PACL list, DWORD revision, DWORD index, LPVOID entries, DWORD size);

/* Adds an entry that allows or denies rights, at the end. STATUS_INVALID_PARAMETER: flags that tell
 * more than how it is inherited. */
uint32_t NTAPI RtlAddAccessAllowedAce(PACL list, ULONG revision, ULONG rights, PSID user);
uint32_t NTAPI RtlAddAccessAllowedAceEx(PACL list, ULONG revision, ULONG flags, ULONG rights,
                                        PSID user);
uint32_t NTAPI RtlAddAccessDeniedAce(PACL list, ULONG revision, ULONG rights, PSID user);
uint32_t NTAPI RtlAddAccessDeniedAceEx(PACL list, ULONG revision, ULONG flags, ULONG rights,
                                       PSID user);
BOOL WINAPI AddAccessAllowedAce(PACL list, DWORD revision, DWORD rights, PSID user);
BOOL WINAPI AddAccessAllowedAceEx(PACL list, DWORD revision, DWORD flags, DWORD rights, PSID user);
BOOL WINAPI AddAccessDeniedAce(PACL list, DWORD revision, DWORD rights, PSID user);
BOOL WINAPI AddAccessDeniedAceEx(PACL list, DWORD revision, DWORD flags, DWORD rights, PSID user);

#endif
