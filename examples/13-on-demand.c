/* Memory that is there when it is touched: a guard page follows the last page, and a touch of it
 * lays the next one.
 */
#include <memoryapi.h>
#include <seh.h>
#include <stdio.h>
#include <string.h>

enum { PAGE = 4096, PAGES = 16 };

static char *range;
static unsigned laid;

static void lay_guard(void)
{
    VirtualAlloc(range + laid++ * PAGE, PAGE, MEM_COMMIT, PAGE_READWRITE | PAGE_GUARD);
}

static LONG NTAPI grow(EXCEPTION_POINTERS *pointers)
{
    const EXCEPTION_RECORD *record = pointers->ExceptionRecord;
    if (record->ExceptionCode != STATUS_GUARD_PAGE_VIOLATION || laid == PAGES)
        return EXCEPTION_CONTINUE_SEARCH;
    DWORD offset = record->ExceptionInformation[1] - (DWORD)range;
    printf("guard: page %u is touched\n", (unsigned)offset / PAGE);
    /* 2: guard: page 0 is touched | 3: guard: page 1 is touched | 4: guard: page 2 is touched */
    lay_guard();
    return EXCEPTION_CONTINUE_EXECUTION;
}

int main(void)
{
    MEMORY_BASIC_INFORMATION rest;
    range = VirtualAlloc(NULL, PAGES * PAGE, MEM_RESERVE, PAGE_READWRITE);
    AddVectoredExceptionHandler(1, grow);
    lay_guard();
    printf("main: writing 10000 bytes\n"); /* 1 */
    memset(range, 'x', 10000);
    printf("main: and again\n"); /* 5 */
    memset(range, 'y', 10000);
    VirtualQuery(range + laid * PAGE, &rest, sizeof rest);
    printf("main: %d of %d pages are only reserved\n", (int)rest.RegionSize / PAGE, PAGES);
    VirtualFree(range, 0, MEM_RELEASE); /* 6: main: 12 of 16 pages are only reserved */
    return 0;
}
