#include "win32/ntdll/rtl_numbers.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DIGITS = 32 };

static bool is_base(ULONG base)
{
    return base == 2 || base == 8 || base == 10 || base == 16;
}

/* Writes the digits and a zero at the end of room. Returns the first digit. */
static const char *write_digits(ULONG value, ULONG base, char room[MOST_DIGITS + 1])
{
    char *at = room + MOST_DIGITS;
    *at = 0;
    do {
        *--at = "0123456789ABCDEF"[value % base];
        value /= base;
    } while (value);
    return at;
}

NTSTATUS NTAPI RtlIntegerToChar(ULONG value, ULONG base, ULONG size, PCHAR text)
{
    char room[MOST_DIGITS + 1];
    if (!base)
        base = 10;
    if (!is_base(base))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    const char *digits = write_digits(value, base, room);
    size_t length = strlen(digits);
    if (length > size)
        return (NTSTATUS)STATUS_BUFFER_OVERFLOW;
    if (!text)
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    memcpy(text, digits, length < size ? length + 1 : length);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlIntegerToUnicodeString(ULONG value, ULONG base, PUNICODE_STRING text)
{
    char digits[MOST_DIGITS + 1];
    NTSTATUS status = RtlIntegerToChar(value, base, sizeof digits, digits);
    if (status != STATUS_SUCCESS)
        return status;
    size_t length = strlen(digits);
    text->Length = (USHORT)(length * sizeof(WCHAR));
    if (text->Length >= text->MaximumLength)
        return (NTSTATUS)STATUS_BUFFER_OVERFLOW;
    for (size_t i = 0; i <= length; i++)
        text->Buffer[i] = (WCHAR)digits[i];
    return STATUS_SUCCESS;
}

/* Units of a text, narrow or wide; 0 behind its end. */
struct units {
    const char *narrow;
    const WCHAR *wide;
    unsigned left;
};

static WCHAR unit_at(const struct units *units, unsigned index)
{
    if (index >= units->left)
        return 0;
    return units->wide ? units->wide[index] : (unsigned char)units->narrow[index];
}

static unsigned digit_of(WCHAR unit)
{
    if (unit >= '0' && unit <= '9')
        return (unsigned)(unit - '0');
    WCHAR small = unit | 0x20;
    return small >= 'a' && small <= 'f' ? (unsigned)(small - 'a') + 10 : UINT32_MAX;
}

static NTSTATUS read_integer(const struct units *units, ULONG base, PULONG value)
{
    unsigned at = 0;
    ULONG read = 0;
    while (unit_at(units, at) && unit_at(units, at) <= ' ')
        at++;
    bool negative = unit_at(units, at) == '-';
    if (negative || unit_at(units, at) == '+')
        at++;
    if (!base) {
        base = 10;
        if (unit_at(units, at) == '0') {
            WCHAR kind = unit_at(units, at + 1);
            base = kind == 'b' ? 2 : kind == 'o' ? 8 : kind == 'x' ? 16 : 10;
            at += base == 10 ? 0 : 2;
        }
    }
    if (!is_base(base))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (!value)
        return (NTSTATUS)STATUS_ACCESS_VIOLATION;
    for (unsigned digit; (digit = digit_of(unit_at(units, at))) < base; at++)
        read = read * base + digit;
    *value = negative ? -read : read;
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlCharToInteger(const char *text, ULONG base, PULONG value)
{
    return read_integer(&(struct units){.narrow = text, .left = (unsigned)strlen(text)}, base,
                        value);
}

NTSTATUS NTAPI RtlUnicodeStringToInteger(PCUNICODE_STRING text, ULONG base, PULONG value)
{
    return read_integer(
        &(struct units){.wide = text->Buffer, .left = text->Length / (unsigned)sizeof(WCHAR)}, base,
        value);
}

ULONG NTAPI RtlComputeCrc32(ULONG previous, const BYTE *bytes, ULONG size)
{
    enum { POLYNOMIAL = 0xEDB88320 }; /* its bits backwards */
    ULONG sum = ~previous;
    for (ULONG i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? (ULONG)POLYNOMIAL : 0);
    }
    return ~sum;
}

/* ---------------------------------------------------------------- GUIDs */

static const char guid_form[] = "{dddddddd-dddd-dddd-dddd-dddddddddddd}";
enum { GUID_LENGTH = sizeof guid_form - 1 };

NTSTATUS NTAPI RtlGUIDFromString(PCUNICODE_STRING text, GUID *guid)
{
    BYTE bytes[sizeof *guid];
    unsigned count = 0;
    if (text->Length != GUID_LENGTH * sizeof(WCHAR))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    for (unsigned i = 0; i < GUID_LENGTH; i++) {
        unsigned digit = digit_of(text->Buffer[i]);
        bool fits = guid_form[i] == 'd' ? digit < 16 : text->Buffer[i] == (WCHAR)guid_form[i];
        if (!fits)
            return (NTSTATUS)STATUS_INVALID_PARAMETER;
        if (guid_form[i] != 'd')
            continue;
        bytes[count / 2] = (BYTE)(count % 2 ? bytes[count / 2] | digit : digit << 4);
        count++;
    }
    guid->Data1 = (ULONG)bytes[0] << 24 | (ULONG)bytes[1] << 16 | (ULONG)bytes[2] << 8 | bytes[3];
    guid->Data2 = (USHORT)(bytes[4] << 8 | bytes[5]);
    guid->Data3 = (USHORT)(bytes[6] << 8 | bytes[7]);
    memcpy(guid->Data4, bytes + 8, sizeof guid->Data4);
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlStringFromGUID(const GUID *guid, PUNICODE_STRING text)
{
    char narrow[GUID_LENGTH + 1];
    const BYTE *rest = guid->Data4;
    snprintf(narrow, sizeof narrow, "{%08lX-%04X-%04X-%02X%02X-%02X%02X%02X%02X%02X%02X}",
             (unsigned long)guid->Data1, guid->Data2, guid->Data3, rest[0], rest[1], rest[2],
             rest[3], rest[4], rest[5], rest[6], rest[7]);
    return (NTSTATUS)(RtlCreateUnicodeStringFromAsciiz(text, narrow) ? STATUS_SUCCESS
                                                                     : STATUS_NO_MEMORY);
}
