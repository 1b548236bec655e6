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

int main(void)
{
    WSADATA data;
    char name[64], computer[64], text[32];
    DWORD size = sizeof computer;
    struct in_addr address;
    struct addrinfo *found = NULL;
    fd_set set;
    printf("%d", (int)socket(AF_INET, SOCK_STREAM, 0));
    printf(" %d %d\n", WSAGetLastError(), WSACleanup());
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
