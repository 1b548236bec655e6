/* Numbers and their texts, checksums, GUIDs, by Windows' names. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_NUMBERS_H
#define WIN32_NTDLL_RTL_NUMBERS_H

#include <winternl.h>

#ifndef GUID_DEFINED
#define GUID_DEFINED
typedef struct _GUID {
    ULONG Data1;
    USHORT Data2, Data3;
    BYTE Data4[8];
} GUID;
#endif

/* Bases are 2, 8, 10 and 16; 0 is 10, or for a text what 0b, 0o or 0x before it says. Others:
 * STATUS_INVALID_PARAMETER. STATUS_BUFFER_OVERFLOW: no room. A text is read after blanks and a
 * sign, up to what is no digit; no digit at all is 0. A place that is NULL:
 * STATUS_ACCESS_VIOLATION. */
NTSTATUS NTAPI RtlIntegerToChar(ULONG value, ULONG base, ULONG size, PCHAR text);
NTSTATUS NTAPI RtlIntegerToUnicodeString(ULONG value, ULONG base, PUNICODE_STRING text);
NTSTATUS NTAPI RtlCharToInteger(const char *text, ULONG base, PULONG value);
NTSTATUS NTAPI RtlUnicodeStringToInteger(PCUNICODE_STRING text, ULONG base, PULONG value);

/* The checksum of zip files; previous is 0, or that of the bytes before these. */
ULONG NTAPI RtlComputeCrc32(ULONG previous, const BYTE *bytes, ULONG size);

/* "{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}": STATUS_INVALID_PARAMETER for another form; the text
 * made is RtlFreeUnicodeString's, STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlGUIDFromString(PCUNICODE_STRING text, GUID *guid);
NTSTATUS NTAPI RtlStringFromGUID(const GUID *guid, PUNICODE_STRING text);

#endif
