/* Registers that no program may have: a thread that is given the kernel's segments and its rights
   goes on without them. And many threads that end before they have begun. */

#include <stdio.h>
#include <windows.h>

enum { IOPL = 0x3000, INTERRUPTS = 0x200, KERNEL_CODE = 8, KERNEL_DATA = 0x10 };

static volatile LONG is_running, may_end;

static DWORD WINAPI turn(void *unused)
{
    (void)unused;
    is_running = 1;
    while (!may_end)
        ;
    return 5;
}

static void give_the_kernels(void)
{
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    DWORD code;
    HANDLE thread = CreateThread(NULL, 0, turn, NULL, 0, NULL);
    while (!is_running)
        Sleep(1);
    SuspendThread(thread);
    GetThreadContext(thread, &context);
    context.SegCs = KERNEL_CODE;
    context.SegSs = KERNEL_DATA;
    context.EFlags = (context.EFlags | IOPL) & ~INTERRUPTS;
    printf("given: %d\n", SetThreadContext(thread, &context));
    context.ContextFlags = CONTEXT_FULL;
    GetThreadContext(thread, &context);
    printf("cs %02lX, ss %02lX, rights %lX, interrupts %d\n", context.SegCs, context.SegSs,
           context.EFlags & IOPL, (context.EFlags & INTERRUPTS) != 0);
    may_end = 1;
    ResumeThread(thread);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &code);
    printf("ends with %lu\n", code);
    CloseHandle(thread);
}

static void end_early(void)
{
    int ended = 0;
    for (int i = 0; i < 500; i++) {
        DWORD code;
        HANDLE thread = CreateThread(NULL, 0, turn, NULL, CREATE_SUSPENDED, NULL);
        TerminateThread(thread, 3);
        ended += WaitForSingleObject(thread, 10000) == WAIT_OBJECT_0 &&
                 GetExitCodeThread(thread, &code) && code == 3;
        CloseHandle(thread);
    }
    printf("ended early: %d\n", ended);
}

int main(void)
{
    give_the_kernels();
    is_running = 0;
    end_early();
    printf("begun: %ld\n", is_running);
    return 0;
}
