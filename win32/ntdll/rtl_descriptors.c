#include "win32/ntdll/rtl_descriptors.h"

#include "win32/ntdll/nt_results.h"
#include "win32/ntdll/nt_statuses.h"
#include "win32/ntdll/rtl_acls.h"

#include <ntstatus.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    OWNER_DEFAULTED = 1,
    GROUP_DEFAULTED = 2,
    SACL_PRESENT = 0x10,
    SACL_DEFAULTED = 0x20,
    INHERITS = 0x3F00, /* the flags that SetSecurityDescriptorControl sets */
    IN_ONE_PIECE = 0x8000
};

/* A part: its word, and its flags. */
static const struct part {
    size_t word;
    WORD present, defaulted;
} owner_part = {offsetof(SECURITY_DESCRIPTOR, Owner), 0, OWNER_DEFAULTED},
  group_part = {offsetof(SECURITY_DESCRIPTOR, Group), 0, GROUP_DEFAULTED},
  dacl_part = {offsetof(SECURITY_DESCRIPTOR, Dacl), SE_DACL_PRESENT, SE_DACL_DEFAULTED},
  sacl_part = {offsetof(SECURITY_DESCRIPTOR, Sacl), SACL_PRESENT, SACL_DEFAULTED};

static void **word_of(SECURITY_DESCRIPTOR *descriptor, const struct part *part)
{
    return (void **)(void *)((BYTE *)descriptor + part->word);
}

static void *value_of(SECURITY_DESCRIPTOR *descriptor, const struct part *part)
{
    BYTE *value = *word_of(descriptor, part);
    bool is_there = value && (!part->present || descriptor->Control & part->present);
    return !is_there                            ? NULL
           : descriptor->Control & IN_ONE_PIECE ? (BYTE *)descriptor + (uintptr_t)value
                                                : value;
}

static uint32_t set_part(PSECURITY_DESCRIPTOR place, const struct part *part, bool present,
                         void *value, bool defaulted)
{
    SECURITY_DESCRIPTOR *descriptor = place;
    if (descriptor->Revision != SECURITY_DESCRIPTOR_REVISION)
        return STATUS_UNKNOWN_REVISION;
    if (descriptor->Control & IN_ONE_PIECE)
        return STATUS_INVALID_SECURITY_DESCR;
    descriptor->Control &= (WORD) ~(part->present | part->defaulted);
    if (present)
        descriptor->Control |= (WORD)(part->present | (defaulted ? part->defaulted : 0));
    *word_of(descriptor, part) = present ? value : NULL;
    return STATUS_SUCCESS;
}

static uint32_t get_part(PSECURITY_DESCRIPTOR place, const struct part *part, bool *present,
                         void **value, bool *defaulted)
{
    SECURITY_DESCRIPTOR *descriptor = place;
    if (descriptor->Revision != SECURITY_DESCRIPTOR_REVISION)
        return STATUS_UNKNOWN_REVISION;
    *present = !part->present || descriptor->Control & part->present;
    *value = value_of(descriptor, part);
    *defaulted = descriptor->Control & part->defaulted;
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlCreateSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, ULONG revision)
{
    return InitializeSecurityDescriptor(descriptor, revision) ? STATUS_SUCCESS
                                                              : STATUS_UNKNOWN_REVISION;
}

BOOLEAN NTAPI RtlValidSecurityDescriptor(PSECURITY_DESCRIPTOR place)
{
    SECURITY_DESCRIPTOR *descriptor = place;
    if (!descriptor || descriptor->Revision != SECURITY_DESCRIPTOR_REVISION)
        return FALSE;
    PSID owner = value_of(descriptor, &owner_part), group = value_of(descriptor, &group_part);
    PACL dacl = value_of(descriptor, &dacl_part), sacl = value_of(descriptor, &sacl_part);
    return (!owner || IsValidSid(owner)) && (!group || IsValidSid(group)) &&
           (!dacl || RtlValidAcl(dacl)) && (!sacl || RtlValidAcl(sacl));
}

BOOL WINAPI IsValidSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor)
{
    return RtlValidSecurityDescriptor(descriptor) ? TRUE : nt_tell(STATUS_INVALID_SECURITY_DESCR);
}

ULONG NTAPI RtlLengthSecurityDescriptor(PSECURITY_DESCRIPTOR place)
{
    SECURITY_DESCRIPTOR *descriptor = place;
    ULONG size = sizeof *descriptor;
    const struct part *const ids[] = {&owner_part, &group_part};
    const struct part *const lists[] = {&dacl_part, &sacl_part};
    for (unsigned i = 0; i < 2; i++) {
        PSID id = value_of(descriptor, ids[i]);
        const ACL *list = value_of(descriptor, lists[i]);
        size += (id ? GetLengthSid(id) : 0) + (list ? (list->AclSize + 3u) & ~3u : 0);
    }
    return size;
}

DWORD WINAPI GetSecurityDescriptorLength(PSECURITY_DESCRIPTOR descriptor)
{
    return RtlLengthSecurityDescriptor(descriptor);
}

/* ---------------------------------------------------------------- by both names */

#define NUMBERS(set, get, set_advapi, get_advapi, part)                                            \
    uint32_t NTAPI set(PSECURITY_DESCRIPTOR descriptor, PSID id, BOOLEAN defaulted)                \
    {                                                                                              \
        return set_part(descriptor, &part, true, id, defaulted);                                   \
    }                                                                                              \
    uint32_t NTAPI get(PSECURITY_DESCRIPTOR descriptor, PSID *id, BOOLEAN *defaulted)              \
    {                                                                                              \
        bool is_there, is_default;                                                                 \
        uint32_t status = get_part(descriptor, &part, &is_there, id, &is_default);                 \
        if (status == STATUS_SUCCESS)                                                              \
            *defaulted = is_default;                                                               \
        return status;                                                                             \
    }                                                                                              \
    BOOL WINAPI set_advapi(PSECURITY_DESCRIPTOR descriptor, PSID id, BOOL defaulted)               \
    {                                                                                              \
        return nt_tell(set_part(descriptor, &part, true, id, defaulted));                          \
    }                                                                                              \
    BOOL WINAPI get_advapi(PSECURITY_DESCRIPTOR descriptor, PSID *id, LPBOOL defaulted)            \
    {                                                                                              \
        BOOLEAN is_default;                                                                        \
        uint32_t status = get(descriptor, id, &is_default);                                        \
        if (status == STATUS_SUCCESS)                                                              \
            *defaulted = is_default;                                                               \
        return nt_tell(status);                                                                    \
    }

NUMBERS(RtlSetOwnerSecurityDescriptor, RtlGetOwnerSecurityDescriptor, SetSecurityDescriptorOwner,
        GetSecurityDescriptorOwner, owner_part)
NUMBERS(RtlSetGroupSecurityDescriptor, RtlGetGroupSecurityDescriptor, SetSecurityDescriptorGroup,
        GetSecurityDescriptorGroup, group_part)

#define LISTS(set, get, get_advapi, part)                                                          \
    uint32_t NTAPI set(PSECURITY_DESCRIPTOR descriptor, BOOLEAN present, PACL list,                \
                       BOOLEAN defaulted)                                                          \
    {                                                                                              \
        return set_part(descriptor, &part, present, list, defaulted);                              \
    }                                                                                              \
    uint32_t NTAPI get(PSECURITY_DESCRIPTOR descriptor, BOOLEAN *present, PACL *list,              \
                       BOOLEAN *defaulted)                                                         \
    {                                                                                              \
        void *found;                                                                               \
        bool is_there, is_default;                                                                 \
        uint32_t status = get_part(descriptor, &part, &is_there, &found, &is_default);             \
        if (status != STATUS_SUCCESS)                                                              \
            return status;                                                                         \
        *present = is_there;                                                                       \
        if (is_there) {                                                                            \
            *list = found;                                                                         \
            *defaulted = is_default;                                                               \
        }                                                                                          \
        return STATUS_SUCCESS;                                                                     \
    }                                                                                              \
    BOOL WINAPI get_advapi(PSECURITY_DESCRIPTOR descriptor, LPBOOL present, PACL *list,            \
                           LPBOOL defaulted)                                                       \
    {                                                                                              \
        BOOLEAN is_there, is_default;                                                              \
        uint32_t status = get(descriptor, &is_there, list, &is_default);                           \
        if (status != STATUS_SUCCESS)                                                              \
            return nt_tell(status);                                                                \
        *present = is_there;                                                                       \
        if (is_there)                                                                              \
            *defaulted = is_default;                                                               \
        return TRUE;                                                                               \
    }

LISTS(RtlSetDaclSecurityDescriptor, RtlGetDaclSecurityDescriptor, GetSecurityDescriptorDacl,
      dacl_part)
LISTS(RtlSetSaclSecurityDescriptor, RtlGetSaclSecurityDescriptor, GetSecurityDescriptorSacl,
      sacl_part)

BOOL WINAPI SetSecurityDescriptorSacl(PSECURITY_DESCRIPTOR descriptor, BOOL present, PACL list,
                                      BOOL defaulted)
{
    return nt_tell(set_part(descriptor, &sacl_part, present, list, defaulted));
}

uint32_t NTAPI RtlGetControlSecurityDescriptor(PSECURITY_DESCRIPTOR place, WORD *flags,
                                               ULONG *revision)
{
    const SECURITY_DESCRIPTOR *descriptor = place;
    *revision = descriptor->Revision;
    if (descriptor->Revision != SECURITY_DESCRIPTOR_REVISION)
        return STATUS_UNKNOWN_REVISION;
    *flags = descriptor->Control;
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlSetControlSecurityDescriptor(PSECURITY_DESCRIPTOR place, WORD which, WORD flags)
{
    SECURITY_DESCRIPTOR *descriptor = place;
    if ((which | flags) & ~INHERITS || flags & ~which)
        return STATUS_INVALID_PARAMETER;
    descriptor->Control = (WORD)((descriptor->Control & ~which) | flags);
    return STATUS_SUCCESS;
}

BOOL WINAPI GetSecurityDescriptorControl(PSECURITY_DESCRIPTOR descriptor, WORD *flags,
                                         LPDWORD revision)
{
    return nt_tell(RtlGetControlSecurityDescriptor(descriptor, flags, revision));
}

BOOL WINAPI SetSecurityDescriptorControl(PSECURITY_DESCRIPTOR descriptor, WORD which, WORD flags)
{
    return nt_tell(RtlSetControlSecurityDescriptor(descriptor, which, flags));
}
