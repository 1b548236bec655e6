/* A heap whose own words are overwritten is told by an exception, and no call waits for it. */

#include <stdio.h>
#include <windows.h>

static HANDLE heap;

static LONG CALLBACK tell(EXCEPTION_POINTERS *pointers)
{
    printf("exception %08lX, flags %lX\n", pointers->ExceptionRecord->ExceptionCode,
           pointers->ExceptionRecord->ExceptionFlags);
    return EXCEPTION_CONTINUE_SEARCH;
}

static DWORD WINAPI other(void *parameter)
{
    HeapAlloc(heap, 0, 16);
    return 0;
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    heap = HeapCreate(0, 0, 0);
    printf("a block: %d\n", HeapAlloc(heap, 0, 16) != NULL);
    AddVectoredExceptionHandler(1, tell);
    memset(heap, 0xCC, 0x400);
    HANDLE thread = CreateThread(NULL, 0, other, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    puts("never here");
    return 0;
}
