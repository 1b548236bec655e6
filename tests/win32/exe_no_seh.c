/* A program that says that it has no handlers: none of its own is called. flags: -Wl,--no-seh */

#include <stdio.h>
#include <windows.h>

static EXCEPTION_DISPOSITION handle(EXCEPTION_RECORD *record, void *frame, CONTEXT *context,
                                    void *dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    printf("it is called\n");
    return ExceptionContinueExecution;
}

static LONG CALLBACK repair(EXCEPTION_POINTERS *pointers)
{
    printf("a vectored handler sees %lX\n", pointers->ExceptionRecord->ExceptionCode);
    return pointers->ExceptionRecord->ExceptionCode == 0xE0000001 ? EXCEPTION_CONTINUE_EXECUTION
                                                                  : EXCEPTION_CONTINUE_SEARCH;
}

int main(void)
{
    struct {
        void *next, *handler;
    } frame;
    AddVectoredExceptionHandler(1, repair);
    __asm__ volatile("movl %%fs:0, %0" : "=r"(frame.next));
    frame.handler = (void *)handle;
    __asm__ volatile("movl %0, %%fs:0" : : "r"(&frame) : "memory");
    RaiseException(0xE0000001, 0, 0, NULL);
    printf("now without it\n");
    fflush(stdout);
    RaiseException(0xE0000002, 0, 0, NULL);
    return 0;
}
