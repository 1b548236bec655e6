/* Settings of the process and the machine, read and changed by system calls. */

#include <stdio.h>
#include <windows.h>

#define CALL(name, ...)                                                                            \
    ((LONG(NTAPI *)(__VA_ARGS__))(void *)GetProcAddress(GetModuleHandleA("ntdll.dll"), #name))
#define SET(which, place, size)                                                                    \
    CALL(NtSetInformationProcess, HANDLE, ULONG, void *, ULONG)((HANDLE)-1, which, place, size)

/* The CPUs in rows: their masks by kind, and what has no rows. */
static void show_processors(void)
{
    BOOL(WINAPI * ask)
    (ULONG, void *, DWORD *) = (void *)GetProcAddress(GetModuleHandleA("kernel32.dll"),
                                                      "GetLogicalProcessorInformationEx");
    static ULONG rows[512];
    SYSTEM_INFO system;
    ULONG kind = 0xFFFF, length = 0, needed = 0, cores = 0, node = 0, group = 0;
    GetSystemInfo(&system);
    printf("no length: %d", ask(0xFFFF, NULL, NULL));
    printf(" %lu\n", GetLastError());
    printf("CPUs: %d", ask(0xFFFF, NULL, &length));
    printf(" %lu", GetLastError());
    printf(" %d", length == 44 * system.dwNumberOfProcessors + 44 + 76);
    printf(", short %lX", CALL(NtQuerySystemInformationEx, ULONG, void *, ULONG, void *, ULONG,
                               ULONG *)(107, &kind, sizeof kind, rows, 10, &needed));
    printf(" %d", needed == length);
    printf(", %lX", CALL(NtQuerySystemInformationEx, ULONG, void *, ULONG, void *, ULONG,
                         ULONG *)(107, &kind, sizeof kind, rows, sizeof rows, &needed));
    for (const ULONG *row = rows; row < rows + needed / 4; row += row[1] / 4)
        *(row[0] == 0   ? &cores
          : row[0] == 1 ? &node
                        : &group) |= row[row[1] / 4 - (row[0] == 4 ? 1 : 3)];
    printf(" %d %d %d", cores == system.dwActiveProcessorMask, node == cores, group == cores);
    length = sizeof rows;
    printf(", cores %d", ask(0, rows, &length));
    printf(" %d", length == 44 * system.dwNumberOfProcessors);
    length = sizeof rows;
    printf(", caches %d", ask(2, rows, &length));
    printf(" %lu %lu\n", GetLastError(), length);
}

int main(void)
{
    show_processors();
    ULONG word = 2, length = 0;
    BYTE priority[2] = {0, 3}, bytes[256];
    HANDLE token, second, job;
    printf("code %lX", SET(34, &word, 4));
    printf(", debugged %lX", SET(31, &word, 4));
    printf(", length %lX, class %lX", SET(34, &word, 2), SET(99, &word, 4));
    printf(", handle %lX\n", CALL(NtSetInformationProcess, HANDLE, ULONG, void *,
                                  ULONG)((HANDLE)0xBAD0, 34, &word, 4));
    printf("priority %lX", SET(18, priority, 2));
    printf(" %lX", GetPriorityClass(GetCurrentProcess()));
    priority[1] = 9;
    printf(", none %lX\n", SET(18, priority, 2));
    word = 1;
    printf("affinity %lX", SET(21, &word, 4));
    word = 0;
    printf(", none %lX\n", SET(21, &word, 4));
    word = 0; /* no box, and no question */
    printf("errors %lX", SET(12, &word, 4));
    printf(" %X\n", SetErrorMode(0));

    printf("job %lX", CALL(NtIsProcessInJob, HANDLE, HANDLE)((HANDLE)-1, NULL));
    job = CreateJobObjectA(NULL, NULL);
    AssignProcessToJobObject(job, GetCurrentProcess());
    printf(", in it %lX\n", CALL(NtIsProcessInJob, HANDLE, HANDLE)((HANDLE)-1, job));
    printf("token %lX",
           CALL(NtOpenProcessToken, HANDLE, ULONG, HANDLE *)((HANDLE)-1, TOKEN_QUERY, &token));
    printf(" %lX", CALL(NtOpenProcessTokenEx, HANDLE, ULONG, ULONG,
                        HANDLE *)((HANDLE)-1, TOKEN_QUERY, 0, &second));
#define TOKEN_FACTS(size)                                                                          \
    CALL(NtQueryInformationToken, HANDLE, ULONG, void *, ULONG, ULONG *)                           \
    (token, TokenUser, bytes, size, &length)
    printf(", user %lX", TOKEN_FACTS(sizeof bytes));
    printf(" %d, short %lX\n", IsValidSid(((TOKEN_USER *)bytes)->User.Sid), TOKEN_FACTS(1));

    USHORT language[2] = {0, 0};
    LUID ids[2];
    CALL(NtQueryDefaultLocale, BOOLEAN, ULONG *)(TRUE, &word);
    CALL(NtQueryDefaultUILanguage, USHORT *)(&language[0]);
    CALL(NtQueryInstallUILanguage, USHORT *)(&language[1]);
    printf("locale %lX, languages %X %X\n", word, language[0], language[1]);
    CALL(NtAllocateLocallyUniqueId, LUID *)(&ids[0]);
    CALL(NtAllocateLocallyUniqueId, LUID *)(&ids[1]);
    printf("two numbers: %d\n", ids[0].LowPart != ids[1].LowPart);
    printf("CPU %ld, flush %lX %lX\n", CALL(NtGetCurrentProcessorNumber, void)(),
           CALL(NtFlushProcessWriteBuffers, void)(), CALL(NtFlushWriteBuffer, void)());
    word = 0;
    printf("state %lX", CALL(NtSetThreadExecutionState, ULONG, ULONG *)(0x80000001, &word));
    printf(" %lX", word);
    CALL(NtSetThreadExecutionState, ULONG, ULONG *)(0x80000000, &word);
    printf(" %lX", word);
    printf(", unknown %lX\n", CALL(NtSetThreadExecutionState, ULONG, ULONG *)(0x100, &word));
#define RESOLUTION(sets) CALL(NtSetTimerResolution, ULONG, BOOLEAN, ULONG *)(5000, sets, &word)
    printf("resolution %lX", RESOLUTION(FALSE));
    printf(" %lX", RESOLUTION(TRUE));
    printf(" %d", word > 0 && word <= 156250);
    printf(" %lX\n", RESOLUTION(FALSE));
    printf("no debugger %lX %lX\n", CALL(NtSetDebugFilterState, ULONG, ULONG, BOOLEAN)(0, 0, TRUE),
           CALL(NtSystemDebugControl, ULONG, void *, ULONG, void *, ULONG, ULONG *)(0x1D, NULL, 0,
                                                                                    NULL, 0, NULL));
    printf("of a part of the machine %lX",
           CALL(NtQuerySystemInformationEx, ULONG, void *, ULONG, void *, ULONG,
                ULONG *)(181, &token, sizeof token, bytes, sizeof bytes, &length));
    printf(", no question %lX\n", CALL(NtQuerySystemInformationEx, ULONG, void *, ULONG, void *,
                                       ULONG, ULONG *)(181, NULL, 0, bytes, sizeof bytes, &length));
    return 0;
}
