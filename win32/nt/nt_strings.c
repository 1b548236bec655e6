/* Texts of ntdll: with their lengths, narrow and wide. */
#include "win32/letters.h"

#include <heapapi.h>
#include <stdbool.h>
#include <string.h>
#include <stringapiset.h>
#include <winternl.h>

enum { MOST_BYTES = 0xFFFE };

NTSTATUS NTAPI RtlInitUnicodeStringEx(PUNICODE_STRING text, PCWSTR source)
{
    if (source && wcslen(source) * sizeof *source >= MOST_BYTES)
        return (NTSTATUS)STATUS_NAME_TOO_LONG;
    RtlInitUnicodeString(text, source);
    return STATUS_SUCCESS;
}

/* Gives a text size bytes, from the heap or as many as it has. Returns a status. */
static NTSTATUS give_room(PVOID *buffer, USHORT *room, SIZE_T size, bool allocates)
{
    if (size > MOST_BYTES)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_2;
    if (!allocates)
        return (NTSTATUS)(size <= *room ? STATUS_SUCCESS : STATUS_BUFFER_OVERFLOW);
    *buffer = HeapAlloc(GetProcessHeap(), 0, size);
    *room = (USHORT)size;
    return (NTSTATUS)(*buffer ? STATUS_SUCCESS : STATUS_NO_MEMORY);
}

/* Gives as many bytes of a text as there is room for, with a zero; without any room its whole
 * length.
 */
static NTSTATUS give_beginning(PANSI_STRING text, PCUNICODE_STRING source, USHORT length)
{
    text->Length = length;
    if (!text->MaximumLength)
        return (NTSTATUS)STATUS_BUFFER_OVERFLOW;
    char *whole = HeapAlloc(GetProcessHeap(), 0, length);
    if (!whole)
        return (NTSTATUS)STATUS_NO_MEMORY;
    WideCharToMultiByte(CP_ACP, 0, source->Buffer, source->Length / (int)sizeof(WCHAR), whole,
                        length, NULL, NULL);
    text->Length = (USHORT)(text->MaximumLength - 1);
    memcpy(text->Buffer, whole, text->Length);
    text->Buffer[text->Length] = 0;
    HeapFree(GetProcessHeap(), 0, whole);
    return (NTSTATUS)STATUS_BUFFER_OVERFLOW;
}

NTSTATUS NTAPI RtlUnicodeStringToAnsiString(PANSI_STRING text, PCUNICODE_STRING source,
                                            BOOLEAN allocates)
{
    int units = source->Length / (int)sizeof(WCHAR);
    int length =
        units ? WideCharToMultiByte(CP_ACP, 0, source->Buffer, units, NULL, 0, NULL, NULL) : 0;
    NTSTATUS status =
        give_room((PVOID *)&text->Buffer, &text->MaximumLength, (SIZE_T)length + 1, allocates);
    if (status == (NTSTATUS)STATUS_BUFFER_OVERFLOW)
        return give_beginning(text, source, (USHORT)length);
    if (status != STATUS_SUCCESS)
        return status;
    if (units)
        WideCharToMultiByte(CP_ACP, 0, source->Buffer, units, text->Buffer, length, NULL, NULL);
    text->Length = (USHORT)length;
    text->Buffer[length] = 0;
    return status;
}

NTSTATUS NTAPI RtlAnsiStringToUnicodeString(PUNICODE_STRING text, const STRING *source,
                                            BOOLEAN allocates)
{
    int size = source->Length;
    int units = size ? MultiByteToWideChar(CP_ACP, 0, source->Buffer, size, NULL, 0) : 0;
    NTSTATUS status = give_room((PVOID *)&text->Buffer, &text->MaximumLength,
                                ((SIZE_T)units + 1) * sizeof(WCHAR), allocates);
    if (status != STATUS_SUCCESS)
        return status;
    if (units)
        MultiByteToWideChar(CP_ACP, 0, source->Buffer, size, text->Buffer, units);
    text->Length = (USHORT)(units * (int)sizeof(WCHAR));
    text->Buffer[units] = 0;
    return status;
}

BOOLEAN NTAPI RtlCreateUnicodeStringFromAsciiz(PUNICODE_STRING text, const char *source)
{
    STRING narrow;
    RtlInitString(&narrow, source);
    return RtlAnsiStringToUnicodeString(text, &narrow, TRUE) == STATUS_SUCCESS;
}

VOID NTAPI RtlFreeUnicodeString(PUNICODE_STRING text)
{
    HeapFree(GetProcessHeap(), 0, text->Buffer);
    *text = (UNICODE_STRING){0};
}

VOID NTAPI RtlFreeAnsiString(PANSI_STRING text)
{
    HeapFree(GetProcessHeap(), 0, text->Buffer);
    *text = (ANSI_STRING){0};
}

WCHAR NTAPI RtlUpcaseUnicodeChar(WCHAR unit)
{
    return letter_large(unit);
}

LONG NTAPI RtlCompareUnicodeString(PCUNICODE_STRING left, PCUNICODE_STRING right,
                                   BOOLEAN ignores_case)
{
    for (unsigned i = 0; i < left->Length / sizeof(WCHAR) && i < right->Length / sizeof(WCHAR);
         i++) {
        WCHAR one = left->Buffer[i], other = right->Buffer[i];
        int difference = ignores_case ? letter_large(one) - letter_large(other) : one - other;
        if (difference)
            return difference;
    }
    return left->Length - right->Length;
}

BOOLEAN NTAPI RtlEqualUnicodeString(PCUNICODE_STRING left, PCUNICODE_STRING right,
                                    BOOLEAN ignores_case)
{
    return RtlCompareUnicodeString(left, right, ignores_case) == 0;
}
