/* A library with what a load configuration has. Its directory leads to none: the program writes
 * that into a copy. */

#include <stdio.h>
#include <windows.h>

__declspec(dllexport) DWORD cookie = 0xBB40E64E;
DWORD cookie_at_start;

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *context)
{
    (void)module, (void)context;
    if (reason == DLL_PROCESS_ATTACH)
        cookie_at_start = cookie;
    return TRUE;
}

__declspec(dllexport) BOOL is_seeded(void)
{
    return cookie == cookie_at_start && cookie != 0xBB40E64E && cookie >> 16 != 0;
}

/* One in the table, and one that is not. */
__declspec(dllexport) EXCEPTION_DISPOSITION
    registered(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    if (record->ExceptionFlags & 6)
        return ExceptionContinueSearch;
    printf("the handler of the table sees %lX\n", record->ExceptionCode);
    return ExceptionContinueExecution;
}

__declspec(dllexport) EXCEPTION_DISPOSITION
    other(EXCEPTION_RECORD *record, void *frame, CONTEXT *context, void *dispatcher)
{
    (void)frame, (void)context, (void)dispatcher;
    printf("the handler that is in no table sees %lX\n", record->ExceptionCode);
    return ExceptionContinueExecution;
}

/* The table has offsets from the image's base. */
__asm__(".section .rdata,\"dr\"\n\t"
        ".balign 4\n"
        "_table:\t.rva _registered\n"
        "_config:\n\t"
        ".globl _config\n\t"
        ".long 0x48\n\t"
        ".fill 0x38, 1, 0\n\t"
        ".long _cookie\n\t"
        ".long _table, 1\n\t"
        ".section .drectve\n\t"
        ".ascii \" -export:config,data\"\n\t"
        ".text\n");
