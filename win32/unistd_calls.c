/* Calls of unistd.h that the C library has not. */
#include <unistd.h>

#include <processthreadsapi.h>
#include <synchapi.h>

/* Sleep takes its largest number for a wait without end. */
static void sleep_long(uint64_t ms)
{
    for (; ms >= INFINITE; ms -= INFINITE - 1)
        Sleep(INFINITE - 1);
    Sleep((DWORD)ms);
}

unsigned sleep(unsigned seconds)
{
    sleep_long(seconds * 1000ull);
    return 0;
}

int usleep(unsigned microseconds)
{
    sleep_long((microseconds + 999ull) / 1000);
    return 0;
}

int getpid(void)
{
    return (int)GetCurrentProcessId();
}
