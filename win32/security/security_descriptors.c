/* Security descriptors, which programs lay out and pass on. */
#include "win32/fails.h"

#include <errhandlingapi.h>
#include <securitybaseapi.h>
#include <stdint.h>
#include <winerror.h>

BOOL WINAPI InitializeSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, DWORD revision)
{
    if (revision != SECURITY_DESCRIPTOR_REVISION)
        return fails(ERROR_UNKNOWN_REVISION);
    *(SECURITY_DESCRIPTOR *)descriptor = (SECURITY_DESCRIPTOR){.Revision = (BYTE)revision};
    return TRUE;
}

BOOL WINAPI SetSecurityDescriptorDacl(PSECURITY_DESCRIPTOR place, BOOL present, PACL list,
                                      BOOL defaulted)
{
    SECURITY_DESCRIPTOR *descriptor = place;
    if (descriptor->Revision != SECURITY_DESCRIPTOR_REVISION)
        return fails(ERROR_UNKNOWN_REVISION);
    descriptor->Control &= (WORD) ~(SE_DACL_PRESENT | SE_DACL_DEFAULTED);
    if (present)
        descriptor->Control |= (WORD)(SE_DACL_PRESENT | (defaulted ? SE_DACL_DEFAULTED : 0));
    descriptor->Dacl = present ? list : NULL;
    return TRUE;
}

BOOL WINAPI InitializeAcl(PACL list, DWORD size, DWORD revision)
{
    if (size < sizeof *list)
        return fails(ERROR_INSUFFICIENT_BUFFER);
    if (size > UINT16_MAX || size % sizeof(DWORD) || revision < ACL_REVISION ||
        revision > ACL_REVISION_DS)
        return fails(ERROR_INVALID_PARAMETER);
    *list = (ACL){.AclRevision = (BYTE)revision, .AclSize = (WORD)size};
    return TRUE;
}
