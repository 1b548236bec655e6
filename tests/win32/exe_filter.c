/* The filter for exceptions that nobody takes: it continues, and at last it ends the process. */

#include <stdio.h>
#include <windows.h>

static unsigned mended = 55;

static LONG WINAPI filter(EXCEPTION_POINTERS *at)
{
    DWORD code = at->ExceptionRecord->ExceptionCode;
    printf("filter: %08lX\n", code);
    if (code == EXCEPTION_ACCESS_VIOLATION) {
        at->ContextRecord->Ecx = (DWORD)&mended;
        return EXCEPTION_CONTINUE_EXECUTION;
    }
    return code == 0xE0000007 ? EXCEPTION_EXECUTE_HANDLER : EXCEPTION_CONTINUE_SEARCH;
}

static DWORD WINAPI worker(void *parameter)
{
    unsigned value;
    __asm__ volatile("movl (%%ecx), %%eax" : "=a"(value) : "c"(0x20));
    return value;
}

int main(void)
{
    DWORD status;
    setvbuf(stdout, NULL, _IONBF, 0);
    SetUnhandledExceptionFilter(filter);
    printf("it is set: %d\n", SetUnhandledExceptionFilter(filter) == filter);
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("a thread read %lu, and main %lu\n", status, worker(NULL));

    EXCEPTION_RECORD record = {.ExceptionCode = 0xE0000007};
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    EXCEPTION_POINTERS pointers = {&record, &context};
    printf("called: %ld\n", UnhandledExceptionFilter(&pointers));
    RaiseException(0xE0000007, 0, 0, NULL);
    puts("never here");
    return 0;
}
