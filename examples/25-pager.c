/* Memory that is not there yet: a table whose pages are computed when they are first touched. */
#include <pager.h>
#include <stdio.h>
#include <windows.h>

enum { PAGES = 64, IN_PAGE = PAGER_PAGE / sizeof(unsigned), LATE = 50000 / IN_PAGE };

static unsigned *squares, pages;
static HANDLE asked, go_on;

static NTSTATUS computes(void *argument, void *page, void *bytes)
{
    unsigned first = (unsigned)((unsigned *)page - squares);
    if (first / IN_PAGE == LATE) { /* this page comes as if from a slow disk */
        SetEvent(asked);
        WaitForSingleObject(go_on, INFINITE);
    }
    for (unsigned i = 0; i < IN_PAGE; i++)
        ((unsigned *)bytes)[i] = (first + i) * (first + i);
    ++*(unsigned *)argument;
    return STATUS_SUCCESS;
}

static DWORD WINAPI reads(void *number)
{
    return squares[(unsigned)number];
}

int main(void)
{
    DWORD answer;
    asked = CreateEvent(NULL, FALSE, FALSE, NULL);
    go_on = CreateEvent(NULL, FALSE, FALSE, NULL);
    squares = pager_reserve(PAGES * PAGER_PAGE, PAGE_READONLY, computes, &pages);
    printf("%u of %d pages\n", pages, PAGES); /* 1: 0 of 64 pages */
    printf("%u\n", squares[1000]);            /* 2: 1000000 */
    printf("%u\n", squares[1001]);            /* 3: 1002001 */
    printf("%u of %d pages\n", pages, PAGES); /* 4: 1 of 64 pages */
    HANDLE reader = CreateThread(NULL, 0, reads, (void *)50000, 0, NULL);
    WaitForSingleObject(asked, INFINITE);
    printf("the reader waits, main goes on\n"); /* 5 */
    SetEvent(go_on);
    WaitForSingleObject(reader, INFINITE);
    GetExitCodeThread(reader, &answer);
    printf("the reader: %u\n", (unsigned)answer); /* 6: the reader: 2500000000 */
    printf("%u of %d pages\n", pages, PAGES);     /* 7: 2 of 64 pages */
    pager_release(squares);
    return 0;
}
