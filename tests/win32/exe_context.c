/* A thread that another one stops, looks at and changes. */

#include <stdio.h>
#include <windows.h>

static volatile LONG counter;
static volatile DWORD told;

static DWORD WINAPI spins(void *parameter)
{
    for (;;)
        counter++;
    return 0;
}

static void ends_by_it(void)
{
    told = GetCurrentThreadId();
    ExitThread(33);
}

static DWORD WINAPI never_begins(void *parameter) { return (DWORD)parameter; }

static DWORD WINAPI begins_otherwise(void *parameter) { return (DWORD)parameter * 2; }

static DWORD this_teb(void)
{
    DWORD teb;
    __asm__("movl %%fs:24, %0" : "=r"(teb));
    return teb;
}

static void show_selector(HANDLE thread, DWORD selector)
{
    LDT_ENTRY entry = {0};
    SetLastError(0);
    BOOL told = GetThreadSelectorEntry(thread, selector, &entry);
    DWORD base = entry.BaseLow | entry.HighWord.Bytes.BaseMid << 16 |
                 (DWORD)entry.HighWord.Bytes.BaseHi << 24;
    printf("  %lX: %d %lu, limit %X, kind %X %X, base %s\n", selector, told, GetLastError(),
           entry.LimitLow, entry.HighWord.Bytes.Flags1 & ~1, entry.HighWord.Bytes.Flags2,
           !base                ? "0"
           : base == this_teb() ? "this TEB"
                                : "another");
}

static void show_selectors(HANDLE other)
{
    static const DWORD selectors[] = {0x1B, 0x23, 0x20, 0x3B, 0, 0x123, 0x27};
    puts("selectors stand for");
    for (int i = 0; i < 7; i++)
        show_selector(GetCurrentThread(), selectors[i]);
    show_selector(other, 0x3B);
    show_selector(NULL, 0x3B);
}

int main(void)
{
    DWORD id, status;
    CONTEXT context = {.ContextFlags = CONTEXT_FULL};
    HANDLE thread = CreateThread(NULL, 0, spins, NULL, 0, &id);
    while (counter < 1000)
        Sleep(1);
    printf("suspended before: %lu\n", SuspendThread(thread));
    printf("context: %d", GetThreadContext(thread, &context));
    LONG before = counter;
    Sleep(20);
    printf(" stands still: %d\n", before == counter);
    char *here = (char *)context.Eip;
    printf("in the loop: %d\n", here >= (char *)spins && here < (char *)spins + 100);
    printf("selectors: %lX %lX %lX %lX\n", context.SegCs, context.SegSs, context.SegDs,
           context.SegFs);
    show_selectors(thread);
    context.Eip = (DWORD)ends_by_it;
    printf("changed: %d\n", SetThreadContext(thread, &context));
    printf("suspended: %lu", SuspendThread(thread));
    printf(" %lu", ResumeThread(thread));
    printf(" %lu\n", ResumeThread(thread));
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("status %lu, by itself %d\n", status, told == id);

    thread = CreateThread(NULL, 0, never_begins, (void *)21, CREATE_SUSPENDED, NULL);
    context.ContextFlags = CONTEXT_FULL;
    GetThreadContext(thread, &context);
    printf("it will begin: eax %d, ebx %lu\n", context.Eax == (DWORD)never_begins, context.Ebx);
    context.Eax = (DWORD)begins_otherwise;
    SetThreadContext(thread, &context);
    ResumeThread(thread);
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &status);
    printf("and ends with %lu\n", status);
    return 0;
}
