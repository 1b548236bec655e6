/* A hardware watchpoint: a debug register holds an address, and the CPU stops the program after
 * each write to it.
 */
#include <processthreadsapi.h>
#include <seh.h>
#include <stdio.h>

/* Dr7's bits for Dr0: enabled for this thread, on writing, four bytes. */
enum { WATCH_WRITES = 1 << 0 | 1 << 16 | 3 << 18 };

static LONG NTAPI stopped(EXCEPTION_POINTERS *pointers)
{
    const CONTEXT *context = pointers->ContextRecord;
    if (pointers->ExceptionRecord->ExceptionCode != STATUS_SINGLE_STEP)
        return EXCEPTION_CONTINUE_SEARCH;
    printf("stopped: it is %d already, Dr6 has bits %X\n", *(const int *)context->Dr0,
           (unsigned)context->Dr6 & 0xF);
    /* 2: stopped: it is 1 already, Dr6 has bits 1 | 4: stopped: it is 2 already, Dr6 has bits 1 */
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void watch(volatile int *cell, DWORD how)
{
    CONTEXT context = {.ContextFlags = CONTEXT_DEBUG_REGISTERS};
    context.Dr0 = (DWORD)cell;
    context.Dr7 = how;
    SetThreadContext(GetCurrentThread(), &context);
}

int main(void)
{
    volatile int cell = 0;

    AddVectoredExceptionHandler(1, stopped);
    watch(&cell, WATCH_WRITES);
    printf("main: writing\n"); /* 1 */
    cell = 1;
    printf("main: reading %d, writing again\n", cell); /* 3: main: reading 1, writing again */
    cell = 2;
    watch(NULL, 0);
    cell = 3;
    printf("main: unwatched it became %d\n", cell); /* 5: main: unwatched it became 3 */
    return 0;
}
