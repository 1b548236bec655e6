/* The process is told of itself and of its machine, and sets how it runs. */

#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdio.h>

static void check_process(void)
{
    DWORD size = 20, session = 9;
    char text[300];
    printf("short: %d", QueryFullProcessImageNameA(GetCurrentProcess(), 0, text, &size));
    printf(" %lu", GetLastError());
    size = sizeof text;
    printf(", nowhere: %d", QueryFullProcessImageNameA(GetCurrentProcess(), 0, NULL, &size));
    printf(" %lu", GetLastError());
    printf(", name: %d", QueryFullProcessImageNameA(GetCurrentProcess(), 0, text, &size));
    printf(" %lu %s\n", size, text);
    printf("no window: %lX", WaitForInputIdle(GetCurrentProcess(), INFINITE));
    printf(" %lu", GetLastError());
    printf(" %lX", WaitForInputIdle(NULL, 0));
    printf(" %lu\n", GetLastError());
    printf("session: %d", ProcessIdToSessionId(GetCurrentProcessId(), &session));
    printf(" %lu\n", session);
    printf("version: %lX %lX\n", GetProcessVersion(0), GetProcessVersion(GetCurrentProcessId()));
    printf("started: %u", WinExec("exe_none.exe", 0));
    printf(" %u\n", WinExec("\"exe_process_facts.exe\" x", 0));
}

static void check_settings(void)
{
    SIZE_T least, most;
    printf("working set: %d", SetProcessWorkingSetSize(GetCurrentProcess(), 0x100000, 0x200000));
    GetProcessWorkingSetSize(GetCurrentProcess(), &least, &most);
    printf(" %lX %lX, ", least, most);
    printf("wrong: %d", SetProcessWorkingSetSize(GetCurrentProcess(), 5, 4));
    printf(" %lu\n", GetLastError());
    BOOL boost = 7;
    printf("boost: %d", SetProcessPriorityBoost(GetCurrentProcess(), TRUE));
    GetProcessPriorityBoost(GetCurrentProcess(), &boost);
    printf(" %d", boost);
    SetThreadPriorityBoost(GetCurrentThread(), TRUE);
    GetThreadPriorityBoost(GetCurrentThread(), &boost);
    printf(" %d\n", boost);
    FILETIME idle, kernel, user;
    printf("times: %d\n", GetSystemTimes(&idle, &kernel, &user));
    IO_COUNTERS counters;
    printf("counters: %d\n", GetProcessIoCounters(GetCurrentProcess(), &counters));
}

static void check_machine(void)
{
    DWORD size = 3;
    char text[300];
    BOOL is_free = 7;
    SYSTEM_POWER_STATUS power;
    GetSystemPowerStatus(&power);
    printf("power: %u %u\n", power.ACLineStatus, power.BatteryFlag);
    ULONG node = 7;
    UCHAR of_cpu = 7;
    GetNumaHighestNodeNumber(&node);
    printf("nodes: %lu %d", node, GetNumaProcessorNode(0, &of_cpu));
    printf(" %u", of_cpu);
    printf(", of none %d", GetNumaProcessorNode(200, &of_cpu));
    printf(" %lu\n", GetLastError());
    printf("state: %lX", SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED));
    printf(" %lX\n", SetThreadExecutionState(ES_CONTINUOUS));
    printf("name: %d", GetComputerNameExA(ComputerNameDnsHostname, text, &size));
    printf(" %lu %lu", GetLastError(), size);
    printf(" %d", GetComputerNameExA(ComputerNameDnsHostname, text, &size));
    printf(" %lu %s\n", size, text);
    printf("Wow64: %u", GetSystemWow64DirectoryA(text, sizeof text));
    printf(" %lu", GetLastError());
    GetSystemWindowsDirectoryA(text, sizeof text);
    printf(", windows %s\n", text);
    HANDLE memory = CreateMemoryResourceNotification(HighMemoryResourceNotification);
    QueryMemoryResourceNotification(memory, &is_free);
    printf("memory: %d\n", is_free);
}

int main(void)
{
    check_process();
    check_settings();
    check_machine();
    printf("error mode:");
    DWORD mode = 9;
    printf(" %d", SetThreadErrorMode(SEM_NOOPENFILEERRORBOX, &mode));
    printf(" %lu %lX\n", mode, GetThreadErrorMode());
    return 0;
}
