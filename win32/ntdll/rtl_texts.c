#include "win32/ntdll/rtl_texts.h"

#include "win32/letters.h"

#include <heapapi.h>
#include <stdbool.h>
#include <string.h>
#include <stringapiset.h>
#include <winnt.h>

VOID NTAPI RtlCopyUnicodeString(PUNICODE_STRING text, PCUNICODE_STRING source)
{
    USHORT length = source ? source->Length : 0;
    if (length > text->MaximumLength)
        length = text->MaximumLength;
    text->Length = length;
    if (!length)
        return;
    memmove(text->Buffer, source->Buffer, length);
    if (length + sizeof(WCHAR) <= text->MaximumLength)
        text->Buffer[length / sizeof(WCHAR)] = 0;
}

VOID NTAPI RtlCopyString(PSTRING text, const STRING *source)
{
    USHORT length = source ? source->Length : 0;
    if (length > text->MaximumLength)
        length = text->MaximumLength;
    text->Length = length;
    if (length)
        memmove(text->Buffer, source->Buffer, length);
}

NTSTATUS NTAPI RtlAppendUnicodeStringToString(PUNICODE_STRING text, PCUNICODE_STRING source)
{
    unsigned length = text->Length + (unsigned)source->Length;
    if (!source->Length)
        return STATUS_SUCCESS;
    if (length > text->MaximumLength)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    memmove((char *)text->Buffer + text->Length, source->Buffer, source->Length);
    text->Length = (USHORT)length;
    if (length + sizeof(WCHAR) <= text->MaximumLength)
        text->Buffer[length / sizeof(WCHAR)] = 0;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlAppendUnicodeToString(PUNICODE_STRING text, PCWSTR source)
{
    UNICODE_STRING counted;
    if (RtlInitUnicodeStringEx(&counted, source) != STATUS_SUCCESS)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    return RtlAppendUnicodeStringToString(text, &counted);
}

BOOLEAN NTAPI RtlCreateUnicodeString(PUNICODE_STRING text, PCWSTR source)
{
    SIZE_T size = (wcslen(source) + 1) * sizeof *source;
    PWSTR copy = size <= UINT16_MAX ? HeapAlloc(GetProcessHeap(), 0, size) : NULL;
    if (!copy)
        return FALSE;
    memcpy(copy, source, size);
    *text = (UNICODE_STRING){(USHORT)(size - sizeof *source), (USHORT)size, copy};
    return TRUE;
}

/* Copies the text with each unit changed. */
static NTSTATUS change_case(PUNICODE_STRING text, PCUNICODE_STRING source, bool allocates,
                            WCHAR change(WCHAR unit))
{
    if (allocates) {
        text->Buffer = HeapAlloc(GetProcessHeap(), 0, source->Length + sizeof(WCHAR));
        text->MaximumLength = source->Length;
        if (!text->Buffer)
            return (NTSTATUS)STATUS_NO_MEMORY;
    } else if (source->Length > text->MaximumLength) {
        return (NTSTATUS)STATUS_BUFFER_OVERFLOW;
    }
    text->Length = source->Length;
    for (unsigned i = 0; i < source->Length / sizeof(WCHAR); i++)
        text->Buffer[i] = change(source->Buffer[i]);
    return STATUS_SUCCESS;
}

static WCHAR large(WCHAR unit)
{
    return letter_large(unit);
}

NTSTATUS NTAPI RtlUpcaseUnicodeString(PUNICODE_STRING text, PCUNICODE_STRING source,
                                      BOOLEAN allocates)
{
    return change_case(text, source, allocates, large);
}

static WCHAR small(WCHAR unit)
{
    return letter_small(unit);
}

NTSTATUS NTAPI RtlDowncaseUnicodeString(PUNICODE_STRING text, PCUNICODE_STRING source,
                                        BOOLEAN allocates)
{
    return change_case(text, source, allocates, small);
}

WCHAR NTAPI RtlDowncaseUnicodeChar(WCHAR unit)
{
    return letter_small(unit);
}

CHAR NTAPI RtlUpperChar(CHAR letter)
{
    return (CHAR)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
}

BOOLEAN NTAPI RtlPrefixUnicodeString(PCUNICODE_STRING start, PCUNICODE_STRING text,
                                     BOOLEAN ignores_case)
{
    UNICODE_STRING beginning = {start->Length, start->Length, text->Buffer};
    return start->Length <= text->Length && RtlEqualUnicodeString(start, &beginning, ignores_case);
}

LONG NTAPI RtlCompareString(const STRING *left, const STRING *right, BOOLEAN ignores_case)
{
    for (unsigned i = 0; i < left->Length && i < right->Length; i++) {
        CHAR one = left->Buffer[i], other = right->Buffer[i];
        if (ignores_case)
            one = RtlUpperChar(one), other = RtlUpperChar(other);
        if (one != other)
            return (unsigned char)one - (unsigned char)other;
    }
    return left->Length - right->Length;
}

BOOLEAN NTAPI RtlEqualString(const STRING *left, const STRING *right, BOOLEAN ignores_case)
{
    return RtlCompareString(left, right, ignores_case) == 0;
}

WCHAR NTAPI RtlAnsiCharToUnicodeChar(const char **text)
{
    enum { MOST = 3, NO_CHARACTER = 0xFFFD }; /* bytes of a character that is one unit */
    WCHAR unit = 0;
    for (int size = 1; size <= MOST; size++) {
        if (MultiByteToWideChar(CP_ACP, MB_ERR_INVALID_CHARS, *text, size, &unit, 1) == 1) {
            *text += size;
            return unit;
        }
        if (!(*text)[size - 1])
            break;
    }
    ++*text;
    return NO_CHARACTER;
}

NTSTATUS NTAPI RtlMultiByteToUnicodeN(PWSTR text, ULONG room, PULONG length, const char *source,
                                      ULONG size)
{
    int units = (int)(room / sizeof *text);
    int needed = size ? MultiByteToWideChar(CP_ACP, 0, source, (int)size, NULL, 0) : 0;
    int written = 0;
    if (needed && needed <= units) {
        written = MultiByteToWideChar(CP_ACP, 0, source, (int)size, text, units);
    } else if (needed) {
        PWSTR whole = HeapAlloc(GetProcessHeap(), 0, (SIZE_T)needed * sizeof *whole);
        if (!whole)
            return (NTSTATUS)STATUS_NO_MEMORY;
        MultiByteToWideChar(CP_ACP, 0, source, (int)size, whole, needed);
        memcpy(text, whole, (size_t)units * sizeof *text);
        HeapFree(GetProcessHeap(), 0, whole);
        written = units;
    }
    if (length)
        *length = (ULONG)written * (ULONG)sizeof *text;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlUnicodeToMultiByteN(PCHAR text, ULONG room, PULONG length, PCWSTR source,
                                      ULONG size)
{
    ULONG written = 0;
    for (ULONG i = 0; i < size / sizeof *source; i++) {
        bool is_pair =
            source[i] >> 10 == 0x36 && i + 1 < size / sizeof *source && source[i + 1] >> 10 == 0x37;
        char bytes[4];
        ULONG count = (ULONG)WideCharToMultiByte(CP_ACP, 0, source + i, is_pair ? 2 : 1, bytes,
                                                 sizeof bytes, NULL, NULL);
        if (count > room - written)
            break;
        memcpy(text + written, bytes, count);
        written += count;
        i += is_pair;
    }
    if (length)
        *length = written;
    return STATUS_SUCCESS;
}

PPEB NTAPI RtlGetCurrentPeb(VOID)
{
    return NtCurrentTeb()->ProcessEnvironmentBlock;
}

VOID NTAPI RtlGetNtVersionNumbers(PULONG major, PULONG minor, PULONG build)
{
    const ULONG released = 0xF0000000;
    const PEB *peb = RtlGetCurrentPeb();
    if (major)
        *major = peb->OSMajorVersion;
    if (minor)
        *minor = peb->OSMinorVersion;
    if (build)
        *build = released | peb->OSBuildNumber;
}

VOID NTAPI RtlUpperString(PSTRING text, const STRING *source)
{
    RtlCopyString(text, source);
    for (unsigned i = 0; i < text->Length; i++)
        text->Buffer[i] = RtlUpperChar(text->Buffer[i]);
}

NTSTATUS NTAPI RtlAppendAsciizToString(PSTRING text, const char *source)
{
    size_t length = source ? strlen(source) : 0;
    if (!length)
        return STATUS_SUCCESS;
    if (text->Length + length > text->MaximumLength)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    memmove(text->Buffer + text->Length, source, length);
    text->Length = (USHORT)(text->Length + length);
    return STATUS_SUCCESS;
}

BOOLEAN NTAPI RtlPrefixString(const STRING *start, const STRING *text, BOOLEAN ignores_case)
{
    STRING beginning = {start->Length, start->Length, text->Buffer};
    return start->Length <= text->Length && RtlEqualString(start, &beginning, ignores_case);
}
