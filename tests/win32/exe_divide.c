/* Exceptions of the CPU's arithmetic, and the end by one. */

#include <stdio.h>
#include <windows.h>

static LONG CALLBACK tells(EXCEPTION_POINTERS *at)
{
    CONTEXT *context = at->ContextRecord;
    printf("%08lX", at->ExceptionRecord->ExceptionCode);
    if (context->Ecx == 77) {
        puts("");
        return EXCEPTION_CONTINUE_SEARCH;
    }
    context->Ecx = 1; /* divide by that */
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* The quotient of 64 bits by 32, as the instruction has it. */
static int quotient(int high, unsigned low, int by)
{
    int result = 0;
    __asm__ volatile("idivl %%ecx" : "=a"(result), "+d"(high), "+c"(by) : "0"(low) : "cc");
    return result;
}

int main(void)
{
    volatile double one = 1, zero = 0;
    volatile int divisor = 0, dividend = 7;
    setvbuf(stdout, NULL, _IONBF, 0);
    AddVectoredExceptionHandler(1, tells);
    printf(" %d\n", quotient(0, 42, 0));
    printf(" %d\n", quotient(-1, 0x80000000, -1));
    printf("without exceptions: %d\n", one / zero > 1e300);
    printf("%d is the end\n", dividend);
    __asm__ volatile("movl $77, %%ecx; cltd; idivl %0" ::"m"(divisor), "a"(dividend)
                     : "ecx", "edx", "cc");
    return 0;
}
