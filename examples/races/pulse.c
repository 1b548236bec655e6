/* A thread looks at a flag and then waits for an event. A pulse between the two wakes nobody, and
 * none follows.
 */
#include <stdbool.h>
#include <stdio.h>
#include <windows.h>

static HANDLE event;
static volatile bool ready;

static DWORD WINAPI waits(void *argument)
{
    while (!ready)
        WaitForSingleObject(event, INFINITE);
    return 0;
}

static DWORD WINAPI tells(void *argument)
{
    ready = true;
#ifdef REPAIRED
    SetEvent(event); /* it stays set, so one that waits later does not wait */
#else
    PulseEvent(event);
#endif
    return 0;
}

int main(void)
{
    event = CreateEventA(NULL, TRUE, FALSE, NULL);
    HANDLE threads[] = {CreateThread(NULL, 0, waits, NULL, 0, NULL),
                        CreateThread(NULL, 0, tells, NULL, 0, NULL)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    printf("it was ready\n");
    return 0;
}
