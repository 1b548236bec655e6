/* What the system says of itself, and what ntdll answers when it is asked directly. */

#include <stdio.h>
#include <windows.h>

struct basic {
    LONG status;
    char *peb;
    ULONG_PTR affinity;
    LONG priority;
    ULONG_PTR id, parent;
};

int main(void)
{
    OSVERSIONINFOA version = {.dwOSVersionInfoSize = sizeof version};
    SYSTEM_INFO system;
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    printf("version %d", GetVersionExA(&version));
    printf(" %lu.%lu.%lu %lu %s\n", version.dwMajorVersion, version.dwMinorVersion,
           version.dwBuildNumber, version.dwPlatformId, version.szCSDVersion);
    printf("in one number: %lX\n", GetVersion());
    GetSystemInfo(&system);
    printf("page %lX, granularity %lX, from %p to %p\n", system.dwPageSize,
           system.dwAllocationGranularity, system.lpMinimumApplicationAddress,
           system.lpMaximumApplicationAddress);
    printf("memory: %d", GlobalMemoryStatusEx(&memory));
    printf(" %d %lX\n", memory.ullAvailPhys <= memory.ullTotalPhys, (DWORD)memory.ullTotalVirtual);
    printf("debugger: %d\n", IsDebuggerPresent());

    HMODULE ntdll = GetModuleHandleA("ntdll.dll");
    LONG(NTAPI * query)
    (HANDLE, int, void *, ULONG, ULONG *) =
        (void *)GetProcAddress(ntdll, "NtQueryInformationProcess");
    LONG(NTAPI * close)(HANDLE) = (void *)GetProcAddress(ntdll, "NtClose");
    ULONG(NTAPI * error_of)(LONG) = (void *)GetProcAddress(ntdll, "RtlNtStatusToDosError");
    struct basic basic;
    ULONG length = 0, port = 5;
    char *peb;
    __asm__("movl %%fs:0x30, %0" : "=r"(peb));
    printf("query %lX", query(GetCurrentProcess(), 0, &basic, sizeof basic, &length));
    printf(" %lu, status %lX, peb %d, id %d\n", length, basic.status, basic.peb == peb,
           basic.id == GetCurrentProcessId());
    printf("port %lX", query(GetCurrentProcess(), 7, &port, sizeof port, NULL));
    printf(" %lu\n", port);
    printf("too short: %lX\n", query(GetCurrentProcess(), 0, &basic, 8, NULL));
    printf("no class: %lX\n", query(GetCurrentProcess(), 0x777, &basic, 8, NULL));
    printf("close: %lX\n", close((HANDLE)0xBAD0));
    printf("errors: %lu %lu %lu\n", error_of(0xC0000005), error_of(0xC0000135),
           error_of(0xC0000022));
    return 0;
}
