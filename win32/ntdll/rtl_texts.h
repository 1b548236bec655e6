/* More texts of ntdll (winternl.h), and memory by functions. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_TEXTS_H
#define WIN32_NTDLL_RTL_TEXTS_H

#include <winternl.h>

/* Copies end where the room of text does. NULL copies nothing. */
VOID NTAPI RtlCopyUnicodeString(PUNICODE_STRING text, PCUNICODE_STRING source);
VOID NTAPI RtlCopyString(PSTRING text, const STRING *source);

/* Put source behind text. STATUS_BUFFER_TOO_SMALL: nothing is changed. */
NTSTATUS NTAPI RtlAppendUnicodeToString(PUNICODE_STRING text, PCWSTR source);
NTSTATUS NTAPI RtlAppendUnicodeStringToString(PUNICODE_STRING text, PCUNICODE_STRING source);

/* A copy from the heap, RtlFreeUnicodeString's. FALSE without memory. */
BOOLEAN NTAPI RtlCreateUnicodeString(PUNICODE_STRING text, PCWSTR source);

/* In the other case, in the room of text or, with allocates, on the heap. STATUS_BUFFER_OVERFLOW,
 * STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlUpcaseUnicodeString(PUNICODE_STRING text, PCUNICODE_STRING source,
                                      BOOLEAN allocates);
NTSTATUS NTAPI RtlDowncaseUnicodeString(PUNICODE_STRING text, PCUNICODE_STRING source,
                                        BOOLEAN allocates);
WCHAR NTAPI RtlDowncaseUnicodeChar(WCHAR unit);
CHAR NTAPI RtlUpperChar(CHAR letter);

/* Whether text begins with start. */
BOOLEAN NTAPI RtlPrefixUnicodeString(PCUNICODE_STRING start, PCUNICODE_STRING text,
                                     BOOLEAN ignores_case);

/* Comparisons of narrow texts, by bytes. */
LONG NTAPI RtlCompareString(const STRING *left, const STRING *right, BOOLEAN ignores_case);
BOOLEAN NTAPI RtlEqualString(const STRING *left, const STRING *right, BOOLEAN ignores_case);

/* Texts without a zero, as much as there is room for. *length, unless NULL, becomes the bytes. */
NTSTATUS NTAPI RtlMultiByteToUnicodeN(PWSTR text, ULONG room, PULONG length, const char *source,
                                      ULONG size);
NTSTATUS NTAPI RtlUnicodeToMultiByteN(PCHAR text, ULONG room, PULONG length, PCWSTR source,
                                      ULONG size);

/* The character that a text begins with; *text is moved behind it. */
WCHAR NTAPI RtlAnsiCharToUnicodeChar(const char **text);

/* The TEB's last error, and the PEB. */
PPEB NTAPI RtlGetCurrentPeb(VOID);

/* 6, 1 and the build with the highest bits of a released one. */
VOID NTAPI RtlGetNtVersionNumbers(PULONG major, PULONG minor, PULONG build);

/* In capitals of ASCII, as much as there is room for. */
VOID NTAPI RtlUpperString(PSTRING text, const STRING *source);

/* Puts a text with a zero behind another one. STATUS_BUFFER_TOO_SMALL: nothing is changed. */
NTSTATUS NTAPI RtlAppendAsciizToString(PSTRING text, const char *source);

BOOLEAN NTAPI RtlPrefixString(const STRING *start, const STRING *text, BOOLEAN ignores_case);

#endif
