"""A program that loses an update where a thread is preempted, or stands, between a load and a store. It tells so by its status."""

LOST_UPDATE = r"""
#include <windows.h>

static volatile int count;

static DWORD WINAPI work(void *unused)
{
    (void)unused;
    count = count + 1;
    return 0;
}

int main(void)
{
    HANDLE both[2];
    for (int i = 0; i < 2; i++)
        both[i] = CreateThread(NULL, 0, work, NULL, 0, NULL);
    WaitForMultipleObjects(2, both, TRUE, INFINITE);
    return count != 2;
}
"""
