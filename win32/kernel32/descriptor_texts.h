/* Security descriptors written as texts: O:BAG:SYD:P(A;OICI;GA;;;WD). Ordinary code. */
#ifndef WIN32_KERNEL32_DESCRIPTOR_TEXTS_H
#define WIN32_KERNEL32_DESCRIPTOR_TEXTS_H

#include <securitybaseapi.h>

/* *made becomes a descriptor in one piece, for LocalFree; *size, unless NULL, its bytes. FALSE:
 * ERROR_INVALID_PARAMETER, ERROR_UNKNOWN_REVISION (it is not 1), ERROR_INVALID_ACL,
 * ERROR_INVALID_SID, ERROR_NOT_ENOUGH_MEMORY. Entries for parts of objects are invalid: no object
 * here has parts. */
BOOL WINAPI ConvertStringSecurityDescriptorToSecurityDescriptorA(LPCSTR text, DWORD revision,
                                                                 PSECURITY_DESCRIPTOR *made,
                                                                 PULONG size);
BOOL WINAPI ConvertStringSecurityDescriptorToSecurityDescriptorW(LPCWSTR text, DWORD revision,
                                                                 PSECURITY_DESCRIPTOR *made,
                                                                 PULONG size);

/* *id becomes the number of the text, "S-1-5-18" or "SY", for LocalFree. FALSE:
 * ERROR_INVALID_PARAMETER, ERROR_INVALID_SID, ERROR_NOT_ENOUGH_MEMORY. */
BOOL WINAPI ConvertStringSidToSidA(LPCSTR text, PSID *id);
BOOL WINAPI ConvertStringSidToSidW(LPCWSTR text, PSID *id);

#endif
