/* With --sehop, handlers are called wherever code of a program runs: in a fiber, in a DllMain, in a
   function of the TLS directory, in a thread and in an asynchronous call before it begins.

   options: --sehop */

#include <stdio.h>
#include <windows.h>

static volatile LONG handled[2]; /* in functions of the TLS directory: process, thread */

static EXCEPTION_DISPOSITION take(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                  void *other)
{
    return record->ExceptionCode == 0x12345 ? ExceptionContinueExecution : ExceptionContinueSearch;
}

/* Raises an exception under a handler that continues, and returns 1. */
int raises(void)
{
    volatile struct {
        DWORD next;
        void *handler;
    } frame = {__readfsdword(0), take};
    __writefsdword(0, (DWORD)&frame);
    RaiseException(0x12345, 0, 0, NULL);
    __writefsdword(0, frame.next);
    return 1;
}

static void NTAPI tells(void *base, DWORD reason, void *reserved)
{
    if (reason == DLL_PROCESS_ATTACH)
        handled[0] += raises();
    if (reason == DLL_THREAD_ATTACH)
        handled[1] += raises();
}

__attribute__((section(".CRT$XLF"), used)) static const PIMAGE_TLS_CALLBACK first = tells;

static void *main_fiber;

static void WINAPI fiber(void *parameter)
{
    printf("a fiber: %d\n", raises());
    SwitchToFiber(main_fiber);
}

static void CALLBACK early(ULONG_PTR parameter)
{
    printf("a call before the thread begins: %d\n", raises());
}

static DWORD WINAPI thread(void *parameter)
{
    printf("a thread: %d\n", raises());
    return 0;
}

__declspec(dllimport) int library_handled(void);

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("a function of the TLS directory: %ld\n", handled[0]);
    printf("a DllMain: %d\n", library_handled());
    printf("main: %d\n", raises());
    main_fiber = ConvertThreadToFiber(NULL);
    SwitchToFiber(CreateFiber(0, fiber, NULL));
    HANDLE made = CreateThread(NULL, 0, thread, NULL, CREATE_SUSPENDED, NULL);
    QueueUserAPC(early, made, 0);
    ResumeThread(made);
    WaitForSingleObject(made, INFINITE);
    printf("a function of the TLS directory, for a thread: %ld\n", handled[1]);
    return 0;
}
