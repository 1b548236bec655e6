/* A reader takes the address of the settings, and reads. Meanwhile new ones take their place, and
 * the old ones' memory is given back.
 */
#include <stdio.h>
#include <windows.h>

static int *volatile settings;
static SRWLOCK lock = SRWLOCK_INIT;

static int *new_settings(int value)
{
    int *made = VirtualAlloc(NULL, sizeof *made, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    *made = value;
    return made;
}

#ifdef REPAIRED
static void begin_reading(void)
{
    AcquireSRWLockShared(&lock);
}
static void end_reading(void)
{
    ReleaseSRWLockShared(&lock);
}
#else
static void begin_reading(void)
{
}
static void end_reading(void)
{
}
#endif

static DWORD WINAPI reads(void *argument)
{
    begin_reading();
    int *found = settings, value = *found;
    end_reading();
    printf("read %d\n", value);
    return 0;
}

static DWORD WINAPI renews(void *argument)
{
    AcquireSRWLockExclusive(&lock);
    int *old = settings;
    settings = new_settings(2);
    VirtualFree(old, 0, MEM_RELEASE);
    ReleaseSRWLockExclusive(&lock);
    return 0;
}

int main(void)
{
    settings = new_settings(1);
    HANDLE threads[] = {CreateThread(NULL, 0, reads, NULL, 0, NULL),
                        CreateThread(NULL, 0, renews, NULL, 0, NULL)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    reads(NULL);
    return 0;
}
