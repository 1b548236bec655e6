/* __declspec(thread) by clang: in the program and in a DLL, for threads before and after.

   compiler: clang */

#include <windows.h>

#include <stdio.h>

__declspec(thread) int counter = 40;
__declspec(thread) char text[8] = "begin";
__declspec(thread) int zero;

__declspec(dllimport) int count_up(int by);

static DWORD WINAPI work(void *number)
{
    counter += (int)(INT_PTR)number;
    zero++;
    text[0] = 'B';
    int counted = count_up(counter);
    printf("thread %d: %d %d %s, in the DLL %d\n", (int)(INT_PTR)number, counter, zero, text,
           counted);
    return 0;
}

int main(void)
{
    counter = 1;
    count_up(5);
    for (int i = 1; i <= 3; i++) {
        HANDLE thread = CreateThread(NULL, 0, work, (void *)(INT_PTR)i, 0, NULL);
        WaitForSingleObject(thread, INFINITE);
        CloseHandle(thread);
    }
    int counted = count_up(0);
    printf("main: %d %d %s, in the DLL %d\n", counter, zero, text, counted);
    return 0;
}
