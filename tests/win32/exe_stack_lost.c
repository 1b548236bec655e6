/* A stack pointer that points nowhere: no handler can be asked, and the program ends with the
 * exception's code. */

#include <stdio.h>
#include <windows.h>

static LONG CALLBACK asked(EXCEPTION_POINTERS *pointers)
{
    (void)pointers;
    ExitProcess(1);
}

int main(void)
{
    AddVectoredExceptionHandler(1, asked);
    SetUnhandledExceptionFilter(asked);
    puts("before");
    fflush(stdout);
    __asm__ volatile("movl $0x10, %%esp\n pushl %%eax" ::: "memory");
    return 2;
}
