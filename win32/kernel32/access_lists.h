/* Lists of rights, as programs make them and have them asked. Ordinary code. */
#ifndef WIN32_KERNEL32_ACCESS_LISTS_H
#define WIN32_KERNEL32_ACCESS_LISTS_H

#include <securitybaseapi.h>

typedef struct _GENERIC_MAPPING {
    DWORD GenericRead, GenericWrite, GenericExecute, GenericAll;
} GENERIC_MAPPING, *PGENERIC_MAPPING;

typedef struct _PRIVILEGE_SET {
    DWORD PrivilegeCount, Control;
    LUID_AND_ATTRIBUTES Privilege[1];
} PRIVILEGE_SET, *PPRIVILEGE_SET;

typedef enum _ACCESS_MODE {
    NOT_USED_ACCESS,
    GRANT_ACCESS,
    SET_ACCESS,
    DENY_ACCESS,
    REVOKE_ACCESS
} ACCESS_MODE;
typedef enum _TRUSTEE_FORM { TRUSTEE_IS_SID, TRUSTEE_IS_NAME } TRUSTEE_FORM;

typedef struct _TRUSTEE_W {
    struct _TRUSTEE_W *pMultipleTrustee; /* NULL */
    DWORD MultipleTrusteeOperation;      /* 0 */
    TRUSTEE_FORM TrusteeForm;
    DWORD TrusteeType; /* 0: unknown */
    LPWSTR ptstrName;  /* a PSID where the form says so */
} TRUSTEE_W;

typedef struct _EXPLICIT_ACCESS_W {
    DWORD grfAccessPermissions;
    ACCESS_MODE grfAccessMode;
    DWORD grfInheritance;
    TRUSTEE_W Trustee;
} EXPLICIT_ACCESS_W, *PEXPLICIT_ACCESS_W;

/* Replaces the four generic rights by what they are of this kind of object. */
void WINAPI MapGenericMask(PDWORD rights, PGENERIC_MAPPING mapping);

/* The name is not copied, and not looked up yet. */
void WINAPI BuildExplicitAccessWithNameW(PEXPLICIT_ACCESS_W entry, LPWSTR name, DWORD rights,
                                         ACCESS_MODE mode, DWORD inheritance);

/* Makes a list of the entries and of what the old one (may be NULL) has, denials first; *made is
 * freed by LocalFree, and NULL if there is neither. An error: ERROR_NONE_MAPPED, because no user
 * has a name here; ERROR_INVALID_SID, ERROR_INVALID_PARAMETER, ERROR_NOT_ENOUGH_MEMORY. */
DWORD WINAPI SetEntriesInAclW(ULONG count, PEXPLICIT_ACCESS_W entries, PACL old, PACL *made);

/* Whether the one user has the desired rights by the descriptor's list, also as a member of groups:
 * *has them, with those *granted, or with ERROR_ACCESS_DENIED. FALSE: ERROR_INVALID_HANDLE,
 * ERROR_ACCESS_DENIED, ERROR_NO_IMPERSONATION_TOKEN, ERROR_BAD_IMPERSONATION_LEVEL (anonymous),
 * ERROR_INVALID_SECURITY_DESCR (without owner or group, too), ERROR_GENERIC_NOT_MAPPED,
 * ERROR_INSUFFICIENT_BUFFER (*size, of the privileges used: none). */
BOOL WINAPI AccessCheck(PSECURITY_DESCRIPTOR descriptor, HANDLE token, DWORD desired,
                        PGENERIC_MAPPING mapping, PPRIVILEGE_SET used, LPDWORD size,
                        LPDWORD granted, LPBOOL has);

/* Files have no owner and no list: ERROR_NOT_SUPPORTED, or why there is no such file. */
DWORD WINAPI GetNamedSecurityInfoW(LPCWSTR file, DWORD kind, SECURITY_INFORMATION parts,
                                   PSID *owner, PSID *group, PACL *rights, PACL *audit,
                                   PSECURITY_DESCRIPTOR *descriptor);
DWORD WINAPI SetNamedSecurityInfoW(LPWSTR file, DWORD kind, SECURITY_INFORMATION parts, PSID owner,
                                   PSID group, PACL rights, PACL audit);

#endif
