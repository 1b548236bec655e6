/* Vectored handlers: their order, what they are told, and what continuing does. */

#include <stdio.h>
#include <windows.h>

static int is_last_taking;

static const char *about(const EXCEPTION_RECORD *record)
{
    static char text[80];
    sprintf(text, "%08lX flags %lu, %lu parameters", record->ExceptionCode, record->ExceptionFlags,
            record->NumberParameters);
    return text;
}

static LONG CALLBACK first(EXCEPTION_POINTERS *at)
{
    printf("first: %s\n", about(at->ExceptionRecord));
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG CALLBACK middle(EXCEPTION_POINTERS *at)
{
    puts("middle");
    return EXCEPTION_CONTINUE_SEARCH;
}

static LONG CALLBACK last(EXCEPTION_POINTERS *at)
{
    EXCEPTION_RECORD *record = at->ExceptionRecord;
    CONTEXT *context = at->ContextRecord;
    printf("last:");
    int is_break = record->ExceptionCode == EXCEPTION_BREAKPOINT; /* its others mean nothing */
    for (DWORD i = 0; i < (is_break ? 1 : record->NumberParameters); i++)
        printf(" %lX", record->ExceptionInformation[i]);
    puts("");
    if (record->ExceptionCode == EXCEPTION_ACCESS_VIOLATION || is_break) {
        printf("at the instruction: %d\n", record->ExceptionAddress == (void *)context->Eip);
        context->Eip += is_break ? 1 : 2;
        context->Eax = 1234;
    }
    is_last_taking++;
    return EXCEPTION_CONTINUE_EXECUTION;
}

static LONG CALLBACK continued(EXCEPTION_POINTERS *at)
{
    puts("continue handler");
    return EXCEPTION_CONTINUE_SEARCH;
}

int main(void)
{
    ULONG_PTR words[3] = {1, 0xABC, 3};
    unsigned value;
    AddVectoredExceptionHandler(0, last);
    void *second = AddVectoredExceptionHandler(1, middle);
    AddVectoredExceptionHandler(1, first);
    void *after = AddVectoredContinueHandler(1, continued);
    puts("raise");
    RaiseException(0xE0001234, 0, 3, words);
    puts("continued");
    printf("removed: %lu", RemoveVectoredExceptionHandler(second));
    printf(" %lu", RemoveVectoredExceptionHandler(second));
    printf(" %lu\n", RemoveVectoredContinueHandler(after));
    __asm__ volatile("movl (%1), %0" : "=a"(value) : "c"(16));
    printf("read %u\n", value);
    __asm__ volatile("movl %0, (%1)" : "=a"(value) : "c"(0x123), "0"(1));
    printf("wrote, eax %u\n", value);
    __asm__ volatile("int3" : "=a"(value));
    printf("passed, eax %u\n", value);
    DebugBreak();
    puts("and a call");
    printf("%d\n", is_last_taking);
    return 0;
}
