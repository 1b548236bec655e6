#include "win32/ntdll/rtl_addresses.h"

#include "win32/internet_address.h"

#include <ctype.h>
#include <ntstatus.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With brackets, a scope and a port. Texts to be read that are longer hold no address. */
enum { MOST = INTERNET_TEXT + 32 };

static uint32_t status_if(bool is_right)
{
    return is_right ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

/* ---------------------------------------------------------------- to texts */

char *NTAPI RtlIpv4AddressToStringA(const uint8_t *address, char *text)
{
    if (!text)
        return (char *)-1;
    internet_write4(address, text);
    return text + strlen(text);
}

char *NTAPI RtlIpv6AddressToStringA(const uint8_t *address, char *text)
{
    if (!text)
        return (char *)-1;
    text[INTERNET_TEXT - 1] = 0;
    internet_write6(address, text);
    return text + strlen(text);
}

/* Returns the end of the wide text. */
static WCHAR *widen_text(const char *from, WCHAR *to)
{
    while ((*to = (unsigned char)*from++) != 0)
        to++;
    return to;
}

WCHAR *NTAPI RtlIpv4AddressToStringW(const uint8_t *address, WCHAR *text)
{
    char narrow[INTERNET_TEXT];
    RtlIpv4AddressToStringA(address, narrow);
    return text ? widen_text(narrow, text) : (WCHAR *)-1;
}

WCHAR *NTAPI RtlIpv6AddressToStringW(const uint8_t *address, WCHAR *text)
{
    char narrow[INTERNET_TEXT];
    RtlIpv6AddressToStringA(address, narrow);
    return text ? widen_text(narrow, text) : (WCHAR *)-1;
}

/* Tells the size that is needed in any case. */
static bool tell_size(const char *text, ULONG *size)
{
    ULONG room = *size;
    *size = (ULONG)strlen(text) + 1;
    return *size <= room;
}

static void with_port4(const uint8_t *address, USHORT port, char text[MOST])
{
    char *end = RtlIpv4AddressToStringA(address, text);
    if (port)
        sprintf(end, ":%u", __builtin_bswap16(port));
}

static void with_port6(const uint8_t *address, ULONG scope, USHORT port, char text[MOST])
{
    char *end = text;
    if (port)
        *end++ = '[';
    end = RtlIpv6AddressToStringA(address, end);
    if (scope)
        end += sprintf(end, "%%%lu", scope);
    if (port)
        sprintf(end, "]:%u", __builtin_bswap16(port));
}

uint32_t NTAPI RtlIpv4AddressToStringExA(const uint8_t *address, USHORT port, char *text,
                                         ULONG *size)
{
    char whole[MOST];
    if (!address || !text || !size)
        return STATUS_INVALID_PARAMETER;
    with_port4(address, port, whole);
    return status_if(tell_size(whole, size) && strcpy(text, whole));
}

uint32_t NTAPI RtlIpv4AddressToStringExW(const uint8_t *address, USHORT port, WCHAR *text,
                                         ULONG *size)
{
    char whole[MOST];
    if (!address || !text || !size)
        return STATUS_INVALID_PARAMETER;
    with_port4(address, port, whole);
    return status_if(tell_size(whole, size) && widen_text(whole, text));
}

uint32_t NTAPI RtlIpv6AddressToStringExA(const uint8_t *address, ULONG scope, USHORT port,
                                         char *text, ULONG *size)
{
    char whole[MOST];
    if (!address || !text || !size)
        return STATUS_INVALID_PARAMETER;
    with_port6(address, scope, port, whole);
    return status_if(tell_size(whole, size) && strcpy(text, whole));
}

uint32_t NTAPI RtlIpv6AddressToStringExW(const uint8_t *address, ULONG scope, USHORT port,
                                         WCHAR *text, ULONG *size)
{
    char whole[MOST];
    if (!address || !text || !size)
        return STATUS_INVALID_PARAMETER;
    with_port6(address, scope, port, whole);
    return status_if(tell_size(whole, size) && widen_text(whole, text));
}

/* ---------------------------------------------------------------- from texts */

uint32_t NTAPI RtlIpv4StringToAddressA(const char *text, BOOLEAN strict, const char **end,
                                       uint8_t *address)
{
    return status_if(internet_read4(text, strict != 0, address, end));
}

uint32_t NTAPI RtlIpv6StringToAddressA(const char *text, const char **end, uint8_t *address)
{
    const char *place;
    enum internet_text found = internet_read6(text, address, &place);
    if (found != INTERNET_TOO_LONG)
        *end = place;
    return status_if(found == INTERNET_RIGHT);
}

/* Letters that are none of ASCII end each address. */
static void letters_of(const WCHAR *from, char to[MOST])
{
    unsigned i = 0;
    for (; i < MOST - 1 && from[i]; i++)
        to[i] = from[i] < 0x80 ? (char)from[i] : '?';
    to[i] = 0;
}

uint32_t NTAPI RtlIpv4StringToAddressW(const WCHAR *text, BOOLEAN strict, const WCHAR **end,
                                       uint8_t *address)
{
    char letters[MOST];
    const char *place;
    letters_of(text, letters);
    uint32_t status = RtlIpv4StringToAddressA(letters, strict, &place, address);
    *end = text + (place - letters);
    return status;
}

uint32_t NTAPI RtlIpv6StringToAddressW(const WCHAR *text, const WCHAR **end, uint8_t *address)
{
    char letters[MOST];
    const char *place = NULL;
    letters_of(text, letters);
    uint32_t status = RtlIpv6StringToAddressA(letters, &place, address);
    if (place)
        *end = text + (place - letters);
    return status;
}

/* Reads a number by its beginning: decimal, 0 octal, 0x hexadecimal. Returns the text behind it;
 * NULL: there is none, or it is larger than `most`. */
static const char *read_limited(const char *text, int base, ULONG most, ULONG *value)
{
    char *end;
    unsigned long long number = strtoull(text, &end, base);
    *value = (ULONG)number;
    return isdigit((unsigned char)*text) && number <= most ? end : NULL;
}

/* A port behind a colon, which is not 0. No more may follow. */
static bool read_port(const char *text, USHORT *port)
{
    ULONG value = 0;
    if (*text == ':') {
        text = read_limited(text + 1, 0, 0xFFFF, &value);
        if (!text || !value)
            return false;
    }
    if (*text)
        return false;
    *port = __builtin_bswap16((USHORT)value);
    return true;
}

uint32_t NTAPI RtlIpv4StringToAddressExA(const char *text, BOOLEAN strict, uint8_t *address,
                                         USHORT *port)
{
    const char *end;
    return status_if(text && address && port &&
                     RtlIpv4StringToAddressA(text, strict, &end, address) == STATUS_SUCCESS &&
                     read_port(end, port));
}

uint32_t NTAPI RtlIpv6StringToAddressExA(const char *text, uint8_t *address, ULONG *scope,
                                         USHORT *port)
{
    const char *end = text;
    ULONG found = 0;
    USHORT behind = 0;
    if (!text || !address || !scope || !port)
        return STATUS_INVALID_PARAMETER;
    bool is_in_brackets = *text == '[';
    if (RtlIpv6StringToAddressA(text + is_in_brackets, &end, address) != STATUS_SUCCESS)
        return STATUS_INVALID_PARAMETER;
    if (*end == '%' && !(end = read_limited(end + 1, 10, 0xFFFFFFFF, &found)))
        return STATUS_INVALID_PARAMETER;
    if (is_in_brackets ? *end != ']' || !read_port(end + 1, &behind) : *end != 0)
        return STATUS_INVALID_PARAMETER;
    *scope = found;
    *port = behind;
    return STATUS_SUCCESS;
}

uint32_t NTAPI RtlIpv4StringToAddressExW(const WCHAR *text, BOOLEAN strict, uint8_t *address,
                                         USHORT *port)
{
    char letters[MOST];
    if (!text)
        return STATUS_INVALID_PARAMETER;
    letters_of(text, letters);
    return RtlIpv4StringToAddressExA(letters, strict, address, port);
}

uint32_t NTAPI RtlIpv6StringToAddressExW(const WCHAR *text, uint8_t *address, ULONG *scope,
                                         USHORT *port)
{
    char letters[MOST];
    if (!text)
        return STATUS_INVALID_PARAMETER;
    letters_of(text, letters);
    return RtlIpv6StringToAddressExA(letters, address, scope, port);
}
