#include "win32/ntdll/rtl_messages.h"

#include "lib/utf16.h"
#include "win32/message_make.h"

#include <stdlib.h>
#include <string.h>

/* Gives the message to the caller. */
static NTSTATUS give_message(const char *message, DWORD units, PWSTR buffer, ULONG size,
                             PULONG length)
{
    PWSTR wide = malloc((units + 1) * sizeof *wide);
    if (!wide)
        return (NTSTATUS)STATUS_NO_MEMORY;
    ULONG needed = (ULONG)((wide_widen(message, wide) + 1) * sizeof *wide);
    bool fits = needed <= size;
    if (fits)
        memcpy(buffer, wide, needed);
    if (fits && length)
        *length = needed;
    free(wide);
    return (NTSTATUS)(fits ? STATUS_SUCCESS : STATUS_BUFFER_OVERFLOW);
}

NTSTATUS NTAPI RtlFormatMessage(PCWSTR text, ULONG width, BOOLEAN ignores_inserts,
                                BOOLEAN is_narrow, BOOLEAN is_array, va_list *arguments,
                                PWSTR buffer, ULONG size, PULONG length)
{
    struct message_words words = {
        .flags = (width & FORMAT_MESSAGE_MAX_WIDTH_MASK) |
                 (ignores_inserts ? FORMAT_MESSAGE_IGNORE_INSERTS : 0),
        .wide = !is_narrow,
    };
    DWORD units = 0, error = 0;
    char *from = wide_narrow_copy(text);
    if (!from)
        return (NTSTATUS)STATUS_NO_MEMORY;
    if (arguments)
        words.arguments = is_array ? (const ULONG_PTR *)arguments : *(const ULONG_PTR **)arguments;
    char *message = message_make(from, &words, &units, &error);
    NTSTATUS status = message ? give_message(message, units, buffer, size, length)
                      : error == ERROR_NOT_ENOUGH_MEMORY ? (NTSTATUS)STATUS_NO_MEMORY
                                                         : (NTSTATUS)STATUS_INVALID_PARAMETER;
    free(message);
    free(from);
    return status;
}
