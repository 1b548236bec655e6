/* Security descriptors, part by part, by ntdll's names, and by advapi32's, whose errors are those
 * of the statuses. Ordinary code.
 *
 * STATUS_UNKNOWN_REVISION: it is none. STATUS_INVALID_SECURITY_DESCR: parts of one that is in one
 * piece cannot be set.
 */
#ifndef WIN32_NTDLL_RTL_DESCRIPTORS_H
#define WIN32_NTDLL_RTL_DESCRIPTORS_H

#include <securitybaseapi.h>
#include <stdint.h>

uint32_t NTAPI RtlCreateSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, ULONG revision);

/* Whether it is one, and its parts are numbers and lists. */
BOOLEAN NTAPI RtlValidSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor);
BOOL WINAPI IsValidSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor);

/* Its bytes, if it were in one piece. */
ULONG NTAPI RtlLengthSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor);
DWORD WINAPI GetSecurityDescriptorLength(PSECURITY_DESCRIPTOR descriptor);

/* Sets a part, which may be NULL; a list that is not present is none. */
uint32_t NTAPI RtlSetOwnerSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, PSID owner,
                                             BOOLEAN defaulted);
uint32_t NTAPI RtlSetGroupSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, PSID group,
                                             BOOLEAN defaulted);
uint32_t NTAPI RtlSetDaclSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, BOOLEAN present,
                                            PACL list, BOOLEAN defaulted);
uint32_t NTAPI RtlSetSaclSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, BOOLEAN present,
                                            PACL list, BOOLEAN defaulted);
BOOL WINAPI SetSecurityDescriptorOwner(PSECURITY_DESCRIPTOR descriptor, PSID owner, BOOL defaulted);
BOOL WINAPI SetSecurityDescriptorGroup(PSECURITY_DESCRIPTOR descriptor, PSID group, BOOL defaulted);
BOOL WINAPI SetSecurityDescriptorSacl(PSECURITY_DESCRIPTOR descriptor, BOOL present, PACL list,
                                      BOOL defaulted);

/* Stores a part; of a list that is not present only that it is not. */
uint32_t NTAPI RtlGetOwnerSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, PSID *owner,
                                             BOOLEAN *defaulted);
uint32_t NTAPI RtlGetGroupSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, PSID *group,
                                             BOOLEAN *defaulted);
uint32_t NTAPI RtlGetDaclSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, BOOLEAN *present,
                                            PACL *list, BOOLEAN *defaulted);
uint32_t NTAPI RtlGetSaclSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, BOOLEAN *present,
                                            PACL *list, BOOLEAN *defaulted);
BOOL WINAPI GetSecurityDescriptorOwner(PSECURITY_DESCRIPTOR descriptor, PSID *owner,
                                       LPBOOL defaulted);
BOOL WINAPI GetSecurityDescriptorGroup(PSECURITY_DESCRIPTOR descriptor, PSID *group,
                                       LPBOOL defaulted);
BOOL WINAPI GetSecurityDescriptorDacl(PSECURITY_DESCRIPTOR descriptor, LPBOOL present, PACL *list,
                                      LPBOOL defaulted);
BOOL WINAPI GetSecurityDescriptorSacl(PSECURITY_DESCRIPTOR descriptor, LPBOOL present, PACL *list,
                                      LPBOOL defaulted);

/* The flags, and the revision, which is told of what is none, too. Set: the flags of how lists are
 * inherited. STATUS_INVALID_PARAMETER: others. */
uint32_t NTAPI RtlGetControlSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, WORD *flags,
                                               ULONG *revision);
uint32_t NTAPI RtlSetControlSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, WORD which,
                                               WORD flags);
BOOL WINAPI GetSecurityDescriptorControl(PSECURITY_DESCRIPTOR descriptor, WORD *flags,
                                         LPDWORD revision);
BOOL WINAPI SetSecurityDescriptorControl(PSECURITY_DESCRIPTOR descriptor, WORD which, WORD flags);

#endif
