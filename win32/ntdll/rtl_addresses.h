/* Addresses of the internet as texts, by ntdll's calls. Addresses and ports are in the network's
 * order. Calls that write return the end of the text, all bits without a buffer. Other calls return
 * STATUS_SUCCESS or STATUS_INVALID_PARAMETER. *end becomes the place behind the address, or that of
 * the fault. Ex: the text ends there, may name a port and a scope, and the size counts the 0. */
#ifndef WIN32_NTDLL_RTL_ADDRESSES_H
#define WIN32_NTDLL_RTL_ADDRESSES_H

#include <stdint.h>
#include <windef.h>

char *NTAPI RtlIpv4AddressToStringA(const uint8_t *address, char *text);
WCHAR *NTAPI RtlIpv4AddressToStringW(const uint8_t *address, WCHAR *text);
char *NTAPI RtlIpv6AddressToStringA(const uint8_t *address, char *text);
WCHAR *NTAPI RtlIpv6AddressToStringW(const uint8_t *address, WCHAR *text);

uint32_t NTAPI RtlIpv4AddressToStringExA(const uint8_t *address, USHORT port, char *text,
                                         ULONG *size);
uint32_t NTAPI RtlIpv4AddressToStringExW(const uint8_t *address, USHORT port, WCHAR *text,
                                         ULONG *size);
uint32_t NTAPI RtlIpv6AddressToStringExA(const uint8_t *address, ULONG scope, USHORT port,
                                         char *text, ULONG *size);
uint32_t NTAPI RtlIpv6AddressToStringExW(const uint8_t *address, ULONG scope, USHORT port,
                                         WCHAR *text, ULONG *size);

uint32_t NTAPI RtlIpv4StringToAddressA(const char *text, BOOLEAN strict, const char **end,
                                       uint8_t *address);
uint32_t NTAPI RtlIpv4StringToAddressW(const WCHAR *text, BOOLEAN strict, const WCHAR **end,
                                       uint8_t *address);
uint32_t NTAPI RtlIpv6StringToAddressA(const char *text, const char **end, uint8_t *address);
uint32_t NTAPI RtlIpv6StringToAddressW(const WCHAR *text, const WCHAR **end, uint8_t *address);

uint32_t NTAPI RtlIpv4StringToAddressExA(const char *text, BOOLEAN strict, uint8_t *address,
                                         USHORT *port);
uint32_t NTAPI RtlIpv4StringToAddressExW(const WCHAR *text, BOOLEAN strict, uint8_t *address,
                                         USHORT *port);
uint32_t NTAPI RtlIpv6StringToAddressExA(const char *text, uint8_t *address, ULONG *scope,
                                         USHORT *port);
uint32_t NTAPI RtlIpv6StringToAddressExW(const WCHAR *text, uint8_t *address, ULONG *scope,
                                         USHORT *port);

#endif
