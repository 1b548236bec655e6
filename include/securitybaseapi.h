/* Rights of users: one user, who has no privileges, and descriptors that nothing looks at. Windows'
 * names; part of windows.h. Ordinary code, at either privilege level. */
#ifndef SECURITYBASEAPI_H
#define SECURITYBASEAPI_H

#include <minwinbase.h>

typedef PVOID PSID, PSECURITY_DESCRIPTOR;

typedef struct _LUID {
    DWORD LowPart;
    LONG HighPart;
} LUID, *PLUID;

typedef struct _LUID_AND_ATTRIBUTES {
    LUID Luid;
    DWORD Attributes;
} LUID_AND_ATTRIBUTES, *PLUID_AND_ATTRIBUTES;

#define SE_PRIVILEGE_ENABLED 0x2u
typedef struct _TOKEN_PRIVILEGES {
    DWORD PrivilegeCount;
    LUID_AND_ATTRIBUTES Privileges[1];
} TOKEN_PRIVILEGES, *PTOKEN_PRIVILEGES;

typedef struct _SID_IDENTIFIER_AUTHORITY {
    BYTE Value[6];
} SID_IDENTIFIER_AUTHORITY, *PSID_IDENTIFIER_AUTHORITY;

typedef struct _SID {
    BYTE Revision, SubAuthorityCount;
    SID_IDENTIFIER_AUTHORITY IdentifierAuthority;
    DWORD SubAuthority[1];
} SID;

typedef struct _SID_AND_ATTRIBUTES {
    PSID Sid;
    DWORD Attributes;
} SID_AND_ATTRIBUTES, *PSID_AND_ATTRIBUTES;

typedef struct _TOKEN_USER {
    SID_AND_ATTRIBUTES User;
} TOKEN_USER, *PTOKEN_USER;

typedef struct _TOKEN_GROUPS {
    DWORD GroupCount;
    SID_AND_ATTRIBUTES Groups[1];
} TOKEN_GROUPS, *PTOKEN_GROUPS;

typedef struct _TOKEN_ELEVATION {
    DWORD TokenIsElevated;
} TOKEN_ELEVATION, *PTOKEN_ELEVATION;

typedef enum _TOKEN_INFORMATION_CLASS {
    TokenUser = 1,       /* TOKEN_USER, and behind it S-1-5-21-0-0-0-1000 */
    TokenGroups = 2,     /* those of a user who is no administrator */
    TokenPrivileges = 3, /* none */
    TokenOwner = 4,
    TokenPrimaryGroup = 5,
    TokenDefaultDacl = 6,
    TokenSource = 7, /* "User32 " */
    TokenType = 8,
    TokenImpersonationLevel = 9,
    TokenStatistics = 10,
    TokenRestrictedSids = 11, /* none */
    TokenSessionId = 12,      /* 1 */
    TokenSandBoxInert = 15,   /* 0 */
    TokenOrigin = 17,
    TokenElevationType = 18,   /* 1, TokenElevationTypeDefault */
    TokenLinkedToken = 19,     /* ERROR_NO_SUCH_LOGON_SESSION */
    TokenElevation = 20,       /* 0 */
    TokenHasRestrictions = 21, /* 0 */
    TokenIntegrityLevel = 25,  /* medium */
    TokenUIAccess = 26,        /* 0 */
    TokenLogonSid = 28         /* TOKEN_GROUPS of that one */
} TOKEN_INFORMATION_CLASS;

/* Information about a token (OpenProcessToken), by classes. *needed becomes the size of the answer.
 * FALSE: ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED (without the right TOKEN_QUERY, for the source
 * TOKEN_QUERY_SOURCE), ERROR_INVALID_PARAMETER (another class, or a level that the token has not),
 * ERROR_INSUFFICIENT_BUFFER. */
BOOL WINAPI GetTokenInformation(HANDLE token, TOKEN_INFORMATION_CLASS which, LPVOID answer,
                                DWORD size, PDWORD needed);

/* A token has no privileges to change: TRUE, with the last error ERROR_NOT_ALL_ASSIGNED if some are
 * asked for. *before, unless NULL, becomes none of them. */
BOOL WINAPI AdjustTokenPrivileges(HANDLE token, BOOL disables_all, PTOKEN_PRIVILEGES wish,
                                  DWORD size, PTOKEN_PRIVILEGES before, PDWORD needed);

/* The thread acts as the user that it is anyway: TRUE. */
BOOL WINAPI RevertToSelf(void);

/* Descriptors and lists of rights, as far as programs lay them out to pass them on. FALSE:
 * ERROR_UNKNOWN_REVISION; for a list ERROR_INSUFFICIENT_BUFFER, ERROR_INVALID_PARAMETER (its
 * revision, or a size that is too much or no multiple of 4). */
#define SECURITY_DESCRIPTOR_REVISION 1u
#define SE_DACL_PRESENT              0x4u
#define SE_DACL_DEFAULTED            0x8u
#define ACL_REVISION                 2u
#define ACL_REVISION_DS              4u
typedef WORD SECURITY_DESCRIPTOR_CONTROL;

typedef struct _ACL {
    BYTE AclRevision, Sbz1;
    WORD AclSize, AceCount, Sbz2;
} ACL, *PACL;

typedef struct _SECURITY_DESCRIPTOR {
    BYTE Revision, Sbz1;
    SECURITY_DESCRIPTOR_CONTROL Control;
    PSID Owner, Group;
    PACL Sacl, Dacl;
} SECURITY_DESCRIPTOR, *PISECURITY_DESCRIPTOR;

BOOL WINAPI InitializeSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, DWORD revision);
BOOL WINAPI SetSecurityDescriptorDacl(PSECURITY_DESCRIPTOR descriptor, BOOL present, PACL list,
                                      BOOL defaulted);
BOOL WINAPI InitializeAcl(PACL list, DWORD size, DWORD revision);

/* Numbers of users and groups; FreeSid gives one back, and returns NULL. FALSE: ERROR_INVALID_SID,
 * ERROR_NOT_ENOUGH_MEMORY. */
#define SECURITY_WORLD_SID_AUTHORITY                                                               \
    {                                                                                              \
        {                                                                                          \
            0, 0, 0, 0, 0, 1                                                                       \
        }                                                                                          \
    }
#define SECURITY_NT_AUTHORITY                                                                      \
    {                                                                                              \
        {                                                                                          \
            0, 0, 0, 0, 0, 5                                                                       \
        }                                                                                          \
    }
#define SECURITY_BUILTIN_DOMAIN_RID 0x20u
#define DOMAIN_ALIAS_RID_ADMINS     0x220u
BOOL WINAPI AllocateAndInitializeSid(PSID_IDENTIFIER_AUTHORITY authority, BYTE count, DWORD first,
                                     DWORD second, DWORD third, DWORD fourth, DWORD fifth,
                                     DWORD sixth, DWORD seventh, DWORD eighth, PSID *made);
PVOID WINAPI FreeSid(PSID id);
BOOL WINAPI IsValidSid(PSID id);
DWORD WINAPI GetLengthSid(PSID id);
BOOL WINAPI EqualSid(PSID left, PSID right);
BOOL WINAPI CopySid(DWORD size, PSID to, PSID from); /* ERROR_INSUFFICIENT_BUFFER */

/* Stores a handle of a token's copy, with these rights, 0: those of the handle. FALSE:
 * ERROR_INVALID_HANDLE, ERROR_ACCESS_DENIED (without the right TOKEN_DUPLICATE);
 * ERROR_BAD_IMPERSONATION_LEVEL, ERROR_INVALID_PARAMETER, there is no such level or kind, or the
 * token may not have it. */
typedef enum _SECURITY_IMPERSONATION_LEVEL {
    SecurityAnonymous,
    SecurityIdentification,
    SecurityImpersonation,
    SecurityDelegation
} SECURITY_IMPERSONATION_LEVEL;
typedef enum _TOKEN_TYPE { TokenPrimary = 1, TokenImpersonation } TOKEN_TYPE;
BOOL WINAPI DuplicateToken(HANDLE token, SECURITY_IMPERSONATION_LEVEL level, PHANDLE copy);
BOOL WINAPI DuplicateTokenEx(HANDLE token, DWORD access, LPSECURITY_ATTRIBUTES security,
                             SECURITY_IMPERSONATION_LEVEL level, TOKEN_TYPE kind, PHANDLE copy);

/* Makes the number of a group or user that is known everywhere, by its place in Windows' list: 1 is
 * everyone, 22 the system, 26 the administrators. Numbers from 38 to 50 are those of a domain's
 * members. *size becomes the size that it has. FALSE: ERROR_INVALID_PARAMETER, none is known by
 * this place, or its domain is missing; ERROR_INSUFFICIENT_BUFFER. */
typedef enum {
    WinNullSid = 0,
    WinWorldSid = 1,
    WinLocalSystemSid = 22,
    WinBuiltinAdministratorsSid = 26,
    WinBuiltinUsersSid = 27,
    WinAccountAdministratorSid = 38,
    WinHighLabelSid = 68
} WELL_KNOWN_SID_TYPE;
BOOL WINAPI CreateWellKnownSid(WELL_KNOWN_SID_TYPE place, PSID domain, PSID id, DWORD *size);

/* Whether a group, or the user, is one whose rights the token has; NULL: the caller's own. FALSE:
 * ERROR_INVALID_HANDLE, ERROR_NO_IMPERSONATION_TOKEN, ERROR_BAD_IMPERSONATION_LEVEL,
 * ERROR_INVALID_SID. */
BOOL WINAPI CheckTokenMembership(HANDLE token, PSID group, PBOOL is_member);

/* Files have no owner and no list of rights. FALSE: ERROR_NOT_SUPPORTED, or why there is no such
 * file. */
typedef DWORD SECURITY_INFORMATION;
BOOL WINAPI GetFileSecurityA(LPCSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR to,
                             DWORD size, LPDWORD needed);
BOOL WINAPI GetFileSecurityW(LPCWSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR to,
                             DWORD size, LPDWORD needed);
BOOL WINAPI SetFileSecurityA(LPCSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR from);
BOOL WINAPI SetFileSecurityW(LPCWSTR file, SECURITY_INFORMATION parts, PSECURITY_DESCRIPTOR from);

#endif
