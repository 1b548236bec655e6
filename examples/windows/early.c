/* A program for Windows that looks for a debugger before its entry runs, in a callback of its
 * thread locals. docs/windows-samples.md takes it apart. */
#include <stdio.h>
#include <windows.h>
#include <winternl.h>

enum { NT_GLOBAL_FLAG = 0x68, HEAP_CHECKS = 0x70 };

static int seen;

static int is_slow(void)
{
    unsigned long long before = __builtin_ia32_rdtsc();
    for (volatile int i = 0; i < 100; i++)
        ;
    return __builtin_ia32_rdtsc() - before > 100000000;
}

static LONG CALLBACK skip(EXCEPTION_POINTERS *pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode != EXCEPTION_BREAKPOINT)
        return EXCEPTION_CONTINUE_SEARCH;
    pointers->ContextRecord->Eip++;
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* A debugger would take the breakpoint, and the handler would not be asked. */
static int breakpoint_is_taken(void)
{
    void *handler = AddVectoredExceptionHandler(1, skip);
    volatile DWORD before = GetTickCount();
    __asm__ volatile("int3");
    RemoveVectoredExceptionHandler(handler);
    return GetTickCount() - before > 1000;
}

static void NTAPI callback(void *module, DWORD reason, void *reserved)
{
    (void)module, (void)reserved;
    PEB *peb = (PEB *)__readfsdword(0x30);
    if (reason != DLL_PROCESS_ATTACH)
        return;
    seen = IsDebuggerPresent() || peb->BeingDebugged ||
           *(DWORD *)((char *)peb + NT_GLOBAL_FLAG) & HEAP_CHECKS || breakpoint_is_taken() ||
           is_slow();
    puts(seen ? "callback: a debugger" : "callback: alone");
}

PIMAGE_TLS_CALLBACK first_callback __attribute__((section(".CRT$XLB"), used)) = callback;

int main(void)
{
    puts(seen ? "main: I do nothing" : "main: I do it");
    return seen;
}
