/* Vectored handlers: asked before any frame, or told when a handler continues. They belong to the
 * whole program, not to a frame. */
#include <seh.h>
#include <stdio.h>

static PVOID handle;

static LONG NTAPI watcher(EXCEPTION_POINTERS *pointers)
{
    printf("watcher: %08X\n", (unsigned)pointers->ExceptionRecord->ExceptionCode);
    return EXCEPTION_CONTINUE_SEARCH; /* 2: watcher: E0000001 | 7: watcher: E0000002 */
}

static LONG NTAPI once(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
    printf("once: never again\n"); /* 3 */
    RemoveVectoredExceptionHandler(handle);
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG NTAPI told(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
    printf("told: somebody continues\n"); /* 5, 9 */
    return EXCEPTION_CONTINUE_SEARCH;
}

static EXCEPTION_DISPOSITION handler(EXCEPTION_RECORD *record, EXCEPTION_REGISTRATION_RECORD *frame,
                                     CONTEXT *context, EXCEPTION_REGISTRATION_RECORD **dispatcher)
{
    (void)record, (void)frame, (void)context, (void)dispatcher;
    printf("frame: asked last\n"); /* 4, 8 */
    return ExceptionContinueExecution;
}

int main(void)
{
    EXCEPTION_REGISTRATION_RECORD frame;
    seh_link(&frame, handler);
    handle = AddVectoredExceptionHandler(0, once); /* at the end of the list */
    AddVectoredExceptionHandler(1, watcher);       /* at its head */
    AddVectoredContinueHandler(1, told);
    printf("main: first\n"); /* 1 */
    RaiseException(0xE0000001, 0, 0, NULL);
    printf("main: second\n"); /* 6 */
    RaiseException(0xE0000002, 0, 0, NULL);
    seh_unlink(&frame);
    return 0;
}
