#include "win32/ntdll/rtl_unicode.h"

#include "lib/utf16.h"
#include "win32/letters.h"
#include "win32/ntdll/nt_statuses.h"

#include <heapapi.h>
#include <stdbool.h>
#include <string.h>

NTSTATUS NTAPI RtlHashUnicodeString(PCUNICODE_STRING text, BOOLEAN ignores_case, ULONG algorithm,
                                    PULONG value)
{
    enum { X65599 = 1, FACTOR = 65599 };
    ULONG sum = 0;
    if (!text || !value || algorithm > X65599)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    for (unsigned i = 0; i < text->Length / sizeof(WCHAR); i++)
        sum = sum * FACTOR + (ignores_case ? letter_large(text->Buffer[i]) : text->Buffer[i]);
    *value = sum;
    return STATUS_SUCCESS;
}

static bool has_unit(PCUNICODE_STRING units, WCHAR unit, bool ignores_case)
{
    for (unsigned i = 0; i < units->Length / sizeof(WCHAR); i++)
        if (units->Buffer[i] == unit ||
            (ignores_case && letter_large(units->Buffer[i]) == letter_large(unit)))
            return true;
    return false;
}

NTSTATUS NTAPI RtlFindCharInUnicodeString(ULONG flags, PCUNICODE_STRING text,
                                          PCUNICODE_STRING units, PUSHORT place)
{
    enum { FROM_END = 1, NONE_OF_THEM = 2, ANY_CASE = 4 };
    unsigned count = text->Length / (unsigned)sizeof(WCHAR);
    *place = 0;
    if (flags & ~(ULONG)(FROM_END | NONE_OF_THEM | ANY_CASE))
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    for (unsigned i = 0; i < count; i++) {
        unsigned at = flags & FROM_END ? count - 1 - i : i;
        bool is_one = has_unit(units, text->Buffer[at], flags & ANY_CASE);
        if (is_one == !(flags & NONE_OF_THEM)) {
            *place = (USHORT)((flags & FROM_END ? at : at + 1) * sizeof(WCHAR));
            return STATUS_SUCCESS;
        }
    }
    return (NTSTATUS)STATUS_NOT_FOUND;
}

NTSTATUS NTAPI RtlDuplicateUnicodeString(ULONG flags, PCUNICODE_STRING text, PUNICODE_STRING copy)
{
    enum { WITH_ZERO = 1, ALSO_EMPTY = 2, LONGEST = 0xFFFC };
    if (!text || !copy || flags & ~(ULONG)(WITH_ZERO | ALSO_EMPTY) ||
        (flags & ALSO_EMPTY && !(flags & WITH_ZERO)) ||
        RtlValidateUnicodeString(0, text) != STATUS_SUCCESS)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (flags & WITH_ZERO && text->Length > LONGEST)
        return (NTSTATUS)STATUS_NAME_TOO_LONG;
    *copy = (UNICODE_STRING){0, 0, NULL};
    if (!text->Length && !(flags & ALSO_EMPTY))
        return STATUS_SUCCESS;
    SIZE_T size = text->Length + (flags & WITH_ZERO ? sizeof(WCHAR) : 0);
    PWSTR made = HeapAlloc(GetProcessHeap(), 0, size);
    if (!made)
        return (NTSTATUS)STATUS_NO_MEMORY;
    memcpy(made, text->Buffer, text->Length);
    if (flags & WITH_ZERO)
        made[text->Length / sizeof(WCHAR)] = 0;
    *copy = (UNICODE_STRING){text->Length, (USHORT)size, made};
    return STATUS_SUCCESS;
}

NTSTATUS NTAPI RtlAppendStringToString(PSTRING text, const STRING *source)
{
    if (!source->Length)
        return STATUS_SUCCESS;
    if (source->Length > text->MaximumLength - text->Length)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    memmove(text->Buffer + text->Length, source->Buffer, source->Length);
    text->Length = (USHORT)(text->Length + source->Length);
    return STATUS_SUCCESS;
}

/* ---------------------------------------------------------------- UTF-8 */

enum { REPLACEMENT = 0xFFFD, REPLACEMENT_FIRST = 0xEF /* of its bytes */ };

/* Reads a character. Returns its bytes; for what is none, those that belong together, and the
 * character is the replacement. */
static ULONG read_bytes(const unsigned char *bytes, ULONG left, ULONG *character)
{
    static const ULONG least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = bytes[0], low = 0x80, high = 0xBF;
    ULONG count = first < 0x80                     ? 1
                  : first >= 0xC2 && first <= 0xDF ? 2
                  : first >= 0xE0 && first <= 0xEF ? 3
                  : first >= 0xF0 && first <= 0xF4 ? 4
                                                   : 0;
    *character = REPLACEMENT;
    if (count == 0)
        return 1;
    ULONG value = count == 1 ? first : first & (0x7Fu >> count);
    if (first == 0xED && left > 1 && bytes[1] >> 5 == 5)
        return 2; /* half of a pair: its last byte counts alone */
    if (first == 0xF4)
        high = 0x8F;
    for (ULONG i = 1; i < count; i++, low = 0x80, high = 0xBF) {
        if (i >= left || bytes[i] < low || bytes[i] > high)
            return i;
        value = value << 6 | (bytes[i] & 0x3Fu);
        if (i == 1 && value << 6 * (count - 2) < least[count])
            return 1;
    }
    *character = value;
    return count;
}

/* How a text has become another one. */
struct conversion {
    ULONG room, used; /* bytes */
    bool is_cut, is_changed;
};

static NTSTATUS end_conversion(const struct conversion *done, PULONG size)
{
    if (size)
        *size = done->used;
    if (done->is_cut)
        return (NTSTATUS)STATUS_BUFFER_TOO_SMALL;
    return (NTSTATUS)(done->is_changed ? STATUS_SOME_NOT_MAPPED : STATUS_SUCCESS);
}

/* Adds the parts of a character, unless they find no room. A place NULL has room for all. */
static void add_parts(struct conversion *done, void *place, const void *parts, size_t size)
{
    if (done->is_cut || (place && size > done->room - done->used)) {
        done->is_cut = true;
        return;
    }
    if (place)
        memcpy((char *)place + done->used, parts, size);
    done->used += (ULONG)size;
}

NTSTATUS NTAPI RtlUTF8ToUnicodeN(PWSTR text, ULONG room, PULONG size, const char *source,
                                 ULONG length)
{
    struct conversion done = {.room = room};
    if (!source)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_4;
    if (!text && !size)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    for (ULONG at = 0, character; at < length && !done.is_cut;) {
        ULONG count = read_bytes((const unsigned char *)source + at, length - at, &character);
        bool is_own = (unsigned char)source[at] == REPLACEMENT_FIRST && count == 3;
        done.is_changed |= character == REPLACEMENT && !is_own;
        wchar_t units[WIDE_UNITS];
        add_parts(&done, text, units, wide_units(character, units) * sizeof *units);
        at += count;
    }
    return end_conversion(&done, size);
}

NTSTATUS NTAPI RtlUnicodeToUTF8N(PCHAR text, ULONG room, PULONG size, PCWSTR source, ULONG length)
{
    struct conversion done = {.room = room};
    ULONG units = length / (ULONG)sizeof *source;
    if (!source)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_4;
    if (!text && !size)
        return (NTSTATUS)STATUS_INVALID_PARAMETER;
    if (text && length % sizeof *source)
        return (NTSTATUS)STATUS_INVALID_PARAMETER_5;
    for (ULONG at = 0; at < units && !done.is_cut;) {
        const wchar_t pair[] = {source[at], at + 1 < units ? source[at + 1] : 0}, *next = pair;
        char bytes[WIDE_BYTES];
        size_t count = wide_encode(&next, bytes);
        done.is_changed |= pair[0] >> 11 == 0x1B && next == pair + 1; /* half of a pair */
        add_parts(&done, text, bytes, count);
        at += (ULONG)(next - pair);
    }
    return end_conversion(&done, size);
}

NTSTATUS NTAPI RtlValidateUnicodeString(ULONG flags, PCUNICODE_STRING text)
{
    bool is_right =
        !text ||
        (text->Length % sizeof(WCHAR) == 0 && text->MaximumLength % sizeof(WCHAR) == 0 &&
         text->Length <= text->MaximumLength && (text->Buffer || text->MaximumLength == 0));
    return (NTSTATUS)(!flags && is_right ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER);
}

VOID NTAPI RtlEraseUnicodeString(PUNICODE_STRING text)
{
    if (text->Buffer)
        memset(text->Buffer, 0, text->MaximumLength);
    text->Length = 0;
}
