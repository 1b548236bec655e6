/* Texts of ntdll in UTF-16 that are hashed, searched, copied, and made of UTF-8. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_UNICODE_H
#define WIN32_NTDLL_RTL_UNICODE_H

#include <winternl.h>

/* algorithm: 0 or 1, x65599. STATUS_INVALID_PARAMETER: another one, or a NULL. */
NTSTATUS NTAPI RtlHashUnicodeString(PCUNICODE_STRING text, BOOLEAN ignores_case, ULONG algorithm,
                                    PULONG value);

/* Looks for a unit that is one of these, and stores the bytes before it. flags: 1 from the end, 2 a
 * unit that is none of them, 4 in any case. From the front, they are the bytes with the unit.
 * STATUS_NOT_FOUND, STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI RtlFindCharInUnicodeString(ULONG flags, PCUNICODE_STRING text,
                                          PCUNICODE_STRING units, PUSHORT place);

/* Makes a copy on the heap, RtlFreeUnicodeString's. flags: 1 with a zero, 2 also an empty text has
 * memory. STATUS_INVALID_PARAMETER, STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlDuplicateUnicodeString(ULONG flags, PCUNICODE_STRING text, PUNICODE_STRING copy);

/* Puts source behind text. STATUS_BUFFER_TOO_SMALL: nothing is changed. */
NTSTATUS NTAPI RtlAppendStringToString(PSTRING text, const STRING *source);

/* As much as there is room for; *size, unless NULL, becomes the bytes. A text NULL asks for the
 * size alone. STATUS_SOME_NOT_MAPPED: characters that are none became U+FFFD.
 * STATUS_BUFFER_TOO_SMALL: the text is cut. STATUS_INVALID_PARAMETER, STATUS_INVALID_PARAMETER_4.
 */
NTSTATUS NTAPI RtlUTF8ToUnicodeN(PWSTR text, ULONG room, PULONG size, const char *source,
                                 ULONG length);
NTSTATUS NTAPI RtlUnicodeToUTF8N(PCHAR text, ULONG room, PULONG size, PCWSTR source, ULONG length);

/* Whether a counted text makes sense. flags is 0. STATUS_INVALID_PARAMETER. */
NTSTATUS NTAPI RtlValidateUnicodeString(ULONG flags, PCUNICODE_STRING text);

/* Makes every byte of a text 0. */
VOID NTAPI RtlEraseUnicodeString(PUNICODE_STRING text);

#endif
