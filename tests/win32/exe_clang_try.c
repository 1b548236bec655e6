/* __try by clang: filters, nested blocks, __leave, a filter that mends and continues.

   compiler: clang */

#include <windows.h>

#include <stdio.h>

static char *page;

static int says(const char *text, int answer)
{
    printf("  filter %s\n", text);
    return answer;
}

static int of_access(EXCEPTION_POINTERS *all)
{
    const EXCEPTION_RECORD *record = all->ExceptionRecord;
    printf("  filter %08lX, %lu words, %s %p\n", record->ExceptionCode, record->NumberParameters,
           record->ExceptionInformation[0] ? "writes" : "reads",
           (void *)record->ExceptionInformation[1]);
    return record->ExceptionCode == STATUS_ACCESS_VIOLATION ? EXCEPTION_EXECUTE_HANDLER
                                                            : EXCEPTION_CONTINUE_SEARCH;
}

static void taken(void)
{
    puts("taken:");
    __try {
        *(volatile int *)0x10 = 1;
        puts("  not reached");
    } __except (of_access(GetExceptionInformation())) {
        printf("  block %08lX\n", GetExceptionCode());
    }
}

static void nested(void)
{
    puts("nested:");
    __try {
        __try {
            RaiseException(0xE0000001, 0, 0, NULL);
        } __except (says("inner", EXCEPTION_CONTINUE_SEARCH)) {
            puts("  not reached");
        }
    } __except (says("outer", EXCEPTION_EXECUTE_HANDLER)) {
        printf("  outer block %08lX\n", GetExceptionCode());
    }
}

static void in_a_block(void)
{
    puts("in a block:");
    __try {
        __try {
            RaiseException(1, 0, 0, NULL);
        } __except (says("first", EXCEPTION_EXECUTE_HANDLER)) {
            puts("  first block");
            RaiseException(2, 0, 0, NULL);
        }
    } __except (says("second", EXCEPTION_EXECUTE_HANDLER)) {
        printf("  second block %lu\n", GetExceptionCode());
    }
}

static int mend(EXCEPTION_POINTERS *all)
{
    printf("  mends %s\n", (char *)all->ExceptionRecord->ExceptionInformation[1] == page
                               ? "its page"
                               : "something else");
    VirtualAlloc(page, 0x1000, MEM_COMMIT, PAGE_READWRITE);
    return EXCEPTION_CONTINUE_EXECUTION;
}

static void continued(void)
{
    puts("continued:");
    page = VirtualAlloc(NULL, 0x1000, MEM_RESERVE, PAGE_NOACCESS);
    __try {
        *(volatile char *)page = 5;
        printf("  stored %d\n", *page);
    } __except (mend(GetExceptionInformation())) {
        puts("  not reached");
    }
}

static void left(int early)
{
    __try {
        if (early)
            __leave;
        puts("  not left");
    } __finally {
        printf("  finally, %s\n", AbnormalTermination() ? "abnormal" : "normal");
    }
}

static void finally_of(int depth)
{
    __try {
        if (depth)
            finally_of(depth - 1);
        else
            RaiseException(0xE0000002, 0, 0, NULL);
    } __finally {
        printf("  finally %d, %s\n", depth, AbnormalTermination() ? "abnormal" : "normal");
    }
}

static void unwound(void)
{
    puts("unwound:");
    __try {
        finally_of(3);
    } __except (says("of the caller", EXCEPTION_EXECUTE_HANDLER)) {
        puts("  block");
    }
}

static void not_continuable(void)
{
    puts("not continuable:");
    __try {
        __try {
            RaiseException(0xE0000003, EXCEPTION_NONCONTINUABLE, 0, NULL);
        } __except (GetExceptionCode() == 0xE0000003 ? says("continues", -1) : says("passes", 0)) {
            puts("  not reached");
        }
    } __except (GetExceptionCode() == STATUS_NONCONTINUABLE_EXCEPTION ? says("takes", 1)
                                                                      : says("sees", 0)) {
        printf("  block %08lX\n", GetExceptionCode());
    }
}

/* A variable that changes inside the block keeps its value, because it lies in memory. */
static int counted(void)
{
    volatile int steps = 0;
    for (int i = 0; i < 1000; i++) {
        __try {
            steps++;
            if (i % 3 == 0)
                RaiseException(i + 1, 0, 0, NULL);
            steps++;
        } __except (GetExceptionCode() == (DWORD)i + 1) {
            steps += 10;
        }
    }
    return steps;
}

int main(void)
{
    taken();
    nested();
    in_a_block();
    continued();
    puts("left:");
    left(0);
    left(1);
    unwound();
    not_continuable();
    printf("counted: %d\n", counted());
    return 0;
}
