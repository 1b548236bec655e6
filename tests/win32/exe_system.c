/* The system's facts about itself, and ntdll's answers to direct questions. */

#include <stdio.h>
#include <windows.h>

struct basic {
    LONG status;
    char *peb;
    ULONG_PTR affinity;
    LONG priority;
    ULONG_PTR id, parent;
};

typedef LONG(NTAPI *query_system)(int, void *, ULONG, ULONG *);

/* How long the lists of the machine are, what does not hold them, and what they say of this. */
static void show_lists(void)
{
    static union {
        ULONG words[4096];
        USHORT halves[8192];
        LONGLONG times[6];
    } all;
    query_system query = (query_system)(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"),
                                                              "NtQuerySystemInformation");
    SYSTEM_INFO system;
    ULONG length = 0, found = 0;
    GetSystemInfo(&system);
    printf("performance: %lX", query(2, &all, 0, &length));
    printf(" %lX", query(2, &all, 0x138, &length));
    printf(" %lX, some memory %d\n", length, all.words[11] > 0 && all.words[11] < all.words[13]);

    ULONG cpus = system.dwNumberOfProcessors * 48;
    printf("CPUs: %lX", query(8, &all, 0, &length));
    printf(" %d", length == cpus);
    printf(", one %lX", query(8, &all, 48, &length));
    printf(" %lu", length);
    printf(", all %lX", query(8, &all, cpus, &length));
    printf(" %d %d", length == cpus, all.times[0] <= all.times[1]);
    printf(", more %lX", query(8, &all, cpus + 2, &length));
    printf(" %d\n", length == cpus);

    printf("cores: %lX", query(73, NULL, 0, &length));
    printf(", %lX", query(73, &all, length, &length));
    printf(" %d %lX\n", length == system.dwNumberOfProcessors * 24, all.words[0]);
    printf("processes: %lX", query(5, NULL, 0, &length));
    printf(", nowhere %lX", query(5, NULL, length, &length));
    printf(", %lX", query(5, &all, sizeof all, &length));
    const WCHAR *name = (const WCHAR *)all.words[15];
    printf(" %ls, last %d, own %d", name, all.words[0] == 0,
           all.words[17] == GetCurrentProcessId());
    const ULONG *thread = all.words + 0xB8 / 4;
    for (ULONG i = 0; i < all.words[1]; i++, thread += 0x40 / 4)
        found += thread[9] == GetCurrentThreadId() && thread[8] == all.words[17];
    printf(", own thread %lu, whole %d\n", found,
           (char *)&all + length == (const char *)(name + lstrlenW(name) + 1));

    HANDLE event = CreateEventA(NULL, TRUE, FALSE, NULL);
    printf("handles: %lX", query(16, &all, 20, &length));
    printf(" %lX", query(16, &all, length, &length));
    found = 0;
    for (ULONG i = 0; i < all.words[0]; i++)
        found += all.halves[8 * i + 5] == (USHORT)(ULONG_PTR)event &&
                 (all.halves[8 * i + 4] & 0xFF) == 12 && all.words[4 * i + 4] == EVENT_ALL_ACCESS;
    printf(" %d, own event %lu", length == 4 + 16 * all.words[0], found);
    printf(", wide %lX", query(64, &all, sizeof all, &length));
    found = 0;
    for (ULONG i = 0; i < all.words[0]; i++)
        found += all.words[7 * i + 4] == (ULONG)(ULONG_PTR)event &&
                 all.words[7 * i + 5] == EVENT_ALL_ACCESS;
    printf(" %d, own event %lu", length == 8 + 28 * all.words[0], found);
    CloseHandle(event);
    query(64, &all, sizeof all, &length);
    for (ULONG i = 0; i < all.words[0]; i++)
        found -= all.words[7 * i + 4] == (ULONG)(ULONG_PTR)event;
    printf(", closed %lu\n", found);
}

int main(void)
{
    show_lists();
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
    ULONG image[100];
    printf("image: none %lX", query(NULL, 27, image, sizeof image, NULL));
    printf(", short %lX", query(GetCurrentProcess(), 27, image, 8, &length));
    printf(", %lX", query(GetCurrentProcess(), 27, image, length, &length));
    printf(" %ls %d\n", (const WCHAR *)image[1], length == 10 + (USHORT)image[0]);
    printf("close: %lX\n", close((HANDLE)0xBAD0));
    printf("errors: %lu %lu %lu\n", error_of(0xC0000005), error_of(0xC0000135),
           error_of(0xC0000022));
    return 0;
}
