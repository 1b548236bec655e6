/* A worker touches memory that is not there yet, and its scheduler runs another one meanwhile. */
#include "ums_worker.h"

#include <pager.h>
#include <stdio.h>
#include <windows.h>

enum { PAGES = 16, IN_PAGE = PAGER_PAGE / sizeof(unsigned) };

static PUMS_COMPLETION_LIST list;
static HANDLE disk, letter;
static unsigned *squares, alive = 2;

/* Makes a page, as if from a slow disk. It is called on a thread of its own. */
static NTSTATUS compute(void *unused, void *page, void *bytes)
{
    unsigned first = (unsigned)((unsigned *)page - squares);
    (void)unused;
    WaitForSingleObject(disk, INFINITE);
    for (unsigned i = 0; i < IN_PAGE; i++)
        ((unsigned *)bytes)[i] = (first + i) * (first + i);
    return STATUS_SUCCESS;
}

static DWORD WINAPI reads(void *unused)
{
    (void)unused;
    printf("  ann touches 1000\n"); /* 2 */
    unsigned square = squares[1000];
    printf("  ann has %u\n", square); /* 6: ann has 1000000 */
    square = squares[1001];
    printf("  ann has %u\n", square); /* 7: ann has 1002001 */
    SetEvent(letter);
    printf("  ann ends\n"); /* 8 */
    return 0;
}

static DWORD WINAPI works(void *unused)
{
    (void)unused;
    printf("  bob works, and the disk answers\n"); /* 4 */
    SetEvent(disk);
    WaitForSingleObject(letter, INFINITE);
    printf("  bob has a letter, and ends\n"); /* 10 */
    return 0;
}

static VOID NTAPI schedule(UMS_SCHEDULER_REASON reason, ULONG_PTR payload, PVOID parameter)
{
    static PUMS_CONTEXT ready; /* linked, as the completion list had them */
    static const char *const names[] = {"startup", "blocked"};
    (void)parameter;
    printf("%s, payload %u\n", names[reason], (unsigned)payload);
    /* 1: startup, payload 0 | 3: blocked, payload 0 | 5: blocked, payload 1
     * | 9: blocked, payload 1 | 11: blocked, payload 1 */
    while (alive) {
        if (!ready)
            DequeueUmsCompletionListItems(list, INFINITE, &ready);
        PUMS_CONTEXT worker = ready;
        ready = GetNextUmsListItem(worker);
        if (DeleteUmsThreadContext(worker))
            alive--;
        else
            ExecuteUmsThread(worker); /* it has not ended */
    }
}

int main(void)
{
    CreateUmsCompletionList(&list);
    disk = CreateEvent(NULL, FALSE, FALSE, NULL);
    letter = CreateEvent(NULL, FALSE, FALSE, NULL);
    squares = pager_reserve(PAGES * PAGER_PAGE, PAGE_READONLY, compute, NULL);
    make_named_worker(list, "bob", works, NULL);
    make_named_worker(list, "ann", reads, NULL);
    UMS_SCHEDULER_STARTUP_INFO info = {UMS_VERSION, list, schedule, NULL};
    EnterUmsSchedulingMode(&info);
    pager_release(squares);
    return 0;
}
