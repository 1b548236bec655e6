/* ws2_32.dll and wsock32.dll on a machine without a network: they start, numbers and addresses are
 * converted, and no socket can be made. */
#include "win32/internet_address.h"
#include "win32/libraries/library.h"
#include "win32/msvcrt/thread_data.h"

#include <errhandlingapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <synchapi.h>
#include <sysinfoapi.h>
#include <winbase.h>
#include <winerror.h>

typedef uintptr_t SOCKET;

enum {
    WSAEFAULT = 10014,
    WSAEINVAL = 10022,
    WSAENOTSOCK = 10038,
    WSAEAFNOSUPPORT = 10047,
    WSAENETDOWN = 10050,
    WSAVERNOTSUPPORTED = 10092,
    WSANOTINITIALISED = 10093,
    WSAHOST_NOT_FOUND = 11001,
    WSANO_DATA = 11004,
};

static unsigned starts; /* less the ends */

/* Returns `result`, with the error, or with that of a library that has not begun. */
static int fail_with(int error, int result)
{
    SetLastError((DWORD)(starts ? error : WSANOTINITIALISED));
    return result;
}

/* ---------------------------------------------------------------- start and end */

struct start_data {
    WORD version, highest;
    char description[257], status[129];
    unsigned short most_sockets, most_bytes;
    char *vendor;
};
_Static_assert(sizeof(struct start_data) == 400, "WSADATA");

enum { HIGHEST = 0x202, FIRST = 0x001 }; /* the minor number is the high byte */

static WORD agree_on(WORD wanted)
{
    const unsigned major = wanted & 0xFF, minor = wanted >> 8;
    if (major > 2 || (major == 2 && minor > 2))
        return HIGHEST;
    return major == 1 && minor > 1 ? 0x101 : wanted;
}

static int WINAPI WSAStartup(WORD wanted, struct start_data *data)
{
    if ((wanted & 0xFF) == 0)
        return WSAVERNOTSUPPORTED;
    if (!data)
        return WSAEFAULT;
    memset(data, 0, sizeof *data);
    data->version = agree_on(wanted);
    data->highest = HIGHEST;
    strcpy(data->description, "WinSock 2.0");
    strcpy(data->status, "Running");
    if ((data->version & 0xFF) == 1) {
        data->most_sockets = 32767;
        data->most_bytes = 65467;
    }
    __atomic_fetch_add(&starts, 1, __ATOMIC_ACQ_REL);
    return 0;
}

static int WINAPI WSACleanup(void)
{
    if (!starts)
        return fail_with(0, -1);
    __atomic_fetch_sub(&starts, 1, __ATOMIC_ACQ_REL);
    return 0;
}

/* ---------------------------------------------------------------- sockets */

static SOCKET WINAPI socket(int family, int type, int protocol)
{
    enum { UNSPECIFIED = 0, INTERNET = 2, INTERNET6 = 23 };
    (void)type, (void)protocol;
    bool is_known = family == UNSPECIFIED || family == INTERNET || family == INTERNET6;
    return (SOCKET)fail_with(is_known ? WSAENETDOWN : WSAEAFNOSUPPORT, -1);
}

static SOCKET WINAPI WSASocketA(int family, int type, int protocol, void *information,
                                unsigned group, DWORD flags)
{
    (void)information, (void)group, (void)flags;
    return socket(family, type, protocol);
}

/* Defines what calls are that need a socket, by the number of their words. */
#define ON_SOCKET(name, ...)                                                                       \
    static int WINAPI name(__VA_ARGS__)                                                            \
    {                                                                                              \
        return fail_with(WSAENOTSOCK, -1);                                                         \
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
ON_SOCKET(on_socket1, SOCKET socket)
ON_SOCKET(on_socket2, SOCKET socket, int a)
ON_SOCKET(on_socket3, SOCKET socket, int a, int b)
ON_SOCKET(on_socket4, SOCKET socket, int a, int b, int c)
ON_SOCKET(on_socket5, SOCKET socket, int a, int b, int c, int d)
ON_SOCKET(on_socket6, SOCKET socket, int a, int b, int c, int d, int e)
ON_SOCKET(on_socket7, SOCKET socket, int a, int b, int c, int d, int e, int f)
ON_SOCKET(on_socket9, SOCKET socket, int a, int b, int c, int d, int e, int f, int g, int h)

static BOOL WINAPI WSAGetOverlappedResult(SOCKET socket, void *overlapped, DWORD *done, BOOL waits,
                                          DWORD *flags)
{
    return fail_with(WSAENOTSOCK, FALSE);
}

/* The kinds of sockets that can be made. */
static int WINAPI WSAEnumProtocolsA(const int *wanted, void *kinds, DWORD *size)
{
    return fail_with(WSAENETDOWN, -1);
}
#pragma GCC diagnostic pop

struct sockets {
    unsigned count;
    SOCKET sockets[64];
};

/* Without any socket it has nothing to wait for. */
static int WINAPI select(int unused, const struct sockets *reads, const struct sockets *writes,
                         const struct sockets *fails, const void *most)
{
    (void)unused, (void)most;
    bool has_some = (reads && reads->count) || (writes && writes->count) || (fails && fails->count);
    return fail_with(has_some ? WSAENOTSOCK : WSAEINVAL, -1);
}

static int WINAPI __WSAFDIsSet(SOCKET socket, const struct sockets *set)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->sockets[i] == socket)
            return 1;
    return 0;
}

/* ---------------------------------------------------------------- names */

static int WINAPI gethostname(char *to, int size)
{
    char name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = sizeof name;
    if (!starts)
        return fail_with(0, -1);
    if (!to || !GetComputerNameA(name, &length) || (int)length >= size)
        return fail_with(WSAEFAULT, -1);
    strcpy(to, name);
    return 0;
}

static void *nothing(int error)
{
    fail_with(error, 0);
    return NULL;
}

static void *WINAPI gethostbyname(const char *name)
{
    (void)name;
    return nothing(WSAHOST_NOT_FOUND);
}

static void *WINAPI gethostbyaddr(const char *address, int length, int family)
{
    (void)address, (void)length, (void)family;
    return nothing(WSAHOST_NOT_FOUND);
}

static void *WINAPI of_one_name(const void *name)
{
    (void)name;
    return nothing(WSANO_DATA);
}

static void *WINAPI of_two_names(const void *name, const void *protocol)
{
    (void)name, (void)protocol;
    return nothing(WSANO_DATA);
}

static int WINAPI getaddrinfo(const void *name, const void *service, const void *hints,
                              void **found)
{
    (void)name, (void)service, (void)hints;
    if (found)
        *found = NULL;
    fail_with(WSAHOST_NOT_FOUND, 0);
    return starts ? WSAHOST_NOT_FOUND : WSANOTINITIALISED;
}

static void WINAPI freeaddrinfo(void *found)
{
    (void)found;
}

/* ---------------------------------------------------------------- numbers and addresses */

static uint32_t WINAPI htonl(uint32_t value)
{
    return __builtin_bswap32(value);
}

/* The upper half of the argument is not looked at, and that of the result is 0. */
static uint32_t WINAPI htons(uint32_t value)
{
    return __builtin_bswap16((uint16_t)value);
}

static uint32_t WINAPI inet_addr(const char *text)
{
    uint32_t address;
    return internet_read_old(text, &address) ? address : UINT32_MAX;
}

static char *WINAPI inet_ntoa(uint32_t address)
{
    char *text = msvcrt_thread()->address_text;
    internet_write4((const uint8_t *)&address, text);
    return text;
}

enum { FAMILY4 = 2, FAMILY6 = 23 };

static int WINAPI inet_pton(int family, const char *text, void *address)
{
    if (family != FAMILY4 && family != FAMILY6)
        return fail_with(WSAEAFNOSUPPORT, -1);
    uint8_t read[16];
    const char *end;
    bool is_right = family == FAMILY4 ? internet_read4(text, true, read, &end)
                                      : internet_read6(text, read, &end) == INTERNET_RIGHT;
    if (!is_right || *end)
        return 0;
    memcpy(address, read, family == FAMILY4 ? 4 : sizeof read);
    return 1;
}

static const char *WINAPI inet_ntop(int family, const void *address, char *to, size_t size)
{
    char text[INTERNET_TEXT];
    if (family != FAMILY4 && family != FAMILY6)
        return nothing(WSAEAFNOSUPPORT);
    if (family == FAMILY4)
        internet_write4(address, text);
    else
        internet_write6(address, text);
    if (strlen(text) >= size) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return NULL;
    }
    return strcpy(to, text);
}

struct socket_address {
    WORD family, port; /* in the network's order, as what follows */
    union {
        uint8_t four[4];
        struct {
            uint32_t flow;
            uint8_t address[16];
            uint32_t scope;
        } six;
    } u;
};

/* Text is left out where nobody asks for it. Returns whether it has room. */
static bool give_text(const char *text, char *to, DWORD size)
{
    if (!to || !size)
        return true;
    return strlen(text) < size && strcpy(to, text);
}

/* Returns an error, or 0. Addresses and ports have no names here, so they are told as numbers. */
static int name_address(const struct socket_address *from, int length, char *host, DWORD host_size,
                        char *service, DWORD service_size, int flags)
{
    enum { NAME_REQUIRED = 4 };
    char address[INTERNET_TEXT], port[sizeof "65535"];
    bool is4 = from && from->family == FAMILY4, is6 = from && from->family == FAMILY6;
    if (!from || length < 2)
        return WSAEFAULT;
    if (!is4 && !is6)
        return WSAEAFNOSUPPORT;
    if (length < (is4 ? 16 : (int)sizeof *from))
        return WSAEFAULT;
    if ((!host && !service) || (host && flags & NAME_REQUIRED))
        return WSAHOST_NOT_FOUND;
    if (is4)
        internet_write4(from->u.four, address);
    else
        internet_write6(from->u.six.address, address);
    snprintf(port, sizeof port, "%u", __builtin_bswap16(from->port));
    return give_text(address, host, host_size) && give_text(port, service, service_size)
               ? 0
               : ERROR_INSUFFICIENT_BUFFER;
}

static int WINAPI getnameinfo(const struct socket_address *from, int length, char *host,
                              DWORD host_size, char *service, DWORD service_size, int flags)
{
    int error = starts ? name_address(from, length, host, host_size, service, service_size, flags)
                       : WSANOTINITIALISED;
    if (error)
        SetLastError((DWORD)error);
    return error;
}

/* ---------------------------------------------------------------- events */

static HANDLE WINAPI WSACreateEvent(void)
{
    return CreateEventA(NULL, TRUE, FALSE, NULL);
}

static const struct runtime_export rows[] = {
#include "win32/libraries/ws2_32_exports.h"
};

LIBRARY(ws2_32_module, "WS2_32", rows);

static const struct runtime_export old_rows[] = {
#include "win32/libraries/wsock32_exports.h"
};

LIBRARY(wsock32_module, "WSOCK32", old_rows);
