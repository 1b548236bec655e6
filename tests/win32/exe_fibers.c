/* Fibers: two that hand over to each other, their values, and a thread that ends with one.

   flags: -Wno-array-bounds */

#include <stdio.h>
#include <windows.h>

static void *main_fiber, *fibers[2];
static DWORD slot;

static void WINAPI turn(void *parameter)
{
    int number = (int)parameter;
    FlsSetValue(slot, (void *)(number + 10));
    for (int round = 0; round < 3; round++) {
        printf("fiber %d, round %d, data %d, value %d\n", number, round, (int)GetFiberData(),
               (int)FlsGetValue(slot));
        SwitchToFiber(fibers[1 - number]);
    }
    SwitchToFiber(main_fiber);
}

static void WINAPI faults(void *parameter)
{
    SetLastError(31);
    SwitchToFiber(main_fiber);
    printf("last error %lu\n", GetLastError());
    SwitchToFiber(main_fiber);
}

static void WINAPI ends(void *parameter) { puts("a fiber that returns ends its thread"); }

static DWORD WINAPI worker(void *parameter)
{
    ConvertThreadToFiber(NULL);
    SwitchToFiber(CreateFiber(0, ends, NULL));
    puts("never here");
    return 1;
}

int main(void)
{
    printf("a fiber: %d\n", IsThreadAFiber());
    slot = FlsAlloc(NULL);
    main_fiber = ConvertThreadToFiber((void *)77);
    printf("a fiber: %d, data %d, current %d\n", IsThreadAFiber(), (int)GetFiberData(),
           GetCurrentFiber() == main_fiber);
    for (int i = 0; i < 2; i++)
        fibers[i] = CreateFiber(0x10000, turn, (void *)i);
    SwitchToFiber(fibers[0]);
    printf("back, value %d\n", (int)FlsGetValue(slot));
    for (int i = 0; i < 2; i++)
        DeleteFiber(fibers[i]);

    void *fiber = CreateFiber(0, faults, NULL);
    SetLastError(30);
    SwitchToFiber(fiber);
    printf("last error %lu, the thread's\n", GetLastError());
    SwitchToFiber(fiber);
    DeleteFiber(fiber);
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    printf("a thread again: %d", ConvertFiberToThread());
    printf(" %d\n", IsThreadAFiber());
    return 0;
}
