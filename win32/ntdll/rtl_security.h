/* Security descriptors and their lists, by ntdll's calls. */
#ifndef WIN32_NTDLL_RTL_SECURITY_H
#define WIN32_NTDLL_RTL_SECURITY_H

#include <securitybaseapi.h>
#include <stdint.h>

/* A descriptor whose parts lie behind it. STATUS_BUFFER_TOO_SMALL: *size becomes what is needed.
 * STATUS_BAD_DESCRIPTOR_FORMAT: RtlAbsoluteToSelfRelativeSD got one that is such already. */
uint32_t NTAPI RtlAbsoluteToSelfRelativeSD(const void *descriptor, void *to, ULONG *size);
uint32_t NTAPI RtlMakeSelfRelativeSD(const void *descriptor, void *to, ULONG *size);

/* The way back: each part has a place of its own. STATUS_BUFFER_TOO_SMALL: all sizes become what is
 * needed. STATUS_BAD_DESCRIPTOR_FORMAT: the descriptor's parts do not lie behind it. */
uint32_t NTAPI RtlSelfRelativeToAbsoluteSD(const void *descriptor, void *to, ULONG *size, PACL list,
                                           ULONG *list_room, PACL system_list,
                                           ULONG *system_list_room, PSID owner, ULONG *owner_room,
                                           PSID group, ULONG *group_room);

/* The place behind the last entry; NULL: the list has no room there. FALSE: an entry lies behind
 * the list's end. */
BOOLEAN NTAPI RtlFirstFreeAce(const ACL *list, void **place);

/* FALSE: ERROR_INSUFFICIENT_BUFFER, ERROR_BAD_DESCRIPTOR_FORMAT, as above. */
BOOL WINAPI MakeSelfRelativeSD(PSECURITY_DESCRIPTOR descriptor, PSECURITY_DESCRIPTOR to,
                               LPDWORD size);
BOOL WINAPI MakeAbsoluteSD(PSECURITY_DESCRIPTOR descriptor, PSECURITY_DESCRIPTOR to, LPDWORD size,
                           PACL list, LPDWORD list_room, PACL system_list, LPDWORD system_list_room,
                           PSID owner, LPDWORD owner_room, PSID group, LPDWORD group_room);

#endif
