/* Data for programs that know Windows' inside: the version in the shared page. */

#include <stdio.h>
#include <windows.h>

/* A time of the shared page, which each tick writes. */
static ULONGLONG shared_time(DWORD offset)
{
    const volatile DWORD *words = (const volatile DWORD *)(0x7FFE0000 + offset);
    DWORD high, low;
    do {
        high = words[1];
        low = words[0];
    } while (high != words[2]);
    return (ULONGLONG)high << 32 | low;
}

enum { INTERRUPT_TIME = 0x08, SYSTEM_TIME = 0x14, MILLISECOND = 10000 };

/* Whether it lies less than 100 ms before what a call says just after. */
static BOOL is_just_before(ULONGLONG shared, ULONGLONG called)
{
    return called >= shared && called - shared < 100 * MILLISECOND;
}

static void check_times(void)
{
    FILETIME day;
    ULONGLONG shared = shared_time(SYSTEM_TIME);
    GetSystemTimeAsFileTime(&day);
    printf("times in the shared page: of day %d",
           is_just_before(shared, (ULONGLONG)day.dwHighDateTime << 32 | day.dwLowDateTime));
    shared = shared_time(INTERRUPT_TIME);
    printf(", since the start %d", is_just_before(shared, GetTickCount64() * MILLISECOND));
    ULONGLONG before = shared_time(SYSTEM_TIME);
    Sleep(50);
    printf(", both go on %d %d\n", shared_time(INTERRUPT_TIME) - shared >= 40 * MILLISECOND,
           shared_time(SYSTEM_TIME) - before >= 40 * MILLISECOND);
}

int main(void)
{
    check_times();
    printf("version in the shared page: %lu.%lu\n", *(DWORD *)0x7FFE026C, *(DWORD *)0x7FFE0270);
    return 0;
}
