/* Pages that warn once, and pages that nobody may touch. */

#include <stdio.h>
#include <windows.h>

static char *pages;

static LONG CALLBACK tells(EXCEPTION_POINTERS *at)
{
    EXCEPTION_RECORD *record = at->ExceptionRecord;
    DWORD before;
    printf("%08lX: %lu at %lX\n", record->ExceptionCode, record->ExceptionInformation[0],
           record->ExceptionInformation[1] - (ULONG_PTR)pages);
    if (record->ExceptionCode == EXCEPTION_ACCESS_VIOLATION)
        VirtualProtect((void *)record->ExceptionInformation[1], 1, PAGE_READWRITE, &before);
    return EXCEPTION_CONTINUE_EXECUTION;
}

static DWORD protection(const void *at)
{
    MEMORY_BASIC_INFORMATION about;
    VirtualQuery(at, &about, sizeof about);
    return about.Protect;
}

int main(void)
{
    DWORD before;
    volatile char *bytes = pages = VirtualAlloc(NULL, 0x4000, MEM_RESERVE, PAGE_READWRITE);
    AddVectoredExceptionHandler(1, tells);
    VirtualAlloc(pages, 0x3000, MEM_COMMIT, PAGE_READWRITE);
    bytes[0] = 'a';
    printf("%d", VirtualProtect(pages, 0x1000, PAGE_READWRITE | PAGE_GUARD, &before));
    printf(" was %lX, is %lX\n", before, protection(pages));
    printf("read %c\n", bytes[0]);
    printf("is %lX\n", protection(pages));
    bytes[0] = 'b';

    VirtualProtect(pages + 0x1000, 0x1000, PAGE_READONLY, &before);
    printf("zero %d\n", bytes[0x1000]);
    bytes[0x1234] = 'c';
    printf("now %c\n", bytes[0x1234]);
    VirtualProtect(pages + 0x2000, 0x1000, PAGE_NOACCESS, &before);
    printf("%d\n", bytes[0x2001]);
    printf("reserved alone: %d", VirtualProtect(pages + 0x3000, 0x1000, PAGE_READONLY, &before));
    printf(" %lu\n", GetLastError());
    printf("free %d\n", VirtualFree(pages, 0, MEM_RELEASE));
    return 0;
}
