/* FormatMessage's rules by ntdll's call. Ordinary code. */
#ifndef WIN32_NTDLL_RTL_MESSAGES_H
#define WIN32_NTDLL_RTL_MESSAGES_H

#include <stdarg.h>
#include <winternl.h>

/* Makes a message of a text: width as in FormatMessage's flags; is_narrow has %s and %c stand for
 * narrow text. size is the buffer's, and *length, unless NULL, becomes the message's, both in bytes
 * with the zero. STATUS_BUFFER_OVERFLOW; STATUS_INVALID_PARAMETER for a text that asks for an
 * argument that is not there, or ends within an escape; STATUS_NO_MEMORY. */
NTSTATUS NTAPI RtlFormatMessage(PCWSTR text, ULONG width, BOOLEAN ignores_inserts,
                                BOOLEAN is_narrow, BOOLEAN is_array, va_list *arguments,
                                PWSTR buffer, ULONG size, PULONG length);

#endif
