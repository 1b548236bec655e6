/* A program that looks for a network finds none: addresses are converted, and sockets are refused.
 * flags: -D_WIN32_WINNT=0x601 -lws2_32 */
#include <winsock2.h>

#include <stdio.h>
#include <string.h>
#include <ws2tcpip.h>

static void show6(const char *text)
{
    unsigned char address[16];
    char back[64] = "";
    int read = inet_pton(AF_INET6, text, address);
    printf("%d %s\n", read, read == 1 ? inet_ntop(AF_INET6, address, back, sizeof back) : "");
}

/* Addresses and ports are told as numbers, because nothing has a name. */
static void check_numbers(void)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(8080)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(80)};
    char host[64] = "", port[8] = "";
    four.sin_addr.s_addr = htonl(0x0A000102);
    six.sin6_addr.s6_addr[15] = 1;
    printf("%d", getnameinfo((void *)&four, sizeof four, host, sizeof host, port, sizeof port, 0));
    printf(" %s %s\n", host, port);
    printf("%d", getnameinfo((void *)&six, sizeof six, host, sizeof host, NULL, 0, NI_NUMERICHOST));
    printf(" %s\n", host);
    printf("%d", getnameinfo((void *)&four, sizeof four, host, 8, NULL, 0, 0));
    printf(" %d", getnameinfo((void *)&four, sizeof four, host, 64, NULL, 0, NI_NAMEREQD));
    printf(" %d", getnameinfo((void *)&four, sizeof four, NULL, 0, NULL, 0, 0));
    printf(" %d", getnameinfo((void *)&four, 8, host, 64, NULL, 0, 0));
    printf(" %d", getnameinfo((void *)&six, 16, host, 64, NULL, 0, 0));
    printf(" %d", getnameinfo(NULL, 16, host, 64, NULL, 0, 0));
    four.sin_family = 77;
    printf(" %d", getnameinfo((void *)&four, sizeof four, host, 64, NULL, 0, 0));
    printf(" %d\n", WSAGetLastError());
}

/* Asks for the kinds of sockets that are there. */
static void check_kinds(void)
{
    WSAPROTOCOL_INFOW kind;
    WSAPROTOCOL_INFOA narrow;
    WSAOVERLAPPED overlapped = {0};
    DWORD size = sizeof kind, done, flags;
    printf("%d", WSAEnumProtocolsW(NULL, &kind, &size));
    printf(" %d", WSAGetLastError());
    printf(" %d", WSAEnumProtocolsA(NULL, &narrow, &size));
    printf(" %d", WSAGetOverlappedResult(5, &overlapped, &done, FALSE, &flags));
    printf(" %d\n", WSAGetLastError());
}

int main(void)
{
    WSADATA data;
    char name[64], computer[64], text[32], reason[128];
    DWORD size = sizeof computer;
    struct in_addr address;
    struct addrinfo *found = NULL;
    fd_set set;
    printf("%d", (int)socket(AF_INET, SOCK_STREAM, 0));
    FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM, NULL, (DWORD)WSAGetLastError(), 0, reason,
                   sizeof reason, NULL);
    reason[strcspn(reason, "\r")] = '\0';
    printf(" %d %d %s\n", WSAGetLastError(), WSACleanup(), reason);
    printf("%d", WSAStartup(0x102, &data));
    printf(" %x %x %d %s\n", data.wVersion, data.wHighVersion, data.iMaxSockets > 0,
           data.szSystemStatus);
    printf("%d", WSAStartup(0x309, &data));
    printf(" %x %d\n", data.wVersion, WSAStartup(0, &data));
    printf("%d", (int)socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
    printf(" %d\n", WSAGetLastError());
    printf("%d", (int)socket(77, SOCK_STREAM, 0));
    printf(" %d\n", WSAGetLastError());
    printf("%d", send(5, "x", 1, 0));
    printf(" %d\n", WSAGetLastError());
    printf("%d", closesocket(5));
    printf(" %d\n", WSAGetLastError());
    FD_ZERO(&set);
    printf("%d", select(0, &set, NULL, NULL, NULL));
    printf(" %d\n", WSAGetLastError());
    FD_SET(5, &set);
    printf("%d %d %d\n", FD_ISSET(5, &set) != 0, FD_ISSET(6, &set) != 0,
           select(0, &set, NULL, NULL, NULL));
    GetComputerNameA(computer, &size);
    printf("%d", gethostname(name, sizeof name));
    printf(" %d\n", strcmp(name, computer));
    printf("%d", gethostbyname("localhost.nowhere") == NULL);
    printf(" %d\n", WSAGetLastError());
    printf("%d", getaddrinfo("nowhere.invalid", "80", NULL, &found));
    printf(" %d\n", found == NULL);

    printf("%x %lx %x\n", htons(0x1234), htonl(0x12345678), ntohs(0xFF01));
    address.s_addr = inet_addr("192.168.1.20");
    printf("%s %lx\n", inet_ntoa(address), ntohl(address.s_addr));
    printf("%lx %lx %lx\n", ntohl(inet_addr("127.1")), ntohl(inet_addr("0x10.010.1")),
           inet_addr("1.2.3.256"));
    printf("%d", inet_pton(AF_INET, "10.0.0.255", &address));
    printf(" %lx\n", ntohl(address.s_addr));
    printf("%d %d %d", inet_pton(AF_INET, "10.0.0", &address),
           inet_pton(AF_INET, "1.2.3.4 ", &address), inet_pton(77, "", &address));
    printf(" %d\n", WSAGetLastError());
    check_numbers();
    check_kinds();
    show6("2001:db8:0:0:1:0:0:1");
    show6("::");
    show6("::1");
    show6("fe80::12:0");
    show6("1:2:3:4:5:6:7");
    show6("1::2::3");
    printf("%d\n", inet_ntop(AF_INET, &address, text, 4) == NULL);
    WSASetLastError(10060);
    printf("%lu\n", GetLastError());
    printf("%d", WSACleanup());
    printf(" %d", WSACleanup());
    printf(" %d", WSACleanup());
    printf(" %d\n", WSAGetLastError());
    HMODULE library = GetModuleHandleA("WS2_32");
    printf("%d %d\n", GetProcAddress(library, (LPCSTR)115) == GetProcAddress(library, "WSAStartup"),
           GetProcAddress(library, (LPCSTR)24) == NULL);
    return 0;
}
