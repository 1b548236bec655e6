/* Exceptions that a program raises: those that may be continued, nested ones, and the end in a
 * thread. */

#include <stdio.h>
#include <windows.h>

static LONG CALLBACK tells(EXCEPTION_POINTERS *at)
{
    EXCEPTION_RECORD *record = at->ExceptionRecord;
    printf("%08lX, flags %lu, first word %lX\n", record->ExceptionCode, record->ExceptionFlags,
           record->NumberParameters ? record->ExceptionInformation[0] : 0);
    if (record->ExceptionCode == 0xE0000002) {
        RaiseException(0xE0000001, 0, 0, NULL);
        puts("and back in the handler");
    }
    return record->ExceptionCode == 0xE0000003 ? EXCEPTION_CONTINUE_SEARCH
                                               : EXCEPTION_CONTINUE_EXECUTION;
}

static DWORD WINAPI worker(void *parameter)
{
    RaiseException(0xE0000003, 0, 0, NULL);
    puts("never here");
    return 0;
}

int main(void)
{
    ULONG_PTR words[20] = {0xABC};
    setvbuf(stdout, NULL, _IONBF, 0);
    AddVectoredExceptionHandler(1, tells);
    RaiseException(0xE0000001, 0, 1, words);
    RaiseException(0xE0000002, 0, 15, words);
    OutputDebugStringA("text");
    puts("now a thread");
    HANDLE thread = CreateThread(NULL, 0, worker, NULL, 0, NULL);
    WaitForSingleObject(thread, INFINITE);
    Sleep(INFINITE);
    return 0;
}
