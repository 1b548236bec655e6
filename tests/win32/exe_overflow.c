/* A stack that is used up: the exception, the guard page that has to be set again, and the end. */

#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <windows.h>

static jmp_buf place;
static volatile int depth, is_caught, deepest = 1000000;

static LONG CALLBACK tells(EXCEPTION_POINTERS *at)
{
    if (at->ExceptionRecord->ExceptionCode != EXCEPTION_STACK_OVERFLOW || !is_caught)
        return EXCEPTION_CONTINUE_SEARCH;
    longjmp(place, 1);
}

static int deeper(int level)
{
    volatile char room[1000];
    room[0] = (char)level;
    depth = level;
    if (level == deepest)
        return 0;
    return deeper(level + 1) + room[0];
}

static DWORD WINAPI overflows(void *parameter)
{
    for (int round = 0; round < 2; round++) {
        if (setjmp(place) == 0)
            deeper(0);
        else
            printf("caught, %d deep, ", depth > 100 && depth < 300);
        printf("guard again: %d\n", _resetstkoflw());
    }
    is_caught = 0;
    return deeper(0);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    AddVectoredExceptionHandler(1, tells);
    is_caught = 1;
    HANDLE thread =
        CreateThread(NULL, 0x40000, overflows, NULL, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    WaitForSingleObject(thread, INFINITE);
    puts("never here");
    return 0;
}
