/* The own process by system calls: its handle, a second one, its code. */

#include <stdio.h>
#include <windows.h>
#include <winternl.h>

static HMODULE ntdll;
#define CALL(result, name, ...) ((result(NTAPI *)(__VA_ARGS__))GetProcAddress(ntdll, #name))

int main(void)
{
    HANDLE process = NULL, second = NULL;
    ULONG_PTR id[2] = {GetCurrentProcessId(), 0}, none[2] = {0x7FFFFFF0, 0};
    OBJECT_ATTRIBUTES attributes = {.Length = sizeof attributes};
    ntdll = GetModuleHandleA("ntdll.dll");
    LONG(NTAPI * open_process)
    (HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG_PTR *) =
        CALL(LONG, NtOpenProcess, HANDLE *, ULONG, OBJECT_ATTRIBUTES *, ULONG_PTR *);
    printf("process: %lX", open_process(&process, PROCESS_ALL_ACCESS, &attributes, id));
    printf(" %d, none %lX\n", GetProcessId(process) == id[0],
           open_process(&process, PROCESS_ALL_ACCESS, &attributes, none));
    printf("second: %lX", CALL(LONG, NtDuplicateObject, HANDLE, HANDLE, HANDLE, HANDLE *, ULONG,
                               ULONG, ULONG)(GetCurrentProcess(), process, GetCurrentProcess(),
                                             &second, 0, 0, DUPLICATE_SAME_ACCESS));
    printf(" %d, code %lX\n", GetProcessId(second) == id[0],
           CALL(LONG, NtFlushInstructionCache, HANDLE, void *, SIZE_T)(second, NULL, 0));
    return 0;
}
