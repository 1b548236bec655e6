/* Money goes from one half of an account to the other. Each half has its lock, so a look at both
 * may see neither with it.
 */
#include <stdio.h>
#include <windows.h>

struct half {
    SRWLOCK lock;
    int money;
};

static struct half halves[2] = {{SRWLOCK_INIT, 70}, {SRWLOCK_INIT, 30}};
static SRWLOCK whole = SRWLOCK_INIT;
static int seen;

#ifdef REPAIRED
static void take_whole(void)
{
    AcquireSRWLockExclusive(&whole);
}
static void leave_whole(void)
{
    ReleaseSRWLockExclusive(&whole);
}
#else
static void take_whole(void)
{
    (void)whole;
}
static void leave_whole(void)
{
}
#endif

/* Returns what is there then. */
static int change(struct half *half, int amount)
{
    AcquireSRWLockExclusive(&half->lock);
    int now = half->money += amount;
    ReleaseSRWLockExclusive(&half->lock);
    return now;
}

static DWORD WINAPI moves(void *argument)
{
    take_whole();
    change(&halves[0], -20);
    change(&halves[1], 20);
    leave_whole();
    return 0;
}

static DWORD WINAPI looks(void *argument)
{
    take_whole();
    seen = change(&halves[0], 0);
    seen += change(&halves[1], 0);
    leave_whole();
    return 0;
}

int main(void)
{
    HANDLE threads[] = {CreateThread(NULL, 0, moves, NULL, 0, NULL),
                        CreateThread(NULL, 0, looks, NULL, 0, NULL)};
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    printf("%d in all\n", seen);
    return seen != 100;
}
